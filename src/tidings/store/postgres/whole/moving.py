"""Copies a collection between SQLite and PostgreSQL, table by table, and compares both afterwards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Any

from tidings.errors import CollectionError
from tidings.store.again.sqlite import TABLE
from tidings.store.postgres.database import PostgresDatabase, Raw, only_row
from tidings.store.requisites.sqlite import SqliteRequisites
from tidings.store.sqlite.database import Database
from tidings.store.sqlite.visits import SqliteVisits

TABLES = {
    "host": "id",
    "link": "seq",
    "visit": "seq",
    "reading": "visit",
    "part": "visit, url, file, byte_offset",
    "story": "visit",
    "story_band": "band, visit",
    "requisite": "seq",
    "need": "owner, requisite",
    "tracked": "link",
    "crawl": "id",
    "source": "name",
    "fact": "name",
}
"""All tables of a store, and the columns that put their rows in order."""
_NUMBERED = {"host": "id", "link": "seq", "visit": "seq", "requisite": "seq"}
_ROWS_AT_ONCE = 5_000
Progress = Callable[[str, int], None]
"""Called with the name of a table and how many rows of it were copied."""


def to_postgres(
    source: Database, target: PostgresDatabase, worker: str, progress: Progress
) -> None:
    """Copy a collection into an empty schema; raise CollectionError if it is not empty or differs afterwards."""
    raw = target.raw
    if only_row(raw, "SELECT count(*) FROM link")[0]:
        raise CollectionError("the schema holds a collection already; give another with --name")
    raw.execute("DELETE FROM crawl")
    for table, order in TABLES.items():
        names = _columns(source, table)
        if not names:
            continue
        marks = ", ".join(["%s"] * len(names))
        query = f"INSERT INTO {table} ({', '.join(names)}) VALUES ({marks}) ON CONFLICT DO NOTHING"
        for rows in _batches(source, table, names, order):
            raw.cursor().executemany(query.encode(), rows)
            progress(table, len(rows))
    _number_on(raw)
    raw.execute(
        "UPDATE host SET top = coalesce((SELECT max(score) FROM link WHERE host = host.id AND phase = 0),"
        " (SELECT -1 FROM requisite WHERE host = host.id AND phase = 0 LIMIT 1))"
    )
    totals = SqliteVisits(source).totals()
    raw.execute(
        "INSERT INTO worker (name, state, pages, kept, bytes, requisite_bytes)"
        " VALUES (%s, 'finished', %s, %s, %s, (SELECT coalesce(sum(size), 0) FROM requisite))",
        (worker, *totals),
    )
    _compare(source, target)
    target.commit()


def to_sqlite(source: PostgresDatabase, target: Database, progress: Progress) -> None:
    """Copy a collection into a new file; raise CollectionError if it differs afterwards."""
    SqliteRequisites(target).make()
    target.write(TABLE)
    target.write("DELETE FROM crawl")
    for table, order in TABLES.items():
        names = _columns(target, table)
        marks = ", ".join("?" * len(names))
        query = f"INSERT INTO {table} ({', '.join(names)}) VALUES ({marks})"
        for rows in _batches(source, table, names, order):
            for row in rows:
                target.write(query, row)
            progress(table, len(rows))
    _compare(target, source)
    target.commit()


def _columns(database: Database, table: str) -> list[str]:
    rows = database.connection.execute(f"PRAGMA table_info({table})")
    return [row[1] for row in rows]


def _batches(
    database: Database | PostgresDatabase, table: str, names: list[str], order: str
) -> Iterator[list[tuple[Any, ...]]]:
    cursor = database.connection.execute(f"SELECT {', '.join(names)} FROM {table} ORDER BY {order}")
    rows = iter(cursor)
    while batch := [tuple(row) for _, row in zip(range(_ROWS_AT_ONCE), rows, strict=False)]:
        yield batch


def _number_on(raw: Raw) -> None:
    """Let new rows get numbers after those that were copied."""
    for table, column in _NUMBERED.items():
        raw.execute(
            f"SELECT setval(pg_get_serial_sequence('{table}', '{column}'),"
            f" (SELECT coalesce(max({column}), 0) + 1 FROM {table}), false)".encode()
        )


def _compare(file: Database, server: PostgresDatabase) -> None:
    """Raise CollectionError if a table differs."""
    for table, order in TABLES.items():
        names = _columns(file, table)
        if not names:
            continue
        where = " WHERE name <> 'format'" if table == "fact" else ""
        digests = [_digest(each, table + where, names, order) for each in (file, server)]
        if digests[0] != digests[1]:
            raise CollectionError(f"the table {table} differs after the copy; nothing was changed")


def _digest(database: Database | PostgresDatabase, table: str, names: list[str], order: str) -> str:
    digest = sha256()
    for rows in _batches(database, table, names, order):
        for row in rows:
            digest.update(repr(row).encode("utf-8", "surrogatepass"))
    return digest.hexdigest()
