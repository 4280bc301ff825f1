"""Pages that come back, in SQLite; their table is made when the first of them is saved."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from tidings.model import PageKind, Pass, Phase, Totals, Tracked
from tidings.store.sqlite.database import Database

TABLE = """
CREATE TABLE IF NOT EXISTS tracked (
    link       INTEGER PRIMARY KEY,       -- seq of the link
    kind       TEXT NOT NULL,             -- a model.PageKind
    etag       TEXT NOT NULL,
    modified   TEXT NOT NULL,
    digest     TEXT NOT NULL,
    visited_at REAL NOT NULL,
    every      REAL NOT NULL,             -- seconds between visits while the event is on, 0 for never
    due_at     REAL NOT NULL,
    history    TEXT NOT NULL,             -- seconds between the last visits, with + where it had changed
    fruit      REAL NOT NULL,             -- kept pages first found on it
    watched    REAL NOT NULL              -- seconds over which these were counted
)
"""
_EXISTS = "SELECT 1 FROM sqlite_master WHERE name = 'tracked'"
_SAVE = """
INSERT INTO tracked VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (link) DO UPDATE SET
    kind = excluded.kind, etag = excluded.etag, modified = excluded.modified, digest = excluded.digest,
    visited_at = excluded.visited_at, every = excluded.every, due_at = excluded.due_at,
    history = excluded.history, fruit = excluded.fruit, watched = excluded.watched
"""
_LOAD = "SELECT * FROM tracked WHERE link = ?"
_ACTIVATE = """
UPDATE link SET due_at = tracked.due_at FROM tracked
WHERE tracked.link = link.seq AND tracked.every > 0 AND link.due_at IS NULL AND link.phase = 2
"""
_REPLAN = """
UPDATE tracked SET due_at = visited_at + least(greatest(every * ?, ?), ?) WHERE every > 0
"""
_MOVE = """
UPDATE link SET due_at = tracked.due_at FROM tracked
WHERE tracked.link = link.seq AND tracked.every > 0 AND link.due_at IS NOT NULL
"""
_SCHEDULE_ALL = "UPDATE link SET due_at = ? WHERE phase = 2 AND outcome IN ('kept', 'rejected')"
_ENTERED = "SELECT seq, entered_at FROM visit WHERE seq >= ? ORDER BY seq LIMIT 1"
_KEPT = """
SELECT link.id, visit.published FROM visit JOIN link ON link.seq = visit.link AND link.visit = visit.seq
WHERE visit.seq >= ? AND visit.outcome = 'kept'
"""
_EDGES = """
SELECT link.seq, reading.edges FROM link JOIN reading ON reading.visit = coalesce(
  (SELECT max(visit.seq) FROM visit JOIN reading AS again ON again.visit = visit.seq
   WHERE visit.link = link.seq AND visit.seq > link.visit AND visit.outcome = 'unchanged'), link.visit)
WHERE length(reading.edges) > 0
"""
"""A list whose text is the same may link to other pages: its last reading counts."""
_LISTS = """
SELECT visit.link, reading.edges FROM visit JOIN reading ON reading.visit = visit.seq
WHERE visit.published IS NULL AND length(reading.edges) > 0 AND visit.seq IN (
  SELECT max(visit.seq) FROM visit JOIN link ON link.seq = visit.link JOIN reading ON reading.visit = visit.seq
  WHERE visit.seq >= ? AND (visit.seq = link.visit OR visit.outcome = 'unchanged') GROUP BY visit.link)
"""
_KNOWN = "SELECT seq FROM link WHERE id IN (SELECT value FROM json_each(?))"
_FOUND_ON = """
SELECT above.seq, above.phase FROM link JOIN link AS above ON above.id = link.parent
WHERE link.seq = ? AND above.visit <> 0
"""


class SqliteTracked:
    """``TrackedPages`` in one SQLite database; the caller commits."""

    def __init__(self, database: Database, *, made: bool = False) -> None:
        """Use a database, whose table is ``made`` already or when it is first needed."""
        self._write = database.write
        self._read = database.connection.execute
        self._known = made

    @property
    def _exists(self) -> bool:
        if not self._known:  # another process may have made it
            self._known = self._read(_EXISTS).fetchone() is not None
        return self._known

    def load(self, link: int) -> Tracked | None:
        """Return what is remembered of a page, None for nothing."""
        row = self._read(_LOAD, (link,)).fetchone() if self._exists else None
        return Tracked(row[0], PageKind(row[1]), *row[2:]) if row else None

    def save(self, page: Tracked) -> None:
        """Remember a page."""
        if not self._exists:
            self._write(TABLE)
        self._write(_SAVE, (page.link, page.kind.value, *page[2:]))

    def activate(self) -> None:
        """Let every page with a rhythm come back at its moment."""
        if self._exists:
            self._write(_ACTIVATE)

    def replan(self, factor: float, least: float, most: float) -> None:
        """Move the next visits: each rhythm is multiplied by a factor, within limits."""
        if self._exists:
            self._write(_REPLAN, (factor, least, most))
            self._write(_MOVE)

    def visits_per_second(self) -> float:
        """Return the visits that all rhythms together ask for."""
        if not self._exists:
            return 0.0
        row = self._read(
            "SELECT coalesce(sum(1.0 / every), 0.0) FROM tracked WHERE every > 0"
        ).fetchone()
        return float(row[0])

    def schedule_all(self, due_at: float) -> int:
        """Let every page that was read come back at a moment; return how many there are."""
        return self._write(_SCHEDULE_ALL, (due_at,)).rowcount

    def kept(self, since: float = 0.0) -> Iterator[tuple[int, float | None]]:
        """Yield the id of every kept page and when it was published, None if that is not known."""
        yield from self._read(_KEPT, (first_visit(self._read, since),))

    def edges(self) -> Iterator[tuple[int, bytes]]:
        """Yield the number of every link that was read, and the ids of the links on it when it was read last."""
        yield from self._read(_EDGES)

    def lists(self, since: float) -> Iterator[tuple[int, bytes]]:
        """Yield the same of pages without a date of publication that were read since a moment."""
        yield from self._read(_LISTS, (first_visit(self._read, since),))

    def known(self, ids: Iterable[int]) -> list[int]:
        """Return the numbers of those links that were found."""
        return [seq for (seq,) in self._read(_KNOWN, (json.dumps(list(ids)),))]

    def found_on(self, link: int, change: Callable[[int, bool], None]) -> None:
        """Call ``change`` with number and whether it is finished of the visited page that a link was found on."""
        row = self._read(_FOUND_ON, (link,)).fetchone()
        if row:
            change(row[0], row[1] == Phase.DONE)

    def join(self, what: str, now: float, before: Totals) -> Pass:
        """Begin a pass over pages that come back: no other crawl can have begun it."""
        return Pass(now, before)

    def planning(self, fact: str) -> AbstractContextManager[bool]:
        """Plan at once: there are no other crawls."""
        return nullcontext(True)


def first_visit(read: Callable[..., Any], moment: float) -> int:
    """Return the number of the first visit entered since a moment; numbers and moments grow together."""
    (last,) = read("SELECT coalesce(max(seq), 0) FROM visit").fetchone()
    low, high = 1, last + 1
    while low < high:
        middle = (low + high) // 2
        found = read(_ENTERED, (middle,)).fetchone()
        if found and found[1] < moment:
            low = found[0] + 1
        else:
            high = middle
    return int(low)
