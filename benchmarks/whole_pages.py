"""What completing pages costs the finding of pages: the same crawls with and without requisites, in virtual time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from benchmarks.floors import Floor
from tidings.archive.write.memory import CountingArchive
from tidings.collection.collection import Collection
from tidings.crawl.wiring import wire
from tidings.crawl.workers.inline import InlineWorkers
from tidings.crawl.workers.tasks import Setup
from tidings.event.references import make_model
from tidings.lab.bench.clock import VirtualClock
from tidings.lab.bench.strategies import STRATEGIES, settings_for
from tidings.lab.bench.task_webs import task_of
from tidings.lab.serving.in_process import InProcessWeb
from tidings.lab.web.web import GeneratedWeb
from tidings.settings import ArchiveSettings, Settings
from tidings.sources.seeds import Seeds
from tidings.store.sqlite.database import Database
from tidings.store.sqlite.store import SqliteStore

SEEDS = range(1, 9)
PAGES, BUDGET = 2_000, 250
LEAST = 0.9
"""Share of the event pages per request and per minute that must be left."""
_PICTURES = (".jpg", ".webp", ".png")


class Crawled(NamedTuple):
    """One crawl, in the time of the simulation."""

    kept: int
    pages: int
    """Requests for pages."""
    others: int
    """Requests for what pages need."""
    found: float
    """Minutes until the last request for a page."""
    whole: float
    """Minutes until the last request."""
    complete: float
    """Share of what the kept pages need that was archived."""


def crawled(seed: int, requisites: str) -> Crawled:
    """Crawl a generated web politely and return what came of it."""
    web = GeneratedWeb(seed, PAGES)
    settings = settings_for(task_of(web.events[0]), STRATEGIES["auto"], pages=BUDGET)
    settings = replace(settings, archive=ArchiveSettings(requisites=requisites))
    clock = VirtualClock()
    fetcher = InProcessWeb(web, clock)
    store = SqliteStore(Database(None))
    collection = Collection(store, CountingArchive())
    kept = clock.run(_crawl(settings, clock, fetcher, collection))
    is_page = [not url.endswith(_PICTURES) for _, url in fetcher.log]
    moments = [moment / 60.0 for moment, _ in fetcher.log]
    found = max(moment for moment, page in zip(moments, is_page, strict=True) if page)
    complete = store.requisites.completeness().share
    begun = min(moments)
    return Crawled(
        kept,
        sum(is_page),
        len(is_page) - sum(is_page),
        found - begun,
        max(moments) - begun,
        complete,
    )


async def _crawl(
    settings: Settings, clock: VirtualClock, fetcher: InProcessWeb, collection: Collection
) -> int:
    model = await make_model(settings, Path(), fetcher)
    fetcher.log.clear()
    workers = InlineWorkers(Setup(settings, model))
    crawl = wire(settings, collection, fetcher, workers, clock, lockstep=True)
    ending = await crawl.run([Seeds(settings.seeds)])
    return ending.totals.kept


def run() -> Iterator[Floor]:
    """Compare crawls with and without requisites."""
    print(
        f"\nwhole pages: generated webs of {PAGES:,} pages, {BUDGET} fetched, one second between requests"
    )
    shares: list[tuple[float, float, float]] = []
    for seed in SEEDS:
        alone, whole = crawled(seed, "none"), crawled(seed, "all")
        for name, each in (("none", alone), ("all", whole)):
            print(
                f"  web {seed}, {name:4}: {each.kept} kept, {each.pages} page requests in {each.found:.1f} min, "
                f"{each.others} others, {each.whole:.1f} min in all, {each.complete:.1%} complete"
            )
        shares.append(
            (
                (whole.kept / whole.pages) / (alone.kept / alone.pages),
                (whole.kept / whole.found) / (alone.kept / alone.found),
                (whole.kept / whole.whole) / (alone.kept / alone.whole),
            )
        )
    per_page, per_minute, in_all = (sum(each) / len(shares) for each in zip(*shares, strict=True))
    print(
        f"  event pages left per page request {per_page:.3f}, per minute of finding {per_minute:.3f}, of all {in_all:.3f}"
    )
    yield Floor("event pages per page request, with requisites", per_page, LEAST, "x")
    yield Floor("event pages per minute until all are found", per_minute, LEAST, "x")
    yield Floor("event pages per minute until all is archived", in_all, LEAST, "x")
