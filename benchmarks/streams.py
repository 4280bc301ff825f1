"""A stream of 2,000 posts a second for a minute: how long it blocks the event loop, and whether memory grows."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import NamedTuple

import uvloop

from benchmarks.floors import Floor
from benchmarks.sources import Echo, Figures, beat
from tidings.collection.collection import open_collection
from tidings.crawl.wiring import wire
from tidings.crawl.workers.tasks import GARBAGE
from tidings.model import Event, Message, Stop
from tidings.settings import Budget, Settings
from tidings.sources.streams.queries import Queries
from tidings.sources.streams.stream import Stream
from tidings.web.clock import SystemClock

RATE, SECONDS = 2_000, 60
_BURST = 50
"""Posts that arrive at once."""
_WANTED = 10
"""One in this many posts has a wanted word, many more than of all posts of a service."""
_SETTLED = 0.25
"""Share of the minute after which memory should not grow."""
_SETTINGS = Settings(Event("Flood", {"flood": 1.0}), (), budget=Budget(pages=10**7))


class Firehose:
    """A tap that brings posts at a rate, as long as they are taken."""

    name = "firehose"

    def __init__(self, rate: int, seconds: float) -> None:
        self._total = int(rate * seconds)
        self._pause = _BURST / rate
        self.sent = 0
        self.done = False

    async def messages(self, cursor: str) -> AsyncIterator[Message]:
        """Yield posts in bursts."""
        begun = time.perf_counter()
        while self.sent < self._total:
            for _ in range(_BURST):
                self.sent += 1
                yield Message(_event(self.sent), str(self.sent))
            ahead = begun + self.sent / _BURST * self._pause - time.perf_counter()
            await asyncio.sleep(max(ahead, 0))
        self.done = True
        await asyncio.Event().wait()

    def cursor_at(self, moment: float) -> str:
        """Return nothing."""
        return ""


def _event(number: int) -> bytes:
    said = "the flood in Harwick" if number % _WANTED == 0 else "a walk in the park"
    record = {
        "text": f"{said}, part {number}",
        "langs": ["en"],
        "createdAt": "2024-03-05T10:03:20Z",
    }
    commit = {"operation": "create", "collection": "app.bsky.feed.post", "rkey": f"k{number}"}
    return json.dumps(
        {
            "did": "did:plc:a",
            "time_us": number,
            "kind": "commit",
            "commit": {**commit, "record": record},
        }
    ).encode()


def run() -> Sequence[Floor]:
    """Measure, print and return the floors."""
    gc.set_threshold(GARBAGE)
    with (
        tempfile.TemporaryDirectory(prefix="tidings-bench-") as folder,
        asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
    ):
        burst = runner.run(measure(Path(folder), RATE, SECONDS))
    print(
        f"streams: {burst.rate:,.0f} posts/s for {SECONDS} s, {burst.stored:,} of them stored, event loop blocked for "
        f"at most {burst.block * 1e3:.0f} ms, of them {burst.busy * 1e3:.0f} ms of work, "
        f"memory grew by {burst.growth:.0f} MB",
        flush=True,
    )
    return (
        Floor("posts of a stream a second", burst.rate, 0.95 * RATE, "/s"),
        Floor(
            "work between two turns beside a stream", burst.busy * 1e3, 50.0, " ms", at_most=True
        ),
        Floor("growth of memory beside a stream", burst.growth, 50.0, " MB", at_most=True),
    )


class Burst(NamedTuple):
    """What a stream did to the crawl."""

    block: float
    """Seconds of the longest pause between two turns of the event loop, also while other programs ran."""
    busy: float
    """Seconds that this thread itself worked between two turns."""
    rate: float
    """Posts a second."""
    growth: float
    """Megabytes gained once settled."""
    stored: int


async def measure(folder: Path, rate: int, seconds: float) -> Burst:
    """Let a stream flow, and stop once it is dry."""
    tap, web, figures = Firehose(rate, seconds), Echo(), Figures()
    stream = Stream(tap, lambda: Queries(words=("flood",)), SystemClock())
    settled = 0.0
    with open_collection(folder, prefix="x", warc_megabytes=100) as collection:
        crawl = wire(_SETTINGS, collection, web, web, SystemClock())

        def tick() -> None:
            nonlocal settled
            if not settled and tap.sent > _SETTLED * rate * seconds:
                settled = _megabytes()
            if tap.done:
                crawl.stop(Stop.ASKED)

        beating = asyncio.create_task(beat(figures))
        begun = time.perf_counter()
        ending = await crawl.run([stream], tick)
        spent = time.perf_counter() - begun
        beating.cancel()
        growth = _megabytes() - settled
        return Burst(figures.block, figures.busy, tap.sent / spent, growth, ending.totals.pages)


def _megabytes() -> float:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6
