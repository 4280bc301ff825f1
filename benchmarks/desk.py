"""The desk on a large collection, in Chromium: first useful paint, and frames while scrolling and brushing.

``python -m benchmarks.desk [PAGES [FOLDER]]``; a folder keeps the collection for the next run.
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from benchmarks.floors import Floor
from tests.browser.chromium import chromium
from tests.browser.serving import serve
from tidings.collection.collection import Collection, open_collection
from tidings.model import (
    Candidate,
    Content,
    Dating,
    Link,
    Mention,
    Named,
    Outcome,
    Place,
    Reason,
    Score,
    Typed,
    Verdict,
    Visit,
)
from tidings.store.content import pack
from tidings.urls import url_id

PAGES = 100_000
HOSTS = 2_000
RESULTS = 1_000
"""Results that are scrolled through."""
LONG_FRAME = 50.0
"""Milliseconds; the browser reports every frame that takes longer."""
_COMMIT = 5_000
_SECONDS_TO_INDEX = 900
_FIRST_DAY = datetime(2024, 3, 1, tzinfo=UTC)
_PLACES = (
    Place("Beira", "MZ", -19.84, 34.84), Place("Chimoio", "MZ", -19.12, 33.48), Place("Maputo", "MZ", -25.97, 32.58),
    Place("Harare", "ZW", -17.83, 31.05), Place("Blantyre", "MW", -15.79, 35.01), Place("Lisbon", "PT", 38.72, -9.13),
    Place("Geneva", "CH", 46.2, 6.15), Place("Nairobi", "KE", -1.28, 36.82),
)  # fmt: skip
_NAMES = (
    "Ana Silva",
    "Jorge Macuácua",
    "Red Cross",
    "Luísa Diogo",
    "Peter Moyo",
    "World Food Programme",
)
_TEXT = (
    "flood river water people homes rescue bridge road school hospital help food shelter rain wind cyclone coast "
    "village children minister said officials reported damage crops boats helicopters aid agency night"
)
_EVENT = """\
name = "Cyclone on the coast"
seeds = ["http://paper-0.example/"]
[what]
keywords = ["cyclone", "flood"]
[where]
places = ["Beira", "Mozambique"]
[when]
start = 2024-03-14
end = 2024-03-21
"""

Frame = dict[str, float]


def run(pages: int = PAGES, folder: Path | None = None) -> Sequence[Floor]:
    """Measure, print and return the floors."""
    print(f"desk: a collection of {pages:,} pages, in Chromium on loopback", flush=True)
    with tempfile.TemporaryDirectory(prefix="tidings-bench-") as scratch:
        home = folder or Path(scratch)
        if not (home / "large").exists():
            fill(home / "large", pages)
        with serve(home) as origin:
            _index(origin)
            with chromium() as browser:
                figures = measure(browser, origin)
    print(f"  {json.dumps(figures)}", flush=True)
    return (
        Floor("desk: first contentful paint", figures["painted"], 1_000.0, " ms", at_most=True),
        Floor("desk: first results shown", figures["useful"], 1_000.0, " ms", at_most=True),
        Floor("desk: longest task, scrolling 1,000 results", figures["scrolling, CPU"], LONG_FRAME, " ms", at_most=True),
        Floor("desk: longest task, brushing the timeline", figures["brushing, CPU"], LONG_FRAME, " ms", at_most=True),
    )  # fmt: skip


def fill(folder: Path, pages: int) -> None:
    """Write a collection of generated pages, all kept."""
    folder.mkdir(parents=True)
    (folder / "event.toml").write_text(_EVENT, encoding="utf-8")
    rng = random.Random(1)
    with open_collection(folder, prefix="large", warc_megabytes=1) as collection:
        hosts = [collection.links.add_host(f"paper-{number}.example") for number in range(HOSTS)]
        for number in range(pages):
            _save(collection, hosts, number, rng)
            if number % _COMMIT == 0:
                collection.commit()


def _save(collection: Collection, hosts: Sequence[int], number: int, rng: random.Random) -> None:
    place = min(int(rng.expovariate(1 / 150)), HOSTS - 1)
    url = f"http://paper-{place}.example/{number}"
    verdict = Verdict(Outcome.KEPT, Reason.SCORE, "")
    candidate = Candidate(url_id(url), rng.random(), Link(url))
    seq = collection.links.add(candidate, hosts[place], 0.0, verdict, final=True).seq
    collection.links.finish(seq, verdict)
    collection.visits.save(seq, _visit(url, verdict, rng), None)


def _visit(url: str, verdict: Verdict, rng: random.Random) -> Visit:
    score = 0.4 + 0.6 * rng.random()
    words = rng.choices(_TEXT.split(), k=120)
    day = _FIRST_DAY + timedelta(days=14 + rng.expovariate(1 / 20))
    content = Content(
        " ".join(words) + ".",
        tuple(Mention(place, 1) for place in rng.sample(_PLACES, 2)),
        tuple(Named(name, 1) for name in rng.sample(_NAMES, 2)),
    )
    return Visit(
        url, _FIRST_DAY + timedelta(days=60), 200, verdict, title=" ".join(words[:8]).capitalize(),
        language=rng.choice(("en", "en", "en", "pt", "fr")), published=Dating(day, "meta", 0.9),
        score=Score(score, {"topic": score, "place": score / 2, "date": 0.8}), base=score,
        type=Typed("flood/rain", 0.9), content=pack(content),
    )  # fmt: skip


def _index(origin: str) -> None:
    """Ask until the index holds every page, so that its making is not measured."""
    begun = time.monotonic()
    kept = _answer(f"{origin}/api/v1/collections/large")["counts"]["kept"]
    while time.monotonic() < begun + _SECONDS_TO_INDEX:
        if _answer(f"{origin}/api/v1/collections/large/search?limit=1&fold=false")["total"] >= kept:
            print(f"  {kept:,} pages indexed in {time.monotonic() - begun:.0f} s", flush=True)
            return
        time.sleep(1)
    raise TimeoutError(f"{kept:,} pages were not indexed")


def _answer(address: str) -> dict[str, Any]:
    with urllib.request.urlopen(address, timeout=_SECONDS_TO_INDEX) as answer:
        content: dict[str, Any] = json.load(answer)
    return content


_NOTE = """
window.noted = { frames: [] };
new PerformanceObserver((list) => list.getEntries().forEach((entry) => window.noted.frames.push(entry.duration)))
  .observe({ type: "long-animation-frame", buffered: true });
