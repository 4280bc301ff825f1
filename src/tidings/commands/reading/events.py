"""Lists collections by their events, for ``tidings search --events``."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from tidings.collection.search.asking import moment
from tidings.collection.search.events import (
    CollectedEvent,
    EventOrder,
    find_collections,
    list_events,
)
from tidings.commands.terminal.printing import harmless, say, table


def print_events(options: argparse.Namespace, console: Console) -> int:
    """Print the events of the collections in some folders, filtered and sorted as the options say."""
    folders = [each for target in options.targets for each in find_collections(Path(target))]
    events = list_events(
        dict.fromkeys(folders),
        type=_single(options.type),
        place=_single(options.place),
        since=moment("since", options.since, end=False) if options.since else None,
        until=moment("until", options.until, end=True) if options.until else None,
        order=EventOrder(options.events),
    )
    if options.json:
        console.out(json.dumps([_document(event) for event in events], indent=1), highlight=False)
    elif events:
        console.print(_table(events))
    else:
        say(console, f"no event matches; {len(folders):,} collections")
    return 0


def _single(values: Sequence[str] | None) -> str:
    return values[0] if values else ""


def _table(events: Sequence[CollectedEvent]) -> Table:
    rows = table("event", "type", "where", "from", "until", "kept", "folder", numbers=slice(5, 6))
    for event in events:
        if event.problem:
            rows.add_row(Text(harmless(event.problem), style="red"), *[""] * 5, _text(event.folder))
            continue
        rows.add_row(
            _text(event.name),
            _text(event.type),
            _text(", ".join(event.places)),
            _day(event.start),
            _day(event.end),
            f"{event.kept:,}",
            _text(event.folder),
        )
    return rows


def _text(value: object) -> Text:
    return Text(harmless(str(value).replace("\n", " ")))


def _day(value: datetime | None) -> str:
    return f"{value:%Y-%m-%d}" if value else ""


def _document(event: CollectedEvent) -> dict[str, object]:
    days = {
        name: value.isoformat() if value else None
        for name, value in (("start", event.start), ("end", event.end))
    }
    periods = [[moment.isoformat() for moment in period] for period in event.periods]
    return {**asdict(event), "folder": str(event.folder), **days, "periods": periods}
