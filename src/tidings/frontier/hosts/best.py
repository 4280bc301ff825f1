"""The hosts with the most kept pages, for views of a running crawl."""

from __future__ import annotations

from collections.abc import Mapping
from heapq import heapify, heappop, heappush

from tidings.model import Host

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
