"""Crawls of the lab: one task, strategy and seed each, run by the real crawler in virtual time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cached_property
from pathlib import Path
from random import Random
from typing import NamedTuple

from tidings.archive.write.memory import CountingArchive
from tidings.collection.collection import Collection
from tidings.collection.models.link_model import leave_links, restore_links
from tidings.crawl.pipeline import Pipeline
from tidings.crawl.wiring import wire
from tidings.errors import TidingsError, Unreadable
from tidings.event.build import build_model
from tidings.lab.bench.clock import VirtualClock
from tidings.lab.bench.second_look import looked_at_again
from tidings.lab.bench.strategies import Strategy, settings_for
from tidings.lab.bench.svm import NEGATIVES, SvmRelevance
from tidings.lab.bench.task_webs import TaskWeb
from tidings.lab.bench.tasks import Task
from tidings.lab.recorded.scores import CachedRelevance, ScoreStore
from tidings.lab.report.metrics import Curve, LoggedVisit, Truth, curve, measure
from tidings.model import Capture, EventModel, Fetched, Link, Outcome, Reason, Snapshot, Visit
from tidings.ports import Fetcher, Opened, Relevance
from tidings.read.reader import Finished
from tidings.settings import RelevanceSettings, Settings
from tidings.sources.seeds import Seeds
from tidings.store.memory.store import MemoryStore


class Conditions(NamedTuple):
    """Conditions that all crawls of an experiment share."""

    share: float = 1.0
    """Share of the reachable pages that a crawl may visit."""
    polite: bool = True
    """False: one page after the other, in the strategy's order and without delay."""
    begin: datetime | None = None
    """Start of the crawls in a growing web: a URL exists from its first capture on."""
    since: datetime | None = None
    """A page published since then counts as new; default: ``begin``."""
    models: str = ""
    """Folder for the link models of the crawls, in subfolders TASK-STRATEGY-SEED; empty: none."""


class Result(NamedTuple):
    """The figures of one crawl."""

    strategy: str
    web: str
    """Digest of the web."""
    task: str
    seed: int
    ending: str
    figures: dict[str, float | None]
    curve: Curve


class Bench:
    """Run the crawls of one task on one web; models and scores of pages are shared between them."""

    def __init__(self, web: TaskWeb, task: Task, store: ScoreStore, referee: Strategy) -> None:
        self._web = web
        self._task = task
        self._store = store
        self._models: dict[tuple[int, str], EventModel] = {}
        self._referee = self._relevance(settings_for(task, referee, pages=1))
        self.visits: Sequence[LoggedVisit] = ()
        """The visits of the last crawl."""
        self.judged: Mapping[str, Visit] = {}
        """What was read on its pages."""
        self.model: EventModel | None = None
        """What they were compared with."""

    def run(
        self, name: str, strategy: Strategy, seeds: Sequence[int], conditions: Conditions
    ) -> list[Result]:
        """Crawl once for each seed."""
        limit = self._limit(conditions.share)
        settings = settings_for(self._task, strategy, pages=limit, scope=self._web.scope)
        pipeline = Pipeline(
            settings,
            self._model(settings.relevance),
            reader=WebReader(self._web),
            relevance=self._svm if strategy.svm else self._relevance(settings),
            recorder=no_records,
            remembers=False,
        )
        judge = CachedJudge(pipeline, self._referee_score)
        return [self._crawl(name, _seeded(settings, seed), judge, conditions) for seed in seeds]

    def _crawl(
        self, name: str, settings: Settings, judge: CachedJudge, conditions: Conditions
    ) -> Result:
        clock = VirtualClock(conditions.begin or self._web.start)
        start, seed = clock.now(), settings.order.seed
        fetcher = _LoggedFetcher(
            self._web.fetcher(
                clock, seed, polite=conditions.polite, arrivals=conditions.begin is not None
            )
        )
        workers = LoggedWorkers(judge)
        if not conditions.polite:
            settings = replace(settings, fetch=replace(settings.fetch, connections=1))
        models = Path(conditions.models, f"{self._task.id}-{name.partition(':')[0]}-{seed}")
        ending = clock.run(
            _crawl(settings, fetcher, workers, clock, models if conditions.models else None)
        )
        model = self._model(settings.relevance)
        self.judged, self.model = workers.judged, model
        self.visits = looked_at_again(workers.visits, workers.judged, model, settings.relevance)
        task, limit = self._task, settings.budget.pages
        since = conditions.since or conditions.begin
        figures = measure(
            self.visits,
            Truth(task.relevant, self._web.size(task), task.unjudged),
            limit=limit,
            start=start.timestamp(),
            since=since.timestamp() if since else None,
        )
        figures["considered"] = len(fetcher.requested)
        path = curve(workers.visits, task.relevant, min(limit, self._web.size(task)))
        return Result(name, self._web.digest, task.id, seed, ending, figures, path)

    def _limit(self, share: float) -> int:
        """Return how many pages a crawl may visit: a share of the reachable ones, or no real limit."""
        if share < 1:
            return max(1, round(share * self._web.size(self._task)))
        return self._web.url_count

    def _model(self, relevance: RelevanceSettings) -> EventModel:
        terms = max(relevance.terms, relevance.link_terms)
        key = terms, relevance.keywords
        if key not in self._models:
            pages = [self._web.reference(url) for url in self._task.event.references]
            self._models[key] = build_model(
                self._task.event, pages, terms, keywords=relevance.keywords
            )
        return self._models[key]

    def _relevance(self, settings: Settings) -> Relevance:
        model = self._model(settings.relevance)
        scores = self._store.scores(model, settings.relevance)
        return CachedRelevance(model, settings.relevance, scores)

    @cached_property
    def _svm(self) -> Relevance:
        """An SVM trained on the references against a sample of this web."""
        references = self._task.event.references
        if not references:
            raise TidingsError(
                f"--strategy: found svm for {self._task.id}, which has no references; allowed: other strategies"
            )
        sample = self._web.sample(NEGATIVES)
        negatives = [page for page in sample if page.url not in references]
        return SvmRelevance([self._web.reference(url) for url in references], negatives)

    def _referee_score(self, capture: Capture) -> float:
        """Return what a page adds to the accumulated relevance."""
        return self._referee.score(self._web.read(capture)).value


