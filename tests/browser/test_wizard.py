"""Somebody who has never seen the desk makes a collection from three addresses, in at most twelve clicks."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, FilePayload, expect

from tests.browser.chromium import chromium
from tests.browser.desk import Desk
from tests.browser.serving import HOME
from tidings.api.app import ServerSettings, make_app
from tidings.archive.replay.serving import bound, origin_of_socket, served
from tidings.desk.pages import add_desk
from tidings.lab.serving.in_process import InProcessWeb
from tidings.lab.web.web import GeneratedWeb
from tidings.web.clock import SystemClock

MOST_CLICKS = 12
WEB = GeneratedWeb(1, 300)
TARGET = WEB.events[0]


class Person:
    """Uses the desk and counts clicks."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.clicks = 0

    def click(self, role: str, name: str) -> None:
        self.desk.page.get_by_role(role, name=name).first.click()  # type: ignore[arg-type]
        self.clicks += 1

    def fill(self, label: str, text: str) -> None:
        """Write into a field; a person clicks it first."""
        self.desk.page.get_by_label(label).first.fill(text)
        self.clicks += 1


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("new")


@pytest.fixture(scope="module")
def origin(home: Path) -> Iterator[str]:
    """Serve an empty folder; the web it reads is a generated one."""
    listener = bound(HOME, 0)
    origin = origin_of_socket(listener, HOME)
    app = make_app(ServerSettings(folders=[home]))
    app.state.open_web = lambda contact: InProcessWeb(WEB, SystemClock(), delay=0.0)
    add_desk(app)
    with served(app, listener):  # type: ignore[arg-type]
        yield origin


@pytest.fixture(scope="module")
def browser(origin: str) -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


def test_a_collection_is_made_from_three_addresses(desk: Desk, home: Path) -> None:
    desk.open("/", ".empty")
    person = Person(desk)
    person.click("link", "New event")
    person.fill("Pages about it", "\n".join(sorted(TARGET.relevant)[:3]))
    person.fill("Your contact", "me@example.org")
    person.click("button", "Propose")
    edit = desk.page.locator(".wizard-edit")
    edit.wait_for()
    assert edit.locator("section", has_text="Words").locator(".weighted li").count() >= 5
    expect(edit.get_by_label("Seeds")).not_to_be_empty()
    preview = desk.page.locator(".preview li")
    preview.first.wait_for()
    assert preview.first.get_attribute("class") == "kept"
    person.click("button", "Protest")
    person.fill("Name of the event", "What happened there")
    desk.page.get_by_role("button", name="Save", exact=True).click()
    person.clicks += 1
    desk.page.wait_for_url("**/c/what-happened-there")
    assert person.clicks <= MOST_CLICKS
    text = (home / "what-happened-there" / "event.toml").read_text(encoding="utf-8")
    assert 'name = "What happened there"' in text
    assert TARGET.event.when
    assert f"start = {TARGET.event.when.start:%Y-%m}" in text
    assert desk.ask("/collections/what-happened-there")["event"]["problem"] == ""


def test_what_a_slider_changes_is_shown(desk: Desk) -> None:
    desk.open("/new")
    desk.page.get_by_label("What happened?").fill(
        "On 17 March 2021 people marched in Tbilisi, Georgia."
    )
    desk.page.get_by_role("button", name="Propose").click()
    desk.page.locator(".preview li").first.wait_for()
    desk.page.get_by_label("Remove Tbilisi").last.click()
    expect(desk.page.locator(".preview .came, .preview .went").first).to_be_visible()
    desk.page.reload()
    expect(desk.page.locator(".wizard-edit")).to_be_visible()
    expect(desk.page.get_by_label("Remove Tbilisi")).to_have_count(0)


def _proposed(
    desk: Desk, text: str = "On 17 March 2021 people marched in Tbilisi, Georgia."
) -> None:
    """Describe an event and wait for the proposal."""
    desk.open("/new")
    desk.page.get_by_label("What happened?").fill(text)


def test_files_and_pasted_results_give_words_and_seeds(desk: Desk) -> None:
    _proposed(desk)
    post = {"created_at": "Wed Mar 17 08:00:00 +0000 2021", "text": "They marched", "id_str": "1"}
    link = {"urls": [{"expanded_url": "http://news.example/march-in-tbilisi"}]}
    desk.page.locator("input[type=file]").set_input_files(
        [
            FilePayload(
                name="posts.jsonl",
                mimeType="application/json",
                buffer=json.dumps({**post, "entities": link}).encode(),
            ),
            FilePayload(
                name="saved.html",
                mimeType="text/html",
                buffer=b"<title>Crowds</title><p>Crowds marched through Tbilisi and demanded elections.",
            ),
        ]
    )
    expect(desk.page.get_by_label("Use posts.jsonl as")).to_have_value("list")
    expect(desk.page.get_by_label("Use saved.html as")).to_have_value("page")
    desk.page.get_by_text("Where to start").click()
    desk.page.get_by_label("Paste a list of search results").fill(
        "1. Thousands marched in Tbilisi - Paper\n   http://paper.example/marched\n"
    )
    desk.page.get_by_role("button", name="Propose").click()
    seeds = desk.page.get_by_label("Seeds")
    expect(seeds).to_have_value(re.compile("http://news.example/march-in-tbilisi"))
    expect(seeds).to_have_value(re.compile("http://paper.example/marched"))
    expect(desk.page.locator(".wizard-edit")).to_contain_text("2 seeds from your lists")
    seeds.fill("A result: http://third.example/x and\nhttps://fourth.example/y")
    seeds.blur()
    expect(seeds).to_have_value("http://third.example/x\nhttps://fourth.example/y")


