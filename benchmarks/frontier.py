"""The frontier on disk, small and large: what choosing, finishing and adding a link cost, and its memory.

Each size is filled and measured in a fresh process: ``python -m benchmarks.frontier LINKS HOSTS FOLDER``.
"""

from __future__ import annotations

import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.floors import Floor

SMALL = (10_000, 100)
LARGE = (1_000_000, 10_000)
"""Links and hosts: a hundred links wait on each host, in both."""

ROUNDS = 5_000
BATCH = 500
"""Operations between two commits, as in a crawl."""


def run() -> Sequence[Floor]:
    """Measure both sizes, print them and return the floors."""
    print(f"frontier: {SMALL[0]:,} and {LARGE[0]:,} waiting links, 100 on each host", flush=True)
    small, large = (_measured(*size) for size in (SMALL, LARGE))
    return (
        Floor("pop, finish and release: large : small", large["pop"] / small["pop"], 3.0, "x", True),
        Floor("push of a new link: large : small", large["push"] / small["push"], 3.0, "x", True),
        Floor("memory per waiting link", large["bytes"], 300.0, " bytes", True),
    )


def _measured(links: int, hosts: int) -> dict[str, float]:
    with tempfile.TemporaryDirectory(prefix="tidings-bench-") as folder:
        command = [sys.executable, "-m", "benchmarks.frontier", str(links), str(hosts), folder]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        size = (Path(folder) / "tidings.db").stat().st_size
    figures: dict[str, float] = json.loads(done.stdout)
    print(
        f"  {links:9,} links, {hosts:6,} hosts: pop+finish+release {figures['pop']:6.1f} µs, push "
        f"{figures['push']:6.1f} µs (medians), {figures['bytes']:6.1f} bytes of RAM a link, "
        f"file {size / 1e6:,.0f} MB, filled in {figures['fill']:.0f} s",
        flush=True,
    )
    return figures


def measure(links: int, hosts: int, folder: Path) -> dict[str, float]:
    """Fill a frontier and return medians in microseconds, and bytes of memory per link."""
    from tidings.frontier.frontier import Frontier
    from tidings.frontier.scope import ScopeRules
    from tidings.model import Outcome, Verdict
    from tidings.settings import Scope
    from tidings.store.database import Database
    from tidings.store.links import SqliteLinks

    memory_before = _rss()
    database = Database(folder / "tidings.db")
    frontier = Frontier(SqliteLinks(database), ScopeRules(Scope(), 0.0, 10))
    begun = time.perf_counter()
    candidates = _candidates(hosts)
    for number in range(links):
        frontier.add([next(candidates)], 0.0)
        if number % BATCH == 0:
            database.commit()
    database.commit()
    filled = time.perf_counter() - begun

    pops, pushes = [], []
    kept = Verdict(Outcome.KEPT, "score 0.700, threshold 0.4")
    for number in range(ROUNDS):
        now = float(number)
        begun = time.perf_counter()
        waiting = frontier.pop(now)
        assert waiting is not None
        frontier.finish(waiting, kept)
        frontier.release(waiting, now + 1.0, 1.0)
        popped = time.perf_counter()
        candidate = next(candidates)
        made = time.perf_counter()
        frontier.add([candidate], now)
        pushes.append(time.perf_counter() - made)
        pops.append(popped - begun)
        if number % BATCH == 0:
            database.commit()
    return {
        "pop": statistics.median(pops) * 1e6,
        "push": statistics.median(pushes) * 1e6,
        "bytes": (_rss() - memory_before) / links,
        "fill": filled,
    }


def _candidates(hosts: int) -> Iterator[object]:
    """Yield endless new links, on random hosts, with words as real links have them."""
    from tidings.model import Candidate, Link
    from tidings.urls import url_id

    rng = random.Random(hosts)
    number = 0
    while True:
        number += 1
        host = rng.randrange(hosts)
        url = f"https://www.paper-{host}.example/2016/03/{number % 28 + 1:02}/the-river-rose-again-{number}"
        parent = f"https://www.paper-{rng.randrange(hosts)}.example/news/"
        link = Link(url, parent, "The river rose again in the night", "Latest news from here", 3)
        yield Candidate(url_id(url), rng.random(), link)


def _rss() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096


if __name__ == "__main__":
    figures = measure(int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]))
    print(json.dumps(figures))
