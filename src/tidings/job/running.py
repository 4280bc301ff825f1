"""From the settings of an event file to a crawl: the one place where the parts are chosen and put together."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import uvloop

from tidings import __version__
from tidings.archive.fetcher import ArchiveFetcher, OrLive
from tidings.archive.holdings import LocalHoldings
from tidings.archive.open import Report
from tidings.collection.about import archive_facts
from tidings.collection.collection import Collection, open_collection, open_store
from tidings.collection.folder import CONTROL_FILE, EVENT_FILE, locked, model_path, plain_slug
from tidings.collection.models.link_model import leave_links, restore_links
from tidings.collection.models.page_model import start_model
from tidings.collection.prepare import Job
from tidings.collection.shared.opening import open_shared
from tidings.crawl.again.returning import ReturnTo
from tidings.crawl.again.watching import looked_after
from tidings.crawl.control import run_controlled
from tidings.crawl.loop import Crawl
from tidings.crawl.progress import Progress
from tidings.crawl.pushed import of_capture
from tidings.crawl.wiring import wire
from tidings.crawl.workers import started
from tidings.crawl.workers.cluster.files import PartFiles
from tidings.crawl.workers.cluster.workers import reading_parts
from tidings.crawl.workers.processes import ask, warm_up
from tidings.crawl.workers.tasks import GARBAGE, Setup
from tidings.feedback.rescoring import Rescoring, following
from tidings.feedback.revisions import Revisions
from tidings.frontier.rank.knowledge import read_priors
from tidings.frontier.scope import ScopeRules, bounds_of
from tidings.job.event_model import load_or_make_model
from tidings.job.fetchers import Extraction, fetcher_of, live_fetcher
from tidings.job.judging import (
    begin_by_event_file,
    look_again,
    looked_at,
    scorer_of,
    settle_shared,
)
from tidings.job.metrics import MetricsFile
from tidings.model import Event, EventModel, Snapshot, State
from tidings.ports import (
    Clock,
    Fetcher,
    Leases,
    ReadsAhead,
    Source,
    TeachableWorkers,
    Workers,
)
from tidings.settings import UNLIMITED, Settings
from tidings.sources.choice import UNSCORED, sources, streams
from tidings.sources.references import References
from tidings.sources.scan import Scan
from tidings.sources.streams.changes import LiveQueries
from tidings.sources.vigil import Vigil
from tidings.urls import site_of
from tidings.web.clock import SystemClock
from tidings.web.names import Addresses
from tidings.web.politeness import user_agent

if TYPE_CHECKING:
    from tidings.learn.page_model import PageModel


def run(
    job: Job,
    watch: Callable[[Progress], None],
    interval: float = 1.0,
    *,
    extraction: Extraction | None = None,
    return_to: ReturnTo | None = None,
    report: Report = lambda *_: None,
) -> Progress:
    """Crawl until the end and return how it ended; ``watch`` gets the progress every ``interval`` seconds.

    With an extraction, archives are crawled or scanned; ``report`` gets a line for each file indexed or damaged.
    With ``return_to``, pages that were visited before come back.
    """
    noted = None
    if job.settings.run.metrics:
        noted = MetricsFile(job.folder / job.settings.run.metrics, job.folder.name)
        watch = _both(watch, noted.note)
    is_shared = bool(job.settings.store.url)
    if is_shared and job.has_begun():
        settle_shared(job, report)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        ending = runner.run(_run(job, watch, interval, extraction, return_to, report))
    if is_shared:
        settle_shared(job, report)
    if noted:
        noted.end(ending)
    return ending


def _both(
    first: Callable[[Progress], None], second: Callable[[Progress], None]
) -> Callable[[Progress], None]:
    def show(progress: Progress) -> None:
        first(progress)
        second(progress)

    return show


def run_patching(
    job: Job,
    watch: Callable[[Progress], None],
    interval: float = 1.0,
    *,
    report: Report = lambda *_: None,
) -> Progress:
    """Fetch what the kept pages of a collection need and the archive lacks, and no pages; return how it ended."""
    from tidings.crawl.requisites.patching import list_needs, patch_settings  # it reads pages

    with locked(job.folder), contextlib.closing(open_store(job.folder)) as store:
        settings = patch_settings(job.settings, store.visits.totals().pages)
        report(f"{list_needs(job.folder, settings, store):,} files to fetch")
        store.commit()
    patched = Job(job.folder, settings)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(_run(patched, watch, interval, None, None, report, patches=True))


def advice_on(settings: Settings) -> tuple[str, ...]:
    """Return what the author of an event file should know before a crawl."""
    given = settings.event, settings.scope.languages, datetime.now(UTC).date()
    return ask(_advice, *given) if settings.run.workers else _advice(*given)


def _advice(event: Event, languages: tuple[str, ...], today: date) -> tuple[str, ...]:
    from tidings.event.advice import advice  # it loads tables of places and words

    return advice(event, languages, today)


async def _run(  # noqa: PLR0913 - what a run is made of
    job: Job,
    watch: Callable[[Progress], None],
    interval: float,
    extraction: Extraction | None,
    return_to: ReturnTo | None,
    report: Report,
    *,
    patches: bool = False,
) -> Progress:
    """Choose the fetcher, open the collection, wire the crawl and run it."""
    clock, resumed = SystemClock(), job.has_begun()
    gc.set_threshold(GARBAGE)
    if job.settings.run.workers:
        warm_up()
    priors = read_priors(job.settings.order, job.folder)
    scanned, addresses = None, Addresses()
    if extraction and extraction.scan:
        scanned = extraction.open_files(job.folder, report)
    fetcher = (
        ArchiveFetcher([scanned], job.settings.event.when)
        if scanned
        else fetcher_of(job, clock, extraction, report, addresses)
    )
    lookup = OrLive(fetcher, partial(live_fetcher, job, clock)) if extraction else fetcher
    try:
        with _opened(job, extraction) as (collection, leases):
            job = with_budget(job, return_to, collection, clock)
            if leases and return_to:
                leases.share(job.settings.budget, job.settings.recrawl.requests_per_day)
            setup = await _setup(job, collection, lookup, scanned, report)
            begin_by_event_file(collection.store, setup, clock, report, alone=leases is None)
            async with _workers(job, setup, extraction) as (workers, reader):
                given = () if patches else _sources(collection, job, scanned, clock, report, reader)
                keeps_going = bool(return_to and return_to.keeps_going)
                if keeps_going:
                    given = [*given, Vigil()]
                if extraction and extraction.from_references:
                    given = [*given, References(job.settings.event.references, job.folder, lookup)]
                crawl = _wired(setup, collection, fetcher, workers, clock, given, return_to, leases)
                crawl.frontier.hosts.addresses = addresses
                crawl.frontier.hosts.restore(priors)
                if resumed:  # the last requests of the run before may not have been recorded
                    delay = 0.0 if extraction else job.settings.fetch.delay
                    crawl.frontier.hosts.rest_all(clock.now().timestamp(), delay)
                if scanned:
                    crawl.frontier.outlook.is_ordered = False
                    crawl.complete = "every capture in scope has been looked at"
                async with (
                    _learning(job, crawl, setup, workers, collection, report),
                    looked_after(job.folder, job.settings, clock, keeps_going=keeps_going),
                ):
                    control = job.folder / CONTROL_FILE
                    ending = await run_controlled(crawl, given, control, watch, interval)
                leave_links(collection.state, job.folder)
                if scanned and ending.state is State.FINISHED:
                    parts_of_scan(job.folder).clear()
                return ending
    finally:
        await lookup.close()


def _load_ahead() -> None:
    """Load, while the workers start, what the first pages need: later it would hold up the loop for a while."""
    import numpy  # noqa: F401 - traps compare the words of pages with it

    site_of("tidings.example")  # reads the list of public suffixes


@contextlib.asynccontextmanager
async def _workers(
    job: Job, setup: Setup, extraction: Extraction | None
) -> AsyncIterator[tuple[TeachableWorkers[PageModel], ReadsAhead | None]]:
    """Start the workers of a job; a scan takes what parts of it hold already, and may use a cluster."""
    if not (extraction and extraction.scan):
        async with started(setup) as pool:
            yield pool, None
        return
    models = [model_path(job.folder)]
    if start := setup.settings.relevance.start_model:
        models.append(job.folder / start)
    given = b"".join(path.read_bytes() for path in models), extraction.cluster
    async with (
        started(setup if extraction.cluster == "none" else _alone(setup)) as pool,
        reading_parts(pool, setup, parts_of_scan(job.folder), *given) as parts,
    ):
        yield parts, parts


def _alone(setup: Setup) -> Setup:
    """Return a set-up for one process, which reads what the cluster cannot."""
    run = replace(setup.settings.run, workers=min(1, setup.settings.run.workers))
    return setup._replace(settings=replace(setup.settings, run=run))


def parts_of_scan(folder: Path) -> PartFiles:
    """Return the parts of an unfinished scan of a collection."""
    return PartFiles(folder / "indexes" / "scan")


@contextlib.contextmanager
def _opened(job: Job, extraction: Extraction | None) -> Iterator[tuple[Collection, Leases | None]]:
    """Open the collection of a job for a new run, and the leases if other crawls share it."""
    settings = job.settings
    facts = archive_facts(settings, job.folder / EVENT_FILE)
    if settings.store.url:
        with open_shared(job.folder, settings, facts) as opened:
            yield opened
        return
    with open_collection(
        job.folder,
        prefix=plain_slug(settings.event.name),
        warc_megabytes=settings.archive.warc_megabytes,
        facts=facts,
        upload=settings.archive.upload,
    ) as collection:
        collection.state.update(robots=settings.fetch.robots)
        collection.reopen_for(" ".join(extraction.archives) if extraction else "the live web")
        yield collection, None


async def _setup(
    job: Job,
    collection: Collection,
    fetcher: Fetcher,
    scanned: LocalHoldings | None,
    report: Report,
) -> Setup:
    """Return what workers need: the settings, the event model and the page model."""
    loading = asyncio.get_running_loop().run_in_executor(None, _load_ahead)
    model = await load_or_make_model(job, fetcher)
    _doubt_references(model, report)
    with contextlib.closing(Revisions(job.folder)) as revisions:
        learned = revisions.newest(0)
    restore_links(collection.state, job.settings.order, job.folder)
    start = start_model(job.settings.relevance, job.folder)
    await loading
    return Setup(job.settings, model, learned, scanned.load_now if scanned else None, start)


def _doubt_references(model: EventModel, report: Report) -> None:
    from tidings.event.build import contradicts  # it loads the stemmers

    for url in model.left_out:
        report(
            f"what.references: {url} does not count: it uses none of the keywords and is of other places. "
            "Does the address show another page by now?"
        )
    if contradicts(model):
        report(
            "what.references: the references use none of the keywords. Are they the pages that you meant? "
            "It does no harm if the keywords are in another language."
        )


def _wired(  # noqa: PLR0913 - the parts of a crawl
    setup: Setup,
    collection: Collection,
    fetcher: Fetcher,
    workers: Workers,
    clock: Clock,
    given: Sequence[Source],
    return_to: ReturnTo | None,
    leases: Leases | None,
) -> Crawl:
    # Seeds and scanned captures need no scores; loading the tables of the scorer takes a second.
    unscored = all(isinstance(source, (*UNSCORED, Scan, Vigil)) for source in given)
    scorer = None if unscored else partial(scorer_of, setup.settings, setup.model)
    return wire(
        setup.settings,
        collection,
        fetcher,
        workers,
        clock,
        link_scorer=scorer,
        return_to=return_to,
        leases=leases,
    )


def with_budget(job: Job, return_to: ReturnTo | None, collection: Collection, clock: Clock) -> Job:
    """Return a job whose budget counts from now on for one pass, and has no end for a crawl that keeps going."""
    if return_to is None:
        return job
    budget, totals = job.settings.budget, collection.visits.totals()
    if not return_to.keeps_going:
        tracked, now = collection.store.tracked, clock.now().timestamp()
        totals = tracked.join(return_to.what, now, totals).before
    budget = replace(budget, pages=budget.pages + totals.pages, harvest=0.0, coverage=0.0)
    if budget.minutes:
        minutes = budget.minutes + collection.state.load().seconds / 60
        budget = replace(budget, minutes=minutes)
    if budget.megabytes:
        budget = replace(budget, megabytes=budget.megabytes + totals.size / 1e6)
    if return_to.keeps_going:
        budget = replace(budget, pages=UNLIMITED, minutes=0.0)
    return replace(job, settings=replace(job.settings, budget=budget))


@contextlib.asynccontextmanager
async def _learning(
    job: Job,
    crawl: Crawl,
    setup: Setup,
    workers: TeachableWorkers[PageModel],
    collection: Collection,
    report: Report,
) -> AsyncIterator[None]:
    """Let a crawl learn from judgements, made before and while it runs, and in the end from what it has read."""
    rescoring = Rescoring(collection.store, crawl.frontier, job.settings)
    revisions = Revisions(job.folder)
    async with following(crawl, rescoring, workers, revisions, setup.learned):
        yield
        looked = look_again(job, setup.model, datetime.now(UTC), report)
    if looked:
        report(looked_at(rescoring.changes))


def _sources(
    collection: Collection,
    job: Job,
    scanned: LocalHoldings | None,
    clock: Clock,
    report: Report,
    reader: ReadsAhead | None,
) -> Sequence[Source]:
    """Return the sources of a crawl: seeds, feeds and streams, or a scan of archives."""
    if scanned is None:
        queries = LiveQueries(job.settings, job.folder, clock)
        flowing = streams(job.settings, job.folder, queries, clock, _agent(job), os.environ)
        return [*sources(job.settings, job.folder), *flowing]
    when, is_done = job.settings.event.when, collection.is_done
    order, fetch = job.settings.order, job.settings.fetch
    rules = ScopeRules(bounds_of(job.settings), order.min_score, fetch.redirects)
    in_scope = partial(_in_scope, rules)
    return [Scan(scanned, when, is_done, report, reader=reader, in_scope=in_scope)]


def _in_scope(rules: ScopeRules, snapshot: Snapshot) -> bool:
    candidate = of_capture(snapshot)
    return rules.outside(candidate.link, candidate.score) is None


def _agent(job: Job) -> Callable[[], str]:
    return lambda: user_agent(job.settings.fetch.contact, __version__)
