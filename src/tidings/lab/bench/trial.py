"""One crawl of the lab: a task, a strategy and a seed, run by the real crawler in virtual time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cached_property
from pathlib import Path
from random import Random
from typing import NamedTuple

from tidings.archive.write.memory import CountingArchive
from tidings.collection.collection import Collection
from tidings.collection.link_model import leave_links, recall_links
from tidings.crawl.loop import Crawl
from tidings.crawl.pipeline import Pipeline
from tidings.errors import TidingsError, Unreadable
from tidings.event.build import build_model
from tidings.lab.bench.clock import VirtualClock
from tidings.lab.bench.grounds import Ground
from tidings.lab.bench.strategies import Strategy, settings_for
from tidings.lab.bench.svm import NEGATIVES, SvmRelevance
from tidings.lab.bench.tasks import Task
from tidings.lab.recorded.scores import RememberedRelevance, ScoreStore
from tidings.lab.report.metrics import Curve, Truth, Visit, curve, measure
from tidings.model import Capture, EventModel, Judged, Link, Outcome, Page
from tidings.ports import Fetcher, Relevance
from tidings.read import Finished, Opened
from tidings.settings import RelevanceSettings, Settings
from tidings.sources.seeds import Seeds
from tidings.store.sqlite.database import Database


class Conditions(NamedTuple):
    """What is the same for all crawls of an experiment."""

    share: float = 1.0
    """How much of the reachable pages a crawl may visit."""
    polite: bool = True
    """Without politeness one page is fetched after the other, in no time, whatever its host."""
    begin: datetime | None = None
    """When crawls begin; an address is there from its first capture on."""
    since: datetime | None = None
    """From when on a page counts as new; else from the beginning, if there is one."""
    models: str = ""
    """The folder in which crawls leave their link models, each in a folder of its task, strategy and seed."""


class Result(NamedTuple):
    """What became of one crawl."""

    strategy: str
    ground: str
    task: str
    seed: int
    ending: str
    figures: dict[str, float | None]
    curve: Curve


class Bench:
    """Runs crawls of one task on one ground; what it learns about pages serves all of them."""

    def __init__(self, ground: Ground, task: Task, store: ScoreStore, referee: Strategy) -> None:
        self._ground = ground
        self._task = task
        self._store = store
        self._models: dict[int, EventModel] = {}
        self._referee = self._relevance(settings_for(task, referee, pages=1))

    def run(self, name: str, strategy: Strategy, seeds: Sequence[int], conditions: Conditions) -> list[Result]:  # fmt: skip
        """Crawl once for every seed."""
        limit = self._limit(conditions.share)
        settings = settings_for(self._task, strategy, pages=limit, scope=self._ground.scope)
        pipeline = Pipeline(
            settings,
            self._model(settings.relevance),
            reader=_Known(self._ground),
            relevance=self._svm if strategy.svm else self._relevance(settings),
            recorder=_no_records,
        )
        judge = _Judge(pipeline, self._worth)
        return [self._crawl(name, _seeded(settings, seed), judge, conditions) for seed in seeds]

    def _crawl(
        self, name: str, settings: Settings, judge: _Judge, conditions: Conditions
    ) -> Result:
        clock = VirtualClock(conditions.begin or self._ground.start)
        start, seed = clock.now(), settings.order.seed
        fetcher = _LoggedFetcher(
            self._ground.fetcher(
                clock, seed, polite=conditions.polite, arrivals=conditions.begin is not None
            )
        )
        workers = _LoggedWorkers(judge)
        if not conditions.polite:
            settings = replace(settings, fetch=replace(settings.fetch, connections=1))
        models = Path(conditions.models, f"{self._task.id}-{name.partition(':')[0]}-{seed}")
        ending = clock.run(
            _crawl(settings, fetcher, workers, clock, models if conditions.models else None)
        )
        task, limit = self._task, settings.budget.pages
        since = conditions.since or conditions.begin
        figures = measure(
            workers.visits,
            Truth(task.relevant, self._ground.size(task), task.unjudged),
            limit=limit,
            start=start.timestamp(),
            since=since.timestamp() if since else None,
        )
        figures["considered"] = len(fetcher.requested)
        path = curve(workers.visits, task.relevant, min(limit, self._ground.size(task)))
        return Result(name, self._ground.digest, task.id, seed, ending, figures, path)

    def _limit(self, share: float) -> int:
        """Return how many pages a crawl may visit: a share of those in reach, or whatever there is."""
        if share < 1:
            return max(1, round(share * self._ground.size(self._task)))
        return self._ground.addresses

    def _model(self, relevance: RelevanceSettings) -> EventModel:
        terms = max(relevance.terms, relevance.link_terms)
        if terms not in self._models:
            pages = [self._ground.reference(url) for url in self._task.event.references]
            self._models[terms] = build_model(self._task.event, pages, terms)
        return self._models[terms]

    def _relevance(self, settings: Settings) -> Relevance:
        model = self._model(settings.relevance)
        scores = self._store.scores(model, settings.relevance)
        return RememberedRelevance(model, settings.relevance, scores)

    @cached_property
    def _svm(self) -> Relevance:
        """A machine trained on the references, against a sample of this web."""
        references = self._task.event.references
        if not references:
            raise TidingsError(
                f"--strategy: found svm for {self._task.id}, which has no references; allowed: other strategies"
            )
        sample = self._ground.sample(NEGATIVES)
        negatives = [page for page in sample if page.url not in references]
        return SvmRelevance([self._ground.reference(url) for url in references], negatives)

    def _worth(self, capture: Capture) -> float:
        """Return what a page adds to the accumulated relevance."""
        page: Page = self._ground.read(capture)
        return self._referee.score(page).value


class _Known:
    """Opens captures of a ground: their pages were read before, with care."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground

    def open(self, capture: Capture, depth: int = 0) -> Opened:
        """Return a page of the ground."""
        return Finished(self._ground.read(capture, depth))


