"""The ``lab`` commands: from the words of a command line to an experiment and its report; the console is given."""

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
from tidings.lab.bench.experiment import Experiment, Generated, Recorded, Site, Watch, run
from tidings.lab.bench.recipes import RECIPES
from tidings.lab.bench.strategies import STRATEGIES, parse
from tidings.lab.bench.tasks import load_tasks
from tidings.lab.bench.trial import Conditions
from tidings.lab.recorded.recorded import cache_folder
from tidings.lab.report.report import cell, lead, write
from tidings.lab.report.summary import FIGURES, Summary

GENERATED = "generated"
_LIMITS = {"seeds": (1, 1000), "pages": (300, 1_000_000), "processes": (1, 256)}
_SHOWN = ("recall_1", "recall_2", "recall_5", "recall_10", "recall_20", "recall_50", "accumulated")


def describe_run(command: argparse.ArgumentParser) -> None:
    """Add the arguments of ``lab run``."""
    command.set_defaults(run=_run)
    command.add_argument("web", help=f"a tasks file, or the word {GENERATED}")
    command.add_argument("--strategy", action="append", metavar="LIST", help=f"names separated by commas, with changes as in event:days=90; default: breadth-first,topic,event; known: {', '.join(STRATEGIES)}")  # fmt: skip
    command.add_argument("--task", action="append", default=[], metavar="ID", help="only this task; may be repeated")  # fmt: skip
    command.add_argument("--share", type=float, default=1.0, help="how much of the reachable pages a crawl may visit; default: 1, all")  # fmt: skip
    command.add_argument("--no-politeness", action="store_true", help="one page after the other in the strategy's order, whatever its host")  # fmt: skip
    command.add_argument("--arrivals", metavar="DAY", help="begin on this day, with what had been captured by then; the rest appears later")  # fmt: skip
    command.add_argument("--since", metavar="DAY", help="count relevant pages published since this day; default: the day of --arrivals")  # fmt: skip
    command.add_argument("--referee", choices=STRATEGIES, help="the strategy whose measure is accumulated; default: event, for genres topic")  # fmt: skip
    command.add_argument("--models", default="", metavar="DIR", help="leave the link model of each crawl here, for start_model of others")  # fmt: skip
    command.add_argument("--cache", type=Path, help="where readings are kept; default: in the user's cache")  # fmt: skip
    _add_common(command, seeds=3, pages=2000)


def describe_recipe(command: argparse.ArgumentParser) -> None:
    """Add the arguments of ``lab recipe``."""
    command.set_defaults(run=_recipe)
    command.add_argument("name", choices=RECIPES, help="; ".join(f"{name}: {recipe.title}" for name, recipe in RECIPES.items()))  # fmt: skip
    _add_common(command, seeds=0, pages=0)


def _add_common(command: argparse.ArgumentParser, *, seeds: int, pages: int) -> None:
    default = f"default: {seeds}" if seeds else "default: the recipe's own"
    size = f"default: {pages}" if pages else "default: the recipe's own"
    command.add_argument("--seeds", type=int, default=seeds, help=f"how many seeds, from 0 on, on generated webs from 1 on; {default}")  # fmt: skip
    command.add_argument("--pages", type=int, default=pages, help=f"size of a generated web; {size}")  # fmt: skip
    command.add_argument("--processes", type=int, default=2, help="default: 2")
    command.add_argument("-o", "--out", type=Path, help="folder for the report; default: lab-NAME")


def _run(options: argparse.Namespace, console: Console) -> int:
    if not 0 < options.share <= 1:
        raise TidingsError(f"--share: found {options.share:g}; allowed: above 0, up to 1")
    _check(options)
    begin = _day("--arrivals", options.arrivals)
    experiment = Experiment(
        title=_title(options.web),
        sites=_sites(options),
        strategies=parse(",".join(options.strategy or ["breadth-first,topic,event"])),
        seeds=tuple(range(options.seeds)),
        conditions=Conditions(
            options.share,
            not options.no_politeness,
            begin,
            _day("--since", options.since),
            options.models,
        ),
        tasks=tuple(options.task),
        referee=options.referee or "",
        cache=options.cache or cache_folder(),
    )
    name = GENERATED if options.web == GENERATED else Path(options.web).name.partition(".")[0]
    return _execute(experiment, options, console, name)


def _recipe(options: argparse.Namespace, console: Console) -> int:
    recipe = RECIPES[options.name]
    options.seeds = options.seeds or recipe.seeds
    options.pages = options.pages or recipe.pages
    _check(options)
    experiment = recipe.experiment(options.seeds, options.pages)
    return _execute(experiment, options, console, options.name)


def _check(options: argparse.Namespace) -> None:
    for name in _LIMITS:
        check_size(name, getattr(options, name))


def check_size(name: str, value: int) -> None:
    """Raise TidingsError if an experiment would be too small or too large."""
    low, high = _LIMITS[name]
    if not low <= value <= high:
        raise TidingsError(f"--{name}: found {value}; allowed: from {low} to {high}")


def _title(web: str) -> str:
    if web == GENERATED:
        return "Strategies compared on generated webs"
    return f"Strategies compared on the recorded web {load_tasks(Path(web)).web}"


def _sites(options: argparse.Namespace) -> tuple[Site, ...]:
    if options.web != GENERATED:
        return (Recorded(Path(options.web).absolute()),)
    if options.arrivals:
        raise TidingsError("--arrivals: found a generated web; allowed: a tasks file")
    return tuple(Generated(seed, options.pages) for seed in range(1, options.seeds + 1))


def _day(option: str, text: str | None) -> datetime | None:
    try:
        return datetime.fromisoformat(text).replace(tzinfo=UTC) if text else None
    except ValueError:
        raise TidingsError(f"{option}: found {text!r}; allowed: a day such as 2016-03-22") from None


def _execute(experiment: Experiment, options: argparse.Namespace, console: Console, name: str) -> int:  # fmt: skip
    with _watched(console) as watch:
        results, grounds = run(experiment, options.processes, watch)
    summary = Summary(experiment, grounds, results, _command(options))
    path = write(summary, options.out or Path(f"lab-{name}"))
    console.print(_table(summary))
    console.print(lead(summary), markup=False)
    console.print(f"The report: {path}", markup=False, soft_wrap=True)
    return 0


def _command(options: argparse.Namespace) -> str:
    """Return the command line that repeats this one."""
    words: list[str] = ["tidings", "lab"]
    given = vars(options)
    words += ["run", str(given["web"])] if "web" in given else ["recipe", given["name"]]
    for name in (
        "strategy",
        "task",
        "share",
        "arrivals",
        "since",
        "referee",
        "models",
        "seeds",
        "pages",
    ):
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
    table.title = "share of the relevant pages found after so many percent of the pages"
    table.title_style = "dim"
    table.header_style = "dim"
    for column in table.columns[1:]:
        column.justify = "right"
    for name in summary.experiment.strategies:
        table.add_row(name, *(cell(figure, summary.mean(name, figure)) for figure in shown))
    return table


@contextmanager
def _watched(console: Console) -> Iterator[Watch]:
    """Show how far reading and crawling are."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())  # fmt: skip
    with Progress(*columns, console=console, transient=True) as bar:
        line = bar.add_task("opening the web", total=None)

        def reading(read: int) -> None:
            if read % 50 == 0:
                bar.update(line, description="reading the web once", completed=read)

        def crawled(done: int, total: int) -> None:
            bar.update(line, description="crawling", completed=done, total=total)

        yield Watch(reading, crawled)
