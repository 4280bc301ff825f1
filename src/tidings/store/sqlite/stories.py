"""Groups of pages with nearly the same text, in SQLite; it sees no texts, only fingerprints.

Only the fingerprint of the first page of a story is stored. A later copy is compared with the first one, never with
another copy, so that a chain of small edits cannot join different texts.
"""

from __future__ import annotations

from tidings.read.words.resemblance import BANDS, bands
from tidings.store.alike.similar import MOST_COMPARED, MOST_IN_BAND, MOST_RECENT, ranked
from tidings.store.sqlite.database import Database

_IN_BAND = f"""
SELECT visit FROM (SELECT visit FROM story_band WHERE band = ? ORDER BY visit LIMIT {MOST_IN_BAND}) AS band
"""
_CANDIDATES = f"""
SELECT alike.visit, fingerprint FROM ({"UNION ALL".join([_IN_BAND] * BANDS)}) AS alike
JOIN story USING (visit) JOIN visit ON visit.seq = alike.visit
WHERE outcome = 'kept'  -- pages that were rejected since are left out
GROUP BY alike.visit, fingerprint ORDER BY count(*) DESC, alike.visit LIMIT {MOST_COMPARED}
"""
_NEIGHBOURS = f"""
SELECT recent.seq
FROM (SELECT seq, link, outcome FROM visit ORDER BY seq DESC LIMIT {MOST_RECENT}) AS recent
JOIN link ON link.seq = recent.link
WHERE host = (SELECT host FROM link WHERE seq = ?) AND link.seq <> ? AND recent.outcome IN ('kept', 'rejected')
ORDER BY recent.seq DESC LIMIT ?
"""
_BEGIN = """
INSERT INTO story VALUES (?, ?, ?)
ON CONFLICT (visit) DO UPDATE SET first = excluded.first, fingerprint = excluded.fingerprint
"""


class SqliteStories:
    """``Stories`` in one SQLite database; the caller commits."""

    def __init__(self, database: Database) -> None:
        self._write = database.write
        self._read = database.connection.execute

    def similar(self, fingerprint: bytes) -> list[int]:
        """Return the stories of kept pages whose text seems nearly the same, the most similar first."""
        if not fingerprint:
            return []
        return ranked(fingerprint, self._read(_CANDIDATES, bands(fingerprint)))

    def neighbours(self, link: int, most: int) -> list[int]:
        """Return some of the last visits that were kept or rejected to other pages of the host of a link."""
        return [visit for (visit,) in self._read(_NEIGHBOURS, (link, link, most))]

    def begin(self, visit: int, fingerprint: bytes) -> None:
        """Begin a story with a visit, unless the fingerprint is empty."""
        if not fingerprint:
            return
        self._write(_BEGIN, (visit, visit, fingerprint))
        for band in bands(fingerprint):
            query = "INSERT INTO story_band VALUES (?, ?) ON CONFLICT DO NOTHING"
            self._write(query, (band, visit))

    def join(self, visit: int, first: int) -> None:
        """Add a visit to a story as a copy."""
        self._write(_BEGIN, (visit, first, b""))

    def page(self, visit: int) -> tuple[int, str]:
        """Return number and URL of the link of a visit."""
        query = (
            "SELECT link.seq, url FROM visit JOIN link ON link.seq = visit.link WHERE visit.seq = ?"
        )
        row: tuple[int, str] = self._read(query, (visit,)).fetchone()
        return row

    def is_kept(self, visit: int) -> bool:
        """Return whether the page of a visit is still kept."""
        row = self._read("SELECT outcome FROM visit WHERE seq = ?", (visit,)).fetchone()
        return bool(row and row[0] == "kept")

    def story(self, visit: int) -> int | None:
        """Return the story of a visit: the number of its first visit."""
        row = self._read("SELECT first FROM story WHERE visit = ?", (visit,)).fetchone()
        return int(row[0]) if row else None
