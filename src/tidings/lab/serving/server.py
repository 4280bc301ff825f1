"""The generated web over real HTTP/1.1 on loopback: virtual hosts by the Host header, one log of all requests.

A crawl reaches it with the setting ``connect = ["*.example 127.0.0.1:PORT"]``. To run it as a separate process:
``python -m tidings.lab.serving.server --seed 1 --pages 2000 --port 0 --log FILE``; its first line is the port.
"""

from __future__ import annotations

import argparse
import asyncio
import socket
import struct
import sys
import time
from datetime import UTC, date, datetime
from datetime import time as time_of_day
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple, Self, TextIO

from aiohttp import web

from tidings.lab.web.web import Answer, GeneratedWeb

_MAX_LINE = 65_536
"""Bytes of the longest request line or header."""
_CACHED_ANSWERS = 4096


class RequestLogEntry(NamedTuple):
    """One request as the server saw it; the time is the machine's monotonic clock at its arrival."""

    time: float
    host: str
    path: str


def read_log(path: Path) -> list[RequestLogEntry]:
    """Read the log another process writes; an unfinished line is left out."""
    lines = path.read_text(encoding="utf-8").split("\n")[:-1]
    fields = (line.split("\t") for line in lines)
    return [RequestLogEntry(float(moment), host, target) for moment, host, target in fields]


class WebServer:
    """Serve a generated web; an async context manager. ``latency`` scales how slow its hosts are."""

    def __init__(
        self,
        site: GeneratedWeb,
        address: str = "127.0.0.1",
        port: int = 0,
        *,
        latency: float = 1.0,
        log_path: Path | None = None,
    ) -> None:
        self._web = site
        self._address = address
        self.port = port
        self._latency = latency
        self._log_path = log_path
        self._log: TextIO | None = None
        self._answer = lru_cache(_CACHED_ANSWERS)(self._make_answer)
        self.requests: list[RequestLogEntry] = []

    async def __aenter__(self) -> Self:
        """Listen; afterwards ``port`` is the real one."""
        if self._log_path:
            self._log = self._log_path.open("a", encoding="utf-8", buffering=1)
        server = web.Server(self._respond, access_log=None, max_line_size=_MAX_LINE)
        self._runner = web.ServerRunner(server, shutdown_timeout=0)
        await self._runner.setup()
        await web.TCPSite(self._runner, self._address, self.port).start()
        self.port = self._runner.addresses[0][1]
        return self

    async def __aexit__(self, *_: object) -> None:
        """Stop listening and cut all connections."""
        await self._runner.cleanup()
        if self._log:
            self._log.close()

    async def _respond(self, request: web.BaseRequest) -> web.StreamResponse:
        if request.method not in ("GET", "HEAD"):
            return web.Response(status=400)
        host = request.headers.get("Host", "").partition(":")[0].lower()
        self._record(host, request.raw_path)
        answer = self._answer(f"http://{host}{request.raw_path}", datetime.now(UTC).date())
        await asyncio.sleep(answer.latency * self._latency)
        if answer.status == 0:
            _reset(request)
            return web.Response()
        return web.Response(status=answer.status, headers=answer.headers, body=answer.body)

    def _record(self, host: str, path: str) -> None:
        entry = RequestLogEntry(time.monotonic(), host, path)
        self.requests.append(entry)
        if self._log:
            self._log.write(f"{entry.time:.6f}\t{host}\t{path}\n")

    def _make_answer(self, url: str, day: date) -> Answer:
        """Pages show the day of the visit, so an answer is valid for one day."""
        return self._web.answer(url, datetime.combine(day, time_of_day(tzinfo=UTC)))


def _reset(request: web.BaseRequest) -> None:
    """Cut the connection so that the client sees a reset instead of an orderly end."""
    transport = request.transport
    assert isinstance(transport, asyncio.Transport)
    linger = struct.pack("ii", 1, 0)
    transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
    transport.abort()


async def _serve(options: argparse.Namespace) -> None:
    site = GeneratedWeb(options.seed, options.pages, weight=options.weight)
    server = WebServer(
        site, options.address, options.port, latency=options.latency, log_path=options.log
    )
    async with server:
        sys.stdout.write(f"{server.port}\n")
        sys.stdout.flush()
        await asyncio.Event().wait()


def main() -> None:
    """Serve a generated web until the process is ended."""
    parser = argparse.ArgumentParser(
        prog="tidings.lab.serving.server", description="Serve a generated event web on loopback."
    )
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same web")
    parser.add_argument("--pages", type=int, default=2000, help="about how many pages")
    parser.add_argument("--weight", type=int, default=0, help="kilobytes a page is padded to")
    parser.add_argument("--address", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=0, help="0 takes a free one")
    parser.add_argument("--latency", type=float, default=1.0, help="scales how slow the hosts are")
    parser.add_argument("--log", type=Path, help="file to append one line per request to")
    try:
        asyncio.run(_serve(parser.parse_args()))
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
