"""The command ``terms``: finds the terms of a genre in example pages and writes them into an event file."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from tidings.collection.proposing.draft import read_pages
from tidings.commands.terminal.printing import say, table
from tidings.errors import TidingsError
from tidings.event.terms import Counted, generate_terms, write_terms
from tidings.job import open_live

_TERMS = 40
"""Terms of each kind; the number of the published procedure."""


def describe(command: argparse.ArgumentParser) -> None:
    """Add the arguments of ``terms``."""
    command.set_defaults(run=_run)
    command.add_argument(
        "examples", nargs="+", metavar="EXAMPLE", help="a page or file of the genre, on any subject"
    )
    command.add_argument(
        "--content",
        nargs="+",
        action="extend",
        default=[],
        metavar="PAGE",
        help="a page or file of the genre, on the right subject",
    )
    command.add_argument(
        "-n", dest="most", type=int, default=_TERMS, help=f"terms of each kind; default: {_TERMS}"
    )
    command.add_argument(
        "--write", type=Path, metavar="EVENTFILE", help="write them into this event file"
    )
    command.add_argument(
        "--contact", default="", help="your web or mail address, sent to webmasters"
    )


def _run(options: argparse.Namespace, console: Console) -> int:
    if not 1 <= options.most <= 1000:
        raise TidingsError(f"-n: found {options.most}; allowed: from 1 to 1000")
    examples = read_pages(options.examples, options.contact, open_live)
    terms = generate_terms(
        examples, read_pages(options.content, options.contact, open_live), options.most
    )
    if not terms.genre:
        raise TidingsError("found no word that occurs twice; allowed: more or longer examples")
    console.print(_table("genre", terms.genre))
    if options.content:
        console.print(_table("content", terms.content))
    if options.write:
        write_terms(options.write, terms)
        say(
            console,
            f"Wrote them into {options.write}: delete the wrong ones. The default measure uses them, "
            'relevance.measure = "genre" uses nothing else',
        )
    return 0


def _table(kind: str, terms: Sequence[Counted]) -> Table:
    rows = table(f"{kind} term", "times", "pages")
    for term, times, pages in terms:
        rows.add_row(Text(term), f"{times:,}", f"{pages:,}")
    return rows