class WebReader:
    """A reader that takes the pages of captures from the web, which reads each once and carefully."""

    def __init__(self, web: TaskWeb) -> None:
        self._web = web

    def open(self, capture: Capture, depth: int = 0) -> Opened:
        """Return a page that was read before."""
        return Finished(self._web.read(capture, depth))


def _seeded(settings: Settings, seed: int) -> Settings:
    """Return settings with another seed; seed 0 keeps the task's order of seed pages."""
    seeds = list(settings.seeds)
    if seed:
        Random(seed).shuffle(seeds)
    return replace(settings, seeds=tuple(seeds), order=replace(settings.order, seed=seed))


async def _crawl(
    settings: Settings,
    fetcher: _LoggedFetcher,
    workers: LoggedWorkers,
    clock: VirtualClock,
    models: Path | None,
) -> str:
    collection = Collection(MemoryStore(), CountingArchive())
    restore_links(collection.state, settings.order, Path())
    crawl = wire(settings, collection, fetcher, workers, clock, lockstep=True)
    ending = await crawl.run((Seeds(settings.seeds),))
    if models:
        leave_links(collection.state, models)
    return f"{ending.state.value}: {ending.reason}"


class CachedJudge:
    """Judge each capture once per depth, for all crawls with the same settings."""

    def __init__(self, pipeline: Pipeline, referee_score: Callable[[Capture], float]) -> None:
        self._pipeline = pipeline
        self._referee_score = referee_score
        self._results: dict[tuple[str, datetime, int], tuple[Visit, float]] = {}

    def judge(self, link: Link, capture: Capture) -> tuple[Visit, float]:
        """Return the result of the pipeline and the referee's score of a capture."""
        key = capture.url, capture.captured_at, link.depth
        result = self._results.get(key)
        if result is None:
            visit = self._pipeline.process(link, capture)
            score = 0.0 if visit.score is None else self._referee_score(capture)
            result = self._results[key] = visit, score
        return result


class _LoggedFetcher:
    """A fetcher that remembers which URLs were requested."""

    def __init__(self, fetcher: Fetcher) -> None:
        self._fetcher = fetcher
        self.delay = fetcher.delay
        self.close = fetcher.close
        self.requested: set[str] = set()

    async def fetch(self, link: Link) -> Fetched:
        """Fetch a link and remember its URL."""
        self.requested.add(link.url)
        return await self._fetcher.fetch(link)


class LoggedWorkers:
    """Workers that process each capture at once, in this process, and log it as a visit."""

    outstanding = 0

    def __init__(self, judge: CachedJudge, *, scores: bool = False) -> None:
        """Log the referee's scores, or with ``scores`` those of the crawl itself."""
        self._judge = judge
        self._scores = scores
        self.visits: list[LoggedVisit] = []
        self.judged: dict[str, Visit] = {}

    def submit(
        self, link: Link, source: Capture | Snapshot, parts: Sequence[Capture] = ()
    ) -> asyncio.Future[Visit]:
        """Return a future that already holds the result."""
        assert isinstance(source, Capture), "the lab scans no archives"
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Visit] = loop.create_future()
        try:
            visit, score = self._judge.judge(link, source)
        except Exception as error:  # one odd page must not end an experiment
            future.set_exception(
                Unreadable(Reason.READING_FAILED, f"{type(error).__name__}: {error}")
            )
            self.visits.append(LoggedVisit(source.url, loop.time()))
            return future
        kept = visit.verdict.outcome is Outcome.KEPT
        own = visit.score.value if visit.score else 0.0
        if self._scores:
            score = own
        published = visit.published.moment.timestamp() if visit.published else None
        self.visits.append(LoggedVisit(source.url, loop.time(), kept, published, score, own))
        self.judged[source.url] = visit
        future.set_result(visit)
        return future

    async def close(self) -> None:
        """Do nothing: there are no processes."""


def no_records(capture: Capture, facts: object) -> tuple[bytes, int, str]:
    """Make no archive records: the lab does not read them."""
    return b"", 0, ""
