"""Pages of a shared collection come back to whichever crawl holds their hosts, and all crawls plan together."""

from __future__ import annotations

import asyncio
import gzip
from contextlib import closing
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import pairwise
from random import Random
from typing import Any
from uuid import uuid4

import psycopg
import pytest

from tests.crawl.test_loop import MODEL, KeepingArchive
from tests.crawl.test_returning import DAY, FRONT, STORY, ChangingWeb, Page, World, flood, steps
from tests.engines.postgres_server import Server
from tests.engines.shared_worker import Hire
from tidings.collection.collection import Collection
from tidings.crawl.again.returning import ReturnTo
from tidings.crawl.progress import Progress
from tidings.crawl.wiring import wire
from tidings.crawl.workers.inline import InlineWorkers
from tidings.crawl.workers.tasks import Setup
from tidings.lab.bench.clock import EPOCH, VirtualClock
from tidings.model import Event, Outcome, Query, Reason, State, Stop, Verdict
from tidings.settings import Budget, RecrawlSettings, RelevanceSettings, Settings
from tidings.sources.seeds import Seeds
from tidings.sources.vigil import Vigil
from tidings.store.entries import Entry
from tidings.store.postgres import statements
from tidings.store.postgres.database import PostgresDatabase
from tidings.store.postgres.office import PostgresLeases
from tidings.store.postgres.reserving import Wish, reserve_requests
from tidings.store.postgres.shared import SharedStore
from tidings.store.sqlite.ledger import SqliteLedger

OTHER = "http://b.example/"


@dataclass
class SharedWorld:
    """A collection over a changing web, crawled run by run, by one crawl or by several."""

    server: Server
    pages: dict[str, Page]
    recrawl: RecrawlSettings = field(default_factory=RecrawlSettings)
    budget: Budget = field(default_factory=Budget)
    schema: str = field(default_factory=lambda: f"test_{uuid4().hex}")
    archive: KeepingArchive = field(default_factory=KeepingArchive)
    log: list[tuple[float, str, int]] = field(default_factory=list)

    def run(
        self,
        begin: float,
        *names: str,
        what: str = "",
        until: float = 0.0,
        keeps_going: bool = False,
    ) -> list[Progress]:
        """Let some crawls run to their end, or until a moment; return how each ended."""
        clock = VirtualClock(EPOCH + timedelta(seconds=begin))
        self.log.clear()
        return_to = ReturnTo(what, keeps_going=keeps_going) if what else None

        async def together() -> list[Progress]:
            crawls = (self._crawl(clock, name, return_to, until) for name in names)
            return await asyncio.gather(*crawls)

        return clock.run(together())

    async def _crawl(
        self, clock: VirtualClock, name: str, return_to: ReturnTo | None, until: float
    ) -> Progress:
        settings = Settings(
            Event("The flood", {"flood": 1.0}),
            (FRONT,),
            budget=self.budget,
            relevance=RelevanceSettings(measure="topic", threshold=0.05),
            recrawl=self.recrawl,
        )
        leases = PostgresLeases(name, 30.0, 100, 1.0, settings.budget)
        leases.share(settings.budget, settings.recrawl.requests_per_day)
        now = lambda: clock.now().timestamp()  # noqa: E731
        store = SharedStore(self.server.url, self.schema, leases, now=now)
        web = ChangingWeb(self.pages, clock)
        with closing(store):
            crawl = wire(
                settings,
                Collection(store, self.archive),
                web,
                InlineWorkers(Setup(settings, MODEL)),
                clock,
                leases=leases,
                return_to=return_to,
                lockstep=True,
            )

            def tick() -> None:
                if until and (clock.now() - EPOCH).total_seconds() >= until:
                    crawl.stop(Stop.ASKED)

            try:
                sources = [Seeds(settings.seeds), *([Vigil()] if until else [])]
                return await crawl.run(sources, tick)
            finally:
                self.log += web.log

    def asked(self) -> list[tuple[str, int]]:
        """Return the URLs that the last run asked for, with the status of each answer."""
        return sorted((url, status) for _, url, status in self.log)

    def visits(self, url: str) -> list[Entry]:
        with closing(PostgresDatabase(self.server.url, self.schema)) as database:
            ledger: Any = SqliteLedger(database)  # type: ignore[arg-type]
            return [entry for entry in ledger.entries(Query(all_visits=True)) if entry.url == url]

    def outcomes(self, url: str) -> list[str]:
        return [visit.outcome for visit in self.visits(url)]

    def sql(self, query: str) -> list[tuple[Any, ...]]:
        with psycopg.connect(self.server.url, autocommit=True) as raw:
            raw.execute(f"SET search_path = {self.schema}".encode())
            cursor = raw.execute(query.encode())
            return cursor.fetchall() if cursor.description else []


def two_pages(server: Server, **more: Any) -> SharedWorld:
    texts = [
        "The dam broke at night.",
        "Helpers came by boat from the coast.",
        "The dam broke at night.",
    ]
    pages = {FRONT: lambda _: flood("Front.", STORY), STORY: steps(*texts, every=30 * DAY)}
    return SharedWorld(server, pages, **more)


