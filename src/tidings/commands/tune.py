"""The command ``tune``: labelled pages tell how much each aspect of the event should weigh, and which pages to keep."""

from __future__ import annotations

import argparse
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from tidings.feedback.tuning import Tuning, target_of, tune_event, write
from tidings.job import open_fetcher
from tidings.learn.weights import Sweep


def add_command(
    commands: argparse._SubParsersAction[argparse.ArgumentParser], console: Console
) -> None:
    """Describe ``tune``."""
    text = "find weights and threshold by labelled pages"
    tune = commands.add_parser("tune", help=text, description=text[0].upper() + text[1:] + ".")
    tune.set_defaults(run=lambda options: _tune(options, console))
    tune.add_argument("target", type=Path, help="a collection folder or an event file")
    tune.add_argument(
        "--labels",
        type=Path,
        metavar="FILE",
        help="CSV with a head line, or JSON lines: label (relevant or not), and url or text, "
        "with title and published; the judgements of the collection count too",
    )
    tune.add_argument(
        "--dry-run", action="store_true", help="print the table, leave the event file as it is"
    )


def _tune(options: argparse.Namespace, console: Console) -> int:
    target = target_of(options.target)
    tuning = tune_event(target, options.labels, open_fetcher)
    console.print(_table(tuning))
    if options.dry_run:
        return 0
    if not tuning.improves:
        kept = "F1 does not improve: threshold and weights are left as they are"
        console.print(Text(f"{kept} in {target.path}"), soft_wrap=True)
        return 0
    write(target, tuning)
    values = ", ".join(f"{name} = {value:g}" for name, value in tuning.values().items())
    console.print(Text(f"Wrote into {target.path}: {values}"), soft_wrap=True)
    return 0


def _table(tuning: Tuning) -> Table:
    names = ("", "threshold", "precision", "recall", "F1", "weight")
    table = Table(*names, box=None, header_style="dim")
    for column in table.columns[1:]:
        column.justify = "right"
    for aspect, found in tuning.aspects.items():
        weight = f"{tuning.weights[aspect]:.3f}" if aspect in tuning.weights else ""
        table.add_row(f"{aspect} alone", *_figures(found), weight)
    table.add_row("together, as it was", *_figures(tuning.before), "")
    table.add_row("together, tuned", *_figures(tuning.after), "")
    table.caption = f"{tuning.pages:,} labelled pages, {tuning.relevant:,} of them relevant"
    table.caption_justify = "left"
    return table


def _figures(found: Sweep) -> list[str]:
    figures = (found.precision, found.recall, found.f1)
    return [f"{found.threshold:.3f}", *(f"{figure:.2f}" for figure in figures)]
