"""The desk on a large collection, in Chromium: faults and speed of each screen, frames while scrolling and brushing.

``python -m benchmarks.desk [PAGES [FOLDER]]``; a folder keeps the collection for the next run.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Page

from benchmarks.floors import Floor
from benchmarks.large_collection import fill
from tests.browser.chromium import chromium
from tests.browser.desk import Desk
from tests.browser.looking import faults, screens
from tests.browser.serving import serve

PAGES = 100_000
RESULTS = 1_000
"""Results that are scrolled through."""
LONG_FRAME = 50.0
"""Milliseconds; the browser reports every frame that takes longer."""
LOADS = 3
"""Times that each screen is opened; the first fills the browser's cache, the fastest counts."""
_SECONDS_TO_INDEX = 900
_LONGEST_WAIT = 120_000
"""Milliseconds to wait for a screen on a machine with much else to do."""
_COLLECTION = "/c/large"


class Screen(NamedTuple):
    """A screen, and what makes it useful: the first thing that somebody came for."""

    name: str
    path: str
    useful: str


SCREENS = (
    Screen("collections", "/", ".card-figures"),
    Screen("overview", _COLLECTION, ".tally"),
    Screen("search", f"{_COLLECTION}/search?q=flood", "article.hit"),
    Screen("page", f"{_COLLECTION}/page/1", ".reading p"),
    Screen("judge", f"{_COLLECTION}/judge", ".question h2"),
    Screen("monitor", f"{_COLLECTION}/monitor", ".outcomes"),
    Screen("archives", f"{_COLLECTION}/archives", ".archives form"),
    Screen("lab", "/lab", ".pair-table"),
)


class Opened(NamedTuple):
    """How a screen opened, in milliseconds."""

    painted: float
    useful: float
    settled: float
    """Until nothing more was asked of the server."""
    work: float
    """CPU of the page's main thread until then."""
    first: float
    """Until it was useful when it was opened for the first time, with nothing kept by browser and server."""


class Moved(NamedTuple):
    """How a movement went, in milliseconds."""

    longest_frame: float
    """By the clock; other processes make it longer. 0 if none took longer than 50 ms."""
    long_frames: int
    longest_task: float
    """CPU of the longest task of the page's main thread."""


def run(pages: int = PAGES, folder: Path | None = None) -> Sequence[Floor]:
    """Measure, print and return the floors; none where there is no browser."""
    try:
        return _run(pages, folder)
    except pytest.skip.Exception as error:
        print(f"desk: nothing was measured: {error}", flush=True)
        return ()


def _run(pages: int, folder: Path | None) -> Sequence[Floor]:
    print(f"desk: a collection of {pages:,} pages, in Chromium on loopback", flush=True)
    with tempfile.TemporaryDirectory(prefix="tidings-bench-") as scratch:
        home = folder or Path(scratch)
        for name, size in (("large", pages), ("small", 100)):
            if not (home / name).exists():
                fill(home / name, size)
        with serve(home) as origin:
            _index(origin)
            with chromium() as browser:
                found = look(browser, origin)
                opened = {screen.name: _fastest(browser, origin, screen) for screen in SCREENS}
                scrolled, brushed = measure(browser, origin)
    _show(opened, scrolled, brushed)
    return (
        Floor("desk: faults of the screens", float(len(found)), 1.0, "", at_most=True),
        Floor("desk: first paint, slowest screen", max(each.painted for each in opened.values()), 1_000.0, " ms", at_most=True),
        Floor("desk: useful, slowest screen", max(each.useful for each in opened.values()), 1_000.0, " ms", at_most=True),
        Floor("desk: first results shown", opened["search"].useful, 1_000.0, " ms", at_most=True),
        Floor("desk: longest task, scrolling 1,000 results", scrolled.longest_task, LONG_FRAME, " ms", at_most=True),
        Floor("desk: longest task, brushing the timeline", brushed.longest_task, LONG_FRAME, " ms", at_most=True),
    )  # fmt: skip


def look(browser: Browser, origin: str) -> list[str]:
    """Look at every screen in light and dark, wide and on a phone; print and return the faults."""
    found = []
    for name, (path, there) in screens("large", 1).items():
        context = browser.new_context(viewport={"width": 1280, "height": 900}, locale="en-GB")
        context.set_default_timeout(_LONGEST_WAIT)
        found += [
            f"{name}: {fault}" for fault in faults(Desk(context.new_page(), origin), path, there)
        ]
        context.close()
    for fault in found:
        print(f"  {fault}")
    print(f"  {len(found)} faults by console, axe and width", flush=True)
    return found


def _show(opened: dict[str, Opened], scrolled: Moved, brushed: Moved) -> None:
    print(
        f"  {'screen':<12} {'painted':>8} {'useful':>8} {'settled':>8} {'work':>8} {'first':>8}  ms"
    )
    for name, each in opened.items():
        figures = " ".join(f"{figure:8.0f}" for figure in each)
        print(f"  {name:<12} {figures}")
    for name, moved in (("scrolling", scrolled), ("brushing", brushed)):
        print(
            f"  {name}: longest task {moved.longest_task:.0f} ms of CPU; by the clock "
            f"{moved.long_frames} frames over {LONG_FRAME:.0f} ms, the longest {moved.longest_frame:.0f} ms",
            flush=True,
        )


