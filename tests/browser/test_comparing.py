"""What is new, and what differs: the overview of today, two collections and two strategies side by side."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.chromium import chromium
from tests.browser.desk import Desk
from tests.browser.serving import serve
from tests.collection.stored_pages import Shelf, StoredPage
from tidings.model import Outcome

NOW = datetime.now(UTC)
FOUND = {"auto": [9, 16], "breadth-first": [3, 4]}
"""Relevant pages after 10 and 20 visits."""
REPORT = {
    "title": "Two orders",
    "command": "tidings lab run",
    "strategies": {name: {} for name in FOUND},
    "means": {name: {"harvest": {"mean": found[-1] / 20}} for name, found in FOUND.items()},
    "crawls": [
        {"strategy": name, "curve": {"visited": [10, 20], "found": found}}
        for name, found in FOUND.items()
    ],
}


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a collection that grows, one that was left, and the report of a lab run."""
    folder = tmp_path_factory.mktemp("comparing")
    Shelf(folder / "growing").save(
        StoredPage("http://a.example/1", title="Old news", captured=NOW - timedelta(days=3)),
        StoredPage("http://a.example/2", title="Fresh news", captured=NOW - timedelta(hours=3)),
    )
    Shelf(folder / "left").save(
        StoredPage("http://b.example/1", title="Last news", captured=NOW - timedelta(days=40)),
        StoredPage("http://b.example/2", outcome=Outcome.REJECTED),
    )
    (folder / "report").mkdir()
    (folder / "report" / "report.json").write_text(json.dumps(REPORT), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def origin(home: Path) -> Iterator[str]:
    with serve(home) as origin:
        yield origin


@pytest.fixture(scope="module")
def browser(origin: str) -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


def test_the_overview_shows_what_is_new_since_yesterday(desk: Desk) -> None:
    desk.open("/c/growing")
    fresh = desk.page.locator(".fresh")
    expect(fresh).to_contain_text("New since yesterday 1")
    expect(fresh.locator("li")).to_contain_text("Fresh news")


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
