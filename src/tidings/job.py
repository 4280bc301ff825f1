"""From an event file to a crawl: the one place where the parts are chosen and put together."""

from __future__ import annotations

import asyncio
import gc
import signal
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import uvloop

from tidings import __version__
from tidings.archive.fetcher import ArchiveFetcher, Fallback
from tidings.archive.open import Report, open_archives, open_local
from tidings.archive.remote import is_remote, open_remote
from tidings.collection.collection import Collection, open_collection
from tidings.collection.folder import (
    CONTROL_FILE,
    EVENT_FILE,
    check_free,
    copy_file,
    copy_references,
    database_path,
    existing,
    folder_of,
    model_path,
    plain_slug,
)
from tidings.collection.link_model import leave_links, restore_links
from tidings.crawl.loop import Crawl
from tidings.crawl.progress import Progress
from tidings.crawl.wiring import wire
from tidings.crawl.workers import started
from tidings.crawl.workers.processes import warm_up
from tidings.crawl.workers.serving import GARBAGE, Setup
from tidings.errors import CollectionError, EventFileError
from tidings.event.file import load
from tidings.event.model_file import load_model, save_model
from tidings.event.references import make_model
from tidings.feedback.rescoring import Rescoring, following
from tidings.feedback.revisions import Revisions
from tidings.frontier.order import ORDERS, check_order
from tidings.frontier.rank.importance import Record
from tidings.frontier.rank.knowledge import parse, records_of
from tidings.learn.types.model import open_types
from tidings.model import EventModel, Reason, Stop
from tidings.ports import Clock, Fetcher, Holdings, LinkScorer, Source
from tidings.read.places.recognise import recogniser
from tidings.relevance import link_scorer
from tidings.settings import FetchSettings, Settings
from tidings.sources.scan import Scan
from tidings.sources.seeds import Seeds
from tidings.web.addresses import parse_connect, parse_ranges
from tidings.web.clock import SystemClock
from tidings.web.live import LiveFetcher
from tidings.web.politeness import check_contact, user_agent


@dataclass(frozen=True, slots=True)
class Job:
    """A collection folder and the settings of its event file."""

    folder: Path
    settings: Settings

    def has_begun(self) -> bool:
        """Return whether there is something to resume."""
        return database_path(self.folder).exists()


@dataclass(frozen=True, slots=True)
class Extraction:
    """Existing archives to collect from, instead of the live web."""

    archives: tuple[str, ...]
    """Files, folders and addresses."""
    scan: bool = False
    """Look at everything they hold, instead of following links from the seeds."""

    @property
    def is_remote(self) -> bool:
        """Return whether somebody else's server will be asked."""
        return any(map(is_remote, self.archives))

    @property
    def follows_files(self) -> bool:
        """Return whether links are followed from the seeds, in files alone."""
        return not (self.scan or self.is_remote)


def prepare(target: Path, *, online: bool = True) -> Job:
    """Return the job of a collection folder, or of an event file, whose folder is made beside it.

    A job that goes online must tell webmasters whom to turn to.
    """
    folder = folder_of(target)
    check_free(folder)
    if target.suffix == ".toml" and target.name != EVENT_FILE:
        settings = load(target)
        folder.mkdir(exist_ok=True)
        _check_unchanged(target, folder / EVENT_FILE)
        copy_file(target, folder / EVENT_FILE)
        copy_references(target.parent, folder, settings.event.references)
        model, beside = Path(settings.types.model), target.parent.absolute()
        if model.is_relative_to(beside):
            copy_references(beside, folder, [str(model.relative_to(beside))], "types.model")
    else:
        settings = load(existing(folder / EVENT_FILE))
    check(folder / EVENT_FILE, settings, online=online)
    return Job(folder, settings)


def run(
    job: Job,
    watch: Callable[[Progress], None],
    interval: float = 1.0,
    *,
    extraction: Extraction | None = None,
    tell: Report = lambda *_: None,
) -> Progress:
    """Crawl until the end and return how it ended; ``watch`` is told every ``interval`` seconds.

    With an extraction, archives are crawled, or scanned; ``tell`` hears of files that are indexed or damaged.
    """
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(_run(job, watch, interval, extraction, tell))


