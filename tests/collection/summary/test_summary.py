"""The summary of a collection, and the command and the route that show it."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.collection.stored_pages import Shelf, StoredPage
from tidings.api.app import ServerSettings, make_app
from tidings.cli import main
from tidings.collection.reading import open_reader
from tidings.collection.summary.kept import KeptSummaries
from tidings.collection.summary.summary import summarise
from tidings.model import Outcome, Place

BEIRA = Place("Beira", "MZ", -19.84, 34.84)
DAM = "The dam above the town of Beira broke in the night after heavy rain."
RESCUE = "At least 40 people died in the flooded houses of Beira, rescuers said."
CUP = "The cup final between both teams of the town was a dull draw."


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "flood"
    Shelf(folder).save(
        StoredPage("http://b.example/rescue", f"Rescue\n{RESCUE}", score=0.8, published=datetime(2024, 5, 3, tzinfo=UTC), places=(BEIRA,)),
        StoredPage("http://a.example/dam", f"Dam\n{DAM}", score=0.9, published=datetime(2024, 5, 1, tzinfo=UTC), places=(BEIRA,), people=("Ana Silva",)),
        StoredPage("http://c.example/cup", f"Cup\n{CUP}", outcome=Outcome.REJECTED, score=0.1),
    )  # fmt: skip
    return folder


def test_kept_pages_are_quoted_in_order_of_time(folder: Path) -> None:
    with open_reader(folder) as reader:
        summary = summarise(reader)
    assert [each.text for each in summary.quotations] == [DAM, RESCUE]
    assert [each.entry.url for each in summary.quotations] == [
        "http://a.example/dam",
        "http://b.example/rescue",
    ]
    assert all(each.is_published for each in summary.quotations)
    assert [(each.name, each.sites, each.place) for each in summary.places] == [("Beira", 2, BEIRA)]
    assert [(each.name, each.sites) for each in summary.people] == [("Ana Silva", 1)]
    (number,) = summary.numbers
    assert (number.number.brief(), number.entry.url) == (
        "dead: at least 40 people",
        "http://b.example/rescue",
    )
    assert number.number.sentence == RESCUE
    assert summary.pages == 2


def test_numbers_of_earlier_years_belong_to_other_events(folder: Path) -> None:
    before = "A similar flood in 2019 had killed 3 people in the same town of Beira."
    since = "The worst flood since 2019 killed 12 people on 1 May 2024 in Beira."
    Shelf(folder).save(StoredPage("http://d.example/past", f"Past\n{before} {since}", score=0.7))
    text = 'name = "flood"\nseeds = ["http://a.example/"]\n[what]\nkeywords = ["flood"]\n'
    (folder / "event.toml").write_text(f"{text}[when]\nstart = 2024-05-01\nend = 2024-05-04\n")
    with open_reader(folder) as reader:
        numbers = summarise(reader).numbers
    assert {each.number.value for each in numbers} == {40, 12}


def test_the_command_prints_it(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["summary", str(folder)]) == 0
    shown = capsys.readouterr().out
    assert f"2024-05-01  “{DAM}”" in shown
    assert "http://a.example/dam" in shown
    assert "Beira (2)" in shown
    assert "2024-05-03  dead: at least 40 people, b.example" in shown
    assert main(["summary", str(folder), "--json", "--sentences", "1"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert [each["text"] for each in document["sentences"]] == [DAM]


def test_a_collection_without_pages_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Shelf(tmp_path / "empty").save(StoredPage("http://c.example/", outcome=Outcome.REJECTED))
    assert main(["summary", str(tmp_path / "empty")]) == 0
    assert "nothing to quote" in capsys.readouterr().out


def test_a_summary_is_kept_until_the_collection_changes(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tidings.collection.summary.kept._SECONDS", 0.0)
    kept = KeptSummaries()
    with open_reader(folder) as reader:
        first = kept.summary(reader, 10)
        assert kept.summary(reader, 10) is first
        assert kept.summary(reader, 1) is not first
    Shelf(folder).save(
        StoredPage(
            "http://d.example/late",
            "The mayor of Beira thanked all volunteers on Friday.",
            score=0.9,
        )
    )
    with open_reader(folder) as reader:
        assert len(kept.summary(reader, 10).quotations) == 3


def test_the_route_returns_it(folder: Path) -> None:
    with TestClient(
        make_app(ServerSettings(folders=[folder])), base_url="http://127.0.0.1:8484"
    ) as client:
        answer = client.get("/api/v1/collections/flood/summary").json()
    assert [each["text"] for each in answer["sentences"]] == [DAM, RESCUE]
    assert answer["sentences"][0]["page"] == 2
    assert [(each["what"], each["value"], each["host"]) for each in answer["numbers"]] == [
        ("dead", 40, "b.example")
    ]
    assert answer["places"][0]["lat"] == BEIRA.latitude