def _index(origin: str) -> None:
    """Ask until the index holds every page, so that its making is not measured."""
    begun = time.monotonic()
    while time.monotonic() < begun + _SECONDS_TO_INDEX:
        answer = _answer(f"{origin}/api/v1/collections/large/search?limit=1&outcome=any")
        if not answer["indexing"]:
            seconds = time.monotonic() - begun
            print(f"  {answer['searched']:,} pages indexed after {seconds:.0f} s", flush=True)
            return
        time.sleep(1)
    raise TimeoutError("the pages were not indexed")


def _answer(address: str) -> dict[str, Any]:
    with urllib.request.urlopen(address, timeout=_SECONDS_TO_INDEX) as answer:
        content: dict[str, Any] = json.load(answer)
    return content


_NOTE = """
window.noted = { frames: [], useful: 0 };
new PerformanceObserver((list) => list.getEntries().forEach((entry) => window.noted.frames.push(entry.duration)))
  .observe({ type: "long-animation-frame", buffered: true });
new MutationObserver((_, observer) => {
  if (!document.querySelector(SELECTOR)) return;
  observer.disconnect();
  requestAnimationFrame(() => setTimeout(() => (window.noted.useful = performance.now())));
}).observe(document, { childList: true, subtree: true });
"""


def _window(browser: Browser, useful: str) -> Page:
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    context.set_default_timeout(_LONGEST_WAIT)
    page = context.new_page()
    page.add_init_script(_NOTE.replace("SELECTOR", json.dumps(useful)))
    return page


def _fastest(browser: Browser, origin: str, screen: Screen) -> Opened:
    page = _window(browser, screen.useful)
    loads = [_opened(page, origin + screen.path) for _ in range(LOADS)]
    page.context.close()
    fastest = Opened._make(min(figures) for figures in zip(*loads, strict=True))
    return fastest._replace(first=loads[0].useful)


def _opened(page: Page, address: str) -> Opened:
    client = page.context.new_cdp_session(page)
    client.send("Performance.enable", {"timeDomain": "threadTicks"})
    before = _work(client)
    page.goto(address)
    page.wait_for_function("() => window.noted.useful > 0")
    _settle(page)
    painted = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    useful: float = page.evaluate("window.noted.useful")
    opened = Opened(
        painted,
        useful,
        page.evaluate(
            "Math.max(...performance.getEntriesByType('resource').map((each) => each.responseEnd))"
        ),
        _work(client) - before,
        useful,
    )
    client.detach()
    return opened


def _work(client: Any) -> float:
    metrics = client.send("Performance.getMetrics")["metrics"]
    return 1000.0 * float(next(each["value"] for each in metrics if each["name"] == "TaskDuration"))


def _settle(page: Page) -> None:
    """Wait until no resource has arrived for a while."""
    count = "performance.getEntriesByType('resource').length"
    seen = -1
    while seen != (seen := int(page.evaluate(count))):
        page.wait_for_timeout(1_000)


def measure(browser: Browser, origin: str) -> tuple[Moved, Moved]:
    """Scroll through many results and brush the timeline."""
    page = _window(browser, "article.hit")
    page.goto(f"{origin}{_COLLECTION}/search?q=flood")
    page.locator("article.hit").first.wait_for()
    _settle(page)
    scrolled = _moved(page, _scroll)
    page.evaluate("window.scrollTo(0, 0)")
    _settle(page)
    brushed = _moved(page, _brush)
    page.context.close()
    return scrolled, brushed


def _moved(page: Page, work: Callable[[Page], None]) -> Moved:
    """Return the long frames and the longest task of the page during some work, from a trace."""
    browser = page.context.browser
    assert browser
    page.evaluate("window.noted.frames.splice(0)")
    browser.start_tracing(page=page, categories=["toplevel"])
    work(page)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    frames: list[float] = page.evaluate("window.noted.frames.splice(0)")
    drawing = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    tasks = (
        event["tdur"] / 1000
        for event in events
        if "tdur" in event and (event["pid"], event["tid"]) in drawing
    )
    return Moved(max(frames, default=0.0), len(frames), max(tasks, default=0.0))


def _scroll(page: Page) -> None:
    """Scroll with the wheel until many results were shown."""
    page.mouse.move(900, 600)
    for _ in range(2_000):
        page.mouse.wheel(0, 400)
        page.wait_for_timeout(16)
        last = page.locator(".virtual li").last.get_attribute("aria-posinset")
        if last and int(last) >= RESULTS:
            return
    raise TimeoutError(f"{RESULTS:,} results were not reached")


def _brush(page: Page) -> None:
    """Draw a choice of days from left to right, twice."""
    box = page.locator(".context .u-over").first.bounding_box()
    assert box
    for share in (0.7, 0.4):
        page.mouse.move(box["x"] + 0.1 * box["width"], box["y"] + 40)
        page.mouse.down()
        page.mouse.move(box["x"] + share * box["width"], box["y"] + 40, steps=40)
        page.mouse.up()
        page.locator(".found[aria-busy=false]").wait_for()
        page.wait_for_timeout(1_500)


if __name__ == "__main__":
    arguments = sys.argv[1:]
    floors = run(
        int(arguments[0]) if arguments else PAGES, Path(arguments[1]) if arguments[1:] else None
    )
    for floor in floors:
        print(floor)
