"""What every store of own fields does."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tidings.errors import CollectionError
from tidings.ports import OwnFields
from tidings.store.own.memory import MemoryOwnFields
from tidings.store.own.sqlite import SqliteOwnFields

NOW = datetime(2024, 5, 1, tzinfo=UTC)
A, B = "http://a.example/", "http://b.example/"
MAKERS: dict[str, Callable[[Path], OwnFields]] = {
    "memory": lambda path: MemoryOwnFields(),
    "sqlite": lambda path: SqliteOwnFields(path / "fields.db"),
}


@pytest.fixture(params=MAKERS)
def store(request: pytest.FixtureRequest, tmp_path: Path):
    made = MAKERS[request.param](tmp_path)
    yield made
    made.close()


def test_values_come_back_as_they_were(store: OwnFields):
    store.save(
        [(A, {"severity": "high", "people": 12.5, "tags": ["x", "y"]}), (B, {"note": ""})], NOW
    )
    assert store.of(A) == {"severity": "high", "people": 12.5, "tags": ["x", "y"]}
    assert list(store.all()) == [(A, store.of(A)), (B, {"note": ""})]
    assert store.of("http://c.example/") == {}


def test_a_value_replaces_another_and_none_removes_it(store: OwnFields):
    store.save([(A, {"severity": "high", "note": "x"})], NOW)
    store.save([(A, {"severity": "low"})], NOW)
    store.save([(A, {"note": None})], NOW)
    assert store.of(A) == {"severity": "low"}
    store.save([(A, {"severity": None})], NOW)
    assert list(store.all()) == [(A, {})]  # an index must learn of it


def test_every_change_has_a_higher_number(store: OwnFields):
    numbers = [store.last_change()]
    for values in ({"x": "1"}, {"x": "2"}, {"x": None}, {"x": "2"}):
        store.save([(A, values)], NOW)
        numbers.append(store.last_change())
    assert numbers[0] == 0
    assert numbers == sorted(set(numbers))


def test_a_file_that_is_none_is_a_clear_error(tmp_path: Path):
    path = tmp_path / "fields.db"
    path.write_bytes(b"not a database at all" * 100)
    with pytest.raises(CollectionError, match="not a usable file of own fields"):
        SqliteOwnFields(path)
