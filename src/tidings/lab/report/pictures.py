"""The pictures of a report: mean curves of every strategy, with captions."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import NamedTuple

from tidings.lab.bench.trial import Result
from tidings.lab.report.plot import Axis, curves, nice_top
from tidings.lab.report.summary import Coordinate, Summary


class Picture(NamedTuple):
    """Which figure is drawn against which."""

    title: str
    caption: str
    x: Coordinate
    x_axis: Axis
    y: Coordinate
    y_axis: Axis
    begin: int = 0
    """Points left out at the start of the curves, where a single page decides."""


def _visited(summary: Summary, result: Result, point: int) -> float:
    return result.curve.visited[point] / summary.reachable(result)


def _hours(summary: Summary, result: Result, point: int) -> float:
    return result.curve.hours[point]


def _found(summary: Summary, result: Result, point: int) -> float:
    return result.curve.found[point] / (summary.relevant(result) or 1)


def _harvest(summary: Summary, result: Result, point: int) -> float:
    return result.curve.found[point] / (result.curve.visited[point] or 1)


def _accumulated(summary: Summary, result: Result, point: int) -> float:
    return result.curve.accumulated[point]


_SHARE = Axis("share of the reachable pages visited", 1.0)
_RECALL = Axis("share of the relevant pages found", 1.0)

HARVEST = Picture(
    "Harvest ratio",
    "Share of the pages visited so far that are relevant. Where everything has been visited, all curves meet.",
    _visited,
    _SHARE,
    _harvest,
    Axis("share of the visited pages that are relevant", 1.0),
    begin=2,
)

PICTURES = (
    Picture(
        "Relevant pages found",
        "The steeper a curve rises at its left end, the earlier a strategy finds the relevant pages. "
        "The curve of a random choice rises evenly.",
        _visited,
        _SHARE,
        _found,
        _RECALL,
    ),
    HARVEST,
    Picture(
        "Accumulated relevance",
        "The scores of all pages visited so far, added up. "
        "One measure, the referee's, scores the pages of all strategies.",
        _visited,
        _SHARE,
        _accumulated,
        Axis("sum of scores", 1.0, percent=False),
    ),
    Picture(
        "Relevant pages found over time",
        "As the first picture, against simulated time: a strategy that visits few hosts has to wait for them.",
        _hours,
        Axis("simulated hours", 1.0, percent=False),
        _found,
        _RECALL,
    ),
)


def pictures(summary: Summary) -> Iterator[tuple[str, str]]:
    """Yield every picture as SVG, with its caption."""
    timeless = not summary.experiment.conditions.polite
    for picture in PICTURES:
        if not (timeless and picture.x is _hours):
            yield draw(summary, picture), picture.caption


def draw(summary: Summary, picture: Picture) -> str:
    """Draw one picture with axes that end just beyond the curves."""
    lines = {
        name: summary.line(name, picture.x, picture.y)[picture.begin :]
        for name in summary.experiment.strategies
    }
    right = max(x for points in lines.values() for x, _ in points)
    top = max(y for points in lines.values() for _, y in points)
    return curves(
        picture.title,
        lines,
        picture.x_axis._replace(top=nice_top(right)),
        picture.y_axis._replace(top=nice_top(top)),
    )


def figure(svg: str, caption: str) -> str:
    """Return a picture with its caption as HTML."""
    return f"<figure>{svg}<figcaption>{escape(caption)}</figcaption></figure>"
