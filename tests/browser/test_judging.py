"""Judging in a real browser: one key a verdict, undo, and what another window sees."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.desk import Desk

OTHER = "/c/other"


def _judgements(desk: Desk) -> list[dict[str, object]]:
    items: list[dict[str, object]] = desk.ask("/collections/other/judgements")["items"]
    return items


def test_pages_are_judged_by_key_and_taken_back(desk: Desk) -> None:
    desk.open(f"{OTHER}/judge")
    question = desk.page.locator(".question h2")
    first = question.inner_text()
    desk.press("r")
    expect(desk.page.locator(".notice").first).to_contain_text("Judged relevant")
    assert [each["verdict"] for each in _judgements(desk)] == ["relevant"]
    expect(question).not_to_have_text(first)
    expect(desk.page.locator(".judged-list")).to_contain_text("relevant")
    desk.press("u")
    expect(desk.page.locator(".notices")).to_contain_text("Taken back")
    assert _judgements(desk) == []
    expect(question).to_have_text(first)


def test_another_window_sees_a_judgement(desk: Desk) -> None:
    desk.open(f"{OTHER}/judge")
    second = Desk(desk.page.context.new_page(), desk.origin)
    second.open(f"{OTHER}/judge")
    second.page.locator(".question").wait_for()
    desk.press("n")
    expect(second.page.locator(".judged-list")).to_contain_text("not relevant")
    desk.press("u")
    expect(desk.page.locator(".notices")).to_contain_text("Taken back")
    assert second.errors == []
