"""The queue of hosts: which of them may be asked now, the best first; it knows clocks and ranks, but no links."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import IntEnum
from heapq import heapify, heappop, heappush
from typing import TypeVar

from tidings.model import Host
from tidings.ports import Ranking

SOON = 10.0
"""Seconds within which a resting host is ready soon, so that a poorer link may wait for it."""
ENOUGH_UNDER_WAY = 16
"""Fetches under way that keep all workers busy; with fewer, hosts without a delay are not waited for."""

_Entry = tuple[float, float, int, int]
"""Rank of a host and score of its head, both negative: best first; number of its head; number of the host."""
_Clock = tuple[float, int]
"""Moment from which a host may be asked, and its number."""


class HostState(IntEnum):
    """Where a host is in the queue."""

    IDLE = 0
    """No link waits."""
    BUSY = 1
    """A link of it is being fetched."""
    RESTING = 2
    """Links wait, and its clock forbids a request."""
    NEARLY = 3
    """As resting, but its clock runs out within ``SOON`` seconds."""
    READY = 4
    """Links wait, and it may be asked."""


# Looking up a member of an enum costs more than a heap operation.
_IDLE, _BUSY, _RESTING, _NEARLY, _READY = HostState


class HostQueue:
    """Chooses the best host among those whose clock allows a request.

    A host goes from resting to nearly, ready, busy and back; it is idle while no link waits. Each of these moves
    pushes it on a heap, and nothing is ever removed from the middle of a heap: a host that moved on leaves an
    outdated element behind, which is skipped when it comes to the top (lazy deletion) or when ``tidy`` finds
    too many of them. An element is valid as long as it agrees with ``_states`` and with the host's clock
    (heaps by clock) or with ``_entries`` (heaps by rank).
    """

    def __init__(
        self, ranking: Ranking, channel: Callable[[int], str], patience: float = 0.0
    ) -> None:
        """Rank hosts by ``ranking``; ``channel`` returns the channel of a link by its number."""
        self.ranking = ranking
        self._channel = channel
        self._patience = patience
        self.by_name: dict[str, Host] = {}
        self.by_id: dict[int, Host] = {}
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
        """Ready hosts by their rank."""
        self._under_way: dict[int, tuple[float, float]] = {}
        """When a busy host was taken, and its rank; only if the ranking waits for busy hosts."""

    def add(self, host: Host) -> None:
        """Register a host that is not in the queue yet; ``place`` puts it there."""
        self.by_name[host.name] = self.by_id[host.id] = host
        self._states[host.id] = _IDLE
        self._counts[_IDLE] += 1

    def remove(self, host: Host) -> None:
        """Take a host out of the queue; what the heaps still hold of it is no longer valid."""
        del self.by_name[host.name], self.by_id[host.id]
        self._counts[self._states.pop(host.id)] -= 1
        self._entries.pop(host.id, None)
        self._under_way.pop(host.id, None)

    def place(self, host: Host) -> None:
        """Put a host where it belongs, after its head, its clock or its record changed."""
        if host.busy:
            return
        if host.head is None:
            self._move(host.id, _IDLE)
            return
        score, seq = host.head
        channel = self._channel(seq) if self.ranking.by_channel else ""
        self._entries[host.id] = -self.ranking.rank(host, channel), -score, seq, host.id
        heappush(self._resting, (host.next_at, host.id))
        self._move(host.id, _RESTING)

    def take(self, now: float, least: float) -> Host | None:
        """Return the best ready host that has at least this rank; ``begin`` or ``place`` follows."""
        while self._ready and -self._ready[0][0] >= least:
            entry = heappop(self._ready)
            if not self._is_valid(entry, _READY):
                continue
            host = self.by_id[entry[-1]]
            if host.next_at <= now:
                return host
            self.place(host)  # the time of this computer was set back
        return None

    def least_rank(self, now: float) -> float:
        """Return the rank a host needs now: a share of the best rank that is ready, soon ready or busy."""
        self.wake(now)
        return self._patience * max(self._best_soon(), self._best_under_way(now))

    def begin(self, host: Host, seq: int, now: float) -> None:
        """Make a host busy with a link."""
        host.busy = seq
        self._move(host.id, _BUSY)
        if self.ranking.waits:
            self._under_way[host.id] = now, -self._entries[host.id][0]

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

    def tidy(self) -> None:
        """Drop outdated elements before they outnumber the valid ones."""
        most = 4 * len(self.by_id) + 1000
        if len(self._soon) > most:
            self._soon = _heap(entry for entry in self._soon if self._is_valid(entry, _NEARLY))
        if len(self._ready) > most:
            self._ready = _heap(entry for entry in self._ready if self._is_valid(entry, _READY))
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
                heappush(self._soon, self._entries[clock[1]])
        while self._nearly and self._nearly[0][0] <= now:
            clock = heappop(self._nearly)
            if self._runs(clock, _NEARLY):
                self._move(clock[1], _READY)
                heappush(self._ready, self._entries[clock[1]])

    def _move(self, id_: int, state: HostState) -> None:
        self._counts[self._states[id_]] -= 1
        self._counts[state] += 1
        self._states[id_] = state

    def _runs(self, clock: _Clock, state: HostState) -> bool:
        """Return whether a host is in this state and still has this clock."""
        next_at, id_ = clock
        return self._states.get(id_) is state and self.by_id[id_].next_at == next_at

    def _is_valid(self, entry: _Entry, least: HostState) -> bool:
        """Return whether a host has at least come to this state, with this rank and head."""
        id_ = entry[-1]
        return self._states.get(id_, _IDLE) >= least and self._entries[id_] == entry

    def _best_soon(self) -> float:
        """Return the best rank among the hosts that are ready or will be soon."""
        while self._soon and not self._is_valid(self._soon[0], _NEARLY):
            heappop(self._soon)
        return -self._soon[0][0] if self._soon else 0.0

    def _best_under_way(self, now: float) -> float:
        """Return the best rank among hosts that became busy within ``SOON`` seconds and are worth waiting for."""
        if not self._under_way:
            return 0.0
        ranks = [
            rank
            for id_, (since, rank) in self._under_way.items()
            if now - since < SOON and not self._leaves_workers_idle(id_)
        ]
        return max(ranks, default=0.0)

    def _leaves_workers_idle(self, id_: int) -> bool:
        """Return whether waiting for a host would leave workers idle: it has no delay and is back at once."""
        host = self.by_id[id_]
        return len(self._under_way) < ENOUGH_UNDER_WAY and host.fetched > 0 and not host.delay


_Element = TypeVar("_Element", _Entry, _Clock)


def _heap(elements: Iterable[_Element]) -> list[_Element]:
    heap = list(set(elements))
    heapify(heap)
    return heap


_Standing = tuple[int, int, str, int]
"""Kept pages, negative, fetched pages, name and number of a host: the best first."""


class BestHosts:
    """The hosts with most kept pages; of equals, those that needed fewer fetches.

    A heap with lazy deletion, as in ``HostQueue``: an element is valid while it agrees with the host's record.
    """

    def __init__(self, hosts: Mapping[int, Host]) -> None:
        """Watch the hosts in ``hosts``, also those that its owner adds later."""
        self._hosts = hosts
        self._heap: list[_Standing] = []
        self._changed: set[int] = set()
        """Hosts to be pushed when the best are asked for, which is seldom compared with changes."""

    def note(self, host: Host) -> None:
        """Take notice of a host whose record changed."""
        self._changed.add(host.id)

    def top(self, most: int) -> list[Host]:
        """Return the best hosts that have kept pages, the best first."""
        self._take_changes()
        chosen: list[_Standing] = []
        while self._heap and len(chosen) < most:
            standing = heappop(self._heap)
            if self._holds(standing) and standing not in chosen:
                chosen.append(standing)
        for standing in chosen:
            heappush(self._heap, standing)
        return [self._hosts[standing[-1]] for standing in chosen]

    def _take_changes(self) -> None:
        for id_ in self._changed:
            host = self._hosts.get(id_)
            if host and host.good > 0:
                heappush(self._heap, _standing(host))
        self._changed.clear()
        if len(self._heap) > 4 * len(self._hosts) + 1000:
            self._heap[:] = {standing for standing in self._heap if self._holds(standing)}
            heapify(self._heap)

    def _holds(self, standing: _Standing) -> bool:
        host = self._hosts.get(standing[-1])
        return host is not None and _standing(host) == standing


def _standing(host: Host) -> _Standing:
    return -host.good, host.fetched, host.name, host.id
