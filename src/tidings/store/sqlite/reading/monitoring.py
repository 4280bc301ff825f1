"""Counts over a collection in SQLite, for people who watch it; a crawl may write meanwhile."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from tidings.model import HostState, Outcome, Reason, WatchedHost
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
_SCORES = """
SELECT CAST(round(CAST(visit.score AS numeric), 2) AS double precision),
       count(*) FILTER (WHERE link.outcome = 'kept'),
       count(*) FILTER (WHERE link.outcome = 'rejected')
FROM link JOIN visit ON visit.seq = link.visit
WHERE visit.score IS NOT NULL AND link.outcome IN ('kept', 'rejected') GROUP BY 1 ORDER BY 1
"""
_ROBOTS = f"('{Reason.ROBOTS.value}', '{Reason.ROBOTS_UNREACHABLE.value}')"
_STATES = f"""
SELECT name, fetched, good, bad, waiting, next_at, failures, reason, detail,
       CASE WHEN failures > 0 OR closed = '{Outcome.FAILED.value}' THEN 'silent'
            WHEN closed <> '' AND reason <> '{Reason.PAGES_PER_SITE.value}' THEN 'refused'
            WHEN waiting > 0 AND next_at > :now THEN 'resting'
            WHEN waiting > 0 THEN 'ready'
            WHEN fetched = 0 AND refusing.host IS NOT NULL THEN 'refused'
            WHEN fetched > 0 THEN 'done' ELSE 'unasked' END AS state
FROM (SELECT host.*, (SELECT count(*) FROM link WHERE link.host = host.id AND phase = 0) AS waiting FROM host) AS host
LEFT JOIN (SELECT DISTINCT host FROM link WHERE outcome = '{Outcome.REFUSED.value}' AND reason IN {_ROBOTS}) AS refusing
     ON refusing.host = host.id
"""
_HOSTS = f"""
SELECT * FROM ({_STATES}) AS host
WHERE (:state = '' OR state = :state)
  AND (:after = '' OR (-good, fetched, name) > (SELECT -good, fetched, name FROM host WHERE name = :after))
ORDER BY good DESC, fetched, name LIMIT :limit
"""
_BY_STATE = f"""
SELECT state, count(*) FROM ({_STATES}) AS host GROUP BY state
"""


class SqliteMonitor:
    """Answers how a crawl goes."""

    def __init__(self, database: Database) -> None:
        self._read = database.connection.execute

    def waiting(self) -> int:
        """Count the waiting links."""
        (count,) = self._read("SELECT count(*) FROM link WHERE phase = 0").fetchone()
        return int(count)

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

    def scores(self) -> list[tuple[float, int, int]]:
        """Count the pages kept and rejected by score, to two digits."""
        return [(score, kept, rejected) for score, kept, rejected in self._read(_SCORES)]

    def types(self) -> dict[str, int]:
        """Count the kept pages by type of crisis, the most frequent first."""
        return dict(self._read(_TYPES))

    def hosts(self) -> int:
        """Count the hosts that a page was fetched from."""
        return int(self._read("SELECT count(*) FROM host WHERE fetched > 0").fetchone()[0])

    def hosts_by_state(self, now: float) -> dict[HostState, int]:
        """Count the hosts by their state at a moment."""
        return dict(self._read(_BY_STATE, {"now": now}))

    def watched_hosts(
        self, now: float, state: str = "", *, after: str = "", limit: int = 100
    ) -> list[WatchedHost]:
        """Return hosts with their state, those with the most kept pages first; ``after`` is the last one seen."""
        values = {"now": now, "state": state, "after": after, "limit": limit}
        return [_watched(row) for row in self._read(_HOSTS, values)]

    def newest(self) -> datetime | None:
        """Return when the newest page was captured."""
        (moment,) = self._read("SELECT max(captured_at) FROM visit").fetchone()
        return None if moment is None else datetime.fromtimestamp(moment, UTC)


def _watched(row: Sequence[Any]) -> WatchedHost:
    *figures, code, detail, state = row
    host, fetched, good, bad, waiting, next_at, failures = figures
    closed = Reason(code).sentence(detail)
    return WatchedHost(host, fetched, good, bad, waiting, next_at, failures, closed, state)
