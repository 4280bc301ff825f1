"""Tables for spreadsheets, and lists of URLs."""

from __future__ import annotations

import csv
import io
import json

import pytest

from tests.collection.export.entries import UNVISITED, entry, exported
from tidings.collection.export.formats import FORMATS
from tidings.model import Content, Named, Typed
from tidings.store.content import pack
from tidings.store.entries import Entry


def rows(*entries: Entry, **options: object) -> list[dict[str, str]]:
    return list(
        csv.DictReader(io.StringIO(exported("csv", *entries, **options).decode(), newline=""))
    )


def test_a_table_holds_the_score_and_its_parts() -> None:
    (row,) = rows(entry())
    assert (row["url"], row["outcome"], row["score"]) == ("http://a.example/1", "kept", "0.9")
    assert (row["topic"], row["place"], row["date"]) == ("0.8", "1.0", "")
    assert row["published"] == "2024-05-01T12:00:00+00:00"


def test_an_address_that_was_not_visited_has_empty_cells() -> None:
    (row,) = rows(entry(**UNVISITED))
    assert (row["status"], row["score"], row["captured_at"]) == ("", "", "")


@pytest.mark.parametrize(
    "title", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", '=HYPERLINK("x")']
)
def test_a_title_cannot_become_a_formula_in_a_spreadsheet(title: str) -> None:
    (row,) = rows(entry(title=title, anchor=title))
    assert row["title"] == row["anchor"] == "'" + title


@pytest.mark.parametrize(
    "title", ['He said "no", twice', "two\nlines", "a;b", "Überflutung 洪水", "1=1"]
)
def test_any_other_title_comes_through_unchanged(title: str) -> None:
    assert rows(entry(title=title))[0]["title"] == title


def test_json_lines_hold_the_evidence() -> None:
    lines = exported("jsonl", entry(title="=1+1 洪水"), entry(**UNVISITED)).splitlines()
    first, second = map(json.loads, lines)
    assert first["title"] == "=1+1 洪水"
    assert first["evidence"] == [{"aspect": "topic", "what": "flood", "amount": 0.8, "note": ""}]
    assert (second["score"], second["evidence"]) == (None, [])


def test_a_list_of_addresses_is_one_per_line() -> None:
    written = exported("urls", entry(), entry(url="http://b.example/"))
    assert written == b"http://a.example/1\nhttp://b.example/\n"


@pytest.mark.parametrize("name", FORMATS)
def test_an_empty_collection_can_be_exported(name: str) -> None:
    assert exported(name).count(b"http") == 0


def test_names_are_a_cell_in_a_table_and_an_object_in_json() -> None:
    named = entry(packed=pack(Content(people=(Named("Anna Berg", 2), Named("NATO", 1)))))
    (row,) = rows(named)
    assert row["names"] == "Anna Berg (2); NATO (1)"
    objects = map(json.loads, exported("jsonl", named, entry()).splitlines())
    assert [item["names"] for item in objects] == [
        {"Anna Berg": 2, "NATO": 1},
        {},
    ]


def test_the_type_of_a_page_has_two_columns() -> None:
    typed, plain = rows(entry(type=Typed("flood/rain", 0.75)), entry())
    assert (typed["type"], typed["type_probability"]) == ("flood/rain", "0.75")
    assert (plain["type"], plain["type_probability"]) == ("", "")


def test_json_lines_write_moments_as_tables_do() -> None:
    written = json.loads(exported("jsonl", entry()))
    assert written["captured_at"] == rows(entry())[0]["captured_at"]
    assert written["published"] == "2024-05-01T12:00:00+00:00"


def test_the_text_is_in_a_table_if_it_is_wanted() -> None:
    page = entry(packed=pack(Content("The whole text.")))
    assert "text" not in rows(page)[0]
    assert rows(page, text=True)[0]["text"] == "The whole text."


def test_own_fields_follow_the_columns() -> None:
    own = {"http://a.example/1": {"severity": "high", "tags": ["to read", "=1"]}}
    (row,) = rows(entry(), own=own, fields=["severity"])
    assert (row["severity"], row["tags"]) == ("high", "to read; =1")
    assert list(row)[-1] == "severity"
