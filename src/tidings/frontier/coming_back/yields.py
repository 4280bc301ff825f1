"""What following links brings: the share that led to kept pages, by the kind of page they are on and by their score."""

from __future__ import annotations

import json
import math
from collections import defaultdict
from typing import NamedTuple

from tidings.frontier.seen import forget
from tidings.model import PageKind

_BUCKETS = 10
"""Of scores."""
_PRIOR, _HOPE = 2.0, 0.5
"""Links that the expectation about a kind is worth, and the share of them that lead to kept pages."""
_HALF_LIFE = 10 * 86_400.0
"""Seconds after which what was seen counts half, so that each kind is tried again some day."""
_POOR, _FEW = _HOPE / 2, 10
"""Share below which a kind is poor, and links that must have been followed to be sure of it; 9 that led nowhere."""
_TRIAL = 86_400.0
"""Seconds after which a link that was tried is not waited for."""
_REMEMBERED = 50_000
"""Links whose visit is waited for."""


class _Count(NamedTuple):
    """Links of a kind that were followed, those of them that led to kept pages, and when that was true."""

    followed: float = 0.0
    kept: float = 0.0
    at: float = 0.0


class LinkYields:
    """Learns for each kind of link what a request for it brings."""

    def __init__(self, text: str = "") -> None:
        """Begin with nothing, or with what ``to_text`` wrote."""
        self._counts = {kind: _Count(*count) for kind, count in json.loads(text or "{}").items()}
        self._followed: dict[int, str] = {}
        """The kinds of links that are followed, by their ids."""
        self._tried: defaultdict[str, dict[int, float]] = defaultdict(dict)
        """When links were followed though their kind is poor, because hardly any was lately; by their kind."""
        self.is_noted = True
        """Whether the counts are stored."""

    def to_text(self) -> str:
        """Return the counts as JSON."""
        return json.dumps(self._counts)

    def expected(self, place: PageKind, score: float, now: float) -> float:
        """Return the share of the links on such pages, with such scores, that lead to kept pages."""
        count = self._faded(_kind(place, score), now)
        return (count.kept + _PRIOR * _HOPE) / (count.followed + _PRIOR)

    def room(self, place: PageKind, score: float, least: float, now: float) -> float:
        """Return how many more links of a kind may be followed before some are visited.

        Any number, unless the kind is poor and is only being tried again: then as many as would show that it still is.
        """
        kind = _kind(place, score)
        count = self._faded(kind, now)
        if count.followed >= _FEW or self.expected(place, score, now) >= _POOR:
            return math.inf
        under_way = sum(now - at < _TRIAL for at in self._tried[kind].values())
        return (count.kept + _PRIOR * _HOPE) / least - _PRIOR - count.followed - under_way

    def follow(
        self, id_: int, place: PageKind, score: float, tried_at: float | None = None
    ) -> None:
        """Wait for the visit to a link; ``tried_at``: when it was followed, if its kind is being tried again."""
        kind = _kind(place, score)
        self._followed[id_] = kind
        forget(self._followed, _REMEMBERED)
        if tried_at is not None:
            tried = self._tried[kind]
            self._tried[kind] = {id_: at for id_, at in tried.items() if tried_at - at < _TRIAL}
            self._tried[kind][id_] = tried_at

    def redirected(self, id_: int, target: int) -> None:
        """Let the target of a redirect take the place of the link that led to it."""
        if kind := self._followed.pop(id_, ""):
            self._followed[target] = kind
            if at := self._tried[kind].pop(id_, 0.0):
                self._tried[kind][target] = at

    def learn(self, id_: int, now: float, *, kept: bool) -> None:
        """Count the first visit to a link that was followed."""
        if kind := self._followed.pop(id_, ""):
            self._tried[kind].pop(id_, None)
            count = self._faded(kind, now)
            self._counts[kind] = _Count(count.followed + 1.0, count.kept + kept, now)
            self.is_noted = False

    def _faded(self, kind: str, now: float) -> _Count:
        followed, kept, at = self._counts.get(kind, _Count())
        left = 0.5 ** (max(now - at, 0.0) / _HALF_LIFE)
        return _Count(followed * left, kept * left, now)


def _kind(place: PageKind, score: float) -> str:
    return f"{place.value} {min(int(score * _BUCKETS), _BUCKETS - 1)}"
