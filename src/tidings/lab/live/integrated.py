"""The experiment of integrated crawling: four ways to crawl a growing web while people post links to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, time
from functools import lru_cache
from statistics import median
from typing import NamedTuple

from tidings.archive.write.memory import CountingArchive
from tidings.collection.collection import Collection
from tidings.crawl.again.returning import ReturnTo
from tidings.crawl.pipeline import Pipeline
from tidings.crawl.wiring import wire
from tidings.event.build import build_model
from tidings.job import scorer_of
from tidings.lab.bench.clock import VirtualClock
from tidings.lab.bench.strategies import STRATEGIES, settings_for
from tidings.lab.bench.tasks import Task
from tidings.lab.bench.trial import CachedJudge, LoggedWorkers, WebReader, no_records
from tidings.lab.live.growing import FEED, GrowingTaskWeb, LabPosts, make_posts
from tidings.lab.report.metrics import LoggedVisit
from tidings.lab.serving.in_process import InProcessWeb
from tidings.model import EventModel
from tidings.settings import Settings, StreamsSettings
from tidings.sources.choice import sources
from tidings.sources.mixes import mixed
from tidings.sources.vigil import Vigil
from tidings.store.memory.store import MemoryStore
from tidings.urls import host_of, origin_of

MIXES = ("UN", "FO", "TB", "INT")
HOURS = 120.0
"""Length of a crawl, which begins with the event: the longer one of the paper."""
_SEEN = 0.5
"""Share of the web that a crawl can visit in its time; of the real web, it never sees all."""
_SEEDS = 8
"""Front pages to start from at most, as in the second crawl of the paper."""
_LEAST = 0.5
"""Links that are less likely than not to be about the event are not followed, except by the unfocused crawl.

