"""Answers the requests of one page in the browser by our own client, within limits, and records the answers.

The client checks addresses, obeys robots.txt and waits its turn at each host. The browser itself has no network.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from playwright.async_api import Error, Page, Request, Route

from tidings.errors import FetchError, Unreadable, in_short
from tidings.model import REDIRECTS, Capture
from tidings.read.body import inflate
from tidings.urls import host_of, redirect_target

MOST_REQUESTS = 200
"""Requests of one page; those after it are refused."""
MOST_BYTES = 25_000_000
"""Bytes received for one page."""
MOST_REDIRECTS = 5
MOST_DEPARTURES = 5
"""Times that a page may try to go elsewhere; after that nothing more is done on it."""
_MOST_LOGGED = 1_000
_UNWANTED = frozenset({"media", "websocket", "eventsource", "ping", "cspviolationreport"})
"""Kinds of requests that are refused: films, sounds, open connections and reports."""
_SHARED = frozenset({"script", "stylesheet", "font", "image"})
"""Kinds of answers that serve the following pages too."""
_SENT = ("accept", "referer", "origin", "x-requested-with")
"""Headers of the browser's request that its server gets."""
_DROPPED = frozenset(
    {"content-encoding", "content-length", "transfer-encoding", "set-cookie", "connection"}
)
_WEB = ("http://", "https://")
_TIRED = frozenset({429, 503})
"""Statuses of servers that want fewer requests."""

Get = Callable[[str, tuple[tuple[str, str], ...]], Awaitable[Capture]]
"""Asks a server for a URL, with further headers."""


class Asked(NamedTuple):
    """One request of a page, and what became of it."""

    url: str
    kind: str
    status: int = 0
    mime: str = ""
    refusal: str = ""
    """Why it was not answered."""


class Shelf:
    """Answers that pages share, such as style sheets: the oldest leave when there are too many."""

    def __init__(self, most: int = 50_000_000) -> None:
        self._most = most
        self._size = 0
        self._captures: OrderedDict[str, Capture] = OrderedDict()

    def get(self, url: str) -> Capture | None:
        """Return the answer of a URL."""
        return self._captures.get(url)

    def put(self, capture: Capture) -> None:
        """Keep an answer for pages to come."""
        if capture.url in self._captures:
            return
        self._captures[capture.url] = capture
        self._size += len(capture.body)
        while self._size > self._most:
            self._size -= len(self._captures.popitem(last=False)[1].body)