_DROP = """files => {
  const carried = new DataTransfer();
  for (const [name, type, text] of files) carried.items.add(new File([text], name, { type }));
  return carried;
}"""


def test_files_are_dropped(desk: Desk) -> None:
    _proposed(desk)
    page = "<title>Crowds</title><p>Crowds marched through Tbilisi and demanded elections."
    carried = desk.page.evaluate_handle(
        _DROP,
        [
            ["saved.html", "text/html", page],
            [
                "list.txt",
                "text/plain",
                "\n".join(f"http://paper-{n}.example/march" for n in range(9)),
            ],
        ],
    )
    form = desk.page.locator("form.describe")
    form.dispatch_event("dragover", {"dataTransfer": carried})
    expect(desk.page.locator(".drop.over")).to_be_visible()
    form.dispatch_event("drop", {"dataTransfer": carried})
    expect(desk.page.locator(".drop.over")).to_have_count(0)
    expect(desk.page.get_by_label("Use saved.html as")).to_have_value("page")
    expect(desk.page.get_by_label("Use list.txt as")).to_have_value("list")
    desk.page.get_by_role("button", name="Propose").click()
    expect(desk.page.get_by_label("Seeds")).to_have_value(
        re.compile("http://paper-0.example/march")
    )
    expect(desk.page.locator(".preview li").first).to_be_visible()


def test_a_type_and_further_periods_are_written(desk: Desk, home: Path) -> None:
    _proposed(desk)
    desk.page.get_by_role("button", name="Propose").click()
    desk.page.get_by_label("First day").fill("2021-03-17")
    desk.page.get_by_role("button", name="Outbreak").click()
    edit = desk.page.locator(".wizard-edit")
    expect(edit).to_contain_text("Of such an event only the words count")
    desk.page.get_by_text("It happened again").click()
    desk.page.get_by_label("From").fill("2022-05-03")
    desk.page.get_by_label("until").fill("2022-05-01")
    desk.page.get_by_role("button", name="Add a period").click()
    expect(edit).to_contain_text(re.compile(r"1\D+3 May 2022"))
    desk.page.get_by_label("Seeds").fill("http://paper.example/")
    desk.page.get_by_label("Name of the event").fill("Twice")
    desk.page.get_by_role("button", name="Save", exact=True).click()
    desk.page.wait_for_url("**/c/twice")
    expect(desk.page.locator(".standfirst")).to_contain_text(re.compile(r"1\D+3 May 2022"))
    text = (home / "twice" / "event.toml").read_text(encoding="utf-8")
    assert '[event]\ntype = "outbreak"' in text
    assert 'also = ["2022-05-01/2022-05-03"]' in text


def test_presets_and_handles_set_the_days(desk: Desk) -> None:
    _proposed(desk)
    desk.page.get_by_role("button", name="Propose").click()
    first, last = desk.page.get_by_label("First day"), desk.page.get_by_label("Last day")
    first.wait_for()
    first.fill("2021-03-17")
    last.fill("2021-03-17")
    desk.page.get_by_role("button", name="Olympic games").click()
    expect(last).to_have_value("2021-03-30")
    note = desk.page.locator(".wizard-edit", has_text="of lead")
    expect(note).to_contain_text("21 days of lead, 3 days of cool-down")
    desk.page.get_by_role("button", name="Leak").click()
    expect(last).to_have_value("2021-03-17")
    expect(note).to_contain_text("0 days of lead, 730 days of cool-down")
    handle = desk.page.get_by_role("slider", name="Lead begins")
    handle.focus()
    desk.press("ArrowLeft", "ArrowLeft")
    expect(note).to_contain_text("2 days of lead")
    box = desk.page.locator(".time-bar").bounding_box()
    place = desk.page.get_by_role("slider", name="Cool-down ends").bounding_box()
    assert box
    assert place
    middle = place["y"] + place["height"] / 2
    desk.page.mouse.move(place["x"] + place["width"] / 2, middle)
    desk.page.mouse.down()
    desk.page.mouse.move(box["x"] + box["width"] / 2, middle, steps=4)
    desk.page.mouse.up()
    expect(note).not_to_contain_text("730 days")


def test_a_threshold_and_a_weight_change_how_samples_are_judged(desk: Desk) -> None:
    _proposed(desk)
    desk.page.get_by_role("button", name="Propose").click()
    expect(desk.page.locator(".preview h2")).to_contain_text("kept")
    with desk.page.expect_response("**/proposals/preview") as judged:
        desk.page.get_by_label("Threshold").fill("0.9")
    assert judged.value.json()["threshold"] == 0.9
    desk.page.get_by_label("Weight of Tbilisi").last.fill("0.05")
    expect(desk.page.locator(".preview .came, .preview .went").first).to_be_visible()
