"""Reads a collection: what became of every address, and why; safe while a crawl is writing."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, NamedTuple

from tidings.model import Evidence, Named, Score, Typed
from tidings.store.sqlite.database import Database
from tidings.urls import url_id

_ENTRIES = """
SELECT link.url, CASE phase WHEN 0 THEN 'waiting' ELSE outcome END AS outcome, link.reason,
       max(0.0, min(1.0, link.score)) AS priority, depth, origin, anchor, found_at, tries,
       coalesce((SELECT url FROM link AS above WHERE above.id = link.parent), '') AS parent,
       captured_at, status, coalesce(mime, '') AS mime, coalesce(size, 0) AS size,
       coalesce(digest, '') AS digest, coalesce(title, '') AS title,
       coalesce(language, '') AS language, published, coalesce(dated_by, '') AS dated_by,
       page.score, explained, coalesce(file, '') AS file, coalesce(offset, 0) AS offset,
       coalesce(length, 0) AS length, coalesce(first, 0) AS story,
       coalesce(provenance, '') AS provenance
FROM link LEFT JOIN page ON page.link = link.seq LEFT JOIN story ON story.page = link.seq
"""
_VISITED_AT = "CASE provenance WHEN '' THEN captured_at ELSE found_at END"
"""The order of visits; captures of archives are of long ago, so that of discovery must do for them."""
_TRIED = f"""
SELECT name, origin, outcome = 'kept'
FROM link JOIN host ON host.id = link.host LEFT JOIN page ON page.link = link.seq
WHERE outcome IN ('kept', 'rejected') ORDER BY {_VISITED_AT}, link.seq
"""
_VISITED = f"""
SELECT url, coalesce(page.score, 0.0) FROM page JOIN link ON link.seq = page.link
ORDER BY {_VISITED_AT} DESC, page.link DESC LIMIT ?
"""
_ARMS = """
SELECT name, origin, sum(outcome IN ('kept', 'rejected')), sum(outcome = 'kept'), sum(phase = 0)
FROM link JOIN host ON host.id = link.host WHERE outcome IN ('kept', 'rejected') OR phase = 0
GROUP BY host.id, origin ORDER BY 4 DESC, 3, name, origin
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """Everything known about one address."""

    url: str
    outcome: str
    reason: str
    priority: float
    depth: int
    origin: str
    parent: str
    anchor: str
    found_at: datetime
    tries: int
    captured_at: datetime | None
    status: int | None
    mime: str
    size: int
    digest: str
    title: str
    language: str
    published: datetime | None
    dated_by: str
    score: Score | None
    file: str
    offset: int
    length: int
    provenance: str = ""
    """The archive it was read from, empty for the live web."""
    story: int = 0
    """The same for pages that tell nearly the same; 0 for pages without a story."""
    who: tuple[Named, ...] = ()
    """The people and organisations a kept page names."""
    type: Typed | None = None
    """The type of crisis a kept page is about."""


@dataclass(frozen=True, slots=True)
class ReasonCount:
    """How many addresses met the same fate."""

    outcome: str
    reason: str
    count: int


class SourceRecord(NamedTuple):
    """What one host brought."""

    host: str
    fetched: int
    good: int
    bad: int
    waiting: int
    closed: str


class ArmRecord(NamedTuple):
    """What one host brought by one channel."""

    host: str
    channel: str
    tried: int
    kept: int
    waiting: int


