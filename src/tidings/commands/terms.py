"""The command ``terms``: from example pages to lists of terms, shown for pruning and written into an event file."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from tidings.collection.draft import read_pages
from tidings.commands.terminal.printing import say, table
from tidings.errors import TidingsError
from tidings.event.terms import Counted, generate_terms, write_terms
from tidings.job import open_live

_MOST = 40
"""Of each kind: what the published procedure was tried with."""


def describe(command: argparse.ArgumentParser) -> None:
    """Add the arguments of ``terms``."""
    command.set_defaults(run=_run)
    command.add_argument(
        "examples", nargs="+", metavar="EXAMPLE", help="a page or file of the genre, about anything"
    )
    command.add_argument(
        "--content",
        nargs="+",
        action="extend",
        default=[],
        metavar="PAGE",
        help="a page or file of the genre that is about the right thing",
    )
    command.add_argument(
        "-n", dest="most", type=int, default=_MOST, help=f"terms of each kind; default: {_MOST}"
    )
    command.add_argument(
        "--write", type=Path, metavar="EVENTFILE", help="write them into this event file"
    )
    command.add_argument(
        "--contact", default="", help="your web or mail address, told to webmasters"
    )


def _run(options: argparse.Namespace, console: Console) -> int:
    if not 1 <= options.most <= 1000:
        raise TidingsError(f"-n: found {options.most}; allowed: from 1 to 1000")
    examples = read_pages(options.examples, options.contact, open_live)
    found = generate_terms(
        examples, read_pages(options.content, options.contact, open_live), options.most
    )
    if not found.genre:
        raise TidingsError("found no word that occurs twice; allowed: more or longer examples")
    console.print(_table("genre", found.genre))
    if options.content:
        console.print(_table("content", found.content))
    if options.write:
        write_terms(options.write, found)
        say(
            console,
            f"Wrote them into {options.write}: strike what is wrong. They count with the default measure, "
            'or alone with relevance.measure = "genre"',
        )
    return 0


def _table(kind: str, terms: Sequence[Counted]) -> Table:
    rows = table(f"{kind} term", "times", "pages")
    for term, times, pages in terms:
        rows.add_row(Text(term), f"{times:,}", f"{pages:,}")
    return rows
