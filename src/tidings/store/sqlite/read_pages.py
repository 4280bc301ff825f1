"""The pages that were read, and the order of their changes, for a search index to follow; SQLite."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

from tidings.model import Change, ReadPage
from tidings.store.sqlite.database import Database
from tidings.store.sqlite.state import SqliteState

_PAGES = """
SELECT link.seq, link.id, link.url, channel, title, language, published, captured_at, visit.score, type,
       visit.outcome, coalesce(first, 0), content, file, byte_offset, entered_at
FROM link JOIN visit ON visit.seq = link.visit JOIN reading ON reading.visit = visit.seq
LEFT JOIN story ON story.visit = visit.seq
WHERE link.seq IN (SELECT value FROM json_each(?))
"""


class SqliteReadPages:
    """Reads pages and their changes, also while a crawl writes."""

    def __init__(self, database: Database) -> None:
        self._read = database.connection.execute
        self._runs = SqliteState(database).runs

    def changes(self, after: int, most: int) -> list[Change]:
        """Return the next changes after the one with this number."""
        query = "SELECT changed, link FROM visit WHERE changed > ? ORDER BY changed LIMIT ?"
        return [Change(*row) for row in self._read(query, (after, most))]

    def last_change(self) -> int:
        """Return the number of the last change, 0 if there is none."""
        return int(self._read("SELECT coalesce(max(changed), 0) FROM visit").fetchone()[0])

    def count_changes(self, after: int) -> int:
        """Count the visits changed after a number."""
        row = self._read("SELECT count(*) FROM visit WHERE changed > ?", (after,)).fetchone()
        return int(row[0])

    def pages(self, links: Iterable[int]) -> Iterator[ReadPage]:
        """Yield the pages of links, as far as their current visit was read."""
        runs = self._runs()
        for *row, entered_at in self._read(_PAGES, (json.dumps(list(links)),)):
            yield ReadPage._make((*row, _session(runs, entered_at)))

    def kept(self) -> list[int]:
        """Return the numbers of the links whose page is kept."""
        query = "SELECT seq FROM link WHERE outcome = 'kept' ORDER BY seq"
        return [number for (number,) in self._read(query)]

    def numbers(self, ids: Iterable[int]) -> list[int]:
        """Return the numbers of the links with these ids."""
        query = "SELECT seq FROM link WHERE id IN (SELECT value FROM json_each(?)) ORDER BY seq"
        return [number for (number,) in self._read(query, (json.dumps(list(ids)),))]

    def identity(self) -> str:
        """Return what distinguishes this collection from others: its first link, and when it was found."""
        row = self._read("SELECT id, found_at FROM link ORDER BY seq LIMIT 1").fetchone()
        return f"{row[0]} {row[1]}" if row else ""


def _session(runs: list[float], entered_at: float) -> str:
    """Return the run that was under way at a moment; pages older than all runs came in with an unknown one."""
    place = bisect_right(runs, entered_at)
    if not place:
        return ""
    return f"{datetime.fromtimestamp(runs[place - 1], UTC):%Y-%m-%dT%H:%M:%SZ}"
