"""Same seed, same crawl: in two processes, inline and with workers."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[2]
STRATEGIES = ("event", "breadth-first", "event:policy=PFS-2,sources=thompson", "auto")

Orders = dict[str, list[tuple[float, str]]]


def orders(workers: int, hash_seed: str) -> Orders:
    """Return what a process of its own asks for, and when, with each strategy."""
    environment = os.environ | {"PYTHONHASHSEED": hash_seed}
    command = [sys.executable, "-m", "tests.end_to_end.simulation", str(workers), *STRATEGIES]
    result = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=240, check=True
    )
    return json.loads(result.stdout)


@pytest.fixture(scope="module")
def inline() -> Orders:
    return orders(0, "1")


def test_two_processes_fetch_in_the_same_order(inline: Orders) -> None:
    assert min(map(len, inline.values())) > 150
    assert orders(0, "2") == inline


def test_workers_change_nothing(inline: Orders) -> None:
    assert orders(2, "3") == inline


def test_every_strategy_fetches_in_an_order_of_its_own(inline: Orders) -> None:
    assert len({json.dumps(order) for order in inline.values()}) == len(STRATEGIES)
