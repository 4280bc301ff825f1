"""In a real browser, an archived page cannot run, leak, navigate or deface; each of the two walls holds alone."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Frame, Page, Request

from tests.archive.replay.hostile_pages import SITE, hostile_page, hostile_site
from tests.archive.replay.serving import STAMP, TOKEN
from tests.browser.chromium import chromium
from tests.collection.archived_pages import archive
from tidings.archive.replay.app import ReplayApp
from tidings.archive.replay.serving import bound, origin_of_socket, served
from tidings.collection.pages.archived import CollectionHoldings

HOME = "127.0.0.1"


class Canary:
    """Listens where a hostile page wants to send something, and notes every connection."""

    def __init__(self) -> None:
        self._listener = socket.create_server((HOME, 0))
        self.origin = f"http://{HOME}:{self._listener.getsockname()[1]}"
        self.heard: list[bytes] = []
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            with connection:
                connection.settimeout(2)
                try:
                    self.heard.append(connection.recv(200))
                    connection.sendall(b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")
                except OSError:
                    self.heard.append(b"a connection")

    def close(self) -> None:
        self._listener.close()


class World:
    """A hostile site in an archive, a desk that shows it in a frame, and what came out of it."""

    def __init__(self, browser: Browser, desk: str, replay: str, canary: Canary) -> None:
        self.page = browser.new_context().new_page()
        self.desk, self.replay, self.canary = desk, replay, canary
        self.requests: list[str] = []
        self.windows: list[Page] = []
        self.messages: list[str] = []
        self.blocked: list[str] = []
        self.page.context.on("request", lambda request: self.requests.append(request.url))
        self.page.context.on("requestfailed", self._note_failure)
        self.page.context.on("page", lambda page: self.windows.append(page))
        self.page.on("dialog", lambda dialog: self.messages.append(dialog.message))

    def _note_failure(self, request: Request) -> None:
        self.blocked.append(request.url)  # the canary hears what left the browser all the same

    def open(self, url: str = f"{SITE}/") -> Frame:
        """Show an archived page in the frame of the desk, and wait until nothing happens any more."""
        self.page.goto(f"{self.desk}/?{self.replay}/{TOKEN}/flood/{STAMP}/{url}", wait_until="load")
        self.page.wait_for_timeout(600)  # a refresh would have happened
        return self.page.frames[1]

    def outside(self) -> list[str]:
        """Return the requests that a page made outside the desk and the replay."""
        inside = (self.desk, self.replay, "data:", "about:", "blob:")
        return [url for url in self.requests if not url.startswith(inside)]

    def left(self) -> list[str]:
        """Return the requests that were not blocked before they left the browser."""
        return [url for url in self.outside() if url not in self.blocked]

    def check(self) -> None:
        """Check that nothing ran, left or moved."""
        assert self.canary.heard == []
        assert self.left() == []
        assert self.windows == []
        assert self.messages == []
        assert self.page.url.startswith(self.desk)
        assert self.page.title() == "The desk"
        assert self.page.inner_text("h1") == "Ours"
        assert self.page.context.service_workers == []


Wall = Callable[[Any], Any]
"""Wraps the replay server."""


def whole(app: Any) -> Any:
    return app


def rewriting_alone(app: Any) -> Any:
    """Return the server without any of its headers but the media type."""

    async def bare(scope: Any, receive: Any, send: Any) -> None:
        async def sent(message: Any) -> None:
            if "headers" in message:
                kept = (
                    b"content-type",
                    b"content-length",
                    b"location",
                    b"access-control-allow-origin",
                )
                message["headers"] = [pair for pair in message["headers"] if pair[0] in kept]
            await send(message)

        await app(scope, receive, sent)

    return bare


def raw(out: str, headers_stay: bool) -> Wall:
    """Return a wall that sends the page as it was archived, with our headers or with none."""
    body = hostile_page(out).encode()

    def wall(app: Any) -> Any:
        async def archived(scope: Any, receive: Any, send: Any) -> None:
            if scope["type"] != "http" or not scope["path"].endswith(f"/{SITE}/"):
                await app(scope, receive, send)
                return

            async def sent(message: Any) -> None:
                if "headers" in message:
                    html = [(b"content-type", b"text/html; charset=utf-8")]
                    ours = [
                        each for each in message["headers"] if not each[0].startswith(b"content-l")
                    ]
                    message["headers"] = ours if headers_stay else html
                if "body" in message:
                    message["body"] = body
                await send(message)

            await app(scope, receive, sent)

        return archived

    return wall


async def desk(scope: Any, receive: Any, send: Any) -> None:
    """Serve a page of our own that shows another one in a frame."""
    if scope["type"] == "lifespan":
        while (message := await receive())["type"] != "lifespan.shutdown":
            await send({"type": f"{message['type']}.complete"})
        await send({"type": "lifespan.shutdown.complete"})
        return
    target = scope["query_string"].decode()
    frame = f'<iframe src="{target}" width=600 height=400></iframe>' if target else ""
    text = f"<!doctype html><title>The desk</title><h1>Ours</h1>{frame}"
    html = [(b"content-type", b"text/html; charset=utf-8")]
    await send({"type": "http.response.start", "status": 200, "headers": html})
    await send({"type": "http.response.body", "body": text.encode()})


@contextmanager
def world(browser: Browser, folder: Path, wall: Callable[[str], Wall]) -> Iterator[World]:
    canary = Canary()
    archive(folder, hostile_site(canary.origin))
    ours, theirs = bound(HOME, 0), bound(HOME, 0)
    at = origin_of_socket(ours, HOME)
    app = ReplayApp(lambda name: CollectionHoldings(folder), ancestors=at, token=TOKEN)
    with ExitStack() as stack:
        stack.callback(canary.close)
        stack.enter_context(served(desk, ours))  # type: ignore[arg-type]
        stack.enter_context(served(wall(canary.origin)(app), theirs))
        made = World(browser, at, origin_of_socket(theirs, HOME), canary)
        stack.callback(made.page.context.close)
        yield made


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.mark.parametrize("wall", [whole, rewriting_alone], ids=["both walls", "rewriting alone"])
def test_a_hostile_page_asks_for_nothing_outside(
    browser: Browser, tmp_path: Path, wall: Wall
) -> None:
    with world(browser, tmp_path / "flood", lambda out: wall) as shown:
        shown.open()
        shown.check()
        assert shown.outside() == []


def test_the_headers_alone_block_what_it_asks_for(browser: Browser, tmp_path: Path) -> None:
    with world(browser, tmp_path / "flood", lambda out: raw(out, True)) as shown:
        shown.open()
        shown.check()
        assert shown.blocked


def test_without_the_walls_it_would(browser: Browser, tmp_path: Path) -> None:
    with world(browser, tmp_path / "flood", lambda out: raw(out, False)) as shown:
        shown.open()
        for _ in range(600):
            if shown.canary.heard and shown.outside():
                break
            shown.page.wait_for_timeout(100)
        assert shown.canary.heard
        assert shown.outside()


def test_what_people_do_on_a_hostile_page_stays_inside(browser: Browser, tmp_path: Path) -> None:
    with world(browser, tmp_path / "flood", lambda out: whole) as shown:
        frame = shown.open()
        size = shown.page.locator("iframe").bounding_box()
        for name in ("script", "mail", "submit"):
            frame.locator(f"#{name}").dispatch_event("click")
        shown.page.wait_for_timeout(300)
        shown.check()
        assert frame.url.endswith(f"/{SITE}/")
        assert shown.page.locator("iframe").bounding_box() == size
        for name, path in (("outside", "link"), ("blank", "blank")):
            frame = shown.open()
            frame.locator(f"#{name}").dispatch_event("click")
            frame.wait_for_url(f"**/{shown.canary.origin}/{path}")
            assert "Not in this archive" in frame.locator("main").inner_text()
            shown.check()


def test_an_archived_page_looks_as_it_did(browser: Browser, tmp_path: Path) -> None:
    with world(browser, tmp_path / "flood", lambda out: whole) as shown:
        frame = shown.open()
        assert frame.locator("#inside").evaluate("e => getComputedStyle(e).color") == "rgb(1, 2, 3)"
        framed = next(each for each in shown.page.frames if each.url.endswith("/framed"))
        assert framed.locator("#nested").inner_text() == "framedx"
        frame.locator("#inside").dispatch_event("click")
        frame.wait_for_url(f"**/{SITE}/second")
        assert frame.locator("#second").inner_text() == "the second page"
        shown.check()
