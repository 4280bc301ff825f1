"""Reads a collection in SQLite: the outcome of every URL, and why; a crawl may write meanwhile."""

from __future__ import annotations

import re
import sqlite3
from array import array
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from tidings.model import ALL, ArmRecord, Freshness, HostRecord, Query, Reason, ReasonCount, Typed
from tidings.store.entries import Entry
from tidings.store.explained import score_of
from tidings.store.reasons import count_reasons
from tidings.store.sqlite.database import Database
from tidings.urls import url_id

Arguments = Sequence[object] | Mapping[str, object]
"""Values for the placeholders of a statement."""

_ENTRY = """
SELECT link.seq AS number, visit.seq AS visit, link.url,
       {outcome} AS outcome, {reason} AS reason, {detail} AS detail,
       greatest(0.0, least(1.0, link.score)) AS priority, depth, {channel} AS channel, barred, anchor,
       {found_at} AS found_at, tries,
       coalesce((SELECT url FROM link AS above WHERE above.id = link.parent), '') AS parent,
       coalesce((SELECT url FROM link AS above WHERE above.id = link.scored_by), '') AS scored_by,
       captured_at, status, coalesce(mime, '') AS mime, coalesce(size, 0) AS size,
       coalesce(digest, '') AS digest, coalesce(title, '') AS title,
       coalesce(language, '') AS language, published, coalesce(dated_by, '') AS dated_by,
       visit.score, explained, coalesce(type, '') AS type, type_probability,
       coalesce(file, '') AS file, coalesce(byte_offset, 0) AS offset,
       coalesce(length, 0) AS length, coalesce(first, 0) AS story,
       coalesce(provenance, '') AS provenance, content AS packed
FROM link LEFT JOIN visit ON {visits} LEFT JOIN reading ON reading.visit = visit.seq
LEFT JOIN story ON story.visit = visit.seq
"""
_OUTCOME = "CASE phase WHEN 0 THEN 'waiting' ELSE link.outcome END"
_ENTRIES = _ENTRY.format(
    visits="visit.seq = link.visit",
    outcome=_OUTCOME,
    reason="link.reason",
    detail="link.detail",
    channel="channel",
    found_at="found_at",
)
"""Every link with its current visit."""
_OTHER = "visit.seq <> link.visit"
_OUTCOME_OF_VISIT = f"CASE WHEN {_OTHER} THEN visit.outcome ELSE {_OUTCOME} END"
_VISITS = _ENTRY.format(
    visits="visit.link = link.seq",
    outcome=_OUTCOME_OF_VISIT,
    reason=f"CASE WHEN {_OTHER} THEN visit.reason ELSE link.reason END",
    detail=f"CASE WHEN {_OTHER} THEN visit.detail ELSE link.detail END",
    channel=f"CASE WHEN {_OTHER} THEN 'version' ELSE channel END",
    found_at=f"CASE WHEN {_OTHER} THEN entered_at ELSE found_at END",
)
"""Every visit, and every link that was never visited."""
_VISITED_AT = "CASE provenance WHEN '' THEN captured_at ELSE found_at END"
"""The order of visits; captures of archives are old, so that their discovery counts."""
_FILTERS = {
    "outcome": "{outcome} = :outcome",
    "host": "link.host = (SELECT id FROM host WHERE name = :host)",
    "channel": "channel = :channel",
    "text": r"(lower(link.url) LIKE lower(:text) ESCAPE '\' OR lower(title) LIKE lower(:text) ESCAPE '\')",
    "minimum_score": "visit.score >= :minimum_score",
    "since": "coalesce(entered_at, found_at) >= :since",
}
"""The SQL of each field of a query."""
_BY_DISCOVERY = ("link.seq >= :after", "link.seq")
_BY_PRIORITY = (
    "(link.score, -link.seq) <= (SELECT score, -seq FROM link WHERE seq = :after)",
    "link.score DESC, link.seq",
)
"""Each order as the condition that continues it from an entry on, and its columns."""
_NO_LIMIT = 2**63 - 1
_REASONS = """
SELECT CASE phase WHEN 0 THEN 1 ELSE 0 END AS waits, outcome, reason, detail, count(*) FROM link
GROUP BY waits, outcome, reason, detail
UNION ALL
SELECT 0, visit.outcome, visit.reason, visit.detail, count(*)
FROM visit JOIN link ON link.seq = visit.link
WHERE provenance <> '' AND visit.seq <> link.visit GROUP BY visit.outcome, visit.reason, visit.detail
"""
_HOSTS = """
SELECT name, fetched, good, bad, (SELECT count(*) FROM link WHERE host = host.id AND phase = 0),
       host.reason, host.detail
FROM host
WHERE :after = '' OR (-good, fetched, name) > (SELECT -good, fetched, name FROM host WHERE name = :after)
ORDER BY good DESC, fetched, name LIMIT :limit
"""
_TRIED = f"""
SELECT name, channel, link.outcome = 'kept'
FROM link JOIN host ON host.id = link.host LEFT JOIN visit ON visit.seq = link.visit
WHERE link.outcome IN ('kept', 'rejected') ORDER BY {_VISITED_AT}, link.seq
"""
_VISITED = f"""
SELECT url, coalesce(visit.score, 0.0) FROM visit JOIN link ON link.seq = visit.link
ORDER BY {_VISITED_AT} DESC, visit.seq DESC LIMIT ?
"""
_ARMS = """
SELECT name, channel, count(*) FILTER (WHERE outcome IN ('kept', 'rejected')),
       count(*) FILTER (WHERE outcome = 'kept'), count(*) FILTER (WHERE phase = 0)
FROM link JOIN host ON host.id = link.host WHERE outcome IN ('kept', 'rejected') OR phase = 0
GROUP BY host.id, channel ORDER BY 4 DESC, 3, name, channel
"""


