"""Counts over a collection in SQLite, for people who watch it; a crawl may write meanwhile."""

from __future__ import annotations

from datetime import UTC, datetime

from tidings.store.sqlite.database import Database

_HARVEST = """
SELECT count(*), count(*) FILTER (WHERE outcome = 'kept')
FROM visit GROUP BY (seq - 1) / :size ORDER BY (seq - 1) / :size
"""
_COUNTS = """
SELECT count(*) FILTER (WHERE phase <> 0 AND outcome = 'kept'),
       count(*) FILTER (WHERE phase <> 0 AND outcome = 'rejected'),
       count(*) FILTER (WHERE phase <> 0 AND outcome IN ('kept', 'rejected', 'duplicate')),
       count(*) FILTER (WHERE phase = 0)
FROM link
"""
_TYPES = """
SELECT type, count(*) FROM link JOIN visit ON visit.seq = link.visit
WHERE link.outcome = 'kept' AND type <> '' GROUP BY type ORDER BY 2 DESC, 1
"""


class SqliteMonitor:
    """Answers how a crawl goes."""

    def __init__(self, database: Database) -> None:
        self._read = database.connection.execute

    def harvest(self, points: int) -> list[tuple[int, int]]:
        """Return pages visited and pages kept after each block of visits, at most ``points`` blocks."""
        (last,) = self._read("SELECT coalesce(max(seq), 0) FROM visit").fetchone()
        size = max(1, -(-last // points))
        visited = kept = 0
        curve = []
        for more, good in self._read(_HARVEST, {"size": size}):
            visited, kept = visited + more, kept + good
            curve.append((visited, kept))
        return curve

    def counts(self) -> tuple[int, int, int, int]:
        """Count the links: kept, rejected, read in any way, waiting."""
        kept, rejected, read, waiting = self._read(_COUNTS).fetchone()
        return kept, rejected, read, waiting

    def types(self) -> dict[str, int]:
        """Count the kept pages by type of crisis, the most frequent first."""
        return dict(self._read(_TYPES))

    def hosts(self) -> int:
        """Count the hosts that a page was fetched from."""
        return int(self._read("SELECT count(*) FROM host WHERE fetched > 0").fetchone()[0])

    def newest(self) -> datetime | None:
        """Return when the newest page was captured."""
        (moment,) = self._read("SELECT max(captured_at) FROM visit").fetchone()
        return None if moment is None else datetime.fromtimestamp(moment, UTC)
