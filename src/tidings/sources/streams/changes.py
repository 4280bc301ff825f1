"""The queries of the streams of a collection: those of its event file, as they were changed since."""

from __future__ import annotations

import json
from pathlib import Path

from tidings.disk.writing import write_text
from tidings.errors import CollectionError
from tidings.ports import Clock
from tidings.settings import Settings
from tidings.sources.streams.queries import Queries, queries_of, with_changes

QUERIES_FILE = "queries.json"
"""A running crawl reads this file in its folder: queries added and removed by hand."""
_LOOK_AGAIN = 2.0
"""Seconds between two looks at the file."""


class LiveQueries:
    """The present queries; a change in the file counts a few seconds later."""

    def __init__(self, settings: Settings, folder: Path, clock: Clock) -> None:
        self._base = queries_of(settings)
        self._path = folder / QUERIES_FILE
        self._clock = clock
        self._looked_at = float("-inf")
        self._stamp = 0
        self._queries = self._base

    def __call__(self) -> Queries:
        """Return the present queries."""
        now = self._clock.now().timestamp()
        if now - self._looked_at >= _LOOK_AGAIN:
            self._looked_at = now
            self._look()
        return self._queries

    def _look(self) -> None:
        try:
            stamp = self._path.stat().st_mtime_ns
        except OSError:
            stamp = 0
        if stamp != self._stamp:
            self._stamp = stamp
            self._queries = with_changes(self._base, *read_changes(self._path.parent))


def read_changes(folder: Path) -> tuple[list[str], list[str]]:
    """Return the queries added and removed by hand; raise CollectionError if the file cannot be read."""
    path = folder / QUERIES_FILE
    if not path.exists():
        return [], []
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        return [str(each) for each in data["add"]], [str(each) for each in data["remove"]]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise CollectionError(f"{path}: cannot be read as queries: {error}") from error


def change(folder: Path, settings: Settings, add: list[str], remove: list[str]) -> Queries:
    """Add and remove queries of a collection for good; return all; raise ValueError for one that is none."""
    added, removed = read_changes(folder)
    added = [each for each in dict.fromkeys((*added, *add)) if each not in remove]
    removed = [each for each in dict.fromkeys((*removed, *remove)) if each not in add]
    queries = with_changes(queries_of(settings), added, removed)
    text = json.dumps({"add": added, "remove": removed}, indent=1, ensure_ascii=False) + "\n"
    write_text(folder / QUERIES_FILE, text)
    return queries
