"""A page that was visited several times: its versions are compared side by side."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.desk import Desk

PAGE = "/c/versions/page/1?view=versions"


def test_the_last_two_versions_are_compared_at_first(desk: Desk) -> None:
    desk.open(PAGE)
    rows = desk.page.locator(".sides tbody tr")
    expect(rows).to_have_count(4)
    expect(desk.page.locator(".sides tr.added")).to_have_text("The bridge is closed.")
    expect(desk.page.locator(".sides tr.changed td").last).to_contain_text("<i>Help is on its way.")
    expect(desk.page.locator(".versions")).to_contain_text("1 added, 1 changed")


def test_any_two_versions_can_be_chosen(desk: Desk) -> None:
    desk.open(PAGE)
    visits = desk.page.locator(".visits tbody tr")
    expect(visits).to_have_count(3)
    visits.nth(0).get_by_label("before").check()
    visits.nth(1).get_by_label("after").check()
    changed = desk.page.locator(".sides tr.changed")
    expect(changed).to_have_count(1)
    expect(changed.locator("mark")).to_have_text(["Two", "Nine"])
    assert desk.query["from"] == ["1"]
    assert desk.query["to"] == ["2"]


def test_each_version_is_shown_as_it_was_archived(desk: Desk) -> None:
    desk.open(PAGE)
    desk.page.locator(".visits tbody tr").nth(0).get_by_role("link", name="Show").click()
    frame = desk.page.frame_locator("iframe")
    expect(frame.locator("p")).to_contain_text("Two people died")


def test_versions_are_accessible_and_fit_a_phone(desk: Desk) -> None:
    desk.open(PAGE)
    desk.page.locator(".sides").wait_for()
    desk.settle()
    for theme in ("light", "dark"):
        desk.page.emulate_media(color_scheme=theme)
        assert desk.violations() == []
    desk.page.set_viewport_size({"width": 390, "height": 844})
    assert desk.page.evaluate("document.documentElement.scrollWidth") <= 390
