"""Common Crawl's news: a file of crawled articles every hour or two, read as it comes; its articles become links."""

from __future__ import annotations

import asyncio
import gzip
import html
import re
import zlib
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta

from isal import isal_zlib
from isal.igzip_lib import IsalError

from tidings.archive.files.stored import http_status, parse_date, split_fields
from tidings.errors import Failed, Refused
from tidings.model import Channel, Link, Message, Reason
from tidings.sources.streams.gdelt import said
from tidings.sources.streams.queries import Queries
from tidings.urls import normalise
from tidings.web.listening import Ear

_ADDRESS = "https://data.commoncrawl.org"
_FILE = re.compile(r"crawl-data/CC-NEWS/\d{4}/\d\d/CC-NEWS-(\d{14})-\d+\.warc\.gz", re.ASCII)
_STAMP = "%Y%m%d%H%M%S"
_LONGEST_FILE = timedelta(hours=6)
"""Between the first and the last article of one file, at most; its name is the time of the first."""
_QUARTER = 15 * 60.0
_HEAD = 1 << 17
"""Bytes of an article that are looked at: its title stands near its begin."""
_TITLE = re.compile(rb"<title[^>]*>([^<]{1,400})", re.IGNORECASE)
_GZIP = 31
"""Window of zlib for a gzip member."""
_ISAL_ERROR: type[Exception] = IsalError  # type: ignore[assignment]  # its stub says instance
_OK = 200


class CommonCrawlNews:
    """Articles whose title or address has a wanted word; its cursor is the time of the last file read whole."""

    name = "ccnews"

    def __init__(
        self,
        address: str,
        listener: Ear,
        queries: Callable[[], Queries],
        environment: Mapping[str, str],
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._root = (address or _ADDRESS).rstrip("/")
        self._listener = listener
        self._queries = queries
        self._now = now
        self.wait = asyncio.sleep

    async def messages(self, cursor: str) -> AsyncIterator[Message]:
        """Yield the links of each file after a cursor, the newest file without one, then wait for the next."""
        while True:
            listed = [file async for file in self._files(cursor)]
            for stamp, path in listed if cursor else listed[-1:]:
                async for links in self._links(f"{self._root}/{path}"):
                    yield Message(b"", cursor, tuple(links))
                cursor = stamp
                yield Message(b"", cursor)
            await self.wait(_QUARTER)

    def cursor_at(self, moment: float) -> str:
        """Return a time before the file that holds a moment."""
        return f"{datetime.fromtimestamp(moment, UTC) - _LONGEST_FILE:{_STAMP}}"

    async def _files(self, cursor: str) -> AsyncIterator[tuple[str, str]]:
        """Yield time and path of the files after a cursor, month by month."""
        for year, month in _months(cursor, self._now()):
            url = f"{self._root}/crawl-data/CC-NEWS/{year}/{month:02}/warc.paths.gz"
            try:
                packed = await self._listener.get(url)
            except Refused:  # a month of which there is nothing yet
                continue
            for found in _FILE.finditer(_unpacked(packed)):
                if found[1] > cursor:
                    yield found[1], found[0]

    async def _links(self, url: str) -> AsyncIterator[list[Link]]:
        """Yield the wanted links of a file while it comes in."""
        reader = Articles()
        async for block in self._listener.blocks(url):
            found = await asyncio.to_thread(reader.feed, block)
            queries = self._queries()
            if links := [link for link in found if queries.mentions(said(link))]:
                yield links


class Articles:
    """Reads a WARC file of gzip members block by block, and keeps little of each record."""

    def __init__(self) -> None:
        self._decoder = isal_zlib.decompressobj(_GZIP)
        self._record = bytearray()

    def feed(self, data: bytes) -> list[Link]:
        """Return a link for each article that ends in a block; raise Failed if it is not packed with gzip."""
        try:
            return list(self._articles(data))
        except (zlib.error, _ISAL_ERROR) as error:
            raise Failed(Reason.PROTOCOL, f"not a gzip file: {error}"[:200]) from error

    def _articles(self, data: bytes) -> Iterator[Link]:
        while data:
            plain = self._decoder.decompress(data)
            self._record += plain[: _HEAD - len(self._record)]
            if not self._decoder.eof:
                return
            data = self._decoder.unused_data
            self._decoder = isal_zlib.decompressobj(_GZIP)
            link = _article(bytes(self._record))
            self._record.clear()
            if link:
                yield link


def _article(record: bytes) -> Link | None:
    """Return the link of a response record, None for other records."""
    head, _, rest = record.partition(b"\r\n\r\n")
    fields = {name.lower(): value for name, value in split_fields(head)}
    if fields.get(b"warc-type") != b"response":
        return None
    written = fields.get(b"warc-target-uri", b"").decode("utf-8", "replace").strip("<>")
    url = normalise(written)
    try:
        at = parse_date(fields.get(b"warc-date", b"").decode("ascii", "replace"))
    except ValueError:
        return None
    if not url or http_status(rest) != _OK:
        return None
    found = _TITLE.search(rest)
    title = " ".join(html.unescape(found[1].decode("utf-8", "replace")).split()) if found else ""
    context = f"{at:%Y-%m-%d}"
    return Link(url, "", title, context, 0, Channel.FEED, found_at=at.timestamp())


def _months(cursor: str, now: datetime) -> Iterator[tuple[int, int]]:
    """Yield the months from a cursor to now; without one, only this month."""
    first = datetime.strptime(cursor, _STAMP).replace(tzinfo=UTC) if cursor else now
    year, month = first.year, first.month
    while (year, month) <= (now.year, now.month):
        yield year, month
        year, month = (year, month + 1) if month < 12 else (year + 1, 1)


def _unpacked(packed: bytes) -> str:
    try:
        return gzip.decompress(packed).decode("ascii", "replace")
    except (OSError, EOFError, zlib.error) as error:
        raise Failed(Reason.PROTOCOL, f"warc.paths.gz: {error}"[:200]) from error
