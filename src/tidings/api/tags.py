"""Entity tags: a client that has the present answer already gets 304 instead of it."""

from __future__ import annotations

import hashlib

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_LARGEST = 20_000_000
"""Bytes of an answer that gets a tag."""


class EntityTags:
    """Gives every JSON answer to a GET a tag made from its bytes."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or say that nothing has changed."""
        if scope["type"] == "http" and scope["method"] in ("GET", "HEAD"):
            send = _Tagging(Headers(scope=scope).get("if-none-match", ""), send)
        await self._app(scope, receive, send)


class _Tagging:
    """Holds an answer back until its tag is known."""

    def __init__(self, known: str, send: Send) -> None:
        self._known = known
        self._send = send
        self._start: Message | None = None
        self._pieces: list[bytes] = []

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start" and _is_tagged(message):
            self._start = message
            return
        if self._start is None:
            await self._send(message)
            return
        self._pieces.append(message.get("body", b""))
        if message.get("more_body"):
            if sum(map(len, self._pieces)) > _LARGEST:
                await self._give_up()
            return
        await self._finish(self._start, b"".join(self._pieces))

    async def _give_up(self) -> None:
        assert self._start
        await self._send(self._start)
        self._start = None
        body = b"".join(self._pieces)
        await self._send({"type": "http.response.body", "body": body, "more_body": True})

    async def _finish(self, start: Message, body: bytes) -> None:
        headers = MutableHeaders(scope=start)
        tag = headers.get("etag") or f'W/"{hashlib.blake2b(body, digest_size=12).hexdigest()}"'
        headers["etag"] = tag
        headers.setdefault("cache-control", "no-cache")
        if _is_known(tag, self._known):
            start["status"] = 304
            body = b""
            for name in ("content-length", "content-type"):
                if name in headers:
                    del headers[name]
        self._start = None
        await self._send(start)
        await self._send({"type": "http.response.body", "body": body})


def _is_tagged(start: Message) -> bool:
    kind = Headers(raw=start["headers"]).get("content-type", "")
    return start["status"] == 200 and kind.startswith(("application/json", "text/plain"))


def _is_known(tag: str, known: str) -> bool:
    """Return whether a tag is among those of If-None-Match, which are compared weakly."""
    tags = {each.strip().removeprefix("W/") for each in known.split(",")}
    return "*" in tags or tag.removeprefix("W/") in tags
