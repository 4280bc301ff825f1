"""Text of a hostile page stays text on every screen: nothing runs, nothing leaves, nothing is turned around."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.desk import Desk

SCREENS = (
    "",
    "/search?q=flood",
    "/page/1",
    "/page/1?view=links",
    "/judge",
    "/monitor",
    "/archives",
)


@pytest.mark.parametrize("screen", SCREENS)
def test_a_hostile_page_stays_text(desk: Desk, screen: str) -> None:
    asked: list[str] = []
    desk.page.on("request", lambda request: asked.append(request.url))
    desk.open(f"/c/hostile{screen}")
    desk.settle()
    assert desk.page.evaluate("window.hacked") is None
    assert desk.page.locator("main script, main img, main a[href^='javascript:']").count() == 0
    assert [url for url in asked if not url.startswith(desk.origin)] == []
    assert desk.page.evaluate("document.documentElement.scrollWidth") <= 1280


def test_a_turned_title_turns_only_itself(desk: Desk) -> None:
    desk.open("/c/hostile/search?q=flood")
    line = desk.page.locator(".hit-line").first
    host = line.locator(".hit-host").bounding_box()
    when = line.locator("time").bounding_box()
    assert host
    assert when
    assert host["x"] < when["x"]


def _direction(place: Locator) -> str:
    return str(place.evaluate("element => getComputedStyle(element).direction"))


def test_text_from_right_to_left_runs_so_and_leaves_the_desk_as_it_is(desk: Desk) -> None:
    desk.open("/c/hostile/search?q=فيضان")
    hit = desk.page.locator("article.hit").first
    assert _direction(hit.locator("h2 a")) == "rtl"
    assert _direction(hit.locator(".hit-snippet")) == "rtl"
    assert _direction(hit) == "ltr"
    expect(hit.locator("h2 a")).to_have_attribute("lang", "ar")
    desk.press("j", "Enter")
    desk.page.wait_for_url("**/page/2")
    assert _direction(desk.page.locator(".page-head h1")) == "rtl"
    assert _direction(desk.page.locator(".reading p").first) == "rtl"
    assert _direction(desk.page.locator(".rail h2").first) == "ltr"
    desk.settle()
    assert desk.violations() == []
