"""The state of a crawl in SQLite: one row, and the position of each source."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from tidings.model import CrawlState
from tidings.store.sqlite.database import Database

_COLUMNS = tuple(field.name for field in fields(CrawlState))


class SqliteState:
    """``CrawlStates`` in one SQLite database; the caller commits."""

    def __init__(self, database: Database) -> None:
        self._write = database.write
        self._read = database.connection.execute

    def load(self) -> CrawlState:
        """Return the state as last updated."""
        row = self._read(f"SELECT {', '.join(_COLUMNS)} FROM crawl").fetchone()
        return CrawlState(*row)

    def update(self, **columns: Any) -> None:
        """Set some columns, named as the fields of ``CrawlState``."""
        names = ", ".join(f"{name} = ?" for name in columns)
        self._write(f"UPDATE crawl SET {names}", tuple(columns.values()))

    def cursor(self, source: str) -> str:
        """Return the position a source has been read to, in its own format; empty at the beginning."""
        row = self._read("SELECT cursor FROM source WHERE name = ?", (source,)).fetchone()
        return str(row[0]) if row else ""

    def move_cursor(self, source: str, cursor: str) -> None:
        """Note the position a source has been read to."""
        self._write(
            "INSERT INTO source VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET cursor = excluded.cursor",
            (source, cursor),
        )
