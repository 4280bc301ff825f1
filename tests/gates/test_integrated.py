"""The promise of integrated crawling, on two events of a web that grows: more pages than posts alone, and as fresh.

The full experiment is ``tidings lab recipe int``. The floors lie a little below what these two events bring.
"""

from __future__ import annotations

from statistics import median

import pytest

from tidings.lab.live.growing import GrowingTaskWeb
from tidings.lab.live.integrated import LiveResult, run_one

SEED, PAGES, EVENTS = 1, 1500, 2
MORE = 1.8
"""Event pages of INT for each one of TB, at least: 57 for 26."""
FRESH = 1.2
"""Median freshness of INT in that of TB, at most: 22.9 hours in 27.4."""


@pytest.mark.gate
@pytest.mark.slow
def test_integrated_crawls_find_more_than_posts_alone_and_are_as_fresh() -> None:
    tasks = list(GrowingTaskWeb(SEED, PAGES).tasks)[:EVENTS]
    posts, both = ([run_one(SEED, PAGES, task, mix) for task in tasks] for mix in ("TB", "INT"))
    assert _found(posts) >= 20
    assert _found(both) >= MORE * _found(posts), f"{_found(both)} in {_found(posts)}"
    assert _fresh(both) <= FRESH * _fresh(posts), f"{_fresh(both):.1f} in {_fresh(posts):.1f}"


def _found(results: list[LiveResult]) -> int:
    return sum(result.found for result in results)


def _fresh(results: list[LiveResult]) -> float:
    return median(result.fresh for result in results)
