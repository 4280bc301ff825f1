"""Summarise the crawls of an experiment: means with intervals, mean curves, and a JSON document."""

from __future__ import annotations

import platform
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any, NamedTuple

from tidings import __version__
from tidings.lab.bench.experiment import Experiment, Generated, WebFacts
from tidings.lab.bench.trial import Result
from tidings.lab.recorded.recorded import reader_version
from tidings.lab.recorded.scores import judging_version
from tidings.lab.report.metrics import PERCENTS, POINTS, Interval, interval
from tidings.lab.report.plot import Points


class Figure(NamedTuple):
    """Label, meaning and number format of a figure."""

    label: str
    meaning: str
    form: Callable[[float], str]


def _share(value: float) -> str:
    return f"{value:.1%}"


def _count(value: float) -> str:
    return f"{value:,.0f}"


def _decimal(value: float) -> str:
    return f"{value:,.0f}" if value >= 1000 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


FIGURES: Mapping[str, Figure] = {
    **{
        f"recall_{percent}": Figure(
            f"found at {percent} %",
            f"share of all relevant pages found when {percent} % of the reachable pages were visited",
            _share,
        )
        for percent in PERCENTS
    },
    "harvest": Figure(
        "harvest ratio", "share of the visited pages that are relevant, at the end", _share
    ),
    "accumulated": Figure(
        "accumulated relevance",
        "sum of the scores of all visited pages under the referee's measure",
        _decimal,
    ),
    "pages_90": Figure(
        "pages for 90 %", "pages visited until nine tenths of the relevant ones were found", _count
    ),
    "hours_half": Figure(
        "hours to half", "simulated hours until half of the relevant pages were found", _decimal
    ),
    "hours": Figure("hours", "simulated hours of the whole crawl", _decimal),
    "pages": Figure("pages", "pages visited", _count),
    "considered": Figure(
        "URLs considered", "URLs requested, including those that the web does not have", _count
    ),
    "found": Figure("relevant", "relevant pages visited", _count),
    "sources": Figure("sources", "sites of the relevant pages", _count),
    "hosts": Figure("hosts", "hosts that answered", _count),
    "kept_precision": Figure(
        "precision", "share of the kept pages that are relevant", _share
    ),
    "kept_recall": Figure("recall", "share of the visited relevant pages that were kept", _share),
    "kept_f1": Figure("F1", "harmonic mean of precision and recall", _share),
    "new": Figure(
        "new", "share of the visits that are relevant and were published since the given day", _share
    ),
    "fresh_25": Figure(
        "youngest quarter", "hours from publication to visit; a quarter of the pages are younger", _count
    ),
    "fresh_50": Figure("median age", "the same; half of the pages are younger", _count),
    "fresh_75": Figure("oldest quarter", "the same; a quarter of the pages are older", _count),
}  # fmt: skip


class Mean(NamedTuple):
    """The mean of a figure over all crawls of a strategy that have it."""

    value: Interval
    runs: int
    all_runs: int


Coordinate = Callable[["Summary", Result, int], float]
"""Return the value of a crawl at one point of its curve."""


@dataclass(frozen=True, slots=True)
class Summary:
    """An experiment with its results."""

    experiment: Experiment
    webs: Sequence[WebFacts]
    results: Sequence[Result]
    command: str = ""

    def of(self, strategy: str) -> list[Result]:
        """Return the crawls of a strategy."""
        return [result for result in self.results if result.strategy == strategy]

    def mean(self, strategy: str, figure: str) -> Mean:
        """Return a figure of a strategy over tasks and seeds."""
        groups: dict[object, list[float]] = {}
        results = self.of(strategy)
        for result in results:
            value = result.figures[figure]
            if value is not None:
                groups.setdefault((result.web, result.task), []).append(value)
        return Mean(interval(groups), sum(map(len, groups.values())), len(results))

    def has(self, figure: str) -> bool:
        """Return whether any crawl has a figure."""
        return any(result.figures[figure] is not None for result in self.results)

    def line(self, strategy: str, x: Coordinate, y: Coordinate) -> Points:
        """Return the mean curve of a strategy over its crawls, starting at (0, 0)."""
        results = self.of(strategy)
        points = [
            (fmean(x(self, one, at) for one in results), fmean(y(self, one, at) for one in results))
            for at in range(POINTS)
        ]
        return [(0.0, 0.0), *points]

    def relevant(self, result: Result) -> int:
        """Return the number of relevant pages of its task."""
        return self._facts(result)[2]

    def reachable(self, result: Result) -> int:
        """Return the number of reachable pages of its task."""
        return self._facts(result)[1]

    def _facts(self, result: Result) -> tuple[str, int, int]:
        web = next(web for web in self.webs if web.digest == result.web)
        return web.tasks[result.task]

    def document(self) -> dict[str, Any]:
        """Return all numbers and everything needed to repeat them, ready for JSON."""
        experiment = self.experiment
        return {
            "title": experiment.title,
            "command": self.command,
            "versions": versions(),
            "webs": [_described(web) for web in self.webs],
            "strategies": {
                name: {"about": strategy.about, "changes": dict(strategy.changes)}
                for name, strategy in experiment.strategies.items()
            },
            "seeds": list(self.seeds()),
            "conditions": {
                name: value.isoformat() if hasattr(value, "isoformat") else value
                for name, value in experiment.conditions._asdict().items()
            },
            "referee": experiment.referee or "event, topic for genres",
            "means": {
                name: {
                    figure: self._written(name, figure) for figure in FIGURES if self.has(figure)
                }
                for name in experiment.strategies
            },
            "crawls": [
                {**result._asdict(), "curve": result.curve._asdict()} for result in self.results
            ],
        }

    def seeds(self) -> tuple[int, ...]:
        """Return the seeds of all crawls."""
        specs = self.experiment.webs
        generated = tuple(spec.seed for spec in specs if isinstance(spec, Generated))
        return generated or self.experiment.seeds

    def _written(self, strategy: str, figure: str) -> dict[str, Any]:
        mean = self.mean(strategy, figure)
        return {
            "mean": mean.value.mean if mean.runs else None,
            "margin": mean.value.margin,
            "crawls": mean.runs,
        }


def versions() -> dict[str, str]:
    """Return the versions of everything besides the settings that the numbers depend on."""
    return {
        "tidings": __version__,
        "python": platform.python_version(),
        "reading": reader_version(),
        "judging": judging_version(),
    }


def _described(web: WebFacts) -> dict[str, Any]:
    tasks = {
        id_: {"description": text, "reachable": reachable, "relevant": relevant}
        for id_, (text, reachable, relevant) in web.tasks.items()
    }
    return {
        "digest": web.digest,
        "addresses": web.url_count,
        "outside": web.outside,
        "tasks": tasks,
    }
