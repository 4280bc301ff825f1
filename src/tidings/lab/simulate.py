"""Runs the real crawl over a web in memory and in virtual time; the order of fetches is reproducible."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from tidings import job
from tidings.archive.memory import CountingArchive
from tidings.collection import Collection
from tidings.crawl import Crawl
from tidings.event.references import make_model
from tidings.lab.clock import VirtualClock
from tidings.ports import Clock, Fetcher
from tidings.progress import Progress
from tidings.settings import Settings
from tidings.store.database import Database
from tidings.store.ledger import Entry, Ledger


class Simulation(NamedTuple):
    """A crawl that happened in virtual time."""

    ending: Progress
    visited: tuple[Entry, ...]
    """Every address that answered, in the order in which the answers came."""


def simulate(settings: Settings, fetcher_at: Callable[[Clock], Fetcher]) -> Simulation:
    """Crawl with these settings to the end and return what happened."""
    clock = VirtualClock()
    return clock.run(_simulate(settings, clock, fetcher_at(clock)))


async def _simulate(settings: Settings, clock: VirtualClock, fetcher: Fetcher) -> Simulation:
    database = Database(None)
    collection = Collection(database, CountingArchive())
    model = await make_model(settings, Path(), fetcher)
    clock.busy = lambda: True  # processes start and end in real time
    async with job.started(settings, model) as workers:
        clock.busy = lambda: workers.outstanding > 0
        crawl = Crawl(settings, collection, fetcher, workers, clock, lockstep=True)
        ending = await crawl.run(job.sources(settings))
        clock.busy = lambda: True
    visited = [entry for entry in Ledger(database).entries() if entry.captured_at]
    visited.sort(key=lambda entry: (entry.captured_at, entry.found_at))
    database.close()
    return Simulation(ending, tuple(visited))
