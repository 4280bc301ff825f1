"""The visits since a moment, for those who want to know what is new; a crawl may write meanwhile."""

from __future__ import annotations

from collections.abc import Iterator

from tidings.model import DuePage, NewVisit, Outcome, Reason
from tidings.store.again.sqlite import SqliteTracked, first_visit
from tidings.store.sqlite.database import Database

_SINCE = """
SELECT visit.seq, link.seq, url, host.name, channel, entered_at, visit.title, visit.language, visit.published,
       visit.score, visit.outcome, visit.reason, visit.detail,
       coalesce((SELECT max(seq) FROM visit AS earlier
                 WHERE earlier.link = visit.link AND earlier.seq < visit.seq AND earlier.outcome = 'kept'), 0)
FROM visit JOIN link ON link.seq = visit.link JOIN host ON host.id = link.host
WHERE visit.seq >= ? ORDER BY visit.seq
"""
_FAILING = "SELECT name, failures FROM host WHERE failures >= ? AND good > 0 ORDER BY name"
_DUE = """
SELECT seq, url, due_at FROM link WHERE due_at IS NOT NULL ORDER BY due_at, seq LIMIT ?
"""
_OUTCOMES = {each.value: each for each in Outcome}
_REASONS = {each.value: each for each in Reason}


_COMES_BACK = "SELECT seq, url, due_at FROM link WHERE seq = ? AND due_at IS NOT NULL"


class SqliteNews:
    """Answers what came in since a moment, and what comes back."""

    def __init__(self, database: Database) -> None:
        self._read = database.connection.execute
        self.tracked = SqliteTracked(database)
        """What is remembered of pages that come back; to be read only."""

    def since(self, moment: float) -> Iterator[NewVisit]:
        """Yield the visits that were entered since a moment, in their order."""
        for row in self._read(_SINCE, (self.first(moment),)):
            yield NewVisit._make((*row[:10], _OUTCOMES[row[10]], _REASONS[row[11]], *row[12:]))

    def first(self, moment: float) -> int:
        """Return the number of the first visit entered since a moment."""
        return first_visit(self._read, moment)

    def last_entered(self) -> float | None:
        """Return when the last visit was entered, None before the first."""
        row = self._read("SELECT entered_at FROM visit ORDER BY seq DESC LIMIT 1").fetchone()
        return float(row[0]) if row else None

    def failing(self, least: int) -> list[tuple[str, int]]:
        """Return the hosts with kept pages that failed at least so often in a row, and how often."""
        return list(self._read(_FAILING, (least,)))

    def due(self, most: int) -> list[DuePage]:
        """Return the pages that come back next, and when."""
        rows = self._read(_DUE, (most,)).fetchall()
        return [DuePage(seq, url, at, self.tracked.load(seq)) for seq, url, at in rows]

    def comes_back(self, number: int) -> DuePage | None:
        """Return when a page comes back, None for never."""
        row = self._read(_COMES_BACK, (number,)).fetchone()
        return DuePage(row[0], row[1], row[2], self.tracked.load(number)) if row else None
