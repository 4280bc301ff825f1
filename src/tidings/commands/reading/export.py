"""The command ``export``: writes a collection for other programs."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO

from rich.console import Console

from tidings.collection.export.formats import FORMATS, write_entries
from tidings.collection.export.selection import found
from tidings.collection.export.wacz import write_selection, write_wacz
from tidings.collection.pages.fields import own_columns
from tidings.collection.reading import CollectionReader, open_reader
from tidings.collection.search.asking import ask
from tidings.collection.summary.news import moment_of
from tidings.commands.reading.filters import add_filters, given_filters
from tidings.commands.terminal.arguments import add_folder
from tidings.disk.writing import atomic_file
from tidings.errors import TidingsError
from tidings.model import Outcome, Query
from tidings.store.entries import Entry

_SORTED_BY_SEARCH = ("score", "newest")


def describe(command: argparse.ArgumentParser) -> None:
    """Add the arguments of ``export``."""
    command.set_defaults(run=_run)
    add_folder(command)
    command.add_argument("--format", choices=[*FORMATS, "wacz"], default="csv", help="default: csv")
    command.add_argument(
        "--outcome",
        choices=[*(outcome.value for outcome in Outcome), "waiting", "any"],
        help="only URLs with this outcome; default: any, but kept with a filter, for citations and for maps",
    )
    command.add_argument(
        "--query", default="", metavar="WORDS", help="only pages that a search finds"
    )
    add_filters(command)
    command.add_argument(
        "--new-since",
        metavar="WHEN",
        help="only what came in since a day, a time, or 90m, 24h, 7d: new pages and new versions",
    )
    orders = ("discovery", "priority", *_SORTED_BY_SEARCH)
    command.add_argument("--sort", choices=orders, default="discovery", help="default: discovery")
    command.add_argument("--by-priority", action="store_true", help="the same as --sort priority")
    command.add_argument("--text", action="store_true", help="with the text of the pages")
    command.add_argument("-o", "--out", type=_file, help="a file; default: standard output, also -")


def _file(name: str) -> Path | None:
    return None if name == "-" else Path(name)


def _run(options: argparse.Namespace, console: Console) -> int:
    filters = given_filters(options)
    if options.format == "wacz":
        return _write_wacz(options, filters)
    if FORMATS[options.format].is_binary and options.out is None and sys.stdout.isatty():
        raise TidingsError(f"a terminal cannot show {options.format}; allowed: --out FILE")
    with open_reader(options.folder) as collection, _opened(options.out) as out:
        entries = _entries(collection, options, filters)
        own, fields = own_columns(collection.folder)
        write_entries(options.format, entries, out, own=own, fields=fields, text=options.text)
    return 0


def _write_wacz(options: argparse.Namespace, filters: dict[str, Any]) -> int:
    """Write the whole collection, or the pages that were chosen."""
    if options.out is None:
        raise TidingsError("a WACZ file needs --out FILE")
    if not (options.outcome or options.query or filters or options.new_since):
        write_wacz(options.folder, options.out)
        return 0
    with open_reader(options.folder) as collection:
        numbers = {entry.number: None for entry in _entries(collection, options, filters)}
        write_selection(collection.folder, numbers, options.out)
    return 0


def _entries(
    collection: CollectionReader, options: argparse.Namespace, filters: dict[str, Any]
) -> Iterator[Entry]:
    """Return the pages that were chosen."""
    entries = _unbounded(collection, options, filters)
    if not options.new_since:
        return entries
    first = collection.news.first(moment_of(options.new_since, datetime.now(UTC)).timestamp())
    return (entry for entry in entries if (entry.visit or 0) >= first)


def _unbounded(
    collection: CollectionReader, options: argparse.Namespace, filters: dict[str, Any]
) -> Iterator[Entry]:
    """Return the pages from the index if there is a filter, else everything ever met."""
    searched = bool(options.query or filters or options.sort in _SORTED_BY_SEARCH)
    kept = searched or FORMATS[options.format].of_pages
    outcome = options.outcome or (Outcome.KEPT.value if kept else "any")
    if searched:
        order = options.sort if options.sort in _SORTED_BY_SEARCH else "best"
        return found(collection, ask(options.query, **filters, outcome=outcome, sort=order))
    query = Query(
        outcome="" if outcome == "any" else outcome,
        by_priority=options.by_priority or options.sort == "priority",
        all_visits=options.format != "urls",
    )
    return collection.entries(query)


@contextmanager
def _opened(path: Path | None) -> Iterator[BinaryIO]:
    if path is None:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    with atomic_file(path) as out:
        yield out
