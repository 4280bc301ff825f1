"""A small server that others call back: it knows addresses, bodies and answers, and no protocol."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from aiohttp import web

_LARGEST = 10_000_000
"""Bytes of one call; a hub may send a whole feed."""


class Call(NamedTuple):
    """A request to the server."""

    method: str
    path: str
    """Its last part."""
    query: Mapping[str, str]
    headers: Mapping[str, str]
    body: bytes


class Reply(NamedTuple):
    """The answer to a call."""

    status: int
    text: str = ""


@asynccontextmanager
async def called_back(
    listen: str, answer: Callable[[Call], Awaitable[Reply]]
) -> AsyncIterator[int]:
    """Answer calls on ``host:port`` while the block runs; yield the port; raise OSError."""
    from aiohttp import web  # most crawls are never called back

    host, _, port = listen.rpartition(":")

    async def handle(request: web.Request) -> web.Response:
        body = await request.read()
        path = request.path.rpartition("/")[2]
        call = Call(request.method, path, request.query, request.headers, body)
        status, text = await answer(call)
        return web.Response(status=status, text=text)

    app = web.Application(client_max_size=_LARGEST)
    app.router.add_route("*", "/{path:.*}", handle)
    runner = web.AppRunner(app, shutdown_timeout=1.0, access_log=None)
    await runner.setup()
    try:
        await web.TCPSite(runner, host.strip("[]"), int(port)).start()
        yield runner.addresses[0][1]
    finally:
        await runner.cleanup()
