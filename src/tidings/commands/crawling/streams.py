"""The command ``streams``: shows the queries of a collection, changes them, and proposes further ones."""

from __future__ import annotations

import argparse

from rich.console import Console
from rich.table import Table
from rich.text import Text

from tidings.collection.folder import EVENT_FILE
from tidings.collection.proposing.queries import present, proposed
from tidings.collection.reading import open_reader
from tidings.commands.terminal.arguments import add_folder
from tidings.commands.terminal.printing import harmless, say, table
from tidings.errors import CollectionError, TidingsError
from tidings.event.file import load
from tidings.sources.streams.changes import change, read_followed
from tidings.sources.streams.proposals import QueryProposal
from tidings.sources.streams.queries import Queries


def describe(command: argparse.ArgumentParser) -> None:
    """Add the arguments of ``streams``."""
    command.set_defaults(run=_run)
    add_folder(command)
    command.add_argument(
        "--add",
        action="append",
        default=[],
        metavar="QUERY",
        help="word:flood, tag:harwick, account:did:plc:..., language:en or "
        "region:SOUTH,WEST,NORTH,EAST; a running crawl follows it at once",
    )
    command.add_argument("--remove", action="append", default=[], metavar="QUERY")


def _run(options: argparse.Namespace, console: Console) -> int:
    settings = load(options.folder / EVENT_FILE)
    try:
        if options.add or options.remove:
            change(options.folder, settings, options.add, options.remove)
    except ValueError as error:
        raise TidingsError(f"--add, --remove: {error}") from error
    console.print(_queries(present(options.folder, settings), tuple(read_followed(options.folder))))
    try:
        with open_reader(options.folder) as collection:
            made = proposed(collection, settings)
    except CollectionError:  # nothing was crawled so far
        return 0
    if made:
        say(console, "\nMay be worth following:")
        console.print(proposal_table(made))
    return 0


def proposal_table(made: list[QueryProposal]) -> Table:
    """Return proposals as a table."""
    rows = table("query", "kept", "rejected")
    for each in made:
        rows.add_row(Text(harmless(each.query)), f"{each.kept:,}", f"{each.others:,}")
    return rows


def _queries(queries: Queries, followed: tuple[str, ...]) -> Table:
    rows = table("queries", "", numbers=slice(0, 0))
    lists = {
        "words": queries.words,
        "tags": queries.tags,
        "accounts": queries.accounts,
        "languages": queries.languages,
        "regions": tuple(", ".join(f"{edge:g}" for edge in each) for each in queries.regions),
        "followed by itself": followed,
    }
    for name, values in lists.items():
        if values:
            rows.add_row(name, Text(harmless(", ".join(values))))
    return rows
