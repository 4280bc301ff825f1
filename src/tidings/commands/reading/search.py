"""The command ``search``: finds pages of one collection or several, and counts them by source, place and day."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress

from tidings.collection.folder import database_path, folder_of, read_store
from tidings.collection.search.asking import ask
from tidings.collection.search.events import EventOrder
from tidings.collection.search.searching import CollectionSearch, search_all
from tidings.commands.reading.events import print_events
from tidings.commands.reading.filters import add_filters, given_filters
from tidings.commands.terminal.found import as_json, print_answer
from tidings.commands.terminal.printing import say
from tidings.errors import CollectionError
from tidings.index.fields import FACETS
from tidings.model import SearchQuery, Sort

_FACETS = "host,country,language,type,person,day"
"""The facets printed if none are named."""
_LARGE = 2_000
"""Changes to take in from which progress is shown."""


def describe(command: argparse.ArgumentParser) -> None:
    """Add the arguments of ``search``."""
    command.set_defaults(run=_run)
    command.add_argument(
        "targets",
        nargs="+",
        metavar="FOLDER ... QUERY",
        help="collection folders, by default this folder, then the words to find; see docs/search.md",
    )
    add_filters(command)
    command.add_argument(
        "--outcome",
        action="append",
        metavar="X",
        help="kept (the default), rejected, duplicate or any; may be repeated",
    )
    orders = [order.value for order in Sort]
    command.add_argument("--sort", choices=orders, default="best", help="the order; default: best")
    command.add_argument("--limit", type=int, default=10, metavar="N", help="default: 10")
    command.add_argument(
        "--facets",
        default=_FACETS,
        metavar="NAMES",
        help=f"what to count, or none; default: {_FACETS}; all: {', '.join(FACETS)}",
    )
    command.add_argument("--cursor", default="", help="go on: the next of an answer as JSON")
    command.add_argument(
        "--rebuild", action="store_true", help="make the index again from database and archive"
    )
    command.add_argument(
        "--events",
        choices=[order.value for order in EventOrder],
        help="list the collections in the folders by their events, in this order",
    )
    command.add_argument("--json", action="store_true", help="print the answer as JSON")


def _run(options: argparse.Namespace, console: Console) -> int:
    if options.events:
        return print_events(options, console)
    folders, words = _split(options.targets)
    query = _query(words, options)
    errors = Console(stderr=True, highlight=False)
    with _opened(folders, errors) as searches:
        if options.rebuild:
            for search in searches:
                say(errors, f"{search.folder}: indexed {search.rebuild():,} pages again")
        answer = search_all(searches, query)
        others = 0 if answer.count or not query.outcomes else _of_any_outcome(searches, query)
    if options.json:
        console.out(as_json(answer), highlight=False)
    else:
        print_answer(console, answer, query, others, several=len(folders) > 1)
    return 0


def _split(targets: Sequence[str]) -> tuple[list[Path], str]:
    """Return the collections that stand first, and the words after them."""
    count = next(
        (number for number, each in enumerate(targets) if not _is_collection(each)), len(targets)
    )
    first = targets[0]
    if not count and len(targets) > 1 and ("/" in first or Path(first).exists()):
        raise CollectionError(f"{first}: no collection here; `tidings crawl` makes one")
    if not count and not _is_collection("."):
        raise CollectionError(
            f"this folder is no collection; write one before the words: tidings search FOLDER {first}"
        )
    folders = [folder_of(each) for each in targets[:count]] or [Path()]
    return folders, " ".join(targets[count:])


def _is_collection(target: str) -> bool:
    try:
        return database_path(folder_of(target)).exists()
    except (OSError, ValueError):  # a long query is no path
        return False


def _query(words: str, options: argparse.Namespace) -> SearchQuery:
    filters: Any = given_filters(options)
    if options.outcome:
        filters["outcome"] = options.outcome
    facets = [] if options.facets == "none" else options.facets.replace(",", " ").split()
    return ask(
        words,
        **filters,
        sort=options.sort,
        limit=options.limit,
        cursor=options.cursor,
        facets=facets,
    )


@contextmanager
def _opened(folders: Sequence[Path], errors: Console) -> Iterator[list[CollectionSearch]]:
    with ExitStack() as stack:
        searches = []
        for folder in folders:
            store = read_store(folder)
            stack.callback(store.close)
            bar = _Bar(stack, errors, folder)
            search = CollectionSearch(folder, store, lambda text: say(errors, text), bar)
            stack.callback(search.close)
            searches.append(search)
        yield searches


class _Bar:
    """Shows how far a large collection is indexed."""

    def __init__(self, stack: ExitStack, errors: Console, folder: Path) -> None:
        self._stack = stack
        self._errors = errors
        self._folder = folder
        self._bar: Progress | None = None

    def __call__(self, done: int, total: int) -> None:
        if total < _LARGE or not self._errors.is_terminal:
            return
        if self._bar is None:
            self._bar = Progress(console=self._errors, transient=True)
            self._stack.enter_context(self._bar)
            self._bar.add_task(f"indexing {self._folder}", total=total)
        self._bar.update(self._bar.task_ids[0], completed=done)
        if done >= total:
            self._bar.stop()


def _of_any_outcome(searches: Sequence[CollectionSearch], query: SearchQuery) -> int:
    """Count the pages that match but have another outcome."""
    return search_all(searches, replace(query, outcomes=(), limit=0, facets=())).count
