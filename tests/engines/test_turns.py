"""Politeness by address: one request at a time to an address, whatever hosts are there and whichever crawl asks."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import pairwise

import pytest

from tests.engines.postgres_server import Server
from tests.engines.shared_worker import Hire
from tidings.errors import TryLater
from tidings.model import Link
from tidings.settings import FetchSettings
from tidings.store.postgres.turns import PostgresTurns
from tidings.web.clock import SystemClock
from tidings.web.live import LiveFetcher

DELAY = 0.3
SLACK = 0.01
"""Seconds by which a gap may seem shorter than it was: the server notes a request a moment later."""
ANSWER = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 2\r\n\r\nhi"


@asynccontextmanager
async def served() -> AsyncIterator[tuple[int, list[float]]]:
    """Serve any page; return the port, and a list of the moments of all requests."""
    asked: list[float] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while (line := await reader.readline()) != b"\r\n" and line:
            if line.startswith(b"GET "):
                asked.append(time.monotonic())
        writer.write(ANSWER)
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with server:
        yield server.sockets[0].getsockname()[1], asked


def settings(port: int) -> FetchSettings:
    return FetchSettings(
        politeness="address", robots="ignore", delay=DELAY, allow=("127.0.0.0/8",),
        connect=(f"*.example 127.0.0.1:{port}",),
    )  # fmt: skip


def gaps(asked: list[float]) -> list[float]:
    return [later - sooner for sooner, later in pairwise(sorted(asked))]


@pytest.mark.asyncio
async def test_hosts_at_one_address_are_asked_one_after_the_other() -> None:
    async with served() as (port, asked):
        live = LiveFetcher(settings(port), "Tidings", SystemClock())
        urls = [f"http://{name}.example/" for name in "abcd"]
        await asyncio.gather(*(live.fetch(Link(url)) for url in urls))
        await live.close()
    assert len(asked) == 4
    assert min(gaps(asked)) >= DELAY - SLACK


@pytest.mark.asyncio
async def test_so_are_they_by_crawls_on_several_computers(
    hire: Hire, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tidings.web.live.shared_turns", lambda: None)  # another computer
    schema = schema_of(hire)
    async with served() as (port, asked):
        turns = [PostgresTurns(server.url, schema, name, 10.0) for name in ("first", "second")]
        fetchers = [LiveFetcher(settings(port), "Tidings", SystemClock(), each) for each in turns]
        urls = [f"http://{name}.example/" for name in "abcdef"]
        jobs = [fetchers[n % 2].fetch(Link(url)) for n, url in enumerate(urls)]
        await asyncio.gather(*jobs)
        for each in fetchers:
            await each.close()
    assert len(asked) == 6
    assert min(gaps(asked)) >= DELAY - SLACK


@pytest.mark.asyncio
async def test_the_turn_of_a_dead_crawl_ends(hire: Hire, server: Server) -> None:
    schema = schema_of(hire)
    dead = PostgresTurns(server.url, schema, "dead", 0.5)
    alive = PostgresTurns(server.url, schema, "alive", 10.0)
    began = time.monotonic()
    await dead.take("192.0.2.1", 0.0)
    await alive.take("192.0.2.2", 0.0)
    await asyncio.wait_for(alive.take("192.0.2.1", 0.0), 60)
    assert time.monotonic() - began >= 0.5 - SLACK
    dead.give_back("192.0.2.1")  # too late: it is not its turn any more
    await dead.close()
    waiting = PostgresTurns(server.url, schema, "waiting", 10.0)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(waiting.take("192.0.2.1", 0.0), 0.7)
    alive.give_back("192.0.2.1")
    await asyncio.wait_for(waiting.take("192.0.2.1", 0.0), 60)
    await alive.close()
    await waiting.close()


@pytest.mark.asyncio
async def test_without_the_database_nothing_is_asked() -> None:
    turns = PostgresTurns("postgresql://127.0.0.1:1/nothing", "x", "only", 10.0)
    with pytest.raises(TryLater):
        await turns.take("192.0.2.1", 1.0)
    await turns.close()


def schema_of(hire: Hire) -> str:
    row = hire("maker").store.there.raw.execute("SELECT current_schema()").fetchone()
    assert row
    return str(row[0])
