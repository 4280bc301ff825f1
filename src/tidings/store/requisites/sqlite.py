"""Requisites in SQLite."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files

from tidings.model import (
    Awaited,
    Completeness,
    MissingPart,
    Need,
    PageNeeds,
    Reason,
    Requisite,
    Spending,
    Use,
    Verdict,
)
from tidings.store.requisites import CAPTURED
from tidings.store.rules import storable
from tidings.store.sqlite.database import Database
from tidings.urls import url_id

_CAPTURED = ", ".join(f"'{outcome.value}'" for outcome in CAPTURED)
_ADD = f"""
INSERT INTO requisite (id, host, url, kind, place, page, depth) VALUES (?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (id) DO UPDATE SET page = excluded.page, depth = excluded.depth, phase = 0, outcome = '', reason = ''
WHERE requisite.reason = '{Reason.PAGE_LIMIT.value}' AND requisite.page <> excluded.page
RETURNING seq
"""
_NEXT = """
SELECT seq, url, kind, host, page, depth, tries FROM requisite
WHERE host = ? AND phase = 0 ORDER BY place, seq LIMIT 1
"""
_FINISH = """
UPDATE requisite SET phase = 2, outcome = ?, reason = ?, detail = ?, size = size + ?, seconds = seconds + ?
WHERE seq = ?
"""
_FINISH_HOST = """
UPDATE requisite SET phase = 2, outcome = ?, reason = ?, detail = ? WHERE host = ? AND phase = 0
"""
_NOTE_TRY = """
UPDATE requisite SET tries = tries + 1, reason = ?, detail = ?, seconds = seconds + ? WHERE seq = ?
"""
_SPENT = f"""
SELECT count(*) FILTER (WHERE reason <> '{Reason.PAGE_LIMIT.value}'), coalesce(sum(size), 0), coalesce(sum(seconds), 0)
FROM requisite
"""
_REOPEN = f"""
UPDATE requisite SET phase = 0, tries = 0, seconds = 0, size = 0, outcome = ''
WHERE phase = 2 AND outcome NOT IN ({_CAPTURED})
"""
_COUNTS = f"""
SELECT count(*), count(*) FILTER (WHERE outcome IN ({_CAPTURED})), count(*) FILTER (WHERE phase = 0)
"""
_NEEDED = """
WITH RECURSIVE needed (number) AS (
    SELECT requisite FROM need WHERE owner = ? AND requisite > 0
    UNION SELECT need.requisite FROM needed JOIN need ON need.owner = -needed.number
)
{} FROM needed JOIN requisite ON requisite.seq = needed.number
"""
_OF_PAGE = _NEEDED.format(_COUNTS)
_URLS = _NEEDED.format("SELECT url")
_PAGES = """
SELECT need.owner, link.url FROM need
JOIN visit ON visit.seq = need.owner JOIN link ON link.seq = visit.link
WHERE need.requisite = 0 AND need.owner > 0 AND visit.outcome = 'kept' ORDER BY need.owner
"""
_MISSING = f"""
SELECT requisite.url, kind, link.url, requisite.outcome, requisite.reason, requisite.detail
FROM requisite JOIN visit ON visit.seq = requisite.page JOIN link ON link.seq = visit.link
WHERE requisite.outcome NOT IN ({_CAPTURED}) ORDER BY requisite.seq
"""


class SqliteRequisites:
    """``Requisites`` in one SQLite database; the caller commits."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._write = database.write
        self._read = database.connection.execute
        self._made = False

    def note_page(self, visit: int) -> None:
        """Note that a page was searched for what it needs."""
        self.make()
        self._write("INSERT INTO need VALUES (?, 0) ON CONFLICT DO NOTHING", (visit,))

    def is_noted(self, visit: int) -> bool:
        """Return whether a page was searched for what it needs."""
        if not self._exists():
            return False
        query = "SELECT 1 FROM need WHERE owner = ? AND requisite = 0"
        return self._read(query, (visit,)).fetchone() is not None

    def add(self, requisite: Requisite, host: int, need: Need) -> int:
        """Add a requisite and who needs it; return its number if it is new and waits, else 0.

        One that was over the limit of another page is new again.
        """
        self.make()
        id_, (url, use) = url_id(requisite.url), requisite
        row = (id_, host, url, use.value, use.rank, need.page, need.depth)
        new = self._write(_ADD, row).fetchone()
        owner = -need.requisite or need.page
        query = "INSERT INTO need SELECT ?, seq FROM requisite WHERE id = ? ON CONFLICT DO NOTHING"
        self._write(query, (owner, id_))
        return new[0] if new else 0

    def next(self, host: int) -> Awaited | None:
        """Return the most important waiting requisite of a host."""
        row = self._read(_NEXT, (host,)).fetchone() if self._exists() else None
        if row is None:
            return None
        seq, url, kind, number, page, depth, tries = row
        return Awaited(seq, Requisite(url, Use(kind)), number, page, depth, tries)

    def waiting(self) -> dict[int, int]:
        """Count the waiting requisites of each host."""
        if not self._exists():
            return {}
        query = "SELECT host, count(*) FROM requisite WHERE phase = 0 GROUP BY host"
        return dict(self._read(query).fetchall())

    def finish(self, seq: int, verdict: Verdict, *, size: int = 0, seconds: float = 0.0) -> None:
        """Set the outcome of a requisite, and what it cost."""
        outcome, reason, detail = verdict
        self._write(_FINISH, (outcome.value, reason.value, storable(detail), size, seconds, seq))

    def finish_host(self, host: int, verdict: Verdict) -> int:
        """Give every waiting requisite of a host the same verdict; return how many there were."""
        outcome, reason, detail = verdict
        row = (outcome.value, reason.value, storable(detail), host)
        return self._write(_FINISH_HOST, row).rowcount

    def note_try(self, seq: int, reason: Reason, detail: str, seconds: float) -> None:
        """Note why a requisite that was tried still waits."""
        self._write(_NOTE_TRY, (reason.value, storable(detail), seconds, seq))

    def spent(self, page: int | None) -> Spending:
        """Return what the requisites that a page needed first have cost, or those of all pages."""
        if not self._exists():
            return Spending()
        query = _SPENT if page is None else f"{_SPENT} WHERE page = ?"
        return Spending(*self._read(query, () if page is None else (page,)).fetchone())

    def reopen(self) -> int:
        """Let all requisites wait again that were not captured; return how many."""
        return self._write(_REOPEN).rowcount if self._exists() else 0

    def completeness(self, visit: int | None = None) -> Completeness:
        """Count the requisites of a page, or of all pages."""
        if not self._exists():
            return Completeness()
        query = f"{_COUNTS} FROM requisite" if visit is None else _OF_PAGE
        return Completeness(*self._read(query, () if visit is None else (visit,)).fetchone())

    def pages(self) -> Iterator[PageNeeds]:
        """Yield the completeness of every kept page, in the order of visits."""
        for visit, url in self._read(_PAGES).fetchall() if self._exists() else ():
            yield PageNeeds(visit, url, self.completeness(visit))

    def needed(self, visit: int) -> list[str]:
        """Return the URLs of all that a page needs, also by way of style sheets and frames."""
        return [url for (url,) in self._read(_URLS, (visit,))] if self._exists() else []

    def missing(self) -> Iterator[MissingPart]:
        """Yield the requisites that are not captured, in the order they were found."""
        for url, kind, page, outcome, reason, detail in (
            self._read(_MISSING) if self._exists() else ()
        ):
            yield MissingPart(url, Use(kind), page, outcome, Reason(reason), detail)

    def make(self) -> None:
        """Make the tables if they are not there: most crawls of the lab need none."""
        if not self._exists():
            script = files("tidings.store").joinpath("sql").joinpath("requisites.sql")
            for statement in script.read_text(encoding="utf-8").split(";"):
                self._write(statement)
            self._made = True

    def _exists(self) -> bool:
        if not self._made:
            query = "SELECT 1 FROM sqlite_master WHERE name = 'need'"
            self._made = self._read(query).fetchone() is not None
        return self._made
