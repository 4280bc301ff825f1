"""What a crawl asks for, when, and what it archives stay the same; a commit that changes a digest says why."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.end_to_end.frozen import FROZEN, WEBS, archived, orders
from tidings.store.memory.store import MemoryStore

pytestmark = pytest.mark.slow
EXPECTED = json.loads(FROZEN.read_text(encoding="utf-8"))


@pytest.mark.parametrize("seed", WEBS)
def test_fetch_order_and_times_are_those_of_before(seed: int) -> None:
    found = orders(seed)
    assert found == {name: EXPECTED[name] for name in found}


def test_a_store_in_memory_changes_no_order() -> None:
    found = orders(WEBS[0], MemoryStore)
    assert found == {name: EXPECTED[name] for name in found}


def test_archived_records_and_index_are_those_of_before(tmp_path: Path) -> None:
    found = archived(tmp_path)
    assert found == {name: EXPECTED[name] for name in found}
