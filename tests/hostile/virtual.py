"""A web in virtual time in which any host may be hostile, and crawls of it that take seconds for days."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import NamedTuple

from tidings.archive.write.memory import CountingArchive
from tidings.collection.collection import Collection
from tidings.crawl.progress import Progress
from tidings.crawl.wiring import wire
from tidings.crawl.workers.inline import InlineWorkers
from tidings.crawl.workers.tasks import Setup
from tidings.errors import Failed, Refused
from tidings.event.references import make_model
from tidings.lab.bench.clock import VirtualClock
from tidings.model import Capture, Event, Fetched, Link, Query, Reason
from tidings.ports import Store
from tidings.settings import (
    Budget,
    FetchSettings,
    OrderSettings,
    RelevanceSettings,
    RunSettings,
    Scope,
    Settings,
)
from tidings.sources.choice import sources
from tidings.store.entries import Entry
from tidings.store.sqlite.database import Database
from tidings.store.sqlite.store import SqliteStore
from tidings.urls import host_of
from tidings.web.politeness import Gate
from tidings.web.robots import Robots

FIRST_BYTE = 20.0
NEVER = 1e9
"""Latency of an answer that never comes."""
WORDS = [
    first + second + third
    for first in ("ba", "ko", "mi", "ru", "sel", "tan", "vor", "wel")
    for second in ("dra", "fen", "gis", "hol", "lar", "mon", "pri", "tur")
    for third in ("", "de", "ka", "ne", "ros", "ster", "ta", "vin")
]


class Reply(NamedTuple):
    """What a server answers, and after how many seconds."""

    body: bytes = b""
    latency: float = 0.05
    status: int = 200
    location: str = ""


Server = Callable[[str, str], Reply]
"""Answers a path of a host."""


def story(seed: str, *links: str, words: int = 60) -> bytes:
    """Return a page about the flood with words of its own."""
    rng = Random(seed)
    text = " ".join(rng.choices(WORDS, k=words))
    anchors = "".join(f'<p><a href="{link}">more about the flood {link}</a></p>' for link in links)
    return (
        f"<html><head><title>Flood {seed}</title></head><body><p>The flood in Riverton rose. {text}. "
        f"The flood water reached the old town.</p>{anchors}</body></html>"
    ).encode()


def good_site(pages: int, *further: str) -> Server:
    """Serve stories that link to each other, and to further addresses from the first one."""

    def serve(host: str, path: str) -> Reply:
        if path == "/robots.txt":
            return Reply(status=404)
        number = int(path.strip("/") or 0)
        if number >= pages:
            return Reply(status=404)
        links = [f"/{(number * 3 + step) % pages}" for step in (1, 2, 3)]
        return Reply(story(f"{host}{path}", *links, *(further if number == 0 else ())))

    return serve


def silent(host: str, path: str) -> Reply:
    """Never answer."""
    return Reply(latency=NEVER)


def slow_pages(host: str, path: str) -> Reply:
    """Answer robots.txt and nothing else."""
    return Reply(status=404) if path == "/robots.txt" else Reply(latency=NEVER)


@dataclass
class HostileWeb:
    """A fetcher over servers; ``find`` returns the server of a host, None if its name does not exist."""

    find: Callable[[str], Server | None]
    clock: VirtualClock
    delay_seconds: float = 1.0

    def __post_init__(self) -> None:
        self._gate = Gate(longest=60.0)
        self._robots = Robots(self._get, 60.0, self.clock)
        self.log: list[tuple[float, str]] = []
        self.open = self.most_open = 0

    async def fetch(self, link: Link) -> Fetched:
        await self._robots.admit(link.url)
        return Fetched(await self._get(link.url))

    def delay(self, url: str) -> float:
        return max(self.delay_seconds, self._robots.crawl_delay(url))

    async def close(self) -> None:
        pass

    async def _get(self, url: str) -> Capture:
        host = host_of(url)
        server = self.find(host)
        if server is None:
            raise Failed(Reason.DNS, "name not found", retry=False)
        async with self._gate.turn(host, self.delay(url)):
            self.open += 1
            self.most_open = max(self.most_open, self.open)
            try:
                return await self._ask(server, host, url)
            finally:
                self.open -= 1

    async def _ask(self, server: Server, host: str, url: str) -> Capture:
        captured_at = self.clock.now()
        self.log.append((asyncio.get_running_loop().time(), url))
        path = "/" + url.split("/", 3)[3] if url.count("/") > 2 else "/"
        reply = server(host, path)
        if reply.status == 0:
            raise Refused(Reason.IP_ADDRESS, "private")
        await asyncio.sleep(min(reply.latency, FIRST_BYTE))
        if reply.latency > FIRST_BYTE:
            raise Failed(Reason.TIMEOUT, f"no answer within {FIRST_BYTE:g} s")
        headers = [("Content-Type", "text/html; charset=utf-8")]
        headers += [("Location", reply.location)] if reply.location else []
        return Capture(url, captured_at, reply.status, tuple(headers), reply.body)


def settings_for(
    seeds: tuple[str, ...], *, pages: int = 10**6, minutes: float = 0.0, **scope: object
) -> Settings:
    """Return the settings of a crawl for the flood."""
    return Settings(
        Event("Flood", {"flood": 1.0}),
        seeds,
        scope=Scope(**scope),  # type: ignore[arg-type]
        budget=Budget(pages=pages, minutes=minutes),
        relevance=RelevanceSettings(measure="topic", threshold=0.01),
        order=OrderSettings(policy="best-first"),
        fetch=FetchSettings(first_byte=FIRST_BYTE),
        run=RunSettings(workers=0),
    )


class Crawled(NamedTuple):
    """A crawl that has ended."""

    ending: Progress
    web: HostileWeb
    entries: list[Entry]
    seconds: float

    def pages(self, host_ends_with: str, outcome: str = "kept") -> list[str]:
        """Return the addresses of pages of some hosts with an outcome."""
        return [
            entry.url
            for entry in self.entries
            if entry.outcome == outcome and host_of(entry.url).endswith(host_ends_with)
        ]


def crawl(
    settings: Settings,
    find: Callable[[str], Server | None],
    *,
    store: Store | None = None,
    watch: Callable[[Progress], None] = lambda _: None,
) -> Crawled:
    """Crawl in virtual time to the end."""
    clock = VirtualClock()
    web = HostileWeb(find, clock, settings.fetch.delay)
    own = SqliteStore(Database(None))
    collection = Collection(store or own, CountingArchive())

    async def run() -> Progress:
        model = await make_model(settings, Path(), web)
        running = wire(
            settings, collection, web, InlineWorkers(Setup(settings, model)), clock, lockstep=True
        )
        return await running.run(sources(settings), lambda: watch(running.progress()))

    ending = clock.run(run())
    found = list(collection.store.ledger.entries(Query()))
    collection.close()
    return Crawled(ending, web, found, clock.seconds)


def with_connections(settings: Settings, connections: int) -> Settings:
    """Return settings with another number of slots."""
    return replace(settings, fetch=replace(settings.fetch, connections=connections))
