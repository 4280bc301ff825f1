"""Whole crawls that share a collection in PostgreSQL, against one with a file: pages a second."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import NamedTuple

from benchmarks.crawl import served as news_served
from benchmarks.crawl import write_event as write_news_event
from tests.engines.postgres_server import Server
from tidings.collection.folder import folder_of, read_store
from tidings.event.template import toml
from tidings.model import Query
from tidings.store.entries import Entry

JOB_PAGES = 1000
"""Pages of a whole job; all its crawls share this budget."""
_SCHEMAS = count()


class Job(NamedTuple):
    """What crawls have done together."""

    pages: int
    seconds: float
    """Between the first page and the last."""

    @property
    def rate(self) -> float:
        """Return the pages a second."""
        return self.pages / self.seconds


def whole_job(server: Server, crawls: Sequence[int]) -> tuple[dict[str, Job], dict[int, Job]]:
    """Crawl news pages, as heavy as real ones, into files, and by some crawls of one process each into PostgreSQL."""
    files, jobs = {}, {}
    with news_served() as web, tempfile.TemporaryDirectory(prefix="tidings-shared-") as name:
        for workers in (0, 2):
            folder = Path(name) / f"file-{workers}"
            folder.mkdir()
            path = write_news_event(web.web, folder, workers, pages=JOB_PAGES)
            _crawl([path])
            files[f"a file, {_processes(workers)}"] = _job(folder_of(path))
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
            jobs[number] = _job(folder_of(path))
    return files, jobs


def _processes(workers: int) -> str:
    return f"{workers} workers" if workers else "1 process"


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


def _job(folder: Path) -> Job:
    times = sorted(entry.captured_at for entry in _entries(folder) if entry.captured_at)
    return Job(len(times), (times[-1] - times[0]).total_seconds())
