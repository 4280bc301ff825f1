"""A collection of an older Tidings answers as before, and goes on."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import re
import sqlite3
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.end_to_end.world import crawl_to_the_end, entries, ledger, served
from tests.store import format3
from tidings.cli import main
from tidings.collection.collection import index
from tidings.model import Query

OTHER_TYPE = "http://www.varrick-post.example/world/what-the-tbilisi-protesters-want-20210402.html"
SAID_SINCE = (["Freshness:"], ["About"])
"""How lines of `status` begin that the older version did not have."""
REOPENED = "http://www.varrick-post.example/"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(format3.unpack(tmp_path))
    return tmp_path


def printed(*arguments: str | Path) -> str:
    written = io.BytesIO()
    with contextlib.redirect_stdout(io.TextIOWrapper(written, "utf-8", newline="")) as out:
        assert main([str(argument) for argument in arguments]) == 0
        out.flush()
        return written.getvalue().decode()


def cells(text: str) -> list[list[str]]:
    """Return the words of a table by line; its columns are as wide as the terminal."""
    return [line.split() for line in text.splitlines()]


def as_set(rows: list[dict[str, Any]], columns: list[str]) -> set[str]:
    return {json.dumps([row[name] for name in columns]) for row in rows}


@pytest.mark.parametrize("name", format3.NAMES)
def test_every_row_of_the_export_is_as_before(home: Path, name: str) -> None:
    before = (home / f"{name}-expected" / "export.csv").read_text(encoding="utf-8")
    old = list(csv.DictReader(io.StringIO(before)))
    new = list(csv.DictReader(io.StringIO(printed("export", name, "--format", "csv"))))
    assert len(new) == len(old)
    assert as_set(new, list(old[0])) == as_set(old, list(old[0]))
    before = (home / f"{name}-expected" / "export.jsonl").read_text(encoding="utf-8")
    old = [json.loads(line) for line in before.splitlines()]
    new = [json.loads(line) for line in printed("export", name, "--format", "jsonl").splitlines()]
    assert as_set(new, list(old[0])) == as_set(old, list(old[0]))


@pytest.mark.parametrize("name", format3.NAMES)
def test_status_and_why_say_the_same(home: Path, name: str) -> None:
    before = (home / f"{name}-expected" / "status.txt").read_text(encoding="utf-8")
    lines = [line for line in cells(printed("status", name)) if line[:1] not in SAID_SINCE]
    assert lines == cells(before)
    answers = json.loads((home / f"{name}-expected" / "why.json").read_text(encoding="utf-8"))
    for url, answer in answers.items():
        figures = printed("why", name, url, "--figures").splitlines()
        # The decision is told in other words since; what it rests on is the same.
        assert not [line for line in answer.splitlines() if line[:1] == " " and line not in figures]


@pytest.mark.parametrize("name", format3.NAMES)
def test_the_index_is_written_as_before(home: Path, name: str) -> None:
    before = (home / f"{name}-expected" / "index.cdxj").read_bytes()
    assert index(home / name).read_bytes() == before


def test_a_wacz_file_lists_every_kept_version(home: Path) -> None:
    printed("export", "extracted", "--format", "wacz", "--out", "x.wacz")
    with zipfile.ZipFile("x.wacz") as packed:
        lines = packed.read("pages/pages.jsonl").splitlines()[1:]
    urls = [json.loads(line)["url"].rpartition("/")[2] for line in lines]
    assert sorted(urls) == [
        "canonical.html?ref=home", "changing.html", "changing.html", "same.html", "stub.html",
    ]  # fmt: skip


def test_judgements_of_before_can_be_taken_back(home: Path) -> None:
    with ledger(home / "crawled") as book:
        entry = book.entry(OTHER_TYPE)
    assert entry
    assert entry.type == ("flood/rain", 1.0)
    assert "3" in printed("judge", "crawled", "--undo")
    with ledger(home / "crawled") as book:
        entry = book.entry(OTHER_TYPE)
    assert entry
    assert entry.type
    assert entry.type.name == "tension/dispute/conflict"
    connection = sqlite3.connect(home / "crawled" / "tidings.db")
    query = (
        "SELECT count(*) FROM visit WHERE explained LIKE '%told%' OR explained LIKE '%model type%'"
    )
    assert connection.execute(query).fetchone() == (0,)
    connection.close()


def test_a_crawl_goes_on_where_it_stopped(home: Path) -> None:
    folder = home / "crawled"
    before = {entry.url: entry for entry in entries(folder)}
    old_index = (home / "crawled-expected" / "index.cdxj").read_text(encoding="utf-8").splitlines()
    with served(home, seed=7, pages=400) as world:
        event = (folder / "event.toml").read_text(encoding="utf-8")
        event = re.sub(r"connect = .*", f'connect = ["*.example 127.0.0.1:{world.port}"]', event)
        event = event.replace("pages = 30", "pages = 40")
        (folder / "event.toml").write_text(event, encoding="utf-8")
        out = crawl_to_the_end(folder)
        asked = {f"http://{request.host}{request.path}" for request in world.requests()}
    assert "(resuming)" in out
    assert "of 40 fetched" in out
    after = {entry.url: entry for entry in entries(folder)}
    assert after.keys() >= before.keys()
    done = {url for url, entry in before.items() if entry.visit and entry.outcome != "waiting"}
    assert not done & asked  # nothing is fetched a second time
    assert all(after[url] == before[url] for url in done)
    new = [entry for url, entry in after.items() if entry.visit != before.get(url, entry).visit]
    assert any(entry.content.text and entry.outcome == "kept" for entry in new)
    assert after[REOPENED].outcome == "kept"  # it was judged relevant, and waited
    with ledger(folder) as book:
        again = [e for e in book.entries(Query(all_visits=True)) if e.url == REOPENED]
        assert [entry.outcome for entry in again] == ["rejected", "kept"]
        assert book.edges(REOPENED)
    index_lines = (folder / "indexes" / "index.cdxj").read_text(encoding="utf-8").splitlines()
    assert set(index_lines) > set(old_index)