async def _run(
    job: Job,
    watch: Callable[[Progress], None],
    interval: float,
    extraction: Extraction | None,
    tell: Report,
) -> Progress:
    settings, clock, resumed = job.settings, SystemClock(), job.has_begun()
    gc.set_threshold(GARBAGE)
    if settings.run.workers:
        warm_up()
    priors = priors_of(job)
    scanned = None
    if extraction and extraction.scan:
        scanned = open_local(extraction.archives, job.folder, tell)
    fetcher = (
        ArchiveFetcher([scanned], settings.event.when)
        if scanned
        else fetcher_of(job, clock, extraction, tell)
    )
    try:
        with open_collection(
            job.folder,
            prefix=plain_slug(settings.event.name),
            warc_megabytes=settings.archive.warc_megabytes,
        ) as collection:
            (job.folder / CONTROL_FILE).unlink(missing_ok=True)
            collection.state.update(robots=settings.fetch.robots)
            _ask_again(collection, extraction)
            model = await model_of(job, fetcher)
            revisions = Revisions(job.folder)
            learned = revisions.newest(0)
            restore_links(collection.state, settings.order, job.folder)
            setup = Setup(settings, model, learned, scanned.load_now if scanned else None)
            async with started(setup) as workers:
                scorer = partial(scorer_of, settings, model)
                crawl = wire(settings, collection, fetcher, workers, clock, link_scorer=scorer)
                crawl.frontier.hosts.restore(priors)
                if resumed:  # the last requests of the run before may not have been written down
                    delay = 0.0 if extraction else settings.fetch.delay
                    crawl.frontier.hosts.rest_all(clock.now().timestamp(), delay)
                given = sources(settings)
                if scanned:
                    given = [Scan(scanned, settings.event.when, collection.is_done)]
                    crawl.complete = "every capture in scope has been looked at"
                rescoring = Rescoring(collection.store, crawl.frontier, settings)
                if learned and learned.revision != rescoring.revision:
                    rescoring.complete(learned)
                    crawl.recount()
                async with following(crawl, rescoring, workers, revisions, learned):
                    ending = await _steer(crawl, job, given, watch, interval)
                leave_links(collection.state, job.folder)
                return ending
    finally:
        await fetcher.close()


def scorer_of(settings: Settings, model: EventModel) -> LinkScorer:
    """Return the scorer of the links that sources push."""
    return link_scorer(ORDERS[settings.order.policy].link_scorer, model, settings.relevance)


def _ask_again(collection: Collection, extraction: Extraction | None) -> None:
    """Let links that no archive held wait again if others are asked now, or the live web; all if nothing was ever reached."""
    asked = " ".join(extraction.archives) if extraction else "the live web"
    if collection.state.load().asked not in ("", asked):
        collection.links.reopen(Reason.NO_CAPTURE)
    collection.state.update(asked=asked)
    if not collection.visits.totals().pages:
        collection.links.begin_again()


def fetcher_of(job: Job, clock: Clock, extraction: Extraction | None, tell: Report) -> Fetcher:
    """Return what answers the links of a job: the live web, archives, or archives where the web is dead."""
    settings, folder = job.settings, job.folder
    when = settings.event.when

    def agent() -> str:
        return user_agent(settings.fetch.contact, __version__)

    def remote(name: str) -> Holdings:
        near = when.start if when else None
        return open_remote(name, settings.fetch, agent(), clock, near=near)

    def archives(names: Sequence[str]) -> ArchiveFetcher:
        opened = open_archives(names, folder, remote, tell)
        return ArchiveFetcher(opened, when, settings.archive.versions)

    if extraction:
        return archives(extraction.archives)
    live = LiveFetcher(settings.fetch, agent(), clock)
    if not settings.archive.fallback:
        return live
    names = [_seen_from(folder, name) for name in settings.archive.fallback]
    return Fallback(live, archives(names), settings.fetch.tries)


def open_fetcher(path: Path, settings: Settings) -> Fetcher:
    """Return what answers links, as an event file describes it; raise EventFileError if it cannot go online."""
    check(path, settings, online=True)
    return fetcher_of(Job(path.parent, settings), SystemClock(), None, lambda *_: None)


