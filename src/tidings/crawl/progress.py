"""The progress of a crawl, counted while it runs and shown to its user."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import NamedTuple

from tidings.frontier.embedded import Frontier
from tidings.model import Host, Outcome, Reason, State, Stop, Totals

RECENT = 200
"""Pages over which the recent harvest ratio is taken."""
RATE_SECONDS = 10.0
"""Seconds over which pages per second are counted."""
SHOWN_HOSTS = 5
"""Hosts with the most kept pages that the live view shows."""


class HostLine(NamedTuple):
    """One of the hosts with the most kept pages."""

    name: str
    good: int
    fetched: int

    @classmethod
    def of(cls, host: Host) -> HostLine:
        """Return the line of a host."""
        return cls(host.name, host.good, host.fetched)


@dataclass(frozen=True, slots=True)
class Progress:
    """A crawl at one moment."""

    state: State
    reason: str
    totals: Totals
    seconds: float
    rate: float
    recent: float
    waiting: int
    in_flight: int
    ready: int
    resting: int
    hosts: tuple[HostLine, ...]
    seconds_left: float | None
    estimate: str = ""
    """How much is left to find, in words; empty without an estimate."""
    stopped: Stop | None = None
    """Why it ended early."""
    cause: Reason | None = None
    """Why most URLs of a starved crawl ended."""
    captures: tuple[int, int] | None = None
    """Captures that a scan of archives has passed, and how many there are; None without a scan."""

    @property
    def harvest(self) -> float:
        """Return the share of the fetched pages that was kept."""
        return self.totals.kept / self.totals.pages if self.totals.pages else 0.0


class Tally:
    """Counts what a crawl fetches."""

    def __init__(self, totals: Totals) -> None:
        self.totals = totals
        self._recent: deque[bool] = deque(maxlen=RECENT)
        self._moments: deque[tuple[float, int]] = deque()

    def count(self, outcome: Outcome, size: int, *, again: bool = False) -> None:
        """Count one fetched page; a kept page that is fetched again is kept once."""
        kept = outcome is Outcome.KEPT and not again
        self._recent.append(kept)
        pages, kept_before, bytes_before = self.totals
        self.totals = Totals(pages + 1, kept_before + kept, bytes_before + size)

    def count_part(self, size: int) -> None:
        """Count the bytes of what a page needs."""
        self.totals = self.totals._replace(size=self.totals.size + size)

    @property
    def recent(self) -> float:
        """Return the harvest ratio of the last pages."""
        return sum(self._recent) / len(self._recent) if self._recent else 0.0

    def rate(self, seconds: float) -> float:
        """Return pages per second over the last moments."""
        self._moments.append((seconds, self.totals.pages))
        while seconds - self._moments[0][0] > RATE_SECONDS:
            self._moments.popleft()
        start, pages = self._moments[0]
        return (self.totals.pages - pages) / (seconds - start) if seconds > start else 0.0


def waiting_state(frontier: Frontier, now: float) -> tuple[State, str]:
    """Return whether a crawl whose links wait chooses the next one, or what it waits for."""
    if not frontier.waiting:
        return State.WAITING, "no link waits here; other crawls are at work"
    next_at = frontier.hosts.next_at()
    if next_at is None or next_at <= now:
        return State.RUNNING, "choosing the next link"
    trouble = f"; last answer: {frontier.trouble}" if frontier.trouble else ""
    ready, _ = frontier.hosts.counts(now)
    what = "poor links wait for better ones" if ready else "every host rests"
    return State.WAITING, f"{what}, the next host for {next_at - now:.1f} s{trouble}"
