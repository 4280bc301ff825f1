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

    def note(self, name: str, value: str) -> None:
        """Note a fact about the collection under a name."""
        self._write(
            "INSERT INTO fact VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            (name, value),
        )

    def noted(self, name: str) -> str:
        """Return a fact about the collection, empty if it was never noted."""
        row = self._read("SELECT value FROM fact WHERE name = ?", (name,)).fetchone()
        return str(row[0]) if row else ""

    def begin_run(self, at: float) -> None:
        """Note that a run of the crawl begins."""
        self._write(
            "INSERT INTO fact VALUES (?, ?) ON CONFLICT (name) DO NOTHING",
            (f"run {at!r}", repr(at)),
        )

    def runs(self) -> list[float]:
        """Return when the runs of the crawl began, in order."""
        rows = self._read("SELECT value FROM fact WHERE name LIKE 'run %'")
        return sorted(float(value) for (value,) in rows)