class SqliteLedger:
    """The ledger of one collection in SQLite: the port ``Ledger``, and all that readers of a collection ask."""

    def __init__(self, database: Database) -> None:
        self._read = database.connection.execute
        self._cursor = database.connection.cursor

    def entry(self, url: str) -> Entry | None:
        """Return what is known about a URL."""
        row = self._rows(_ENTRIES + "WHERE link.id = ?", (url_id(url),)).fetchone()
        return _entry(row) if row else None

    def of_links(self, numbers: Sequence[int]) -> dict[int, Entry]:
        """Return what is known about the URLs with these numbers, by number."""
        marks = ", ".join("?" * len(numbers)) or "NULL"
        rows = self._rows(f"{_ENTRIES} WHERE link.seq IN ({marks})", numbers)
        return {entry.number: entry for entry in map(_entry, rows)}

    def visits_of(self, number: int) -> list[Entry]:
        """Return every visit to the URL with this number, the oldest first."""
        query = f"{_VISITS} WHERE link.seq = ? AND visit.seq IS NOT NULL ORDER BY visit.seq"
        return [_entry(row) for row in self._rows(query, (number,))]

    def of_visit(self, visit: int) -> Entry | None:
        """Return what is known about the URL of a visit."""
        query = (
            _VISITS + "WHERE link.seq = (SELECT link FROM visit WHERE seq = ?) AND visit.seq = ?"
        )
        row = self._rows(query, (visit, visit)).fetchone()
        return _entry(row) if row else None

    def entries(
        self, query: Query = ALL, *, after: int = 0, after_visit: int = 0, limit: int = -1
    ) -> Iterator[Entry]:
        """Yield the entries of a query, at most ``limit``, after the entry numbered ``after``.

        A listing of all visits continues after one of its visits, ``after_visit``.
        """
        further, order = _BY_PRIORITY if query.by_priority else _BY_DISCOVERY
        conditions, values = _conditions(query)
        if after:
            conditions += [further, "(link.seq <> :after OR visit.seq > :after_visit)"]
        values |= {"after": after, "after_visit": after_visit or _NO_LIMIT}
        rows = _VISITS if query.all_visits else _ENTRIES
        sql = f"{rows} {_where(conditions)} ORDER BY {order}, visit.seq LIMIT :limit"
        return map(_entry, self._rows(sql, {**values, "limit": _at_most(limit)}))

    def count(self, query: Query = ALL) -> int:
        """Count the entries of a query."""
        conditions, values = _conditions(query)
        visits = "visit.link = link.seq" if query.all_visits else "visit.seq = link.visit"
        sql = f"SELECT count(*) FROM link LEFT JOIN visit ON {visits} {_where(conditions)}"
        return int(self._rows(sql, values).fetchone()[0])

    def reasons(self) -> list[ReasonCount]:
        """Count URLs, and further snapshots of them, by outcome and kind of reason, most frequent first."""
        return count_reasons(self._read(_REASONS))

    def freshness(self, outcome: str = "") -> Freshness:
        """Return the median age of dated pages of the live web at their visit, of one outcome or all."""
        dated = (
            "FROM visit WHERE published IS NOT NULL AND provenance = '' AND status = 200 "
            "AND (outcome = :outcome OR (:outcome = '' AND score IS NOT NULL))"
        )
        values = {"outcome": outcome}
        count = int(self._rows(f"SELECT count(*) {dated}", values).fetchone()[0])
        if not count:
            return Freshness(0, None)
        middle = (
            f"SELECT avg(age) FROM (SELECT captured_at - published AS age {dated} "
            f"ORDER BY age LIMIT {2 - count % 2} OFFSET {(count - 1) // 2}) AS middle"
        )
        return Freshness(count, float(self._rows(middle, values).fetchone()[0]) / 3600)

    def hosts(self, *, after: str = "", limit: int = -1) -> list[HostRecord]:
        """Return the hosts with the most kept pages, at most ``limit``, after the host ``after``."""
        rows = self._rows(_HOSTS, {"after": after, "limit": _at_most(limit)})
        return [
            HostRecord(host, fetched, good, bad, waiting, Reason(code).sentence(detail))
            for host, fetched, good, bad, waiting, code, detail in rows
        ]

    def tried(self) -> Iterator[tuple[str, str, bool]]:
        """Yield host, channel and whether it was kept for every judged page, in the order of the visits."""
        for host, channel, kept in self._read(_TRIED):
            yield host, channel, bool(kept)

    def followed(self, most: int) -> list[str]:
        """Return the URLs found last that wait or were visited, in order of discovery."""
        query = "SELECT url FROM link WHERE phase <> 1 ORDER BY seq DESC LIMIT ?"
        return [url for (url,) in self._read(query, (most,))][::-1]

    def visited(self, most: int) -> list[tuple[str, float]]:
        """Return URL and score of the pages visited last, in the order of the visits."""
        return self._read(_VISITED, (most,)).fetchall()[::-1]

    def arms(self) -> list[ArmRecord]:
        """Return every host and channel, those with the most kept pages first."""
        return [ArmRecord(*row) for row in self._read(_ARMS)]

    def edges(self, url: str) -> tuple[str, ...]:
        """Return the known URLs that a page links to, in page order."""
        query = (
            "SELECT edges FROM reading JOIN link ON link.visit = reading.visit WHERE link.id = ?"
        )
        row = self._read(query, (url_id(url),)).fetchone()
        ids = array("q", row[0] if row else b"")
        find = "SELECT url FROM link WHERE id = ?"
        rows = (self._read(find, (id_,)).fetchone() for id_ in ids)
        return tuple(str(row[0]) for row in rows if row)

    def _rows(self, query: str, arguments: Arguments = ()) -> sqlite3.Cursor:
        cursor = self._cursor()
        cursor.row_factory = sqlite3.Row
        return cursor.execute(query, arguments)


