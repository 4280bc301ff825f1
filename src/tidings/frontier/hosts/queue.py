"""The queue of hosts: which of them may be asked now, the best first; it knows clocks and ranks, but no links."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import IntEnum
from heapq import heapify, heappop, heappush
from typing import TypeVar

from tidings.frontier.hosts.best import BestHosts
from tidings.model import Host
from tidings.ports import Ranking

SOON = 10.0
"""Seconds within which a resting host is ready soon, so that a poorer link may wait for it."""
LINGERS = 3.0
"""Seconds after which a fetch lingers: most servers have answered by then."""
ENOUGH_UNDER_WAY = 16
"""Fetches under way that keep all workers busy; with fewer, hosts without a delay are not waited for."""

LENT = -1
"""Stands for the link of a host that fetches something that is no link."""

_Entry = tuple[float, float, int, int]
"""Rank of a host and score of its head, both negative: best first; number of its head; number of the host."""
_Clock = tuple[float, int]
"""Moment from which a host may be asked, and its number."""


class HostState(IntEnum):
    """Where a host is in the queue."""

    ELSEWHERE = 0
    """Another crawl holds it."""
    IDLE = 1
    """No link waits."""
    BUSY = 2
    """A link of it is being fetched."""
    RESTING = 3
    """Links wait, and its clock forbids a request."""
    NEARLY = 4
    """As resting, but its clock runs out within ``SOON`` seconds."""
    READY = 5
    """Links wait, and it may be asked."""


# Looking up a member of an enum costs more than a heap operation.
_ELSEWHERE, _IDLE, _BUSY, _RESTING, _NEARLY, _READY = HostState


class HostsById(dict[int, Host]):
    """Hosts by their number; one that is not here is loaded when it is asked for by its number."""

    load: Callable[[int], Host]

    def __missing__(self, number: int) -> Host:
        """Load a host."""
        return self.load(number)


class HostQueue:
    """Chooses the best host among those whose clock allows a request.

    A host goes from resting to nearly, ready, busy and back; it is idle while no link waits. These moves
    push it on a heap. Nothing is ever removed from the middle of a heap (lazy deletion): a host that moved on
    leaves an outdated element behind. It is skipped when it comes to the top, or dropped by ``tidy``. An element
    is valid as long as it agrees with ``_states`` and with the host's clock (heaps by clock) or with
    ``_entries`` (heaps by rank).
    """

    def __init__(
        self, ranking: Ranking, channel: Callable[[int], str], patience: float = 0.0
    ) -> None:
        """Rank hosts by ``ranking``; ``channel`` returns the channel of a link by its number."""
        self.ranking = ranking
        self._channel = channel
        self._patience = patience
        self.by_name: dict[str, Host] = {}
        self.by_id = HostsById()
        self.not_before = 0.0
        """Clock of new hosts."""
        self.by_domain = False
        """Whether the hosts of a registrable domain are asked one at a time."""
        self.addresses: Mapping[str, str] = {}
        """The addresses of hosts, as far as they are known; hosts at one address are asked one at a time."""
        self.elsewhere = 0.0
        """The best rank of a host that rests at another crawl and is asked soon."""
        self._best = BestHosts(self.by_id)
        self._states: dict[int, HostState] = {}
        self._counts = [0] * len(HostState)
        """Hosts in each state."""
        self._entries: dict[int, _Entry] = {}
        """Rank and head of each host when it was placed last."""
        self._resting: list[_Clock] = []
        """Resting hosts by their clock."""
        self._nearly: list[_Clock] = []
        """Hosts that are nearly ready, by their clock."""
        self._soon: list[_Entry] = []
        """Hosts that are nearly ready or ready, by their rank: is there one worth waiting for?"""
        self._ready: list[_Entry] = []
        """Ready hosts by their rank, those that have answered well so far."""
        self._newcomers: list[_Entry] = []
        """Ready hosts by their rank, those that never answered or failed last."""
        self.slow: set[int] = set()
        """Hosts whose last answer did not come in time; no poorer link waits for them."""
        self._under_way: dict[int, tuple[float, float]] = {}
        """When a busy host was taken, and its rank; only if the ranking waits for busy hosts."""

    def add(self, host: Host, *, held: bool = True) -> None:
        """Register a host; once it is held, ``place`` puts it in the queue."""
        self.by_name[host.name] = self.by_id[host.id] = host
        self._states[host.id] = state = _IDLE if held else _ELSEWHERE
        self._counts[state] += 1
        self._best.note(host)

    def count(self, host: Host, *, fetched: int = 0, good: int = 0, bad: int = 0) -> None:
        """Add pages to the record of a host."""
        host.fetched += fetched
        host.good += good
        host.bad += bad
        self._best.note(host)

    def best(self, most: int) -> list[Host]:
        """Return the hosts with most kept pages, the best first."""
        return self._best.top(most)

    def restore(self, priors: Mapping[str, tuple[int, int]]) -> None:
        """Count in good and bad pages of hosts in earlier collections, by the name of the host."""
        self.ranking.priors = priors
        self._place_all()

    def rank_by(self, ranking: Ranking) -> None:
        """Rank hosts by another ranking from now on; earlier collections still count."""
        priors, self.ranking = self.ranking.priors, ranking
        self.restore(priors)

    def rest_all(self, now: float, least: float) -> None:
        """Let every host rest once, also those found later: the last requests before a crash may not be on record."""
        self.not_before = now + least
        for host in self.by_id.values():
            host.next_at = max(host.next_at, now + max(host.delay, least))
        self._place_all()

    def holds(self, host: Host) -> bool:
        """Return whether this crawl may ask a host."""
        return self._states[host.id] is not _ELSEWHERE

    def hold(self, host: Host, held: bool) -> None:
        """Take a host over from another crawl, or leave it to one; it must not be busy."""
        if held is not self.holds(host):
            self._move(host.id, _IDLE if held else _ELSEWHERE)

    def place(self, host: Host) -> None:
        """Put a host where it belongs, after its head, its clock or its record changed."""
        if host.busy or self._states[host.id] is _ELSEWHERE:
            return
        if host.head is None:
            self._move(host.id, _IDLE)
            return
        score, seq = host.head
        channel = self._channel(seq) if self.ranking.by_channel else ""
        self._entries[host.id] = -self.ranking.rank(host, channel), -score, seq, host.id
        heappush(self._resting, (host.next_at, host.id))
        self._move(host.id, _RESTING)

    def take(self, now: float, least: float, *, proven: bool = False) -> Host | None:
        """Return the best ready host that has at least this rank; ``begin`` or ``place`` follows.

        With ``proven``, only hosts that have answered well so far are considered.
        """
        while heap := self._better_heap(proven):
            if -heap[0][0] < least:
                return None
            entry = heappop(heap)
            if not self._is_valid(entry, _READY):
                continue
            host = self.by_id[entry[-1]]
            if host.next_at <= now:
                return host
            self.place(host)  # the time of this computer was set back
        return None

    def _better_heap(self, proven: bool) -> list[_Entry]:
        """Return the heap of ready hosts with the better top, an empty one if there is none."""
        if proven or not self._newcomers:
            return self._ready
        if not self._ready or self._newcomers[0] < self._ready[0]:
            return self._newcomers
        return self._ready

    def least_rank(self, now: float) -> float:
        """Return the rank a host needs now: a share of the best rank, here or at other crawls."""
        return self._patience * max(self.best_rank(now), self.elsewhere)

    def best_rank(self, now: float) -> float:
        """Return the best rank of a host that is ready, soon ready or busy."""
        self.wake(now)
        return self._best_under_way(now, self._best_soon())

    def best_awaited(self, now: float) -> float:
        """Return the best rank of a host that other crawls should wait for: it rests and is soon ready, or rests next.

        A ready host is no reason to wait. It is asked as soon as this crawl has time, which others have now.
        """
        self.wake(now)
        ids = {clock[1] for clock in self._nearly if self._runs(clock, _NEARLY)}
        ranks = [-self._entries[id_][0] for id_ in ids - self.slow]
        ranks += [
            rank
            for id_, (since, rank) in self._under_way.items()
            if self.by_id[id_].delay and now - since < self._worth_waiting(id_)
        ]
        return max(ranks, default=0.0)

    def begin(self, host: Host, seq: int, now: float) -> None:
        """Make a host busy with a link."""
        host.busy = seq
        self._move(host.id, _BUSY)
        if self.ranking.waits:
            self._under_way[host.id] = now, -self._entries[host.id][0]

    def lend(self, host: Host) -> bool:
        """Make a host busy with something that is no link, if it is free; ``end`` and ``place`` follow."""
        if host.busy or not self.holds(host):
            return False
        host.busy = LENT
        self._move(host.id, _BUSY)
        return True

    def end(self, host: Host) -> None:
        """End the fetch under way on a host; ``place`` follows."""
        host.busy = 0
        self._under_way.pop(host.id, None)

    def next_at(self) -> float | None:
        """Return when the next resting host becomes ready, None if none rests."""
        moments = []
        for heap, state in ((self._nearly, _NEARLY), (self._resting, _RESTING)):
            while heap and not self._runs(heap[0], state):
                heappop(heap)
            moments += [heap[0][0]] if heap else []
        return min(moments, default=None)

    def counts(self, now: float) -> tuple[int, int]:
        """Return how many hosts are ready and how many rest."""
        self.wake(now)
        resting = self._counts[_RESTING] + self._counts[_NEARLY]
        return self._counts[_READY], resting

    def any_soon(self, now: float) -> bool:
        """Return whether a host is ready, or soon ready."""
        self.wake(now)
        return bool(self._counts[_READY] or self._counts[_NEARLY])

    def tidy(self) -> None:
        """Drop outdated elements before they outnumber the valid ones."""
        most = 4 * len(self.by_id) + 1000
        if len(self._soon) > most:
            self._soon = _heap(entry for entry in self._soon if self._is_valid(entry, _NEARLY))
        if len(self._ready) > most:
            self._ready = _heap(entry for entry in self._ready if self._is_valid(entry, _READY))
        if len(self._newcomers) > most:
            valid = (entry for entry in self._newcomers if self._is_valid(entry, _READY))
            self._newcomers = _heap(valid)
        if len(self._nearly) > most:
            self._nearly = _heap(clock for clock in self._nearly if self._runs(clock, _NEARLY))
        if len(self._resting) > most:
            self._resting = _heap(clock for clock in self._resting if self._runs(clock, _RESTING))

    def wake(self, now: float) -> None:
        """Move on the hosts whose clock has nearly or wholly run out."""
        while self._resting and self._resting[0][0] <= now + SOON:
            clock = heappop(self._resting)
            if self._runs(clock, _RESTING):
                self._move(clock[1], _NEARLY)
                heappush(self._nearly, clock)
                if clock[1] not in self.slow:
                    heappush(self._soon, self._entries[clock[1]])
        while self._nearly and self._nearly[0][0] <= now:
            clock = heappop(self._nearly)
            if self._runs(clock, _NEARLY):
                self._move(clock[1], _READY)
                heap = self._ready if is_proven(self.by_id[clock[1]]) else self._newcomers
                heappush(heap, self._entries[clock[1]])

    def _place_all(self) -> None:
        for host in self.by_id.values():
            self.place(host)

    def _move(self, id_: int, state: HostState) -> None:
        self._counts[self._states[id_]] -= 1
        self._counts[state] += 1
        self._states[id_] = state

    def _runs(self, clock: _Clock, state: HostState) -> bool:
        """Return whether a host is in this state and still has this clock."""
        next_at, id_ = clock
        return self._states[id_] is state and self.by_id[id_].next_at == next_at

    def _is_valid(self, entry: _Entry, least: HostState) -> bool:
        """Return whether a host has at least come to this state, with this rank and head."""
        id_ = entry[-1]
        return self._states[id_] >= least and self._entries[id_] == entry

    def _best_soon(self) -> float:
        """Return the best rank among the hosts that are ready or will be soon."""
        while self._soon and not self._is_valid(self._soon[0], _NEARLY):
            heappop(self._soon)
        return -self._soon[0][0] if self._soon else 0.0

    def _best_under_way(self, now: float, best: float) -> float:
        """Return the best rank among hosts that are busy and worth waiting for, at least ``best``."""
        for id_, (since, rank) in self._under_way.items():
            if rank > best and self._is_awaited(id_, now - since):
                best = rank
        return best

    def _is_awaited(self, id_: int, seconds: float) -> bool:
        """Return whether a host that has been busy for some seconds is worth waiting for."""
        return seconds < self._worth_waiting(id_) and not self._leaves_workers_idle(id_)

    def _worth_waiting(self, id_: int) -> float:
        """Return the seconds for which a busy host is waited for."""
        return LINGERS if id_ in self.slow else SOON

    def _leaves_workers_idle(self, id_: int) -> bool:
        """Return whether waiting for a host would leave workers idle: it has no delay and is back at once."""
        host = self.by_id[id_]
        return len(self._under_way) < ENOUGH_UNDER_WAY and host.fetched > 0 and not host.delay


def is_proven(host: Host) -> bool:
    """Return whether a host has answered, and well the last time."""
    return host.fetched > 0 and not host.failures


_Element = TypeVar("_Element", _Entry, _Clock)


def _heap(elements: Iterable[_Element]) -> list[_Element]:
    heap = list(set(elements))
    heapify(heap)
    return heap
