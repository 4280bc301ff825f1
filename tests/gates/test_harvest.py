"""The promise of the product, with floors: what a focused crawl visits is about the event."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor

import pytest

from tidings.lab.demo import SHARE
from tidings.lab.harvest import Curve, harvest, mean_ratios
from tidings.lab.web import GeneratedWeb

SEEDS = (1, 2, 3, 4, 5)
PAGES = 2000
STRATEGIES = ("event", "topic", "breadth-first")
TIMES_TOPIC = 1.5
TIMES_BREADTH_FIRST = 3.0


def curves_of(seed: int) -> list[Curve]:
    web = GeneratedWeb(seed, PAGES)
    return [
        harvest(web, target, strategy, SHARE) for target in web.events for strategy in STRATEGIES
    ]


@pytest.mark.gate
@pytest.mark.slow
def test_the_event_measure_harvests_more_than_topic_or_breadth_first() -> None:
    with ProcessPoolExecutor(2) as pool:
        curves = [curve for found in pool.map(curves_of, SEEDS) for curve in found]
    ratios = mean_ratios(curves)
    figures = ", ".join(f"{name} {ratio:.3f}" for name, ratio in ratios.items())
    assert len(curves) == 5 * 4 * 3, f"at {SHARE:.0%}: {figures}"
    assert ratios["event"] >= TIMES_TOPIC * ratios["topic"], figures
    assert ratios["event"] >= TIMES_BREADTH_FIRST * ratios["breadth-first"], figures
