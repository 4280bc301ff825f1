"""The command ``check``: names what has fallen silent; its exit code says whether anything has."""

from __future__ import annotations

import argparse
import asyncio
from datetime import UTC, datetime

from rich.console import Console

from tidings.collection.export.objects import as_json
from tidings.collection.export.rows import clean
from tidings.collection.folder import EVENT_FILE
from tidings.collection.reading import open_reader
from tidings.collection.summary.alarms import alarms_of
from tidings.commands.terminal.arguments import add_folder
from tidings.commands.terminal.printing import harmless, say
from tidings.crawl.again.watching import message
from tidings.event.document import read_values
from tidings.web.webhook import send_json

ALARM = 6
"""The exit code if there is an alarm."""


def describe(command: argparse.ArgumentParser) -> None:
    """Add the arguments of ``check``."""
    command.set_defaults(run=_run)
    add_folder(command, "the collection folder")
    command.add_argument(
        "--webhook", metavar="URL", help="send alarms there as JSON; default: recrawl.webhook"
    )
    command.add_argument("--json", action="store_true", help="print the alarms as JSON")


def _run(options: argparse.Namespace, console: Console) -> int:
    with open_reader(options.folder) as reader:
        alarms, name = alarms_of(reader, datetime.now(UTC)), reader.name
        given = read_values(reader.folder / EVENT_FILE, [])["recrawl.webhook"]
    sent = message(name, alarms)
    if options.json:
        console.out(as_json(clean(sent)).decode(), highlight=False)
    else:
        for alarm in alarms:
            say(console, harmless(alarm.sentence()), style="yellow")
        if not alarms:
            say(console, "No alarm")
    if alarms and (url := options.webhook or given):
        asyncio.run(send_json(url, sent))
    return ALARM if alarms else 0