The paper stops when the relevance at the head of the queue sinks under a threshold, which it does not name.
"""
_HOUR = 3600.0
_RETURN = ReturnTo("due", keeps_going=True)
"""Pages come back at their own rhythm, where links are followed at all: front pages bring news for days."""


class LiveResult(NamedTuple):
    """One crawl of a growing web."""

    mix: str
    task: str
    seed: int
    pages: int
    """Pages visited, without posts and feeds."""
    found: int
    """Pages about the event among them."""
    fresh: float
    """Median hours from the creation of a dated page to its visit."""
    fresh_found: float
    """The same for pages about the event."""
    relevance: float
    """Mean score of the pages visited."""
    path: tuple[tuple[float, float, float, float], ...]
    """Every six hours: hours, pages about the event, median freshness and mean relevance so far."""


def run_all(seed: int, pages: int) -> Iterator[LiveResult]:
    """Crawl every event of a growing web in all four ways."""
    web = _opened(seed, pages)
    for task in web.tasks.values():
        for mix in MIXES:
            yield run_one(seed, pages, task.id, mix)


@lru_cache(maxsize=1)
def _opened(seed: int, pages: int) -> GrowingTaskWeb:
    return GrowingTaskWeb(seed, pages)


def run_one(seed: int, pages: int, name: str, mix: str) -> LiveResult:
    """Crawl one event of a growing web in one way."""
    web = _opened(seed, pages)
    task = web.tasks[name]
    assert task.event.when
    begin = datetime.combine(task.event.when.start.date(), time(6), task.event.when.start.tzinfo)
    settings = _settings(task, mix, seed)
    workers = _crawled(web, task, settings, begin)
    return _result(web, task, workers, begin, mix, seed)


def _settings(task: Task, mix: str, seed: int) -> Settings:
    sites = dict.fromkeys(origin_of(url) for url in (*task.seeds, *task.event.references))
    fronts = [f"{site}/" for site in sites][:_SEEDS]
    settings = settings_for(task, STRATEGIES["auto"], pages=10**6)
    return mixed(
        replace(
            settings,
            seeds=tuple(fronts),
            budget=replace(settings.budget, minutes=HOURS * 60),
            order=replace(settings.order, seed=seed, min_score=0.0 if mix == "UN" else _LEAST),
            streams=StreamsSettings(mix=mix),
        )
    )


def _crawled(web: GrowingTaskWeb, task: Task, settings: Settings, begin: datetime) -> LoggedWorkers:
    clock = VirtualClock(begin)
    model = _model(web, task, settings)
    pipeline = Pipeline(
        settings, model, reader=WebReader(web), recorder=no_records, remembers=False
    )
    workers = LoggedWorkers(CachedJudge(pipeline, lambda _: 0.0), scores=True)
    given = list(sources(settings))
    if settings.streams.mix != "TB":
        given.append(Vigil())
    if settings.streams.mix in ("TB", "INT"):
        given.append(LabPosts(make_posts(web.generated, task, begin, HOURS), clock))
    scorer = scorer_of(settings, model)

    async def crawl() -> None:
        collection = Collection(MemoryStore(), CountingArchive())
        fetcher = InProcessWeb(web.servers, clock, delay=_delay(web))
        crawling = wire(
            settings,
            collection,
            fetcher,
            workers,
            clock,
            link_scorer=lambda: scorer,
            return_to=_RETURN if settings.streams.mix != "TB" else None,
            lockstep=True,
        )
        await crawling.run(given)

    clock.run(crawl())
    return workers


def _delay(web: GrowingTaskWeb) -> float:
    """Return the seconds between two requests to one site with which a crawl sees a part of the web."""
    sites = {host_of(url) for url in web.generated.pages}
    return HOURS * _HOUR * len(sites) / (_SEEN * web.url_count)


def _model(web: GrowingTaskWeb, task: Task, settings: Settings) -> EventModel:
    terms = max(settings.relevance.terms, settings.relevance.link_terms)
    return build_model(replace(task.event, references=()), [], terms)


def _result(
    web: GrowingTaskWeb, task: Task, workers: LoggedWorkers, begin: datetime, mix: str, seed: int
) -> LiveResult:
    first = {visit.url: visit for visit in reversed(workers.visits)}  # later visits bring no page
    visits = [
        visit
        for visit in workers.visits
        if first[visit.url] is visit and web.generated.truth(visit.url) and _is_page(visit)
    ]
    ages = _ages(visits, begin)
    found = [visit for visit in visits if visit.url in task.relevant]
    path = tuple(
        _until(visits, task, begin, hours * _HOUR) for hours in range(6, int(HOURS) + 1, 6)
    )
    return LiveResult(
        mix,
        task.id,
        seed,
        len(visits),
        len({visit.url for visit in found}),
        median(ages) if ages else 0.0,
        median(_ages(found, begin) or [0.0]),
        sum(visit.relevance for visit in visits) / len(visits) if visits else 0.0,
        path,
    )


def _is_page(visit: LoggedVisit) -> bool:
    return not visit.url.endswith(FEED) and host_of(visit.url) != "chirrup.example"


def _ages(visits: Sequence[LoggedVisit], begin: datetime) -> list[float]:
    """Return the hours from creation to visit of the dated pages."""
    start = begin.timestamp()
    dated = [visit for visit in visits if visit.published is not None]
    return [max(start + visit.at - (visit.published or 0.0), 0.0) / _HOUR for visit in dated]


def _until(
    visits: Sequence[LoggedVisit], task: Task, begin: datetime, seconds: float
) -> tuple[float, float, float, float]:
    past = [visit for visit in visits if visit.at <= seconds]
    ages = _ages(past, begin)
    found = len({visit.url for visit in past if visit.url in task.relevant})
    mean = sum(visit.relevance for visit in past) / len(past) if past else 0.0
    return seconds / _HOUR, float(found), median(ages) if ages else 0.0, mean


def summed(results: Sequence[LiveResult]) -> Mapping[str, LiveResult]:
    """Return the medians of all crawls of each mix, found pages summed."""
    made = {}
    for mix in MIXES:
        own = [result for result in results if result.mix == mix]
        paths = list(zip(*(result.path for result in own), strict=True))
        path = tuple(
            (
                at[0][0],
                sum(one[1] for one in at),
                median(one[2] for one in at),
                median(one[3] for one in at),
            )
            for at in paths
        )
        made[mix] = LiveResult(
            mix,
            "all",
            0,
            sum(result.pages for result in own),
            sum(result.found for result in own),
            median(result.fresh for result in own),
            median(result.fresh_found for result in own),
            median(result.relevance for result in own),
            path,
        )
    return made
