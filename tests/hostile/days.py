"""Virtual days of a web in which a third of the hosts are hostile: no hang, no leak, and the good pages all the same."""

from __future__ import annotations

import argparse
import gc
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from hashlib import md5
from pathlib import Path
from random import Random

from tests.fuzz.attack import memory
from tests.hostile.virtual import NEVER, Crawled, Reply, Server, crawl, settings_for, story
from tidings.crawl.progress import Progress
from tidings.store.sqlite.database import Database
from tidings.store.sqlite.store import SqliteStore

GOOD = 40
HOSTILE = 20
DELAY = 300.0
"""Seconds between two requests to a host, so that days do not take millions of pages."""
PAGES_PER_HOUR = 11
"""Stories of a good host for each hour: nearly as many as may be asked for, so it has something to say for days."""


def _calendar(host: str, path: str) -> Reply:
    try:
        day = date.fromisoformat(path.removeprefix("/calendar/").replace("/", "-"))
    except ValueError:
        day = date(2026, 1, 1)
    links = [f"/calendar/{day + timedelta(days=step):%Y/%m/%d}" for step in (-1, 1, 7, 28)]
    return Reply(story("calendar", *links, words=80).replace(b"rose", f"rose on {day}".encode()))


def _sessions(host: str, path: str) -> Reply:
    number = path.rpartition("/")[2]
    session = md5(f"{host}{path}".encode(), usedforsecurity=False).hexdigest()[:12]
    place = int(number) if number.isdigit() else 0
    links = [f"/{session}/{(place * 3 + step) % 15}" for step in (1, 2, 3)]
    return Reply(story(f"{host} {place}", *links))


def _flood(host: str, path: str) -> Reply:
    rng = Random(f"{host}{path}")
    links = [f"http://{rng.randrange(10**9)}.nowhere.test/" for _ in range(150)]
    return Reply(story(f"{host}{path}", *links, f"/{rng.randrange(10**6)}"))


def _loop(host: str, path: str) -> Reply:
    return Reply(status=302, location=f"http://{host}{path}x")


def _errors(host: str, path: str) -> Reply:
    return Reply(b"no", status=(500, 503, 429, 404)[len(path) % 4])


def _deep(host: str, path: str) -> Reply:
    return Reply(
        story(f"{host}{len(path)}", f"{path.rstrip('/')}/more", f"{path.rstrip('/')}/again")
    )


def _babble(host: str, path: str) -> Reply:
    rng = Random(f"{host}{path}")
    return Reply(bytes(rng.randrange(256) for _ in range(20_000)))


def _huge(host: str, path: str) -> Reply:
    return Reply(b"<p>" + b"flood " * 50_000 + b"</p>")


def _slow(host: str, path: str) -> Reply:
    return Reply(latency=NEVER)


def _slow_robots(host: str, path: str) -> Reply:
    return Reply(latency=NEVER if path == "/robots.txt" else 0.1)


def _sluggish(host: str, path: str) -> Reply:
    return Reply(story(f"{host}{path}", f"{path}0"), latency=19.0)


def _private(host: str, path: str) -> Reply:
    return Reply(status=0)


KINDS: tuple[Server, ...] = (
    _calendar, _sessions, _flood, _loop, _errors, _deep, _babble, _huge, _slow, _slow_robots, _sluggish, _private,
)  # fmt: skip


class Web:
    """Good hosts whose stories appear hour by hour, and hostile ones that they link to."""

    def __init__(self, hours: float, hostile: int) -> None:
        self._pages = int(hours * PAGES_PER_HOUR)
        self._hostile = hostile

    def find(self, host: str) -> Server | None:
        """Return the server of a host."""
        kind, _, rest = host.partition("-")
        number = rest.partition(".")[0]
        if kind == "good" and number.isdigit():
            return self._good
        if kind == "bad" and number.isdigit():
            return _after_robots(KINDS[int(number) % len(KINDS)])
        return None

    def seeds(self) -> tuple[str, ...]:
        """Return the addresses to begin with: all good hosts, each of which leads to hostile ones."""
        bad = [f"http://bad-{number}.example/" for number in range(self._hostile)]
        return (*bad, *(f"http://good-{number}.example/0" for number in range(GOOD)))

    def _good(self, host: str, path: str) -> Reply:
        if path == "/robots.txt":
            return Reply(status=404)
        number = int(path.strip("/") or 0)
        if number >= self._pages:
            return Reply(status=404)
        links = [f"/{number + step}" for step in (1, 2)]
        if self._hostile:
            rng = Random(f"{host}{path}")
            links.append(f"http://bad-{rng.randrange(self._hostile)}.example/{rng.randrange(1000)}")
        return Reply(story(f"{host}{path}", *links))


def _after_robots(server: Server) -> Server:
    if server in (_slow, _slow_robots, _private):
        return server

    def serve(host: str, path: str) -> Reply:
        return Reply(status=404) if path == "/robots.txt" else server(host, path)

    return serve


def simulated(
    hours: float, hostile: int, watch: Callable[[Progress], None] = lambda _: None
) -> Crawled:
    """Crawl the web for some virtual hours."""
    web = Web(hours, hostile)
    settings = settings_for(web.seeds(), minutes=hours * 60, depth=10_000)
    settings = replace(settings, fetch=replace(settings.fetch, delay=DELAY))
    with tempfile.TemporaryDirectory() as folder:  # in memory, the database would seem to leak
        store = SqliteStore(Database(Path(folder) / "tidings.db"))
        return crawl(settings, web.find, store=store, watch=watch)


def run(seconds: float, options: argparse.Namespace) -> list[tuple[str, float, float, bool]]:
    """Compare the harvest of good pages with and without hostile hosts, and watch the memory."""
    hours = options.hours
    calm = len(simulated(hours, 0).pages("example"))
    samples: list[tuple[float, float]] = []
    begun, last = time.monotonic(), -1.0

    def watch(progress: Progress) -> None:
        nonlocal last
        if progress.seconds - last >= 600:
            last = progress.seconds
            gc.collect()
            samples.append((progress.seconds / 3600, memory("VmRSS") / 1e6))

    crawled = simulated(hours, HOSTILE, watch)
    good = [url for url in crawled.pages("example") if url.startswith("http://good-")]
    return [
        ("simulated hours", crawled.seconds / 3600, hours * 0.95, False),
        ("good pages without hostile hosts", float(calm), 1.0, False),
        ("share of them kept beside hostile hosts", len(good) / max(calm, 1), 0.9, False),
        ("pages fetched in all", float(crawled.ending.totals.pages), 1.0, False),
        ("memory slope after the first quarter, MB an hour", slope(samples), 1.0, True),
        ("real seconds", time.monotonic() - begun, max(seconds, 60.0) * 10, True),
    ]


def slope(samples: list[tuple[float, float]]) -> float:
    """Return the slope of a line through the last three quarters of some points."""
    points = samples[len(samples) // 4 :]
    if len(points) < 3:
        return 0.0
    middle = sum(x for x, _ in points) / len(points)
    height = sum(y for _, y in points) / len(points)
    spread = sum((x - middle) ** 2 for x, _ in points)
    return sum((x - middle) * (y - height) for x, y in points) / spread if spread else 0.0
