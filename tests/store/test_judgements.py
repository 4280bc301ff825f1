"""Judgements and revisions: stored in order, safe from other writers, refused if a newer Tidings wrote them."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tidings.collection.folder import judgements_path
from tidings.errors import CollectionError
from tidings.feedback.revisions import Revisions, model_of
from tidings.store.rules import current
from tidings.store.sqlite.judgements import FORMAT, SqliteJudgements
from tidings.urls import url_id

NOW = datetime(2024, 5, 1, tzinfo=UTC)


def test_judgements_are_stored_and_the_last_one_of_a_page_counts(tmp_path: Path) -> None:
    path = tmp_path / "judgements.db"
    store = SqliteJudgements(path)
    numbers = store.record([("http://a/", True, ""), ("http://b/", True, "flood")], NOW)
    numbers += store.record([("http://a/", False, "")], NOW)
    store.add_revision("first", numbers, b"model", {"kept": 3}, NOW)
    store.close()
    store = SqliteJudgements(path)
    revision = store.revision(1)
    assert revision
    assert revision.judgements == tuple(numbers)
    assert revision.figures == {"kept": 3}
    assert revision.made_at == NOW
    judged = current(store.judgements(revision.judgements))
    assert [(one.relevant, one.type) for one in judged.values()] == [(False, ""), (True, "flood")]
    assert judged[url_id("http://a/")].number == 3
    assert store.revision(2) is None


def test_a_block_that_fails_leaves_nothing_behind(tmp_path: Path) -> None:
    store = SqliteJudgements(tmp_path / "judgements.db")

    def fail() -> None:
        with store.alone():
            store.record([("http://a/", True, "")], NOW)
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert not store.judgements()


def test_a_crawl_reads_on_while_somebody_judges(tmp_path: Path) -> None:
    store = SqliteJudgements(judgements_path(tmp_path))
    crawl = Revisions(tmp_path)
    assert crawl.newest(0) is None
    with store.alone():
        store.add_revision("unfinished", [], b"", {}, NOW)
        assert crawl.newest(0) is None


def test_what_a_killed_writer_left_is_undone_by_the_crawl(tmp_path: Path) -> None:
    path = judgements_path(tmp_path)
    SqliteJudgements(path).close()
    program = (
        "import os, signal, sqlite3, sys; store = sqlite3.connect(sys.argv[1], isolation_level=None);"
        "store.execute('PRAGMA cache_size = 1'); store.execute('BEGIN IMMEDIATE');"
        "store.executemany('INSERT INTO judgement VALUES (NULL, ?, 1, ?, 0)', [('x' * 3000, '')] * 500);"
        "os.kill(os.getpid(), signal.SIGKILL)"
    )
    subprocess.run([sys.executable, "-c", program, str(path)], check=False)
    assert path.with_name("judgements.db-journal").exists()
    assert Revisions(tmp_path).newest(0) is None
    assert not SqliteJudgements(path).judgements()


def test_a_crawl_does_not_wait_for_another_writer(tmp_path: Path) -> None:
    path = judgements_path(tmp_path)
    SqliteJudgements(path).close()
    writer = sqlite3.connect(path, isolation_level=None)
    writer.execute("BEGIN EXCLUSIVE")
    assert Revisions(tmp_path).newest(0) is None
    writer.close()


def test_a_revision_that_cannot_be_read_is_reported(tmp_path: Path) -> None:
    store = SqliteJudgements(judgements_path(tmp_path))
    store.add_revision("broken", [], b"no model", {}, NOW)
    with pytest.raises(CollectionError, match="version 1 cannot be read"):
        model_of(store, 1)


def test_a_file_of_a_newer_tidings_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "judgements.db"
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {FORMAT + 1}")
    connection.close()
    with pytest.raises(CollectionError, match="newer Tidings"):
        SqliteJudgements(path)
