"""The queue of hosts: which of them may be asked now, the best first; it knows clocks and ranks, but no links."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import IntEnum
from heapq import heapify, heappop, heappush

from tidings.model import Host
from tidings.ports import Ranking

SOON = 10.0
"""Seconds within which a resting host is ready soon, so that a poorer link may wait for it."""
ENOUGH_UNDER_WAY = 16
"""Fetches under way that keep all workers busy; with fewer, hosts without a delay are not waited for."""

_Entry = tuple[float, float, int, int]
"""Rank of a host and score of its head, both negative: best first; number of its head; number of the host."""


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


class HostQueue:
    """Chooses the best host among those whose clock allows a request.

    A host goes from resting to nearly, ready, busy and back; it is idle while no link waits. Each of these moves
    pushes it on a heap, and nothing is ever removed from the middle of a heap: a host that moved on leaves an
    outdated element behind, which is skipped when it comes to the top (lazy deletion) or when ``_tidy`` finds
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
        self._resting: list[tuple[float, int]] = []
        """Resting hosts by their clock."""
        self._nearly: list[tuple[float, int]] = []
        """Hosts that are nearly ready, by their clock."""
        self._soon: list[_Entry] = []
        """Hosts that are nearly ready or ready, by their rank: is there one worth waiting for?"""
        self._ready: list[_Entry] = []
        """Ready hosts by their rank."""
        self._offered: dict[int, _Entry] = {}
        """The newest entry of each host on ``_ready``, so that it is not pushed twice."""
        self._under_way: dict[int, tuple[float, float]] = {}
        """When a busy host was taken, and its rank; only if the ranking waits for busy hosts."""

    def add(self, host: Host) -> None:
        """Register a host that is not in the queue yet; ``place`` puts it there."""
        self.by_name[host.name] = self.by_id[host.id] = host
        self._states[host.id] = HostState.IDLE
        self._counts[HostState.IDLE] += 1

    def remove(self, host: Host) -> None:
        """Take a host out of the queue; what the heaps still hold of it is no longer valid."""
        del self.by_name[host.name], self.by_id[host.id]
        self._counts[self._states.pop(host.id)] -= 1
        self._entries.pop(host.id, None)
        self._offered.pop(host.id, None)
        self._under_way.pop(host.id, None)

    def place(self, host: Host) -> None:
        """Put a host where it belongs, after its head, its clock or its record changed."""
        if host.busy:
            self._move(host.id, HostState.BUSY)
        elif host.head is None:
            self._move(host.id, HostState.IDLE)
        else:
            score, seq = host.head
            channel = self._channel(seq) if self.ranking.by_channel else ""
            self._entries[host.id] = -self.ranking.rank(host, channel), -score, seq, host.id
            heappush(self._resting, (host.next_at, host.id))
            self._move(host.id, HostState.RESTING)

    def take(self, now: float, least: float) -> Host | None:
        """Return the best ready host that has at least this rank; ``begin`` or ``place`` follows."""
        self._wake(now)
        while self._ready and -self._ready[0][0] >= least:
            entry = heappop(self._ready)
            id_ = entry[-1]
            if self._offered.get(id_) == entry:
                del self._offered[id_]
            if not self._is_valid(entry, HostState.READY):
                continue
            host = self.by_id[id_]
            if host.next_at <= now:
                return host
            self.place(host)  # the time of this computer was set back
        return None

    def least_rank(self, now: float) -> float:
        """Return the rank a host needs now: a share of the best rank that is ready, soon ready or busy."""
        self._wake(now)
        return self._patience * max(self._best_soon(), self._best_under_way(now))

    def begin(self, host: Host, seq: int, now: float) -> None:
        """Make a host busy with a link."""
        host.busy = seq
        self._move(host.id, HostState.BUSY)
        if self.ranking.waits:
            self._under_way[host.id] = now, -self._entries[host.id][0]

    def end(self, host: Host) -> None:
        """End the fetch under way on a host; ``place`` follows."""
        host.busy = 0
        self._under_way.pop(host.id, None)

    def next_at(self) -> float | None:
        """Return when the next resting host becomes ready, None if none rests."""
        moments = []
        for heap, state in self._clocks():
            while heap and not self._runs(*heap[0], state):
                heappop(heap)
            moments += [heap[0][0]] if heap else []
        return min(moments, default=None)

    def counts(self, now: float) -> tuple[int, int]:
        """Return how many hosts are ready and how many rest."""
        self._wake(now)
        resting = self._counts[HostState.RESTING] + self._counts[HostState.NEARLY]
        return self._counts[HostState.READY], resting

    def tidy(self) -> None:
        """Drop outdated elements before they outnumber the valid ones."""
        most = 4 * len(self.by_id) + 1000
        if len(self._soon) > most:
            self._soon = self._valid(self._soon, HostState.NEARLY)
        if len(self._ready) > most:
            self._ready = self._valid(self._ready, HostState.READY)
            self._offered = {entry[-1]: entry for entry in self._ready}
        for clocks, state in self._clocks():
            if len(clocks) > most:
                clocks[:] = {clock for clock in clocks if self._runs(*clock, state)}
                heapify(clocks)

    def _valid(self, heap: list[_Entry], least: HostState) -> list[_Entry]:
        valid = [*{entry for entry in heap if self._is_valid(entry, least)}]
        heapify(valid)
        return valid

    def _clocks(self) -> Iterator[tuple[list[tuple[float, int]], HostState]]:
        yield self._nearly, HostState.NEARLY
        yield self._resting, HostState.RESTING

    def _move(self, id_: int, state: HostState) -> None:
        self._counts[self._states[id_]] -= 1
        self._counts[state] += 1
        self._states[id_] = state

    def _wake(self, now: float) -> None:
        """Move on the hosts whose clock has nearly or wholly run out."""
        while self._resting and self._resting[0][0] <= now + SOON:
            next_at, id_ = heappop(self._resting)
            if self._runs(next_at, id_, HostState.RESTING):
                self._move(id_, HostState.NEARLY)
                heappush(self._nearly, (next_at, id_))
                heappush(self._soon, self._entries[id_])
        while self._nearly and self._nearly[0][0] <= now:
            next_at, id_ = heappop(self._nearly)
            if self._runs(next_at, id_, HostState.NEARLY):
                self._move(id_, HostState.READY)
                self._offer(self._entries[id_])

    def _offer(self, entry: _Entry) -> None:
        """Push a ready host, unless it lies there with the same rank and head."""
        if self._offered.get(entry[-1]) != entry:
            self._offered[entry[-1]] = entry
            heappush(self._ready, entry)

    def _runs(self, next_at: float, id_: int, state: HostState) -> bool:
        """Return whether a host is in this state and still has this clock."""
        return self._states.get(id_) is state and self.by_id[id_].next_at == next_at

    def _is_valid(self, entry: _Entry, least: HostState) -> bool:
        """Return whether a host has at least come to this state, with this rank and head."""
        id_ = entry[-1]
        return self._states.get(id_, HostState.IDLE) >= least and self._entries[id_] == entry

    def _best_soon(self) -> float:
        """Return the best rank among the hosts that are ready or will be soon."""
        while self._soon and not self._is_valid(self._soon[0], HostState.NEARLY):
            heappop(self._soon)
        return -self._soon[0][0] if self._soon else 0.0

    def _best_under_way(self, now: float) -> float:
        """Return the best rank among hosts that became busy within ``SOON`` seconds and are worth waiting for."""
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


