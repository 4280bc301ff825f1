"""Collections of generated webs, crawled in virtual time into a folder."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tidings.collection.collection import open_collection
from tidings.crawl.wiring import wire
from tidings.crawl.workers import started
from tidings.crawl.workers.tasks import Setup
from tidings.event.file import load
from tidings.event.references import make_model
from tidings.lab.bench.clock import VirtualClock
from tidings.lab.demo import write_event
from tidings.lab.serving.in_process import InProcessWeb
from tidings.lab.web.targets import LabEvent
from tidings.lab.web.web import GeneratedWeb
from tidings.settings import RunSettings
from tidings.sources.choice import sources


def collect(folder: Path, web: GeneratedWeb, target: LabEvent, pages: int) -> None:
    """Crawl an event of a generated web into a collection."""
    clock = VirtualClock()
    clock.run(_crawl(folder, web, target, pages, clock))


async def _crawl(
    folder: Path, web: GeneratedWeb, target: LabEvent, pages: int, clock: VirtualClock
) -> None:
    loaded = load(write_event(folder, target, 80, pages))
    settings = replace(loaded, run=RunSettings(workers=0))
    fetcher = InProcessWeb(web, clock)
    model = await make_model(settings, folder, fetcher)
    async with started(Setup(settings, model)) as workers:
        with open_collection(folder, prefix="web", warc_megabytes=100) as collection:
            crawl = wire(settings, collection, fetcher, workers, clock, lockstep=True)
            await crawl.run(sources(settings))
