"""Every store that contracts are tested with, and fetchers that load one TLS authority instead of a hundred."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from tests.engines.postgres_server import postgres
from tests.web.conftest import authorities, few_authorities
from tidings.ports import Store
from tidings.store.memory.store import MemoryStore
from tidings.store.postgres.database import PostgresDatabase
from tidings.store.sqlite.database import Database
from tidings.store.sqlite.store import SqliteStore

__all__ = ["authorities", "few_authorities"]


def _sqlite_on_disk(folder: Path) -> Store:
    return SqliteStore(Database(folder / "tidings.db"))


def _sqlite_in_memory(_: Path) -> Store:
    return SqliteStore(Database(None))


def _in_memory(_: Path) -> Store:
    return MemoryStore()


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    with postgres() as server:
        yield server.url


@pytest.fixture(params=[_sqlite_on_disk, _sqlite_in_memory, _in_memory, 0, 3])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    make: Callable[[Path], Store] | int = request.param
    if isinstance(make, int):  # partitions in PostgreSQL
        url = request.getfixturevalue("postgres_url")
        store: Store = SqliteStore(PostgresDatabase(url, f"test_{uuid4().hex}", parts=make))
    else:
        store = make(tmp_path)
    yield store
    store.close()
