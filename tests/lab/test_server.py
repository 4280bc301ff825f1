"""The generated web over real sockets."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from datetime import UTC, datetime

import pytest

from tidings.lab.serving.server import WebServer, read_log
from tidings.lab.web.linking import FAULTS


async def _ask(port: int, *requests: bytes) -> bytes:
    """Send requests at once over one connection and return all that comes until it is closed."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"".join(requests))
    try:
        return await asyncio.wait_for(reader.read(), 60)
    finally:
        writer.close()


def _get(url: str, *, method: str = "GET", last: bool = True) -> bytes:
    host, _, path = url.removeprefix("http://").partition("/")
    end = "Connection: close\r\n" if last else ""
    return f"{method} /{path} HTTP/1.1\r\nHost: {host}\r\n{end}\r\n".encode()


async def test_pages_are_served_by_host_and_byte_for_byte(web):
    first, second = web.pages[0], web.events[0].references[0]
    async with WebServer(web, latency=0) as server:
        replies = [await _ask(server.port, _get(url)) for url in (first, second)]
    for url, reply in zip((first, second), replies, strict=True):
        head, _, body = reply.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200 OK\r\n")
        assert b"Content-Encoding: gzip" in head
        assert body == web.answer(url, datetime.now(UTC)).body


async def test_a_connection_is_kept_and_answers_in_order(web):
    urls = web.pages[:3]
    async with WebServer(web, latency=0.01) as server:
        reply = await _ask(server.port, *(_get(url, last=url == urls[-1]) for url in urls))
    today = datetime.now(UTC)
    assert reply.count(b"HTTP/1.1 200 OK") == 3
    places = [reply.index(web.answer(url, today).body) for url in urls]
    assert places == sorted(places)


async def test_every_request_is_logged_for_others_to_read(web, tmp_path):
    log = tmp_path / "requests.log"
    root = web.pages[0]
    async with WebServer(web, latency=0, log_path=log) as server:
        await _ask(server.port, _get(root, last=False), _get(f"{root}robots.txt?x=1"))
        seen = read_log(log)
        assert [(entry.host, entry.path) for entry in seen] == [
            (entry.host, entry.path) for entry in server.requests
        ]
    assert [entry.path for entry in seen] == ["/", "/robots.txt?x=1"]
    assert f"http://{seen[0].host}/" == root
    assert seen[0].time <= seen[1].time


async def test_troubles_reach_the_client(web):
    failing = {how: f"http://{host}/story/1" for host, how in FAULTS.items()}
    async with WebServer(web, latency=0) as server:
        busy = await _ask(server.port, _get(failing["503"]))
        assert busy.startswith(b"HTTP/1.1 503 ")
        assert b"\r\nRetry-After: 2\r\n" in busy
        with pytest.raises(ConnectionResetError):
            await _ask(server.port, _get(failing["reset"]))
        moved = await _ask(server.port, _get(f"{web.pages[0]}go/intranet"))
        assert b"\r\nLocation: http://127.0.0.1:9/\r\n" in moved
        unknown = await _ask(server.port, _get("http://nowhere.example/"))
        assert unknown.startswith(b"HTTP/1.1 404 ")


async def test_head_has_no_body_and_nonsense_is_a_bad_request(web):
    async with WebServer(web, latency=0) as server:
        head = await _ask(server.port, _get(web.pages[0], method="HEAD"))
        assert head.startswith(b"HTTP/1.1 200 OK\r\n")
        assert head.endswith(b"\r\n\r\n")
        nonsense = await _ask(server.port, b"BREW coffee\r\n\r\n")
        assert nonsense.split()[1] == b"400"
        assert [entry.path for entry in server.requests] == ["/"]


def test_it_runs_as_a_process_of_its_own(tmp_path):
    log = tmp_path / "requests.log"
    command = [sys.executable, "-m", "tidings.lab.serving.server", "--seed", "1", "--pages", "300"]
    with subprocess.Popen(
        [*command, "--log", str(log)], stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            port = int(process.stdout.readline())
            reply = asyncio.run(_ask(port, _get("http://www.passalong.example/robots.txt")))
        finally:
            process.terminate()
    assert reply.endswith(b"Disallow: /\n")
    assert [entry.host for entry in read_log(log)] == ["www.passalong.example"]
