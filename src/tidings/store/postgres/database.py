"""A schema in a PostgreSQL database in place of a SQLite file: the statements of the store run on it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from typing import Any, LiteralString

import psycopg
from psycopg import sql

from tidings.errors import CollectionError
from tidings.store.again.sqlite import TABLE
from tidings.store.postgres.rows import Arguments, Cursor, WholeNumber
from tidings.store.postgres.spelling import schema
from tidings.store.postgres.whole.dividing import divide
from tidings.store.sqlite.judgements import JUDGEMENTS

FORMAT = 9
"""Of the tables; a higher number was written by a newer Tidings."""
_UPGRADES: dict[int, str] = {
    2: """
    ALTER TABLE requisite ADD COLUMN lease bigint NOT NULL DEFAULT 0;
    DROP INDEX host_free;
    CREATE INDEX host_free ON host (top DESC, id) WHERE top IS NOT NULL;
    UPDATE host SET top = NULL WHERE closed <> '';
    CREATE INDEX IF NOT EXISTS part_digest ON part (digest);
    """,
    3: "ALTER TABLE worker ADD COLUMN best double precision NOT NULL DEFAULT 0",
    4: """
    ALTER TABLE host ADD COLUMN site text NOT NULL DEFAULT '';
    CREATE INDEX host_site ON host (site) WHERE site <> '';
    """,
    5: """
    CREATE TABLE turn (
        name text PRIMARY KEY,
        worker text NOT NULL,
        until timestamptz NOT NULL,
        ended timestamptz NOT NULL DEFAULT '-infinity',
        paged timestamptz NOT NULL DEFAULT '-infinity'
    )
    """,
    6: """
    ALTER TABLE worker ADD COLUMN may_fetch bigint NOT NULL DEFAULT 0, ADD COLUMN may_keep bigint NOT NULL DEFAULT 0
    """,
    7: schema(JUDGEMENTS),
    8: schema(TABLE)
    + """;
    ALTER TABLE worker ADD COLUMN may_ask bigint NOT NULL DEFAULT 0, ADD COLUMN pass text NOT NULL DEFAULT ''
    """,
    9: """
    ALTER TABLE link DROP CONSTRAINT link_id_key, ADD UNIQUE (id, host);
    ALTER TABLE requisite DROP CONSTRAINT requisite_id_key, ADD UNIQUE (id, host);
    ALTER TABLE worker ADD COLUMN requisite_bytes bigint NOT NULL DEFAULT 0;
    UPDATE worker SET requisite_bytes = (SELECT coalesce(sum(size), 0) FROM requisite)
    WHERE name = (SELECT min(name) FROM worker);
    """,
}
"""What brings the tables to each format."""
TIMEOUT = 10
"""Seconds to wait for a connection, or for a lock that another crawl holds."""
Raw = psycopg.Connection[Any]


class PostgresDatabase:
    """A connection whose writes become visible and durable at ``commit`` and not before."""

    path = None

    def __init__(self, url: str, name: str, *, read_only: bool = False, parts: int = 0) -> None:
        """Open the tables of a collection; the writer makes them if there are none, those of links in ``parts``."""
        self._where = f"{_shown(url)}, schema {name}"
        with self._reporting():
            self.raw: Raw = psycopg.connect(
                url, connect_timeout=TIMEOUT, autocommit=True, application_name="tidings"
            )
        self.connection = self
        self.raw.adapters.register_loader("numeric", WholeNumber)
        try:
            with self._reporting():
                self._prepare(name, read_only, parts)
        except BaseException:
            self.raw.close()
            raise

    def _prepare(self, name: str, read_only: bool, parts: int) -> None:
        self.raw.execute(f"SET lock_timeout = '{TIMEOUT}s'")
        if not read_only:
            with self.raw.transaction():
                _make(self.raw, name, parts)
        found = self.raw.execute(
            "SELECT 1 FROM information_schema.schemata WHERE schema_name = %s", (name,)
        ).fetchone()
        if not found:
            raise CollectionError(f"{self._where}: no such collection; `tidings crawl` makes one")
        self.raw.execute(sql.SQL("SET search_path = {}").format(sql.Identifier(name)))
        made = self.raw.execute("SELECT value FROM fact WHERE name = 'format'").fetchone()
        if made and int(made[0]) > FORMAT:
            raise CollectionError(
                f"{self._where}: written by a newer Tidings; update Tidings to open it"
            )
        if made and not read_only:
            with self.raw.transaction():
                _upgrade(self.raw, name)
        if read_only:
            self.raw.execute("SET default_transaction_isolation = 'repeatable read'")
        else:
            self.raw.autocommit = False

    def execute(self, query: str, arguments: Arguments = ()) -> Cursor:
        """Run a statement that reads."""
        return self.write(query, arguments)

    def cursor(self) -> Cursor:
        """Return a cursor for one statement."""
        return Cursor(self.raw)

    def write(self, query: str, arguments: Arguments = ()) -> Cursor:
        """Run a statement inside the transaction that the next ``commit`` ends."""
        with self._reporting():
            return Cursor(self.raw).execute(query, arguments)

    def commit(self) -> None:
        """Make everything written since the last commit durable, all or nothing."""
        with self._reporting():
            self.raw.commit()

    def rollback(self) -> None:
        """Forget everything written since the last commit."""
        with self._reporting():
            self.raw.rollback()

    def close(self) -> None:
        """Close the connection; what was not committed is lost."""
        self.raw.close()

    @contextlib.contextmanager
    def _reporting(self) -> Iterator[None]:
        """Translate errors of the server into our own."""
        try:
            yield
        except psycopg.Error as error:
            raise CollectionError(f"{self._where}: {str(error).strip()}") from error


def _make(raw: Raw, name: str, parts: int) -> None:
    """Make the tables of a collection, unless they exist; several crawls may begin at once."""
    raw.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", (name,))
    known = raw.execute(
        "SELECT 1 FROM information_schema.schemata WHERE schema_name = %s", (name,)
    ).fetchone()
    if known:
        return
    raw.execute(sql.SQL("CREATE SCHEMA {}").format(sql.Identifier(name)))
    raw.execute(sql.SQL("SET LOCAL search_path = {}").format(sql.Identifier(name)))
    raw.execute(schema(_script("schema.sql")).encode())
    raw.execute(schema(_script("requisites.sql")).encode())
    raw.execute(schema(f"{TABLE};{JUDGEMENTS}").encode())
    raw.execute(_script("leases.sql").encode())
    if parts:
        divide(raw, parts)
    raw.execute("INSERT INTO fact VALUES ('format', %s)", (str(FORMAT),))


def _upgrade(raw: Raw, name: str) -> None:
    """Bring older tables to the present format; several crawls may begin at once."""
    raw.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", (name,))
    (made,) = only_row(raw, "SELECT value::int FROM fact WHERE name = 'format'")
    for number in range(made + 1, FORMAT + 1):
        raw.execute(_UPGRADES[number].encode())
        raw.execute("UPDATE fact SET value = %s WHERE name = 'format'", (str(number),))


def only_row(
    raw: Raw, query: LiteralString, arguments: Sequence[object] | Mapping[str, object] = ()
) -> tuple[Any, ...]:
    """Return the one row that a statement brings."""
    row: tuple[Any, ...] | None = raw.execute(query, arguments).fetchone()
    assert row is not None
    return row


def _script(name: str) -> str:
    return files("tidings.store").joinpath("sql").joinpath(name).read_text(encoding="utf-8")


def _shown(url: str) -> str:
    """Return the URL of a database without its password."""
    head, at, host = url.rpartition("@")
    return f"{head.rpartition(':')[0] if head.count(':') > 1 else head}{at}{host}"