class Ledger:
    """The ledger of one collection."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._cursor = database.connection.cursor

    def entry(self, url: str) -> Entry | None:
        """Return what is known about an address."""
        row = self._rows(_ENTRIES + "WHERE link.id = ?", url_id(url)).fetchone()
        return _entry(row) if row else None

    def numbered(self, seq: int) -> Entry | None:
        """Return what is known about the address with this number."""
        row = self._rows(_ENTRIES + "WHERE link.seq = ?", seq).fetchone()
        return _entry(row) if row else None

    def entries(self, outcome: str = "", *, by_priority: bool = False) -> Iterator[Entry]:
        """Yield all addresses, or those with one outcome, in order of discovery or with the best links first."""
        order = "link.score DESC, link.seq" if by_priority else "link.seq"
        query = f"SELECT * FROM ({_ENTRIES} ORDER BY {order})"
        rows = self._rows(query + " WHERE outcome = ?", outcome) if outcome else self._rows(query)
        return map(_entry, rows)

    def count(self, outcome: str) -> int:
        """Count the addresses with an outcome."""
        row = self._rows("SELECT count(*) FROM link WHERE phase = 2 AND outcome = ?", outcome)
        return int(row.fetchone()[0])

    def reasons(self) -> list[ReasonCount]:
        """Count addresses by outcome and kind of reason, most frequent first."""
        counts: dict[tuple[str, str], int] = {}
        rows = self._rows(
            "SELECT phase, outcome, reason, count(*) FROM link GROUP BY phase = 0, outcome, reason"
        )
        for phase, outcome, reason, count in rows:
            key = ("waiting", "") if phase == 0 else (outcome, reason_kind(outcome, reason))
            counts[key] = counts.get(key, 0) + count
        lines = [ReasonCount(outcome, reason, n) for (outcome, reason), n in counts.items()]
        return sorted(lines, key=lambda line: (line.outcome, -line.count))

    def sources(self, most: int) -> list[SourceRecord]:
        """Return the hosts that brought most."""
        rows = self._rows(
            "SELECT name, fetched, good, bad, (SELECT count(*) FROM link WHERE host = host.id AND phase = 0), "
            "host.reason FROM host ORDER BY good DESC, fetched, name LIMIT ?",
            most,
        )
        return [SourceRecord(*row) for row in rows]

    def tried(self) -> Iterator[tuple[str, str, bool]]:
        """Yield host, channel and whether it was kept of every judged page, in the order of time."""
        for host, channel, kept in self._database.connection.execute(_TRIED):
            yield host, channel, bool(kept)

    def followed(self, most: int) -> list[str]:
        """Return the addresses found last that wait or were visited, in order of discovery."""
        query = "SELECT url FROM link WHERE phase <> 1 ORDER BY seq DESC LIMIT ?"
        return [url for (url,) in self._database.connection.execute(query, (most,))][::-1]

    def visited(self, most: int) -> list[tuple[str, float]]:
        """Return address and score of the pages visited last, in the order of time."""
        return self._database.connection.execute(_VISITED, (most,)).fetchall()[::-1]

    def arms(self) -> list[ArmRecord]:
        """Return every host and channel, those that brought most first."""
        return [ArmRecord(*row) for row in self._database.connection.execute(_ARMS)]

    def fact(self, name: str) -> str:
        """Return a remembered fact about the collection."""
        return self._database.fact(name)

    def _rows(self, query: str, *arguments: object) -> sqlite3.Cursor:
        cursor = self._cursor()
        cursor.row_factory = sqlite3.Row
        return cursor.execute(query, arguments)


def reason_kind(outcome: str, reason: str) -> str:
    """Fold reasons that differ only in numbers and addresses into one line of a report."""
    for kind in ("score", "link score"):
        if reason.startswith(f"{kind} "):
            return kind
    for prefix in ("to ", "same bytes as ", "same page as ", "nearly the same text as "):
        if outcome in ("redirected", "duplicate") and reason.startswith(prefix):
            return prefix.strip()
    return reason


def _entry(row: sqlite3.Row) -> Entry:
    values: dict[str, Any] = {**row}
    known = json.loads(values.pop("explained") or "{}")
    values["who"] = tuple(Named(*item) for item in known.get("who", ()))
    values["type"] = Typed(*known["type"]) if "type" in known else None
    for name in ("found_at", "captured_at", "published"):
        if values[name] is not None:
            values[name] = datetime.fromtimestamp(values[name], UTC)
    if values["score"] is not None:
        values["score"] = _score(values["score"], known)
    return Entry(**values)


def _score(value: float, known: dict[str, Any]) -> Score:
    evidence = tuple(Evidence(*item) for item in known.get("evidence", ()))
    return Score(value, known.get("parts", {}), evidence)
