"""The replay server, an ASGI application: any URL of an archive at any time, as the capture closest to it.

It runs on a port of its own, so that an archived page never has the origin of the desk. Its paths begin with a token
that only the desk knows, and only requests to the names of this machine are answered.
"""

from __future__ import annotations

import asyncio
import re
import secrets
from collections.abc import Awaitable, Callable, Iterable, Mapping, MutableMapping
from typing import Any

from tidings.archive.replay.answers import (
    HTML,
    ReplayAnswer,
    Rules,
    absent,
    headers,
    memento,
    moved,
    note,
    picture,
)
from tidings.archive.replay.kinds import fits, is_page, kind_of
from tidings.archive.replay.names import Names, ResourceKind, Wanted, room, stamp_of, wanted
from tidings.archive.replay.worker import Rewriter, Rewriting
from tidings.archive.selection import closest
from tidings.errors import FetchError, TidingsError, Unreadable
from tidings.model import REDIRECTS, RENDERED, Capture, Rendering, Snapshot
from tidings.ports import Holdings
from tidings.read.body import charset_of, inflate, to_utf8
from tidings.urls import redirect_target

Scope = Mapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

LOOPBACK = frozenset({"127.0.0.1", "localhost", "[::1]"})
MAX_BYTES = 50_000_000
"""Bytes of a resource after decompression; a larger one is not shown."""
_TRIES = 3
"""Captures of a URL that are tried if their records cannot be read."""
_HOST = re.compile(r"(?P<name>[a-z0-9.-]+|\[[0-9a-f:]+\])(?::\d{1,5})?", re.IGNORECASE | re.ASCII)
_SHOWN = frozenset({b"document", b"iframe", b"frame", b"object", b"embed"})
"""Uses of an answer as a page of its own, as browsers name them."""


