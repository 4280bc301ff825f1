"""Extract an event from an archive of 100,000 captures, indexing included."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from datetime import timedelta
from http import HTTPStatus
from pathlib import Path

from benchmarks.floors import Floor
from tidings.archive.write.records import response_records
from tidings.archive.write.warc import WarcArchive
from tidings.lab.bench.clock import EPOCH
from tidings.lab.demo import write_event
from tidings.lab.web.web import GeneratedWeb
from tidings.model import Capture

PAGES = 10_000
SNAPSHOTS = 10
SEED = 1
BUDGET = 1_000_000
"""Pages: more than any archive here has."""


def run() -> Sequence[Floor]:
    """Make an archive, extract an event from it in both ways, and return the floors."""
    web = GeneratedWeb(SEED, PAGES)
    with tempfile.TemporaryDirectory(prefix="tidings-bench-") as folder:
        print(f"extract: writing {SNAPSHOTS} snapshots of about {PAGES:,} pages ...", flush=True)
        captures, size = write_archive(Path(folder, "archive"), web)
        print(f"  {captures:,} captures, {size / 1e6:,.0f} MB", flush=True)
        crawled = extract(Path(folder), web, "crawled")
        scanned = extract(Path(folder), web, "scanned", "--scan")
    return (
        Floor("extract: captures in the archive", captures, 100_000, ""),
        Floor("extract: documents, indexing included, crawled", crawled, 150.0, "/s"),
        Floor("extract: documents, indexing included, scanned", scanned, 150.0, "/s"),
    )


def write_archive(folder: Path, web: GeneratedWeb, snapshots: int = SNAPSHOTS) -> tuple[int, int]:
    """Write an archive of a web; return its captures and bytes."""
    archive = WarcArchive(folder, prefix="old", max_bytes=10**9, software="bench", resume=("", 0))
    captures = 0
    for capture in _captures(web):
        for number in range(snapshots):
            later = capture._replace(captured_at=EPOCH + timedelta(days=30 * number))
            archive.append(response_records(later, {})[0])
            captures += 1
    archive.flush()
    archive.close()
    return captures, sum(path.stat().st_size for path in folder.iterdir())


def _captures(web: GeneratedWeb) -> Iterator[Capture]:
    for url in web.pages:
        answer = web.answer(url, EPOCH)
        if answer.status:
            reason = HTTPStatus(answer.status).phrase
            yield Capture(url, EPOCH, answer.status, answer.headers, answer.body, reason)


def extract(folder: Path, web: GeneratedWeb, name: str, *options: str) -> float:
    """Extract as a user would and return documents per second of the whole process."""
    write_event(folder / name, web.events[0], port=9, pages=BUDGET)
    archive = str(folder / "archive")
    command = [sys.executable, "-m", "tidings", "extract", str(folder / name), "--plain"]
    begun = time.monotonic()
    result = subprocess.run(
        [*command, *options, "--from", archive], capture_output=True, text=True, check=False
    )
    seconds = time.monotonic() - begun
    if result.returncode:
        sys.exit(f"tidings extract failed:\n{result.stdout}{result.stderr}")
    ending = next(line for line in result.stdout.splitlines() if "pages kept of" in line)
    documents = int(ending.partition("pages kept of")[2].split()[0].replace(",", ""))
    print(f"  {name}: {documents:,} documents in {seconds:.1f} s. {ending}", flush=True)
    return documents / seconds
