"""Visits in SQLite: every answer to a link, and where it is archived."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

from tidings.model import Original, Outcome, Part, Pointer, Reason, Snapshot, Totals, Verdict, Visit
from tidings.store.explained import explain
from tidings.store.rules import storable
from tidings.store.sqlite.database import Database
from tidings.urls import url_id

NEXT_CHANGE = "(SELECT coalesce(max(changed), 0) + 1 FROM visit)"
"""The number of the next change, higher than all before."""
_SAVE = f"""
INSERT INTO visit (link, captured_at, entered_at, status, mime, size, digest, title, language,
                   published, dated_by, score, explained, type, type_probability,
                   outcome, reason, detail, file, byte_offset, length, provenance, revision, changed)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, {NEXT_CHANGE})
"""
_SAVE_READING = "INSERT INTO reading (visit, base, cells, content, edges) VALUES (?, ?, ?, ?, ?)"
_INDEX_PARTS = "CREATE INDEX IF NOT EXISTS part_digest ON part (digest)"
_SAVE_PART = "INSERT INTO part VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
_PROMOTE = """
UPDATE link SET visit = ?, outcome = ?, reason = ?, detail = ? WHERE seq = ? AND outcome <> 'kept'
"""
_CHANGED_BACK = """
UPDATE link SET visit = coalesce(
    (SELECT min(seq) FROM visit WHERE link = ? AND digest = ? AND outcome = 'kept'), visit
)
WHERE seq = ?
"""
"""A page that has changed back: the first visit with these bytes becomes the current one of its link again."""
_ORIGINAL = """
SELECT visit.seq, link.seq, url, captured_at FROM visit JOIN link ON link.seq = visit.link
WHERE digest = ? AND file <> '' AND (visit.outcome = 'kept'
    OR (visit.outcome = 'unchanged' AND visit.reason = 'nearly the same text as'))
ORDER BY visit.seq LIMIT 1
"""
ORIGINAL_PART = """
SELECT visit, url, captured_at FROM part WHERE digest = ? AND mime <> 'warc/revisit' LIMIT 1
"""
_POSTS = """
SELECT visit.seq, link.seq, link.id, file, byte_offset, length FROM link JOIN visit ON visit.link = link.seq
WHERE substr(url, 1, ?) = ? AND mime = 'application/json'
"""
_POST = """
SELECT visit.seq, link.seq, link.id, file, byte_offset, length FROM link JOIN visit ON visit.link = link.seq
WHERE link.id = ? AND mime = 'application/json'
"""
_WITHDRAW = (
    f"UPDATE visit SET title = '', explained = '', score = NULL, digest = '', file = '', byte_offset = 0, length = 0, "
    f"outcome = ?, reason = ?, detail = '', changed = {NEXT_CHANGE} WHERE seq = ?",
    "DELETE FROM reading WHERE visit = ?",
    "DELETE FROM story_band WHERE visit = ?",
    "UPDATE story SET fingerprint = '' WHERE visit = ?",
)
_TOTALS = """
SELECT count(*), count(*) FILTER (WHERE outcome = 'kept' AND provenance <> '')
           + count(DISTINCT CASE WHEN outcome = 'kept' AND provenance = '' THEN link END),
       coalesce(sum(size), 0) + (SELECT coalesce(sum(length), 0) FROM part) FROM visit
"""
_ARCHIVED = """
SELECT url, captured_at, CASE WHEN visit.reason IN ('same bytes as', 'not modified') THEN 'warc/revisit' ELSE mime END,
       status, digest, file, byte_offset, length, visit.seq AS number, 0 AS is_part
