"""Near-duplicates among 100,000 pages: the time of a fingerprint and of a look-up, and the memory per page.

The look-ups are measured in a separate process: ``python -m benchmarks.near_duplicates FINGERPRINTS FOLDER``.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
import timeit
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path

from benchmarks.floors import Floor
from benchmarks.newswire import Newswire
from tidings.read.words.fingerprint import fingerprint
from tidings.read.words.resemblance import SIZE
from tidings.store.sqlite.database import Database
from tidings.store.sqlite.stories import SqliteStories

PAGES = 100_000
CHUNK = 1_000
BATCH = 500
"""Pages between two commits, as in a crawl."""
LINKS_PER_PAGE = 100
"""Distance between the numbers of two pages: pages are numbered among all links."""
_PAGE_SIZE = 4096
_KEPT = """
INSERT INTO link (seq, id, host, phase, score, depth, hops, parent, found_at, url, anchor, context, channel, outcome, reason)
VALUES (?, ?, 1, 2, 0.5, 1, 0, 0, 0.0, 'https://news.example/2016/03/22/a-story', '', '', 'link', 'kept', 'score 0.500')
"""
_VISITED = """
INSERT INTO visit (seq, link, captured_at, entered_at, status, mime, size, digest, title, language, dated_by, explained, type, outcome, reason, detail, file, byte_offset, length, provenance, revision, changed)
VALUES (?, ?, 0.0, 0.0, 200, 'text/html', 5000, '', '', 'en', '', '{}', '', 'kept', 'score', '0.500', '', 0, 0, '', 0, 0)
"""


def run() -> Sequence[Floor]:
    """Measure, print and return the floors."""
    print(f"near-duplicates: {PAGES:,} pages, one in ten a copy", flush=True)
    cost = _cost()
    figures = _measured()
    print(
        f"  fingerprint of 5 kB {cost:.0f} µs, look-up {figures['find']:.1f} µs, new story {figures['begin']:.1f} µs, "
        f"{figures['bytes']:.0f} bytes of RAM a page, {figures['disk']:.0f} on disk",
        flush=True,
    )
    return (
        Floor("near-duplicates: look-ups", 1e6 / figures["find"], 2_000.0, "/s"),
        Floor("near-duplicates: memory per page", figures["bytes"], 200.0, " bytes", at_most=True),
        Floor("near-duplicates: fingerprint of 5 kB", cost, 400.0, " µs", at_most=True),
    )


def measure(fingerprints: Path, folder: Path) -> dict[str, float]:
    """Return the mean microseconds of a look-up and of a new story, and bytes per page in RAM and on disk."""
    marks = fingerprints.read_bytes()
    database = Database(folder / "tidings.db")
    keep_all(database, PAGES, LINKS_PER_PAGE)
    database.commit()
    links_on_disk = (folder / "tidings.db").stat().st_size
    memory_before = _resident()
    stories = SqliteStories(database)
    finding = beginning = 0.0
    for number in range(PAGES):
        mark = marks[number * SIZE : (number + 1) * SIZE]
        begun = time.perf_counter()
        first = next(iter(stories.similar(mark)), None)
        looked_up = time.perf_counter()
        if first is None:
            stories.begin((number + 1) * LINKS_PER_PAGE, mark)
        else:
            stories.join((number + 1) * LINKS_PER_PAGE, first)
        if number % BATCH == 0:
            database.commit()
        finding += looked_up - begun
        beginning += time.perf_counter() - looked_up
    memory = _resident() - memory_before
    database.commit()
    database.close()
    return {
        "find": finding / PAGES * 1e6,
        "begin": beginning / PAGES * 1e6,
        "bytes": memory / PAGES,
        "disk": ((folder / "tidings.db").stat().st_size - links_on_disk) / PAGES,
    }


def keep_all(database: Database, pages: int, apart: int = 1) -> None:
    """Insert kept pages whose numbers are ``apart`` apart; only kept pages belong to a story."""
    for number in range(apart, pages * apart + 1, apart):
        database.write(_KEPT, (number, number))
        database.write(_VISITED, (number, number))


def _measured() -> dict[str, float]:
    with tempfile.TemporaryDirectory(prefix="tidings-bench-") as folder:
        fingerprints = Path(folder) / "fingerprints"
        with ProcessPoolExecutor(2) as pool:
            fingerprints.write_bytes(b"".join(pool.map(_fingerprints, range(0, PAGES, CHUNK))))
        command = [sys.executable, "-m", "benchmarks.near_duplicates", str(fingerprints), folder]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


def _fingerprints(first: int) -> bytes:
    return b"".join(
        fingerprint(_newswire().page(number).text) for number in range(first, first + CHUNK)
    )


def _cost() -> float:
    """Return the microseconds for a text of 5 kB whose words are cached, as nearly all are in a crawl."""
    text = " ".join(_newswire().page(number).text for number in range(30))[:5_000]
    return min(timeit.repeat(lambda: fingerprint(text), number=50, repeat=20)) / 50 * 1e6


@cache
def _newswire() -> Newswire:
    return Newswire(1)


def _resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * _PAGE_SIZE


if __name__ == "__main__":
    print(json.dumps(measure(Path(sys.argv[1]), Path(sys.argv[2]))))
