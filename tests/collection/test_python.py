"""A collection in Python reads like the command line."""

from __future__ import annotations

import inspect
import json
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

import tidings
from tests.collection.stored_pages import EVENT, Shelf, StoredPage
from tidings.commands import COMMANDS
from tidings.model import Outcome, Place

BEIRA = Place("Beira", "MZ", -19.8, 34.8)
PAGES = (
    StoredPage("http://a.example/1", "The dam broke.", "One", score=0.6, places=(BEIRA,)),
    StoredPage("http://b.example/2", "The dam held.", "Two", score=0.9, published=datetime(2024, 3, 5, tzinfo=UTC)),
    StoredPage("http://d.example/4", "Nothing.", "Four", score=0.1, outcome=Outcome.REJECTED),
)  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    Shelf(tmp_path / "c").save(*PAGES)
    (tmp_path / "c" / "event.toml").write_text(
        EVENT + '[fields]\nnote = "text"\n', encoding="utf-8"
    )
    return tmp_path / "c"


def _titles(pages) -> list[str]:
    return [page.title for page in pages]


def test_pages_are_those_a_search_finds(folder):
    with tidings.open(folder) as collection:
        assert _titles(collection.pages()) == ["One", "Two"]
        assert _titles(collection.pages(outcome="rejected")) == ["Four"]
        assert _titles(collection.pages(outcome="any")) == ["One", "Two", "Four"]
        assert _titles(collection.pages("dam", country="MZ")) == ["One"]
        assert _titles(collection.pages(since="2024-03")) == ["Two"]
        assert _titles(collection.pages(sort="score")) == ["Two", "One"]
        assert [hit.entry.title for hit in collection.search("dam", country="MZ").hits] == ["One"]
        with pytest.raises(tidings.QueryError, match="since: found 'soon'"):
            list(collection.pages(since="soon"))


def test_an_export_takes_its_format_from_the_name(folder, tmp_path):
    with tidings.open(folder) as collection:
        collection.export(tmp_path / "x.jsonl", "dam", sort="score")
        collection.export(str(tmp_path / "x.unknown"), format="ris")
        with pytest.raises(tidings.TidingsError, match="unknown ending"):
            collection.export(tmp_path / "x.xyz")
        with pytest.raises(tidings.TidingsError, match="found 'xyz'; allowed: csv"):
            collection.export(tmp_path / "x.csv", format="xyz")
    lines = (tmp_path / "x.jsonl").read_text().splitlines()
    assert [json.loads(line)["title"] for line in lines] == ["Two", "One"]
    assert (tmp_path / "x.unknown").read_text().count("TY  - ") == 2


def test_a_frame_has_the_columns_of_an_export(folder):
    import pandas

    with tidings.open(folder) as collection:
        collection.note("http://a.example/1", note="check")
        collection.tag("http://a.example/1", "x")
        table = collection.frame(sort="score")
    assert isinstance(table, pandas.DataFrame)
    assert list(table["title"]) == ["Two", "One"]
    assert table.loc[table.title == "One", "note"].item() == "check"
    assert table.loc[table.title == "One", "tags"].item() == ["x"]
    assert table["published"].dt.year.dropna().tolist() == [2024]


def test_a_frame_of_nothing_has_columns(folder):
    with tidings.open(folder) as collection:
        table = collection.frame("absent")
    assert len(table) == 0
    assert "published" in table


def test_a_frame_without_pandas_is_a_clear_error(folder, monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    advice = r"pip install 'tidings\[pandas\]'"
    with tidings.open(folder) as collection, pytest.raises(tidings.TidingsError, match=advice):
        collection.frame()


def test_notes_are_read_and_written(folder):
    with tidings.open(folder) as collection:
        collection.tag("http://a.example/1#top", "x", "y")
        assert collection.noted("http://a.example/1") == tidings.Noted(("x", "y"), {})
        with pytest.raises(tidings.FieldError, match="unknown field"):
            collection.note("http://a.example/1", colour="red")


def test_a_crawl_that_cannot_begin_is_an_error(tmp_path):
    (tmp_path / "event.toml").write_text('name = "x"\n', encoding="utf-8")
    lines: list[str] = []
    with pytest.raises(tidings.CollectionError, match="problems"):
        tidings.collect(tmp_path / "event.toml", lines.append)
    assert any("neither keywords nor references" in line for line in lines)


def test_a_crawl_that_fetches_nothing_says_so(tmp_path):
    text = EVENT.replace("a.example", "127.0.0.1:9").replace(
        "[what]", '[fetch]\ntries = 1\ncontact = "me@example.org"\n[what]'
    )
    (tmp_path / "event.toml").write_text(text, encoding="utf-8")
    lines: list[str] = []
    with tidings.collect(tmp_path, lines.append) as collection:
        assert collection.status().state is tidings.State.STARVED
        assert collection.crawl(lines.append).state is tidings.State.STARVED
    assert lines[0].startswith("Collecting Flood")


@pytest.mark.parametrize(
    "name", ["search", "pages", "export", "frame", "crawl", "status", "why", "like", "note", "tag"]
)
def test_methods_are_typed_and_documented(name):
    method = getattr(tidings.CollectionReader, name)
    assert inspect.getdoc(method)
    assert "return" in inspect.signature(method).parameters or method.__annotations__["return"]
    assert f"`.{name}(" in (Path(__file__).parents[2] / "docs" / "python.md").read_text()


def test_methods_have_the_names_of_commands():
    commands = {command.name for command in COMMANDS}
    assert {"search", "export", "crawl", "status", "why"} <= commands
