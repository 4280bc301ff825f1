"""The command line: parses the arguments, runs the command and prints its errors."""

from __future__ import annotations

import argparse
import importlib
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tidings import __version__
from tidings.commands import COMMANDS, Command
from tidings.commands.usage import PlainParser

INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    options = parser().parse_args(arguments)
    return _run(options)


def _run(options: argparse.Namespace) -> int:
    # imported here: --help and --version need none of these
    import sqlite3

    from rich.console import Console

    from tidings.commands.terminal.log import logging_to
    from tidings.commands.terminal.printing import say
    from tidings.errors import TidingsError

    errors = Console(stderr=True, highlight=False)
    try:
        with logging_to(options.log, options.log_format):
            return int(options.run(options, Console(highlight=False)))
    except BrokenPipeError:
        return 1
    except OSError as error:
        say(errors, f"tidings: {_plainly(error)}", style="red")
        return 1
    except (TidingsError, sqlite3.Error) as error:
        say(errors, f"tidings: {error}", style="red")
        return 1
    except KeyboardInterrupt:
        say(errors, f"tidings: interrupted{options.kept}", style="red")
        return INTERRUPTED


def _plainly(error: OSError) -> str:
    """Return an error of the system with the name of the file as the user knows it, not of a draft beside it."""
    if not (error.strerror and isinstance(error.filename, str)):
        return str(error)
    name = re.sub(r"\.\d+\.new$", "", error.filename)
    return f"{name}: {error.strerror}"


def parser() -> argparse.ArgumentParser:
    """Return the parser of all commands; each describes its arguments when it is used."""
    top = PlainParser(prog="tidings", description="Collect what the web says about an event.")
    top.set_defaults(kept="", top=top)
    top.add_argument(
        "--log",
        type=Path,
        metavar="FILE",
        help="append to this file what was given up, retried, closed or recovered",
    )
    top.add_argument(
        "--log-format",
        choices=("text", "json"),
        default="text",
        help="write the log as lines of text or of JSON; default: text",
    )
    top.add_argument("--version", action="version", version=f"tidings {__version__}")
    groups = {"": _group(top)}
    for command in COMMANDS:
        group, _, name = command.name.rpartition(" ")
        described = _describe(groups[group], name, command)
        if not command.describe:
            groups[command.name] = _group(described)
    return top


def _group(parser: argparse.ArgumentParser) -> Any:
    return parser.add_subparsers(
        title="commands", metavar="COMMAND", required=True, parser_class=_LazyParser
    )


def _describe(group: Any, name: str, command: Command) -> argparse.ArgumentParser:
    sentence = command.text[0].upper() + command.text[1:] + "."
    described: _LazyParser = group.add_parser(name, help=command.text, description=sentence)
    described.set_defaults(command=name)
    described.describe = command.describe
    described.intermixed = command.intermixed
    return described


class _LazyParser(PlainParser):
    """A parser that imports its command, and learns its arguments, when it is first used."""

    describe = ""
    intermixed = False
    _is_inner = False

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse the arguments of the command; end the program if any is unknown."""
        self._load()
        if self._is_inner:
            return super().parse_known_args(args, namespace)
        self._is_inner = self.intermixed  # argparse calls this method again
        parse = self.parse_known_intermixed_args if self.intermixed else super().parse_known_args
        options, unknown = parse(args, namespace)
        self._is_inner = False
        if unknown:
            self.refuse(unknown)
        return options, unknown

    def format_help(self) -> str:
        """Return the help of the command."""
        self._load()
        return super().format_help()

    def _load(self) -> None:
        if self.describe:
            module, _, function = self.describe.partition(":")
            self.describe = ""
            getattr(importlib.import_module(module), function)(self)


if __name__ == "__main__":
    sys.exit(main())
