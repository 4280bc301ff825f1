"""Opening a database, committing to it, and the errors that name what is wrong with it."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from tidings.errors import CollectionError, StorageFull
from tidings.store.sqlite import database
from tidings.store.sqlite.database import VERSION, Database


def test_what_is_not_committed_is_forgotten(tmp_path: Path) -> None:
    database = Database(tmp_path / "tidings.db")
    database.remember("state", "running")
    database.commit()
    database.remember("state", "lost")
    database.close()
    assert Database(tmp_path / "tidings.db").fact("state") == "running"


def test_a_reader_sees_the_last_commit_while_a_crawl_writes(tmp_path: Path) -> None:
    writer = Database(tmp_path / "tidings.db")
    writer.remember("state", "running")
    reader = Database(tmp_path / "tidings.db", read_only=True)
    assert reader.fact("state") == ""
    writer.commit()
    assert reader.fact("state") == "running"


def test_a_newer_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "tidings.db"
    with sqlite3.connect(path) as connection:
        connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    connection.close()
    for read_only in (False, True):
        with pytest.raises(CollectionError, match=r"newer Tidings.*update Tidings"):
            Database(path, read_only=read_only)


def test_a_file_that_is_no_database_is_named(tmp_path: Path) -> None:
    path = tmp_path / "tidings.db"
    path.write_bytes(b"this is not a database, " * 100)
    with pytest.raises(CollectionError, match=r"tidings\.db: not a usable"):
        Database(path)


def test_a_missing_collection_is_named(tmp_path: Path) -> None:
    with pytest.raises(CollectionError, match="no such collection"):
        Database(tmp_path / "nowhere.db", read_only=True)


def test_a_full_disk_is_reported_and_loses_nothing_committed(tmp_path: Path) -> None:
    database = Database(tmp_path / "tidings.db")
    database.remember("state", "running")
    database.commit()
    pages = database.connection.execute("PRAGMA page_count").fetchone()[0]
    database.connection.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StorageFull, match="free some space"):  # noqa: PT012
        for number in range(100_000):
            database.remember(f"fact {number}", "x" * 1000)
        database.commit()
    database.rollback()
    assert database.fact("state") == "running"


def test_a_reader_finds_a_whole_collection_or_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "tidings.db"
    (tmp_path / "tidings.db.new").write_bytes(b"left behind by a kill")
    seen: list[bool] = []

    def versioned(script: str, version: int) -> str:
        seen.append(path.exists())
        return f"{script};PRAGMA user_version = {version};"

    monkeypatch.setattr(database, "_versioned", versioned)
    Database(path).close()
    assert seen == [False]
    assert list(tmp_path.iterdir()) == [path]
    Database(path, read_only=True).close()
