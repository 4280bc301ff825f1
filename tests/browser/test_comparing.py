"""What is new, and what differs: the overview of today, two collections and two strategies side by side."""

from __future__ import annotations

from playwright.sync_api import Route, expect

from tests.browser.desk import Desk


def test_the_overview_shows_what_is_new_since_yesterday(desk: Desk) -> None:
    desk.open("/c/growing")
    fresh = desk.page.locator(".fresh")
    expect(fresh).to_contain_text("New since yesterday 1")
    expect(fresh.locator("li")).to_contain_text("Fresh news")


def test_the_overview_shows_what_changed_and_leads_to_both_versions(desk: Desk) -> None:
    desk.open("/c/versions")
    changed = desk.page.locator(".changed li")
    expect(changed).to_contain_text("Nine people died there.")
    changed.get_by_role("link").click()
    desk.page.wait_for_url("**/page/1?view=versions&from=1&to=3")
    expect(desk.page.locator(".sides tr.changed mark").first).to_have_text("Two")


ALARM = {
    "kind": "feed",
    "name": "http://a.example/feed",
    "expected": "something new every 30 minutes",
    "fact": "nothing for 5.0 hours",
    "since": "2024-05-01T10:00:00Z",
}


def test_alarms_and_the_phase_of_the_event_are_shown(desk: Desk) -> None:
    def answer(route: Route) -> None:
        route.fulfill(json={"items": [ALARM], "next": None, "total": None})

    desk.page.route("**/growing/alarms", answer)
    for screen in ("/c/growing", "/c/growing/monitor"):
        desk.open(screen)
        expect(desk.page.locator(".alarms")).to_contain_text("nothing for 5.0 hours")
        desk.settle()
        assert desk.violations() == []
    desk.open("/c/demo")
    expect(desk.page.locator(".phase")).to_have_text("after the event")


def test_hosts_are_shown_by_state(desk: Desk) -> None:
    desk.open("/c/demo/monitor")
    states = desk.page.get_by_role("group", name="Hosts by state")
    counted = desk.ask("/collections/demo/hosts")["states"]
    rows = desk.page.locator(".hosts tbody tr")
    for state in ("ready", "refused", "silent", "done"):
        button = states.get_by_role("button", name=state)
        expect(button).to_have_text(f"{state} {counted.get(state, 0)}")
        button.click()
        expect(rows).to_have_count(min(counted.get(state, 0), 12))


def test_where_nothing_is_new_the_overview_shows_what_came_last(desk: Desk) -> None:
    desk.open("/c/left")
    fresh = desk.page.locator(".fresh")
    expect(fresh).to_contain_text("Nothing is new since yesterday")
    expect(fresh.locator("li")).to_contain_text("Last news")


def test_two_collections_stand_side_by_side(desk: Desk) -> None:
    desk.open("/lab?a=growing&b=left")
    table = desk.page.locator(".pair-table")
    expect(table.locator("tr", has_text="Kept").first.locator("td")).to_have_text(["2", "1"])
    expect(table.locator("tr", has_text="Harvest").locator("td")).to_have_text(
        ["100.0 %", "50.0 %"]
    )
    desk.page.get_by_label("First collection").select_option("left")
    desk.page.wait_for_url("**a=left**")
    expect(table.locator("tr", has_text="Kept").first.locator("td").first).to_have_text("1")


def test_two_strategies_stand_side_by_side(desk: Desk) -> None:
    desk.open("/lab")
    runs = desk.page.locator(".runs")
    expect(runs.locator("tr", has_text="auto").locator("td")).to_have_text("80.0 %")
    expect(runs.locator("tr", has_text="breadth-first").locator("td")).to_have_text("20.0 %")
    expect(runs.locator(".legend li")).to_have_text(["auto", "breadth-first"])
    expect(runs.locator(".u-over").first).to_be_visible()
