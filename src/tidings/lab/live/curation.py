"""The experiment of seed curation: crawls that start from different choices among the links of posts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import NamedTuple

from tidings.archive.write.memory import CountingArchive
from tidings.collection.collection import Collection
from tidings.crawl.pipeline import Pipeline
from tidings.crawl.wiring import wire
from tidings.event.build import build_model
from tidings.lab.bench.clock import VirtualClock
from tidings.lab.bench.strategies import STRATEGIES, settings_for
from tidings.lab.bench.task_webs import GeneratedTaskWeb
from tidings.lab.bench.tasks import Task
from tidings.lab.bench.trial import CachedJudge, LoggedWorkers, WebReader, no_records
from tidings.lab.live.sharing import read, shared
from tidings.lab.report.metrics import LoggedVisit
from tidings.model import Capture, Link, Outcome, Visit
from tidings.settings import Settings
from tidings.sources.posts.curation import LookedAt, curated
from tidings.sources.posts.funnel import Funnel, chosen
from tidings.sources.seeds import Seeds
from tidings.store.memory.store import MemoryStore
from tidings.urls import host_of, site_of, url_id

SIZES = (10, 50, 100)
"""Seeds of a crawl, as in the thesis."""
CHOICES = ("unique", "multiple", "hubs first", "oracle", "random, with a keyword", "random")
PAGES = 1000
"""Pages of a crawl, as in the thesis."""
EARLY = 100
"""Pages after which a crawl is measured for the first time."""
STRATEGY = "event"
"""The crawler of the thesis: topic, place and date, the best link first."""
_LOOKS = 3
"""Pages looked at for each seed, as ``tidings seeds --look`` does."""


class CurationResult(NamedTuple):
    """A crawl from one choice of seeds."""

    choice: str
    task: str
    seed: int
    size: int
    early: float
    """Share of the first pages that are about the event."""
    harvest: float
    """The same of all pages."""
    domains: int
    """Sites of the visited pages."""
    given: int
    """Seeds: posts of a small event link to fewer pages than asked for."""


def run_all(seed: int, pages: int, sizes: Sequence[int] = SIZES) -> Iterator[CurationResult]:
    """Crawl every event of a generated web from every choice of seeds."""
    web = GeneratedTaskWeb(seed, pages)
    for task in web.tasks.values():
        yield from _Curation(web, task, seed).run(sizes)


class _Judge(CachedJudge):
    """Judges each page of a web that does not change once per depth, and remembers the visits."""

    def __init__(self, pipeline: Pipeline) -> None:
        super().__init__(pipeline, lambda _: 0.0)
        self._process = pipeline.process
        self.visits: dict[str, Visit] = {}
        self._judged: dict[tuple[str, int], Visit] = {}

    def judge(self, link: Link, capture: Capture) -> tuple[Visit, float]:
        key = capture.url, link.depth
        if key not in self._judged:
            self._judged[key] = self._process(link, capture)
        self.visits[capture.url] = self._judged[key]
        return self._judged[key], 0.0


class _Curation:
    """One event of a web, and the posts about it."""

    def __init__(self, web: GeneratedTaskWeb, task: Task, seed: int) -> None:
        self._web, self._task, self._seed = web, task, seed
        self._settings = settings_for(task, STRATEGIES[STRATEGY], pages=PAGES)
        relevance = self._settings.relevance
        references = [web.reference(url) for url in task.event.references]
        model = build_model(task.event, references, max(relevance.terms, relevance.link_terms))
        pipeline = Pipeline(
            self._settings, model, reader=WebReader(web), recorder=no_records, remembers=False
        )
        self._judge = _Judge(pipeline)
        funnel = Funnel(task.event.keywords)
        posts = read(shared(web.generated, task))
        funnel.take(posts)
        self._sources = funnel.ranked()
        self._relevant = frozenset(map(url_id, task.relevant))
        self._links = sorted({url for post in posts for url in post.links})

    def run(self, sizes: Sequence[int]) -> Iterator[CurationResult]:
        """Yield a result for each choice and number of seeds."""
        for size in sizes:
            for choice in CHOICES:
                yield self._crawled(choice, size)

    def _seeds(self, choice: str, size: int) -> list[str]:
        """Return the seeds of a choice."""
        chance = Random(f"{self._seed}:{self._task.id}:{choice}:{size}")
        match choice:
            case "random":
                return chance.sample(self._links, min(size, len(self._links)))
            case "random, with a keyword":
                some = sorted(url for source in self._sources for url in source.best)
                return chance.sample(some, min(size, len(some)))
            case "hubs first":
                urls = [link.url for link in chosen(self._sources, _LOOKS * size, 2)]
                return [seed.page.url for seed in curated(self._looked_at(urls), size)]
            case "oracle":
                known = map(self._known, self._looked_at(self._links))
                return [seed.page.url for seed in curated(known, size)]
        each = 2 if choice == "multiple" else 1
        return [link.url for link in chosen(self._sources, size, each)]

    def _known(self, page: LookedAt) -> LookedAt:
        """Return a page with what is true of it: whether it is about the event, and which of its links are."""
        links = {link.id for link in self._judge.visits[page.url].links} - {url_id(page.url)}
        return page._replace(
            is_relevant=page.url in self._task.relevant,
            promising=frozenset(links & self._relevant),
        )

    def _looked_at(self, urls: Sequence[str]) -> list[LookedAt]:
        """Look at some pages, without following links."""
        scope = replace(self._settings.scope, depth=0)
        self._visits(replace(self._settings, scope=scope), urls, pages=10**6)
        least = self._settings.relevance.threshold
        pages = []
        for url in urls:
            visit = self._judge.visits.get(url)
            if visit is not None and visit.score is not None:
                links = {link.id for link in visit.links if link.score >= least} - {url_id(url)}
                kept = visit.verdict.outcome is Outcome.KEPT
                pages.append(LookedAt(url, kept, frozenset(links)))
        return pages

    def _crawled(self, choice: str, size: int) -> CurationResult:
        seeds = self._seeds(choice, size)
        visits = self._visits(self._settings, seeds, PAGES)
        about = [visit.url in self._task.relevant for visit in visits]
        first = about[:EARLY]
        return CurationResult(
            choice,
            self._task.id,
            self._seed,
            size,
            sum(first) / max(len(first), 1),
            sum(about) / max(len(about), 1),
            len({site_of(host_of(visit.url)) for visit in visits}),
            len(seeds),
        )

    def _visits(
        self, settings: Settings, seeds: Sequence[str], pages: int
    ) -> Sequence[LoggedVisit]:
        settings = replace(
            settings, seeds=tuple(seeds), budget=replace(settings.budget, pages=pages)
        )
        clock = VirtualClock(self._web.start)
        workers = LoggedWorkers(self._judge)

        async def crawl() -> None:
            collection = Collection(MemoryStore(), CountingArchive())
            fetcher = self._web.fetcher(clock, self._seed, polite=True, arrivals=False)
            crawling = wire(settings, collection, fetcher, workers, clock, lockstep=True)
            await crawling.run((Seeds(settings.seeds),))

        clock.run(crawl())
        return workers.visits
