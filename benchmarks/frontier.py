"""The frontier on disk, small and large: the time to pop and push a link, and the memory per link.

Each size is filled and measured in a separate process: ``python -m benchmarks.frontier LINKS HOSTS FOLDER``.
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
from tidings.frontier.embedded import Frontier
from tidings.frontier.scope import ScopeRules
from tidings.model import Candidate, Link, Outcome, Reason, Verdict
from tidings.settings import Scope
from tidings.store.sqlite.database import Database
from tidings.store.sqlite.links import SqliteLinks
from tidings.urls import url_id

SMALL = (10_000, 100)
LARGE = (1_000_000, 10_000)
"""Links and hosts; both sizes have about a hundred waiting links per host."""

ROUNDS = 5_000
BATCH = 500
"""Rounds between two commits, as in a crawl."""
FILL_BATCH = 20_000

_KEPT = Verdict(Outcome.KEPT, Reason.SCORE, "0.700, threshold 0.4")
_PAGE_SIZE = 4096


def run() -> Sequence[Floor]:
    """Measure both sizes, print them and return the floors."""
    print(f"frontier: {SMALL[0]:,} and {LARGE[0]:,} waiting links, 100 on each host", flush=True)
    small, large = (_measured(*size) for size in (SMALL, LARGE))
    return (
        Floor("pop, large : small", large["pop"] / small["pop"], 3.0, "x", at_most=True),
        Floor("push, large : small", large["push"] / small["push"], 3.0, "x", at_most=True),
        Floor("memory per waiting link", large["bytes"], 300.0, " bytes", at_most=True),
    )


def _measured(links: int, hosts: int) -> dict[str, float]:
    with tempfile.TemporaryDirectory(prefix="tidings-bench-") as folder:
        command = [sys.executable, "-m", "benchmarks.frontier", str(links), str(hosts), folder]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
        megabytes = (Path(folder) / "tidings.db").stat().st_size / 1e6
    figures: dict[str, float] = json.loads(done.stdout)
    print(
        f"  {links:9,} links, {hosts:6,} hosts: pop {figures['pop']:5.1f} µs, push {figures['push']:5.1f} µs, "
        f"{figures['bytes']:,.0f} bytes of RAM a link, {megabytes:,.0f} MB on disk, "
        f"filled in {figures['fill']:.0f} s",
        flush=True,
    )
    return figures


def measure(links: int, hosts: int, folder: Path) -> dict[str, float]:
    """Return the medians of pop and push in microseconds, and the memory per link in bytes."""
    memory_before = _resident()
    database = Database(folder / "tidings.db")
    frontier = Frontier(SqliteLinks(database), ScopeRules(Scope(), 0.0, 10))
    candidates = _candidates(hosts)
    begun = time.perf_counter()
    _fill(frontier, database, candidates, links)
    filled = time.perf_counter() - begun
    pops, pushes = _exercise(frontier, database, candidates)
    return {
        "pop": statistics.median(pops) * 1e6,
        "push": statistics.median(pushes) * 1e6,
        "bytes": (_resident() - memory_before) / links,
        "fill": filled,
    }


def _fill(
    frontier: Frontier, database: Database, candidates: Iterator[Candidate], links: int
) -> None:
    for number in range(links):
        frontier.add([next(candidates)], 0.0)
        if number % FILL_BATCH == 0:
            database.commit()
    database.commit()


def _exercise(
    frontier: Frontier, database: Database, candidates: Iterator[Candidate]
) -> tuple[list[float], list[float]]:
    """Pop a link, finish it, release its host and push a new one; return the times of pop and push."""
    pops, pushes = [], []
    for number in range(ROUNDS):
        candidate = next(candidates)
        begun = time.perf_counter()
        _visit(frontier, now=float(number))
        visited = time.perf_counter()
        frontier.add([candidate], float(number))
        pushes.append(time.perf_counter() - visited)
        pops.append(visited - begun)
        if number % BATCH == 0:
            database.commit()
    return pops, pushes


def _visit(frontier: Frontier, now: float) -> None:
    waiting = frontier.pop(now)
    assert waiting is not None
    frontier.finish(waiting, _KEPT)
    frontier.release(waiting, now + 1.0, 1.0)


def _candidates(hosts: int) -> Iterator[Candidate]:
    """Yield new links on random hosts without end, each found on an earlier page."""
    rng = random.Random(hosts)
    urls: list[str] = []
    number = 0
    while True:
        number += 1
        path = f"2016/03/{number % 28 + 1:02}/the-river-rose-again-{number}"
        url = f"https://www.paper-{rng.randrange(hosts)}.example/{path}"
        if len(urls) < hosts:
            urls.append(url)
        link = Link(url, rng.choice(urls), "The river rose again in the night", "Latest news", 3)
        yield Candidate(url_id(url), rng.random(), link)


def _resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * _PAGE_SIZE


if __name__ == "__main__":
    print(json.dumps(measure(int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]))))