FROM visit JOIN link ON link.seq = visit.link WHERE file <> ''
UNION ALL
SELECT url, captured_at, mime, status, digest, file, byte_offset, length, visit AS number, 1 AS is_part FROM part
ORDER BY number, is_part, file, byte_offset
"""


class SqliteVisits:
    """``Visits`` in one SQLite database; the caller commits."""

    def __init__(self, database: Database) -> None:
        self._write = database.write
        self._read = database.connection.execute

    def save(
        self,
        link: int,
        visit: Visit,
        pointer: Pointer | None,
        *,
        entered_at: float | None = None,
        snapshot: bool = False,
    ) -> int:
        """Save one answer to a link and return its number; ``entered_at`` is by default when it was captured.

        It becomes the current visit of the link, unless it is unchanged or a further snapshot beside a kept one.
        """
        captured_at = visit.captured_at.timestamp()
        row = (
            link, captured_at, captured_at if entered_at is None else entered_at,
            visit.status, storable(visit.mime), visit.size, visit.digest, storable(visit.title), visit.language,
            visit.published.moment.timestamp() if visit.published else None,
            visit.published.evidence if visit.published else "",
            visit.score.value if visit.score else None, explain(visit.score), *(visit.type or ("", None)),
            *codes(visit.verdict), *(pointer or ("", 0, 0)), visit.provenance, visit.revision,
        )  # fmt: skip
        seq = self._write(_SAVE, row).lastrowid or 0
        if visit.score:
            reading = (seq, visit.base, visit.cells, visit.content, visit.edges)
            self._write(_SAVE_READING, reading)
        if snapshot and visit.verdict.outcome is Outcome.KEPT:
            self._write(_PROMOTE, (seq, *codes(visit.verdict), link))
        elif not snapshot and visit.verdict.outcome is not Outcome.UNCHANGED:
            self._write("UPDATE link SET visit = ? WHERE seq = ?", (seq, link))
        elif not snapshot and visit.verdict.reason is Reason.SAME_BYTES:
            self._write(_CHANGED_BACK, (link, visit.digest, link))
        return seq

    def save_part(self, visit: int, part: Part, pointer: Pointer) -> None:
        """Save where a part of a kept page is archived."""
        moment = part.captured_at.timestamp()
        row = (visit, part.url, moment, part.status, storable(part.mime), part.digest, *pointer)
        self._write(_SAVE_PART, row)

    def has_part(self, part: Part) -> bool:
        """Return whether the same bytes of the same URL are archived as a part already."""
        self._write(_INDEX_PARTS)  # made when it is first needed: most crawls have no parts
        query = "SELECT 1 FROM part WHERE digest = ? AND url = ? LIMIT 1"
        return self._read(query, (part.digest, part.url)).fetchone() is not None

    def original_part(self, digest: str) -> Original | None:
        """Return the first part with this payload that is archived in full."""
        self._write(_INDEX_PARTS)
        row = self._read(ORIGINAL_PART, (digest,)).fetchone()
        if row is None:
            return None
        visit, url, captured_at = row
        return Original(visit, 0, url, datetime.fromtimestamp(captured_at, UTC))

    def original(self, digest: str) -> Original | None:
        """Return the first archived and kept page with this payload."""
        row = self._read(_ORIGINAL, (digest,)).fetchone()
        if row is None:
            return None
        visit, link, url, captured_at = row
        return Original(visit, link, url, datetime.fromtimestamp(captured_at, UTC))

    def withdraw(self, url: str, *, account: bool = False) -> list[Pointer]:
        """Forget what a post says, or all posts whose URLs begin so, also beside their links; return their places."""
        rows = self._read(_POSTS, (len(url), url)) if account else self._read(_POST, (url_id(url),))
        places = []
        for visit, link, id_, *place in rows.fetchall():
            save, *forget = _WITHDRAW
            self._write(save, (Outcome.REFUSED.value, Reason.WITHDRAWN.value, visit))
            for query in forget:
                self._write(query, (visit,))
            self._write(
                "UPDATE link SET outcome = ?, reason = ?, detail = '' WHERE seq = ?",
                (Outcome.REFUSED.value, Reason.WITHDRAWN.value, link),
            )
            self._write("UPDATE link SET anchor = '', context = '' WHERE parent = ?", (id_,))
            places += [Pointer(*place)] if place[0] else []
        return places

    def totals(self) -> Totals:
        """Return how many pages and bytes were fetched, with the parts of pages, and how many pages kept."""
        return Totals(*self._read(_TOTALS).fetchone())

    def archived(self) -> Iterator[Snapshot]:
        """Yield everything in the archive, in the order of visits."""
        for url, captured_at, mime, status, digest, *pointer, _, _ in self._read(_ARCHIVED):
            moment = datetime.fromtimestamp(captured_at, UTC)
            yield Snapshot(url, moment, mime, status, digest, Pointer(*pointer))


def codes(verdict: Verdict | None) -> tuple[str, str, str]:
    """Return a verdict as the columns outcome, reason and detail."""
    if verdict is None:
        return "", "", ""
    return verdict.outcome.value, verdict.reason.value, storable(verdict.detail)
