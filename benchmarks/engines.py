"""Several crawls in one collection: pages a second of the store and of the whole job, claims, and what is kept."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from uuid import uuid4

import psycopg

from benchmarks.floors import Floor
from benchmarks.shared_crawls import JOB_PAGES, whole_job
from benchmarks.shared_harvest import harvest
from tests.engines.postgres_server import Server, postgres
from tidings.frontier.embedded import Frontier
from tidings.frontier.scope import ScopeRules
from tidings.model import Candidate, Link, Outcome, Reason, Verdict, Visit, Waiting
from tidings.settings import Budget, Scope
from tidings.store.postgres.database import PostgresDatabase, Raw, only_row
from tidings.store.postgres.office import PostgresLeases
from tidings.store.postgres.shared import SharedStore
from tidings.urls import url_id

CRAWLS = (1, 2, 4)
SECONDS = 15.0
PUSH = 1.0
"""Seconds between two pushes, as in a crawl."""
LINKS, HOSTS = 10, 400
"""Links found on a page, and hosts they lead to."""
LEAST_RATE = 500.0
LEAST_SPEEDUP = 1.0
"""Two crawls of one process each are no slower than one, on two cores that the database and the web share."""
TOGETHER, LEAST_HARVEST = 3, 0.95
PARTITIONS = 16
FEW, MANY = 100_000, int(os.environ.get("TIDINGS_MANY_LINKS", "10000000"))
CLAIMS = 45
"""Of 20 hosts each, which are fewer than there are."""
_KEPT = Verdict(Outcome.KEPT, Reason.SCORE, "0.9")
_NOW = datetime(2026, 1, 1, tzinfo=UTC)
_HOSTS = "INSERT INTO host (name, top) SELECT 'h' || n || '.example', (n * 7919::bigint %% 1009) / 1009.0 FROM generate_series(1, %s) AS n"
_LINKS = """
INSERT INTO link (id, host, phase, score, depth, hops, parent, found_at, url, anchor, context, channel)
SELECT n, n %% %s + 1, 0, (n %% 997) / 997.0, 1, 0, 0, 0.0,
       'http://h' || n %% %s + 1 || '.example/' || n, '', '', 'link'