class Answers:
    """Answers the requests of one page."""

    def __init__(self, page: Capture, get: Get, shelf: Shelf, decoded_limit: int) -> None:
        self._page = page
        self._get = get
        self._shelf = shelf
        self._limit = decoded_limit
        self._first = True
        self._size = 0
        self._count = 0
        self._tired: set[str] = set()
        """Hosts that asked to be left alone."""
        self._under_way: dict[str, asyncio.Task[list[Capture]]] = {}
        self._quiet_since = time.monotonic()
        self._waiting = 0
        self.captures: dict[str, Capture] = {}
        """Everything that was received for the page, in the order of arrival."""
        self.log: list[Asked] = []
        self.departures: list[str] = []
        """Where the page tried to go by itself."""
        self.shown: Page | None = None

    @property
    def quiet_seconds(self) -> float:
        """Return for how long nothing has been asked."""
        return 0.0 if self._waiting else time.monotonic() - self._quiet_since

    @property
    def is_fleeing(self) -> bool:
        """Return whether the page has tried to go elsewhere too often."""
        return len(self.departures) > MOST_DEPARTURES

    async def answer(self, route: Route) -> None:
        """Answer one request of the browser."""
        self._waiting += 1
        try:
            await self._answer(route)
        except Error:  # the page is gone
            return
        finally:
            self._waiting -= 1
            self._quiet_since = time.monotonic()

    def stop(self) -> None:
        """Ask for nothing more."""
        for task in self._under_way.values():
            task.cancel()

    async def _answer(self, route: Route) -> None:
        request = route.request
        url = request.url.partition("#")[0]
        if _is_main(request):
            if self._first and request.frame.page is self.shown:
                self._first = False
                await self._fulfil(route, self._page)
                return
            self.departures.append(url)
            self._note(Asked(url, "document", refusal="the page may not leave"))
            await route.abort("aborted")
            return
        capture = await self._captured(request, url)
        if isinstance(capture, Asked):
            self._note(capture)
            await route.abort("blockedbyclient")
            return
        kind = capture.header("Content-Type").partition(";")[0]
        self._note(Asked(url, request.resource_type, capture.status, kind))
        await self._fulfil(route, capture)

    def _note(self, asked: Asked) -> None:
        if len(self.log) < _MOST_LOGGED:
            self.log.append(asked)

    async def _captured(self, request: Request, url: str) -> Capture | Asked:
        """Return the answer to a request, or why there is none."""
        kind = request.resource_type
        if refusal := self._refusal(request, url):
            return Asked(url, kind, refusal=refusal)
        if url not in self._under_way:
            self._count += 1
            headers = tuple(
                (name.title(), value)
                for name, value in request.headers.items()
                if name.lower() in _SENT and value.isascii() and value.isprintable()
            )
            followed = self._followed(url, headers, shared=kind in _SHARED)
            self._under_way[url] = asyncio.create_task(followed)
        try:
            received = await asyncio.shield(self._under_way[url])
        except asyncio.CancelledError:
            return Asked(url, kind, refusal="the time of the page is over")
        except FetchError as error:
            return Asked(url, kind, refusal=str(error))
        except Exception as error:  # one strange address must not cost the page
            return Asked(url, kind, refusal=in_short(error))
        for each in received:
            self.captures.setdefault(each.url, each)
        return received[-1]

    def _refusal(self, request: Request, url: str) -> str:
        if request.method != "GET":
            return f"{request.method[:20]}: only GET is sent"
        if request.resource_type in _UNWANTED:
            return f"{request.resource_type}: not wanted"
        if not url.startswith(_WEB):
            return "not a web address"
        if url in self._under_way:
            return ""
        if host_of(url) in self._tired:
            return "its host asked to wait"
        if self._count >= MOST_REQUESTS:
            return f"more than {MOST_REQUESTS} requests"
        return f"more than {MOST_BYTES / 1e6:g} MB" if self._size >= MOST_BYTES else ""

    async def _followed(
        self, url: str, headers: tuple[tuple[str, str], ...], *, shared: bool
    ) -> list[Capture]:
        """Return the answer to a URL after all its redirects, which the browser would not pass through here."""
        received: list[Capture] = []
        for _ in range(MOST_REDIRECTS + 1):
            capture = self._shelf.get(url) if shared else None
            if capture is None:
                capture = await self._get(url, headers)
                self._size += len(capture.body)
                if shared and capture.status == 200 and not capture.truncated:
                    self._shelf.put(capture)
            received.append(capture)
            if capture.status in _TIRED:
                self._tired.add(host_of(url))
            target = redirect_target(capture.header("Location"), url)
            if capture.status not in REDIRECTS or not target:
                break
            url = target
        return received

    async def _fulfil(self, route: Route, capture: Capture) -> None:
        try:
            body = inflate(capture.body, capture.header("Content-Encoding"), self._limit)
        except Unreadable:
            body = b""
        headers: dict[str, str] = {}
        for name, value in capture.headers:
            lower = name.lower()
            if lower not in _DROPPED and value.isascii() and value.isprintable():
                headers[lower] = f"{headers[lower]}, {value}" if lower in headers else value
        status = 502 if capture.status in REDIRECTS else capture.status
        await route.fulfill(status=status, headers=headers, body=body)


def _is_main(request: Request) -> bool:
    """Return whether a request would change what a window shows, not only a frame in it."""
    if not request.is_navigation_request():
        return False
    try:
        return request.frame.parent_frame is None
    except Error:  # a window that is just opening
        return True
