"""Own fields in a SQLite file beside the judgements; a crawl never waits for it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from itertools import groupby
from pathlib import Path
from typing import Any

from tidings.errors import CollectionError

FORMAT = 1
_SCHEMA = """
CREATE TABLE value (                      -- what the user noted about pages
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    url    TEXT NOT NULL,
    field  TEXT NOT NULL,                 -- its name; "tags" for tags
    value  TEXT NOT NULL,                 -- JSON; null for one that was removed
    set_at REAL NOT NULL,                 -- seconds since 1970
    UNIQUE (url, field)
);
"""
_SAVE = "INSERT OR REPLACE INTO value (url, field, value, set_at) VALUES (?, ?, ?, ?)"
_PATIENCE = 30.0
"""Seconds to wait for another writer."""


class SqliteOwnFields:
    """The values of own fields of pages, by URL."""

    def __init__(self, path: Path, *, made: bool = False) -> None:
        """Open the file; ``made`` means that it exists and is only read."""
        self._path = path
        mode = "rw" if made else "rwc"
        try:
            address = f"{path.absolute().as_uri()}?mode={mode}"
            self._connection = sqlite3.connect(
                address, uri=True, isolation_level=None, timeout=_PATIENCE
            )
            self._prepare()
        except sqlite3.DatabaseError as error:
            raise CollectionError(f"{path}: not a usable file of own fields ({error})") from error

    def _prepare(self) -> None:
        (version,) = self._connection.execute("PRAGMA user_version").fetchone()
        if version > FORMAT:
            raise CollectionError(
                f"{self._path}: written by a newer Tidings (format {version}, this one reads up to {FORMAT})"
            )
        if not version:
            self._connection.executescript(
                f"BEGIN IMMEDIATE;{_SCHEMA};PRAGMA user_version = {FORMAT};COMMIT;"
            )

    def of(self, url: str) -> Mapping[str, Any]:
        """Return the values of a page by field."""
        query = "SELECT field, value FROM value WHERE url = ? ORDER BY field"
        return _present(self._connection.execute(query, (url,)))

    def all(self) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """Yield every page that ever had a value, with its values."""
        rows = self._connection.execute("SELECT url, field, value FROM value ORDER BY url, field")
        for url, group in groupby(rows, key=lambda row: str(row[0])):
            yield url, _present(row[1:] for row in group)

    def save(self, changes: Iterable[tuple[str, Mapping[str, Any]]], at: datetime) -> None:
        """Set values of pages, all or none; None removes one."""
        rows = [
            (url, name, json.dumps(value), at.timestamp())
            for url, values in changes
            for name, value in values.items()
        ]
        self._connection.execute("BEGIN IMMEDIATE")
        with self._connection:
            self._connection.executemany(_SAVE, rows)

    def last_change(self) -> int:
        """Return a number that grows with every change, 0 at the beginning."""
        row = self._connection.execute("SELECT max(number) FROM value").fetchone()
        return int(row[0] or 0)

    def close(self) -> None:
        """Close the file."""
        self._connection.close()


def _present(rows: Iterable[tuple[str, str]]) -> dict[str, Any]:
    values = {str(name): json.loads(value) for name, value in rows}
    return {name: value for name, value in values.items() if value is not None}
