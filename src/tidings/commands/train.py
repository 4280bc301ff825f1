"""The command ``train``: from labelled texts to a model that tells types, with figures of how good it is."""

from __future__ import annotations

import argparse
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from tidings.errors import TidingsError
from tidings.learn.types.examples import Columns, read_examples
from tidings.learn.types.model import write_types
from tidings.learn.types.train import Answer, base, calibration_error, learn, qualities, weighted_f1


def add_command(
    commands: argparse._SubParsersAction[argparse.ArgumentParser], console: Console
) -> None:
    """Describe ``train``."""
    text = "learn from labelled texts"
    train = commands.add_parser("train", help=text, description=text[0].upper() + text[1:] + ".")
    under = train.add_subparsers(title="commands", metavar="COMMAND", required=True)
    text = "learn to tell types of crises, or any other types, apart"
    types = under.add_parser("types", help=text, description=text[0].upper() + text[1:] + ".")
    types.set_defaults(run=lambda options: _types(options, console))
    types.add_argument(
        "data", type=Path, help="CSV with a head line, or JSON lines; may be compressed (.gz)"
    )
    types.add_argument("--text", default="text", help="the column with the text; default: text")
    types.add_argument("--label", default="label", help="the column with the type; default: label")
    types.add_argument(
        "--group",
        default="",
        metavar="COLUMN",
        help="a column such as the event; its texts are tested together, on a model that saw none of them",
    )
    types.add_argument(
        "--keep-starter",
        action="store_true",
        help="keep the starter's types that the data has no examples of",
    )
    types.add_argument(
        "-o", "--out", type=Path, default=Path("types.json"), help="default: types.json"
    )


def _types(options: argparse.Namespace, console: Console) -> int:
    if options.out.exists() and options.out.samefile(options.data):
        raise TidingsError(f"--out: found {options.out}, the data itself; allowed: another file")
    examples = read_examples(options.data, Columns(options.text, options.label, options.group))
    labels = sorted({example.label for example in examples})
    learned = learn(examples, base(labels, keep=options.keep_starter))
    write_types(learned.model, options.out)
    console.print(_table(learned.answers))
    console.print(
        f"Wrote {options.out}: {len(learned.model.weights):,} terms. "
        f'Use it with [types] model = "{options.out}"',
        markup=False,
        soft_wrap=True,
    )
    return 0


def _table(answers: list[Answer]) -> Table:
    found = qualities(answers)
    table = Table("type", "precision", "recall", "F1", "texts", box=None, header_style="dim")
    for column in table.columns[1:]:
        column.justify = "right"
    for one in found:
        numbers = (f"{value:.2f}" for value in (one.precision, one.recall, one.f1))
        table.add_row(Text(one.label), *numbers, f"{one.examples:,}")
    table.add_row("all, weighted", "", "", f"{weighted_f1(found):.2f}", f"{len(answers):,}")
    table.caption = f"by cross-validation; probabilities are {calibration_error(answers):.2f} off on average"  # fmt: skip
    table.caption_justify = "left"
    return table
