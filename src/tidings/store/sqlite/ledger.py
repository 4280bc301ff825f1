"""Reads a collection: what became of every address, and why; safe while a crawl is writing."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, NamedTuple

from tidings.model import Evidence, Named, Reason, Score, Typed
from tidings.store.sqlite.database import Database
from tidings.urls import url_id

Arguments = Sequence[object] | Mapping[str, object]
"""Values for the placeholders of a statement."""

_ENTRIES = """
SELECT link.seq AS number, link.url, CASE phase WHEN 0 THEN 'waiting' ELSE outcome END AS outcome,
       link.reason, link.detail, max(0.0, min(1.0, link.score)) AS priority, depth, channel, barred, anchor, found_at, tries,
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
_FILTERS = {
    "outcome": "CASE phase WHEN 0 THEN 'waiting' ELSE link.outcome END = :outcome",
    "host": "link.host = (SELECT id FROM host WHERE name = :host)",
    "channel": "channel = :channel",
    "text": r"(link.url LIKE :text ESCAPE '\' OR title LIKE :text ESCAPE '\')",
    "minimum_score": "page.score >= :minimum_score",
    "since": f"{_VISITED_AT} >= :since",
}
"""The SQL of each field of a query."""
_BY_DISCOVERY = ("link.seq > :after", "link.seq")
_BY_PRIORITY = (
    "(link.score, -link.seq) < (SELECT score, -seq FROM link WHERE seq = :after)",
    "link.score DESC, link.seq",
)
"""Each order as the condition that continues it after an entry, and its columns."""
_HOSTS = """
SELECT name, fetched, good, bad, (SELECT count(*) FROM link WHERE host = host.id AND phase = 0),
       host.reason, host.detail
FROM host
WHERE :after = '' OR (-good, fetched, name) > (SELECT -good, fetched, name FROM host WHERE name = :after)
ORDER BY good DESC, fetched, name LIMIT :limit
"""
_TRIED = f"""
SELECT name, channel, outcome = 'kept'
FROM link JOIN host ON host.id = link.host LEFT JOIN page ON page.link = link.seq
WHERE outcome IN ('kept', 'rejected') ORDER BY {_VISITED_AT}, link.seq
"""
_VISITED = f"""
SELECT url, coalesce(page.score, 0.0) FROM page JOIN link ON link.seq = page.link
ORDER BY {_VISITED_AT} DESC, page.link DESC LIMIT ?
"""
_ARMS = """
SELECT name, channel, sum(outcome IN ('kept', 'rejected')), sum(outcome = 'kept'), sum(phase = 0)
FROM link JOIN host ON host.id = link.host WHERE outcome IN ('kept', 'rejected') OR phase = 0
GROUP BY host.id, channel ORDER BY 4 DESC, 3, name, channel
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """Which entries are wanted, and in which order; an empty field does not restrict them."""

    outcome: str = ""
    host: str = ""
    channel: str = ""
    text: str = ""
    """A part of the URL or of the title, in lower or upper case."""
    minimum_score: float | None = None
    since: datetime | None = None
    """Visited at this moment or later; URLs that were not visited count by their discovery."""
    by_priority: bool = False
    """The best links first, not in order of discovery."""


ALL = Query()


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """Everything known about one URL."""

    number: int
    """The order of discovery; a listing goes on after the entry with this number."""
    url: str
    outcome: str
    code: Reason
    """Why it met its outcome."""
    detail: str
    priority: float
    depth: int
    channel: str
    barred: str
    """Why its page does not let it be followed, a code."""
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

    @property
    def reason(self) -> str:
        """Return in words why it met its outcome."""
        return self.code.sentence(self.detail)


@dataclass(frozen=True, slots=True)
class ReasonCount:
    """How many addresses met the same fate."""

    outcome: str
    reason: str
    count: int
    code: Reason


class HostRecord(NamedTuple):
    """How one host has done."""

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
        row = self._rows(_ENTRIES + "WHERE link.id = ?", (url_id(url),)).fetchone()
        return _entry(row) if row else None

    def numbered(self, seq: int) -> Entry | None:
        """Return what is known about the address with this number."""
        row = self._rows(_ENTRIES + "WHERE link.seq = ?", (seq,)).fetchone()
        return _entry(row) if row else None

    def entries(self, query: Query = ALL, *, after: int = 0, limit: int = -1) -> Iterator[Entry]:
        """Yield the entries of a query, at most ``limit``, from the one behind the entry numbered ``after``."""
        further, order = _BY_PRIORITY if query.by_priority else _BY_DISCOVERY
        conditions, values = _conditions(query)
        if after:
            conditions.append(further)
        sql = f"{_ENTRIES} {_where(conditions)} ORDER BY {order} LIMIT :limit"
        return map(_entry, self._rows(sql, {**values, "after": after, "limit": limit}))

    def count(self, query: Query = ALL) -> int:
        """Count the entries of a query."""
        conditions, values = _conditions(query)
        sql = (
            f"SELECT count(*) FROM link LEFT JOIN page ON page.link = link.seq {_where(conditions)}"
        )
        return int(self._rows(sql, values).fetchone()[0])

    def reasons(self) -> list[ReasonCount]:
        """Count addresses by outcome and kind of reason, most frequent first."""
        counts: dict[tuple[str, str, Reason], int] = {}
        rows = self._rows(
            "SELECT phase = 0 AS waits, outcome, reason, detail, count(*) FROM link "
            "GROUP BY waits, outcome, reason, detail"
        )
        for waits, outcome, code, detail, count in rows:
            reason = Reason(code)
            words = reason.value if reason.folds else reason.sentence(detail)
            key = ("waiting", "", Reason.OTHER) if waits else (outcome, words, reason)
            counts[key] = counts.get(key, 0) + count
        lines = [
            ReasonCount(outcome, words, n, code) for (outcome, words, code), n in counts.items()
        ]
        return sorted(lines, key=lambda line: (line.outcome, -line.count))

    def hosts(self, *, after: str = "", limit: int = -1) -> list[HostRecord]:
        """Return the hosts with the most kept pages, at most ``limit``, from the one behind the host ``after``."""
        rows = self._rows(_HOSTS, {"after": after, "limit": limit})
        return [
            HostRecord(host, fetched, good, bad, waiting, Reason(code).sentence(detail))
            for host, fetched, good, bad, waiting, code, detail in rows
        ]

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

    def _rows(self, query: str, arguments: Arguments = ()) -> sqlite3.Cursor:
        cursor = self._cursor()
        cursor.row_factory = sqlite3.Row
        return cursor.execute(query, arguments)


def _conditions(query: Query) -> tuple[list[str], dict[str, object]]:
    """Return a query as conditions in SQL and the values of their placeholders."""
    values = {name: getattr(query, name) for name in _FILTERS}
    values = {name: value for name, value in values.items() if value not in ("", None)}
    conditions = [_FILTERS[name] for name in values]
    if query.text:
        values["text"] = "%" + re.sub(r"([%_\\])", r"\\\1", query.text) + "%"
    if query.since:
        values["since"] = query.since.timestamp()
    return conditions, values


def _where(conditions: Sequence[str]) -> str:
    return f"WHERE {' AND '.join(conditions)}" if conditions else ""


def _entry(row: sqlite3.Row) -> Entry:
    values: dict[str, Any] = {**row}
    known = json.loads(values.pop("explained") or "{}")
    values["code"] = Reason(values.pop("reason"))
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
