"""Reads the reports of earlier experiments again: their strategies, and how the harvest of each went."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

REPORT = "report.json"
_LARGEST = 50_000_000
"""Bytes of a report that is read."""
_DEPTH = 3
"""Folders below a served one in which reports are looked for."""


class StoredStrategy(NamedTuple):
    """A strategy of an experiment."""

    name: str
    harvest: float | None
    """The mean share of the visited pages that were relevant."""
    curve: tuple[tuple[float, float], ...]
    """Pages visited, and the share of them that was relevant, in the mean of all crawls."""


class StoredReport(NamedTuple):
    """An experiment."""

    name: str
    """Its folder, from the one in which it was looked for."""
    title: str
    command: str
    strategies: tuple[StoredStrategy, ...]


def reports(folder: Path) -> Iterator[StoredReport]:
    """Yield the reports in a folder and a few below it; what is no report is left out."""
    for path in sorted(_paths(folder, _DEPTH)):
        try:
            if path.stat().st_size <= _LARGEST:
                yield _read(path, folder)
        except (
            OSError,
            ValueError,
            KeyError,
            TypeError,
            AttributeError,
            IndexError,
            RecursionError,
        ):
            continue


def _paths(folder: Path, depth: int) -> Iterator[Path]:
    try:
        children = [path for path in folder.iterdir() if not path.is_symlink()]
    except OSError:
        return
    yield from (path for path in children if path.name == REPORT and path.is_file())
    if depth:
        for path in children:
            if path.is_dir():
                yield from _paths(path, depth - 1)


def _read(path: Path, folder: Path) -> StoredReport:
    document = json.loads(path.read_text(encoding="utf-8"))
    curves: defaultdict[str, list[Mapping[str, Any]]] = defaultdict(list)
    for crawl in document["crawls"]:
        curves[crawl["strategy"]].append(crawl["curve"])
    strategies = tuple(
        StoredStrategy(str(name), _harvest(document["means"].get(name, {})), _mean(curves[name]))
        for name in document["strategies"]
    )
    name = path.parent.relative_to(folder).as_posix()
    return StoredReport(name, str(document["title"]), str(document["command"]), strategies)


def _harvest(means: Mapping[str, Any]) -> float | None:
    mean = means.get("harvest", {}).get("mean")
    return None if mean is None else float(mean)


def _mean(curves: Iterable[Mapping[str, Any]]) -> tuple[tuple[float, float], ...]:
    """Return the mean of curves, point by point."""
    rows = [list(zip(curve["visited"], curve["found"], strict=True)) for curve in curves]
    points: list[tuple[float, float]] = []
    for point in zip(*rows, strict=False):
        visited, found = (fmean(float(each[place]) for each in point) for place in (0, 1))
        if visited and (not points or visited > points[-1][0]):
            points.append((visited, found / visited))
    return tuple(points)
