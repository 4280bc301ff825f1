from __future__ import annotations

import csv
import io
import json
from datetime import UTC, datetime

import pytest

from tidings.collection.export import FORMATS, write_csv, write_jsonl, write_urls
from tidings.model import Content, Evidence, Named, Reason, Score, Typed
from tidings.store.content import pack
from tidings.store.entries import Entry

MOMENT = datetime(2024, 5, 1, 12, tzinfo=UTC)


def entry(**values: object) -> Entry:
    usual: dict[str, object] = {
        "number": 1, "visit": 1, "scored_by": "", "url": "http://a.example/1", "outcome": "kept",
        "code": Reason.SCORE, "detail": "0.900, threshold 0.4",
        "priority": 0.5, "depth": 1, "channel": "link", "barred": "", "parent": "http://a.example/",
        "anchor": "more", "found_at": MOMENT, "tries": 0, "captured_at": MOMENT, "status": 200,
        "mime": "text/html", "size": 1234, "digest": "sha1:X", "title": "Flood", "language": "en",
        "published": MOMENT, "dated_by": "meta",
        "score": Score(0.9, {"topic": 0.8, "place": 1.0}, (Evidence("topic", "flood", 0.8),)),
        "file": "flood-00000.warc.gz", "offset": 10, "length": 20,
    }  # fmt: skip
    return Entry(**(usual | values))  # type: ignore[arg-type]


UNVISITED = {
    "captured_at": None, "status": None, "published": None, "score": None, "outcome": "refused",
}  # fmt: skip


def rows(*entries: Entry) -> list[dict[str, str]]:
    out = io.StringIO(newline="")
    write_csv(entries, out)
    return list(csv.DictReader(io.StringIO(out.getvalue(), newline="")))


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
    out = io.StringIO()
    write_jsonl([entry(title="=1+1 洪水"), entry(**UNVISITED)], out)
    first, second = map(json.loads, out.getvalue().splitlines())
    assert first["title"] == "=1+1 洪水"
    assert first["evidence"] == [{"aspect": "topic", "what": "flood", "amount": 0.8, "note": ""}]
    assert (second["score"], second["evidence"]) == (None, [])


def test_a_list_of_addresses_is_one_per_line() -> None:
    out = io.StringIO()
    write_urls([entry(), entry(url="http://b.example/")], out)
    assert out.getvalue() == "http://a.example/1\nhttp://b.example/\n"


@pytest.mark.parametrize("name", FORMATS)
def test_an_empty_collection_can_be_exported(name: str) -> None:
    out = io.StringIO()
    FORMATS[name]([], out)
    assert len(out.getvalue().splitlines()) <= 1


def test_names_are_a_cell_in_a_table_and_an_object_in_json() -> None:
    named = entry(packed=pack(Content(people=(Named("Anna Berg", 2), Named("NATO", 1)))))
    (row,) = rows(named)
    assert row["names"] == "Anna Berg (2); NATO (1)"
    out = io.StringIO()
    write_jsonl([named, entry()], out)
    assert [json.loads(line)["names"] for line in out.getvalue().splitlines()] == [
        {"Anna Berg": 2, "NATO": 1},
        {},
    ]


def test_the_type_of_a_page_has_two_columns() -> None:
    typed, plain = rows(entry(type=Typed("flood/rain", 0.75)), entry())
    assert (typed["type"], typed["type_probability"]) == ("flood/rain", "0.75")
    assert (plain["type"], plain["type_probability"]) == ("", "")


def test_json_lines_write_moments_as_tables_do() -> None:
    out = io.StringIO()
    write_jsonl([entry()], out)
    assert json.loads(out.getvalue())["captured_at"] == rows(entry())[0]["captured_at"]
    assert json.loads(out.getvalue())["published"] == "2024-05-01T12:00:00+00:00"
