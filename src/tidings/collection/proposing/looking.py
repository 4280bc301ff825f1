"""A look at pages before a crawl starts from them: a small collection of its own, which follows no link.

Nothing is fetched twice, redirects are recorded step by step, and every tool reads it as it reads all collections.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from tidings.collection.folder import EVENT_FILE, copy_file, copy_references
from tidings.collection.prepare import Job, check
from tidings.collection.reading import CollectionReader
from tidings.event.edit.rewrite import write_values
from tidings.event.file import load
from tidings.model import Outcome
from tidings.settings import Budget, StreamsSettings
from tidings.sources.posts.curation import LookedAt
from tidings.store.entries import Entry
from tidings.urls import url_id

_LONGEST_CHAIN = 20
"""Redirects from one link; the settings of a crawl allow fewer."""
_JUDGED = (Outcome.KEPT, Outcome.REJECTED)


def prepare_look(
    event_file: Path, folder: Path, urls: Iterable[str], sites: Iterable[str] = ()
) -> Job:
    """Return a job that fetches these pages and no others; raise EventFileError.

    With ``sites``, redirects to other hosts are recorded and not followed.
    """
    settings = load(event_file, needs_seeds=False)
    copy_file(event_file, folder / EVENT_FILE)
    copy_references(event_file.parent, folder, settings.event.references)
    write_values(folder / EVENT_FILE, "scope", {"depth": 0, "sites": sorted(set(sites))})
    settings = load(folder / EVENT_FILE, needs_seeds=False)
    check(folder / EVENT_FILE, settings, online=True)
    return Job(
        folder,
        replace(
            settings,
            seeds=tuple(urls),
            budget=Budget(pages=10**9),
            order=replace(settings.order, policy="best-first", sources="none", min_score=0.0),
            streams=StreamsSettings(),
        ),
    )


def targets(looked: CollectionReader, urls: Iterable[str]) -> dict[str, str]:
    """Return where links lead, those that lead anywhere: the end of each chain of redirects."""
    found = {url: _end(looked, url) for url in urls}
    return {url: entry.url for url, entry in found.items() if entry and entry.url != url}


def looked_at(looked: CollectionReader, urls: Mapping[str, int]) -> list[LookedAt]:
    """Return what a look has shown of pages, given with their posts; those that could not be read are left out."""
    promising = {
        url_id(entry.url) for entry in looked.entries() if entry.priority >= looked.threshold
    }
    pages: dict[str, LookedAt] = {}
    for url, posts in urls.items():
        entry = _end(looked, url)
        if entry is None or entry.outcome not in _JUDGED:
            continue
        before = pages.get(entry.url)
        links = promising.intersection(looked.linked(entry.url)) - {url_id(entry.url)}
        pages[entry.url] = LookedAt(
            entry.url,
            entry.outcome == Outcome.KEPT,
            frozenset(links),
            posts + (before.posts if before else 0),
        )
    return list(pages.values())


def _end(looked: CollectionReader, url: str) -> Entry | None:
    """Return the end of a chain of redirects, None if it has none or was never followed."""
    for _ in range(_LONGEST_CHAIN):
        entry = looked.entry(url)
        if entry is None or entry.outcome != Outcome.REDIRECTED:
            return entry
        url = entry.detail
    return None
