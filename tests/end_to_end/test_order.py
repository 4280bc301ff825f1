"""Same seed, same crawl: in two processes, inline and with workers."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.end_to_end.frozen import FROZEN, digest

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[2]
STRATEGIES = ("event", "breadth-first", "event:policy=PFS-2,sources=thompson", "auto")
LEARNING = STRATEGIES[2:]
"""Strategies that draw at random or learn."""


def recorded() -> dict[str, str]:
    """Return digests of the requests of an inline crawl, which are checked in another process."""
    digests = json.loads(FROZEN.read_text(encoding="utf-8"))
    return {spec: digests[f"{spec} on web 7"] for spec in STRATEGIES}


def orders(workers: int, hash_seed: str, *strategies: str) -> dict[str, str]:
    """Return digests of what a process of its own asks for, and when, with each strategy."""
    environment = os.environ | {"PYTHONHASHSEED": hash_seed}
    command = [sys.executable, "-m", "tests.end_to_end.simulation", str(workers), *strategies]
    result = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=240, check=True
    )
    found = json.loads(result.stdout)
    assert min(map(len, found.values())) > 150
    return {spec: digest(f"{at:.6f} {url}" for at, url in found[spec]) for spec in found}


def test_two_processes_fetch_in_the_same_order() -> None:
    inline = recorded()
    assert orders(0, "2", *LEARNING) == {spec: inline[spec] for spec in LEARNING}


def test_workers_change_nothing() -> None:
    assert orders(2, "3", *STRATEGIES) == recorded()


def test_every_strategy_fetches_in_an_order_of_its_own() -> None:
    assert len(set(recorded().values())) == len(STRATEGIES)
