"""Kills a service that keeps coming back, again and again, and looks whether visits are lost or doubled.

The service is a process of its own. Its pages say something else at every request, with a number, so that the archive
shows which answers were kept.
"""

from __future__ import annotations

import argparse
import gzip
import itertools
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import NamedTuple

from tests.end_to_end.hostile_world import STORY, hostile, write
from tests.end_to_end.world import ledger
from tests.hostile.server import HTML, Exchange, HostileServer, respond
from tidings.model import Query

HOSTS = 5
DELAY = 0.5
"""Seconds between two requests to a host."""
_SLACK = 0.02
"""Seconds by which a server may see two requests closer than they were sent."""
_PATIENCE = 120.0
_RHYTHM = "[recrawl]\npace_minutes = 0.01\nleast_minutes = 0.005\n[archive]\nwarc_megabytes = 0.2\n"
_WORDS = ("amber", "birch", "cedar", "dune", "ember", "fjord", "grove", "heath", "islet", "jetty")
_NUMBER = re.compile(rb"Report (\d+) ")


class Returned(NamedTuple):
    """What was seen of a service that was killed again and again."""

    kills: int
    visits: int
    lost: int
    """Visits that were in the database once and are not any more, or have no record in the archive."""
    doubled: int
    """Answers that were archived twice."""
    early: int
    """Requests that came before the host had rested."""


async def _report(exchange: Exchange) -> bool:
    """Answer with a page that no other request gets."""
    number = len(exchange.server.log)
    words = " ".join(_WORDS[int(digit)] for digit in str(number))
    text = f"Report {number} says that the flood water stands at the {words} mark tonight."
    await exchange.send(
        respond(f"<title>Live updates: flood</title><p>{STORY}{text}".encode(), HTML)
    )
    return True


def come_back(folder: Path, kills: int, rng: Random) -> Returned:
    """Run a service that is killed some times, and compare its database, its archive and the log of the server."""
    with hostile({"/blog": _report}, robots=404) as server:
        seeds = [f"http://h{number}.example/blog" for number in range(HOSTS)]
        write(folder, server.port, *seeds, delay=DELAY, robots="ignore")
        with (folder / "event.toml").open("a", encoding="utf-8") as file:
            file.write(_RHYTHM)
        seen: list[tuple[int, str]] = []
        lost = done = 0
        for _ in range(kills):
            done += _life(folder, server, rng)
            now = _visits(folder)
            lost += sum(visit not in now for visit in seen)
            seen = now
        early = _early(server)
    numbers = Counter(_archived(folder))
    doubled = sum(count > 1 for count in numbers.values())
    return Returned(done, len(seen), lost + max(len(seen) - len(numbers), 0), doubled, early)


def _life(folder: Path, server: HostileServer, rng: Random) -> bool:
    """Start the service, wait until each host was asked again, and kill it; return whether it still ran."""
    command = [sys.executable, "-m", "tidings", "crawl", str(folder), "--plain", "--keep-going"]
    before, end = len(server.log), time.monotonic() + _PATIENCE
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        while process.poll() is None and len(server.log) < before + 2 * HOSTS:
            if time.monotonic() > end:
                break
            time.sleep(0.02)
        time.sleep(rng.uniform(0.0, 1.2))
        alive = process.poll() is None and time.monotonic() < end
        process.send_signal(signal.SIGKILL)
    return alive


def _visits(folder: Path) -> list[tuple[int, str]]:
    """Return number and URL of every visit."""
    with ledger(folder) as book:
        return [(each.visit or 0, each.url) for each in book.entries(Query(all_visits=True))]


def _archived(folder: Path) -> list[int]:
    """Return the numbers of the answers in the archive, as the next run would leave it."""
    with ledger(folder) as book:
        ends = [
            (each.file, each.offset + each.length) for each in book.entries(Query(all_visits=True))
        ]
    durable = {file: max(end for name, end in ends if name == file) for file, _ in ends}
    numbers = []
    for path in sorted((folder / "archive").glob("*.warc.gz*")):
        data = path.read_bytes()[: durable.get(path.name, 0)]
        for record in (gzip.decompress(data) if data else b"").split(b"WARC/1.")[1:]:
            if b"WARC-Type: response" in record:
                numbers += [int(found) for found in _NUMBER.findall(record)]
    return numbers


def _early(server: HostileServer) -> int:
    by_host: dict[str, list[float]] = {}
    for asked in server.log:
        by_host.setdefault(asked.host, []).append(asked.time)
    gaps = (b - a for times in by_host.values() for a, b in itertools.pairwise(times))
    return sum(gap < DELAY - _SLACK for gap in gaps)


def run(seconds: float, options: argparse.Namespace) -> list[tuple[str, float, float, bool]]:
    """Kill a service 25 times."""
    folder = Path(tempfile.mkdtemp(prefix="tidings-returns-"))
    try:
        found = come_back(folder, options.returns, Random(options.seed))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return [
        (
            "kills of a service that keeps coming back",
            float(found.kills),
            float(options.returns),
            False,
        ),
        ("visits", float(found.visits), 5.0 * options.returns, False),
        ("visits lost", float(found.lost), 0.0, True),
        ("visits doubled", float(found.doubled), 0.0, True),
        ("hosts asked too early", float(found.early), 0.0, True),
    ]
