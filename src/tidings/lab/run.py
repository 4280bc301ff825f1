"""Run the ``lab`` commands: from parsed options to an experiment, its report and a table on the console."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from tidings.errors import TidingsError
from tidings.lab.bench.experiment import Experiment, Generated, Recorded, Watch, WebSpec, run
from tidings.lab.bench.recipes import RECIPES
from tidings.lab.bench.strategies import parse
from tidings.lab.bench.tasks import load_tasks
from tidings.lab.bench.trial import Conditions
from tidings.lab.commands import GENERATED, KIND_NAMES
from tidings.lab.recorded.recorded import cache_folder
from tidings.lab.report.report import cell, lead, write
from tidings.lab.report.summary import FIGURES, Summary

_SHOWN = ("recall_1", "recall_2", "recall_5", "recall_10", "recall_20", "recall_50", "accumulated")
_REPEATED = (
    "strategy", "task", "share", "arrivals", "since", "referee", "models", "seeds", "pages",
)  # fmt: skip
"""Options that are needed to repeat an experiment."""


def run_strategies(options: argparse.Namespace, console: Console) -> int:
    """Compare the chosen strategies on one web, or on several generated ones."""
    if not 0 < options.share <= 1:
        raise TidingsError(f"--share: found {options.share:g}; allowed: above 0, up to 1")
    experiment = Experiment(
        title=_title(options.web),
        webs=_webs(options),
        strategies=parse(",".join(options.strategy or ["breadth-first,topic,event"])),
        seeds=tuple(range(options.seeds)),
        conditions=Conditions(
            options.share,
            not options.no_politeness,
            _day("--arrivals", options.arrivals),
            _day("--since", options.since),
            options.models,
        ),
        tasks=tuple(options.task),
        referee=options.referee or "",
        cache=options.cache or cache_folder(),
    )
    name = Path(options.web).name.partition(".")[0].replace(":", "-")
    return _execute(experiment, options, console, name)


def run_recipe(options: argparse.Namespace, console: Console) -> int:
    """Repeat the experiment of a paper."""
    recipe = RECIPES[options.name]
    recipe = recipe._replace(referee=options.referee or recipe.referee)
    experiment = recipe.experiment(options.seeds, options.pages)
    return _execute(experiment, options, console, options.name)


def run_live(options: argparse.Namespace, console: Console) -> int:
    """Repeat an experiment of a paper on webs that grow."""
    from tidings.lab.live import curation_report, report, return_report

    runs = {
        "int": report.run_recipe,
        "seeds": curation_report.run_recipe,
        "hum": return_report.run_recipe,
    }
    run = runs[options.name]
    folder = options.out or Path(f"lab-{options.name}")
    seeds = range(options.first, options.first + options.seeds)
    for line in run(seeds, options.pages, options.processes, folder):
        console.print(line, markup=False, soft_wrap=True)
    console.print(f"The report: {folder / 'report.md'}", markup=False, soft_wrap=True)
    return 0


def _title(web: str) -> str:
    if (kind := _kind(web)) is not None:
        return f"Strategies compared on generated webs{kind and f' of the kind {kind}'}"
    return f"Strategies compared on the recorded web {load_tasks(Path(web)).web}"


def _webs(options: argparse.Namespace) -> tuple[WebSpec, ...]:
    kind = _kind(options.web)
    if kind is None:
        return (Recorded(Path(options.web).absolute()),)
    if options.arrivals:
        raise TidingsError("--arrivals: found a generated web; allowed: a tasks file")
    seeds = range(1, options.seeds + 1)
    return tuple(Generated(seed, options.pages, kind=kind) for seed in seeds)


def _kind(web: str) -> str | None:
    """Return the kind of a generated web, empty for news; None for a tasks file."""
    word, colon, kind = web.partition(":")
    if word != GENERATED:
        return None
    if colon and kind not in KIND_NAMES:
        raise TidingsError(f"found {web!r}; allowed after {GENERATED}: {', '.join(KIND_NAMES)}")
    return kind


def _day(option: str, text: str | None) -> datetime | None:
    try:
        return datetime.fromisoformat(text).replace(tzinfo=UTC) if text else None
    except ValueError:
        raise TidingsError(f"{option}: found {text!r}; allowed: a day such as 2016-03-22") from None


def _execute(
    experiment: Experiment, options: argparse.Namespace, console: Console, name: str
) -> int:
    with _progress(console) as watch:
        results, webs = run(experiment, options.processes, watch)
    summary = Summary(experiment, webs, results, _command(options))
    path = write(summary, options.out or Path(f"lab-{name}"))
    console.print(_table(summary))
    console.print(lead(summary), markup=False)
    console.print(f"The report: {path}", markup=False, soft_wrap=True)
    return 0


def _command(options: argparse.Namespace) -> str:
    """Return the command line that repeats this one."""
    given = vars(options)
    words = ["tidings", "lab"]
    words += ["run", str(given["web"])] if "web" in given else ["recipe", given["name"]]
    for name in _REPEATED:
        for value in _values(given.get(name)):
            words += [f"--{name}", f"{value:g}" if isinstance(value, float) else str(value)]
    return shlex.join(words) + (" --no-politeness" if given.get("no_politeness") else "")


def _values(value: object) -> Sequence[object]:
    if value in (None, ""):
        return ()
    return value if isinstance(value, list) else (value,)


def _table(summary: Summary) -> Table:
    shown = [figure for figure in _SHOWN if summary.has(figure)]
    labels = [FIGURES[figure].label.removeprefix("found at ") for figure in shown]
    table = Table("strategy", *labels, box=None)
    table.title = "share of the relevant pages found after N % of the pages"
    table.title_style = "dim"
    table.header_style = "dim"
    for column in table.columns[1:]:
        column.justify = "right"
    for name in summary.experiment.strategies:
        table.add_row(name, *(cell(figure, summary.mean(name, figure)) for figure in shown))
    return table


@contextmanager
def _progress(console: Console) -> Iterator[Watch]:
    """Show the progress of reading and crawling."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=console, transient=True) as bar:
        line = bar.add_task("opening the web", total=None)

        def reading(read: int) -> None:
            if read % 50 == 0:
                bar.update(line, description="reading the web once", completed=read)

        def crawled(done: int, total: int) -> None:
            bar.update(line, description="crawling", completed=done, total=total)

        yield Watch(reading, crawled)
