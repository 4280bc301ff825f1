"""Every screen loads in a real browser with a clean console, is accessible in light and dark, and fits a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect

from tests.browser.desk import COLLECTION, NAME, Desk
from tests.browser.looking import VIEWS, faults, screens

SCREENS = screens(NAME, 0)


def _best(desk: Desk) -> int:
    """Return the number of the best page of the collection."""
    return int(desk.ask(f"/collections/{NAME}/search?limit=1")["items"][0]["id"])


@pytest.mark.parametrize("screen", SCREENS)
def test_a_screen_of_the_demo_has_no_fault(desk: Desk, screen: str) -> None:
    page = _best(desk) if screen in VIEWS else 0
    assert faults(desk, *screens(NAME, page)[screen]) == []


def test_the_text_of_a_page_shows_its_evidence(desk: Desk) -> None:
    desk.open(f"{COLLECTION}/page/{_best(desk)}")
    desk.page.locator(".reading mark").nth(3).wait_for()
    expect(desk.page.locator(".rail h2").first).to_have_text("Why it was kept")


def test_every_chart_has_a_table_behind_it(desk: Desk) -> None:
    desk.open(COLLECTION)
    buttons = desk.page.locator("main button[aria-label$='show the numbers']")
    buttons.first.wait_for()
    desk.settle()
    for number in range(buttons.count()):
        button = desk.page.locator("main .figure").nth(number).locator("button[aria-pressed]").last
        button.click()
        expect(desk.page.locator("main .figure").nth(number).locator("table")).to_be_visible()


def test_the_theme_can_be_chosen_and_is_kept(desk: Desk) -> None:
    desk.open("/")
    desk.press("t")
    assert desk.page.evaluate("document.documentElement.dataset.theme") == "dark"
    desk.page.reload()
    assert desk.page.evaluate("document.documentElement.dataset.theme") == "dark"


def test_the_help_sheet_lists_the_keys(desk: Desk) -> None:
    desk.open(f"{COLLECTION}/search")
    desk.press("?")
    sheet = desk.page.locator("dialog")
    expect(sheet).to_contain_text("Relevant")
    desk.press("Escape")
    expect(sheet).to_have_count(0)
    desk.press("g", "j")
    desk.page.wait_for_url("**/judge")


def test_a_proposal_judges_twenty_stored_pages_at_once(desk: Desk) -> None:
    desk.open("/new")
    desk.page.get_by_label("What happened?").fill("In October 2022 a flood hit Valencia, Spain.")
    desk.page.get_by_role("button", name="Propose").click()
    expect(desk.page.locator(".preview li")).to_have_count(20)


QUERIES = {
    "words": ["flood"], "tags": [], "accounts": [], "languages": [], "regions": [], "listening": True,
    "proposed": [{"query": "tag:harwick", "kept": 4, "rejected": 1}, {"query": "word:Ann", "kept": 3, "rejected": 0}],
}  # fmt: skip


def test_proposed_queries_are_followed_or_rejected(desk: Desk) -> None:
    sent = []

    def answer(route: Route) -> None:
        if route.request.method == "GET":
            route.fulfill(json=QUERIES)
        else:
            sent.append((route.request.method, route.request.url.partition("queries")[2]))
            route.fulfill(status=200, json={"added": [], "running": True})

    desk.page.route(f"**/{NAME}/queries*", answer)
    desk.open(f"{COLLECTION}/monitor")
    desk.page.get_by_role("button", name="Follow tag:harwick").click()
    desk.page.get_by_role("button", name="Reject word:Ann").click()
    expect(desk.page.locator(".queries")).to_contain_text("4 pages kept, 1 rejected")
    desk.page.wait_for_function("document.querySelectorAll('.queries li').length === 3")
    assert desk.violations() == []
    assert sent == [("POST", ""), ("DELETE", "?query=word%3AAnn")]


def test_the_age_of_pages_when_read_is_shown(desk: Desk) -> None:
    desk.open(COLLECTION)
    expect(desk.page.locator(".tally")).to_contain_text("age when read")
    desk.open(f"{COLLECTION}/monitor")
    expect(desk.page.locator(".tally")).to_contain_text("age when read")
