"""What every Store must do: what is committed together is there together, also after it is opened again."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.contracts.pages import found, url, visited
from tidings.ports import Store
from tidings.read.words.resemblance import SIZE
from tidings.store.sqlite.database import Database
from tidings.store.sqlite.store import SqliteStore
from tidings.urls import url_id


def fingerprint(name: str) -> bytes:
    return Random(name).randbytes(SIZE)


def fill(store: Store, name: str) -> None:
    """Write something into every part of a store."""
    visit = visited(store, name, cells=b"words")
    found(store, f"{name} waits")
    store.stories.begin(visit, fingerprint(name))
    store.state.update(reason=name)
    store.state.move_cursor("feed", name)


def has(store: Store, name: str) -> list[bool]:
    """Return which parts of a store have what was written."""
    return [
        store.links.find(url_id(url(name))) is not None,
        store.links.find(url_id(url(f"{name} waits"))) is not None,
        store.words.of(url(name)) is not None,
        bool(store.stories.similar(fingerprint(name))),
        store.state.load().reason == name,
        store.state.cursor("feed") == name,
        url(name) in store.ledger.followed(10),
        url(name) in [each for each, _ in store.ledger.visited(10)],
    ]


def test_what_is_written_is_read_before_and_after_a_commit(store: Store) -> None:
    fill(store, "a")
    assert all(has(store, "a"))
    store.commit()
    assert all(has(store, "a"))


def test_committing_nothing_does_no_harm(store: Store) -> None:
    store.commit()
    store.commit()
    store.rollback()


@pytest.fixture(params=["on disk", "in memory"])
def durable(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    """A store that can go back to its last commit; the one in Python objects cannot."""
    return SqliteStore(Database(tmp_path / "tidings.db" if request.param == "on disk" else None))


def test_what_is_rolled_back_was_never_written(durable: Store) -> None:
    found(durable, "before")
    durable.commit()
    fill(durable, "a")
    durable.rollback()
    assert not any(has(durable, "a"))
    assert durable.links.find(url_id(url("before")))
    durable.close()


def test_only_what_was_committed_is_there_when_it_is_opened_again(tmp_path: Path) -> None:
    store = SqliteStore(Database(tmp_path / "tidings.db"))
    fill(store, "a")
    store.commit()
    fill(store, "lost")
    store.close()
    again = SqliteStore(Database(tmp_path / "tidings.db"))
    assert all(has(again, "a"))
    assert not any(has(again, "lost"))
    again.close()
