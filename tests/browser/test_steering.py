"""The switches of a crawl are pressed in a real browser, and a real crawl obeys; archives are read by a button."""

from __future__ import annotations

import re
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.chromium import chromium
from tests.browser.collections import collect
from tests.browser.desk import PATIENCE, Desk
from tests.browser.serving import serve
from tests.end_to_end.test_feedback import until
from tests.end_to_end.test_steering import DELAY, PROMISED, fell, waiting_below
from tests.end_to_end.world import World, entries, served, write_event
from tidings.collection.folder import is_being_crawled, steer

CRAWL = "/c/crawl"


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """Serve a slow web, so that a crawl of it is still running whenever somebody looks."""
    folder = tmp_path_factory.mktemp("web")
    with served(folder, seed=4, pages=300, latency=0.2) as world:
        yield world


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory, world: World) -> Iterator[Path]:
    """Yield a folder with an archive and two event files; a crawl that a failed test left running is stopped."""
    folder = tmp_path_factory.mktemp("steering")
    collect(folder / "archived", world.web, 0, 40)
    settings = {
        "budget": "pages = 5000",
        "run": "workers = 0",
        "fetch": f"delay = {DELAY}\nconnections = 2\n",
    }
    write_event(folder / "crawl", world.web.events[0], world.port, **settings)
    write_event(folder / "extracted", world.web.events[0], world.port, run="workers = 0")
    yield folder
    _stop(folder / "crawl")


def _stop(folder: Path) -> None:
    for _ in range(1_200):
        if not is_being_crawled(folder):
            return
        steer(folder, "stop")
        time.sleep(0.05)


@pytest.fixture(scope="module")
def origin(home: Path) -> Iterator[str]:
    with serve(home) as origin:
        yield origin


@pytest.fixture(scope="module")
def browser(origin: str) -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


def _event(home: Path) -> dict[str, Any]:
    return tomllib.loads((home / "crawl" / "event.toml").read_text(encoding="utf-8"))


def _press(desk: Desk, name: str) -> None:
    desk.page.locator("main").get_by_role("button", name=name, exact=True).click()


def test_a_crawl_is_started_paused_changed_resumed_and_stopped(desk: Desk, home: Path) -> None:
    desk.open(f"{CRAWL}/monitor")
    expect(desk.page.locator("h1")).to_have_text("Nothing was crawled yet.")
    _press(desk, "Start")
    expect(desk.page.locator(".monitor-head .state")).to_contain_text("collecting")
    expect(desk.page.locator(".incoming li").first).to_be_visible()
    _press(desk, "Pause")
    expect(desk.page.locator("h1")).to_contain_text("Paused")
    _press(desk, "Budget")
    desk.page.locator("dialog input[name=pages]").fill("4000")
    _press(desk, "Save")
    expect(desk.page.locator("dialog")).to_have_count(0)
    assert _event(home)["budget"]["pages"] == 4000
    _press(desk, "Seeds, words")
    desk.page.locator("dialog").get_by_label("Seeds").fill("http://added.example/a,b")
    desk.page.locator("dialog").get_by_label("Keywords").fill("sandbags, pumps")
    _press(desk, "Add")
    expect(desk.page.locator(".notices")).to_contain_text("1 seed and 2 keywords added.")
    assert "http://added.example/a%2Cb" in _event(home)["seeds"]
    assert {"sandbags", "pumps"} <= set(_event(home)["what"]["keywords"])
    _press(desk, "Resume")
    expect(desk.page.locator("h1")).not_to_contain_text("Paused")
    _press(desk, "Stop")
    expect(desk.page.get_by_role("button", name="Go on")).to_be_visible()
    assert desk.ask("/collections/crawl/status")["state"]["state"] == "stopped"
    expect(desk.page.locator(".log")).to_be_visible()


def test_a_judgement_turns_a_running_crawl_and_another_browser_sees_it(
    desk: Desk, browser: Browser, home: Path, world: World
) -> None:
    folder = home / "crawl"
    desk.open(f"{CRAWL}/monitor")
    desk.page.get_by_role("button", name=re.compile("^(Start|Go on)$")).click()
    until(lambda: bool(waiting_below(folder)))
    url, links = next(iter(waiting_below(folder).items()))
    page = next(each.number for each in entries(folder) if each.url == url)
    context = browser.new_context()
    context.set_default_timeout(PATIENCE)
    second = Desk(context.new_page(), desk.origin).open(f"{CRAWL}/judge")
    desk.open(f"{CRAWL}/page/{page}")
    before = len(world.requests())
    desk.press("n")
    until(lambda: fell(folder, links))
    requests = len(world.requests()) - before
    expect(second.page.locator(".judged-list")).to_contain_text("not relevant")
    assert second.errors == []
    context.close()
    _stop(folder)
    hosts = {request.host for request in world.requests()}
    assert requests <= PROMISED / DELAY * len(hosts)


def test_an_archive_is_read_by_a_button(desk: Desk) -> None:
    desk.open("/c/extracted/archives")
    desk.page.get_by_label("WARC, ARC or WACZ files").fill("archived/archive")
    desk.page.get_by_label("Read everything in the files").check()
    _press(desk, "Start")
    desk.page.wait_for_url("**/c/extracted/monitor")
    expect(desk.page.get_by_role("button", name="Go on")).to_be_visible()
    kept = desk.ask("/collections/extracted/status")["counts"]["kept"]
    assert kept > 5
    desk.open("/c/extracted/search")
    assert desk.count == kept
