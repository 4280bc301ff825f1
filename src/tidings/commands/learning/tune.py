"""The command ``tune``: finds the weights of the aspects and the threshold that suit labelled pages best."""

from __future__ import annotations

import argparse
from pathlib import Path

from rich.console import Console
from rich.table import Table

from tidings.commands.terminal.printing import say, table
from tidings.feedback.tuning import Tuning, target_of, tune_event, write
from tidings.job import open_fetcher
from tidings.learn.weights import Sweep


def describe(command: argparse.ArgumentParser) -> None:
    """Add the arguments of ``tune``."""
    command.set_defaults(run=_run)
    command.add_argument("target", type=Path, help="a collection folder or an event file")
    command.add_argument(
        "--labels",
        type=Path,
        metavar="FILE",
        help="CSV with a header line, or JSON lines: label (relevant or not), and url or text, "
        "with title, published and anchor; the judgements of the collection are used, too",
    )
    command.add_argument(
        "--dry-run", action="store_true", help="print the table, leave the event file as it is"
    )


def _run(options: argparse.Namespace, console: Console) -> int:
    target = target_of(options.target)
    tuning = tune_event(target, options.labels, open_fetcher)
    console.print(_table(tuning))
    if options.dry_run:
        return 0
    if not tuning.separates:
        side = "all" if tuning.kept else "none"
        best = f"the best threshold would keep {side} of the labelled pages, so it says nothing"
        say(console, f"{target.path} is left as it is: {best}")
        say(console, "Label pages that are harder to tell apart, or change keywords and places")
        return 0
    values = tuning.values()
    if not values:
        kept = "F1 does not improve: threshold and weights are left as they are"
        say(console, f"{kept} in {target.path}")
        return 0
    write(target, tuning)
    written = ", ".join(f"{name} = {value:g}" for name, value in values.items())
    say(console, f"Wrote into {target.path}: {written}")
    return 0


def _table(tuning: Tuning) -> Table:
    caption = f"{tuning.pages:,} labelled pages, {tuning.relevant:,} of them relevant"
    rows = table("", "threshold", "precision", "recall", "F1", "weight", caption=caption)
    for aspect, alone in tuning.aspects.items():
        weight = f"{tuning.weights[aspect]:.3f}" if aspect in tuning.weights else ""
        rows.add_row(f"{aspect} alone", *_figures(alone), weight)
    rows.add_row("together, as it was", *_figures(tuning.before), "")
    size = f", {tuning.terms:,} words" if tuning.terms else ""
    rows.add_row(f"together, tuned{size}", *_figures(tuning.after), "")
    if tuning.links:
        links = tuning.links.tuned
        for aspect, sweep in links.aspects.items():
            weight = f"{links.weights[aspect]:.3f}"
            rows.add_row(f"links, {aspect} alone", *_figures(sweep), weight)
        rows.add_row(f"links, {tuning.links.terms:,} words", *_figures(tuning.links.best), "")
    return rows


def _figures(sweep: Sweep) -> list[str]:
    figures = (sweep.precision, sweep.recall, sweep.f1)
    return [f"{sweep.threshold:.3f}", *(f"{figure:.2f}" for figure in figures)]
