"""The promise of the product, with floors: what a focused crawl visits is about the event."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from statistics import fmean

import pytest

from tidings.lab.demo import SHARE, comparison
from tidings.lab.experiment import run
from tidings.lab.trial import Result

SEEDS = (1, 2, 3, 4, 5)
PAGES = 2000
TIMES_TOPIC = 1.5
TIMES_BREADTH_FIRST = 3.0


def crawls_of(seed: int) -> list[Result]:
    """Crawl for every event of a web with every strategy, in one process, so that its pages are read once."""
    results, _ = run(comparison(seed, PAGES), processes=1)
    return results


def mean_harvest(results: list[Result], strategy: str) -> float:
    return fmean(one.figures["harvest"] or 0.0 for one in results if one.strategy == strategy)


@pytest.mark.gate
@pytest.mark.slow
def test_the_event_measure_harvests_more_than_topic_or_breadth_first() -> None:
    with ProcessPoolExecutor(2) as pool:
        results = [one for found in pool.map(crawls_of, SEEDS) for one in found]
    assert len(results) == 5 * 4 * 4
    ratios = {name: mean_harvest(results, name) for name in comparison(1, PAGES).strategies}
    figures = f"at {SHARE:.0%}: {ratios}"
    assert ratios["event"] >= TIMES_TOPIC * ratios["topic"], figures
    assert ratios["event"] >= TIMES_BREADTH_FIRST * ratios["breadth-first"], figures
    assert ratios["auto"] >= ratios["event"], figures
