"""Three crawls share a collection while one of them is killed every ten seconds and the database crashes once.

Each crawl has a folder, a network and turns at hosts of its own, as on a machine of its own, so that nothing but the
database keeps them apart. The servers note every request. The pages are known, so it is known what must be found.
"""

# ruff: noqa: T201 - it is part of a command

from __future__ import annotations

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from random import Random

from tests.end_to_end.hostile_world import hostile
from tests.end_to_end.test_kill import response_records
from tests.engines.lease_watch import LeaseWatch
from tests.engines.networks import Network, networks
from tests.engines.postgres_server import Server, postgres
from tests.hostile.server import Seen
from tests.hostile.virtual import WORDS, story
from tidings.collection.folder import read_store
from tidings.event.template import toml
from tidings.model import Query
from tidings.store.entries import Entry

CRAWLS = 3
EVERY = 10.0
"""Seconds between two kills."""
PAUSES = (0.0, 15.0)
"""Seconds that a killed crawl stays away, in turn: its hosts are taken over in the longer ones."""
LEASE, DELAY = 10.0, 1.5
HOSTS, HELD = 60, 12
"""Hosts, and how many of them a crawl may hold: some are always free."""
PAGES_A_SECOND = 20
"""Pages in the web for each second of the campaign; hosts rest too long for more to be fetched."""
SLACK = 0.01
"""Seconds by which a gap may seem shorter than it was: the server is a process among others."""
PATIENCE = 900.0
SCHEMA = "campaign"
EVENT = """
name = "Riverton flood"
seeds = {seeds}
[what]
keywords = ["flood"]
[relevance]
measure = "topic"
threshold = 0.05
[scope]
depth = 1000
[budget]
pages = 1000000
[order]
policy = "best-first"
patience = 0
[fetch]
contact = "test@tidings.example"
robots = "ignore"
delay = {delay}
tries = 20
allow = ["{address}/32"]
connect = ["*.example {address}:{port}"]
[run]
workers = 0
[archive]
requisites = "none"
warc_megabytes = 0.5
[store]
url = {url}
name = "{schema}"
worker = "{worker}"
hosts = {held}
lease = {lease}
"""


