"""The queue of requisites: what kept pages need waits in the store until its host may be asked.

A host has two clocks. Its pages are a delay apart; between them requisites may be fetched, with a short pause around
each. A clock that stands further in the future, because the host asked for it or failed, holds for both.
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heappop, heappush

from tidings.frontier.embedded import Frontier
from tidings.model import Awaited, Host, Need, Outcome, Reason, Requisite, Use, Verdict
from tidings.ports import Store
from tidings.settings import Settings

DEEPEST = 5
"""Steps from a page to what it needs: style sheets, frames and redirects between."""
MAX_FAILURES = 3
"""Requests to a host without an answer after which nothing more is fetched from it for pages."""
FILM_HOST = "http://films.invalid/"
"""Films wait here, one behind the other, so that no host is busy for minutes."""
_LOOK_AGAIN = 0.2
"""Seconds after which a busy host is looked at again."""


class RequisiteQueue:
    """Gives out requisites of hosts that may be asked; pages are taken from the frontier first."""

    def __init__(self, settings: Settings, store: Store, frontier: Frontier) -> None:
        self._archive = settings.archive
        self._store = store.requisites
        self._links = store.links
        self._frontier = frontier
        self._hosts = frontier.hosts
        self._counts = dict(self._store.waiting())
        """Waiting requisites of each host, with one that is under way."""
        self._clocks: list[tuple[float, int]] = [(0.0, number) for number in self._counts]
        """Hosts that are not under way, by the moment from which to look at them."""
        self._pauses: dict[int, tuple[float, float]] = {}
        """When a host may be asked for a requisite, beside the clock for which that holds."""
        self._failures: dict[int, int] = {}
        half = settings.budget.megabytes / 2.0
        self._most = (settings.archive.requisite_megabytes or half) * 1e6
        self._size = self._store.spent(None).size
        self._sharing = frontier.sharing
        if self._sharing:
            self._sharing.refresh = self.refresh

    def refresh(self) -> None:
        """Look which requisites came with hosts from other crawls, and how much all crawls have received."""
        self._size = self._store.spent(None).size
        for number, count in self._store.waiting().items():
            host = self._hosts.by_id[number]
            if self._hosts.holds(host):
                if not self._counts.get(number):
                    heappush(self._clocks, (host.next_at, number))
                self._counts[number] = count

    @property
    def waiting(self) -> int:
        """Count the requisites that wait or are under way."""
        return sum(self._counts.values())

    def add_page(self, visit: int, needed: Iterable[Requisite]) -> None:
        """Let everything wait that a kept page needs and nobody needed before."""
        self._store.note_page(visit)
        self._add(needed, Need(visit))

    def add_found(self, awaited: Awaited, needed: Iterable[Requisite]) -> None:
        """Let everything wait that a style sheet or a frame needs, or the target of a redirect."""
        if awaited.depth < DEEPEST:
            self._add(needed, Need(awaited.page, awaited.seq, awaited.depth + 1))

    def _add(self, needed: Iterable[Requisite], need: Need) -> None:
        most = self._archive.requisites_per_page
        left = most - self._store.spent(need.page).number
        over = Verdict(Outcome.REFUSED, Reason.PAGE_LIMIT, f"{most} requisites")
        for requisite in needed:
            host = self._frontier.host(FILM_HOST if requisite.use is Use.FILM else requisite.url)
            seq = self._store.add(requisite, host.id, need)
            if seq and left <= 0:
                self._store.finish(seq, over)
            elif seq and self._sharing:  # it comes back if this crawl holds its host
                left -= 1
            elif seq:
                left -= 1
                self._counts[host.id] = self._counts.get(host.id, 0) + 1
                if self._counts[host.id] == 1:
                    heappush(self._clocks, (host.next_at, host.id))

    def next_at(self) -> float | None:
        """Return when to look for the next requisite, None if none waits."""
        return self._clocks[0][0] if self._clocks else None

    def pop(self, now: float) -> Awaited | None:
        """Return a requisite whose host may be asked now; the host is busy until ``finish`` or ``put_back``."""
        busy = []
        awaited = None
        while awaited is None and self._clocks and self._clocks[0][0] <= now:
            _, number = heappop(self._clocks)
            host = self._hosts.by_id[number]
            if self._settled(host):
                continue
            begins = self._begins(host)
            if begins <= now and self._hosts.lend(host):
                awaited = self._allowed(host)
            else:
                busy.append((max(begins, now + _LOOK_AGAIN * (begins <= now)), number))
        for clock in busy:
            heappush(self._clocks, clock)
        return awaited

    def rest(self, number: int, until: float) -> None:
        """Let a host rest for a shorter time before a requisite than before a page, if its clock runs as usual."""
        if self._counts.get(number):
            self._pauses[number] = self._hosts.by_id[number].next_at, until

    def _begins(self, host: Host) -> float:
        """Return when a host may be asked for a requisite."""
        clock, until = self._pauses.get(host.id, (0.0, 0.0))
        return until if clock == host.next_at else host.next_at

    def _settled(self, host: Host) -> bool:
        """Return whether nothing waits on a host any more; one that was given up ends its requisites."""
        if host.closed and host.closed.outcome is Outcome.FAILED:
            self._end_host(host, host.closed)
        if not self._hosts.holds(host):  # another crawl will fetch them
            self._counts.pop(host.id, None)
        return not self._counts.get(host.id)

    def _allowed(self, host: Host) -> Awaited | None:
        """Return the next requisite of a host that is lent; those over a limit of their page end here."""
        while awaited := self._store.next(host.id):
            limit = self._limit(awaited)
            if not limit:
                return awaited
            self._store.finish(awaited.seq, Verdict(Outcome.REFUSED, Reason.PAGE_LIMIT, limit))
            self._counts[host.id] -= 1
        self._counts.pop(host.id, None)
        self._return(host)
        return None

    def _limit(self, awaited: Awaited) -> str:
        """Return which limit forbids a requisite, in words."""
        if self._most and self._size >= self._most:
            return f"{self._most / 1e6:g} MB of requisites received in all"
        spent, archive = self._store.spent(awaited.page), self._archive
        if spent.size >= archive.requisite_megabytes_per_page * 1e6:
            return f"{archive.requisite_megabytes_per_page:g} MB received"
        if spent.seconds >= archive.requisite_minutes_per_page * 60.0:
            return f"{archive.requisite_minutes_per_page:g} minutes waited"
        return ""

    def finish(self, awaited: Awaited, verdict: Verdict, *, size: int, seconds: float) -> None:
        """Give a requisite its verdict."""
        self._store.finish(awaited.seq, verdict, size=size, seconds=seconds)
        self._size += size
        self._counts[awaited.host] -= 1

    def put_back(self, awaited: Awaited, reason: Reason, detail: str, seconds: float) -> None:
        """Let a requisite wait again after a failure that may pass."""
        self._store.note_try(awaited.seq, reason, detail, seconds)

    def count_failure(self, awaited: Awaited, detail: str) -> float:
        """Count a request without an answer; return the seconds to leave its host alone."""
        host = self._hosts.by_id[awaited.host]
        failures = self._failures[host.id] = self._failures.get(host.id, 0) + 1
        if failures >= MAX_FAILURES:
            self._end_host(host, Verdict(Outcome.FAILED, Reason.HOST_GAVE_UP, detail))
        return max(1.0, host.delay) * 2.0**failures

    def count_answer(self, awaited: Awaited) -> None:
        """Note that a host answers."""
        self._failures.pop(awaited.host, None)

    def release(self, awaited: Awaited, next_at: float, delay: float) -> None:
        """End a fetch: set the clock of the host, which may not be asked for a page sooner, and let it rest."""
        host = self._hosts.by_id[awaited.host]
        host.next_at = max(host.next_at, next_at)
        host.delay = delay
        self._return(host)
        if self._counts.get(host.id):
            self.rest(host.id, next_at)
            heappush(self._clocks, (next_at, host.id))
        else:
            self._counts.pop(host.id, None)
            self._pauses.pop(host.id, None)

    def _return(self, host: Host) -> None:
        self._hosts.end(host)
        self._links.save_host(host)
        self._hosts.place(host)
        if self._sharing:
            self._sharing.released(host)

    def _end_host(self, host: Host, verdict: Verdict) -> None:
        self._store.finish_host(host.id, verdict)
        self._counts[host.id] = 0
