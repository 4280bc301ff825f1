from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from tidings.collection.prepare import check, prepare
from tidings.collection.proposing.draft import Draft
from tidings.collection.proposing.draft import write_draft as write
from tidings.errors import CollectionError, EventFileError, TidingsError
from tidings.event.file import load
from tidings.job import open_live

REPORT = (
    "On 22 March 2016 the flood reached Brussels. The flood water rose for hours and the flood "
    "barrier in Brussels broke. Helpers in Brussels carried sandbags against the flood."
)
SEED = "http://news.example/"


def write_draft(draft: Draft, folder: Path) -> Path:
    return write(draft, folder, check, open_live)


def test_what_the_user_says_is_written_down(tmp_path: Path) -> None:
    draft = Draft(
        "Riverton flood", (SEED,), ("flood", "dam"), ("Riverton",), date(2024, 5, 1), date(2024, 5, 3),
        contact="me@tidings.example",
    )  # fmt: skip
    settings = load(write_draft(draft, tmp_path / "flood"))
    assert settings.event.name == "Riverton flood"
    assert settings.seeds == (SEED,)
    assert list(settings.event.keywords) == ["flood", "dam"]
    assert list(settings.event.places) == ["Riverton"]
    assert settings.event.when
    assert (settings.event.when.start.date(), settings.event.when.end.date()) == (
        date(2024, 5, 1),
        date(2024, 5, 3),
    )
    assert settings.fetch.contact == "me@tidings.example"


def test_a_description_suggests_what_where_and_when(tmp_path: Path) -> None:
    settings = load(write_draft(Draft("Flood", (SEED,), text=REPORT), tmp_path / "flood"))
    assert "flood" in settings.event.keywords
    assert "Brussels" in settings.event.places
    assert settings.event.when
    assert settings.event.when.start.date() == date(2016, 3, 22)


def test_seeds_are_found_in_files_and_references(tmp_path: Path) -> None:
    post = {
        "id": 1,
        "text": "The flood",
        "urls": ["https://a.example/flood", "https://b.example/x"],
    }
    (tmp_path / "posts.jsonl").write_text(f"{json.dumps(post)}\n", "utf-8")
    (tmp_path / "results.txt").write_text(
        "https://c.example/flood\nhttps://d.example/cup\n", "utf-8"
    )
    linked = '<p>The flood: <a href="https://e.example/1">more of the flood</a> <a href="https://f.example/">cup</a>'
    (tmp_path / "report.html").write_text(linked, "utf-8")
    draft = Draft(
        "Flood",
        (SEED,),
        ("flood",),
        references=(str(tmp_path / "report.html"),),
        seed_files=(str(tmp_path / "posts.jsonl"), str(tmp_path / "results.txt")),
    )
    seeds = load(write_draft(draft, tmp_path / "one")).seeds
    assert seeds[0] == SEED
    assert set(seeds[1:]) == {
        "https://a.example/flood",
        "https://b.example/x",
        "https://c.example/flood",
    }
    more = replace(draft, seeds_from_references=True, seed_files=())
    assert load(write_draft(more, tmp_path / "two")).seeds == (SEED, "https://e.example/1")
    lost = replace(draft, seed_files=("nowhere.txt",))
    with pytest.raises(TidingsError, match="nowhere"):
        write_draft(lost, tmp_path / "three")
    assert not (tmp_path / "three").exists()


def test_what_the_user_says_stands_before_what_pages_suggest(tmp_path: Path) -> None:
    draft = Draft("Flood", (SEED,), keywords=("dam",), start=date(2020, 1, 1), text=REPORT)
    event = load(write_draft(draft, tmp_path / "flood")).event
    assert list(event.keywords) == ["dam"]
    assert "Brussels" in event.places
    assert event.when
    assert event.when.end.date() == date(2020, 1, 1)


def test_reference_files_go_into_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("report.txt").write_text(REPORT, encoding="utf-8")
    draft = Draft("Flood", (SEED,), references=("report.txt",), contact="me@tidings.example")
    write_draft(draft, Path("flood"))
    Path("report.txt").unlink()
    assert prepare(Path("flood")).settings.event.references == ("report.txt",)


