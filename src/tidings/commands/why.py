"""The command ``why``: what became of a URL, for what reasons, and how the crawl came to it."""

from __future__ import annotations

import argparse
from pathlib import Path

from rich.console import Console

from tidings.collection.folder import EVENT_FILE, open_ledger
from tidings.commands.terminal.arguments import add_folder
from tidings.commands.terminal.printing import say
from tidings.errors import TidingsError
from tidings.event.file import load
from tidings.relevance import explain
from tidings.store.sqlite.ledger import Entry, Ledger
from tidings.urls import normalise


def describe(command: argparse.ArgumentParser) -> None:
    """Add the arguments of ``why``."""
    command.set_defaults(run=_run)
    add_folder(command)
    command.add_argument("url", help="the address")


def _run(options: argparse.Namespace, console: Console) -> int:
    if "://" not in options.url:
        raise TidingsError(
            f"found {options.url}; allowed: the address of a page, http://... or https://..."
        )
    show(options.folder, options.url, console)
    return 0


def show(folder: Path, address: str, console: Console) -> None:
    """Print what became of an address; raise TidingsError if the collection never met it."""
    url = normalise(address)
    threshold = load(folder / EVENT_FILE).relevance.threshold
    with open_ledger(folder) as ledger:
        entry = ledger.entry(url) if url else None
        if entry is None:
            raise TidingsError(f"{address}: never met in this collection")
        _print_entry(console, entry, threshold)
        _print_path(console, ledger, entry)


def _print_entry(console: Console, entry: Entry, threshold: float) -> None:
    say(console, entry.url, style="bold")
    for line in _lines(entry, threshold):
        say(console, line)


def _lines(entry: Entry, threshold: float) -> list[str]:
    lines = [f"  {entry.title}"] if entry.title else []
    turn = f"its turn comes with score {entry.priority:.2f}"
    lines.append(f"{entry.outcome}: {entry.reason or turn}")
    if entry.score:
        lines.append(explain(entry.score, threshold))
    if entry.who:
        lines.append("names " + ", ".join(f"{name} ({count}x)" for name, count in entry.who))
    if entry.type:
        lines.append(f"type {entry.type.name} ({entry.type.probability:.2f})")
    if entry.captured_at:
        fetched = f"fetched {entry.captured_at:%Y-%m-%d %H:%M:%S} UTC"
        lines.append(f"{fetched}, status {entry.status}, {entry.size:,} bytes")
    if entry.provenance:
        lines.append(f"taken from an archive: {entry.provenance}")
    if entry.file:
        lines.append(f"archived in {entry.file} at {entry.offset:,}, {entry.length:,} bytes")
    return lines


def _print_path(console: Console, ledger: Ledger, entry: Entry, most: int = 30) -> None:
    """Print how the crawl came to a URL, back to its seed."""
    say(console, "how it was found:")
    for _ in range(most):
        words = f" “{entry.anchor}”" if entry.anchor else ""
        say(console, f"  {entry.origin}{words}, link score {entry.priority:.2f}")
        above = ledger.entry(entry.parent) if entry.parent else None
        if above is None:
            return
        say(console, f"  on {above.url} ({above.outcome})")
        entry = above
