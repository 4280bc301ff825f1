"""The command ``search``: what it prints, and what it says when it finds nothing or cannot understand."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from rich.text import Text

from tests.collection.stored_pages import Shelf, StoredPage
from tests.collection.test_search import FLOOD, LATER, SPORT, UNREAD
from tidings.cli import main
from tidings.commands.terminal.found import timeline
from tidings.model import FacetCount, Outcome

HOSTILE = StoredPage(
    "http://evil.example/?q=%1b",
    "=cmd|' /C calc'!A0 \x1b[31mred\x1b[0m \u202edrawkcab [bold]dam[/bold] \x07\n\x00end",
    "=cmd() \x1b]0;owned\x07 \u202e[red]dam[/red] " + "long title " * 100_000,
    people=("\x1b[2JAnn", "[link=x]Bob"),
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COLUMNS", "100")
    Shelf(tmp_path).save(FLOOD, SPORT, LATER, UNREAD)
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = main(["search", *map(str, arguments)])
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def test_hits_facets_and_a_summary_are_printed(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, folder, "dam")
    assert (code, err) == (0, "")
    assert (
        "  1  Dam breaks\n     http://news.a.example/flood\n     2024-03-02 by meta · score 0.90"
        in out
    )
    assert "The river broke the dam near Beira." in out
    assert "country   MZ 1" in out
    assert "2024-03-02 █" in out
    assert out.rstrip().endswith("2 pages of 3 that were read for the collection")


@pytest.mark.parametrize(
    ("arguments", "ending"),
    [
        (["zebra"], "no page matches; 3 pages in the collection"),
        (["match"], "1 page with another outcome matches, `--outcome any` shows them"),
        (
            ["dam", "--country", "MZ", "--limit", "1"],
            "1 page of 3 that were read for the collection",
        ),
        (["--limit", "1", "dam"], "1 more, `--limit` shows them"),
        (["dam", "river"], "1 page of 3 that were read for the collection"),
        (["dam -river", "--min-score", "0.2", "--sort", "newest"], "1 page of 3"),
        (["--since", "2024-04", "--until", "2024-04"], "1 page of 3"),
        ([], "2 pages of 3"),
    ],
)
def test_the_last_line_says_how_many(
    folder: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], ending: str
) -> None:
    code, out, _ = run(capsys, folder, *arguments)
    assert code == 0
    assert ending in out.strip().splitlines()[-1]


def test_two_collections_are_searched_and_named(
    folder: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    Shelf(tmp_path / "other").save(replace(FLOOD, score=0.3))
    _, out, _ = run(capsys, folder, tmp_path / "other", "beira", "--facets", "none")
    assert f"in {folder}" in out
    assert "2 pages of 4 that were read for the collections" in out


def test_json_has_everything_in_ascii(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Shelf(folder).save(HOSTILE)
    _, out, _ = run(capsys, folder, "--json", "dam", "--host", "evil.example", "--facets", "host")
    assert out.isascii()
    assert "\x1b" not in out
    answer = json.loads(out)
    assert answer["hits"][0]["title"] == HOSTILE.title
    assert answer["facets"]["host"] == [{"value": "evil.example", "pages": 1}]
    (hit,) = answer["hits"]
    assert [hit["snippet"][start:end] for start, end in hit["highlights"]] == ["dam"]


def test_hostile_text_reaches_the_terminal_without_harm(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Shelf(folder).save(HOSTILE)
    code, out, _ = run(capsys, folder, "dam", "--host", "evil.example")
    assert code == 0
    assert not {"\x1b", "\x07", "\x00", "\u202e"} & set(out)
    assert "[bold]dam[/bold]" in out
    assert "[link=x]Bob 1" in out
    assert len(out) < 5_000


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (['"dam'], "add a second quote"),
        (["dam OR"], "OR without words on both sides"),
        (["x" * 3_000], "2,000 at most"),
        (["dam", "--since", "soon"], "since: found 'soon'; allowed: a day such as"),
        (["dam", "--facets", "colour"], "facets: found 'colour'; allowed: host"),
        (["dam", "--outcome", "lost"], "outcome: found 'lost'"),
        (["dam", "--limit", "-1"], "limit -1"),
        (["dam", "--min-score", "7"], "minimum score: found 7; allowed: 0 to 1"),
    ],
)
def test_a_mistake_is_one_line_that_names_the_fix(
    folder: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    code, out, err = run(capsys, folder, *arguments)
    assert (code, out) == (1, "")
    assert err.startswith("tidings: ")
    assert message in err
    assert err.count("\n") == 1


def test_without_a_collection_it_says_where_one_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "tidings search FOLDER dam" in run(capsys, "dam")[2]
    assert "no collection here" in run(capsys, tmp_path / "nothing", "dam")[2]


def test_this_folder_is_the_default(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    assert "Dam breaks" in run(capsys, "beira")[1]


def test_rejected_pages_say_so(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "rejected" in run(capsys, folder, "match", "--outcome", str(Outcome.REJECTED))[1]


def test_a_timeline_joins_days_when_there_are_many() -> None:
    days = [FacetCount("2024-01-01", 1), FacetCount("2024-01-02", 8), FacetCount("2024-12-30", 3)]
    line = timeline(days)
    assert isinstance(line, Text)
    assert line.plain.startswith("2024-01-01 █")
    assert line.plain.endswith("2024-12-30  most from 2024-01-01: 9 in 10 days")
