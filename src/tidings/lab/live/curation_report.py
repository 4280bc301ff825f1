"""The report on seed curation: the tables of the thesis for generated events, beside its own figures."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from statistics import mean

from tidings.lab.live.curation import (
    CHOICES,
    EARLY,
    PAGES,
    SIZES,
    STRATEGY,
    CurationResult,
    run_all,
)

TITLE = "Seed curation: which links of posts to start from"
_HARVEST = {
    "Brussels": ((0.685, 0.752, 0.817), (0.645, 0.763, 0.775)),
    "Oregon": ((0.717, 0.744, 0.741), (0.715, 0.669, 0.741)),
    "California": ((0.70, 0.760, 0.782), (0.66, 0.722, 0.755)),
    "Orlando": ((0.60, 0.709, 0.722), (0.50, 0.686, 0.716)),
}
"""Harvest of the thesis with unique and with multiple sources, for 10, 50 and 100 seeds."""
_DOMAINS = {
    "Brussels": ((68, 74, 117), (31, 58, 78)),
    "Oregon": ((65, 93, 135), (59, 84, 96)),
    "California": ((60, 97, 129), (54, 64, 101)),
}


def run_recipe(seeds: Sequence[int], pages: int, processes: int, folder: Path) -> Sequence[str]:
    """Run all crawls, write the report and return its tables as lines."""
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        done = pool.map(_crawls, [(seed, pages) for seed in seeds])
        results = [result for crawls in done for result in crawls]
    lines = [*beside_the_thesis(results), "", *choices(results)]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "report.md").write_text(markdown(results, lines), encoding="utf-8")
    return lines


def _crawls(web: tuple[int, int]) -> list[CurationResult]:
    return list(run_all(*web))


def beside_the_thesis(results: Sequence[CurationResult]) -> list[str]:
    """Return harvest and domains of unique and multiple sources, event by event, and those of the thesis."""
    lines = [
        "| event | seeds of | " + " | ".join(f"K = {size}" for size in SIZES) + " |",
        "|---|---|" + "---|" * len(SIZES),
    ]
    events = dict.fromkeys((result.seed, result.task) for result in results)
    for event in events:
        own = [result for result in results if (result.seed, result.task) == event]
        for choice in ("unique", "multiple"):
            cells = [_cell(own, choice, size) for size in SIZES]
            lines.append(f"| {event[1]} | {choice} sources | {' | '.join(cells)} |")
    for name, figures in _HARVEST.items():
        for number, choice in enumerate(("unique", "multiple")):
            sites = _DOMAINS.get(name)
            cells = [
                f"{harvest:.3f}" + (f" ({sites[number][place]})" if sites else "")
                for place, harvest in enumerate(figures[number])
            ]
            lines.append(f"| {name}, thesis | {choice} sources | {' | '.join(cells)} |")
    return lines


def _cell(results: Sequence[CurationResult], choice: str, size: int) -> str:
    (one,) = (each for each in results if each.choice == choice and each.size == size)
    short = f", {one.given} seeds" if one.given < size else ""
    return f"{one.harvest:.3f} ({one.domains}{short})"


def choices(results: Sequence[CurationResult]) -> list[str]:
    """Return the mean harvest of each choice, and how hubs compare with the random ones."""
    lines = [
        "| choice | " + " | ".join(f"K = {size}, first {EARLY} | all" for size in SIZES) + " |",
        "|---|" + "--:|--:|" * len(SIZES),
    ]
    for choice in CHOICES:
        cells = [
            f"{mean_of(results, choice, size, early=early):.3f}"
            for size in SIZES
            for early in (True, False)
        ]
        lines.append(f"| {choice} | {' | '.join(cells)} |")
    for one, other in (("hubs first", CHOICES[-2]), ("hubs first", "random"), ("oracle", "random")):
        cells = [
            f"{_ratio(results, one, other, size, early=early):.2f} x"
            for size in SIZES
            for early in (True, False)
        ]
        lines.append(f"| {one} / {other} | {' | '.join(cells)} |")
    return lines


def mean_of(
    results: Sequence[CurationResult], choice: str, size: int, *, early: bool = False
) -> float:
    """Return the mean harvest over the events."""
    own = [each for each in results if each.choice == choice and each.size == size]
    return mean(each.early if early else each.harvest for each in own)


def _ratio(
    results: Sequence[CurationResult], one: str, other: str, size: int, *, early: bool
) -> float:
    return mean_of(results, one, size, early=early) / max(
        mean_of(results, other, size, early=early), 1e-9
    )


def markdown(results: Sequence[CurationResult], lines: Sequence[str]) -> str:
    """Return the report."""
    seeds = ", ".join(map(str, dict.fromkeys(result.seed for result in results)))
    return "\n".join(
        [
            f"# {TITLE}",
            "",
            f"Generated webs with the seeds {seeds}. Every crawl visits {PAGES:,} pages with the "
            f"strategy `{STRATEGY}`, as in the thesis of Farag (2016). Posts share articles about "
            "the event, lists of articles, other news with the words of the event, and other news "
            "without them. Figures are harvest ratios, with the sites of the visited pages in "
            "brackets. The oracle knows which shared pages and which of their links are about "
            "the event; no way of choosing seeds can know more.",
            "",
            *lines,
            "",
        ]
    )
