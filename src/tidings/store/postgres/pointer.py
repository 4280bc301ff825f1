"""Opens the database of a collection: a SQLite file, or the PostgreSQL database that a small file names."""

from __future__ import annotations

from pathlib import Path
from typing import cast

from tidings.disk.writing import write_text
from tidings.errors import CollectionError
from tidings.store.sqlite.database import Database

SMALLEST_DATABASE = 512
"""Bytes of the smallest SQLite file that is not empty; a file that names a shared store is smaller."""
_BEGINNINGS = (b"postgresql://", b"postgres://")


def open_database(path: Path, *, read_only: bool = False) -> Database:
    """Open the database of a collection, whichever it is: the statements of the store run on both."""
    shared = shared_store(path)
    if shared is None:
        return Database(path, read_only=read_only)
    from tidings.store.postgres.database import PostgresDatabase  # an extra

    return cast(Database, PostgresDatabase(*shared, read_only=read_only))


def shared_store(path: Path) -> tuple[str, str] | None:
    """Return URL and name of the shared store that a file names, None if it is a database itself or missing."""
    try:
        # A database must not be opened here: closing it would end the locks that SQLite has on it in this process.
        if not 0 < path.stat().st_size < SMALLEST_DATABASE:
            return None
        text = path.read_bytes()
        if not text.startswith(_BEGINNINGS):
            return None
        url, name = text.decode().split()
        return url, name
    except (FileNotFoundError, NotADirectoryError):
        return None
    except ValueError as error:
        raise CollectionError(f"{path}: does not name a shared store") from error


def name_shared_store(path: Path, url: str, name: str) -> None:
    """Write the file that names a shared store; raise CollectionError if there is a database."""
    known = shared_store(path)
    if known is None and path.exists():
        raise CollectionError(
            f"{path}: this collection is stored in a file; take [store] url out of its event file, "
            "or begin a new folder"
        )
    text = f"{url} {name}\n"
    if len(text.encode()) >= SMALLEST_DATABASE:
        raise CollectionError(f"found a [store] url of {len(url)} characters; allowed: at most 400")
    if known != (url, name):
        write_text(path, text)
