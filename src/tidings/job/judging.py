"""Judging stored pages again by a changed event file."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from tidings.archive.fetcher import ArchiveFetcher
from tidings.archive.open import Report
from tidings.collection.collection import open_store
from tidings.collection.folder import (
    EVENT_FILE,
    locked,
    model_path,
    open_judgements,
    read_store,
)
from tidings.collection.models.page_model import start_model
from tidings.collection.prepare import Job, check
from tidings.crawl.workers.cluster.dask_cluster import DaskCluster
from tidings.crawl.workers.tasks import Setup
from tidings.errors import CollectionBusy, TidingsError
from tidings.event.model_file import load_model
from tidings.event.noted import has_changed, note_event_file
from tidings.feedback.revisions import Revisions
from tidings.feedback.settling import Changes
from tidings.frontier.order import ORDERS
from tidings.job.event_model import load_or_make_model
from tidings.job.fetchers import fetcher_of
from tidings.model import EventModel
from tidings.ports import (
    Clock,
    Fetcher,
    LinkScorer,
    Store,
)
from tidings.settings import Settings
from tidings.urls import is_address
from tidings.web.clock import SystemClock

if TYPE_CHECKING:
    from tidings.feedback.judging_pages import Judging
    from tidings.feedback.rejudging import Rejudged


def scorer_of(settings: Settings, model: EventModel) -> LinkScorer:
    """Return the scorer of the links that sources push."""
    from tidings.relevance import link_scorer  # it loads the readers of pages

    return link_scorer(ORDERS[settings.order.policy].link_scorer, model, settings.relevance)


def apply_event_file(
    store: Store, setup: Setup, clock: Clock, report: Report, cluster: str = "none"
) -> Rejudged | None:
    """Let a corrected event file take effect on all that is stored; return None if there was nothing to correct."""
    rejudged = None
    if has_changed(store.state, setup.settings):
        from tidings.feedback.rejudging import rejudge  # it loads the readers of pages

        scorer = partial(scorer_of, setup.settings, setup.model)
        rejudged = rejudge(store, setup.settings, _judging(setup, cluster), scorer)
        report(f"The event file was changed: {rejudged.sentence()}")
    note_event_file(store.state, setup.settings, clock.now())
    store.commit()
    return rejudged


def look_again(job: Job, model: EventModel, at: datetime, report: Report) -> bool:
    """Learn from the pages that a crawl has read, without people; return whether that makes a new page model.

    The collection must be committed. Shared collections are left alone: other crawls may still read pages.
    """
    settings = job.settings
    if settings.store.url or settings.relevance.measure != "auto" or not model.is_open:
        return False
    from tidings.feedback.session import JudgingSession  # it loads the readers of pages

    try:
        with JudgingSession(job.folder).open() as feedback:
            return feedback.look_again(at) is not None
    except (TidingsError, OSError, sqlite3.Error) as error:  # the pages are safe without it
        report(f"The pages were not judged again by what the crawl has read: {error}")
        return False


def looked_at(changes: Changes) -> str:
    """Return what a second look has changed, in one sentence."""
    parts = [
        f"{changes.pages:,} pages judged again by what the crawl has read",
        f"{changes.kept:,} kept now",
        f"{changes.rejected:,} rejected now",
        f"{changes.reopened:,} of them to be fetched again" if changes.reopened else "",
    ]
    return ", ".join(filter(None, parts))


def begin_by_event_file(
    store: Store, setup: Setup, clock: Clock, report: Report, *, alone: bool
) -> None:
    """Let the event file take effect before a crawl begins; in a shared collection ``settle_shared`` corrects pages."""
    if alone:
        apply_event_file(store, setup, clock, report)
    elif not has_changed(store.state, setup.settings):
        note_event_file(store.state, setup.settings, clock.now())


def _judging(setup: Setup, cluster: str) -> Judging:
    from tidings.feedback.judging_pages import ClusterJudging, Judging

    if cluster == "none":
        return Judging(setup)
    return ClusterJudging(setup, DaskCluster(cluster, max(1, setup.settings.run.workers)))


def run_rejudging(job: Job, report: Report, cluster: str = "none") -> Rejudged | None:
    """Judge all stored pages by the event file without a crawl; return None if it did not change.

    A cluster may judge the pages.
    """
    with locked(job.folder), contextlib.closing(open_store(job.folder)) as store:
        setup = asyncio.run(_offline_setup(job))
        return apply_event_file(store, setup, SystemClock(), report, cluster)


def settle_shared(job: Job, report: Report) -> None:
    """Let judgements and a corrected event file take effect on all pages of a shared collection.

    That waits for the last crawl to end, on whichever computer.
    """
    changed = False
    try:
        open_judgements(job.folder).close()  # those of the folder move into the shared collection
        with locked(job.folder), contextlib.closing(open_store(job.folder)) as store:
            changed = has_changed(store.state, job.settings)
            if changed:
                apply_event_file(store, asyncio.run(_offline_setup(job)), SystemClock(), report)
            with contextlib.closing(Revisions(job.folder)) as revisions:
                due = revisions.newest(store.state.load().page_model)
        if due:
            from tidings.feedback.session import JudgingSession  # it loads numpy

            JudgingSession(job.folder).apply()
    except CollectionBusy:
        with contextlib.closing(read_store(job.folder)) as stored:
            changed = has_changed(stored.state, job.settings)
        if changed:
            report(
                "The event file was changed: stored pages are judged again when no crawl is at work"
            )


async def _offline_setup(job: Job) -> Setup:
    """Return what judging needs; only reference pages that were never read are fetched."""
    path, settings = model_path(job.folder), job.settings
    model = load_model(path, settings)
    if model is None:
        online = any(map(is_address, settings.event.references))
        check(job.folder / EVENT_FILE, settings, online=online)
        fetcher: Fetcher = ArchiveFetcher([], None)
        if online:
            fetcher = fetcher_of(job, SystemClock(), None, lambda *_: None)
        try:
            model = await load_or_make_model(job, fetcher)
        finally:
            await fetcher.close()
    with contextlib.closing(Revisions(job.folder)) as revisions:
        start = start_model(settings.relevance, job.folder)
        return Setup(settings, model, revisions.newest(0), None, start)
