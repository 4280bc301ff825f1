"""One HTTP request, bounded in time and size, that ends in a capture or in a short reason.

It knows nothing of robots.txt, politeness or crawls, and follows no redirects.
"""

from __future__ import annotations

import asyncio
import re
import ssl
from collections.abc import Callable
from typing import Any, NamedTuple

import aiohttp
from yarl import URL

from tidings.errors import Failed, FetchError, Refused
from tidings.model import Capture, Reason
from tidings.ports import Clock
from tidings.settings import FetchSettings
from tidings.urls import host_of, site_of
from tidings.web.addresses import guarded_sockets, parse_connect, parse_ranges
from tidings.web.failures import explain
from tidings.web.heads import BoundedConnector
from tidings.web.names import DNS_SECONDS, Resolver

MEGABYTE = 1_000_000

_MAX_FIELD = 16_384
"""Bytes of one header line; real Content-Security-Policy headers reach 10 kB."""
_MAX_HEADERS = 256
_KEEP_ALIVE = 4.0
"""Seconds an idle connection is kept open; Apache and Node close after 5, and we must be first."""
_READ_AHEAD = 262_144
"""Bytes of a body buffered before the server has to wait."""
_LEAST_BYTES = 2_000
"""Bytes of a body that must arrive within the seconds of ``first_byte``: 100 a second by default."""
_SENDABLE = re.compile(r"https?://[!-~]+", re.IGNORECASE)


class Ask(NamedTuple):
    """The headers of a request and the limits of its answer."""

    limit: int
    """Bytes of the body that are kept."""
    accept: str
    encodings: str
    wants: Callable[[str], bool]
    """Return whether a body of this Content-Type should be received."""
    headers: tuple[tuple[str, str], ...] = ()
    """Further request headers."""


class Wire:
    """Connections to servers; all requests of the process go through here."""

    def __init__(
        self, settings: FetchSettings, user_agent: str, clock: Clock, *, per_host: int = 1
    ) -> None:
        """Prepare connections, at most ``per_host`` to one host at a time."""
        self._settings = settings
        self._user_agent = user_agent
        self._clock = clock
        self._per_host = per_host
        self._allowed = parse_ranges(settings.allow)
        self._resolver = Resolver(parse_connect(settings.connect))
        self._session: aiohttp.ClientSession | None = None

    async def get(self, url: str, ask: Ask) -> Capture:
        """Return the answer of the server; raise Refused or Failed."""
        if not _SENDABLE.fullmatch(url):
            raise Refused(Reason.URL, "not a web address in its normal form")
        session = self.session()
        deadline = asyncio.get_running_loop().time() + self._settings.total
        first_byte = min(self._settings.first_byte, self._settings.total)
        exchange = _Exchange(url, ask)
        try:
            async with asyncio.timeout(first_byte) as timer:
                await exchange.begin(session, self._clock)
                await exchange.read(_Pace(timer, first_byte, deadline))
        except TimeoutError:
            exchange.cut("time", Failed(Reason.TIMEOUT, self._timeout_reason(exchange, first_byte)))
        except (aiohttp.ClientError, OSError, ValueError) as error:
            exchange.cut("disconnect", explain(error))
        finally:
            exchange.end()
        return exchange.capture()

    def _timeout_reason(self, exchange: _Exchange, first_byte: float) -> str:
        if exchange.response is None:
            return f"no answer within {first_byte:g} s"
        return f"no body within {first_byte:g} s"

    def server_of(self, url: str) -> str:
        """Return what a URL leads to and is asked politely: its host or domain, and where the settings send it."""
        host = host_of(url)
        detour = self._resolver.detour(host.partition(":")[0])
        name = site_of(host) if self._settings.politeness == "domain" else host
        return f"{name} at {detour.address}:{detour.port}" if detour else name

    async def address_of(self, url: str) -> str:
        """Return the IP address of the host of a URL, the lowest if there are several, empty if there is none."""
        name = host_of(url).rpartition(":")[0] or host_of(url)
        try:
            found = await self._resolver.resolve(name.strip("[]"))
        except OSError:
            return ""
        return min((each["host"] for each in found), default="")

    def session(self) -> aiohttp.ClientSession:
        """Return the session, created by the first request because it needs a running loop."""
        if self._session is None:
            self._session = aiohttp.ClientSession(
                connector=self._connector(),
                headers={"User-Agent": self._user_agent},
                cookie_jar=aiohttp.DummyCookieJar(),
                timeout=aiohttp.ClientTimeout(total=None, sock_connect=None),
                auto_decompress=False,
                trust_env=False,
                read_bufsize=_READ_AHEAD,
                max_line_size=_MAX_FIELD,
                max_field_size=_MAX_FIELD,
                max_headers=_MAX_HEADERS,
                response_class=_Response,
                middlewares=(_once,),
            )
        return self._session

    def _connector(self) -> aiohttp.TCPConnector:
        return BoundedConnector(
            ssl=ssl.create_default_context(),
            resolver=self._resolver,
            socket_factory=guarded_sockets(self._allowed),
            limit=0,
            limit_per_host=self._per_host,
            keepalive_timeout=_KEEP_ALIVE,
            ttl_dns_cache=DNS_SECONDS,
            dns_cache_max_size=10_000,
        )

    async def close(self) -> None:
        """Close all connections."""
        if self._session is not None:
            await self._session.close()
            self._session = None
        await self._resolver.close()


