"""Own fields and tags: what is allowed, import, search and export; they outlive the database."""

from __future__ import annotations

import csv
import io
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from tests.collection.stored_pages import EVENT, Shelf, StoredPage
from tidings.cli import main
from tidings.collection.folder import database_path
from tidings.collection.pages.fields import (
    Noted,
    field_kinds,
    import_fields,
    noted,
    set_fields,
    set_tags,
)
from tidings.collection.reading import open_reader
from tidings.errors import CollectionError, EventFileError, FieldError
from tidings.event.file import load
from tidings.model import FieldKind

NOW = datetime(2024, 5, 1, tzinfo=UTC)
A, B = "http://a.example/1", "http://b.example/2"
FIELDS = """
[fields]
severity = ["low", "high"]
people = "number"
checked = "date"
note = "text"
"""
PAGES = (StoredPage(A, "The dam broke.", "One"), StoredPage(B, "The dam held.", "Two"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "c"
    Shelf(folder).save(*PAGES)
    (folder / "event.toml").write_text(EVENT + FIELDS, encoding="utf-8")
    return folder


def test_the_event_file_names_the_fields(folder):
    assert load(folder / "event.toml")
    assert field_kinds(folder) == (
        FieldKind("severity", "choice", ("low", "high")),
        FieldKind("people", "number"),
        FieldKind("checked", "date"),
        FieldKind("note", "text"),
    )


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('x = "colour"', 'fields: found x = "colour"; allowed: one of "text"'),
        ('"X y" = "text"', 'fields: found "X y"; allowed: names of small letters'),
        ('tags = "text"', 'found "tags"; allowed: names'),
        ("x = []", "found x = an empty list; allowed: at least one choice"),
        ("x = [1]", "found 1 as item 1"),
    ],
)
def test_mistakes_in_the_event_file_are_explained(folder, line, message):
    (folder / "event.toml").write_text(f"{EVENT}\n[fields]\n{line}\n", encoding="utf-8")
    with pytest.raises(EventFileError) as error:
        load(folder / "event.toml")
    assert message in str(error.value)


def test_a_field_cannot_have_the_name_of_a_column(folder):
    (folder / "event.toml").write_text(f'{EVENT}\n[fields]\nscore = "number"\n', encoding="utf-8")
    with pytest.raises(FieldError, match=r"fields\.score: found the name of a column"):
        field_kinds(folder)


def test_values_are_set_changed_and_removed(folder):
    given = {"severity": "high", "people": "12", "checked": date(2024, 3, 1), "note": " x "}
    assert set_fields(folder, A, given, NOW).fields == {
        "severity": "high", "people": 12.0, "checked": "2024-03-01", "note": "x",
    }  # fmt: skip
    set_fields(folder, A, {"note": None, "severity": "low"}, NOW)
    set_tags(folder, A, ["to  read", "b", "b"], NOW)
    assert noted(folder, A) == Noted(
        ("to read", "b"), {"severity": "low", "people": 12.0, "checked": "2024-03-01"}
    )
    assert noted(folder, A).labels() == ("checked=2024-03-01", "people=12", "severity=low")
    assert noted(folder, B) == Noted()


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"severity": "medium"}, "severity: found 'medium'; allowed: one of low, high"),
        ({"people": "many"}, "people: found 'many'; allowed: a number"),
        ({"people": float("nan")}, "people: found 'nan'"),
        ({"checked": "1 May"}, "checked: found '1 May'; allowed: a date"),
        (
            {"colour": "red"},
            "colour: found an unknown field; allowed: severity, people, checked, note",
        ),
        ({"note": "x" * 20_000}, "note: found"),
        ({"note": 5}, "note: found '5'; allowed: a text"),
    ],
)
def test_values_that_are_not_allowed_are_refused(folder, values, message):
    with pytest.raises(FieldError) as error:
        set_fields(folder, A, values, NOW)
    assert message in str(error.value)
    assert noted(folder, A) == Noted()


