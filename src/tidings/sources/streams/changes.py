"""The queries of the streams of a collection: those of its event file, as they were changed since."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tidings.disk.writing import write_text
from tidings.errors import CollectionError
from tidings.model import Post
from tidings.ports import Clock
from tidings.settings import Settings
from tidings.sources.streams.queries import Queries, queries_of, with_changes, written

QUERIES_FILE, FOLLOWED_FILE = "queries.json", "followed.json"
"""A running crawl reads these files in its folder: queries changed by hand, and those that it follows by itself."""
_LOOK_AGAIN = 2.0
"""Seconds between two looks at the files."""
_HOUR = 3600.0


class LiveQueries:
    """The present queries; a change in a file counts a few seconds later."""

    def __init__(self, settings: Settings, folder: Path, clock: Clock) -> None:
        self._base = queries_of(settings)
        self._folder = folder
        self._clock = clock
        self._looked_at = float("-inf")
        self._stamps = (0, 0)
        self._given = self._queries = self._base
        self._posts_an_hour = settings.streams.follow_posts
        self._hour, self._taken = 0.0, 0

    def __call__(self) -> Queries:
        """Return the present queries, also those that the crawl follows by itself."""
        now = self._clock.now().timestamp()
        if now - self._looked_at >= _LOOK_AGAIN:
            self._looked_at = now
            self._look()
        return self._queries

    def wants(self, post: Post) -> bool:
        """Return whether a post is wanted; queries that nobody gave bring a limited number of posts an hour."""
        queries = self()
        if self._given.wants(post):
            return True
        return queries is not self._given and queries.wants(post) and self._has_room()

    def _has_room(self) -> bool:
        hour = self._clock.now().timestamp() // _HOUR
        if hour != self._hour:
            self._hour, self._taken = hour, 0
        self._taken += 1
        return self._taken <= self._posts_an_hour

    def _look(self) -> None:
        stamps = _stamp(self._folder / QUERIES_FILE), _stamp(self._folder / FOLLOWED_FILE)
        if stamps != self._stamps:
            self._stamps = stamps
            add, remove = read_changes(self._folder)
            followed = read_followed(self._folder)
            self._given = with_changes(self._base, add, remove)
            self._queries = self._given
            if followed:
                self._queries = with_changes(self._base, [*add, *followed], remove)


def _stamp(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def read_changes(folder: Path) -> tuple[list[str], list[str]]:
    """Return the queries added and removed by hand; raise CollectionError if the file cannot be read."""
    data = _read(folder / QUERIES_FILE, {"add": [], "remove": []})
    return data["add"], data["remove"]


def read_followed(folder: Path) -> list[str]:
    """Return the queries that a crawl follows by itself, without removed ones; raise CollectionError."""
    _, removed = read_changes(folder)
    followed = _read(folder / FOLLOWED_FILE, {"queries": []})["queries"]
    return [query for query in followed if query not in removed]


def write_followed(folder: Path, queries: Sequence[str]) -> None:
    """Let a crawl follow these queries."""
    write_text(folder / FOLLOWED_FILE, _text({"queries": list(queries)}))


def _read(path: Path, empty: dict[str, list[str]]) -> dict[str, list[str]]:
    if not path.exists():
        return empty
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        return {name: [str(each) for each in data[name]] for name in empty}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise CollectionError(f"{path}: cannot be read as queries: {error}") from error


def _text(data: dict[str, Any]) -> str:
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def change(
    folder: Path, settings: Settings, add: Sequence[str], remove: Sequence[str]
) -> list[str]:
    """Add and remove queries of a collection for good; return the new ones; raise ValueError for what is none."""
    add, remove = list(map(written, add)), list(map(written, remove))
    added, removed = read_changes(folder)
    new = [each for each in dict.fromkeys(add) if each not in added]
    added = [each for each in dict.fromkeys((*added, *add)) if each not in remove]
    removed = [each for each in dict.fromkeys((*removed, *remove)) if each not in add]
    with_changes(queries_of(settings), added, removed)
    write_text(folder / QUERIES_FILE, _text({"add": added, "remove": removed}))
    return new
