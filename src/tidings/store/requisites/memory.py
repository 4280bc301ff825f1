"""Requisites in memory, for tests and for crawls that are only measured."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from tidings.model import (
    Awaited,
    Completeness,
    MissingPart,
    Need,
    Outcome,
    PageNeeds,
    Reason,
    Requisite,
    Spending,
    Verdict,
)
from tidings.store.memory.tables import Tables
from tidings.store.requisites import CAPTURED


@dataclass(slots=True, eq=False)
class _Row:
    seq: int
    requisite: Requisite
    host: int
    need: Need
    tries: int = 0
    waits: bool = True
    outcome: str = ""
    reason: Reason = Reason.OTHER
    detail: str = ""
    size: int = 0
    seconds: float = 0.0

    def settle(self, verdict: Verdict) -> None:
        self.waits = False
        self.outcome, self.reason, self.detail = verdict.outcome.value, *verdict[1:]


class MemoryRequisites:
    """``Requisites`` in dictionaries; the port describes its methods."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._rows: dict[str, _Row] = {}
        self._needs: dict[int, dict[int, None]] = {}
        """Numbers of requisites by visit, or by minus the requisite that names them."""

    def note_page(self, visit: int) -> None:
        self._needs.setdefault(visit, {})

    def is_noted(self, visit: int) -> bool:
        return visit in self._needs

    def add(self, requisite: Requisite, host: int, need: Need) -> int:
        new = _Row(len(self._rows) + 1, requisite, host, need)
        row = self._rows.setdefault(requisite.url, new)
        self._needs.setdefault(-need.requisite or need.page, {})[row.seq] = None
        if row.reason is Reason.PAGE_LIMIT and row.need.page != need.page:
            row.waits, row.outcome, row.reason, row.need = True, "", Reason.OTHER, need
            return row.seq
        return row.seq if row is new else 0

    def next(self, host: int) -> Awaited | None:
        waiting = [row for row in self._rows.values() if row.waits and row.host == host]
        if not waiting:
            return None
        row = min(waiting, key=lambda each: (each.requisite.use.rank, each.seq))
        need = row.need
        return Awaited(row.seq, row.requisite, host, need.page, need.depth, row.tries)

    def waiting(self) -> dict[int, int]:
        return dict(Counter(row.host for row in self._rows.values() if row.waits))

    def finish(self, seq: int, verdict: Verdict, *, size: int = 0, seconds: float = 0.0) -> None:
        row = self._row(seq)
        row.settle(verdict)
        row.size += size
        row.seconds += seconds

    def finish_host(self, host: int, verdict: Verdict) -> int:
        waiting = [row for row in self._rows.values() if row.waits and row.host == host]
        for row in waiting:
            row.settle(verdict)
        return len(waiting)

    def note_try(self, seq: int, reason: Reason, detail: str, seconds: float) -> None:
        row = self._row(seq)
        row.tries += 1
        row.reason, row.detail = reason, detail
        row.seconds += seconds

    def spent(self, page: int | None) -> Spending:
        rows = [row for row in self._rows.values() if page in (None, row.need.page)]
        number = sum(row.reason is not Reason.PAGE_LIMIT for row in rows)
        return Spending(number, sum(row.size for row in rows), sum(row.seconds for row in rows))

    def reopen(self) -> int:
        rows = [row for row in self._rows.values() if not row.waits and not _is_captured(row)]
        for row in rows:
            row.waits, row.tries, row.size, row.seconds, row.outcome = True, 0, 0, 0.0, ""
        return len(rows)

    def completeness(self, visit: int | None = None) -> Completeness:
        rows = list(self._rows.values()) if visit is None else self._needed(visit)
        captured = sum(map(_is_captured, rows))
        return Completeness(len(rows), captured, sum(row.waits for row in rows))

    def pages(self) -> Iterator[PageNeeds]:
        for visit in sorted(owner for owner in self._needs if owner > 0):
            row = self._tables.visits[visit - 1]
            if row.visit.verdict.outcome is Outcome.KEPT:
                yield PageNeeds(visit, row.link.link.url, self.completeness(visit))

    def missing(self) -> Iterator[MissingPart]:
        for row in self._rows.values():
            if not _is_captured(row):
                page = self._tables.visits[row.need.page - 1].link.link.url
                (url, use), told = row.requisite, (row.outcome, row.reason, row.detail)
                yield MissingPart(url, use, page, *told)

    def _row(self, seq: int) -> _Row:
        return next(row for row in self._rows.values() if row.seq == seq)

    def _needed(self, visit: int) -> list[_Row]:
        """Return all that a page needs, also by way of style sheets and frames."""
        found: dict[int, None] = {}
        waiting = list(self._needs.get(visit, ()))
        while waiting:
            seq = waiting.pop()
            if seq not in found:
                found[seq] = None
                waiting += self._needs.get(-seq, ())
        return [self._row(seq) for seq in found]


def _is_captured(row: _Row) -> bool:
    return row.outcome in CAPTURED
