"""The report on integrated crawling: a table of medians beside those of the paper, and three pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from tidings.lab.live.integrated import HOURS, LiveResult, run_all, summed
from tidings.lab.report.plot import Axis, curves, nice_top

TITLE = "Integrated crawling: links of posts in the same crawl"
_PAPER = {"UN": (2300, 1920), "FO": (980, 1415), "TB": (24, 20), "INT": (65, 120)}
"""Median freshness in hours in the paper: Ebola and Ukraine."""
_NAMES = {
    "UN": "unfocused",
    "FO": "focused",
    "TB": "links of posts only",
    "INT": "integrated",
}


def run_recipe(seeds: Sequence[int], pages: int, processes: int, folder: Path) -> Sequence[str]:
    """Run all crawls, write the report and return its table as lines."""
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        done = list(pool.map(_crawls, [(seed, pages) for seed in seeds]))
    results = [result for crawls in done for result in crawls]
    means = summed(results)
    lines = table(means)
    folder.mkdir(parents=True, exist_ok=True)
    for name, picture in pictures(means).items():
        (folder / f"{name}.svg").write_text(picture, encoding="utf-8")
    (folder / "report.md").write_text(markdown(results, lines), encoding="utf-8")
    return lines


def _crawls(web: tuple[int, int]) -> list[LiveResult]:
    return list(run_all(*web))


def table(means: Mapping[str, LiveResult]) -> list[str]:
    """Return the figures of each mix as a table in Markdown."""
    lines = [
        "| | pages | about the event | freshness, all dated pages (h) "
        "| freshness, event pages (h) | mean score | paper (h) |",
        "|---|--:|--:|--:|--:|--:|--:|",
    ]
    for mix, mean in means.items():
        first, second = _PAPER[mix]
        lines.append(
            f"| {mix}, {_NAMES[mix]} | {mean.pages:,} | {mean.found:,} | {mean.fresh:,.0f} | {mean.fresh_found:,.1f} "
            f"| {mean.relevance:.3f} | {first:,} / {second:,} |"
        )
    return lines


def markdown(results: Sequence[LiveResult], lines: Sequence[str]) -> str:
    """Return the report."""
    events = len({(result.seed, result.task) for result in results})
    return "\n".join(
        [
            f"# {TITLE}",
            "",
            f"{events} events of generated webs that grow. Each crawl begins with its event and lasts {HOURS:g} hours. "
            "Articles appear at their hour; a third of those about the event are posted, half of them within "
            "22 hours, beside other links. Where links are followed, pages come back at their own rhythm. "
            "Pages and event pages are summed, the other figures are medians over the crawls.",
            "",
            *lines,
            "",
            *(f"![{name}]({name}.svg)" for name in ("found", "freshness", "relevance")),
            "",
        ]
    )


def pictures(means: Mapping[str, LiveResult]) -> dict[str, str]:
    """Return the pictures: event pages found, freshness and relevance over the hours."""
    hours = Axis("hours since the event began", HOURS, percent=False)
    columns = {
        "found": (1, "Pages about the event", "pages found"),
        "freshness": (2, "Freshness", "median hours from creation to visit"),
        "relevance": (3, "Relevance", "mean score of the pages visited"),
    }
    made = {}
    for name, (column, title, label) in columns.items():
        lines = {mix: [(at[0], at[column]) for at in mean.path] for mix, mean in means.items()}
        top = nice_top(max(y for points in lines.values() for _, y in points))
        made[name] = curves(title, lines, hours, Axis(label, top, percent=False))
    return made
