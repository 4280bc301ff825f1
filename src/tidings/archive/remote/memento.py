"""Lists the snapshots of a Memento archive (RFC 7089): all through TimeMaps, a few through a TimeGate."""

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
    raw_url,
    sendable,
    stamped,
)
from tidings.archive.remote.rows import parse_listing, settled
from tidings.errors import Failed
from tidings.model import Pointer, Reason, Snapshot
from tidings.urls import host_of

PAGES = 50
"""Pages of one TimeMap."""
MAX_SNAPSHOTS = 100_000


class TimeMaps:
    """Lists the snapshots of a URL found at ``{timemap}{url}``."""

    def __init__(self, timemap: str, client: Client) -> None:
        self._timemap = timemap
        self._client = client

    async def snapshots(self, url: str) -> Sequence[Snapshot]:
        """Return all snapshots of a URL, oldest first; most lists have no status and no media type."""
        snapshots: list[Snapshot] = []
        pages = [self._timemap + sendable(url)]
        for page_url in pages:  # grows: each page may name further ones
            text = await self._client.text(page_url) or ""
            links = [link for link in parse_links(text) if link.relations()]
            snapshots += _mementos(links, url) if links else self._parsed(text, url)
            pages += [page for page in _pages(links, page_url) if page not in pages]
            if len(pages) > PAGES or len(snapshots) > MAX_SNAPSHOTS:
                raise Failed(
                    Reason.TIMEMAP, f"over {PAGES} pages or {MAX_SNAPSHOTS:,} captures", retry=False
                )
        return settled(snapshots)

    def _parsed(self, text: str, url: str) -> Iterable[Snapshot]:
        """Read a TimeMap in another format than links: JSON of three kinds, or CDX lines."""
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
    """Lists the snapshot nearest to a moment, requested at ``{timegate}{url}``."""

    def __init__(self, timegate: str, client: Client, near: datetime | None = None) -> None:
        self._timegate = timegate
        self._client = client
        self._near = near

    async def snapshots(self, url: str) -> Sequence[Snapshot]:
        """Return the snapshot nearest to the moment, and others the archive names with it."""
        gate_url = self._timegate + sendable(url)
        answer = await self._client.negotiate(gate_url, self._near)
        if answer.status in (404, 410):
            return ()
        if answer.status >= 400:
            raise Failed(Reason.TIMEGATE, f"http {answer.status}", retry=False)
        headers = ",".join(value for name, value in answer.headers if name.lower() == "link")
        snapshots = list(_mementos(parse_links(headers), url))
        for name in ("Location", "Content-Location"):
            target = absolute(answer.header(name), gate_url)
            if here := stamped(target):
                snapshots.append(_snapshot(target, here.moment, url))
        if not snapshots:
            raise Failed(Reason.TIMEGATE, "named no capture", retry=False)
        return settled(snapshots)


def _mementos(links: Iterable[WebLink], url: str) -> Iterator[Snapshot]:
    for link in links:
        if "memento" in link.relations() and link.target.startswith(("http://", "https://")):
            here = stamped(link.target)
            moment = http_date(link.attributes.get("datetime", "")) or (here and here.moment)
            if moment:
                yield _snapshot(link.target, moment, url)


def _snapshot(replay: str, moment: datetime, url: str) -> Snapshot:
    """Return a snapshot of which only the replay URL and the moment are known."""
    return Snapshot(sendable(url), moment, "", 0, "", Pointer(raw_url(replay), 0, 0))


def _pages(links: Iterable[WebLink], base: str) -> Iterable[str]:
    """Return the other pages of a TimeMap on the same host."""
    targets = (absolute(link.target, base) for link in links if _is_page(link))
    return dict.fromkeys(target for target in targets if host_of(target) == host_of(base))


def _is_page(link: WebLink) -> bool:
    kind = link.attributes.get("type", "application/link-format")
    relations = link.relations()
    return "timemap" in relations and "self" not in relations and kind.endswith("link-format")


def _listed(text: str, url: str) -> list[Snapshot] | None:
    """Read JSON in the format of MemGator; None if it is in another format."""
    try:
        entries = list(json.loads(text)["mementos"]["list"])
    except (ValueError, RecursionError, KeyError, TypeError, IndexError):
        return None
    return [snapshot for entry in entries if (snapshot := _entry(entry, url))]


def _entry(entry: Any, url: str) -> Snapshot | None:
    try:
        replay = str(entry["uri"])
        moment = datetime.fromisoformat(str(entry["datetime"]))
        moment = moment.replace(tzinfo=moment.tzinfo or UTC).astimezone(UTC)
    except (ValueError, KeyError, TypeError, OverflowError):
        return None
    web = replay.startswith(("http://", "https://"))
    return _snapshot(replay, moment, url) if web and moment >= WEB_BEGAN else None
