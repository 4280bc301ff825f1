"""Soak: a long crawl in virtual time; pages a second, memory, open files and database bytes a page stay flat."""

from __future__ import annotations

import gc
import os
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from benchmarks.floors import Floor
from tests.fuzz.attack import memory
from tests.hostile.virtual import crawl, good_site, settings_for
from tidings.crawl.progress import Progress
from tidings.settings import ArchiveSettings
from tidings.store.sqlite.database import Database
from tidings.store.sqlite.store import SqliteStore

PAGES = int(os.environ.get("TIDINGS_SOAK_PAGES", "100000"))
HOSTS = 200
STEPS = 20
"""Looks at the crawl while it runs."""


class Sample(NamedTuple):
    """A crawl at one moment."""

    pages: int
    cpu: float
    megabytes: float
    files: int
    database: int


def soak(pages: int, folder: Path) -> list[Sample]:
    """Crawl so many pages, and return what was seen on the way."""
    path = folder / "soak.db"
    per_host = pages // HOSTS + 1
    server = good_site(per_host)
    seeds = tuple(f"http://host{number}.example/0" for number in range(HOSTS))
    settings = settings_for(seeds, pages=pages, depth=10**6)
    settings = replace(settings, archive=ArchiveSettings())
    samples: list[Sample] = []

    def watch(progress: Progress) -> None:
        if progress.totals.pages >= (len(samples) + 1) * pages // STEPS:
            gc.collect()
            files = len(os.listdir("/proc/self/fd"))  # noqa: PTH208
            size = sum(each.stat().st_size for each in folder.glob("soak.db*"))
            samples.append(
                Sample(
                    progress.totals.pages,
                    time.process_time(),
                    memory("VmRSS") / 1e6,
                    files,
                    size,
                )
            )

    crawl(settings, lambda host: server, store=SqliteStore(Database(path)), watch=watch)
    return samples


def run() -> list[Floor]:
    """Soak, and compare the last quarter with the second one."""
    with tempfile.TemporaryDirectory() as folder:
        samples = soak(PAGES, Path(folder))
    print(f"\nsoak, {PAGES:,} pages in virtual time")
    for sample in samples[:: max(1, len(samples) // 5)]:
        print(f"  {sample}")
    early, late = samples[len(samples) // 4], samples[len(samples) // 2]
    last = samples[-1]
    return [
        Floor("soak: CPU a page, late : early", _ratio(early, late, last, _cpu), 1.3, "", True),
        Floor("soak: memory growth a page", _growth(late, last), 1000.0, "bytes", True),
        Floor("soak: open files, end - middle", float(last.files - late.files), 5.0, "", True),
        Floor(
            "soak: database bytes a page, late : early",
            _ratio(early, late, last, _size),
            1.2,
            "",
            True,
        ),
    ]


def _cpu(sample: Sample) -> float:
    return sample.cpu


def _size(sample: Sample) -> float:
    return float(sample.database)


def _ratio(early: Sample, late: Sample, last: Sample, of: Callable[[Sample], float]) -> float:
    before = (of(late) - of(early)) / (late.pages - early.pages)
    after = (of(last) - of(late)) / (last.pages - late.pages)
    return after / before


def _growth(late: Sample, last: Sample) -> float:
    return (last.megabytes - late.megabytes) * 1e6 / (last.pages - late.pages)