def run(seconds: float, options: argparse.Namespace) -> list[tuple[str, float, float, bool]]:
    """Kill crawls for some seconds; then let them end, and compare what they have with the web."""
    folder = Path(tempfile.mkdtemp(prefix="tidings-campaign-"))
    pages = web(int(seconds * PAGES_A_SECOND), options.seed)
    try:
        with (
            networks(CRAWLS) as network,
            postgres() as server,
            hostile(pages, at=network.address) as site,
        ):
            print(
                f"  {len(pages)} pages, {'' if network.is_divided else 'no '}networks of their own"
            )
            crawls = [Crawl(folder, number, network, site.port, server) for number in range(CRAWLS)]
            with LeaseWatch(server.url, SCHEMA) as watch:
                before = _begun(crawls, site.log)
                kills = _disturb(crawls, server, watch, seconds)
                meanwhile = len(site.log) - before
                codes = [crawl.end() for crawl in crawls]
            return [
                ("kills", float(kills), seconds // EVERY - 1, False),
                # on a busy machine crawls are killed before they have begun, which shows nothing
                ("requests meanwhile, for each kill", meanwhile / max(kills, 1), 20.0, False),
                ("crawls that did not end well", float(sum(map(bool, codes))), 0.0, True),
                *_compare(pages, crawls),
                *_as_seen(site.log, pages, kills),
                *watch.figures(LEASE, HELD),
            ]
    finally:
        if os.environ.get("TIDINGS_KEEP"):
            print(f"  see {folder}")
        else:
            shutil.rmtree(folder, ignore_errors=True)


def web(count: int, seed: int) -> dict[str, bytes]:
    """Return pages in a tree; those of every third host are about something else, and links to them seem so."""
    rng, pages = Random(seed), {}
    for number in range(count):
        below = [child for child in (2 * number + 1, 2 * number + 2) if child < count]
        links = [url(child) for child in (*below, rng.randrange(count))]
        pages[f"/{number}"] = (
            story(f"page {number}", *links) if is_good(number) else _other(rng, links)
        )
    return pages


def url(number: int) -> str:
    """Return the URL of a page."""
    return f"http://h{number % HOSTS}.example/{number}"


def is_good(number: int) -> bool:
    """Return whether a page is about the event."""
    return number % HOSTS % 3 != 1


def _other(rng: Random, links: list[str]) -> bytes:
    anchors = "".join(f'<p><a href="{link}">a recipe</a></p>' for link in links)
    text = " ".join(rng.choices(WORDS, k=60))
    return f"<html><head><title>Recipes</title></head><body><p>{text}</p>{anchors}</body></html>".encode()


class Crawl:
    """A crawl on a machine of its own, or nearly so; it can be killed and started again."""

    def __init__(
        self, folder: Path, number: int, network: Network, port: int, server: Server
    ) -> None:
        self.name = f"machine-{number}"
        self.worker = f"{self.name}-1"
        self.folder = folder / self.name
        (self.folder / "own").mkdir(parents=True, mode=0o700)
        text = EVENT.format(
            seeds=toml((url(0),)), delay=DELAY, address=network.address, port=port,
            url=toml(server.url), schema=SCHEMA, worker=self.name, held=HELD, lease=LEASE,
        )  # fmt: skip
        (self.folder / "event.toml").write_text(text, encoding="utf-8")
        self._command = [
            *network.prefixes[number],
            sys.executable, "-m", "tidings", "crawl", str(self.folder), "--plain",
        ]  # fmt: skip
        self._process: subprocess.Popen[bytes] | None = None
        self.start_at = time.monotonic()

    def start(self) -> None:
        """Start it, if it does not run and its pause is over."""
        if self._process or time.monotonic() < self.start_at:
            return
        own = str(self.folder / "own")  # turns at hosts are shared by the crawls of one computer
        with (self.folder / "said").open("ab") as said:
            self._process = subprocess.Popen(
                self._command,
                stdout=said,
                stderr=said,
                env={**os.environ, "XDG_RUNTIME_DIR": own, "TMPDIR": own},
            )

    def kill(self, pause: float) -> bool:
        """Kill it; return whether it was running."""
        process, self._process = self._process, None
        self.start_at = time.monotonic() + pause
        if process is None:
            return False
        running = process.poll() is None
        process.send_signal(signal.SIGKILL)
        process.wait()
        return running

    @property
    def has_ended(self) -> bool:
        """Return whether it ended by itself."""
        return self._process is not None and self._process.poll() is not None

    def end(self) -> int:
        """Let it run to its end, and return its exit code."""
        self.start_at = 0.0
        self.start()
        assert self._process
        try:
            return self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.kill(0.0)
            return -1


def _begun(crawls: list[Crawl], log: list[Seen]) -> int:
    """Start the crawls, wait until they are at work, and return the requests by then."""
    until = time.monotonic() + PATIENCE
    while len(log) < HOSTS and time.monotonic() < until:
        for crawl in crawls:
            crawl.start()
        time.sleep(0.1)
    return len(log)


def _disturb(crawls: list[Crawl], server: Server, watch: LeaseWatch, seconds: float) -> int:
    """Kill one crawl after the other, and the database once; return the number of kills."""
    kills, restarted = 0, False
    began = last = time.monotonic()
    while (now := time.monotonic()) < began + seconds and not any(c.has_ended for c in crawls):
        for crawl in crawls:
            crawl.start()
        if not restarted and now > began + seconds / 2:
            restarted = True
            server.stop("immediate")
            server.start()
        if now > last + EVERY:
            last = now
            victim = crawls[kills % len(crawls)]
            if victim.kill(PAUSES[kills // len(crawls) % len(PAUSES)]):
                watch.killed(victim.worker)
            kills += 1
        time.sleep(0.1)
    for crawl in crawls:  # those in a pause come back at once
        crawl.start_at = 0.0
        crawl.start()
    return kills


def _compare(pages: dict[str, bytes], crawls: list[Crawl]) -> list[tuple[str, float, float, bool]]:
    """Return the figures of what was lost, and of what was archived twice or not as the database says."""
    with closing(read_store(crawls[0].folder)) as store:
        entries: list[Entry] = list(store.ledger.entries(Query()))
    fates = {
        entry.url: "kept" if entry.outcome == "duplicate" else entry.outcome for entry in entries
    }
    expected = {
        url(number): "kept" if is_good(number) else "rejected" for number in range(len(pages))
    }
    lost = [each for each, fate in expected.items() if fates.get(each) != fate]
    for each in lost[:5]:
        print(f"  {each}: {fates.get(each)} instead of {expected[each]}")
    files = [file for crawl in crawls for file in (crawl.folder / "archive").glob("*.warc.gz")]
    records = Counter(record for file in files for record in response_records(file))
    stored = Counter((entry.url, entry.file, entry.offset) for entry in entries if entry.file)
    twice = Counter(each for each, *_ in records.elements())
    return [
        ("pages lost", float(len(lost)), 0.0, True),
        ("pages that are not in the web", float(len(fates.keys() - expected.keys())), 0.0, True),
        ("pages archived twice", float(sum(count > 1 for count in twice.values())), 0.0, True),
        ("records that do not fit the database", float(sum(((records - stored) + (stored - records)).values())), 0.0, True),
    ]  # fmt: skip


def _as_seen(
    log: list[Seen], pages: dict[str, bytes], kills: int
) -> list[tuple[str, float, float, bool]]:
    """Return what the servers saw: gaps between requests to a host, and pages asked for again."""
    by_host: dict[str, list[float]] = {}
    for seen in log:
        by_host.setdefault(seen.host, []).append(seen.time)
    gaps = [b - a for times in by_host.values() for a, b in pairwise(sorted(times))]
    again = len(log) - len(pages)
    return [
        ("requests", float(len(log)), float(len(pages)), False),
        ("gaps under the delay", float(sum(gap < DELAY - SLACK for gap in gaps)), 0.0, True),
        ("shortest gap, seconds", min(gaps), DELAY - SLACK, False),
        ("pages asked for again, for each kill", again / max(kills, 1), 2.0 * HELD, True),
    ]
