"""Commands that are described in files of their own; the console they print on is given."""

from __future__ import annotations

import argparse

from rich.console import Console

from tidings.commands import terms, train
from tidings.lab import commands as lab

__all__ = ["add_commands"]


def add_commands(
    commands: argparse._SubParsersAction[argparse.ArgumentParser], console: Console
) -> None:
    """Describe them all."""
    terms.add_command(commands, console)
    train.add_command(commands, console)
    lab.add_commands(commands, console)
