"""Local archives as a source: of each URL the snapshot that fits the event best, in the order of the files."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

from tidings.archive.holdings import LocalHoldings
from tidings.archive.index.cdx import REVISIT
from tidings.archive.selection import ANY_TIME, choose
from tidings.model import Snapshot, TimeSpan
from tidings.read import readable
from tidings.urls import url_id

_SNAPSHOTS_PER_TURN = 1_000
"""Captures passed over between two chances for other tasks to run."""


class Scan:
    """Pushes snapshots and skips known URLs, so that an interrupted scan can resume."""

    def __init__(
        self,
        archive: LocalHoldings,
        when: TimeSpan | None,
        is_known: Callable[[str], bool],
        report: Callable[[str], None] = lambda _: None,
    ) -> None:
        """Scan an archive; ``report`` gets a line with the number of captures."""
        self._archive = archive
        self._when = when or ANY_TIME
        self._is_known = is_known
        self._report = report
        self.passed = 0
        """Captures passed so far, wanted or not."""
        self.total = 0
        """Captures there are, 0 until they are counted."""

    async def __aiter__(self) -> AsyncIterator[Snapshot]:
        """Yield each chosen snapshot; a worker loads it."""
        chosen = await asyncio.to_thread(self._chosen)
        for number, snapshot in enumerate(self._archive.captures()):
            self.passed = number + 1
            if number % _SNAPSHOTS_PER_TURN == 0:
                await asyncio.sleep(0)  # a stop request must get its chance
            if _place(snapshot) not in chosen or self._is_known(snapshot.url):
                continue
            yield snapshot

    def _chosen(self) -> set[int]:
        places, captures = set(), 0
        for snapshots in self._archive.by_url():
            captures += len(snapshots)
            snapshot = choose(snapshots, self._when)
            if snapshot and (snapshot.mime == REVISIT or readable(snapshot.mime)):
                places.add(_place(snapshot))
        self.total = captures
        self._report(
            f"{len(places):,} pages to look at, of {captures:,} captures in the archives: of each URL the best one"
        )
        return places


def _place(snapshot: Snapshot) -> int:
    """Return a compact key of a capture, because there may be millions."""
    file, offset, _ = snapshot.pointer
    return url_id(f"{file} {offset} {snapshot.captured_at:%Y%m%d%H%M%S} {snapshot.url}")
