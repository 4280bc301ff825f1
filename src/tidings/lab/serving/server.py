"""The generated web over real HTTP/1.1 on loopback: virtual hosts by the Host header, one log of all requests.

A crawl reaches it with the setting ``connect = ["*.example 127.0.0.1:PORT"]``. To run it as a process of
its own: ``python -m tidings.lab.serving.server --seed 1 --pages 2000 --port 0 --log FILE``; its first line is the port.
"""

from __future__ import annotations

import argparse
import asyncio
import socket
import struct
import sys
import time
from collections import OrderedDict
from collections.abc import Iterable
from datetime import UTC, datetime
from http import HTTPStatus
from pathlib import Path
from typing import NamedTuple, Self, TextIO

from tidings.lab.web.web import Answer, GeneratedWeb

_MAX_HEAD = 65_536


class RequestLogEntry(NamedTuple):
    """One request as the server saw it; the time is the machine's monotonic clock at its arrival."""

    time: float
    host: str
    path: str


def read_log(path: Path) -> list[RequestLogEntry]:
    """Read the log another process writes; a line not yet finished is left out."""
    lines = path.read_text(encoding="utf-8").split("\n")[:-1]
    fields = (line.split("\t") for line in lines)
    return [RequestLogEntry(float(moment), host, target) for moment, host, target in fields]


class WebServer:
    """Serves a generated web; an async context manager. ``latency`` scales how slow its hosts are."""

    def __init__(self, web: GeneratedWeb, address: str = "127.0.0.1", port: int = 0, *, latency: float = 1.0, log_path: Path | None = None) -> None:  # fmt: skip
        self._web = web
        self._address = address
        self.port = port
        self._latency = latency
        self._log_path = log_path
        self._log: TextIO | None = None
        self._replies = _Replies(web)
        self._connections: set[_Connection] = set()
        self.requests: list[RequestLogEntry] = []

    async def __aenter__(self) -> Self:
        """Listen; afterwards ``port`` is the real one."""
        if self._log_path:
            self._log = self._log_path.open("a", encoding="utf-8", buffering=1)
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(lambda: _Connection(self), self._address, self.port)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        """Stop listening and cut all connections."""
        self._server.close()
        for connection in tuple(self._connections):
            connection.abort()
        await self._server.wait_closed()
        if self._log:
            self._log.close()

    def record(self, host: str, path: str) -> None:
        """Note a request."""
        entry = RequestLogEntry(time.monotonic(), host, path)
        self.requests.append(entry)
        if self._log:
            self._log.write(f"{entry.time:.6f}\t{host}\t{path}\n")

    def reply(self, host: str, path: str) -> tuple[bytes, float]:
        """Return the bytes of a reply, none to cut the connection, and the seconds to wait before."""
        reply, latency = self._replies.get(f"http://{host}{path}")
        return reply, latency * self._latency

    def opened(self, connection: _Connection) -> None:
        """Remember a connection."""
        self._connections.add(connection)

    def closed(self, connection: _Connection) -> None:
        """Forget a connection."""
        self._connections.discard(connection)


class _Replies:
    """Finished replies, the last used ones kept for the day they were made."""

    _MOST = 4096

    def __init__(self, web: GeneratedWeb) -> None:
        self._web = web
        self._kept: OrderedDict[str, tuple[bytes, float]] = OrderedDict()
        self._day = datetime.now(UTC).date()

    def get(self, url: str) -> tuple[bytes, float]:
        now = datetime.now(UTC)
        if now.date() != self._day:
            self._kept.clear()
            self._day = now.date()
        found = self._kept.get(url)
        if found is None:
            answer = self._web.answer(url, now)
            found = self._kept[url] = _on_the_wire(answer), answer.latency
            if len(self._kept) > self._MOST:
                self._kept.popitem(last=False)
        else:
            self._kept.move_to_end(url)
        return found


def _on_the_wire(answer: Answer) -> bytes:
    if answer.status == 0:
        return b""
    lines = [f"HTTP/1.1 {answer.status} {HTTPStatus(answer.status).phrase}"]
    lines += [f"{name}: {value}" for name, value in answer.headers]
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + answer.body


class _Connection(asyncio.Protocol):
    """One client; requests are answered one after the other, as they came."""

    def __init__(self, server: WebServer) -> None:
        self._server = server
        self._received = b""
        self._answering = False
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._server.opened(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self._transport = None
        self._server.closed(self)

    def data_received(self, data: bytes) -> None:
        self._received += data
        if not self._answering:
            self._next()

    def abort(self) -> None:
        """Cut the connection."""
        if self._transport:
            self._transport.abort()

    def _reset(self) -> None:
        """Cut the connection so that the client sees a reset, not an end."""
        if self._transport:
            linger = struct.pack("ii", 1, 0)
            self._transport.get_extra_info("socket").setsockopt(
                socket.SOL_SOCKET, socket.SO_LINGER, linger
            )
        self.abort()

    def _next(self) -> None:
        """Begin to answer the next whole request, if one has come."""
        head, end, rest = self._received.partition(b"\r\n\r\n")
        if not end:
            if len(head) > _MAX_HEAD:
                self.abort()
            return
        self._received = rest
        first, *lines = head.decode("latin-1").split("\r\n")
        words = first.split(" ")
        if len(words) != 3 or words[0] not in ("GET", "HEAD"):
            self._send(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n", keep=False)
            return
        headers = _headers(lines)
        host = headers.get("host", "").partition(":")[0].lower()
        self._server.record(host, words[1])
        reply, latency = self._server.reply(host, words[1])
        if words[0] == "HEAD":
            reply = reply.partition(b"\r\n\r\n")[0] + b"\r\n\r\n" if reply else reply
        keep = words[2] == "HTTP/1.1" and headers.get("connection", "").lower() != "close"
        if latency > 0:
            self._answering = True
            asyncio.get_running_loop().call_later(latency, self._finish, reply, keep)
        else:
            self._send(reply, keep=keep)

    def _finish(self, reply: bytes, keep: bool) -> None:
        self._answering = False
        self._send(reply, keep=keep)

    def _send(self, reply: bytes, *, keep: bool) -> None:
        """Send a reply and go on, or cut the connection if there is none."""
        if self._transport is None:
            return
        if not reply:
            self._reset()
            return
        self._transport.write(reply)
        if not keep:
            self._transport.close()
        elif self._received:
            self._next()


def _headers(lines: Iterable[str]) -> dict[str, str]:
    pairs = (line.partition(":") for line in lines)
    return {name.strip().lower(): value.strip() for name, _, value in pairs}


async def _serve(options: argparse.Namespace) -> None:
    web = GeneratedWeb(options.seed, options.pages, weight=options.weight)
    async with WebServer(web, options.address, options.port, latency=options.latency, log_path=options.log) as server:  # fmt: skip
        sys.stdout.write(f"{server.port}\n")
        sys.stdout.flush()
        await asyncio.Event().wait()


def main() -> None:
    """Serve a generated web until the process is ended."""
    parser = argparse.ArgumentParser(prog="tidings.lab.serving.server", description="Serve a generated event web on loopback.")  # fmt: skip
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
