"""Local archives as a source: of each URL the snapshot that fits the event best, in the order of the files."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable, Iterator

from tidings.archive.holdings import LocalHoldings
from tidings.archive.index.cdx import REVISIT
from tidings.archive.selection import ANY_TIME, choose
from tidings.model import ScanPart, Snapshot, TimeSpan
from tidings.ports import ReadsAhead
from tidings.read.types import readable
from tidings.urls import url_id

PART_CAPTURES, PART_BYTES = 500, 64 << 20
"""Captures, and their bytes in the archive file, of one part: a few seconds of work."""


class Scan:
    """Pushes snapshots and skips known URLs, so that an interrupted scan can resume."""

    def __init__(
        self,
        archive: LocalHoldings,
        when: TimeSpan | None,
        is_known: Callable[[str], bool],
        report: Callable[[str], None] = lambda _: None,
        *,
        reader: ReadsAhead | None = None,
        in_scope: Callable[[Snapshot], bool] = lambda _: True,
    ) -> None:
        """Scan an archive; ``report`` gets a line with the number of captures, ``reader`` reads in advance."""
        self._archive = archive
        self._when = when or ANY_TIME
        self._is_known = is_known
        self._report = report
        self._reader = reader
        self._in_scope = in_scope
        self.passed = 0
        """Captures passed so far, wanted or not."""
        self.total = 0
        """Captures there are, 0 until they are counted."""

    async def __aiter__(self) -> AsyncIterator[Snapshot]:
        """Yield each chosen snapshot; a worker loads it."""
        chosen = await asyncio.to_thread(self._chosen)
        for part in self._begun(parts_of(self._archive.captures(), chosen)):
            await asyncio.sleep(0)  # a stop request must get its chance
            for snapshot, self.passed in zip(*part, strict=True):
                if not self._is_known(snapshot.url):
                    yield snapshot
            if self._reader:
                self._reader.end(part)
        self.passed = self.total

    def _begun(self, parts: Iterable[ScanPart]) -> Iterator[ScanPart]:
        """Yield parts in their order; the reader begins some of them in advance."""
        begun: deque[ScanPart] = deque()
        for part in parts:
            begun.append(part)
            if self._reader:
                self._reader.begin(part, list(filter(self._is_wanted, part.snapshots)))
            while begun and len(begun) > (self._reader.ahead if self._reader else 0):
                yield begun.popleft()
        yield from begun

    def _is_wanted(self, snapshot: Snapshot) -> bool:
        return not self._is_known(snapshot.url) and self._in_scope(snapshot)

    def _chosen(self) -> set[int]:
        places, captures = set(), 0
        for snapshots in self._archive.by_url():
            captures += len(snapshots)
            snapshot = choose(snapshots, self._when)
            if snapshot and (snapshot.mime == REVISIT or readable(snapshot.mime)):
                places.add(place_of(snapshot))
        self.total = captures
        self._report(
            f"{len(places):,} pages to look at, of {captures:,} captures in the archives: of each URL the best one"
        )
        return places


def parts_of(captures: Iterable[Snapshot], chosen: set[int]) -> Iterator[ScanPart]:
    """Yield the chosen captures in parts; the same ones make the same parts in every run."""
    snapshots: list[Snapshot] = []
    passed: list[int] = []
    size, file = 0, ""
    for number, snapshot in enumerate(captures, start=1):
        is_full = len(snapshots) >= PART_CAPTURES or size >= PART_BYTES
        if passed and (is_full or snapshot.pointer.file != file):
            yield ScanPart(tuple(snapshots), tuple(passed))
            snapshots, passed, size = [], [], 0
        if place_of(snapshot) in chosen:
            file = snapshot.pointer.file
            snapshots.append(snapshot)
            passed.append(number)
            size += snapshot.pointer.length
    if passed:
        yield ScanPart(tuple(snapshots), tuple(passed))


def place_of(snapshot: Snapshot) -> int:
    """Return a compact key of a capture, because there may be millions."""
    file, offset, _ = snapshot.pointer
    return url_id(f"{file} {offset} {snapshot.captured_at:%Y%m%d%H%M%S} {snapshot.url}")
