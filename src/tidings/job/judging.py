"""Judging stored pages again by a changed event file."""

from __future__ import annotations

import asyncio
import contextlib
from functools import partial

from tidings.archive.fetcher import ArchiveFetcher
from tidings.archive.open import Report
from tidings.collection.collection import open_store
from tidings.collection.folder import EVENT_FILE, locked, model_path
from tidings.collection.models.page_model import start_model
from tidings.collection.prepare import Job, check
from tidings.crawl.workers.cluster.dask_cluster import DaskCluster
from tidings.crawl.workers.serving import Setup
from tidings.event.model_file import load_model
from tidings.event.noted import has_changed, note_event_file
from tidings.event.references import load_or_make_model
from tidings.feedback.judging_pages import ClusterJudging, Judging
from tidings.feedback.rejudging import Rejudged, rejudge
from tidings.feedback.revisions import Revisions
from tidings.frontier.order import ORDERS
from tidings.job.fetchers import fetcher_of
from tidings.model import EventModel
from tidings.ports import (
    Clock,
    Fetcher,
    LinkScorer,
    Store,
)
from tidings.relevance import link_scorer
from tidings.settings import Settings
from tidings.urls import is_address
from tidings.web.clock import SystemClock


def scorer_of(settings: Settings, model: EventModel) -> LinkScorer:
    """Return the scorer of the links that sources push."""
    return link_scorer(ORDERS[settings.order.policy].link_scorer, model, settings.relevance)


def apply_event_file(
    store: Store, setup: Setup, clock: Clock, report: Report, cluster: str = "none"
) -> Rejudged | None:
    """Let a corrected event file take effect on all that is stored; return None if there was nothing to correct."""
    rejudged = None
    if has_changed(store.state, setup.settings):
        scorer = partial(scorer_of, setup.settings, setup.model)
        rejudged = rejudge(store, setup.settings, _judging(setup, cluster), scorer)
        report(f"The event file was changed: {rejudged.sentence()}")
    note_event_file(store.state, setup.settings, clock.now())
    store.commit()
    return rejudged


def _judging(setup: Setup, cluster: str) -> Judging:
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
            model = await load_or_make_model(path, settings, job.folder, fetcher)
        finally:
            await fetcher.close()
    with contextlib.closing(Revisions(job.folder)) as revisions:
        start = start_model(settings.relevance, job.folder)
        return Setup(settings, model, revisions.newest(0), None, start)
