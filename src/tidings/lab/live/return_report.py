"""The report on coming back: a table of temporal harvest rates and delays, and two pictures."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from statistics import fmean

from tidings.lab.live.arriving import DAYS
from tidings.lab.live.link_models import LINK_PASS, LINK_PLANS, link_table, run_link_plan
from tidings.lab.live.returning import PASS, PLANS, ReturnResult, run_plan
from tidings.lab.report.plot import Axis, curves, nice_top

TITLE = "Coming back: home pages, TopK and our schedule"


def run_recipe(seeds: Sequence[int], pages: int, processes: int, folder: Path) -> Sequence[str]:
    """Come back in all ways on some webs, write the report and return its table as lines."""
    jobs = [(name, seed) for seed in seeds for name in PLANS]
    link_jobs = [(name, seed) for seed in seeds for name in LINK_PLANS]
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        results = list(pool.map(_job, jobs))
        with_models = list(pool.map(_link_job, link_jobs))
    lines = [*table(results), "", *link_table(with_models)]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "harvest.svg").write_text(picture(results), encoding="utf-8")
    text = [
        f"# {TITLE}",
        "",
        f"{len(seeds)} generated webs; pages arrive over {DAYS} virtual days after a first crawl. Passes have at most "
        f"{PASS} pages a day. New pages are those about the event that appeared after the first crawl. "
        "An answer that a page has not changed is a request, not a page. Below: passes of "
        f"{LINK_PASS} pages a day over home pages with different link models.",
        "",
        *lines,
        "",
        "![temporal harvest rate](harvest.svg)",
        "",
    ]
    (folder / "report.md").write_text("\n".join(text), encoding="utf-8")
    return lines


def _job(job: tuple[str, int]) -> ReturnResult:
    return run_plan(*job)


def _link_job(job: tuple[str, int]) -> ReturnResult:
    return run_link_plan(*job)


def table(results: Sequence[ReturnResult]) -> list[str]:
    """Return the means of each way of coming back as a table in Markdown."""
    lines = [
        "| | requests | pages | new pages found | temporal harvest rate | against home pages | within 6 hours "
        "| most requests in 24 hours |",
        "|---|--:|--:|--:|--:|--:|--:|--:|",
    ]
    home = _mean(results, "home", "harvest")
    for name, plan in PLANS.items():
        harvest = _mean(results, name, "harvest")
        lines.append(
            f"| {name}: {plan.title} | {_mean(results, name, 'requests'):,.0f} "
            f"| {_mean(results, name, 'pages'):,.0f} "
            f"| {_mean(results, name, 'found'):,.0f} of {_mean(results, name, 'published'):,.0f} | {harvest:.3f} "
            f"| {harvest / home if home else 0:.2f} x | {_mean(results, name, 'within'):.0%} "
            f"| {max(each.most_in_a_day for each in results if each.name == name):,} |"
        )
    return lines


def _mean(results: Sequence[ReturnResult], name: str, figure: str) -> float:
    return fmean(float(getattr(each, figure)) for each in results if each.name == name)


def picture(results: Sequence[ReturnResult]) -> str:
    """Return the temporal harvest rate over the days."""
    lines = {}
    for name in PLANS:
        paths = [each.path for each in results if each.name == name]
        lines[name] = [
            (at[0][0], fmean(point[1] for point in at)) for at in zip(*paths, strict=True)
        ]
    top = nice_top(max(y for points in lines.values() for _, y in points))
    days = Axis("days since the first crawl", float(DAYS), percent=False)
    rate = Axis("new pages about the event per page visited", top, percent=False)
    return curves("Temporal harvest rate", lines, days, rate)
