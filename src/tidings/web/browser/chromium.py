"""Runs Chromium without a network: started when first needed, renewed now and then, killed if it does not obey."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import subprocess
import tempfile
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from shlex import quote

from playwright.async_api import (
    Browser,
    BrowserContext,
    CDPSession,
    Error,
    Playwright,
    async_playwright,
)

from tidings.errors import TidingsError
from tidings.web.browser.memory import anonymous_bytes, process_ids

PAGES_EACH = 100
"""Pages after which a browser is replaced by a new one: some memory is never given back."""
MOST_MEMORY = 2_000_000_000
"""Bytes of all processes of a browser together; beyond, the largest page is ended."""
FAILURES = 3
"""Failures in a row to start the browser after which pages are read without it."""
_LOOK_SECONDS = 0.5
_START_SECONDS = 60.0
_CLOSE_SECONDS = 5.0
_FLAGS = (
    "--proxy-server=http://127.0.0.1:9",
    "--proxy-bypass-list=<-loopback>",
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--js-flags=--max-old-space-size=1024",
)
"""Each closes a way out by itself; beside them, Chromium runs in an empty network namespace where that is possible."""
_VIEW = {"width": 1280, "height": 1024}
_LOG = logging.getLogger("tidings.crawl")


class BrowserFailed(TidingsError):
    """The browser could not be started, or ended while it showed a page."""


@dataclass(eq=False, slots=True)
class _Running:
    """One browser process, and how many pages it shows."""

    browser: Browser
    session: CDPSession
    pid: int
    begun: int = 0
    open: int = 0
    watching: asyncio.Task[None] | None = field(default=None)


class Chromium:
    """Gives every page a context of its own, in a browser that is started when first needed."""

    def __init__(self, program: str) -> None:
        self._program = program
        self._playwright: Playwright | None = None
        self._running: _Running | None = None
        self._old: set[_Running] = set()
        """Browsers that only finish what they show."""
        self._starting = asyncio.Lock()
        self._failures = 0

    @property
    def is_broken(self) -> bool:
        """Return whether the browser could not be started again and again."""
        return self._failures >= FAILURES

    @contextlib.asynccontextmanager
    async def context(self) -> AsyncIterator[BrowserContext]:
        """Open a context without cookies, storage, downloads and service workers; raise BrowserFailed."""
        running = await self._ready()
        running.open += 1
        running.begun += 1
        try:
            async with asyncio.timeout(_START_SECONDS):
                context = await running.browser.new_context(
                    viewport=_VIEW,  # type: ignore[arg-type]  # a plain dictionary
                    timezone_id="UTC",
                    service_workers="block",
                    accept_downloads=False,
                )
            try:
                yield context
            finally:
                await self._close_context(running, context)
        except Error as error:
            if not running.browser.is_connected():
                self._forget(running)
            raise BrowserFailed(f"the browser failed: {_first_line(error)}") from error
        finally:
            running.open -= 1
            if running in self._old and not running.open:
                await self._end(running)

    async def close(self) -> None:
        """End all browsers."""
        for running in (*self._old, *filter(None, (self._running,))):
            await self._end(running)
        self._running = None
        if self._playwright:
            with contextlib.suppress(Exception):
                await self._playwright.stop()
            self._playwright = None

    async def _ready(self) -> _Running:
        """Return a browser for one more page, a new one if there is none or it has shown many."""
        async with self._starting:
            running = self._running
            if running and not running.browser.is_connected():
                self._forget(running)
            elif running and running.begun >= PAGES_EACH:
                self._running = None
                self._old.add(running)
                if not running.open:
                    await self._end(running)
            if self._running is None:
                self._running = await self._start()
            return self._running

    async def _start(self) -> _Running:
        try:
            async with asyncio.timeout(_START_SECONDS):
                running = await self._launch()
        except (Error, OSError, TimeoutError) as error:
            self._failures += 1
            self._playwright = None  # perhaps its driver has died
            raise BrowserFailed(f"the browser did not start: {_first_line(error)}") from error
        self._failures = 0
        running.watching = asyncio.create_task(_watch(running))
        return running

    async def _launch(self) -> _Running:
        if self._playwright is None:
            self._playwright = await async_playwright().start()
        flags = [*_FLAGS, *(("--no-sandbox",) if os.geteuid() == 0 else ())]
        with _without_network(self._program) as program:
            browser = await self._playwright.chromium.launch(
                executable_path=program,
                args=flags,
                handle_sigint=False,
                handle_sigterm=False,
                handle_sighup=False,
            )
        session = await browser.new_browser_cdp_session()
        ids = await process_ids(session)
        return _Running(browser, session, ids["browser"][0])

    async def _close_context(self, running: _Running, context: BrowserContext) -> None:
        """Close a context, and with it its page whatever that does; a browser that does not obey is killed."""
        try:
            async with asyncio.timeout(_CLOSE_SECONDS):
                await context.close()
        except (Error, TimeoutError):
            if running.browser.is_connected():
                _LOG.warning("the browser does not close a page; it is killed")
                _kill(running.pid)
            self._forget(running)

    def _forget(self, running: _Running) -> None:
        if running is self._running:
            self._running = None
        self._old.add(running)

    async def _end(self, running: _Running) -> None:
        self._old.discard(running)
        if running.watching:
            running.watching.cancel()
        try:
            async with asyncio.timeout(_CLOSE_SECONDS):
                await running.browser.close()
        except (Error, TimeoutError):
            _kill(running.pid)


async def _watch(running: _Running) -> None:
    """End the largest page whenever a browser uses too much memory."""
    with contextlib.suppress(Error):
        while running.browser.is_connected():
            await asyncio.sleep(_LOOK_SECONDS)
            ids = await process_ids(running.session)
            sizes = {each: anonymous_bytes(each) for kind in ids.values() for each in kind}
            pages = ids.get("renderer", ())
            if sum(sizes.values()) > MOST_MEMORY and pages:
                _LOG.warning("a page uses too much memory; it is ended")
                _kill(max(pages, key=sizes.__getitem__))


@contextlib.contextmanager
def _without_network(program: str) -> Iterator[str]:
    """Return a program that starts another one in an empty network namespace, if the system allows that."""
    apart = ["unshare", "--net", "--"]
    if os.geteuid() != 0:
        apart[1:1] = ["--user", "--map-current-user"]
    if not _runs([*apart, "true"]):
        yield program
        return
    with tempfile.TemporaryDirectory(prefix="tidings-") as folder:
        script = Path(folder) / "chromium"
        command = " ".join(map(quote, [*apart, program]))
        script.write_text(f'#!/bin/sh\nexec {command} "$@"\n', encoding="utf-8")
        script.chmod(0o700)
        yield str(script)


def _runs(command: list[str]) -> bool:
    try:
        return subprocess.run(command, capture_output=True, timeout=10, check=False).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def _kill(pid: int) -> None:
    with contextlib.suppress(OSError):
        os.kill(pid, signal.SIGKILL)


def _first_line(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0][:200]