class ReplayApp:
    """Serves the archives of collections; ``open_holdings`` returns that of a collection, None if there is none."""

    def __init__(
        self,
        open_holdings: Callable[[str], Holdings | None],
        *,
        ancestors: str = "",
        hosts: Iterable[str] = LOOPBACK,
        token: str = "",
    ) -> None:
        self.token = token or secrets.token_urlsafe(16)
        self._open = open_holdings
        self._ancestors = ancestors
        self._hosts = frozenset(hosts)
        self._rewriter = Rewriter()

    async def close(self) -> None:
        """End the process that rewrites."""
        self._rewriter.close()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """ReplayAnswer one request; the server's own start and end are none."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "http":
            await self._respond(scope, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        starting = asyncio.create_task(self._rewriter.start())
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await starting
        await self.close()
        await send({"type": "lifespan.shutdown.complete"})

    async def _respond(self, scope: Scope, send: Send) -> None:
        given = dict(scope["headers"])
        host = _HOST.fullmatch(given.get(b"host", b"").decode("latin-1"))
        path, query = scope.get("raw_path") or scope["path"].encode(), scope["query_string"]
        asked = wanted(path.decode("latin-1"), query.decode("latin-1"))
        use = asked.kind if asked else ResourceKind.PAGE
        if not host or host["name"].lower() not in self._hosts:
            answer = note("Replay is not served under this name.", "", 421)
        elif scope["method"] not in ("GET", "HEAD") or b"service-worker" in given:
            answer = note("An archive answers questions alone.", "", 405)
        elif asked is None or not secrets.compare_digest(asked.token.encode(), self.token.encode()):
            answer = note("Nothing is here.", "")
        else:
            answer = await self._answer(asked, given)
        origin = f"{scope.get('scheme', 'http')}://{host[0]}" if host else "'none'"
        lines = headers(answer, Rules(origin, self._ancestors), use)
        await send({"type": "http.response.start", "status": answer.status, "headers": lines})
        body = b"" if scope["method"] == "HEAD" else answer.body
        await send({"type": "http.response.body", "body": body})

    async def _answer(self, asked: Wanted, given: Mapping[bytes, bytes]) -> ReplayAnswer:
        if (
            asked.kind not in (ResourceKind.PAGE, ResourceKind.FRAME)
            and given.get(b"sec-fetch-dest") in _SHOWN
        ):
            return note("Only a page is shown by itself.", asked.url)
        try:
            capture = await self._capture(asked)
            if capture is None:
                return absent(asked.kind, asked.url, "Not in this archive")
            return await self._shown(asked, capture)
        except (FetchError, Unreadable) as error:
            return absent(asked.kind, asked.url, f"Cannot be shown: {error}")
        except TidingsError as error:
            return absent(asked.kind, asked.url, str(error), 500)

    async def _capture(self, asked: Wanted) -> Capture | None:
        """Return the capture closest in time that can be read; good answers count before errors."""
        holdings = self._open(asked.collection)
        if holdings is None:
            return None
        try:
            capture = await _closest_capture(holdings, asked)
            if capture is None or asked.kind is not ResourceKind.PAGE:
                return capture
            return await _as_shown(holdings, capture)
        finally:
            await holdings.close()  # it is opened quickly, and may be another collection next time

    async def _shown(self, asked: Wanted, capture: Capture) -> ReplayAnswer:
        """Return what a browser gets to see of a capture."""
        names = Names(
            room(self.token, asked.collection), stamp_of(capture.captured_at), _links(asked.kind)
        )
        if capture.status in REDIRECTS:
            target = redirect_target(capture.header("Location"), capture.url)
            if target and target != asked.url:
                return moved(names.path(target, asked.kind))
            return absent(asked.kind, asked.url, "A redirect that leads nowhere")
        body = inflate(capture.body, capture.header("Content-Encoding"), MAX_BYTES)
        kind = kind_of(capture, body)
        if asked.kind in (ResourceKind.PAGE, ResourceKind.FRAME):
            return await self._page(asked, capture, body, kind, names)
        if not fits(kind, asked.kind):
            return absent(asked.kind, asked.url, "")
        if asked.kind is ResourceKind.STYLE:
            body = await self._rewritten(capture, body, names, is_style=True)
            kind = "text/css; charset=utf-8"
        return ReplayAnswer(200, kind, body, memento(capture))

    async def _page(
        self, asked: Wanted, capture: Capture, body: bytes, kind: str, names: Names
    ) -> ReplayAnswer:
        if is_page(kind):
            shown = await self._rewritten(capture, body, names, is_style=False)
            return ReplayAnswer(200, HTML, shown, memento(capture))
        if kind.startswith("image/"):
            return picture(names.path(asked.url, ResourceKind.IMAGE), asked.url)
        if kind.startswith("text/") or kind in ("application/json", "application/xml"):
            text = to_utf8(body, charset_of(capture))
            return ReplayAnswer(200, "text/plain; charset=utf-8", text, memento(capture))
        return note(f"{kind}, {len(body):,} bytes: not shown here", asked.url, 200)

    async def _rewritten(
        self, capture: Capture, body: bytes, names: Names, *, is_style: bool
    ) -> bytes:
        text = to_utf8(body, charset_of(capture))
        return await self._rewriter.rewrite(Rewriting(is_style, text, names, capture.url))


async def _closest_capture(holdings: Holdings, asked: Wanted) -> Capture | None:
    left = list(await holdings.snapshots(asked.url))
    failure: FetchError | None = None
    for _ in range(_TRIES):
        best = closest([each for each in left if _is_good(each)] or left, asked.moment)
        if best is None:
            break
        try:
            return await holdings.load(best)
        except FetchError as error:
            failure = error
            left.remove(best)
    if failure:
        raise failure
    return None


async def _as_shown(holdings: Holdings, capture: Capture) -> Capture:
    """Return a page as a browser showed it, if one did: no script runs here that could make it again."""
    held = await holdings.snapshots(f"{RENDERED}{capture.url}")
    made = [each for each in held if each.captured_at <= capture.captured_at]
    if not made:
        return capture
    html = (await holdings.load(made[-1])).body
    return capture._replace(rendering=Rendering(html)).shown()


def _is_good(snapshot: Snapshot) -> bool:
    return snapshot.status in REDIRECTS or snapshot.status in (0, 200)


def _links(use: ResourceKind) -> ResourceKind:
    return ResourceKind.FRAME if use is ResourceKind.FRAME else ResourceKind.PAGE
