"""Crawls a generated web in memory and in virtual time, with real workers, and prints every request and its time.

python -m tests.end_to_end.simulation WORKERS STRATEGY
"""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

from tidings.archive.write.memory import CountingArchive
from tidings.collection.collection import Collection
from tidings.crawl.wiring import wire
from tidings.crawl.workers import started
from tidings.crawl.workers.tasks import Setup
from tidings.event.references import make_model
from tidings.lab.bench.clock import VirtualClock
from tidings.lab.bench.strategies import parse, settings_for
from tidings.lab.bench.task_webs import task_of
from tidings.lab.serving.in_process import InProcessWeb
from tidings.lab.web.web import GeneratedWeb
from tidings.ports import Fetcher, Store
from tidings.settings import RunSettings, Settings
from tidings.sources.choice import sources
from tidings.store.sqlite.database import Database
from tidings.store.sqlite.store import SqliteStore


def main(workers: int, specs: list[str]) -> None:
    web = GeneratedWeb(7, 400)
    sys.stdout.write(json.dumps({spec: order(web, workers, spec) for spec in specs}))


def order(
    web: GeneratedWeb, workers: int, spec: str, store: Store | None = None
) -> list[tuple[float, str]]:
    """Return the times and URLs of the requests of a crawl."""
    (strategy,) = parse(spec).values()
    settings = settings_for(task_of(web.events[0]), strategy, pages=150)
    settings = replace(settings, run=RunSettings(workers=workers))
    clock = VirtualClock()
    fetcher = InProcessWeb(web, clock)
    collection = Collection(store or SqliteStore(Database(None)), CountingArchive())
    clock.run(simulate(settings, clock, fetcher, collection))
    return fetcher.log


async def simulate(
    settings: Settings, clock: VirtualClock, fetcher: Fetcher, collection: Collection
) -> None:
    """Crawl with these settings to the end, and close the collection."""
    model = await make_model(settings, Path(), fetcher)
    clock.busy = lambda: True  # processes start and end in real time
    async with started(Setup(settings, model)) as at_work:
        clock.busy = lambda: at_work.outstanding > 0
        crawl = wire(settings, collection, fetcher, at_work, clock, lockstep=True)
        await crawl.run(sources(settings))
        clock.busy = lambda: True
    collection.close()


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
