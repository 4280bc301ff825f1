"""Search in a real browser: words, facets, days, keys, exports; the state is in the address."""

from __future__ import annotations

import csv
import json
import re
from zipfile import ZipFile

from playwright.sync_api import Route, expect

from tests.browser.desk import COLLECTION, NAME, Desk

SEARCH = f"{COLLECTION}/search"


def test_words_narrow_the_search_and_are_highlighted(desk: Desk) -> None:
    desk.open(SEARCH)
    everything = desk.count
    desk.press("/")
    desk.page.keyboard.type("police")
    desk.press("Enter")
    desk.page.wait_for_url("**q=police**")
    assert 0 < desk.count < everything
    assert desk.count == desk.ask(f"/collections/{NAME}/search?q=police")["total"]
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
    desk.page.wait_for_url(lambda url: "domain" not in url)
    assert desk.count > int(pages)


def test_the_timeline_is_brushed(desk: Desk) -> None:
    desk.open(SEARCH)
    everything = desk.count
    chart = desk.page.locator(".context .u-over").first
    chart.wait_for()
    desk.settle()  # the chart is drawn again once the whole timeline is known
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
    desk.page.wait_for_url(lambda url: "since" not in url)
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
    total = desk.count
    assert total > 60
    last = desk.page.locator(f".virtual li[aria-posinset='{total}']")
    for _ in range(20):  # each part makes the list longer
        desk.page.evaluate("window.scrollTo(0, document.body.scrollHeight)")
        desk.settle()
        if last.count():
            break
    expect(last).to_be_visible()
    assert desk.hits.count() < 40


def test_all_collections_are_searched(desk: Desk) -> None:
    desk.open("/")
    desk.page.get_by_label("Search all collections").fill("the")
    desk.press("Enter")
    desk.page.wait_for_url("**/search?q=the")
    assert desk.count == desk.ask("/search?q=the")["total"]


def test_while_the_index_is_built_the_search_says_so_and_goes_on(desk: Desk) -> None:
    answers = iter(({"indexed": 0, "pages": 120}, {"indexed": 60, "pages": 120}))

    def answer(route: Route) -> None:
        """Answer as a server does whose index is not complete."""
        indexing = next(answers, None)
        if indexing is None:
            route.continue_()
            return
        empty = {"items": [], "next": None, "total": 0, "stories": 0, "searched": 0, "facets": {}}
        route.fulfill(json={**empty, "indexing": indexing})

    desk.ask(f"/collections/{NAME}/search")
    desk.page.route(f"**/collections/{NAME}/search?*limit=20", answer)
    desk.open(SEARCH)
    building = desk.page.locator(".indexing")
    expect(building).to_contain_text("60 of 120 pages can be found so far")
    expect(desk.page.locator(".empty")).to_have_count(0)
    desk.hits.first.wait_for()
    expect(building).to_have_count(0)


def test_ticked_pages_are_exported(desk: Desk) -> None:
    desk.open(SEARCH)
    desk.hits.nth(2).wait_for()
    wanted = [desk.hits.nth(place).locator("h2").inner_text() for place in (0, 2)]
    for place in (0, 2):
        desk.hits.nth(place).locator("input").check()
    bar = desk.page.get_by_role("toolbar", name="Selected pages")
    bar.get_by_role("button", name="Export").click()
    with desk.page.expect_download() as download:
        desk.page.get_by_role("link", name="CSV").click()
    with download.value.path().open(encoding="utf-8", newline="") as file:
        assert [row["title"] for row in csv.DictReader(file)] == wanted
    with desk.page.expect_download() as download:
        desk.page.get_by_role("link", name="WACZ").click()
    with ZipFile(download.value.path()) as package:
        _, *pages = map(json.loads, package.read("pages/pages.jsonl").splitlines())
    assert [page["title"] for page in pages] == wanted


def test_pages_are_tagged_and_the_tag_becomes_a_facet(desk: Desk) -> None:
    desk.open(SEARCH)
    desk.hits.first.locator("input").check()
    desk.page.get_by_role("button", name="Tag").click()
    desk.page.get_by_label("Tag", exact=True).fill("to read")
    desk.press("Enter")
    expect(desk.page.locator(".notices")).to_contain_text("tagged to read")
    desk.open(f"{SEARCH}?tag=to+read")
    assert desk.count == 1
