"""Connections that stay open, for streams: frames, lines and single answers, with the address checks of all requests.

It knows no service and reconnects nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
from yarl import URL

from tidings.errors import Failed, Refused, TryLater
from tidings.model import Reason
from tidings.ports import Clock
from tidings.settings import FetchSettings
from tidings.web.failures import explain
from tidings.web.wire import Wire

LARGEST = 4_000_000
"""Bytes of one frame or line; a longer one ends the connection."""
_SILENCE = 90.0
"""Seconds without a byte after which a stream counts as lost; services send a sign of life at least twice a minute."""
_FRAMES_AHEAD = 16
"""Frames read before the crawl has taken them; then the server has to wait."""
_ANSWER = 200_000_000
"""Bytes of a single answer."""
_LATER = frozenset({420, 429, 502, 503, 504})
_REFUSED = frozenset({400, 401, 403, 404, 410, 451})

Headers = Mapping[str, str]


class Ear:
    """Listens to one service."""

    def __init__(self, settings: FetchSettings, user_agent: str, clock: Clock) -> None:
        self._settings = settings
        self._wire = Wire(
            settings, user_agent, clock, per_host=2
        )  # a stream, and a question beside it

    async def frames(self, url: str, headers: Headers | None = None) -> AsyncIterator[bytes]:
        """Yield the messages of a WebSocket until it ends; raise Refused, Failed or TryLater."""
        async with self._explaining():
            timeout = aiohttp.ClientWSTimeout(ws_receive=_SILENCE, ws_close=2.0)
            socket = await self._wire.session().ws_connect(
                URL(url, encoded=True),
                headers=headers,
                timeout=timeout,
                max_msg_size=LARGEST,
                autoping=True,
            )
            async with socket:
                async for message in socket:
                    if message.type is aiohttp.WSMsgType.TEXT:
                        yield message.data.encode("utf-8", "replace")
                    elif message.type is aiohttp.WSMsgType.BINARY:
                        yield message.data
                    else:
                        break
            if socket.close_code not in (None, 1000, 1001, 1006):
                raise Failed(Reason.PROTOCOL, f"closed with {socket.close_code}")

    async def lines(self, url: str, headers: Headers | None = None) -> AsyncIterator[bytes]:
        """Yield the lines of an answer that never ends, without their ends; empty ones are signs of life."""
        async with self._explaining(), self._answer("GET", url, headers) as response:
            rest = b""
            while block := await self._block(response):
                *lines, rest = (rest + block).split(b"\n")
                for line in lines:
                    yield line.removesuffix(b"\r")
                if len(rest) > LARGEST:
                    raise Failed(Reason.TOO_LARGE, f"{LARGEST / 1e6:g} MB in one line")

    async def get(self, url: str, headers: Headers | None = None) -> bytes:
        """Return a whole answer."""
        return await self._whole("GET", url, headers)

    async def answer(self, url: str) -> tuple[dict[str, list[str]], bytes]:
        """Return a whole answer with its headers, their names in small letters."""
        async with self._explaining(), self._answer("GET", url, None) as response:
            names = {name.lower() for name in response.headers}
            headers = {name: list(response.headers.getall(name)) for name in names}
            return headers, await self._body(response)

    async def blocks(self, url: str, headers: Headers | None = None) -> AsyncGenerator[bytes]:
        """Yield the bytes of a long answer as they come; raise Failed if fewer come than were promised."""
        async with self._explaining(), self._answer("GET", url, headers) as response:
            while block := await self._block(response):
                yield block

    async def post(self, url: str, headers: Headers | None, body: bytes) -> bytes:
        """Send a body and return the whole answer."""
        return await self._whole("POST", url, headers, body)

    async def close(self) -> None:
        """Close all connections."""
        await self._wire.close()

    async def _whole(
        self, method: str, url: str, headers: Headers | None, body: bytes = b""
    ) -> bytes:
        async with self._explaining(), self._answer(method, url, headers, body) as response:
            return await self._body(response)

    async def _body(self, response: aiohttp.ClientResponse) -> bytes:
        whole = bytearray()
        while block := await self._block(response):
            whole += block
            if len(whole) > _ANSWER:
                raise Failed(Reason.TOO_LARGE, f"{_ANSWER / 1e6:g} MB")
        return bytes(whole)

    @asynccontextmanager
    async def _answer(
        self, method: str, url: str, headers: Headers | None, body: bytes = b""
    ) -> AsyncIterator[aiohttp.ClientResponse]:
        async with asyncio.timeout(self._settings.first_byte):
            response = await self._wire.session().request(
                method,
                URL(url, encoded=True),
                headers={"Accept-Encoding": "identity", **(headers or {})},
                data=body or None,
                allow_redirects=False,
            )
        try:
            _check(response.status, response.headers)
            yield response
        finally:
            response.close()

    async def _block(self, response: aiohttp.ClientResponse) -> bytes:
        async with asyncio.timeout(_SILENCE):
            return await response.content.readany()

    @asynccontextmanager
    async def _explaining(self) -> AsyncIterator[None]:
        """Turn the errors of the network into our own."""
        try:
            yield
        except aiohttp.WSServerHandshakeError as error:
            _check(error.status, error.headers or {})
            raise Failed(Reason.PROTOCOL, f"no WebSocket: http {error.status}") from error
        except TimeoutError:
            raise Failed(Reason.TIMEOUT, "the stream fell silent") from None
        except (aiohttp.ClientError, OSError, ValueError) as error:
            raise explain(error) from error


def _check(status: int, headers: Any) -> None:
    """Raise what a status means: never again, or later."""
    if status in _LATER:
        asked = str(headers.get("Retry-After") or headers.get("x-rate-limit-reset") or "")
        seconds = float(asked) if asked.isascii() and asked.isdigit() else 0.0
        raise TryLater(Reason.HTTP, str(status), min(seconds, 900.0) or 5.0)
    if status in _REFUSED:
        raise Refused(Reason.HTTP, str(status))
    if status >= 300:
        raise Failed(Reason.HTTP, str(status))
