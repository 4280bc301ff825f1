"""The command ``fields import``: sets own fields and tags of pages from a CSV file."""

from __future__ import annotations

import argparse
from datetime import UTC, datetime
from pathlib import Path

from rich.console import Console

from tidings.collection.pages.fields import import_fields
from tidings.commands.terminal.arguments import add_folder
from tidings.commands.terminal.printing import say


def describe_import(command: argparse.ArgumentParser) -> None:
    """Add the arguments of ``fields import``."""
    command.set_defaults(run=_run)
    text = "CSV with a column url, own fields of the event file, and tags separated by semicolons"
    command.add_argument("file", type=Path, help=text)
    add_folder(command)


def _run(options: argparse.Namespace, console: Console) -> int:
    pages, unknown = import_fields(options.folder, options.file, datetime.now(UTC))
    say(console, f"{options.folder}: {pages:,} pages have new values")
    if unknown:
        say(console, f"{unknown:,} URLs of the file were never met in this collection")
    return 0
