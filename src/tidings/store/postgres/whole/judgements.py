"""Judgements and revisions of a shared collection, in its database: a page judged on one computer counts on all."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import psycopg
from psycopg import sql

from tidings.errors import CollectionBusy
from tidings.store.postgres.database import TIMEOUT, PostgresDatabase, Raw
from tidings.store.postgres.rows import Arguments, Cursor
from tidings.store.sqlite.judgements import TABLES, SqliteJudgements

_NUMBER_ON = """
SELECT setval(pg_get_serial_sequence('{table}', 'number'), (SELECT coalesce(max(number), 0) + 1 FROM {table}), false)
"""


class PostgresJudgements(SqliteJudgements):
    """The judgements and revisions of one shared collection; after a break it connects again."""

    def __init__(self, url: str, name: str, *, made: bool = False) -> None:
        """Open the judgements; unless they are ``made``, make their tables or bring them to the present format."""
        if not made:
            PostgresDatabase(url, name).close()
        self._connection: Any = _Connection(url, name)

    def are_there(self) -> bool:
        """Return whether there are tables of judgements, which older collections lack."""
        return bool(self._connection.execute("SELECT to_regclass('version')").fetchone()[0])

    def copy_from(self, other: SqliteJudgements) -> None:
        """Take over everything from another store under its numbers, in place of what is here."""
        super().copy_from(other)
        for table in TABLES:
            self._connection.execute(_NUMBER_ON.format(table=table))

    @contextlib.contextmanager
    def alone(self) -> Iterator[None]:
        """Keep other writers out until the block ends; commit all it wrote, or nothing if it fails."""
        with self._connection.raw().transaction():
            self._connection.execute("LOCK TABLE judgement, version IN EXCLUSIVE MODE")
            yield


class _Connection:
    """A connection in place of SQLite's."""

    def __init__(self, url: str, name: str) -> None:
        self._url, self._name = url, name
        self._raw: Raw | None = None

    def raw(self) -> Raw:
        """Return a connection that works, or did a moment ago."""
        if self._raw is None or self._raw.closed or self._raw.broken:
            self.close()
            with self._reporting():
                self._raw = psycopg.connect(
                    self._url,
                    connect_timeout=TIMEOUT,
                    autocommit=True,
                    application_name="tidings judgements",
                )
                schema = sql.SQL("SET search_path = {}").format(sql.Identifier(self._name))
                self._raw.execute(schema)
        return self._raw

    def execute(self, query: str, arguments: Arguments = ()) -> Cursor:
        """Run a statement."""
        raw = self.raw()
        with self._reporting():
            return Cursor(raw).execute(query, arguments)

    def close(self) -> None:
        """Close it."""
        if self._raw:
            self._raw.close()

    @contextlib.contextmanager
    def _reporting(self) -> Iterator[None]:
        try:
            yield
        except psycopg.OperationalError as error:
            raise CollectionBusy(f"{self._name}: {str(error).strip()}") from error
