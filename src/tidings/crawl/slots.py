"""Shares the connections of a crawl: a fetch that lingers gives its slot to another, and may not hold up the rest."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from enum import Enum

from tidings.frontier.embedded import Frontier
from tidings.frontier.hosts import LINGERS
from tidings.model import Waiting

STRAIN = 4
"""Lingering fetches beyond this part of the slots put a crawl under strain: a quarter."""
NEWCOMERS = 4
"""Under strain, hosts without a good answer take this part of the slots: a quarter, before others are asked first."""
MOST_LINGERING = 192
"""Fetches that may linger beside the slots; each needs a socket, and systems allow 1,024 by default."""


class Room(Enum):
    """Who may begin a fetch now."""

    NOBODY = 0
    PROVEN = 1
    """Only hosts that have answered well so far."""
    PROVEN_FIRST = 2
    """Others only if none of these is ready."""
    ANYONE = 3


class Slots:
    """The fetches under way, and when each began.

    A fetch that has been under way for some seconds no longer counts, so that servers which never answer cannot
    hold all slots. Once many linger, hosts that have answered well come first, and a quarter of the slots is left to
    them alone. When too many linger, the oldest one is given up.
    """

    def __init__(self, connections: int) -> None:
        self._connections = connections
        self._begun: dict[asyncio.Task[None], tuple[float, bool]] = {}
        """In the order in which they began; whether the host has answered well so far."""
        self._given_up: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        """Return the number of fetches under way."""
        return len(self._begun)

    def __iter__(self) -> Iterator[asyncio.Task[None]]:
        """Yield the fetches under way, the oldest first."""
        return iter(self._begun)

    def begin(self, task: asyncio.Task[None], now: float, *, proven: bool) -> None:
        """Note that a fetch begins."""
        self._begun[task] = now, proven

    def end(self, task: asyncio.Task[None] | None) -> None:
        """Note that a fetch has ended."""
        if task:
            self._begun.pop(task, None)
            self._given_up.discard(task)

    def gave_way(self, task: asyncio.Task[None] | None) -> bool:
        """Return whether a fetch was cancelled because it lingered."""
        return task in self._given_up

    def are_full(self, now: float, beside: int) -> bool:
        """Return whether no fetch may begin; ``beside`` other slots are taken by pages that are read."""
        return len(self._begun) - self.lingering(now) + beside >= self._connections

    def choose(self, now: float, beside: int, frontier: Frontier) -> Waiting | None:
        """Return the link to fetch next, from the hosts that have room, None if there is none."""
        room = self._room(now, beside)
        if room is Room.NOBODY:
            return None
        waiting = None if room is Room.ANYONE else frontier.pop(now, proven=True)
        return waiting if waiting or room is Room.PROVEN else frontier.pop(now)

    def _room(self, now: float, beside: int) -> Room:
        if self.are_full(now, beside):
            return Room.NOBODY
        if self.lingering(now) <= self._connections // STRAIN:
            return Room.ANYONE
        fresh = [proven for begun, proven in self._begun.values() if begun > now - LINGERS]
        newcomers, share = len(fresh) - sum(fresh), self._connections / NEWCOMERS
        if newcomers < share:
            return Room.ANYONE
        return Room.PROVEN_FIRST if newcomers < self._connections - share else Room.PROVEN

    def lingering(self, now: float) -> int:
        """Count the fetches that linger."""
        count = 0
        for begun, _ in self._begun.values():
            if begun > now - LINGERS:
                break
            count += 1
        return count

    def make_way(self, now: float) -> None:
        """Give up the oldest fetches if too many linger."""
        too_many = self.lingering(now) - MOST_LINGERING
        if too_many > 0:
            for task in [task for task in self._begun if task not in self._given_up][:too_many]:
                self._given_up.add(task)
                task.cancel()