class BestHosts:
    """The hosts with most kept pages; of equals, those that needed fewer fetches.

    A heap with lazy deletion, as in ``HostQueue``: an element counts if it agrees with the host's record.
    """

    def __init__(self, hosts: dict[int, Host]) -> None:
        """Rank the hosts in ``hosts``, whatever its owner adds to it later."""
        self._hosts = hosts
        self._best: list[tuple[int, int, str, int]] = []

    def note(self, host: Host) -> None:
        """Take notice of a host whose record changed."""
        if host.good > 0:
            heappush(self._best, _standing(host))
            if len(self._best) > 4 * len(self._hosts) + 1000:
                self._best[:] = {element for element in self._best if self._holds(element)}
                heapify(self._best)

    def top(self, most: int) -> list[Host]:
        """Return the best hosts, the best first."""
        chosen: list[tuple[int, int, str, int]] = []
        while self._best and len(chosen) < most:
            element = heappop(self._best)
            if self._holds(element) and element not in chosen:
                chosen.append(element)
        for element in chosen:
            heappush(self._best, element)
        return [self._hosts[element[-1]] for element in chosen]

    def _holds(self, element: tuple[int, int, str, int]) -> bool:
        host = self._hosts.get(element[-1])
        return host is not None and _standing(host) == element


def _standing(host: Host) -> tuple[int, int, str, int]:
    return -host.good, host.fetched, host.name, host.id
