"""Makes collections of a generated web in virtual time, complete with archive and index, for the desk to show."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tests.end_to_end.simulation import simulate
from tidings.archive.write.warc import WarcArchive
from tidings.collection.collection import Collection, index
from tidings.collection.folder import database_path
from tidings.lab import demo
from tidings.lab.bench.clock import VirtualClock
from tidings.lab.bench.strategies import parse, settings_for
from tidings.lab.bench.task_webs import task_of
from tidings.lab.serving.in_process import InProcessWeb
from tidings.lab.web.web import GeneratedWeb
from tidings.settings import ArchiveSettings, RunSettings
from tidings.store.sqlite.database import Database
from tidings.store.sqlite.store import SqliteStore

UNUSED_PORT = 9
"""The event file names a port for the generated web, which nothing asks for."""


def collect(folder: Path, web: GeneratedWeb, number: int, pages: int) -> Path:
    """Crawl one event of a web, and write its event file; return the folder."""
    target = web.events[number]
    demo.write_event(folder, target, UNUSED_PORT, pages)
    (strategy,) = parse("auto").values()
    settings = settings_for(task_of(target), strategy, pages=pages)
    settings = replace(
        settings, run=RunSettings(workers=0), archive=ArchiveSettings()
    )  # with images and styles
    clock = VirtualClock()
    archive = WarcArchive(folder / "archive", prefix="desk", max_bytes=10**9, software="desk")
    collection = Collection(SqliteStore(Database(database_path(folder))), archive)
    clock.run(simulate(settings, clock, InProcessWeb(web, clock), collection))
    index(folder)
    return folder
