"""A source that pushes links as fast as they are taken: how long it blocks the event loop, and how soon fetching begins."""

from __future__ import annotations

import asyncio
import gc
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import uvloop

from benchmarks.floors import Floor
from tidings.collection.collection import open_collection
from tidings.crawl.wiring import wire
from tidings.crawl.workers.tasks import GARBAGE
from tidings.job import scorer_of
from tidings.model import (
    Capture,
    Channel,
    Event,
    EventModel,
    Fetched,
    Link,
    Outcome,
    Reason,
    Score,
    Snapshot,
    Stop,
    Verdict,
    Visit,
)
from tidings.settings import Budget, Settings
from tidings.web.clock import SystemClock

LINKS, HOSTS = 100_000, 1_000
BEAT_SECONDS = 0.001

_SETTINGS = Settings(
    Event("Flood", {"flood": 1.0}), ("http://a.example/",), budget=Budget(pages=10**6)
)
_MODEL = EventModel({"flood": 1.0, "river": 0.5}, {"Harwick": 1.0}, None)
_REJECTED = Verdict(Outcome.REJECTED, Reason.SCORE, "0.100, threshold 0.4")


@dataclass
class Figures:
    """What was measured of one crawl."""

    block: float = 0.0
    """Longest time in which the event loop did nothing else, in seconds."""
    busy: float = 0.0
    """Longest work of this thread between two turns of the event loop, in seconds."""
    first_fetch: float = 0.0
    """Seconds from the start of the crawl to the first fetch."""
    links_per_second: float = 0.0
    fetched: int = 0


class Flood:
    """A source of links that never waits."""

    def __init__(self, links: int) -> None:
        self._links = links
        self.done = False

    async def __aiter__(self) -> AsyncIterator[Link]:
        for number in range(self._links):
            url = f"http://h{number % HOSTS}.example/story/{number}"
            anchor = f"The flood in Harwick, part {number}" if number % 3 else f"Sport {number}"
            yield Link(url, anchor=anchor, channel=Channel.FEED)
        self.done = True


class Echo:
    """A fetcher and workers that answer at once, with a rejected page."""

    outstanding = 0

    def __init__(self) -> None:
        self.first_fetch = 0.0

    async def fetch(self, link: Link) -> Fetched:
        """Return an empty page."""
        self.first_fetch = self.first_fetch or time.perf_counter()
        return Fetched(Capture(link.url, datetime.now(UTC), 200, (), b""))

    def delay(self, url: str) -> float:
        """Return 0: hosts need no rest."""
        return 0.0

    def submit(
        self, link: Link, source: Capture | Snapshot, parts: Sequence[Capture] = ()
    ) -> asyncio.Future[Visit]:
        """Reject a page."""
        future: asyncio.Future[Visit] = asyncio.get_running_loop().create_future()
        score = Score(0.1)
        future.set_result(Visit(source.url, source.captured_at, 200, _REJECTED, score=score))
        return future

    async def close(self) -> None:
        """Do nothing."""


def run() -> Sequence[Floor]:
    """Measure, print and return the floors."""
    gc.set_threshold(GARBAGE)  # this and uvloop as in a real crawl
    with (
        tempfile.TemporaryDirectory(prefix="tidings-bench-") as folder,
        asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
    ):
        figures = runner.run(measure(Path(folder), LINKS))
    print(
        f"sources: {LINKS:,} links on {HOSTS:,} hosts: {figures.links_per_second:,.0f} links/s, "
        f"{figures.fetched:,} pages fetched meanwhile, first fetch after {figures.first_fetch * 1e3:.0f} ms, "
        f"event loop blocked for at most {figures.block * 1e3:.0f} ms",
        flush=True,
    )
    return (
        Floor("event loop blocked by a source", figures.block * 1e3, 50.0, " ms", at_most=True),
        Floor("first fetch beside a source", figures.first_fetch, 1.0, " s", at_most=True),
    )


async def measure(folder: Path, links: int) -> Figures:
    """Crawl until the source has no more links."""
    source, web, clock = Flood(links), Echo(), SystemClock()
    with open_collection(folder, prefix="x", warc_megabytes=1) as collection:
        scorer = scorer_of(_SETTINGS, _MODEL)  # its tables are loaded before the crawl begins
        crawl = wire(_SETTINGS, collection, web, web, clock, link_scorer=lambda: scorer)
        figures = Figures()

        def tick() -> None:
            if source.done:
                crawl.stop(Stop.ASKED)

        beating = asyncio.create_task(beat(figures))
        begun = time.perf_counter()
        ending = await crawl.run([source], tick)
        figures.links_per_second = links / (time.perf_counter() - begun)
        beating.cancel()
        figures.first_fetch = web.first_fetch - begun
        figures.fetched = ending.totals.pages
    return figures


async def beat(figures: Figures) -> None:
    """Measure the longest pause between two turns of the event loop."""
    while True:
        before, worked = time.perf_counter(), time.thread_time()
        await asyncio.sleep(BEAT_SECONDS)
        figures.block = max(figures.block, time.perf_counter() - before - BEAT_SECONDS)
        figures.busy = max(figures.busy, time.thread_time() - worked)
