"""Scan an archive of 100,000 pages without and with Dask, then sort and look up a CDX of ten million rows."""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

from benchmarks.extract import extract, write_archive
from benchmarks.floors import Floor
from tidings.archive.index.cdx import cdxj_line
from tidings.archive.index.parquet import ParquetIndex, write_parquet
from tidings.lab.bench.clock import EPOCH
from tidings.lab.web.web import GeneratedWeb
from tidings.model import Pointer

PAGES = 100_000
ROWS = 10_000_000
LOOKUPS = 100
SEED = 1


def run() -> Sequence[Floor]:
    """Scan the same archive in both ways, measure the index, and return the floors."""
    web = GeneratedWeb(SEED, PAGES)
    with tempfile.TemporaryDirectory(prefix="tidings-bench-") as folder:
        print(f"scan: writing about {PAGES:,} pages ...", flush=True)
        captures, _ = write_archive(Path(folder, "archive"), web, snapshots=1)
        plain, dask = (
            extract(Path(folder), web, name, "--scan", "--cluster", name)
            for name in ("none", "local")
        )
        size, lookup = _index(Path(folder))
    return (
        Floor("scan: captures in the archive", captures, PAGES, ""),
        Floor("scan: speed with Dask, of that without", dask / plain, 0.9, "x"),
        Floor("scan: bytes of a row of a CDX in Parquet", size, 100.0, "", at_most=True),
        Floor("scan: lookup of a URL in it, median", lookup, 100.0, "ms", at_most=True),
    )


def _index(folder: Path) -> tuple[float, float]:
    """Return the bytes of a row and the milliseconds of a lookup."""
    chance = random.Random(SEED)
    path, index = folder / "rows.cdxj", folder / "rows.parquet"
    with path.open("w", encoding="ascii") as file:
        for number in range(ROWS):
            digest = f"sha1:{chance.getrandbits(160):032X}"[:37]
            moment = EPOCH + timedelta(seconds=chance.randrange(10**8))
            place = Pointer(f"part-{number // 30_000:05}.warc.gz", 20_000 * (number % 30_000), 9000)
            line = cdxj_line(_url(number), moment, "text/html", 200, digest, place)
            file.write(f"{line}\n")
    begun = time.monotonic()
    write_parquet([path], index)
    seconds, size = time.monotonic() - begun, index.stat().st_size
    print(f"  {ROWS:,} rows sorted in {seconds:.0f} s, {size / 1e6:,.0f} MB", flush=True)
    captures, times = ParquetIndex(index), []
    for number in chance.sample(range(ROWS), min(LOOKUPS, ROWS)):
        begun = time.monotonic()
        assert captures.snapshots(_url(number))
        times.append(1000 * (time.monotonic() - begun))
    captures.close()
    return size / ROWS, sorted(times)[len(times) // 2]


def _url(number: int) -> str:
    mixed = number * 2_654_435_761 % 2**32
    return f"https://www.site{mixed % 50_021}.example/news/{mixed}/an-article-about-something.html"