def _conditions(query: Query) -> tuple[list[str], dict[str, object]]:
    """Return a query as conditions in SQL and the values of their placeholders."""
    values = {name: getattr(query, name) for name in _FILTERS}
    values = {name: value for name, value in values.items() if value not in ("", None)}
    outcome = _OUTCOME_OF_VISIT if query.all_visits else _OUTCOME
    conditions = [_FILTERS[name].format(outcome=outcome) for name in values]
    if query.text:
        values["text"] = "%" + re.sub(r"([%_\\])", r"\\\1", query.text) + "%"
    if query.since:
        values["since"] = query.since.timestamp()
    return conditions, values


def _at_most(limit: int) -> int:
    """Return a limit for SQL; PostgreSQL knows no negative ones."""
    return limit if limit >= 0 else _NO_LIMIT


def _where(conditions: Sequence[str]) -> str:
    return f"WHERE {' AND '.join(conditions)}" if conditions else ""


def _entry(row: sqlite3.Row) -> Entry:
    values: dict[str, Any] = {**row}
    explained = values.pop("explained")
    values["code"] = Reason(values.pop("reason"))
    kind, probability = values["type"], values.pop("type_probability")
    values["type"] = Typed(kind, probability) if kind else None
    for name in ("found_at", "captured_at", "published"):
        if values[name] is not None:
            values[name] = datetime.fromtimestamp(values[name], UTC)
    values["packed"] = values["packed"] or b""
    if values["score"] is not None:
        values["score"] = score_of(values["score"], explained or "")
    return Entry(**values)