new MutationObserver((_, observer) => {
  if (!document.querySelector("article.hit")) return;
  observer.disconnect();
  requestAnimationFrame(() => setTimeout(() => (window.noted.useful = performance.now())));
}).observe(document, { childList: true, subtree: true });
"""


def measure(browser: Browser, origin: str) -> Frame:
    """Return milliseconds: until something and until results are shown, and the longest frames."""
    page = browser.new_context(viewport={"width": 1440, "height": 900}, locale="en-GB").new_page()
    page.add_init_script(_NOTE)
    loads = list(_loads(page, f"{origin}/c/large/search?q=flood", 3))
    page.wait_for_timeout(3_000)
    _frames(page)
    scrolling_task = _longest_task(page, _scroll)
    scrolling = _frames(page)
    page.evaluate("window.scrollTo(0, 0)")
    page.wait_for_timeout(1_000)
    _frames(page)
    brushing_task = _longest_task(page, _brush)
    brushing = _frames(page)
    return {
        "painted": min(each["painted"] for each in loads),
        "useful": min(each["useful"] for each in loads),
        "scrolling": max(scrolling, default=0.0),
        "scrolling, CPU": scrolling_task,
        "long while scrolling": len(scrolling),
        "brushing": max(brushing, default=0.0),
        "brushing, CPU": brushing_task,
        "long while brushing": len(brushing),
    }


def _loads(page: Page, address: str, times: int) -> Iterator[Frame]:
    for _ in range(times):
        page.goto(address)
        page.locator("article.hit").first.wait_for(timeout=60_000)
        page.wait_for_timeout(500)
        yield {
            "useful": page.evaluate("window.noted.useful"),
            "painted": page.evaluate(
                "performance.getEntriesByName('first-contentful-paint')[0].startTime"
            ),
        }


def _frames(page: Page) -> list[float]:
    """Return the long frames since the last call."""
    frames: list[float] = page.evaluate("window.noted.frames.splice(0)")
    return frames


def _longest_task(page: Page, work: Callable[[Page], None]) -> float:
    """Return the milliseconds of CPU of the longest task of the page during some work, from a trace."""
    browser = page.context.browser
    assert browser
    browser.start_tracing(page=page, categories=["toplevel"])
    work(page)
    events = json.loads(browser.stop_tracing())["traceEvents"]
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
    return max(tasks, default=0.0)


def _scroll(page: Page) -> None:
    """Scroll with the wheel until many results were shown."""
    page.mouse.move(900, 600)
    for _ in range(600):
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