def _seeded(settings: Settings, seed: int) -> Settings:
    """Return settings with another seed; the first crawl has the task's own order of seed pages."""
    seeds = list(settings.seeds)
    if seed:
        Random(seed).shuffle(seeds)
    return replace(settings, seeds=tuple(seeds), order=replace(settings.order, seed=seed))


async def _crawl(
    settings: Settings,
    fetcher: _LoggedFetcher,
    workers: _LoggedWorkers,
    clock: VirtualClock,
    models: Path | None,
) -> str:
    database = Database(None)
    try:
        recall_links(database, settings.order, Path())
        collection = Collection(database, CountingArchive())
        crawl = Crawl(settings, collection, fetcher, workers, clock, lockstep=True)
        ending = await crawl.run((Seeds(settings.seeds),))
        if models:
            leave_links(database, models)
        return f"{ending.state.value}: {ending.reason}"
    finally:
        database.close()


class _Judge:
    """Judges each capture once per depth, for all crawls with the same settings."""

    def __init__(self, pipeline: Pipeline, worth: Callable[[Capture], float]) -> None:
        self._pipeline = pipeline
        self._worth = worth
        self._known: dict[tuple[str, datetime, int], tuple[Judged, float]] = {}

    def judge(self, link: Link, capture: Capture) -> tuple[Judged, float]:
        """Return the judgement of a capture, and what it is worth."""
        key = capture.url, capture.captured_at, link.depth
        known = self._known.get(key)
        if known is None:
            judged = self._pipeline.process(link, capture)
            worth = 0.0 if judged.score is None else self._worth(capture)
            known = self._known[key] = judged, worth
        return known


class _LoggedFetcher:
    """A fetcher that remembers which URLs were requested."""

    def __init__(self, fetcher: Fetcher) -> None:
        self._fetcher = fetcher
        self.delay = fetcher.delay
        self.close = fetcher.close
        self.requested: set[str] = set()

    async def fetch(self, link: Link) -> Sequence[Capture]:
        """Fetch a link and remember its URL."""
        self.requested.add(link.url)
        return await self._fetcher.fetch(link)


class _LoggedWorkers:
    """Workers that process each capture at once, in this process, and log it as a visit."""

    outstanding = 0

    def __init__(self, judge: _Judge) -> None:
        self._judge = judge
        self.visits: list[Visit] = []

    def submit(self, link: Link, capture: Capture) -> asyncio.Future[Judged]:
        """Return a future that already holds the result."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Judged] = loop.create_future()
        try:
            judged, worth = self._judge.judge(link, capture)
        except Exception as error:  # one odd page must not end an experiment
            future.set_exception(Unreadable(f"reading failed: {type(error).__name__}: {error}"))
            self.visits.append(Visit(capture.url, loop.time()))
            return future
        kept = judged.verdict.outcome is Outcome.KEPT
        published = judged.published.moment.timestamp() if judged.published else None
        self.visits.append(Visit(capture.url, loop.time(), kept, published, worth))
        future.set_result(judged)
        return future

    async def close(self) -> None:
        """Do nothing: there are no processes."""


def _no_records(capture: Capture, facts: object) -> tuple[bytes, int, str]:
    """Make no archive records: in the lab nobody reads them."""
    return b"", 0, ""