def test_a_page_that_another_crawl_visited_is_asked_for_only_if_it_has_changed(
    server: Server,
) -> None:
    world = two_pages(server)
    (ending,) = world.run(0.0, "first")
    assert (ending.state, ending.totals.kept) == (State.FINISHED, 2)
    archived = len(world.archive.records)
    (ending,) = world.run(40 * DAY, "second", what="due")
    assert (ending.state, ending.totals.pages, ending.totals.kept) == (State.FINISHED, 4, 2)
    assert world.asked() == [(FRONT, 304), (STORY, 200)]
    assert world.outcomes(FRONT) == ["kept", "unchanged"]
    assert world.outcomes(STORY) == ["kept", "kept"]
    new = [gzip.decompress(each).decode() for each in world.archive.records[archived:]]
    assert sum("WARC-Type: revisit" in record for record in new) == 1
    assert world.sql("SELECT sum(pages), sum(kept) FROM worker") == [(4, 2)]


def test_a_page_that_changed_back_has_its_first_version_again(server: Server) -> None:
    world = two_pages(server)
    world.run(0.0, "first")
    world.run(40 * DAY, "second", what="all")
    visits = f"SELECT visit.seq FROM visit JOIN link ON link.seq = visit.link WHERE url = '{STORY}'"
    (first,), (second,) = sorted(world.sql(visits))
    current = f"SELECT visit FROM link WHERE url = '{STORY}'"
    assert world.sql(current) == [(second,)]
    world.run(70 * DAY, "third", what="all")
    assert world.outcomes(STORY) == ["kept", "kept", "unchanged"]
    assert world.sql(current) == [(first,)]
    assert world.sql("SELECT outcome FROM link") == [("kept",), ("kept",)]


def test_what_is_remembered_of_a_page_is_the_same_as_in_a_file(server: Server) -> None:
    shared = two_pages(server)
    alone = World(shared.pages)
    for day, crawl in ((0, "first"), (40, "second"), (80, "first")):
        alone.run(day * DAY, "due")
        shared.run(day * DAY, crawl, what="due")
    query = "SELECT url, tracked.etag, tracked.digest, history FROM tracked JOIN link ON link.seq = tracked.link"
    assert sorted(alone.database.connection.execute(query).fetchall()) == sorted(shared.sql(query))
    for url in (FRONT, STORY):
        assert [visit.outcome for visit in alone.visits(url)] == shared.outcomes(url)


@pytest.fixture
def many(server: Server) -> SharedWorld:
    """A collection of twelve stories on as many hosts, visited by one crawl."""
    stories = [f"http://s{number}.example/" for number in range(12)]
    pages: dict[str, Page] = {url: steps(f"Story {url} of the day.") for url in stories}
    pages[FRONT] = lambda _: flood("Front.", *stories)
    world = SharedWorld(server, pages)
    world.run(0.0, "first")
    return world


def test_crawls_share_one_pass_and_all_end_when_nothing_is_due(many: SharedWorld) -> None:
    many.recrawl = RecrawlSettings(least_minutes=0.001, pace_minutes=0.01)
    endings = many.run(40 * DAY, "first", "second", what="all")
    assert [ending.state for ending in endings] == [State.FINISHED] * 2
    assert sorted(url for url, _ in many.asked()) == sorted(many.pages)
    assert all(pages > 0 for (pages,) in many.sql("SELECT pages FROM worker"))
    many.run(41 * DAY, "second", what="all")
    assert len(many.asked()) == 13, "a later pass visits all again"


def test_a_budget_of_pages_counts_from_the_beginning_of_the_pass(many: SharedWorld) -> None:
    many.budget = Budget(pages=13 + 5)
    many.run(40 * DAY, "first", "second", what="all")
    assert len(many.asked()) == 5


def test_crawls_share_the_requests_of_a_day(many: SharedWorld) -> None:
    many.recrawl = RecrawlSettings(requests_per_day=40)
    many.run(40 * DAY, "first", "second", what="all", until=40 * DAY + 600)
    assert len(many.asked()) == 5, (
        "an eighth at once; the clock of the database stands nearly still"
    )
    later = "UPDATE fact SET value = '{} ' || split_part(value, ' ', 2)::float8 - {} || ' 40' WHERE name = 'allowance'"
    many.sql(later.format(0.0, 3 * 3600))
    many.run(40 * DAY + 3 * 3600, "second", "third", what="due", until=40 * DAY + 3 * 3600 + 600)
    assert len(many.asked()) == 4


def test_a_page_counts_what_others_found_on_it(many: SharedWorld) -> None:
    many.schema += "b"
    many.run(0.0, "first", "second", what="due")
    alone = World(many.pages)
    alone.run(0.0, "due")
    query = f"SELECT fruit FROM tracked JOIN link ON link.seq = tracked.link WHERE url = '{FRONT}'"
    (expected,) = alone.database.connection.execute(query).fetchone()
    assert all(pages > 1 for (pages,) in many.sql("SELECT pages FROM worker"))
    assert many.sql(query) == [(pytest.approx(expected),)]


