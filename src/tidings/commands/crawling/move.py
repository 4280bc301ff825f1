"""The command ``move``: moves a collection into a PostgreSQL database, or back into a file."""

from __future__ import annotations

import argparse
from pathlib import Path

from rich.console import Console

from tidings.collection.folder import folder_of
from tidings.collection.shared.moving import move_down, move_up
from tidings.commands.terminal.arguments import add_folder
from tidings.commands.terminal.printing import say

_FILE = "file"


def describe(command: argparse.ArgumentParser) -> None:
    """Add the arguments of ``move``."""
    command.set_defaults(run=_run)
    add_folder(command, "a collection folder", Path)
    command.add_argument(
        "target",
        metavar="TARGET",
        help="the URL of a PostgreSQL database, or the word `file` to move it back",
    )
    command.add_argument(
        "--name", default="", help="the schema in the database; default: the name of the event"
    )


def _run(options: argparse.Namespace, console: Console) -> int:
    folder, copied = folder_of(options.folder), 0

    def count(_table: str, rows: int) -> None:
        nonlocal copied
        copied += rows

    if options.target == _FILE:
        move_down(folder, count)
        say(console, f"{folder}: moved into a file, {copied:,} rows, compared one by one")
        return 0
    kept = move_up(folder, options.target, options.name, count)
    say(
        console,
        f"{folder}: moved into the database, {copied:,} rows, compared one by one. "
        f"The old file is kept as {kept}; delete it when you no longer need it.",
    )
    return 0
