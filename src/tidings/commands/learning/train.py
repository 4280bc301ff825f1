"""The command ``train``: trains a model of types on labelled texts and prints how good it is."""

from __future__ import annotations

import argparse
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from tidings.commands.terminal.printing import say, table
from tidings.errors import TidingsError
from tidings.learn.types.examples import Columns, read_examples
from tidings.learn.types.model import write_types
from tidings.learn.types.train import (
    Prediction,
    base,
    calibration_error,
    learn,
    qualities,
    weighted_f1,
)


def describe_types(command: argparse.ArgumentParser) -> None:
    """Add the arguments of ``train types``."""
    command.set_defaults(run=_types)
    command.add_argument(
        "data", type=Path, help="CSV with a header line, or JSON lines; may be compressed (.gz)"
    )
    command.add_argument("--text", default="text", help="the column with the text; default: text")
    command.add_argument(
        "--label", default="label", help="the column with the type; default: label"
    )
    command.add_argument(
        "--group",
        default="",
        metavar="COLUMN",
        help="a column such as the event; texts with the same value are tested together, "
        "on a model that saw none of them",
    )
    command.add_argument(
        "--keep-starter",
        action="store_true",
        help="keep the types of the starter model that have no examples in the data",
    )
    command.add_argument(
        "-o", "--out", type=Path, default=Path("types.json"), help="default: types.json"
    )


def _types(options: argparse.Namespace, console: Console) -> int:
    if options.out.exists() and options.out.samefile(options.data):
        raise TidingsError(f"--out: found {options.out}, the data itself; allowed: another file")
    examples = read_examples(options.data, Columns(options.text, options.label, options.group))
    labels = sorted({example.label for example in examples})
    learned = learn(examples, base(labels, keep=options.keep_starter))
    write_types(learned.model, options.out)
    console.print(_table(learned.predictions))
    say(
        console,
        f"Wrote {options.out}: {len(learned.model.weights):,} terms. "
        f'Use it with [types] model = "{options.out}"',
    )
    return 0


def _table(answers: list[Prediction]) -> Table:
    quality = qualities(answers)
    error = calibration_error(answers)
    caption = f"by cross-validation; probabilities are {error:.2f} off on average"
    rows = table("type", "precision", "recall", "F1", "texts", caption=caption)
    for one in quality:
        numbers = (f"{value:.2f}" for value in (one.precision, one.recall, one.f1))
        rows.add_row(Text(one.label), *numbers, f"{one.examples:,}")
    rows.add_row("all, weighted", "", "", f"{weighted_f1(quality):.2f}", f"{len(answers):,}")
    return rows
