"""Search in a real browser: words, facets, days, keys; the state is in the address."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.desk import COLLECTION, Desk

SEARCH = f"{COLLECTION}/search"


def test_words_narrow_the_search_and_are_highlighted(desk: Desk) -> None:
    desk.open(SEARCH)
    everything = desk.count
    desk.press("/")
    desk.page.keyboard.type("police")
    desk.press("Enter")
    desk.page.wait_for_url("**q=police**")
    assert 0 < desk.count < everything
    assert desk.count == desk.ask("/collections/main/search?q=police")["total"]
    expect(desk.hits.first.locator("mark").first).to_have_text(re.compile("polic", re.IGNORECASE))


def test_a_facet_narrows_the_search_and_survives_reload(desk: Desk) -> None:
    desk.open(SEARCH)
    facet = desk.page.locator(".facet", has_text="Sources").locator("a").first
    host, pages = facet.locator(".bar-name").inner_text(), facet.locator(".bar-count").inner_text()
    facet.click()
    desk.page.wait_for_url("**domain=**")
    assert desk.count == int(pages)
    assert host in desk.query["domain"][0]
    desk.page.reload()
    assert desk.count == int(pages)
    desk.page.get_by_label(re.compile("Remove: Sources")).click()
    assert "domain" not in desk.query
    assert desk.count > int(pages)


def test_the_timeline_is_brushed(desk: Desk) -> None:
    desk.open(SEARCH)
    everything = desk.count
    chart = desk.page.locator(".context .u-over").first
    chart.wait_for()
    box = chart.bounding_box()
    assert box
    middle = box["y"] + box["height"] / 2
    desk.page.mouse.move(box["x"] + 0.3 * box["width"], middle)
    desk.page.mouse.down()
    desk.page.mouse.move(box["x"] + 0.6 * box["width"], middle, steps=5)
    desk.page.mouse.up()
    desk.page.wait_for_url("**since=**")
    assert desk.query["since"] < desk.query["until"]
    assert desk.count < everything
    desk.page.go_back()
    assert desk.count == everything


def test_an_area_is_chosen_on_the_map(desk: Desk) -> None:
    desk.open(SEARCH)
    everything = desk.count
    desk.page.get_by_role("button", name="Choose area").click()
    canvas = desk.page.locator(".context .map")
    box = canvas.bounding_box()
    assert box
    desk.page.mouse.move(box["x"] + 5, box["y"] + 5)
    desk.page.mouse.down()
    desk.page.mouse.move(box["x"] + 60, box["y"] + 60, steps=4)
    desk.page.mouse.up()
    desk.page.wait_for_url("**box=**")
    assert len(desk.query["box"][0].split(",")) == 4
    assert desk.count <= everything


def test_hits_are_walked_opened_and_left_by_keys(desk: Desk) -> None:
    desk.open(SEARCH)
    desk.hits.first.wait_for()
    desk.press("j", "j", "x")
    expect(desk.page.locator(".hit.focused input")).to_be_checked()
    expect(desk.page.get_by_role("toolbar", name="Selected pages")).to_contain_text("1 page")
    desk.press("Enter")
    desk.page.wait_for_url(re.compile(r"/page/\d+"))
    expect(desk.page.locator(".steps")).to_contain_text("2 of")
    desk.press("j")
    expect(desk.page.locator(".steps")).to_contain_text("3 of")
    desk.page.go_back()
    desk.hits.first.wait_for()


def test_a_long_list_is_virtual(desk: Desk) -> None:
    desk.open(f"{SEARCH}?outcome=any&fold=false")
    assert desk.count > 60
    desk.page.evaluate("window.scrollTo(0, document.body.scrollHeight)")
    expect(desk.page.locator(".virtual li[aria-setsize='60']")).to_have_count(0)
    assert desk.hits.count() < 40


def test_all_collections_are_searched(desk: Desk) -> None:
    desk.open("/")
    desk.page.get_by_label("Search all collections").fill("the")
    desk.press("Enter")
    desk.page.wait_for_url("**/search?q=the")
    assert desk.count == desk.ask("/search?q=the")["total"]
