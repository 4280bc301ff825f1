"""Pages in the browser: no way out but through our client, and no page outlives its time."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import time
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import pytest
import pytest_asyncio

from tests.browser.chromium import chromium
from tests.web.conftest import AGENT, ManualClock
from tests.web.hostile_script import WAYS_OUT, canary
from tests.web.processes import is_running
from tidings.errors import Failed
from tidings.model import Capture, Fetched, Link, Reason
from tidings.settings import FetchSettings
from tidings.web.browser.answering import MOST_BYTES, MOST_REQUESTS, Answers, Shelf
from tidings.web.browser.fetcher import BrowserFetcher
from tidings.web.browser.memory import process_ids
from tidings.web.browser.opening import VARIABLE, check_browser, find_program
from tidings.web.live import LiveFetcher

pytestmark = pytest.mark.asyncio(loop_scope="module")

SITE = "http://site.example/"
FOLD = "<div style='height:5000px'>high</div>"
HOSTILE = {
    "scroll": "<p>begin</p><script>onscroll = () => { for (let n = 0; n < 50; n++)"
    " document.body.append(Object.assign(document.createElement('p'), {textContent: 'more and more'})); };"
    f"</script>{FOLD}",
    "unload": "<p>stay</p><script>onbeforeunload = (e) => { e.preventDefault(); return 'stay'; };"
    "setInterval(() => alert('stay'), 50);</script>",
    "redirects": "<p>away</p><script>let n = 0; setInterval(() => { location.href = '/away' + n++; }, 20);</script>",
    "busy": "<p>busy</p><script>for (;;);</script>",
    "requests": "<p>many</p><script>for (let n = 0; n < 300; n++) new Image().src = '/pic' + n;</script>",
    "windows": "<p>windows</p><button onclick=\"window.open('/window')\">Load more</button>",
    "blank": "<p>blank</p><script>setTimeout(() => { location.href = 'about:blank'; }, 200);</script>",
}
SECONDS = 10.0


def page(html: str, url: str = SITE) -> Capture:
    return Capture(
        url, datetime(2026, 3, 1, tzinfo=UTC), 200, (("Content-Type", "text/html"),), html.encode()
    )


class Pages:
    """Answers everything with the same bytes, without a network."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def fetch(self, link: Link) -> Fetched:
        return Fetched(page("<p>plain</p>", link.url))

    async def part(self, url: str, headers: tuple[tuple[str, str], ...] = ()) -> Capture:
        self.asked.append(url)
        if url.endswith("/gone"):
            raise Failed(Reason.CONNECT, "refused")
        return Capture(url, datetime(2026, 3, 1, tzinfo=UTC), 200, (), b"x")

    def delay(self, url: str) -> float:
        return 0.0

    async def close(self) -> None: ...


@pytest.fixture(scope="module")
def program() -> str:
    """Return the path of Chromium; skip the tests without one."""
    try:
        return find_program()
    except ValueError as error:
        pytest.skip(str(error))


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser(program: str) -> AsyncIterator[tuple[BrowserFetcher, Pages]]:
    """Return one browser for all tests, and the pages behind it."""
    pages = Pages()
    settings = FetchSettings(browser="always", browser_seconds=SECONDS, browser_pages=3)
    fetcher = BrowserFetcher(pages, pages.part, settings, program)
    yield fetcher, pages
    await fetcher.close()


def info(fetched: Fetched) -> dict[str, dict[str, dict[str, str]]]:
    (record,) = [part for part in fetched.parts if part.url.startswith("urn:pageinfo:")]
    answer: dict[str, dict[str, dict[str, str]]] = json.loads(record.body)
    return answer


