"""The command ``digest``: what is new in a collection, as Markdown, HTML or a feed."""

from __future__ import annotations

import argparse
from datetime import UTC, datetime
from pathlib import Path

from rich.console import Console

from tidings.collection.reading import open_reader
from tidings.collection.summary.alarms import alarms_of
from tidings.collection.summary.digest import atom, html, markdown
from tidings.collection.summary.news import moment_of, what_is_new
from tidings.commands.terminal.arguments import add_folder
from tidings.disk.writing import write_text


def describe(command: argparse.ArgumentParser) -> None:
    """Add the arguments of ``digest``."""
    command.set_defaults(run=_run)
    add_folder(command)
    command.add_argument(
        "--since",
        default="24h",
        metavar="WHEN",
        help="a day, a time, or 90m, 24h, 7d; default: 24h",
    )
    command.add_argument(
        "--format",
        choices=("markdown", "html", "atom"),
        default="markdown",
        help="atom is a feed of the pages kept last; default: markdown",
    )
    command.add_argument("-o", "--out", type=Path, help="a file; default: standard output")


def _run(options: argparse.Namespace, console: Console) -> int:
    now = datetime.now(UTC)
    since = moment_of(options.since, now)
    with open_reader(options.folder) as reader:
        if options.format == "atom":
            text = atom(reader, now)
        else:
            form = html if options.format == "html" else markdown
            text = form(reader.name, what_is_new(reader, since), alarms_of(reader, now))
    if options.out:
        write_text(options.out, text)
    else:
        console.out(text, highlight=False)
    return 0
