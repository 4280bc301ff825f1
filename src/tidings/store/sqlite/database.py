"""One SQLite file per collection: opens and upgrades it, and writes everything in one transaction."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from urllib.parse import quote

from tidings.disk import locking
from tidings.disk.writing import replace_file, write_error
from tidings.errors import CollectionBusy, CollectionError, StorageFull, TidingsError

VERSION = 4
"""Format of the database; a file with a higher number was written by a newer Tidings."""
_OLDEST = 3
"""The oldest format that can be upgraded."""

CACHE_KIB = 65_536
"""Memory that SQLite keeps pages of the file in."""
BUSY_SECONDS = 10.0
"""How long to wait while another process writes."""
_LOG = logging.getLogger(__name__)


class Database:
    """A connection whose writes become visible and durable at ``commit`` and not before."""

    def __init__(self, path: Path | None, *, read_only: bool = False) -> None:
        self.path = path
        self._torn = False
        if path and not read_only and not path.exists():
            _make(path)
        self.connection = _connect(path, read_only)
        try:
            self._prepare(read_only)
        except sqlite3.DatabaseError as error:
            self.connection.close()
            if isinstance(error, sqlite3.OperationalError) and not read_only:
                raise _refused(error, path) from error
            raise CollectionError(f"{path}: not a usable collection database ({error})") from error

    def _prepare(self, read_only: bool) -> None:
        execute = self.connection.execute
        execute(f"PRAGMA cache_size = -{CACHE_KIB}")
        (version,) = execute("PRAGMA user_version").fetchone()
        if version > VERSION:
            self.connection.close()
            raise CollectionError(
                f"{self.path}: written by a newer Tidings (format {version}, this one reads up to "
                f"{VERSION}); update Tidings to open it"
            )
        if 0 < version < _OLDEST:
            self.connection.close()
            raise CollectionError(
                f"{self.path}: written by an older Tidings (format {version}, this one reads {_OLDEST} to "
                f"{VERSION}); begin a new collection with its event file"
            )
        if _OLDEST <= version < VERSION:
            self._upgrade(read_only)
        if read_only and version == 0:
            raise sqlite3.DatabaseError("the crawl that made it never began")
        if read_only:
            return
        execute("PRAGMA journal_mode = WAL")
        execute("PRAGMA secure_delete = ON")  # what is withdrawn must be gone
        execute("PRAGMA synchronous = NORMAL")
        if version == 0:
            self.connection.executescript(_versioned(_sql("schema.sql"), VERSION))

    def _upgrade(self, read_only: bool) -> None:
        """Upgrade a database of an older format, all or nothing."""
        if read_only:
            self.connection.close()
            _upgrade_alone(self.path)
            self.connection = _connect(self.path, read_only)
            return
        from tidings.store.sqlite.migration import prepare  # it loads the tables of names

        prepare(self.connection)
        try:
            self.connection.executescript(_versioned(_sql("migrations/0004.sql"), VERSION))
        except sqlite3.Error as error:
            self.connection.close()
            raise _not_upgraded(self.path, error) from error
        _LOG.info("%s: brought to format %d", self.path, VERSION)

    def write(self, query: str, arguments: Sequence[object] = ()) -> sqlite3.Cursor:
        """Run a statement inside the transaction that the next ``commit`` ends."""
        try:
            if not self.connection.in_transaction:
                self.connection.execute("BEGIN")
            return self.connection.execute(query, arguments)
        except sqlite3.OperationalError as error:
            self._torn = True  # SQLite may have rolled back what came before
            raise _refused(error, self.path) from error

    def commit(self) -> None:
        """Make everything written since the last commit durable, all or nothing."""
        if self._torn:
            raise CollectionError(
                f"{self.path}: a write failed, nothing since the last commit is kept"
            )
        try:
            self.connection.commit()
        except sqlite3.OperationalError as error:
            self.rollback()
            raise _refused(error, self.path) from error

    def rollback(self) -> None:
        """Forget everything written since the last commit."""
        self._torn = False
        self.connection.rollback()

    def close(self) -> None:
        """Close the file; what was not committed is lost."""
        self.connection.close()

    def fact(self, name: str, default: str = "") -> str:
        """Return a stored fact about the collection."""
        row = self.connection.execute("SELECT value FROM fact WHERE name = ?", (name,)).fetchone()
        return str(row[0]) if row else default

    def remember(self, name: str, value: str) -> None:
        """Set a fact about the collection."""
        self.write(
            "INSERT INTO fact VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            (name, value),
        )


def _make(path: Path) -> None:
    """Make an empty collection, under another name until it is whole: readers find all of it or nothing."""
    new = path.with_name(f"{path.name}.new")
    try:
        new.unlink(missing_ok=True)
        connection = _connect(new, read_only=False)
        try:
            connection.execute("PRAGMA journal_mode = OFF")  # leaves no second file behind
            connection.executescript(_versioned(_sql("schema.sql"), VERSION))
        finally:
            connection.close()
        replace_file(new, path, sync=False)  # an empty collection need not survive a power failure
    except sqlite3.OperationalError as error:
        raise _refused(error, path) from error
    except OSError as error:
        raise write_error(path, error) from error


def _upgrade_alone(path: Path | None) -> None:
    """Upgrade a database for a reader; raise CollectionError if the older Tidings is still crawling into it."""
    assert path
    busy = CollectionBusy(
        f"{path}: an older Tidings is crawling into this folder; wait until it has ended"
    )
    try:
        with locking.locked(path.with_name(locking.LOCK_FILE), busy):
            Database(path).close()
    except OSError as error:
        raise _not_upgraded(path, error) from error


def _not_upgraded(path: Path | None, error: Exception) -> CollectionError:
    return CollectionError(
        f"{path}: written by an older Tidings; it could not be brought to format {VERSION} "
        f"and is unchanged ({error})"
    )


def _sql(name: str) -> str:
    return files("tidings.store").joinpath("sql").joinpath(name).read_text(encoding="utf-8")


def _versioned(script: str, version: int) -> str:
    return f"BEGIN IMMEDIATE;{script};PRAGMA user_version = {version};COMMIT;"


def _refused(error: sqlite3.OperationalError, path: Path | None) -> TidingsError:
    """Translate SQLite's refusal to write into our own error; a full disk may show as an I/O error."""
    if "full" in str(error) or "I/O" in str(error):
        return StorageFull(
            f"{path}: cannot write ({error}); free some space and run the crawl again"
        )
    return CollectionError(f"{path}: cannot write ({error})")


def _connect(path: Path | None, read_only: bool) -> sqlite3.Connection:
    connection = _open(path, read_only)
    # PostgreSQL's names for what SQLite calls max and min of two values
    connection.create_function("greatest", 2, max, deterministic=True)
    connection.create_function("least", 2, min, deterministic=True)
    return connection


def _open(path: Path | None, read_only: bool) -> sqlite3.Connection:
    if path is None:
        return sqlite3.connect(":memory:", isolation_level=None)
    if read_only and not path.exists():
        raise CollectionError(f"{path}: no such collection; `tidings crawl` makes one")
    mode = "?mode=ro" if read_only else ""
    address = f"file:{quote(path.absolute().as_posix())}{mode}"
    try:
        return sqlite3.connect(
            address,
            uri=True,
            isolation_level=None,
            timeout=BUSY_SECONDS,
            check_same_thread=not read_only,  # a server reads in one thread after the other
        )
    except sqlite3.OperationalError as error:
        raise CollectionError(f"{path}: cannot open ({error})") from error
