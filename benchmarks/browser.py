"""Many pages in a row in the browser: memory, speed and processor time."""

from __future__ import annotations

import asyncio
import os
import resource
import statistics
import time
from collections.abc import Iterator
from datetime import UTC, datetime

from benchmarks.floors import Floor
from tests.end_to_end.scripted_site import APP, ScriptedSite
from tidings.model import Capture, Fetched, Link
from tidings.settings import FetchSettings
from tidings.web.browser.fetcher import BrowserFetcher
from tidings.web.browser.memory import anonymous_bytes, process_ids
from tidings.web.browser.opening import find_program

PAGES = 500
TOGETHER = 5
"""Pages shown at the same time: three quarters of the time of a page are waiting for it to become quiet."""
MOST_GROWTH = 1.2
"""Memory after the last fifth of the pages, as a multiple of that after the second."""
_NOW = datetime(2026, 3, 1, tzinfo=UTC)


class _Site:
    """The scripted site without a network."""

    def __init__(self) -> None:
        self._site = ScriptedSite()

    async def part(self, url: str, headers: tuple[tuple[str, str], ...] = ()) -> Capture:
        status, kind, body = self._site.answer("/" + url.split("/", 3)[3])
        given = (("Content-Type", kind), ("Access-Control-Allow-Origin", "*"))
        return Capture(url, _NOW, status, given, body)

    async def fetch(self, link: Link) -> Fetched:
        return Fetched(await self.part(link.url))

    def delay(self, url: str) -> float:
        return 0.0

    async def close(self) -> None: ...


async def _shown(pages: int) -> tuple[list[tuple[int, int]], int]:
    """Show pages, a few at a time; return the bytes of the browser and of this process between, and how many gained."""
    site = _Site()
    settings = FetchSettings(browser="always", browser_pages=TOGETHER)
    fetcher = BrowserFetcher(site, site.part, settings, find_program())
    sizes, gained = [], 0
    try:
        for first in range(0, pages, TOGETHER):
            numbers = range(first, min(first + TOGETHER, pages))
            links = [Link(f"{APP}/news/{number}") for number in numbers]
            gained += sum(map(_is_shown, await asyncio.gather(*map(fetcher.fetch, links))))
            running = fetcher._chromium._running
            ids = await process_ids(running.session) if running else {}
            browser = sum(anonymous_bytes(pid) for kind in ids.values() for pid in kind)
            sizes.append((browser, anonymous_bytes(os.getpid())))
            if len(sizes) % (100 // TOGETHER) == 0:
                print(f"  {numbers.stop} pages, {browser / 1e6:.0f} MB", flush=True)
    finally:
        await fetcher.close()
    return sizes, gained


def _is_shown(fetched: Fetched) -> bool:
    rendering = fetched.capture.rendering if fetched.capture else None
    return rendering is not None and b"old town" in rendering.html


def run(pages: int = PAGES) -> Iterator[Floor]:
    """Show the pages of a small scripted site, one after the other."""
    print(f"\nbrowser: {pages} pages of a scripted site in a row, {TOGETHER} at a time")
    begun, cpu = time.monotonic(), _cpu()
    sizes, gained = asyncio.run(_shown(pages))
    seconds, cpu = time.monotonic() - begun, _cpu() - cpu
    fifth = max(len(sizes) // 5, 1)
    growth = []
    for name, column in (("browser", 0), ("this process", 1)):
        means = [
            statistics.mean(size[column] for size in sizes[at : at + fifth]) / 1e6
            for at in range(0, len(sizes), fifth)
        ]
        print(f"  {name}: {', '.join(f'{mean:.0f}' for mean in means)} MB, mean of every fifth")
        growth.append(means[-1] / means[min(1, len(means) - 1)])
    print(
        f"  {gained} shown with their text, {seconds / pages:.2f} s and {cpu / pages:.2f} s of CPU a page"
    )
    yield Floor(
        "memory of the browser, last fifth : second", growth[0], MOST_GROWTH, "x", at_most=True
    )
    yield Floor(
        "memory of the crawl, last fifth : second", growth[1], MOST_GROWTH, "x", at_most=True
    )
    yield Floor("pages shown with their text", gained / pages, 1.0, "")


def _cpu() -> float:
    """Return the processor time of this process and of the browsers that have ended."""
    used = (resource.getrusage(each) for each in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in used)
