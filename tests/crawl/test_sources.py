"""Sources that push links and captures: they neither hold up the crawl nor lose anything when it is killed."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tidings.archive.write.memory import CountingArchive
from tidings.collection.collection import Collection
from tidings.crawl import loop
from tidings.crawl.wiring import wire
from tidings.crawl.workers.inline import InlineWorkers
from tidings.crawl.workers.tasks import Setup
from tidings.event.file import load
from tidings.job import running
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
from tidings.ports import LinkScorer, Source
from tidings.settings import Budget, RelevanceSettings, Settings
from tidings.sources.seeds import Seeds
from tidings.store.sqlite.database import Database
from tidings.store.sqlite.ledger import SqliteLedger
from tidings.store.sqlite.store import SqliteStore
from tidings.urls import host_of
from tidings.web.clock import SystemClock

HOSTS = 1_000
MODEL = EventModel({"flood": 1.0}, {}, None)
SETTINGS = Settings(
    Event("Flood", {"flood": 1.0}),
    ("http://a.example/",),
    budget=Budget(pages=10**6),
    relevance=RelevanceSettings(measure="topic"),
)
REJECTED = Verdict(Outcome.REJECTED, Reason.SCORE, "0.100, threshold 0.4")
LONGEST_BLOCK = 0.25
"""Seconds of CPU time in one turn of the event loop; about 0.03 on a quiet machine (benchmarks/sources.py)."""


class Numbered:
    """A resumable source of numbered links that never waits."""

    name = "numbered"

    def __init__(self, count: int) -> None:
        self._count = count
        self._next = 0
        self.begun_at = 0
        self.done = False

    async def __aiter__(self) -> AsyncIterator[Link]:
        while self._next < self._count:
            self._next += 1
            yield Link(_url(self._next), anchor=f"Part {self._next}", channel=Channel.FEED)
        self.done = True

    @property
    def cursor(self) -> str:
        return str(self._next)

    def resume(self, cursor: str) -> None:
        self._next = self.begun_at = int(cursor or 0)


def _url(number: int) -> str:
    return f"http://h{number % HOSTS}.example/{number}"


class NumberedCaptures(Numbered):
    """A resumable source of captures that never waits."""

    name = "captures"

    async def __aiter__(self) -> AsyncIterator[Capture]:  # type: ignore[override]
        async for link in super().__aiter__():
            yield page(link.url)


class Echo:
    """A fetcher and workers that answer at once, with a rejected page."""

    outstanding = 0

    def __init__(self, delay: float = 0.0) -> None:
        self._delay = delay
        self.first_at: float | None = None

    async def fetch(self, link: Link) -> Fetched:
        if self.first_at is None:
            self.first_at = time.thread_time()
        return Fetched(page(link.url))

    def delay(self, url: str) -> float:
        return self._delay

    def submit(
        self, link: Link, source: Capture | Snapshot, parts: Sequence[Capture] = ()
    ) -> asyncio.Future[Visit]:
        future: asyncio.Future[Visit] = asyncio.get_running_loop().create_future()
        future.set_result(Visit(source.url, source.captured_at, 200, REJECTED, score=Score(0.1)))
        return future

    async def close(self) -> None: ...


class Slow(Echo):
    """Workers that answer a few turns later."""

    seconds = 0.005

    def submit(
        self, link: Link, source: Capture | Snapshot, parts: Sequence[Capture] = ()
    ) -> asyncio.Future[Visit]:
        known = super().submit(link, source, parts)
        future: asyncio.Future[Visit] = asyncio.get_running_loop().create_future()
        asyncio.get_running_loop().call_later(
            self.seconds, lambda: future.set_result(known.result())
        )
        return future


class ByHost:
    """A link scorer that gives each host its own score."""

    def score(self, link: Link, parent: Score) -> float:
        return int(host_of(link.url).split(".")[0][1:]) / HOSTS * parent.value


def page(url: str) -> Capture:
    headers = (("Content-Type", "text/html"),)
    return Capture(url, datetime.now(UTC), 200, headers, b"<p>Nothing about it.")


class Killed(BaseException):
    """Ends a crawl as kill -9 would: without a commit."""


def crawl(
    database: Database, source: Source, web: Echo, scorer: LinkScorer | None = None, most: int = 0
) -> None:
    """Crawl until the source is done, or kill the crawl in some turn."""
    turns = 0

    async def run() -> None:
        collection = Collection(SqliteStore(database), CountingArchive())
        make = (lambda: scorer) if scorer else None
        running = wire(SETTINGS, collection, web, web, SystemClock(), link_scorer=make)

        def tick() -> None:
            nonlocal turns
            turns += 1
            if turns == most:
                raise Killed
            if getattr(source, "done", False):
                running.stop(Stop.ASKED)

        await running.run([source], tick)

    asyncio.run(run())


# Back-pressure


@pytest.mark.parametrize("count", [3_000, pytest.param(100_000, marks=pytest.mark.slow)])
def test_a_flood_of_links_does_not_hold_up_the_crawl(tmp_path: Path, count: int) -> None:
    longest = 0.0

    async def beat() -> None:
        nonlocal longest
        while True:
            before = time.thread_time()  # other processes on a busy machine do not count
            await asyncio.sleep(0.001)
            longest = max(longest, time.thread_time() - before)

    async def run() -> float:
        source, web = Numbered(count), Echo(delay=1.0)
        collection = Collection(SqliteStore(Database(tmp_path / "tidings.db")), CountingArchive())
        running = wire(SETTINGS, collection, web, web, SystemClock(), link_scorer=ByHost)
        beating = asyncio.create_task(beat())
        begun = time.thread_time()
        await running.run([source], lambda: running.stop(Stop.ASKED) if source.done else None)
        beating.cancel()
        collection.close()
        assert web.first_at
        return web.first_at - begun

    assert asyncio.run(run()) < 1.0
    assert longest < LONGEST_BLOCK
    database = Database(tmp_path / "tidings.db", read_only=True)
    (known,) = database.connection.execute("SELECT count(*) FROM link").fetchone()
    assert known == count
    database.close()


def test_all_sources_together_take_no_more_in_one_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    database, links_at_first_fetch = Database(None), 0
    monkeypatch.setattr(loop, "ITEMS_AT_ONCE", 10)

    async def run() -> None:
        begun = asyncio.Event()

        class Watched(Echo):
            async def fetch(self, link: Link) -> Fetched:
                begun.set()
                await asyncio.sleep(60)
                return await super().fetch(link)

        nonlocal links_at_first_fetch
        web = Watched()
        collection = Collection(SqliteStore(database), CountingArchive())
        running = wire(SETTINGS, collection, web, web, SystemClock())
        sources = [Seeds([f"http://s{n}.example/{m}" for m in range(50)]) for n in range(20)]
        task = asyncio.create_task(running.run(sources))
        await begun.wait()
        links_at_first_fetch = SqliteLedger(database).count()
        task.cancel()

    asyncio.run(run())
    # A source takes an item before it looks for room, and the second turn may have begun.
    assert 10 <= links_at_first_fetch <= 2 * (10 + 20)


def test_known_captures_do_not_hold_up_the_crawl() -> None:
    database = Database(None)
    crawl(database, NumberedCaptures(200), Echo())
    beats = 0

    async def run() -> None:
        nonlocal beats
        web, source = Echo(), NumberedCaptures(200)
        source.name = "again"
        collection = Collection(SqliteStore(database), CountingArchive())
        running = wire(SETTINGS, collection, web, web, SystemClock())
        task = asyncio.create_task(running.run([source]))
        while not task.done():
            beats += 1
            await asyncio.sleep(0)

    asyncio.run(run())
    assert beats >= 200 / loop.ITEMS_AT_ONCE


def test_a_source_that_waits_for_room_does_not_keep_the_loop_busy() -> None:
    turns, count = 0, 3 * SETTINGS.fetch.connections
    slow, source = Slow(), NumberedCaptures(count)
    slow.seconds = 0.3

    async def run() -> None:
        collection = Collection(SqliteStore(Database(None)), CountingArchive())
        running = wire(SETTINGS, collection, slow, slow, SystemClock())

        def tick() -> None:
            nonlocal turns
            turns += 1
            if source.done:
                running.stop(Stop.ASKED)

        await running.run([source], tick)

    asyncio.run(run())
    assert source.done
    assert turns < 3 * count, "each capture is begun, read and entered"


# Scores


def test_pushed_links_get_the_scores_of_the_link_scorer() -> None:
    database = Database(None)
    crawl(database, Numbered(500), Echo(), ByHost())
    rows = database.connection.execute("SELECT url, score, channel FROM link")
    for url, score, channel in rows:
        assert (score, channel) == (ByHost().score(Link(url), Score(1.0)), "feed")


def test_seeds_need_no_score() -> None:
    database = Database(None)
    crawl(database, Seeds(["http://h1.example/"]), Echo(), ByHost())
    assert database.connection.execute("SELECT score FROM link").fetchone() == (1.0,)


def test_a_job_scores_the_links_that_sources_push(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "event.toml"
    path.write_text(
        'name = "Flood"\nseeds = ["http://a.example/"]\n[what]\nkeywords = ["flood"]\n'
        '[relevance]\nmeasure = "topic"\n[order]\npolicy = "best-first"\n',
        encoding="utf-8",
    )
    settings, wired = load(path), []
    monkeypatch.setattr(running, "wire", lambda *_, link_scorer, **__: wired.append(link_scorer))
    setup = Setup(settings, MODEL)
    for source in (Seeds(settings.seeds), Numbered(1)):
        running._wired(setup, None, None, InlineWorkers(setup), SystemClock(), [source], None, None)  # type: ignore[arg-type]
    unscored, scored = wired
    assert unscored is None
    flood, sport = (
        Link("http://b.example/", anchor=anchor, channel=Channel.FEED)
        for anchor in ("The flood", "Sport")
    )
    scorer = scored()
    assert scorer.score(flood, Score(1.0)) > scorer.score(sport, Score(1.0))


# Resuming


def committed(path: Path) -> tuple[int, set[str]]:
    """Return the saved position of a source, and the links that are durable."""
    database = Database(path)
    state = SqliteStore(database).state
    cursor = int(state.cursor("numbered") or state.cursor("captures") or 0)
    urls = {entry.url for entry in SqliteLedger(database).entries()}
    database.close()
    return cursor, urls


@pytest.mark.parametrize("most", [1, 3, 8, 20])
def test_a_killed_crawl_goes_on_behind_the_last_committed_link(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    monkeypatch.setattr(loop, "COMMIT_PAGES", 30)
    path = tmp_path / "tidings.db"
    database = Database(path)
    with pytest.raises(Killed):
        crawl(database, Numbered(2_000), Echo(), most=most)
    database.close()  # whatever was not committed is lost
    cursor, urls = committed(path)
    assert urls == {_url(number) for number in range(1, cursor + 1)}
    assert cursor > 0 or most < 8
    source = Numbered(2_000)
    crawl(Database(path), source, Echo())
    assert source.begun_at == cursor
    assert committed(path) == (2_000, {_url(number) for number in range(1, 2_001)})


@pytest.mark.parametrize("most", [2, 5, 9, 14])
def test_captures_at_workers_hold_back_the_position_of_their_source(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    monkeypatch.setattr(loop, "COMMIT_PAGES", 1)
    path = tmp_path / "tidings.db"
    database = Database(path)
    with pytest.raises(Killed):
        crawl(database, NumberedCaptures(500), Slow(), most=most)
    database.close()
    cursor, urls = committed(path)
    assert urls >= {_url(number) for number in range(1, cursor + 1)}
    crawl(Database(path), NumberedCaptures(500), Slow())
    cursor, urls = committed(path)
    assert cursor == 500
    assert urls == {_url(number) for number in range(1, 501)}
