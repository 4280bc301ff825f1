"""How much a host is worth by the pages judged so far, here and in earlier collections (Farag, 2016)."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from tidings.model import Host


class Record(NamedTuple):
    """How many pages of a host were about the event, and how many were not."""

    good: int = 0
    bad: int = 0

    def plus(self, good: int, bad: int) -> Record:
        """Return the record after more pages."""
        return Record(self.good + good, self.bad + bad)


class Ranking(Protocol):
    """Ranks hosts by their best waiting link and by what is known of them."""

    waits: bool
    """Whether a host that is busy now is worth waiting for, as one that rests is."""
    by_channel: bool
    """Whether it wants to know by which channel the best link of a host came."""
    priors: Mapping[str, Record]
    """What was known of hosts before, counted in."""

    def rank(self, host: Host, channel: str = "") -> float:
        """Return the rank of a host now, never below zero."""

    def learn(self, host: str, channel: str, *, kept: bool) -> None:
        """Count a page that was judged."""


Importance = Callable[[Record, float, Random], float]
"""Tells the importance of a host from its record, its best waiting link, and chance."""


def success(record: Record, best: float, chance: Random) -> float:
    """Return how many good pages come on a bad one; a new host has 1."""
    return (record.good + 1) / (record.bad + 1)


def thompson(record: Record, best: float, chance: Random) -> float:
    """Return a guess of the share of good pages, the nearer to it the more pages are known."""
    return chance.betavariate(record.good + 1, record.bad + 1)


def negative_bad(record: Record, best: float, chance: Random) -> float:
    """Return the number of bad pages, below zero."""
    return -float(record.bad)


NEW = 0.75
"""What a host without a good page is worth beside one that had some, for ``loyal``; less with every bad page."""


def loyal(record: Record, best: float, chance: Random) -> float:
    """Return the best score, less for a host that has still to bring its first good page: few hosts are opened."""
    return best if record.good else best * NEW ** (record.bad + 1)


IMPORTANCE: dict[str, Importance] = {
    "negative-bad": negative_bad,
    "best": lambda record, best, chance: best,
    "success": success,
    "thompson": thompson,
    "good-best": lambda record, best, chance: record.good * best,
    "thompson-best": lambda record, best, chance: thompson(record, best, chance) * best,
    "success-best": lambda record, best, chance: success(record, best, chance) * best,
    "loyal": loyal,
}
"""The importance of sources, by ``order.sources``; ``none`` has none. All but the last are Farag's."""


class Sources:
    """Ranks hosts by their best waiting link and their importance, from the record each host has."""

    by_channel = False

    def __init__(self, function: str = "none", seed: int = 0) -> None:
        self._importance = None if function == "none" else IMPORTANCE[function]
        self.waits = self._importance is not None
        self._chance = Random(seed)
        self.priors: Mapping[str, Record] = {}

    def learn(self, host: str, channel: str, *, kept: bool) -> None:
        """Do nothing: hosts keep their records themselves."""

    def rank(self, host: Host, channel: str = "") -> float:
        """Return the rank of a host now: importance times the score of its best link."""
        best = host.head[0] if host.head else 0.0
        if self._importance is None:
            return best
        record = self.priors.get(host.name, Record()).plus(host.good, host.bad)
        importance = self._importance(record, best, self._chance)
        if (
            self._importance is negative_bad
        ):  # no factor; this keeps its order, and shares of it make sense
            return 1 / (1 - importance)
        return importance * best


Knowledge = dict[str, dict[str, Record]]
"""What earlier collections tell about hosts, by the type of their event."""


def parse(text: str) -> Knowledge:
    """Read knowledge as its user keeps it: ``{"flood": {"news.example": {"good": 12, "bad": 3}}}``."""
    return {
        kind: {host: _record(counts) for host, counts in _table(hosts).items()}
        for kind, hosts in _table(json.loads(text)).items()
    }


def to_text(knowledge: Knowledge) -> str:
    """Return knowledge as ``parse`` reads it."""
    tables = {
        kind: {host: record._asdict() for host, record in sorted(hosts.items())}
        for kind, hosts in sorted(knowledge.items())
    }
    return json.dumps(tables, indent=1, ensure_ascii=False) + "\n"


def known_of(knowledge: Knowledge, kind: str) -> dict[str, Record]:
    """Return the records of hosts for one type of event, over all types if it is empty."""
    records: dict[str, Record] = {}
    for hosts in [knowledge.get(kind, {})] if kind else knowledge.values():
        for host, record in hosts.items():
            records[host] = records.get(host, Record()).plus(*record)
    return records


def learned(
    knowledge: Knowledge,
    kind: str,
    hosts: Mapping[str, tuple[int, int]],
    told: Mapping[str, tuple[int, int]] = MappingProxyType({}),
) -> Knowledge:
    """Return knowledge with the hosts of a collection counted in, in the place of what it ``told`` before."""
    records = dict(knowledge.get(kind, {}))
    for host in {**told, **hosts}:
        (good, bad), (good_before, bad_before) = hosts.get(host, (0, 0)), told.get(host, (0, 0))
        known = records.get(host, Record()).plus(good - good_before, bad - bad_before)
        records[host] = Record(max(known.good, 0), max(known.bad, 0))
    return {**knowledge, kind: records}


def _record(counts: object) -> Record:
    table = _table(counts)
    if set(table) != {"good", "bad"} or not all(map(_is_count, table.values())):
        raise ValueError(f'found {json.dumps(counts)[:60]}; a host has {{"good": 12, "bad": 3}}')
    return Record(**table)


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _table(value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ValueError(f"found {json.dumps(value)[:60]} in the place of a table in braces")
    return value
