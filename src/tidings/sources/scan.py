"""Local archives as a source: of each URL the snapshot that fits the event best, in the order of the files."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

from tidings.archive.holdings import LocalHoldings
from tidings.archive.index.cdx import REVISIT
from tidings.archive.selection import ANY_TIME, choose
from tidings.errors import Failed
from tidings.model import Capture, Channel, Link, Snapshot, TimeSpan
from tidings.read import readable
from tidings.urls import normalise, url_id

_PAUSE = 1_000
"""Captures passed over between two chances for other tasks to run."""


class Scan:
    """Pushes captures and skips known URLs, so that an interrupted scan can resume."""

    def __init__(
        self, archive: LocalHoldings, when: TimeSpan | None, is_known: Callable[[str], bool]
    ) -> None:
        self._archive = archive
        self._when = when or ANY_TIME
        self._is_known = is_known

    async def __aiter__(self) -> AsyncIterator[Link | Capture]:
        """Yield each chosen capture, or a link where it cannot be read, so that the failure is recorded."""
        chosen = await asyncio.to_thread(self._chosen)
        for number, snapshot in enumerate(self._archive.captures()):
            if number % _PAUSE == 0:
                await asyncio.sleep(0)  # a stop request must get its chance
            if _place(snapshot) not in chosen or self._is_known(snapshot.url):
                continue
            try:
                yield await self._archive.load(snapshot)
            except Failed:
                yield Link(normalise(snapshot.url) or snapshot.url, channel=Channel.ARCHIVE)

    def _chosen(self) -> set[int]:
        places = set()
        for snapshots in self._archive.by_url():
            snapshot = choose(snapshots, self._when)
            if snapshot and (snapshot.mime == REVISIT or readable(snapshot.mime)):
                places.add(_place(snapshot))
        return places


def _place(snapshot: Snapshot) -> int:
    """Return a compact key of a capture, because there may be millions."""
    file, offset, _ = snapshot.pointer
    return url_id(f"{file} {offset} {snapshot.captured_at:%Y%m%d%H%M%S} {snapshot.url}")
