"""Prepares a collection to be completed: what it lacks waits again, and pages kept without requisites are searched."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from pathlib import Path

from tidings.archive.write.records import response_records
from tidings.collection.folder import read_store
from tidings.collection.pages.archived import CollectionHoldings
from tidings.crawl.requisites.queue import RequisiteQueue
from tidings.crawl.requisites.reading import RequisiteReader
from tidings.crawl.wiring import frontier_of
from tidings.errors import Failed
from tidings.model import Capture, Outcome, Pointer, Query, Snapshot
from tidings.ports import Store
from tidings.settings import Settings
from tidings.store.entries import Entry


def patch_settings(settings: Settings, pages: int) -> Settings:
    """Return the settings of a run that fetches requisites and no pages."""
    archive = settings.archive
    if archive.requisites == "none":
        archive = replace(archive, requisites="all")
    budget = replace(settings.budget, pages=max(pages, 1), minutes=0.0)
    return replace(settings, archive=archive, budget=budget)


def list_needs(folder: Path, settings: Settings, store: Store) -> int:
    """Let everything wait that kept pages lack; return how much that is."""
    store.requisites.reopen()
    queue = RequisiteQueue(settings, store, frontier_of(settings, store))
    reader = RequisiteReader(settings, response_records)
    holdings = CollectionHoldings(folder)
    with contextlib.closing(read_store(folder)) as stored:
        for entry in stored.ledger.entries(Query(outcome=Outcome.KEPT, all_visits=True)):
            if entry.visit and entry.file and not store.requisites.is_noted(entry.visit):
                capture = _loaded(holdings, entry)
                if capture:
                    queue.add_page(entry.visit, reader.of_page(capture).requisites)
    holdings.close_now()
    return queue.waiting


def _loaded(holdings: CollectionHoldings, entry: Entry) -> Capture | None:
    if entry.captured_at is None or entry.status is None:
        return None
    place = Pointer(entry.file, entry.offset, entry.length)
    snapshot = Snapshot(entry.url, entry.captured_at, entry.mime, entry.status, entry.digest, place)
    try:
        return holdings.load_now(snapshot)
    except Failed:  # a damaged file costs only its own pages
        return None
