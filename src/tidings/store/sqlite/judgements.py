"""People's judgements of pages, and the revisions of the page model learned from them, in a SQLite file of their own.

A crawl locks the collection's database; with judgements in another file, neither waits for the other.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from tidings.errors import CollectionError
from tidings.model import Judgement, Revision

FORMAT = 1
JUDGEMENTS = """
CREATE TABLE IF NOT EXISTS judgement (
    number    INTEGER PRIMARY KEY,
    url       TEXT NOT NULL,
    relevant  INTEGER NOT NULL,
    type      TEXT NOT NULL,              -- empty if the person chose none
    judged_at REAL NOT NULL
);
CREATE TABLE IF NOT EXISTS version (    -- a revision of the page model
    number     INTEGER PRIMARY KEY,
    made_at    REAL NOT NULL,
    note       TEXT NOT NULL,
    judgements TEXT NOT NULL,             -- JSON: numbers of those that count
    figures    TEXT NOT NULL,             -- JSON: pages it moved to each side
    model      BLOB NOT NULL
);
"""
_RECORD = """
INSERT INTO judgement (url, relevant, type, judged_at) VALUES (?, ?, ?, ?) RETURNING number
"""
_ADD_REVISION = """
INSERT INTO version (made_at, note, judgements, figures, model) VALUES (?, ?, ?, ?, ?) RETURNING number
"""
TABLES = {
    "judgement": "number, url, relevant, type, judged_at",
    "version": "number, made_at, note, judgements, figures, model",
}
"""With their columns."""
_SELECT_REVISION = "SELECT number, made_at, note, judgements, figures, model FROM version "


class SqliteJudgements:
    """The judgements and revisions of one collection."""

    def __init__(self, path: Path | None, *, made: bool = False) -> None:
        """Open the file of judgements; ``made`` means that it exists, is only read and must not be waited for long."""
        self._path = path
        self._patience = 1.0 if made else 30.0
        try:
            self._connection = self._open(made)
            self._prepare(made)
        except sqlite3.DatabaseError as error:
            if getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_BUSY:
                raise
            raise CollectionError(f"{path}: not a usable file of judgements ({error})") from error

    def _open(self, made: bool) -> sqlite3.Connection:
        if self._path is None:
            return sqlite3.connect(":memory:", isolation_level=None)
        # Not "ro", because only a writer can roll back what a killed one left.
        mode = "rw" if made else "rwc"
        address = f"{self._path.absolute().as_uri()}?mode={mode}"
        return sqlite3.connect(address, uri=True, isolation_level=None, timeout=self._patience)

    def _prepare(self, made: bool) -> None:
        (version,) = self._connection.execute("PRAGMA user_version").fetchone()
        if version > FORMAT:
            raise CollectionError(
                f"{self._path}: written by a newer Tidings (format {version}, this one reads up to {FORMAT})"
            )
        if not version and not made:
            self._connection.executescript(
                f"BEGIN;{JUDGEMENTS};PRAGMA user_version = {FORMAT};COMMIT;"
            )

    @contextlib.contextmanager
    def alone(self) -> Iterator[None]:
        """Keep other writers out until the block ends; commit all it wrote, or nothing if it fails."""
        self._connection.execute("BEGIN IMMEDIATE")
        with self._connection:
            yield

    def record(self, inputs: Iterable[tuple[str, bool, str]], at: datetime) -> list[int]:
        """Record judgements as URL, relevance and type or an empty text; return their numbers."""
        rows = [(url, int(relevant), kind, at.timestamp()) for url, relevant, kind in inputs]
        return [int(self._connection.execute(_RECORD, row).fetchone()[0]) for row in rows]

    def judgements(self, numbers: Sequence[int] | None = None) -> list[Judgement]:
        """Return the judgements with these numbers, or all, in the order in which they were made."""
        query = "SELECT number, url, relevant, type, judged_at FROM judgement ORDER BY number"
        wanted = None if numbers is None else set(numbers)
        return [
            Judgement(number, url, bool(relevant), kind, datetime.fromtimestamp(at, UTC))
            for number, url, relevant, kind, at in self._connection.execute(query)
            if wanted is None or number in wanted
        ]

    def add_revision(
        self,
        note: str,
        judgements: Sequence[int],
        model: bytes,
        figures: Mapping[str, int],
        at: datetime,
    ) -> int:
        """Store a revision and return its number; it is the newest from now on."""
        row = (at.timestamp(), note, json.dumps(judgements), json.dumps(figures), model)
        return int(self._connection.execute(_ADD_REVISION, row).fetchone()[0])

    def newest(self) -> int:
        """Return the number of the newest revision, 0 if there is none."""
        row = self._connection.execute("SELECT max(number) FROM version").fetchone()
        return int(row[0] or 0)

    def revision(self, number: int) -> Revision | None:
        """Return the revision with this number."""
        row = self._connection.execute(_SELECT_REVISION + "WHERE number = ?", (number,)).fetchone()
        return _revision(row) if row else None

    def revisions(self) -> list[Revision]:
        """Return all revisions, the oldest first."""
        return [
            _revision(row) for row in self._connection.execute(_SELECT_REVISION + "ORDER BY number")
        ]

    def copy_from(self, other: SqliteJudgements) -> None:
        """Take over everything from another store under its numbers, in place of what is here."""
        with self.alone():
            for table, columns in TABLES.items():
                self._connection.execute(f"DELETE FROM {table}")
                marks = ", ".join("?" * len(columns.split(",")))
                query = f"INSERT INTO {table} ({columns}) VALUES ({marks})"
                for row in other._connection.execute(f"SELECT {columns} FROM {table}"):
                    self._connection.execute(query, tuple(row))

    def close(self) -> None:
        """Close the file."""
        self._connection.close()


def _revision(row: tuple[int, float, str, str, str, bytes]) -> Revision:
    number, made_at, note, judgements, figures, model = row
    moment = datetime.fromtimestamp(made_at, UTC)
    return Revision(number, moment, note, tuple(json.loads(judgements)), json.loads(figures), model)
