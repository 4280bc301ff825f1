"""The web server of the crawl benchmark: pages are rendered and compressed in advance.

Run as ``python -m benchmarks.server HOSTS PAGES_PER_HOST``. It prints its port when it is ready and ends with its
standard input. ``/-/reset`` and ``/-/served`` on the first host reset and return the number of pages served.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import socket
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from typing import cast

import uvloop

from benchmarks.pages import NewsWeb

_HEADERS = "HTTP/1.1 200 OK\r\nContent-Type: {}\r\nContent-Length: {}\r\n{}\r\n"
_MISSING = b"HTTP/1.1 404 Not Found\r\nContent-Type: text/plain\r\nContent-Length: 0\r\n\r\n"
_ROBOTS = b"User-agent: *\nDisallow: /-/\nDisallow: /search\n"


class Pages:
    """Finished answers by host and path, and a count of those served."""

    def __init__(self, web: NewsWeb) -> None:
        numbers = range(web.size)
        keys = ((web.host(number), web.path(number).encode()) for number in numbers)
        with ProcessPoolExecutor(initializer=_share, initargs=(web,)) as pool:
            self.answers = dict(zip(keys, pool.map(_page, numbers, chunksize=100), strict=True))
        self._robots = _answer("text/plain", _ROBOTS)
        self.reset()

    def reset(self) -> None:
        """Set the count to zero."""
        self.served = 0
        self.first = self.last = 0.0

    def answer(self, host: str, path: bytes) -> bytes:
        """Return the bytes to send."""
        page = self.answers.get((host, path))
        if page is not None:
            self.served += 1
            self.last = time.monotonic()
            self.first = self.first or self.last
            return page
        if path == b"/robots.txt":
            return self._robots
        if path == b"/-/reset":
            self.reset()
        if path.startswith(b"/-/"):
            counts = {"served": self.served, "first": self.first, "last": self.last}
            return _answer("application/json", json.dumps(counts).encode())
        return _MISSING


class Connection(asyncio.Protocol):
    """One client; requests without bodies, one after the other or pipelined."""

    def __init__(self, pages: Pages) -> None:
        self._pages = pages
        self._buffer = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._host = transport.get_extra_info("sockname")[0]

    def data_received(self, data: bytes) -> None:
        *requests, self._buffer = (self._buffer + data).split(b"\r\n\r\n")
        for request in requests:
            path = request.split(b" ", 2)[1]
            self._transport.write(self._pages.answer(self._host, path))


_web: NewsWeb


def _share(web: NewsWeb) -> None:
    global _web
    _web = web


def _page(number: int) -> bytes:
    body = gzip.compress(_web.html(number).encode(), 3, mtime=0)
    return _answer("text/html; charset=utf-8", body, "Content-Encoding: gzip\r\n")


def _answer(kind: str, body: bytes, more: str = "") -> bytes:
    return _HEADERS.format(kind, len(body), more).encode() + body


async def serve(hosts: int, pages_per_host: int) -> None:
    """Serve until standard input closes."""
    first = socket.create_server(("127.0.1.1", 0))
    port = first.getsockname()[1]
    first.close()
    web = NewsWeb(hosts, pages_per_host, port=port)
    pages = Pages(web)
    loop = asyncio.get_running_loop()
    addresses = [web.host(number) for number in range(hosts)]
    await loop.create_server(lambda: Connection(pages), addresses, port, backlog=512)
    print(port, flush=True)
    await loop.run_in_executor(None, sys.stdin.read)


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(serve(int(sys.argv[1]), int(sys.argv[2])))
