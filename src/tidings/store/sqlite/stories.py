"""Which pages tell the same story in nearly the same words, in SQLite; it never sees a text, only fingerprints.

A story is known by the page that told it first. Only that page's fingerprint is kept: a later copy is compared
with the first one, never with another copy, so that a chain of little edits cannot tie different texts together.
"""

from __future__ import annotations

from collections.abc import Iterator

from tidings.read.words.fingerprint import BANDS, bands, resemblance
from tidings.store.sqlite.database import Database

_MOST_IN_BAND = 64
"""Pages looked at that share one number; more share it only where a site prints one template without end."""
_MOST_COMPARED = 16
_IN_BAND = f"SELECT page FROM (SELECT page FROM story_band WHERE band = ? LIMIT {_MOST_IN_BAND})"
_CANDIDATES = f"""
SELECT page, fingerprint FROM ({" UNION ALL ".join([_IN_BAND] * BANDS)}) JOIN story USING (page)
JOIN link ON link.seq = page WHERE outcome = 'kept'  -- what was judged and rejected since stands for nothing
GROUP BY page ORDER BY count(*) DESC, page LIMIT {_MOST_COMPARED}
"""


class Stories:
    """The stories of a collection; the caller commits."""

    def __init__(self, database: Database) -> None:
        self._write = database.write
        self._read = database.connection.execute

    def find(self, fingerprint: bytes) -> int | None:
        """Return the kept page that told nearly the same before, the most similar one."""
        if not fingerprint:
            return None
        found = [
            (resemblance(fingerprint, other), -page)
            for page, other in self._read(_CANDIDATES, bands(fingerprint))
        ]
        likeness, page = max(found, default=(0.0, 0))
        return -page if likeness else None

    def begin(self, page: int, fingerprint: bytes) -> None:
        """Remember a page that tells something new; a page without a fingerprint is not remembered."""
        if not fingerprint:
            return
        self._write("INSERT OR REPLACE INTO story VALUES (?, ?, ?)", (page, page, fingerprint))
        for band in bands(fingerprint):
            self._write("INSERT OR IGNORE INTO story_band VALUES (?, ?)", (band, page))

    def join(self, page: int, first: int) -> None:
        """Remember a page as a copy of the one that told the story first."""
        self._write("INSERT OR REPLACE INTO story VALUES (?, ?, x'')", (page, first))

    def url(self, page: int) -> str:
        """Return the address of a page."""
        row = self._read("SELECT url FROM link WHERE seq = ?", (page,)).fetchone()
        return str(row[0]) if row else ""

    def is_kept(self, page: int) -> bool:
        """Tell whether a page that told a story first is still kept."""
        row = self._read("SELECT outcome = 'kept' FROM link WHERE seq = ?", (page,)).fetchone()
        return bool(row and row[0])

    def story(self, page: int) -> int | None:
        """Return the story a page belongs to: the number of the page that told it first."""
        row = self._read("SELECT first FROM story WHERE page = ?", (page,)).fetchone()
        return int(row[0]) if row else None

    def copies(self, first: int) -> Iterator[int]:
        """Yield the copies of a page, in order of discovery."""
        query = "SELECT page FROM story WHERE first = ? AND first <> page ORDER BY page"
        for (page,) in self._read(query, (first,)):
            yield page
