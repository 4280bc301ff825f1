"""What following links brings: the share that led to kept pages, by the kind of page they are on and by their score."""

from __future__ import annotations

import json
from typing import NamedTuple

from tidings.frontier.seen import forget
from tidings.model import PageKind

_BUCKETS = 10
"""Of scores."""
_PRIOR, _HOPE = 2.0, 0.5
"""Links that the expectation about a kind is worth, and the share of them that lead to kept pages."""
_HALF_LIFE = 10 * 86_400.0
"""Seconds after which what was seen counts half, so that each kind is tried again some day."""
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
        self.is_noted = True
        """Whether the counts are stored."""

    def to_text(self) -> str:
        """Return the counts as JSON."""
        return json.dumps(self._counts)

    def expected(self, place: PageKind, score: float, now: float) -> float:
        """Return the share of the links on such pages, with such scores, that lead to kept pages."""
        count = self._faded(_kind(place, score), now)
        return (count.kept + _PRIOR * _HOPE) / (count.followed + _PRIOR)

    def follow(self, id_: int, place: PageKind, score: float) -> None:
        """Wait for the visit to a link."""
        self._followed[id_] = _kind(place, score)
        forget(self._followed, _REMEMBERED)

    def redirected(self, id_: int, target: int) -> None:
        """Let the target of a redirect take the place of the link that led to it."""
        if kind := self._followed.pop(id_, ""):
            self._followed[target] = kind

    def learn(self, id_: int, now: float, *, kept: bool) -> None:
        """Count the first visit to a link that was followed."""
        if kind := self._followed.pop(id_, ""):
            count = self._faded(kind, now)
            self._counts[kind] = _Count(count.followed + 1.0, count.kept + kept, now)
            self.is_noted = False

    def _faded(self, kind: str, now: float) -> _Count:
        followed, kept, at = self._counts.get(kind, _Count())
        left = 0.5 ** (max(now - at, 0.0) / _HALF_LIFE)
        return _Count(followed * left, kept * left, now)


def _kind(place: PageKind, score: float) -> str:
    return f"{place.value} {min(int(score * _BUCKETS), _BUCKETS - 1)}"