def test_tags_and_urls_are_checked(folder):
    for tags in ([""], ["x" * 101], [str(n) for n in range(51)]):
        with pytest.raises(FieldError, match="tags: found"):
            set_tags(folder, A, tags, NOW)
    with pytest.raises(CollectionError, match="never met"):
        set_tags(folder, "http://elsewhere.example/", ["x"], NOW)


def test_a_search_filters_and_counts_by_fields_and_tags(folder):
    with open_reader(folder) as collection:
        assert collection.search(field="severity=high").count == 0
        set_fields(folder, A, {"severity": "high", "people": 12}, NOW)
        set_tags(folder, B, ["To read"], NOW)
        assert [hit.entry.url for hit in collection.search("dam", field="severity=high").hits] == [
            A
        ]
        assert [hit.entry.url for hit in collection.search(tag="to read").hits] == [B]
        facets = collection.search(facets=["field", "tag"]).facets
        assert facets["field"] == (("people=12", 1), ("severity=high", 1))
        assert facets["tag"] == (("To read", 1),)
        set_fields(folder, A, {"severity": None}, NOW)
        assert collection.search(field="severity=high").count == 0


def test_an_export_has_the_fields_and_filters_by_them(folder, capsys):
    set_fields(folder, A, {"severity": "high", "people": 12}, NOW)
    set_tags(folder, A, ["x", "y"], NOW)
    assert main(["export", str(folder), "--field", "severity=high"]) == 0
    (row,) = csv.DictReader(io.StringIO(capsys.readouterr().out, newline=""))
    assert (row["url"], row["severity"], row["people"], row["tags"]) == (A, "high", "12.0", "x; y")
    assert list(row)[-4:] == ["severity", "people", "checked", "note"]


def _csv(tmp_path: Path, text: str) -> Path:
    (tmp_path / "x.csv").write_text(text, encoding="utf-8-sig")
    return tmp_path / "x.csv"


def test_a_file_is_imported(folder, tmp_path, capsys):
    path = _csv(
        tmp_path,
        f"url,severity,tags,people\n{A}#top,high,x; y,\n{B},,,3\nhttp://no.example/,low,,\n",
    )
    assert main(["fields", "import", str(path), str(folder)]) == 0
    out = capsys.readouterr().out
    assert "2 pages have new values" in out
    assert "1 URLs of the file were never met" in out
    assert noted(folder, A) == Noted(("x", "y"), {"severity": "high"})
    assert noted(folder, B) == Noted((), {"people": 3.0})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a,b\n1,2\n", "found no column url"),
        (
            f"url,severity\n{A},low\n{B},none\n",
            "line 3: severity: found 'none'; allowed: one of low, high",
        ),
        (f"url,colour\n{A},red\n", "line 2: colour: found an unknown field"),
        ("url\nnot a url\n", "line 2: url: found 'not a url'; allowed: a web address"),
        (f"url\n{A},more\n", "line 2: found more cells than columns"),
        ("", "found no column url"),
    ],
)
def test_a_wrong_file_changes_nothing(folder, tmp_path, text, message):
    with pytest.raises(FieldError) as error:
        import_fields(folder, _csv(tmp_path, text), NOW)
    assert message in str(error.value)
    assert noted(folder, A) == Noted()


def test_a_binary_file_is_a_clear_error(folder, tmp_path):
    (tmp_path / "x.csv").write_bytes(b"\xff\xfe\x00url")
    with pytest.raises(FieldError, match="cannot be read as CSV"):
        import_fields(folder, tmp_path / "x.csv", NOW)


def test_notes_outlive_the_database(folder):
    set_tags(folder, A, ["x"], NOW)
    for path in folder.glob("tidings.db*"):
        path.unlink()
    Shelf(folder).save(*PAGES)
    assert database_path(folder).exists()
    assert noted(folder, A) == Noted(("x",))
    with open_reader(folder) as collection:
        assert collection.search(tag="x").count == 1
