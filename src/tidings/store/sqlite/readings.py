"""What pages can be judged again by, and the verdicts that follow, in SQLite; it reads no archive and knows no model."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import NamedTuple

from tidings.model import Evidence, Outcome, Reason, Typed, Verdict
from tidings.store.sqlite.database import Database
from tidings.urls import url_id

_READING = "SELECT page, id, base, terms FROM reading JOIN link ON link.seq = reading.page "
_DUE = """
SELECT reading.page, base, terms, page.score, link.id, url, host, phase, outcome, link.reason, file <> '', explained
FROM page CROSS JOIN reading ON reading.page = page.link CROSS JOIN link ON link.seq = page.link
WHERE page.link > ?1 AND page.link <= ?2 AND version <> ?3 AND page.score IS NOT NULL ORDER BY page.link LIMIT ?4
"""
_MOVE = """
UPDATE link SET score = score + ?2 WHERE parent = ?1 AND phase = 0 RETURNING host
"""
JUDGED_BY = "version"
"""The fact that tells which version of the page model all pages were judged by."""
_INDEX = "CREATE INDEX IF NOT EXISTS link_siblings ON link (parent) WHERE phase = 0"


class Reading(NamedTuple):
    """A page as it can be judged again."""

    page: int
    id: int
    base: float
    terms: bytes


class Due(NamedTuple):
    """A page whose score is that of another version, and where it stands."""

    page: int
    base: float
    terms: bytes
    score: float
    id: int
    url: str
    host: int
    phase: int
    outcome: str
    reason: str
    archived: int
    explained: str


class Readings:
    """The readings of a collection; the caller commits."""

    def __init__(self, database: Database) -> None:
        self._write = database.write
        self._read = database.connection.execute

    def of(self, url: str) -> Reading | None:
        """Return the reading of an address, if it was read."""
        row = self._read(_READING + "WHERE id = ?", (url_id(url),)).fetchone()
        return Reading(*row) if row else None

    def all(self) -> Iterator[Reading]:
        """Yield the readings of all pages, in order of discovery."""
        return map(Reading._make, self._read(_READING + "ORDER BY page"))

    def decided(self) -> Iterator[Reading]:
        """Yield those of the pages that their score decides about: copies, and pages that are not read on, stay what they are."""
        sides = "outcome IN ('kept', 'rejected') AND reason = 'score'"
        return map(
            Reading._make, self._read(_READING + f"WHERE phase = 0 OR {sides} ORDER BY page")
        )

    def sample(self, most: int) -> list[bytes]:
        """Return the words of some pages, the same ones each time: identities are as good as random."""
        rows = self._read(_READING + "ORDER BY id LIMIT ?", (most,))
        return [terms for *_, terms in rows]

    def rejected(self, below: float, most: int) -> list[Reading]:
        """Return some pages that were rejected and that the measure gave a low score."""
        query = _READING + "WHERE outcome = 'rejected' AND base < ? ORDER BY id LIMIT ?"
        return [Reading(*row) for row in self._read(query, (below, most))]

    def seeds(self, least: float) -> list[Reading]:
        """Return the seeds the measure gave a high score."""
        query = _READING + "WHERE channel = 'seed' AND base >= ? ORDER BY page"
        return [Reading(*row) for row in self._read(query, (least,))]

    def due(self, after: int, until: int, version: int, most: int) -> list[Due]:
        """Return pages between two numbers that were not yet judged by a version, in order of discovery."""
        return [Due(*row) for row in self._read(_DUE, (after, until, version, most))]

    def last(self) -> int:
        """Return the highest number of a page, 0 if there is none."""
        row = self._read("SELECT max(link) FROM page").fetchone()
        return int(row[0] or 0)

    def prepare(self) -> None:
        """Make ready for moving links."""
        self._write(_INDEX)

    def rescore(self, page: int, score: float, version: int, explained: str) -> None:
        """Give a page another score."""
        query = "UPDATE page SET score = ?, version = ?, explained = ? WHERE link = ?"
        self._write(query, (score, version, explained, page))

    def move(self, id_: int, by: float) -> list[int]:
        """Change the scores of the links that wait and were found on a page; return their hosts.

        They may leave the range from 0 to 1, to which readers confine them, so that the way back leads to where they were.
        """
        return [host for (host,) in self._write(_MOVE, (id_, by)).fetchall()]

    def reopen(self, page: int, score: float, detail: str) -> None:
        """Let a page that was not archived wait to be fetched again."""
        query = (
            "UPDATE link SET phase = 0, outcome = '', reason = ?, detail = ?, score = ?, tries = 0 "
            "WHERE seq = ?"
        )
        self._write(query, (str(Reason.AGAIN), detail, score, page))


def revised(explained: str, parts: dict[str, float], aspect: str, note: str, kind: str = "") -> str:
    """Return the explanation of a score with other parts, and the type that was named, else the one that was told before.

    What was said for one of the parts is told by a note alone.
    """
    known = json.loads(explained or "{}")
    known["parts"] = {**known.get("parts", {}), **parts}
    evidence = [item for item in known.get("evidence", ()) if item[0] != aspect]
    known["evidence"] = [*evidence, Evidence(aspect, note, 0.0)]
    if kind:
        known.setdefault("told", known.get("type"))
        known["type"] = Typed(kind, 1.0)
    elif "told" in known:
        known["type"] = known.pop("told")
        if known["type"] is None:
            del known["type"]
    return json.dumps(known, ensure_ascii=False)


def verdict_of(score: float, threshold: float, version: int) -> Verdict:
    """Return what a page deserves by its score under a version."""
    outcome = Outcome.KEPT if score >= threshold else Outcome.REJECTED
    return Verdict(
        outcome, Reason.SCORE, f"{score:.3f}, threshold {threshold:g}, version {version}"
    )
