"""The command ``export``: writes a collection for other programs."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rich.console import Console

from tidings.collection.export import FORMATS, write_wacz
from tidings.collection.reading import open_reader
from tidings.commands.terminal.arguments import add_folder
from tidings.errors import TidingsError
from tidings.model import Outcome
from tidings.store.entries import Query


def describe(command: argparse.ArgumentParser) -> None:
    """Add the arguments of ``export``."""
    command.set_defaults(run=_run)
    add_folder(command)
    command.add_argument("--format", choices=[*FORMATS, "wacz"], default="csv", help="default: csv")
    command.add_argument(
        "--outcome",
        choices=[*(outcome.value for outcome in Outcome), "waiting"],
        help="only URLs with this outcome",
    )
    command.add_argument(
        "--by-priority",
        action="store_true",
        help="sort by link score, the best first, instead of by discovery",
    )
    command.add_argument("-o", "--out", type=Path, help="a file; default: standard output")


def _run(options: argparse.Namespace, console: Console) -> int:
    if options.format == "wacz":
        if options.out is None or options.outcome:
            raise TidingsError("a WACZ file needs --out FILE, and holds everything: no --outcome")
        write_wacz(options.folder, options.out)
        return 0
    query = Query(
        outcome=options.outcome or "",
        by_priority=options.by_priority,
        all_visits=options.format != "urls",
    )
    with open_reader(options.folder) as collection:
        entries = collection.entries(query)
        if options.out is None:
            FORMATS[options.format](entries, sys.stdout)
            return 0
        with options.out.open("w", encoding="utf-8", newline="") as out:
            FORMATS[options.format](entries, out)
    return 0
