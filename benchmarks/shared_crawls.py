"""Whole crawls that share a collection in PostgreSQL, against one with a file: pages a second, and what they keep."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from statistics import mean
from typing import NamedTuple

from benchmarks.crawl import served as news_served
from benchmarks.crawl import write_event as write_news_event
from tests.end_to_end.world import World, served, write_event
from tests.engines.postgres_server import Server
from tidings.collection.folder import folder_of, read_store
from tidings.event.template import toml
from tidings.lab.web.targets import LabEvent
from tidings.model import Query
from tidings.store.entries import Entry

EARLY = 0.2
"""Share of the pages after which the harvest is compared."""
WEBS, PAGES = (3, 5), 400
"""Seeds of the generated webs in which the harvest is compared, and their size; each has four events."""
DELAY = 0.5
HARVEST_SECONDS = 150.0
"""No comparison of harvests begins after this time; one takes some minutes on two cores."""
JOB_PAGES = 1000
"""Pages of a whole job; several crawls fetch some more, as they count together once a second."""
_NEVER = datetime.max.replace(tzinfo=UTC)
_SCHEMAS = count()


class Harvest(NamedTuple):
    """What one crawl and several found in the same webs."""

    alone: float
    """Share of the early pages that were kept, by one crawl."""
    together: float
    differences: int
    """Pages that only one side kept."""
    events: int
    """How many were compared in the time allowed."""

    @property
    def ratio(self) -> float:
        """Return the harvest of several crawls as a share of that of one."""
        return self.together / self.alone


def whole_job(server: Server, crawls: Sequence[int]) -> tuple[dict[str, float], dict[int, float]]:
    """Return the pages a second of news pages, as heavy as real ones: in files, and by crawls of one process each."""
    files, jobs = {}, {}
    with news_served() as web, tempfile.TemporaryDirectory(prefix="tidings-shared-") as name:
        for workers in (0, 2):
            folder = Path(name) / f"file-{workers}"
            folder.mkdir()
            path = write_news_event(web.web, folder, workers, pages=JOB_PAGES)
            _crawl([path])
            files[f"a file, {_processes(workers)}"] = _rate(folder_of(path))
        for number in crawls:
            paths = []
            store = _store(server)
            for each in range(number):
                folder = Path(name) / f"shared-{number}-{each}"
                folder.mkdir()
                path = write_news_event(web.web, folder, 0, pages=JOB_PAGES)
                with path.open("a", encoding="utf-8") as file:
                    file.write(f'{store}worker = "c{each}"\n')
                paths.append(path)
            _crawl(paths)
            jobs[number] = _rate(folder_of(path))
    return files, jobs


def _processes(workers: int) -> str:
    return f"{workers} workers" if workers else "1 process"


def harvest(server: Server, crawls: int) -> Harvest:
    """Crawl the events of some webs to exhaustion, alone and together, and compare the pages, until time is up."""
    alone, together, differences = [], [], 0
    ends = time.monotonic() + HARVEST_SECONDS
    with tempfile.TemporaryDirectory(prefix="tidings-harvest-") as name:
        for seed in WEBS:
            folder = Path(name) / str(seed)
            folder.mkdir()
            with served(folder, seed=seed, pages=PAGES) as world:
                for target in world.web.events:
                    if alone and time.monotonic() > ends:
                        break
                    one = _lab_crawls(world, target, folder, 1, "")
                    several = _lab_crawls(world, target, folder, crawls, _store(server))
                    # beside each other, so that the machine is the same for both
                    _crawl(one + several)
                    found, shared = _entries(one[0].parent), _entries(several[0].parent)
                    alone.append(early_share(found))
                    together.append(early_share(shared))
                    differences += len(kept(found) ^ kept(shared))
                    print(f"  {alone[-1]:.3f} {together[-1]:.3f}", flush=True)
    return Harvest(mean(alone), mean(together), differences, len(alone))


def _lab_crawls(
    world: World, target: LabEvent, parent: Path, crawls: int, store: str
) -> list[Path]:
    """Write the event files of some crawls of an event."""
    paths = []
    for number in range(crawls):
        folder = write_event(
            parent / f"{target.index}-{crawls}-{number}", target, world.port,
            fetch=f"delay = {DELAY}", budget="pages = 100000", run="workers = 0",
            scope=f"exclude = {toml(world.tedious())}",
        )  # fmt: skip
        paths.append(folder / "event.toml")
        with paths[-1].open("a", encoding="utf-8") as file:
            file.write(f'{store}worker = "c{number}"\n' if store else "")
    return paths


def kept(entries: Sequence[Entry]) -> set[str]:
    """Return the pages that were kept; which of two equal ones is the original depends on which comes first."""
    return {entry.url for entry in entries if entry.outcome in ("kept", "duplicate")}


def early_share(entries: Sequence[Entry]) -> float:
    """Return the share of kept pages among the first pages that were read."""
    read = [entry for entry in entries if entry.outcome in ("kept", "duplicate", "rejected")]
    read.sort(key=lambda entry: entry.captured_at or _NEVER)
    early = read[: int(EARLY * len(read))]
    return len(kept(early)) / len(early)


def _store(server: Server) -> str:
    return f'[store]\nurl = {toml(server.url)}\nname = "crawls_{next(_SCHEMAS)}"\n'


def _crawl(paths: Sequence[Path]) -> None:
    """Run a crawl for each event file at the same time, each as on a computer of its own, until all have ended."""
    running = []
    for path in paths:
        own = path.parent / "own"  # turns at hosts are shared by the crawls of one computer
        own.mkdir(mode=0o700)
        running.append(
            subprocess.Popen(
                [sys.executable, "-m", "tidings", "crawl", str(path), "--plain"],
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                env={**os.environ, "XDG_RUNTIME_DIR": str(own)},
            )
        )
    said = [process.communicate()[0] for process in running]
    for process, output in zip(running, said, strict=True):
        if process.returncode not in (0, 4):
            sys.exit(f"a crawl failed:\n{output}")


def _entries(folder: Path) -> list[Entry]:
    with closing(read_store(folder)) as store:
        return list(store.ledger.entries(Query()))


def _rate(folder: Path) -> float:
    """Return the pages a second between the first page and the last."""
    times = sorted(entry.captured_at for entry in _entries(folder) if entry.captured_at)
    seconds = (times[-1] - times[0]).total_seconds()
    return len(times) / seconds