def test_a_reference_from_elsewhere_is_still_found_from_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "work").mkdir()
    (tmp_path / "report.txt").write_text(REPORT, encoding="utf-8")
    monkeypatch.chdir(tmp_path / "work")
    path = write_draft(Draft("Flood", (SEED,), references=("../report.txt",)), Path("flood"))
    assert load(path).event.references == (str(tmp_path / "report.txt"),)


def test_the_present_folder_can_become_the_collection(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("report.txt").write_text(REPORT, encoding="utf-8")
    write_draft(Draft("Flood", (SEED,), references=("report.txt",)), Path())
    assert Path("report.txt").read_text(encoding="utf-8") == REPORT


def test_an_event_file_is_never_overwritten(tmp_path: Path) -> None:
    path = write_draft(Draft("Flood", (SEED,), ("flood",)), tmp_path)
    before = path.read_text(encoding="utf-8")
    with pytest.raises(CollectionError, match="exists already"):
        write_draft(Draft("Another", (SEED,)), tmp_path)
    assert path.read_text(encoding="utf-8") == before


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"references": ("missing.txt",)}, r"missing\.txt: cannot be read"),
        ({"references": ("report.exe",)}, r"report\.exe: cannot be a reference"),
        ({"references": ("http://a.example/",), "contact": "nobody"}, "--contact: found “nobody”"),
        ({"end": date(2024, 5, 1)}, "--end: found a last day without a first one"),
        ({"start": date(2024, 5, 2), "end": date(2024, 5, 1)}, "--end: found 2024-05-01"),
    ],
)
def test_what_cannot_be_used_is_told_and_nothing_is_made(
    tmp_path: Path, values: dict[str, object], message: str
) -> None:
    with pytest.raises(EventFileError, match=message):
        write_draft(Draft("Flood", (SEED,), **values), tmp_path / "flood")  # type: ignore[arg-type]
    assert not (tmp_path / "flood").exists()


NAMED = (
    "After the flood Anna Berg of the Red Cross came to Brussels. The flood, said Berg, was the worst. Later Berg left "
    "for Paris with Carl Vos, who had seen the flood in Brussels from his own house."
)


def test_a_description_suggests_who_had_a_part(tmp_path: Path) -> None:
    event = load(write_draft(Draft("Flood", (SEED,), text=NAMED), tmp_path / "flood")).event
    assert event.who == {"Anna Berg": 1.0}


def test_the_names_the_user_gives_stand_before_others(tmp_path: Path) -> None:
    draft = Draft("Flood", (SEED,), text=NAMED, who=("Red Cross",))
    assert load(write_draft(draft, tmp_path / "flood")).event.who == {"Red Cross": 1.0}


def test_a_draft_that_a_crawl_would_refuse_is_told_whole_and_not_written(tmp_path: Path) -> None:
    draft = Draft("Flood", ("news.example",), ("the",), contact="nobody")
    with pytest.raises(EventFileError, match="is not written: 3 problems") as caught:
        write_draft(draft, tmp_path / "flood")
    message = str(caught.value)
    assert str(tmp_path / "flood" / "event.toml") in message
    assert 'seeds: found "news.example"; allowed: web addresses with http' in message
    assert 'what.keywords: found "the"' in message
    assert 'fetch.contact: found "nobody"' in message
    assert not (tmp_path / "flood").exists()


def test_what_is_still_missing_may_follow_later(tmp_path: Path) -> None:
    assert write_draft(Draft("Flood"), tmp_path / "flood").exists()


def test_a_text_without_keywords_is_refused(tmp_path: Path) -> None:
    with pytest.raises(EventFileError, match="no keywords found in the text; add --keyword"):
        write_draft(Draft("Flood", (SEED,), text="It was."), tmp_path / "flood")
    assert not (tmp_path / "flood").exists()


def test_bare_numbers_are_no_keywords(tmp_path: Path) -> None:
    text = "In 2016 2016 2016 2016 there were 22 22 22 floods and again floods."
    event = load(write_draft(Draft("Flood", (SEED,), text=text), tmp_path / "flood")).event
    assert event.keywords == {"floods": 1.0}
