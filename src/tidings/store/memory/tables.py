"""What a store in memory holds: the rows of its tables, as in ``sql/schema.sql``."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from heapq import heappush

from tidings.model import Host, Link, Part, Phase, Pointer, Reason, Verdict, Visit
from tidings.store.rules import storable


@dataclass(slots=True, eq=False)
class LinkRow:
    """A link, waiting or not."""

    seq: int
    id: int
    host: int
    score: float
    link: Link
    depth: int
    found_at: float
    phase: Phase = Phase.WAITING
    tries: int = 0
    finds: int = 1
    """Pages it was found on, as far as they raised its score."""
    outcome: str = ""
    reason: Reason = Reason.OTHER
    detail: str = ""
    visit: int = 0
    """Number of its current visit, 0 for none."""
    due_at: float | None = None
    """When it is to be visited again, in seconds since 1970; None for never."""

    def settle(self, verdict: Verdict, phase: Phase = Phase.DONE) -> None:
        """End the link with a verdict."""
        self.phase = phase
        self.outcome, self.reason = verdict.outcome.value, verdict.reason
        self.detail = storable(verdict.detail)


@dataclass(slots=True, eq=False)
class VisitRow:
    """A visit to a link, without the links and archive records that came with it."""

    seq: int
    link: LinkRow
    visit: Visit
    pointer: Pointer | None
    explained: str
    parts: list[tuple[Part, Pointer]] = field(default_factory=list)

    @property
    def is_current(self) -> bool:
        """Return whether it is the current visit of its link."""
        return self.link.visit == self.seq

    @property
    def verdict(self) -> tuple[str, Reason]:
        """Return outcome and reason: those of the link for the current visit unless it waits, else its own."""
        waits = self.link.phase is Phase.WAITING and self.pointer  # to be visited again
        if self.is_current and not waits:
            return self.link.outcome, self.link.reason
        return self.visit.verdict.outcome.value, self.visit.verdict.reason

    @property
    def at(self) -> float:
        """Return when it was made; captures of archives are old, so that their discovery counts."""
        if self.visit.provenance:
            return self.link.found_at
        return self.visit.captured_at.timestamp()


@dataclass(slots=True)
class Tables:
    """All tables; links, hosts and visits are numbered from 1 in order of arrival."""

    links: list[LinkRow] = field(default_factory=list)
    by_id: dict[int, LinkRow] = field(default_factory=dict)
    hosts: list[Host] = field(default_factory=list)
    host_numbers: dict[str, int] = field(default_factory=dict)
    queues: list[list[tuple[float, int]]] = field(default_factory=list)
    """Heaps of negative score and number, one per host; entries that no longer hold are dropped when met."""
    children: dict[str, list[LinkRow]] = field(default_factory=lambda: defaultdict(list))
    """Links by the page they were found on; some have another parent by now."""
    visits: list[VisitRow] = field(default_factory=list)

    def enqueue(self, row: LinkRow) -> None:
        """Let a link wait with its score."""
        heappush(self.queues[row.host - 1], (-row.score, row.seq))

    def waiting_children(self, parent: str) -> list[LinkRow]:
        """Return the waiting links of a page, in order of discovery."""
        if not parent:
            return []
        rows = (row for row in self.children.get(parent, ()) if row.phase is Phase.WAITING)
        return sorted({row for row in rows if row.link.parent == parent}, key=lambda row: row.seq)
