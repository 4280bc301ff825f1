"""The words of visited pages in SQLite, and the scores and verdicts that a page model gives them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

from tidings.model import DueVisit, Page, Reason, StoredWords, Typed, Verdict
from tidings.store.content import page_of
from tidings.store.rules import storable
from tidings.store.sqlite.database import Database
from tidings.store.sqlite.links import INDEX_PARENTS
from tidings.store.sqlite.visits import NEXT_CHANGE, codes
from tidings.urls import url_id

_WORDS = """
SELECT reading.visit, id, base, cells FROM reading JOIN visit ON visit.seq = reading.visit
JOIN link ON link.seq = visit.link
"""
_CURRENT = "visit.seq = link.visit"
_SOME = """
SELECT reading.visit, id, base, cells FROM link JOIN reading ON reading.visit = link.visit ORDER BY id LIMIT ?
"""
"""Ids are as good as random."""
_DECIDED = f"{_CURRENT} AND (phase <> 0 OR file = '')"
"""The outcome is that of the link; an archived page that waits to be visited again has its own."""
_OUTCOME = f"CASE WHEN {_DECIDED} THEN link.outcome ELSE visit.outcome END"
_REASON = f"CASE WHEN {_DECIDED} THEN link.reason ELSE visit.reason END"
_DUE = f"""
SELECT visit.seq, link.seq, base, cells, visit.score, link.id, url, host, phase,
       {_OUTCOME}, {_REASON},
       file <> '', explained, type, type_probability, {_CURRENT}
FROM visit JOIN reading ON reading.visit = visit.seq JOIN link ON link.seq = visit.link
WHERE visit.seq > ? AND visit.seq <= ? AND revision <> ? AND visit.score IS NOT NULL
ORDER BY visit.seq LIMIT ?
"""
_PAGES = """
SELECT visit.seq, url, title, language, captured_at, content
FROM visit JOIN reading ON reading.visit = visit.seq JOIN link ON link.seq = visit.link
WHERE visit.seq IN ({})
"""
_MOVE = "UPDATE link SET score = score + ? WHERE parent = ? AND phase = 0 RETURNING host"
_RESCORE = f"""
UPDATE visit SET score = ?, revision = ?, explained = ?, type = ?, type_probability = ?,
                 changed = {NEXT_CHANGE} WHERE seq = ?
"""
_REOPEN = """
UPDATE link SET phase = 0, outcome = '', reason = ?, detail = ?, score = ?, tries = 0 WHERE seq = ?
"""


class SqliteWords:
    """``Words`` in one SQLite database; the caller commits."""

    def __init__(self, database: Database) -> None:
        self._write = database.write
        self._read = database.connection.execute

    def of(self, url: str) -> StoredWords | None:
        """Return the words of the last visit to a URL that was read."""
        query = _WORDS + "WHERE id = ? ORDER BY reading.visit DESC LIMIT 1"
        row = self._read(query, (url_id(url),)).fetchone()
        return StoredWords(*row) if row else None

    def some(self, most: int) -> Iterator[StoredWords]:
        """Yield the words of the current visits of at most ``most`` links, the same each time, in order of ids."""
        return map(StoredWords._make, self._read(_SOME, (most,)))

    def decided(self) -> Iterator[StoredWords]:
        """Yield the words of pages whose score decides their outcome: not copies, not other languages."""
        decides = f"{_OUTCOME} IN ('kept', 'rejected') AND {_REASON} = 'score'"
        waits = f"phase = 0 AND {_CURRENT}"
        query = _WORDS + (
            f"WHERE ({waits}) OR ({decides} AND ({_CURRENT} OR file <> '')) ORDER BY reading.visit"
        )
        return map(StoredWords._make, self._read(query))

    def sample(self, most: int) -> list[bytes]:
        """Return the words of some pages, the same each time: ids are as good as random."""
        query = _WORDS + "ORDER BY id, reading.visit LIMIT ?"
        return [cells for *_, cells in self._read(query, (most,))]

    def rejected(self, below: float, most: int) -> list[StoredWords]:
        """Return some rejected pages that the measure gave a low score."""
        query = (
            _WORDS
            + f"WHERE {_CURRENT} AND link.outcome = 'rejected' AND base < ? ORDER BY id LIMIT ?"
        )
        return [StoredWords(*row) for row in self._read(query, (below, most))]

    def seeds(self, least: float) -> list[StoredWords]:
        """Return the seeds that the measure gave a high score."""
        query = (
            _WORDS + f"WHERE {_CURRENT} AND channel = 'seed' AND base >= ? ORDER BY reading.visit"
        )
        return [StoredWords(*row) for row in self._read(query, (least,))]

    def due(self, after: int, until: int, revision: int, most: int) -> list[DueVisit]:
        """Return visits between two numbers that a revision has not scored yet, in order."""
        return [_due(*row) for row in self._read(_DUE, (after, until, revision, most))]

    def pages(self, visits: Sequence[int]) -> dict[int, Page]:
        """Return the pages of some visits as far as they were kept: without links, a rejected one with its lead."""
        marks = ", ".join("?" * len(visits))
        return {
            visit: page_of(url, title, language, datetime.fromtimestamp(captured_at, UTC), content)
            for visit, url, title, language, captured_at, content in self._read(
                _PAGES.format(marks), tuple(visits)
            )
        }

    def rebase(self, visit: int, base: float) -> None:
        """Give a visit another score by the measure alone."""
        self._write("UPDATE reading SET base = ? WHERE visit = ?", (base, visit))

    def last(self) -> int:
        """Return the highest number of a visit, 0 if there is none."""
        row = self._read("SELECT max(seq) FROM visit").fetchone()
        return int(row[0] or 0)

    def prepare(self) -> None:
        """Make the index that moving links needs."""
        self._write(INDEX_PARENTS)

    def rescore(
        self, visit: int, score: float, revision: int, explained: str, typed: Typed | None
    ) -> None:
        """Give a visit another score."""
        self._write(_RESCORE, (score, revision, explained, *(typed or ("", None)), visit))

    def judge_alone(self, visit: int, verdict: Verdict) -> None:
        """Give a visit another verdict and leave its link alone, which waits to be visited again."""
        self._write(
            f"UPDATE visit SET outcome = ?, reason = ?, detail = ?, changed = {NEXT_CHANGE} WHERE seq = ?",
            (*codes(verdict), visit),
        )

    def judge(self, visit: int, verdict: Verdict) -> None:
        """Give a visit another verdict, and its link if it is the current visit."""
        self.judge_alone(visit, verdict)
        self._write(
            "UPDATE link SET phase = 2, outcome = ?, reason = ?, detail = ? WHERE visit = ? "
            "AND seq = (SELECT link FROM visit WHERE seq = ?)",
            (*codes(verdict), visit, visit),
        )

    def move(self, id_: int, by: float) -> list[int]:
        """Change the scores of waiting links found on a page; return their hosts.

        Scores may leave the range from 0 to 1 and are clipped when read, so that moving back restores them.
        """
        return [host for (host,) in self._write(_MOVE, (by, id_)).fetchall()]

    def reopen(self, link: int, score: float, detail: str) -> None:
        """Let a page that was not archived wait to be fetched again."""
        self._write(_REOPEN, (Reason.AGAIN.value, storable(detail), score, link))


def _due(*row: Any) -> DueVisit:
    *columns, archived, explained, kind, probability, current = row
    typed = Typed(kind, probability or 0.0) if kind else None
    return DueVisit._make((*columns, bool(archived), explained, typed, bool(current)))
