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


def order(workers: int, strategy: str, hash_seed: str) -> list[tuple[float, str]]:
    environment = os.environ | {"PYTHONHASHSEED": hash_seed}
    command = [sys.executable, "-m", "tests.end_to_end.simulation", str(workers), strategy]
    result = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120, check=True
    )
    return json.loads(result.stdout)


@pytest.mark.parametrize(
    "strategy", ["event", "breadth-first", "event:policy=PFS-2,sources=thompson", "auto"]
)
def test_two_processes_fetch_in_the_same_order(strategy: str) -> None:
    inline = order(0, strategy, "1")
    assert len(inline) > 150
    assert order(0, strategy, "2") == inline
    assert order(2, strategy, "3") == inline


def test_another_strategy_fetches_in_another_order() -> None:
    assert order(0, "event", "1") != order(0, "breadth-first", "1")
