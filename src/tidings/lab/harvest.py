"""How much of what a strategy visits is about the event: the same web, the same budget, several strategies."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from statistics import fmean
from typing import NamedTuple

from tidings.lab.grounds import task_of
from tidings.lab.inprocess import InProcessWeb
from tidings.lab.simulate import simulate
from tidings.lab.strategies import STRATEGIES, settings_for
from tidings.lab.targets import LabEvent
from tidings.lab.web import GeneratedWeb

COMPARED = ("auto", "event", "topic", "breadth-first")
"""The strategies of the demonstration, by name."""


class Curve(NamedTuple):
    """One crawl: how many relevant pages were among the first so many visited."""

    strategy: str
    event: str
    found: tuple[int, ...]

    @property
    def ratio(self) -> float:
        """Return the harvest ratio at the end."""
        return self.found[-1] / len(self.found) if self.found else 0.0


def harvest(web: GeneratedWeb, target: LabEvent, strategy: str, share: float) -> Curve:
    """Crawl a share of a web's pages with a strategy and count what is relevant."""
    pages = max(1, round(share * len(web.pages)))
    settings = settings_for(task_of(target), STRATEGIES[strategy], pages=pages)
    visited = simulate(settings, lambda clock: InProcessWeb(web, clock)).visited
    hits = (entry.url in target.relevant for entry in visited)
    return Curve(strategy, target.event.name, tuple(accumulate(hits)))


def mean_ratios(curves: Iterable[Curve]) -> dict[str, float]:
    """Return the mean harvest ratio of each strategy."""
    by_strategy: dict[str, list[float]] = {}
    for curve in curves:
        by_strategy.setdefault(curve.strategy, []).append(curve.ratio)
    return {strategy: fmean(ratios) for strategy, ratios in by_strategy.items()}


def mean_curve(curves: Sequence[Curve], points: int = 100) -> list[tuple[float, float]]:
    """Return share of the budget used against mean harvest ratio, over crawls of any length."""
    line = []
    for step in range(1, points + 1):
        at = step / points
        ratios = []
        for curve in curves:
            visited = max(1, round(at * len(curve.found)))
            ratios.append(curve.found[visited - 1] / visited if curve.found else 0.0)
        line.append((at, fmean(ratios)))
    return line