FROM generate_series(1, %s) AS n
"""
_SIZE = """
SELECT sum(pg_total_relation_size(oid))::bigint FROM pg_class
WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND relname ~ '^link(_[0-9]+)?$'
"""


def run() -> list[Floor]:
    """Measure with a throw-away server, without fsync, on this computer."""
    with postgres() as server:
        rates = {(crawls, 0): rate(server, crawls) for crawls in CRAWLS}
        rates[2, PARTITIONS] = rate(server, 2, PARTITIONS)
        print("\nengines: pages pushed a second, with claims, visits and 10 links each")
        for (crawls, parts), pages in rates.items():
            print(f"  {crawls} crawls, {parts:2} partitions {pages:8.0f} pages/s", flush=True)
        print("engines: pages a second of the whole job")
        files, jobs = whole_job(server, CRAWLS)
        for name, job in files.items():
            print(f"  {name:<24}{job.rate:8.1f} pages/s", flush=True)
        for crawls, job in jobs.items():
            print(
                f"  PostgreSQL, {crawls} crawls    {job.rate:8.1f} pages/s, "
                f"{job.rate / jobs[1].rate:.2f} x one, {job.pages} pages",
                flush=True,
            )
        print(f"engines: kept of the first fifth by one crawl and by {TOGETHER}", flush=True)
        found = harvest(server, TOGETHER)
        print(
            f"  {found.events} events: {found.alone:.1%} and {found.together:.1%}; "
            f"pages that only one side kept: {found.differences}",
            flush=True,
        )
        few, many, divided = claim_seconds(server, (FEW, 0), (MANY, 0), (MANY, PARTITIONS))
    print(
        f"  a claim among {FEW:,} links {few * 1e3:.1f} ms, among {MANY:,} {many * 1e3:.1f} ms, "
        f"in {PARTITIONS} partitions {divided * 1e3:.1f} ms"
    )
    return [
        Floor("shared store, pages of all crawls", max(rates.values()), LEAST_RATE, "/s"),
        Floor("whole job of two crawls over one", jobs[2].rate / jobs[1].rate, LEAST_SPEEDUP, "x"),
        Floor(
            "pages fetched beyond a shared budget",
            max(job.pages for job in jobs.values()) - JOB_PAGES,
            0.5,
            "",
            at_most=True,
        ),
        Floor(f"harvest of {TOGETHER} crawls over one", found.ratio, LEAST_HARVEST, "x"),
        Floor("pages that only one side kept", found.differences, 0.5, "", at_most=True),
        Floor(f"claim among {MANY:,} links over {FEW:,}", many / few, 3.0, "x", at_most=True),
        Floor("the same, divided by host", divided / few, 3.0, "x", at_most=True),
    ]


def rate(server: Server, crawls: int, parts: int = 0) -> float:
    """Return the pages that some crawls, each in a process, finish in a second together."""
    schema = f"rate_{uuid4().hex}"
    PostgresDatabase(server.url, schema, parts=parts).close()
    command = [sys.executable, "-m", "benchmarks.engines", server.url, schema]
    processes = [
        subprocess.Popen([*command, f"c{number}"], stdout=subprocess.PIPE, text=True)
        for number in range(crawls)
    ]
    return sum(float(process.communicate()[0]) for process in processes)


def claim_seconds(server: Server, *sizes: tuple[int, int]) -> list[float]:
    """Return the median times of claiming 20 more hosts with their links, among so many links in so many partitions.

    The collections take turns, so that other work slows them alike.
    """
    with ExitStack() as stack:
        collections = [stack.enter_context(_loaded(server, *size)) for size in sizes]
        times = [[_claim(raw) for raw in collections] for _ in range(CLAIMS)]
    return [statistics.median(each) for each in zip(*times, strict=True)]


@contextmanager
def _loaded(server: Server, links: int, parts: int) -> Iterator[Raw]:
    """Make a collection of waiting links."""
    schema = f"claim_{uuid4().hex}"
    PostgresDatabase(server.url, schema, parts=parts).close()
    hosts = links // 100
    with psycopg.connect(server.url, autocommit=True) as raw:
        raw.execute(f"SET search_path = {schema}".encode())
        raw.execute(_HOSTS, (hosts,))
        raw.execute(_LINKS, (hosts, hosts, links))
        raw.execute("ANALYZE")
        (size,) = only_row(raw, _SIZE)
        print(f"  {links:,} links, {parts} partitions: {size / links:.0f} bytes each", flush=True)
        yield raw
        raw.execute(f"DROP SCHEMA {schema} CASCADE".encode())


def _claim(raw: Raw) -> float:
    leases = PostgresLeases("claimer", 3600.0, 10_000, 1.0, Budget())
    began = time.perf_counter()
    with raw.transaction():
        claimed = leases._claim(raw, 20)
        leases._pull(raw, list(claimed.values()), list(claimed))
    assert len(claimed) == 20
    return time.perf_counter() - began


class _Crawl:
    """A crawl whose pages need no network, and lead to 10 random links each."""

    def __init__(self, url: str, schema: str, name: str) -> None:
        self._leases = PostgresLeases(name, 30.0, 200, 0.0, Budget(pages=10**9))
        self._store = SharedStore(url, schema, self._leases)
        self._frontier = Frontier(self._store.links, ScopeRules(Scope(depth=1_000_000), 0.0, 5))
        self._frontier.share()
        self._name, self._number = name, 0
        self.pages = 0

    def find(self, count: int) -> None:
        """Find links nobody knows."""
        candidates = []
        for _ in range(count):
            self._number += 1
            host = self._number * 7919 % HOSTS
            url = f"http://h{host}.example/{self._name}/{self._number}"
            score = (self._number * 7919 % 1000) / 1000
            link = Link(url, "http://h0.example/", depth=1)
            candidates.append(Candidate(url_id(url), score, link))
        self._frontier.add(candidates, 1.0)

    def visit(self, waiting: Waiting) -> None:
        """Enter a page and its links."""
        url = waiting.candidate.link.url
        self._store.visits.save(waiting.seq, Visit(url, _NOW, 200, _KEPT, title="A"), None)
        self._frontier.count_answer(waiting, healthy=True)
        self._frontier.finish(waiting, _KEPT)
        self.find(LINKS)
        self._frontier.release(waiting, 0.0, 0.0)
        self.pages += 1

    def push(self) -> None:
        """Exchange with the others."""
        sharing = self._frontier.sharing
        assert sharing
        sharing.exchange(self._leases, 1.0)
        self._store.commit()
        sharing.exchange(self._leases, 1.0)

    def work(self, seconds: float) -> float:
        """Work at full speed, and return the pages of a second."""
        self.find(2_000)
        self.push()
        self.push()
        began = pushed = time.monotonic()
        while (now := time.monotonic()) < began + seconds:
            waiting = self._frontier.pop(1e12)
            if waiting:
                self.visit(waiting)
            if waiting is None or now > pushed + PUSH:
                self.push()
                pushed = time.monotonic()
        self.push()
        return self.pages / (time.monotonic() - began)


if __name__ == "__main__":
    print(_Crawl(*sys.argv[1:4]).work(SECONDS))
