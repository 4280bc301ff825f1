"""GDELT: every 15 minutes a file with the news articles of the world; its rows become links, not posts."""

from __future__ import annotations

import asyncio
import html
import io
import re
import zipfile
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta

from tidings.errors import Failed, Refused
from tidings.model import Channel, Link, Message, Reason
from tidings.sources.streams.queries import Queries
from tidings.urls import normalise
from tidings.web.listening import Ear

_ADDRESS = "http://data.gdeltproject.org/gdeltv2"
_STEP = timedelta(minutes=15)
_CATCH_UP = 4 * 24 * 7
"""Files of the past that are fetched at most: a week."""
_LARGEST = 300_000_000
"""Bytes of one file, unpacked."""
_NAME = re.compile(r"/(\d{14})\.gkg\.csv\.zip\b")
_TITLE = re.compile(r"<PAGE_TITLE>(.{1,400}?)</PAGE_TITLE>")
_DATE, _ADDRESS_COLUMN, _PLACES, _EXTRAS, _COLUMNS = 1, 4, 9, 26, 27


class Gdelt:
    """Articles whose title, address or places have a wanted word; its cursor is the time of the last file."""

    name = "gdelt"

    def __init__(
        self,
        address: str,
        listener: Ear,
        queries: Callable[[], Queries],
        environment: Mapping[str, str],
    ) -> None:
        self._root = (address or _ADDRESS).rstrip("/")
        self._listener = listener
        self._queries = queries
        self.wait = asyncio.sleep

    async def messages(self, cursor: str) -> AsyncIterator[Message]:
        """Yield the links of each file after a cursor, in order, then wait for the next."""
        while True:
            for stamp in _missing(cursor, await self._latest()):
                try:
                    packed = await self._listener.get(f"{self._root}/{stamp}.gkg.csv.zip")
                except Refused:  # some files were never made
                    packed = b""
                rows = await asyncio.to_thread(self._links, packed) if packed else ()
                cursor = stamp
                yield Message(b"", cursor, tuple(rows))
            await self.wait(_STEP.total_seconds() / 3)

    def cursor_at(self, moment: float) -> str:
        """Return the file before a moment."""
        at = datetime.fromtimestamp(moment, UTC) - _STEP
        return f"{at.replace(minute=at.minute // 15 * 15, second=0):%Y%m%d%H%M%S}"

    async def _latest(self) -> str:
        listed = await self._listener.get(f"{self._root}/lastupdate.txt")
        found = _NAME.search(listed.decode("ascii", "replace"))
        if found is None:
            raise Failed(Reason.PROTOCOL, "lastupdate.txt names no file")
        return found[1]

    def _links(self, packed: bytes) -> list[Link]:
        queries = self._queries()
        return [link for link in map(_link, _rows(packed)) if link and queries.mentions(said(link))]


def _missing(cursor: str, latest: str) -> Iterator[str]:
    """Yield the times of the files after a cursor up to the latest."""
    last = _moment(latest)
    first = _moment(cursor) + _STEP if cursor else last
    first = max(first, last - _CATCH_UP * _STEP)
    while first <= last:
        yield f"{first:%Y%m%d%H%M%S}"
        first += _STEP


def _moment(stamp: str) -> datetime:
    return datetime.strptime(stamp, "%Y%m%d%H%M%S").replace(tzinfo=UTC)


def _rows(packed: bytes) -> Iterator[list[str]]:
    """Yield the rows of a file; raise Failed if it is broken or too large."""
    try:
        with zipfile.ZipFile(io.BytesIO(packed)) as archive:
            info = archive.infolist()[0]
            if info.file_size > _LARGEST:
                raise Failed(Reason.TOO_LARGE, f"{_LARGEST / 1e6:g} MB")
            with archive.open(info) as file:
                for line in file:
                    yield line.decode("utf-8", "replace").rstrip("\n").split("\t")
    except (zipfile.BadZipFile, IndexError, EOFError, OSError) as error:
        raise Failed(Reason.PROTOCOL, f"GDELT: {error}"[:200]) from error


def _link(row: list[str]) -> Link | None:
    if len(row) < _COLUMNS:
        return None
    url = normalise(row[_ADDRESS_COLUMN])
    try:
        at = _moment(row[_DATE])
    except ValueError:
        return None
    found = _TITLE.search(row[_EXTRAS])
    title = html.unescape(found[1]) if found else ""
    places = [place.split("#")[1] for place in row[_PLACES].split(";") if place.count("#") > 1]
    context = f"{at:%Y-%m-%d} {', '.join(dict.fromkeys(places))}"[:500]
    if not url:
        return None
    return Link(url, "", title, context, 0, Channel.FEED, found_at=at.timestamp())


def said(link: Link) -> str:
    """Return all words of a link: of its title, its places and its address."""
    return f"{link.anchor} {link.context} {re.sub('[^a-z]+', ' ', link.url.lower())}"
