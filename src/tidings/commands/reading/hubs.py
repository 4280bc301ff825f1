"""The command ``hubs``: lists the pages that link to most recent kept pages."""

from __future__ import annotations

import argparse
from datetime import UTC, datetime

from rich.console import Console
from rich.text import Text

from tidings.collection.export.objects import as_json
from tidings.collection.export.rows import clean
from tidings.collection.folder import EVENT_FILE
from tidings.collection.reading import open_reader
from tidings.collection.summary.hubs import standing_hubs
from tidings.commands.terminal.arguments import add_folder
from tidings.commands.terminal.printing import harmless, say, table
from tidings.errors import TidingsError
from tidings.event.document import read_values

_FORMS = ("table", "urls", "json")


def describe(command: argparse.ArgumentParser) -> None:
    """Add the arguments of ``hubs``."""
    command.set_defaults(run=_run)
    add_folder(command, "the collection folder")
    command.add_argument("-k", type=int, metavar="K", help="how many; default: recrawl.hubs")
    command.add_argument(
        "--days",
        type=float,
        metavar="D",
        help="pages older than this many days count little; default: recrawl.hub_days",
    )
    command.add_argument(
        "--format", choices=_FORMS, default="table", help="urls is one a line; default: table"
    )


def _run(options: argparse.Namespace, console: Console) -> int:
    with open_reader(options.folder) as reader:
        values = read_values(reader.folder / EVENT_FILE, [])
        most = values["recrawl.hubs"] if options.k is None else options.k
        days = values["recrawl.hub_days"] if options.days is None else options.days
        if most < 1 or days < 1:
            raise TidingsError(f"found -k {most} --days {days}; allowed: 1 or more of both")
        hubs = standing_hubs(reader, datetime.now(UTC), most, days)
    if options.format == "json":
        console.out(as_json(clean([hub._asdict() for hub in hubs])).decode(), highlight=False)
    elif options.format == "urls":
        for hub in hubs:
            say(console, harmless(hub.url))
    else:
        rows = table("hub", "title", "kept pages", "reward", numbers=slice(2, 4))
        for hub in hubs:
            title = Text(harmless(hub.title))
            rows.add_row(Text(harmless(hub.url)), title, f"{hub.pages:,}", f"{hub.reward:.1f}")
        console.print(rows)
    return 0
