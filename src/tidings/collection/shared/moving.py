"""Moves a collection into a PostgreSQL database, and back into a file of its folder."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from tidings.collection.collection import open_store
from tidings.collection.folder import (
    EVENT_FILE,
    database_path,
    existing,
    judgements_path,
    locked,
    open_judgements,
    plain_slug,
)
from tidings.disk.writing import replace_file
from tidings.errors import CollectionError
from tidings.event.edit.rewrite import write_values
from tidings.event.file import load
from tidings.store.postgres.pointer import name_shared_store, shared_store
from tidings.store.sqlite.database import Database
from tidings.store.sqlite.judgements import SqliteJudgements

Progress = Callable[[str, int], None]


def move_up(folder: Path, url: str, name: str, progress: Progress) -> Path:
    """Move a collection into a schema of a database; return the path of the old file, which is kept."""
    from tidings.store.postgres.database import PostgresDatabase
    from tidings.store.postgres.whole.moving import to_postgres

    path = existing(folder / EVENT_FILE).with_name(database_path(folder).name)
    if shared_store(path):
        raise CollectionError(f"{folder}: this collection is in a PostgreSQL database already")
    if not path.exists():
        raise CollectionError(f"{folder} holds no pages yet; set [store] url in its event file")
    settings = load(folder / EVENT_FILE, needs_seeds=False)
    slug, parts = plain_slug(settings.event.name), settings.store.partitions
    schema = name or slug.replace("-", "_")
    with locked(folder):
        with (
            closing(Database(path)) as source,
            closing(PostgresDatabase(url, schema, parts=parts)) as target,
        ):
            to_postgres(source, target, "moved", progress)
        write_values(folder / EVENT_FILE, "store", {"url": url, "name": schema})
        kept = path.with_name("tidings-before-move.db")
        replace_file(path, kept)
        for suffix in ("-wal", "-shm"):
            path.with_name(path.name + suffix).unlink(missing_ok=True)
        name_shared_store(path, url, schema)
        open_judgements(folder).close()  # they move, too
    return kept


def move_down(folder: Path, progress: Progress) -> None:
    """Move a collection from its database into a file of the folder; the schema stays as it is."""
    from tidings.store.postgres.database import PostgresDatabase
    from tidings.store.postgres.whole.moving import to_sqlite

    path = existing(folder / EVENT_FILE).with_name(database_path(folder).name)
    shared = shared_store(path)
    if shared is None:
        raise CollectionError(f"{folder}: this collection is in a file already")
    with locked(folder), closing(open_store(folder)):
        draft = path.with_name("tidings-moving.db")
        draft.unlink(missing_ok=True)
        with (
            closing(PostgresDatabase(*shared, read_only=True)) as source,
            closing(Database(draft)) as target,
        ):
            to_sqlite(source, target, progress)
        _judgements_down(folder, *shared)
        write_values(folder / EVENT_FILE, "store", {"url": "", "name": ""})
        replace_file(draft, path)
        for suffix in ("-wal", "-shm"):
            draft.with_name(draft.name + suffix).unlink(missing_ok=True)


def _judgements_down(folder: Path, url: str, name: str) -> None:
    from tidings.store.postgres.whole.judgements import PostgresJudgements

    with closing(PostgresJudgements(url, name)) as there:
        if there.judgements():
            with closing(SqliteJudgements(judgements_path(folder))) as here:
                here.copy_from(there)