async def test_a_hostile_page_reaches_nothing(program: str) -> None:
    with canary() as bird:
        settings = FetchSettings(
            delay=0.0,
            browser="always",
            browser_seconds=SECONDS / 2,
            connect=(f"*.example 127.0.0.1:{bird.port}",),  # names that lead to this computer
        )
        live = LiveFetcher(settings, AGENT, ManualClock())
        fetcher = BrowserFetcher(live, live.part, settings, program)
        html = WAYS_OUT.replace("PORT", str(bird.port))
        fetched = await fetcher.render(Link(SITE), page(html))
        await asyncio.sleep(1.0)
        await fetcher.close()
    assert bird.heard == []
    asked = info(fetched)["urls"]
    assert asked[f"http://127.0.0.1:{bird.port}/fetch"]["refused"].startswith("address")
    assert asked[f"{SITE}led-inside"]["refused"].startswith("address")
    assert asked["http://169.254.169.254/latest/meta-data/"]["refused"].startswith("address")
    assert asked["http://10.0.0.1/private"]["refused"].startswith("address")
    assert f"http://127.0.0.1:{bird.port}/location" in asked
    assert not any(each["status"] for each in asked.values())
    assert fetched.capture
    assert fetched.capture.rendering
    assert b"Ways out" in fetched.capture.rendering.html


async def test_the_page_would_get_out_of_an_ordinary_browser(program: str) -> None:
    def control() -> list[str]:
        with canary() as bird, chromium() as ordinary:
            html = WAYS_OUT.replace("PORT", str(bird.port))
            shown = ordinary.new_page()
            shown.route(SITE, lambda route: route.fulfill(body=html, content_type="text/html"))
            shown.goto(SITE)
            until = time.monotonic() + 60
            while set(bird.heard) != {"tcp", "udp"} and time.monotonic() < until:
                shown.wait_for_timeout(100)
            return bird.heard

    assert set(await asyncio.to_thread(control)) == {"tcp", "udp"}


async def test_no_page_outlives_its_time(browser: tuple[BrowserFetcher, Pages]) -> None:
    fetcher, pages = browser
    tasks = {
        name: asyncio.create_task(fetcher.render(Link(SITE), page(html, f"http://{name}.example/")))
        for name, html in HOSTILE.items()
    }
    async with asyncio.timeout(300):
        done = dict(zip(tasks, await asyncio.gather(*tasks.values()), strict=True))
    shown = {name: each.capture.rendering for name, each in done.items() if each.capture}
    html = {name: each.html.decode() for name, each in shown.items() if each}
    left = {
        "scroll": "more and more",
        "unload": "stay",
        "redirects": '<head><meta http-equiv="refresh" content="0; url=http://redirects.example/away',
    }
    # On a busy machine a page may not answer in time, which is recorded.
    for name, part in left.items():
        rendering = shown[name]
        assert rendering, name
        assert part in html[name] or (html[name] == "" and rendering.note), (name, rendering.note)
    assert html["busy"] == ""
    assert shown["busy"]
    assert shown["busy"].note
    assert sum(url.startswith("http://requests.example/") for url in pages.asked) <= 200
    assert "http://windows.example/window" not in pages.asked


@pytest.mark.parametrize("kind", ["renderer", "browser"])
async def test_a_crash_costs_one_page(browser: tuple[BrowserFetcher, Pages], kind: str) -> None:
    fetcher, pages = browser
    url = f"http://{kind}.example/"
    victim = page(f"<p>victim</p><img src=/alive>{FOLD * 20}", url)
    rendering = asyncio.create_task(fetcher.render(Link(SITE), victim))
    async with asyncio.timeout(60):
        while f"{url}alive" not in pages.asked:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    running = fetcher._chromium._running
    assert running
    for pid in (await process_ids(running.session))[kind]:
        os.kill(pid, signal.SIGKILL)
    lost = (await rendering).capture
    assert lost
    assert lost.rendering
    assert lost.rendering.html == b""
    assert lost.shown().body.startswith(b"<p>victim")
    after = page("<p>next</p>", f"http://after-{kind}.example/")
    following = (await fetcher.render(Link(SITE), after)).capture
    assert following
    assert following.rendering
    assert b"next" in following.rendering.html


