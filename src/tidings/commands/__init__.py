"""Commands that are described in files of their own; the console they print on is given."""

from __future__ import annotations

import argparse

from rich.console import Console

from tidings.commands import judge, sources, status, terms, train, tune
from tidings.lab import commands as lab

__all__ = ["add_commands"]


def add_commands(
    commands: argparse._SubParsersAction[argparse.ArgumentParser], console: Console
) -> None:
    """Describe them all."""
    status.add_command(commands, console)
    judge.add_command(commands, console)
    sources.add_command(commands, console)
    terms.add_command(commands, console)
    train.add_command(commands, console)
    tune.add_command(commands, console)
    lab.add_commands(commands, console)
