"""Ranks hosts by their judged pages, here and in earlier collections (Farag, 2016)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import NamedTuple

from tidings.model import Host, Outcome, Verdict
from tidings.urls import host_of


class Record(NamedTuple):
    """How many pages of a host were about the event, copies of other hosts' pages too, and how many were not."""

    good: int = 0
    bad: int = 0

    def plus(self, good: int, bad: int) -> Record:
        """Return the record with more pages counted."""
        return Record(self.good + good, self.bad + bad)


def counted(verdict: Verdict, host: Host) -> Record:
    """Return what a page counts for its host: a copy of another host's page is good, one of its own says nothing."""
    is_copy = verdict.outcome is Outcome.DUPLICATE and host_of(verdict.detail) != host.name
    kept, rejected = verdict.outcome is Outcome.KEPT, verdict.outcome is Outcome.REJECTED
    return Record(good=int(kept or is_copy), bad=int(rejected))


Importance = Callable[[Record, float, Random], float]
"""Returns the importance of a host from its record, the score of its best waiting link, and a random generator."""


def success(record: Record, best: float, random: Random) -> float:
    """Return the good pages per bad page, both plus one."""
    return (record.good + 1) / (record.bad + 1)


def thompson(record: Record, best: float, random: Random) -> float:
    """Return the share of good pages, drawn from its Beta distribution."""
    return random.betavariate(record.good + 1, record.bad + 1)


def negative_bad(record: Record, best: float, random: Random) -> float:
    """Return the number of bad pages, negative."""
    return -float(record.bad)


NEW = 0.75
"""Factor of ``loyal`` for a host without a good page, to the power of its bad pages plus one."""


def loyal(record: Record, best: float, random: Random) -> float:
    """Return the best score, reduced until the first good page, so that few new hosts are opened."""
    return best if record.good else best * NEW ** (record.bad + 1)


IMPORTANCE: dict[str, Importance] = {
    "negative-bad": negative_bad,
    "best": lambda record, best, random: best,
    "success": success,
    "thompson": thompson,
    "good-best": lambda record, best, random: record.good * best,
    "thompson-best": lambda record, best, random: thompson(record, best, random) * best,
    "success-best": lambda record, best, random: success(record, best, random) * best,
    "loyal": loyal,
}
"""The importance of hosts, by ``order.sources``; all but ``loyal`` are Farag's."""
_WITH_BEST = frozenset({"best", "good-best", "thompson-best", "success-best"})
"""Functions of Farag that hold the best score already: it does not count twice."""


class HostRanking:
    """Ranks hosts by the score of their best waiting link times their importance; ``none`` by the score alone.

    An importance that holds that score already is the rank.
    """

    by_channel = False

    def __init__(self, function: str = "none", seed: int = 0, *, waits: bool = False) -> None:
        self._importance = None if function == "none" else IMPORTANCE[function]
        self._has_best = function in _WITH_BEST
        self.waits = waits or self._importance is not None
        self._random = Random(seed)
        self.priors: Mapping[str, tuple[int, int]] = {}

    def learn(self, host: str, channel: str, *, kept: bool) -> None:
        """Do nothing: each host has its own record."""

    def rank(self, host: Host, channel: str = "") -> float:
        """Return importance times the score of the best link, which counts once."""
        best = host.head[0] if host.head else 0.0
        if self._importance is None:
            return best
        record = Record(host.good, host.bad).plus(*self.priors.get(host.name, (0, 0)))
        importance = self._importance(record, best, self._random)
        if self._importance is negative_bad:
            # It is no factor. This keeps its order and is positive, as patience takes shares of ranks.
            return 1 / (1 - importance)
        return importance if self._has_best else importance * best
