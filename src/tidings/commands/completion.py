"""The command ``completion``: prints a script that lets a shell complete commands and options."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import shtab
from rich.console import Console

SHELLS = ("bash", "zsh", "fish", "tcsh", "powershell")


def describe(command: argparse.ArgumentParser) -> None:
    """Add the arguments of ``completion``."""
    command.set_defaults(run=_run)
    command.add_argument("shell", choices=SHELLS)


def _run(options: argparse.Namespace, console: Console) -> int:
    for parser in described(options.top):
        for action in parser._actions:
            if action.choices and not isinstance(action, argparse._SubParsersAction):
                action.choices = tuple(action.choices)  # shtab takes a dict for subcommands
            if action.type is Path:
                action.complete = shtab.FILE  # type: ignore[attr-defined]
    console.out(shtab.complete(options.top, options.shell), highlight=False)
    return 0


def described(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """Yield a parser and all commands below it; asking for the help of a command loads its arguments."""
    yield parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                command.format_help()
                yield from described(command)
