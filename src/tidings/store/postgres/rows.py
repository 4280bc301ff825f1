"""Cursors and rows of PostgreSQL that answer like those of SQLite, as far as the store asks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import psycopg
from psycopg.abc import Buffer
from psycopg.adapt import Loader

from tidings.store.postgres.spelling import spelled

Arguments = Sequence[object] | Mapping[str, object]


class NamedRow(tuple[Any, ...]):
    """A row whose values are found by position and by name."""

    names: Sequence[str] = ()

    def keys(self) -> Sequence[str]:
        """Return the names of the columns."""
        return self.names

    def __getitem__(self, key: Any) -> Any:
        """Return a value by position or name."""
        return super().__getitem__(self.names.index(key) if isinstance(key, str) else key)


class Cursor:
    """The answer to a statement."""

    row_factory: object = None
    """Rows have their names in any case."""

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        self._connection = connection
        self._cursor = connection.cursor()

    def execute(self, query: str, arguments: Arguments = ()) -> Cursor:
        """Run a statement of the store."""
        self._cursor.execute(spelled(query), arguments or None)
        return self

    @property
    def rowcount(self) -> int:
        """Return how many rows were found or changed."""
        return self._cursor.rowcount

    @property
    def lastrowid(self) -> int:
        """Return the number that the last inserted row got."""
        row = self._connection.execute("SELECT lastval()").fetchone()
        return int(row[0]) if row else 0

    def fetchone(self) -> Any:
        """Return the next row, None at the end."""
        row = self._cursor.fetchone()
        return None if row is None else self._named(row)

    def fetchall(self) -> list[Any]:
        """Return the other rows."""
        return [self._named(row) for row in self._cursor.fetchall()]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.fetchall())

    def _named(self, values: tuple[Any, ...]) -> NamedRow:
        row = NamedRow(values)
        row.names = [column.name for column in self._cursor.description or ()]
        return row


class WholeNumber(Loader):
    """Loads sums, which PostgreSQL makes of any length, as plain numbers."""

    def load(self, data: Buffer) -> int | float:
        """Return a number."""
        text = bytes(data).decode()
        return float(text) if "." in text or "N" in text else int(text)