class _Response(aiohttp.ClientResponse):
    """Remembers the IP address of its server: a short answer has returned its connection before we look."""

    peer = ""

    async def start(self, connection: Any) -> aiohttp.ClientResponse:
        name = connection.transport.get_extra_info("peername") if connection.transport else None
        self.peer = str(name[0]) if name else ""
        return await super().start(connection)


async def _once(
    request: aiohttp.ClientRequest, handler: aiohttp.ClientHandlerType
) -> aiohttp.ClientResponse:
    """Turn a lost connection into our own error, because aiohttp retries at once after its own."""
    try:
        return await handler(request)
    except (aiohttp.ClientOSError, aiohttp.ServerDisconnectedError) as error:
        raise explain(error) from error


class _Pace:
    """Ends the reading of a body that is not complete by the deadline, or that only trickles."""

    def __init__(self, timer: asyncio.Timeout, seconds: float, deadline: float) -> None:
        self._timer = timer
        self._seconds = seconds
        self._deadline = deadline
        self._bytes = 0
        self._extend()

    def received(self, count: int) -> None:
        """Count bytes; enough of them give the server more time."""
        self._bytes += count
        if self._bytes >= _LEAST_BYTES:
            self._bytes = 0
            self._extend()

    def _extend(self) -> None:
        now = asyncio.get_running_loop().time()
        self._timer.reschedule(min(now + self._seconds, self._deadline))


class _Exchange:
    """A request under way and the part of its answer received so far."""

    def __init__(self, url: str, ask: Ask) -> None:
        self._url = url
        self._ask = ask
        self.response: _Response | None = None
        self._body = bytearray()
        self._truncated = ""

    async def begin(self, session: aiohttp.ClientSession, clock: Clock) -> None:
        """Send the request and wait for the headers."""
        self._captured_at = clock.now()
        response = await session.get(
            URL(self._url, encoded=True),
            headers={
                "Accept": self._ask.accept,
                "Accept-Encoding": self._ask.encodings,
                **dict(self._ask.headers),
            },
            allow_redirects=False,
        )
        assert isinstance(response, _Response)
        self.response = response

    async def read(self, pace: _Pace) -> None:
        """Read the body, up to the limit, if its type is wanted."""
        assert self.response is not None
        content = self.response.content
        if not self._ask.wants(self.response.headers.get("Content-Type", "")):
            self._truncated = "" if content.at_eof() else "length"
            return
        while chunk := await content.readany():
            self._body += chunk
            pace.received(len(chunk))
            if len(self._body) > self._ask.limit:
                del self._body[self._ask.limit :]
                self._truncated = "length"
                return

    def cut(self, truncated: str, otherwise: FetchError) -> None:
        """Keep the part received, or raise the error if there is none."""
        if not self._body:
            raise otherwise
        self._truncated = truncated

    def end(self) -> None:
        """Close the connection unless the whole answer was read, which returned it to the pool."""
        if self.response is not None:
            self.response.close()

    def capture(self) -> Capture:
        """Return the answer as a capture."""
        assert self.response is not None
        sent = self.response.request_info.headers
        return Capture(
            url=self._url,
            captured_at=self._captured_at,
            status=self.response.status,
            headers=tuple((_text(name), _text(value)) for name, value in self.response.raw_headers),
            body=bytes(self._body),
            reason=self.response.reason or "",
            request_headers=tuple(sent.items()),
            ip=self.response.peer,
            truncated=self._truncated,
        )


def _text(raw: bytes) -> str:
    """Decode so that the archive can write the same bytes again."""
    return raw.decode("utf-8", "surrogateescape")
