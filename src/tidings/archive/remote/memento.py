"""What an archive holds, told as Memento (RFC 7089): whole lists by TimeMaps, a few captures by a TimeGate."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

from tidings.archive.remote.client import Client
from tidings.archive.remote.link_header import WebLink, parse_links
from tidings.archive.remote.replay import (
    WEB_BEGAN,
    absolute,
    http_date,
    raw_address,
    sendable,
    stamped,
)
from tidings.archive.remote.rows import parse_listing, settled
from tidings.errors import Failed
from tidings.model import Pointer, Reason, Snapshot
from tidings.urls import host_of

PAGES = 50
MOST = 100_000


class TimeMaps:
    """Lists the captures of an address found at ``{timemap}{url}``."""

    def __init__(self, timemap: str, client: Client) -> None:
        self._timemap = timemap
        self._client = client

    async def snapshots(self, url: str) -> Sequence[Snapshot]:
        """Return all captures of an address in the order of time; most lists tell no status and no type."""
        found: list[Snapshot] = []
        pages = [self._timemap + sendable(url)]
        for address in pages:  # each may name further ones
            text = await self._client.text(address) or ""
            links = [link for link in parse_links(text) if link.relations()]
            found += _mementos(links, url) if links else self._told(text, url)
            pages += [page for page in _pages(links, address) if page not in pages]
            if len(pages) > PAGES or len(found) > MOST:
                raise Failed(
                    Reason.TIMEMAP, f"over {PAGES} pages or {MOST:,} captures", retry=False
                )
        return settled(found)

    def _told(self, text: str, url: str) -> Iterable[Snapshot]:
        """Read a TimeMap that is none of links: JSON of one of three kinds, or CDX lines."""
        if not text.strip():
            return ()
        if text.lstrip().startswith("<"):
            raise Failed(Reason.TIMEMAP, "answered with HTML, not with a list", retry=False)
        listed = _listed(text, url)
        if listed is not None:
            return listed
        replay = self._timemap.partition("/timemap/")[0]
        return parse_listing(text, replay).snapshots


class TimeGate:
    """Names the capture nearest to a moment, asked for at ``{timegate}{url}``."""

    def __init__(self, timegate: str, client: Client, near: datetime | None = None) -> None:
        self._timegate = timegate
        self._client = client
        self._near = near

    async def snapshots(self, url: str) -> Sequence[Snapshot]:
        """Return the capture nearest to the moment, and those the archive names beside it."""
        address = self._timegate + sendable(url)
        answer = await self._client.negotiate(address, self._near)
        if answer.status in (404, 410):
            return ()
        if answer.status >= 400:
            raise Failed(Reason.TIMEGATE, f"http {answer.status}", retry=False)
        headers = ",".join(value for name, value in answer.headers if name.lower() == "link")
        found = list(_mementos(parse_links(headers), url))
        for name in ("Location", "Content-Location"):
            place = absolute(answer.header(name), address)
            found += [_snapshot(place, here.moment, url)] if (here := stamped(place)) else []
        if not found:
            raise Failed(Reason.TIMEGATE, "named no capture", retry=False)
        return settled(found)


def _mementos(links: Iterable[WebLink], url: str) -> Iterator[Snapshot]:
    for link in links:
        if "memento" in link.relations() and link.target.startswith(("http://", "https://")):
            here = stamped(link.target)
            moment = http_date(link.attributes.get("datetime", "")) or (here and here.moment)
            if moment:
                yield _snapshot(link.target, moment, url)


def _snapshot(address: str, moment: datetime, url: str) -> Snapshot:
    """Return a snapshot of which only address and moment are known."""
    return Snapshot(sendable(url), moment, "", 0, "", Pointer(raw_address(address), 0, 0))


def _pages(links: Iterable[WebLink], address: str) -> Iterable[str]:
    """Return the other pages of a list, on the same archive."""
    targets = (absolute(link.target, address) for link in links if _is_page(link))
    return dict.fromkeys(target for target in targets if host_of(target) == host_of(address))


def _is_page(link: WebLink) -> bool:
    kind = link.attributes.get("type", "application/link-format")
    relations = link.relations()
    return "timemap" in relations and "self" not in relations and kind.endswith("link-format")


def _listed(text: str, url: str) -> list[Snapshot] | None:
    """Read the JSON of MemGator and its kind; None if it is no such JSON."""
    try:
        entries = list(json.loads(text)["mementos"]["list"])
    except (ValueError, RecursionError, KeyError, TypeError, IndexError):
        return None
    return [found for entry in entries if (found := _entry(entry, url))]


def _entry(entry: Any, url: str) -> Snapshot | None:
    try:
        address = str(entry["uri"])
        moment = datetime.fromisoformat(str(entry["datetime"]))
        moment = moment.replace(tzinfo=moment.tzinfo or UTC).astimezone(UTC)
    except (ValueError, KeyError, TypeError, OverflowError):
        return None
    web = address.startswith(("http://", "https://"))
    return _snapshot(address, moment, url) if web and moment >= WEB_BEGAN else None
