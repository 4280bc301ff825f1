"""A web server that misbehaves on purpose, one way per path, and logs every request."""

from __future__ import annotations

import asyncio
import gzip
import itertools
import socket
import ssl
import struct
import time
import zlib
from collections.abc import Awaitable, Callable, Mapping
from functools import cache
from types import TracebackType
from typing import NamedTuple, Self

HTML = "Content-Type: text/html; charset=utf-8"
PAGE = b"<html><head><title>A page</title></head><body><p>A harmless page.</p></body></html>"
BOMB_BYTES = 2 << 30


class Seen(NamedTuple):
    """One request as it reached the server."""

    host: str
    path: str
    time: float
    headers: Mapping[str, str]
    connection: int


Send = Callable[[bytes], Awaitable[None]]
Answer = Callable[["Exchange"], Awaitable[bool]]
"""Writes an answer; True keeps the connection open for the next request."""


class Exchange(NamedTuple):
    """What an answer has to work with."""

    path: str
    send: Send
    writer: asyncio.StreamWriter
    server: HostileServer


class HostileServer:
    """Serves all behaviours on one loopback port: ``async with HostileServer() as server``.

    ``robots`` is the text of robots.txt, a status or a custom answer. ``pages`` adds or replaces
    paths with bodies (sent as HTML) or custom answers. ``at`` is the address to listen at.
    """

    def __init__(
        self,
        *,
        robots: str | bytes | int | Answer = 404,
        pages: Mapping[str, bytes | Answer] | None = None,
        tls: ssl.SSLContext | None = None,
        pace: float = 1.0,
        at: str = "127.0.0.1",
    ) -> None:
        self.pace = pace
        self.address = at
        self.log: list[Seen] = []
        self.accepted = 0
        self.most_open = 0
        self.asked: dict[str, int] = {}
        self.was_asked = asyncio.Event()
        self._answers = {**ANSWERS, "/robots.txt": _as_answer(robots)}
        for path, body in (pages or {}).items():
            self.serve(path, body)
        self._tls = tls
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(
            self._connected, self.address, 0, ssl=self._tls, limit=1 << 20
        )
        self.port: int = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._server.close()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._server.wait_closed()

    def serve(self, path: str, page: bytes | Answer) -> None:
        """Add or replace a path."""
        self._answers[path] = _as_answer(page)

    def url(self, path: str, host: str = "") -> str:
        """Return the address of a path, on a host name of your choice."""
        scheme = "https" if self._tls else "http"
        return f"{scheme}://{host or f'127.0.0.1:{self.port}'}{path}"

    def connect(self, pattern: str = "*") -> str:
        """Return the ``connect`` setting that leads hosts of a pattern here."""
        return f"{pattern} 127.0.0.1:{self.port}"

    def paths(self, host: str | None = None) -> list[str]:
        """Return the paths asked for, in order, of all hosts or one."""
        return [seen.path for seen in self.log if host in (None, seen.host)]

    def gaps(self, host: str | None = None) -> list[float]:
        """Return the seconds between one request and the next, of all hosts or one."""
        times = [seen.time for seen in self.log if host in (None, seen.host)]
        return [later - earlier for earlier, later in itertools.pairwise(times)]

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        self.accepted += 1
        self.most_open = max(self.most_open, len(self._tasks))
        try:
            while await self._serve(reader, writer, self.accepted):
                pass
        except (OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            self._tasks.discard(task)
            writer.close()

    async def _serve(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, connection: int
    ) -> bool:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        first, *lines = head.rstrip("\r\n").split("\r\n")
        headers = {
            name.lower(): value.strip() for name, _, value in (x.partition(":") for x in lines)
        }
        path = first.split(" ")[1]
        self.log.append(Seen(headers.get("host", ""), path, time.monotonic(), headers, connection))
        self.asked[path] = self.asked.get(path, 0) + 1
        self.was_asked.set()

        async def send(data: bytes) -> None:
            writer.write(data)
            await writer.drain()

        return await self._answer(path)(Exchange(path, send, writer, self))

    def _answer(self, path: str) -> Answer:
        for known in (path, path[: path.rfind("/")] + "/*"):
            if known in self._answers:
                return self._answers[known]
        return status(404)


def respond(
    body: bytes = b"", *headers: str, code: str = "200 OK", length: int | None = None
) -> bytes:
    """Return a whole answer; ``length`` lies about the size of the body."""
    lines = [
        f"HTTP/1.1 {code}",
        *headers,
        f"Content-Length: {len(body) if length is None else length}",
    ]
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + body


def page(body: bytes, *headers: str) -> Answer:
    """Answer with a page."""
    return raw(respond(body, *(headers or (HTML,))))


def status(code: int, *headers: str) -> Answer:
    """Answer with a status and a small body."""
    body = b"" if code in (204, 304) else f"<p>{code}</p>".encode()
    return raw(respond(body, HTML, *headers, code=f"{code} Status"))


def redirect(target: str, code: int = 302) -> Answer:
    """Answer with a redirect."""
    return raw(respond(b"", f"Location: {target}", code=f"{code} Moved"))


def raw(data: bytes, *, keep: bool = True) -> Answer:
    """Answer with exactly these bytes."""

    async def answer(exchange: Exchange) -> bool:
        await exchange.send(data)
        return keep

    return answer


def generated(make: Callable[[], bytes], *headers: str) -> Answer:
    """Answer with a page that is made when it is first wanted."""
    made = cache(make)

    async def answer(exchange: Exchange) -> bool:
        await exchange.send(respond(made(), *(headers or (HTML,))))
        return True

    return answer


def _as_answer(thing: bytes | str | int | Answer) -> Answer:
    if isinstance(thing, bytes):
        return page(thing)
    if isinstance(thing, str):
        return page(thing.encode(), "Content-Type: text/plain")
    return status(thing) if isinstance(thing, int) else thing


async def _byte_a_second(exchange: Exchange) -> bool:
    await exchange.send(respond(b"", HTML, length=100_000))
    for _ in range(100_000):
        await exchange.send(b"x")
        await asyncio.sleep(exchange.server.pace)
    return False


async def _header_byte_a_second(exchange: Exchange) -> bool:
    for byte in respond(PAGE, HTML):
        await exchange.send(bytes([byte]))
        await asyncio.sleep(exchange.server.pace)
    return True


async def _silent(exchange: Exchange) -> bool:
    await asyncio.sleep(3600)
    return False


async def _headers_then_silent(exchange: Exchange) -> bool:
    await exchange.send(respond(b"", HTML, length=1000))
    return await _silent(exchange)


async def _endless_header(exchange: Exchange) -> bool:
    await exchange.send(b"HTTP/1.1 200 OK\r\nX-Endless: ")
    for _ in range(1000):
        await exchange.send(b"a" * 65_536)
    return False


async def _endless_page(exchange: Exchange) -> bool:
    await exchange.send(f"HTTP/1.1 200 OK\r\n{HTML}\r\n\r\n".encode())
    for _ in range(1000):
        await exchange.send(b"<p>and so on</p>" * 4096)
    return False


async def _endless_redirect(exchange: Exchange) -> bool:
    number = int(exchange.path.rpartition("/")[2])
    return await redirect(f"/redirect/{number + 1}")(exchange)


async def _reset(exchange: Exchange) -> bool:
    raw_socket: socket.socket = exchange.writer.get_extra_info("socket")
    raw_socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    return False


async def _half_then_reset(exchange: Exchange) -> bool:
    await exchange.send(respond(PAGE, HTML, length=2 * len(PAGE)))
    await asyncio.sleep(0.05)
    return await _reset(exchange)


async def _bad_chunk(exchange: Exchange) -> bool:
    await exchange.send(f"HTTP/1.1 200 OK\r\n{HTML}\r\nTransfer-Encoding: chunked\r\n\r\n".encode())
    await exchange.send(b"5\r\nhello\r\n")
    await asyncio.sleep(0.05)
    await exchange.send(b"ZZZ\r\nx")
    return False


async def _busy_once(exchange: Exchange) -> bool:
    if exchange.server.asked[exchange.path] == 1:
        return await status(429, "Retry-After: 1")(exchange)
    return await page(PAGE)(exchange)


def _bomb() -> bytes:
    """Return a gzip file of some two megabytes that inflates to two gigabytes of page, in one stream."""
    block = b"<p>boom</p>".ljust(1 << 20)
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    start = packer.compress(block) + packer.flush(zlib.Z_FULL_FLUSH)
    repeated = packer.compress(block) + packer.flush(zlib.Z_FULL_FLUSH)
    return start + repeated * (BOMB_BYTES // len(block) - 1) + packer.flush()


def _many_links() -> bytes:
    links = "".join(f'<a href="/many/{n}">link {n}</a>\n' for n in range(100_000))
    return f"<html><body>{links}</body></html>".encode()


_HEADERS = "".join(f"X-{n}: {n}\r\n" for n in range(20_000))
_CYRILLIC = "<html><head><title>Наводнение</title></head><body>Вода в городе</body></html>"
_JAPANESE = "<html><head><meta charset='shift_jis'><title>洪水</title></head><body>川</body></html>"

ANSWERS: dict[str, Answer] = {
    "/": page(PAGE),
    "/ok": page(PAGE),
    "/ok/*": page(PAGE),
    "/gzip": page(gzip.compress(PAGE), HTML, "Content-Encoding: gzip"),
    "/chunked": raw(
        f"HTTP/1.1 200 OK\r\n{HTML}\r\nTransfer-Encoding: chunked\r\n\r\n".encode()
        + b"3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"
    ),
    "/empty": page(b""),
    "/cookie": page(PAGE, HTML, "Set-Cookie: id=1; Path=/", "Set-Cookie: \xff=;;=,bad"),
    # time
    "/byte-a-second": _byte_a_second,
    "/header-byte-a-second": _header_byte_a_second,
    "/silent": _silent,
    "/headers-then-silent": _headers_then_silent,
    # size
    "/many-headers": raw(f"HTTP/1.1 200 OK\r\n{_HEADERS}\r\n".encode(), keep=False),
    "/huge-header": raw(
        b"HTTP/1.1 200 OK\r\nX-Huge: " + b"a" * 1_000_000 + b"\r\n\r\n", keep=False
    ),
    "/endless-header": _endless_header,
    "/50mb": generated(lambda: b"<p>fifty megabytes</p>".ljust(50_000_000)),
    "/endless-page": _endless_page,
    "/bomb": generated(_bomb, HTML, "Content-Encoding: gzip"),
    "/many-links": generated(_many_links),
    "/nested": generated(
        lambda: b"<html><body>" + b"<div>" * 10_000 + b"deep" + b"</div>" * 10_000
    ),
    # redirects
    "/redirect/*": _endless_redirect,
    "/redirect-loopback": redirect("http://127.0.0.1:9/"),
    "/redirect-metadata": redirect("http://169.254.169.254/latest/meta-data/"),
    "/redirect-file": redirect("file:///etc/passwd"),
    "/redirect-nowhere": raw(respond(b"", code="302 Found")),
    # content
    "/binary": page(bytes(range(256)) * 400),
    "/image": page(b"\x89PNG" + bytes(200_000), "Content-Type: image/png"),
    "/pdf": page(b"%PDF-1.7" + bytes(200_000), "Content-Type: application/pdf"),
    "/no-type": raw(respond(PAGE)),
    "/charset-wrong": page(_CYRILLIC.encode("windows-1251"), HTML),
    "/charset-header": page(_CYRILLIC.encode("koi8-r"), "Content-Type: text/html; charset=koi8-r"),
    "/charset-meta": page(_JAPANESE.encode("shift_jis"), "Content-Type: text/html"),
    "/charset-mixed": page(_CYRILLIC.encode() + _CYRILLIC.encode("windows-1251"), HTML),
    "/charset-unknown": page(PAGE, "Content-Type: text/html; charset=klingon"),
    "/long-link": page(b'<a href="/' + b"a" * 20_000 + b'">long</a><a href="/ok">short</a>'),
    "/control-links": page(
        b'<a href="/o\nk\t">1</a><a href="/\x00\x01">2</a><a href="ht\rtp:x">3</a>'
    ),
    # protocol
    "/close": raw(b"", keep=False),
    "/reset": _reset,
    "/half": raw(respond(PAGE, HTML, length=2 * len(PAGE)), keep=False),
    "/half-then-reset": _half_then_reset,
    "/half-header": raw(b"HTTP/1.1 200 OK\r\nContent-Ty", keep=False),
    "/bad-chunk": _bad_chunk,
    "/short-length": raw(respond(PAGE, HTML, length=10)),
    "/no-headers": raw(PAGE, keep=False),
    "/garbage": raw(bytes(range(128, 256)) * 8, keep=False),
    "/odd-reason": raw(respond(PAGE, HTML, code="200 \xff\xfe")),
    "/two-lengths": raw(
        b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 5\r\n\r\nabcde", keep=False
    ),
    # status
    "/busy-once": _busy_once,
    "/429": status(429, "Retry-After: 120"),
    "/503": status(503),
    "/204": status(204),
    "/304": status(304),
    "/404": status(404),
    "/500": status(500),
}
