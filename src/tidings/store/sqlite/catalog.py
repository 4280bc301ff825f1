"""What is known of every page visited, in SQLite; read by the ledger, written by the crawl."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime

from tidings.model import Original, Pointer, Totals, Visit
from tidings.store.sqlite.database import Database

_SAVE = """
INSERT OR REPLACE INTO page VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_SAVE_READING = "INSERT OR REPLACE INTO reading VALUES (?, ?, ?)"
_ORIGINAL = """
SELECT seq, url, captured_at FROM page JOIN link ON link.seq = page.link
WHERE digest = ? AND file <> '' AND outcome = 'kept' ORDER BY page.link LIMIT 1
"""
_TOTALS = """
SELECT count(*), coalesce(sum(outcome = 'kept'), 0), coalesce(sum(size), 0)
FROM page JOIN link ON link.seq = page.link
"""
_ARCHIVED = """
SELECT url, captured_at, CASE WHEN reason = 'same bytes as' THEN 'warc/revisit' ELSE mime END,
       status, digest, file, offset, length
FROM page JOIN link ON link.seq = page.link WHERE file <> '' ORDER BY page.link
"""


class SqliteCatalog:
    """A ``Catalog`` in one SQLite database; the caller commits."""

    def __init__(self, database: Database) -> None:
        self._write = database.write
        self._read = database.connection.execute

    def save(self, seq: int, visit: Visit, pointer: Pointer | None) -> None:
        """Write down what was found at a link, and where it is archived."""
        published, dated_by = (
            (visit.published.moment.timestamp(), visit.published.evidence)
            if visit.published
            else (None, "")
        )
        self._write(
            _SAVE,
            (
                seq, visit.captured_at.timestamp(), visit.status, visit.mime, visit.size,
                visit.digest, visit.title, visit.language, published, dated_by,
                visit.score.value if visit.score else None, explained(visit),
                *(pointer or ("", 0, 0)), visit.provenance, visit.version,
            ),
        )  # fmt: skip
        if visit.score:
            self._write(_SAVE_READING, (seq, visit.base, visit.terms))

    def original(self, digest: str) -> Original | None:
        """Return the archived page with this payload, if there is one."""
        row = self._read(_ORIGINAL, (digest,)).fetchone()
        return Original(row[0], row[1], datetime.fromtimestamp(row[2], UTC)) if row else None

    def totals(self) -> Totals:
        """Return how many pages and bytes were fetched and how many pages kept."""
        return Totals(*self._read(_TOTALS).fetchone())

    def archived(self) -> Iterator[tuple[str, datetime, str, int, str, Pointer]]:
        """Yield address, time, type, status, digest and place of everything in the archive."""
        for url, captured_at, mime, status, digest, *pointer in self._read(_ARCHIVED):
            moment = datetime.fromtimestamp(captured_at, UTC)
            yield url, moment, mime, status, digest, Pointer(*pointer)


def explained(visit: Visit) -> str:
    """Write a score's parts and evidence and the names and the type of a page as JSON."""
    if visit.score is None:
        return ""
    known: dict[str, object] = {"parts": visit.score.parts, "evidence": visit.score.evidence}
    found = {"who": visit.who, "type": visit.type}
    known.update({name: value for name, value in found.items() if value})
    return json.dumps(known, ensure_ascii=False)
