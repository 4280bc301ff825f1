"""What one crawl and several that share a collection find in the same webs, in virtual time: no machine is too busy."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from dataclasses import replace
from itertools import count
from statistics import mean
from typing import NamedTuple

from tests.engines.postgres_server import Server, postgres
from tidings.archive.write.memory import CountingArchive
from tidings.collection.collection import Collection
from tidings.crawl.pipeline import Pipeline
from tidings.crawl.wiring import wire
from tidings.event.build import build_model
from tidings.lab.bench.clock import VirtualClock
from tidings.lab.bench.strategies import Strategy, settings_for
from tidings.lab.bench.task_webs import GeneratedTaskWeb, MadeTaskWeb, kind_web
from tidings.lab.bench.tasks import Task
from tidings.lab.bench.trial import CachedJudge, LoggedWorkers, WebReader, no_records
from tidings.lab.report.metrics import LoggedVisit
from tidings.lab.web.linking import FAULTS
from tidings.ports import Leases, Store
from tidings.settings import Settings
from tidings.sources.seeds import Seeds
from tidings.store.memory.store import MemoryStore
from tidings.store.postgres.office import PostgresLeases
from tidings.store.postgres.shared import SharedStore

EARLY = 0.2
"""Share of the pages after which the harvest is compared."""
SEEDS, PAGES = (3, 5, 7, 11), 400
"""Seeds of the generated webs of news, and their size; each has four events, which alone say little."""
KINDS = ("encyclopedia", "notices")
"""Other kinds of webs, one of each."""
LEASE = 3600.0
"""Seconds; they pass in real time, and no crawl dies here."""
HOSTS = 200
_SCHEMAS = count()


class Found(NamedTuple):
    """What one crawl and several found about one event."""

    event: str
    alone: float
    """Share of the early pages that were kept, by one crawl."""
    together: float
    differences: int
    """Pages that only one side kept."""
    pages: int

    def __str__(self) -> str:
        shares = f"{self.alone:6.1%} {self.together:6.1%}"
        return (
            f"  {self.event:<34}{shares}  {self.pages:4} pages, {self.differences} on one side only"
        )


class Harvest(NamedTuple):
    """The same for all events."""

    alone: float
    together: float
    differences: int
    events: int

    @property
    def ratio(self) -> float:
        """Return the harvest of several crawls as a share of that of one."""
        return self.together / self.alone


def harvest(
    server: Server, crawls: int, seeds: Sequence[int] = SEEDS, kinds: Sequence[str] = KINDS
) -> Harvest:
    """Crawl the events of some webs to exhaustion, alone and together, and compare the pages."""
    webs: list[MadeTaskWeb] = [GeneratedTaskWeb(seed, PAGES) for seed in seeds]
    webs += [kind_web(kind, seeds[0], PAGES) for kind in kinds]
    found = []
    for web in webs:
        for task in web.tasks.values():
            found.append(compared(server, web, task, crawls))
            print(found[-1], flush=True)
    alone, together = mean(each.alone for each in found), mean(each.together for each in found)
    return Harvest(alone, together, sum(each.differences for each in found), len(found))


def compared(server: Server, web: MadeTaskWeb, task: Task, crawls: int) -> Found:
    """Crawl for one event alone and together."""
    settings = settings_for(task, Strategy(""), pages=10**9, scope=web.scope)
    barred = (*FAULTS, *(f"http://{host}/calendar" for host in web.hosts))
    settings = replace(settings, scope=replace(settings.scope, exclude=barred))
    terms = max(settings.relevance.terms, settings.relevance.link_terms)
    pages = [web.reference(url) for url in task.event.references]
    model = build_model(task.event, pages, terms, keywords=settings.relevance.keywords)
    pipeline = Pipeline(
        settings, model, reader=WebReader(web), recorder=no_records, remembers=False
    )
    judge = CachedJudge(pipeline, lambda _: 0.0)
    one = _visits(web, judge, settings, [(MemoryStore(), None)])
    schema = f"harvest_{next(_SCHEMAS)}"
    delay, budget = settings.fetch.delay, settings.budget
    several: list[tuple[Store, Leases | None]] = []
    for number in range(crawls):
        leases = PostgresLeases(f"c{number}", LEASE, HOSTS, delay, budget)
        several.append((SharedStore(server.url, schema, leases), leases))
    shared = _visits(web, judge, settings, several)
    differences = len(_kept(one) ^ _kept(shared))
    return Found(task.id, _early_share(one), _early_share(shared), differences, len(one))


def _visits(
    web: MadeTaskWeb,
    judge: CachedJudge,
    settings: Settings,
    stores: Sequence[tuple[Store, Leases | None]],
) -> list[LoggedVisit]:
    """Return the pages that crawls with these stores visited together, in their order."""
    clock = VirtualClock(web.start)
    crawling, logs = [], []
    for store, leases in stores:
        workers = LoggedWorkers(judge)
        collection = Collection(store, CountingArchive())
        fetcher = web.fetcher(clock, settings.order.seed, polite=True, arrivals=False)
        crawling.append(
            wire(settings, collection, fetcher, workers, clock, leases=leases, lockstep=True)
        )
        logs.append(workers.visits)

    async def all_of_them() -> None:
        await asyncio.gather(*(crawl.run((Seeds(settings.seeds),)) for crawl in crawling))

    clock.run(all_of_them())
    for store, _ in stores:
        store.close()
    return sorted((visit for log in logs for visit in log), key=lambda visit: visit.at)


def _kept(visits: Sequence[LoggedVisit]) -> set[str]:
    return {visit.url for visit in visits if visit.kept}


def _early_share(visits: Sequence[LoggedVisit]) -> float:
    early = visits[: int(EARLY * len(visits))]
    return len(_kept(early)) / len(early)


if __name__ == "__main__":
    with postgres() as own_server:
        total = harvest(own_server, 3, [int(seed) for seed in sys.argv[1:]] or SEEDS)
    print(
        f"  {total.alone:.1%} {total.together:.1%} {total.ratio:.3f} x, {total.differences} differ"
    )