def test_crawls_that_keep_going_visit_each_page_at_its_moment_and_once(many: SharedWorld) -> None:
    every = 120.0
    many.recrawl = RecrawlSettings(least_minutes=1, most_days=every / DAY)
    until = DAY + 5 * every
    endings = many.run(DAY, "first", "second", what="due", until=until, keeps_going=True)
    assert [ending.state for ending in endings] == [State.STOPPED] * 2
    assert all(pages > 0 for (pages,) in many.sql("SELECT pages FROM worker"))
    for url in many.pages:
        times = sorted(at for at, asked, _ in many.log if asked == url)
        gaps = [later - sooner for sooner, later in pairwise(times)]
        assert 3 <= len(times) <= 5
        assert all(every <= gap <= every + 60.0 for gap in gaps)
    assert {status for _, _, status in many.log} == {304}


def test_a_kept_page_of_a_host_that_is_closed_stays_kept_and_is_due_later(hire: Hire) -> None:
    worker = hire("only")
    worker.find(STORY, f"{STORY}/2")
    worker.commit()
    for _ in range(2):
        waiting = worker.pop()
        assert waiting
        worker.visit(waiting)
    worker.commit()
    raw = worker.store.there.raw
    raw.execute("UPDATE link SET due_at = 1")
    worker.commit()
    again = worker.pop()
    assert again
    assert again.is_kept
    worker.frontier.put_back(again, Reason.TIMEOUT, "", counts=True)
    gone = Verdict(Outcome.FAILED, Reason.HOST_GAVE_UP)
    worker.frontier.close(worker.frontier.hosts.by_id[again.host], gone)
    worker.frontier.release(again, 5.0, 1.0)
    worker.commit()
    later = raw.execute("SELECT outcome, due_at > extract(epoch FROM now()) FROM link").fetchall()
    assert later == [("kept", True)] * 2
    assert worker.leases.is_complete


def test_a_page_comes_back_as_all_crawls_know_it(hire: Hire) -> None:
    """A crawl may know a link only as one that it passed over, say because it is too deep there."""
    first, second = hire("first"), hire("second")
    first.find(STORY, depth=1)
    first.commit()
    waiting = first.pop()
    assert waiting
    first.visit(waiting)
    first.commit()
    first.commit()  # its host has no links any more
    second.find(STORY, barred=Reason.NOFOLLOW, depth=9, hops=3)
    second.commit()
    second.store.there.raw.execute("UPDATE link SET due_at = 1")
    second.commit()
    again = second.pop()
    assert again
    assert again.is_kept
    assert (again.candidate.link.depth, again.candidate.link.hops) == (1, 0)


def test_a_plan_is_made_by_the_crawl_that_notes_it_first(hire: Hire, server: Server) -> None:
    first, second = hire("first"), hire("second")
    for worker, is_first in ((first, True), (second, False), (second, True)):
        with worker.store.tracked.planning("phase") as found:
            assert found is is_first
            if found:
                worker.store.state.note("phase", f"by {worker.leases.worker}")
    assert second.store.state.noted("phase") == "by second"
    first.commit()
    assert first.store.state.noted("phase") == "by first"
    server.stop("immediate")
    with second.store.tracked.planning("phase") as found:
        assert not found
    server.start()
    assert second.store.state.noted("phase") == "by second"
    second.commit()
    third = hire("third")
    assert third.store.state.noted("phase") == "by second"


@pytest.mark.parametrize("per_day", [3, 24, 200])
def test_no_24_hours_bring_more_requests_than_allowed(hire: Hire, per_day: int) -> None:
    """Three crawls use what they reserved at any time; some are killed before they say so."""
    crawls = [hire(name) for name in ("a", "b", "c")]
    raw, chance = crawls[0].store.there.raw, Random(per_day)
    now, moments, held = 0.0, list[float](), [0, 0, 0]
    while now < 4 * DAY:
        passed = chance.expovariate(6 * per_day / DAY)
        now += passed
        raw.execute(PASS_TIME, (passed,))
        crawl, made = chance.randrange(3), 0
        if chance.random() < 0.7:
            made = chance.randint(0, held[crawl])
            moments += [now] * made
        name = crawls[crawl].leases.worker
        if chance.random() < 0.02:
            raw.execute(statements.JOIN, (name,))
            made = 0
        given = made, Wish(0, chance.choice((0, 1, 100)), 3), 30.0
        held[crawl] = reserve_requests(raw, name, per_day, *given)
    most = max(sum(begin <= at < begin + DAY for at in moments) for begin in moments)
    assert most <= per_day
    assert len(moments) > 2 * per_day or per_day < 5


PASS_TIME = """
UPDATE fact SET value = concat_ws(' ', split_part(value, ' ', 1), split_part(value, ' ', 2)::float8 - %s,
                                  split_part(value, ' ', 3))
WHERE name = 'allowance'
"""