def open_live(contact: str) -> Fetcher:
    """Return the live web with default settings; raise ValueError for a contact that is none."""
    check_contact(contact)
    return LiveFetcher(
        FetchSettings(contact=contact), user_agent(contact, __version__), SystemClock()
    )


def priors_of(job: Job) -> Mapping[str, Record]:
    """Return what the user's file tells about hosts from earlier collections."""
    order = job.settings.order
    if not order.priors:
        return {}
    try:
        knowledge = parse((job.folder / order.priors).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise EventFileError(f"order.priors: cannot read {order.priors}: {error}") from error
    if order.event_type and order.event_type not in knowledge:
        kinds = ", ".join(sorted(knowledge)) or "none so far"
        raise EventFileError(
            f"order.event_type: found {order.event_type}; allowed, as in {order.priors}: {kinds}"
        )
    return records_of(knowledge, order.event_type)


def _seen_from(folder: Path, archive: str) -> str:
    return archive if is_remote(archive) else str(folder / archive)


async def _steer(
    crawl: Crawl,
    job: Job,
    given: Sequence[Source],
    watch: Callable[[Progress], None],
    interval: float,
) -> Progress:
    """Run a crawl under the hand of its user: signals, the control file, a view of the progress."""
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGINT, _on_interrupt, crawl)
    loop.add_signal_handler(signal.SIGTERM, crawl.stop, Stop.ASKED)
    shown = 0.0

    def tick() -> None:
        nonlocal shown
        if loop.time() - shown >= interval:
            shown = loop.time()
            _obey(crawl, job.folder / CONTROL_FILE)
            watch(crawl.progress())

    try:
        return await crawl.run(given, tick)
    finally:
        loop.remove_signal_handler(signal.SIGINT)
        loop.remove_signal_handler(signal.SIGTERM)


def _on_interrupt(crawl: Crawl) -> None:
    """Finish what is under way at the first Ctrl-C; a second one ends at once, losing nothing committed."""
    crawl.stop(Stop.INTERRUPTED)
    asyncio.get_running_loop().remove_signal_handler(signal.SIGINT)


def _obey(crawl: Crawl, control: Path) -> None:
    try:
        order = control.read_text(encoding="utf-8").strip()
    except OSError:
        order = ""
    crawl.pause(order == "pause")
    if order == "stop":
        crawl.stop(Stop.ASKED)


def sources(settings: Settings) -> Sequence[Source]:
    """Return what pushes links into a crawl."""
    return (Seeds(settings.seeds),)


async def model_of(job: Job, fetcher: Fetcher) -> EventModel:
    """Return the event model, built once per event definition and kept in the collection."""
    path = model_path(job.folder)
    model = load_model(path, job.settings)
    if model is None:
        model = await make_model(job.settings, job.folder, fetcher)
        save_model(path, job.settings, model)
    return model


def check(path: Path, settings: Settings, *, online: bool) -> None:
    """Check what only the parts of a crawl understand; raise EventFileError."""
    fetch = settings.fetch
    checks: dict[str, Callable[[], object]] = {
        "fetch.allow": lambda: parse_ranges(fetch.allow),
        "fetch.connect": lambda: parse_connect(fetch.connect),
        "order.min_score": lambda: check_order(settings.order),
        "relevance.recogniser": lambda: recogniser(settings.relevance.recogniser),
        "types.model": lambda: open_types(settings.types.model),
        "fetch.contact": lambda: check_contact(fetch.contact) if online else None,
    }
    for key, check in checks.items():
        try:
            check()
        except ValueError as error:
            raise EventFileError(f"{path}: {key}: {error}") from error


def _check_unchanged(source: Path, copy: Path) -> None:
    """Refuse to write over a copy that somebody edited after the file it was made from."""
    if not copy.exists() or copy.read_bytes() == source.read_bytes():
        return
    if copy.stat().st_mtime > source.stat().st_mtime:
        raise CollectionError(
            f"{copy} was changed after {source}; crawl {copy.parent} instead, or remove the copy"
        )
