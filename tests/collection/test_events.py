"""Events as objects: collections listed by type, place and time."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.collection.stored_pages import Shelf, StoredPage
from tidings.cli import main
from tidings.collection.search.events import EventOrder, find_collections, list_events
from tidings.errors import CollectionError

FILE = """
name = "{name}"
seeds = ["http://a.example/"]
[what]
keywords = ["flood"]
[where]
places = ["{place}"]
[when]
start = {start}
end = {end}
"""
EVENTS = {
    "a": ("Storm", "Dresden", "2023-01-05", "2023-01-07", "storm"),
    "b": ("Flood", "Beira", "2024-03-01", "2024-03-20", "flood/rain"),
    "c": ("Quake", "Chile", "2022-05-01", "2022-05-01", ""),
}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    for folder, (name, place, start, end, kind) in EVENTS.items():
        if kind:
            other = StoredPage("http://a.example/2", type="fire")
            pages = [StoredPage(f"http://b.example/{n}", type=kind) for n in range(2)]
            Shelf(tmp_path / folder).save(other, *pages)
        (tmp_path / folder).mkdir(exist_ok=True)
        text = FILE.format(name=name, place=place, start=start, end=end)
        (tmp_path / folder / "event.toml").write_text(text, encoding="utf-8")
    (tmp_path / "no collection").mkdir()
    return tmp_path


def names(home: Path, **filters: object) -> list[str]:
    return [event.name for event in list_events(find_collections(home), **filters)]  # type: ignore[arg-type]


def day(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def test_events_are_sorted_by_time_type_and_place(home: Path) -> None:
    assert names(home) == ["Flood", "Storm", "Quake"]
    assert names(home, order=EventOrder.TYPE) == ["Flood", "Storm", "Quake"]
    assert names(home, order=EventOrder.PLACE) == ["Flood", "Quake", "Storm"]


def test_events_are_found_by_type_place_and_time(home: Path) -> None:
    assert names(home, type="flood") == ["Flood"]
    assert names(home, type="floo") == []
    assert names(home, place="beira") == ["Flood"]
    assert names(home, since=day("2023-01-07"), until=day("2024-03-01")) == ["Flood", "Storm"]
    assert names(home, until=day("2022-05-01")) == ["Quake"]
    assert names(home, since=day("2024-03-21")) == []


def test_an_event_of_several_periods_is_found_by_each_but_not_between_them(home: Path) -> None:
    file = home / "a" / "event.toml"
    file.write_text(file.read_text() + 'also = ["2021-06-01/2021-06-03", "2025-02-01"]\n')
    storm = next(event for event in list_events(find_collections(home)) if event.name == "Storm")
    assert (storm.start, storm.end) == (
        day("2021-06-01"),
        datetime(2025, 2, 1, 23, 59, 59, 999999, UTC),
    )
    assert names(home, since=day("2021-06-02"), until=day("2021-06-02")) == ["Storm"]
    assert names(home, since=day("2021-07-01"), until=day("2021-08-01")) == []
    assert names(home) == ["Flood", "Quake", "Storm"]  # the storm began first


def test_an_event_has_the_type_of_most_kept_pages(home: Path) -> None:
    (event,) = list_events([home / "b"])
    assert (event.type, event.kept, event.places) == ("flood/rain", 3, ("Beira",))
    assert event.end == datetime(2024, 3, 20, 23, 59, 59, 999999, tzinfo=UTC)


def test_a_broken_collection_says_why(home: Path) -> None:
    (home / "b" / "event.toml").write_text("name = ", encoding="utf-8")
    (home / "a" / "tidings.db").write_bytes(b"rubbish" * 100)
    problems = [event.problem for event in list_events(find_collections(home)) if event.problem]
    assert len(problems) == 2


def test_a_folder_without_collections_is_named(tmp_path: Path) -> None:
    with pytest.raises(CollectionError, match="found no collections"):
        find_collections(tmp_path)
    with pytest.raises(CollectionError, match="cannot be read"):
        find_collections(tmp_path / "nothing")


def test_events_are_listed_on_the_terminal(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert main(["search", "--events", "time", str(home), "--since", "2023"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[:3] for line in lines[1:]] == [
        ["Flood", "flood/rain", "Beira"],
        ["Storm", "storm", "Dresden"],
    ]
    assert main(["search", "--events", "type", str(home), "--type", "storm", "--json"]) == 0
    (event,) = json.loads(capsys.readouterr().out)
    assert (event["name"], event["kept"], event["start"]) == (
        "Storm",
        3,
        "2023-01-05T00:00:00+00:00",
    )
    assert main(["search", "--events", "type", str(home), "--type", "war"]) == 0
    assert "no event matches; 3 collections" in capsys.readouterr().out
