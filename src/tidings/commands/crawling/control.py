"""The commands ``pause``, ``continue`` and ``stop``: steer a crawl that runs in another process."""

from __future__ import annotations

import argparse

from rich.console import Console

from tidings.collection.folder import steer
from tidings.commands.terminal.arguments import add_folder
from tidings.commands.terminal.printing import say


def describe(command: argparse.ArgumentParser) -> None:
    """Add the arguments, which are the same for all three."""
    command.set_defaults(run=_run)
    add_folder(command)


def _run(options: argparse.Namespace, console: Console) -> int:
    steer(options.folder, options.command)
    say(console, f"Told the crawl in {options.folder} to {options.command}.")
    return 0