async def test_a_page_that_takes_too_much_memory_is_ended(
    browser: tuple[BrowserFetcher, Pages], monkeypatch: pytest.MonkeyPatch
) -> None:
    fetcher, _ = browser
    with monkeypatch.context() as small:
        small.setattr("tidings.web.browser.chromium.MOST_MEMORY", 1)
        glutton = page(f"<p>glutton</p>{FOLD * 20}", "http://glutton.example/")
        ended = (await fetcher.render(Link(SITE), glutton)).capture
    assert ended
    assert ended.rendering
    assert ended.rendering.html == b""
    assert ended.rendering.note
    after = (
        await fetcher.render(Link(SITE), page("<p>next</p>", "http://modest.example/"))
    ).capture
    assert after
    assert after.rendering
    assert b"next" in after.rendering.html


KILLED = """
import asyncio
from tests.web.test_browser import FOLD, SITE, Pages, page
from tidings.model import Link
from tidings.settings import FetchSettings
from tidings.web.browser.fetcher import BrowserFetcher
from tidings.web.browser.memory import process_ids
from tidings.web.browser.opening import find_program
async def main():
    pages = Pages()
    fetcher = BrowserFetcher(pages, pages.part, FetchSettings(browser="always", browser_seconds=600), find_program())
    showing = asyncio.create_task(fetcher.render(Link(SITE), page(f"<img src=/alive>{FOLD * 20}")))
    while not pages.asked:
        await asyncio.sleep(0.05)
    ids = await process_ids(fetcher._chromium._running.session)
    print(*(pid for kind in ids.values() for pid in kind), flush=True)
    await asyncio.sleep(1000)
asyncio.run(main())
"""


async def test_a_killed_crawl_leaves_no_browser_behind(program: str) -> None:
    crawl = await asyncio.create_subprocess_exec(
        sys.executable, "-c", KILLED, stdout=asyncio.subprocess.PIPE, cwd=Path(__file__).parents[2]
    )
    assert crawl.stdout
    async with asyncio.timeout(120):
        pids = (await crawl.stdout.readline()).decode().split()
        assert len(pids) > 1
        assert all(map(is_running, pids))
        crawl.kill()
        await crawl.wait()
        while any(map(is_running, pids)):  # noqa: ASYNC110
            await asyncio.sleep(0.1)


async def test_limits_of_one_page() -> None:
    pages = Pages()
    answers = Answers(page(""), pages.part, Shelf(), 1_000_000)
    answers._count = MOST_REQUESTS - 1
    assert answers._refusal(Request("GET", "image"), f"{SITE}a") == ""
    answers._count = MOST_REQUESTS
    assert answers._refusal(Request("GET", "image"), f"{SITE}a") == "more than 200 requests"
    answers._count, answers._size = 0, MOST_BYTES
    assert answers._refusal(Request("GET", "image"), f"{SITE}a") == "more than 25 MB"
    assert answers._refusal(Request("POST", "fetch"), f"{SITE}a") == "POST: only GET is sent"
    assert answers._refusal(Request("GET", "media"), f"{SITE}a") == "media: not wanted"
    assert answers._refusal(Request("GET", "image"), "file:///a") == "not a web address"


class Request(NamedTuple):
    method: str
    resource_type: str


async def test_answers_are_recorded_and_shared(browser: tuple[BrowserFetcher, Pages]) -> None:
    fetcher, pages = browser
    pages.asked.clear()
    html = "<link rel=stylesheet href=/shared.css><img src=/gone><p>shared</p>"
    for number in (1, 2):
        fetched = await fetcher.render(Link(SITE), page(html, f"{SITE}{number}"))
        assert f"{SITE}shared.css" in {part.url for part in fetched.parts}
        assert info(fetched)["urls"][f"{SITE}gone"]["refused"] == "connect: refused"
    assert pages.asked.count(f"{SITE}shared.css") == 1
    assert pages.asked.count(f"{SITE}gone") == 2


async def test_the_browser_must_be_there(monkeypatch: pytest.MonkeyPatch) -> None:
    check_browser("never")
    monkeypatch.setenv(VARIABLE, "/nowhere/chromium")
    with pytest.raises(ValueError, match="apt install chromium"):
        check_browser("when needed")
    monkeypatch.setattr("tidings.web.browser.opening.find_spec", lambda _: None)
    with pytest.raises(ValueError, match=r"pip install 'tidings\[browser\]'"):
        check_browser("always")
