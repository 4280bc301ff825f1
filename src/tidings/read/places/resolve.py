"""Decide which place each name in a text stands for: by population, by the name next to it, and by other places."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from tidings.read.places.gazetteer import (
    LARGE_TOWN,
    SURE_CITY,
    Gazetteer,
    PlaceCandidate,
    PlaceKind,
    Usage,
)

_BESIDE = 8.0
"""Score for a container right after a name, as in "Paris, Texas"; more than any population."""
_SAME_AREA = 1.6
_SAME_COUNTRY = 1.0
_MOST_VOTES = 2.0
"""Votes for an area or country beyond which more add nothing."""
_AREA_SUPPORT = 0.7
_COUNTRY_SUPPORT = 1.4
"""Votes that a small town, or a town that is a surname, needs."""
_BETWEEN = frozenset((", ", " (", " in ", ",\n", " "))
_LOCATIVE = (" in", " at", " near", " from", " outside", " In", " to", " of")


class Hit(NamedTuple):
    """A name in a text, by its index in the gazetteer and among the event's names; -1 means none."""

    start: int
    end: int
    name: int
    given: int = -1


class EventHome(NamedTuple):
    """Where the event is: the votes of its places in every text."""

    countries: Mapping[str, float] = {}
    areas: Mapping[int, float] = {}
    rows: frozenset[int] = frozenset()


def resolve(
    text: str, hits: Sequence[Hit], gazetteer: Gazetteer, home: EventHome, *, trusted: bool = False
) -> dict[int, PlaceCandidate]:
    """Return the place that each name stands for; names that seem to mean no place are left out.

    ``trusted`` names are known to be places.
    """
    names = {hit.name: gazetteer.candidates(hit.name) for hit in hits if hit.name >= 0}
    beside = _beside(text, hits, names)
    votes = _Votes(home, names.values())
    chosen = {}
    for name, candidates in names.items():
        near = beside.get(name, ())
        best = votes.best(candidates, near) if len(candidates) > 1 else candidates[0]
        sure = trusted or best.row in home.rows or best.row in near
        if sure or _is_accepted(
            best, gazetteer.usage[name], votes, partial(_located, text, hits, name)
        ):
            chosen[name] = best
    return chosen


class _Votes:
    """How many names of a text vote for each country and division."""

    def __init__(self, home: EventHome, names: Iterable[tuple[PlaceCandidate, ...]]) -> None:
        self._rows = home.rows
        self._countries = countries = defaultdict(float, home.countries)
        self._areas = areas = defaultdict(float, home.areas)
        for candidates in names:
            for _, _, country, area, _, vote in candidates:
                countries[country] += vote
                if area:
                    areas[area] += vote

    def best(
        self, candidates: tuple[PlaceCandidate, ...], beside: Container[int]
    ) -> PlaceCandidate:
        """Return the candidate that fits the other names best."""
        best, most = candidates[0], -1.0
        for candidate in candidates:
            row, _, country, area, score, vote = candidate
            score += _SAME_COUNTRY * min(self._countries[country] - vote, _MOST_VOTES)
            if area:
                score += _SAME_AREA * min(self._areas[area] - vote, _MOST_VOTES)
            if row in beside:
                score += _BESIDE
            if row in self._rows:
                score += _SAME_AREA
            if score > most:
                best, most = candidate, score
        return best

    def support(self, candidate: PlaceCandidate) -> bool:
        """Return whether other names vote for a place."""
        area = self._areas[candidate.area] if candidate.area else 0.0
        country = self._countries[candidate.country]
        vote = candidate.vote
        return area - vote >= _AREA_SUPPORT or country - vote >= _COUNTRY_SUPPORT


def _is_accepted(
    best: PlaceCandidate, usage: int, votes: _Votes, located: Callable[[], bool]
) -> bool:
    """Return whether a name that may be a person, a word or a very small town is a place here."""
    if usage in (Usage.WORD, Usage.CODE):
        return False
    if best.rank >= (SURE_CITY if usage == Usage.SURNAME else LARGE_TOWN):
        return True
    return votes.support(best) and located()


def _located(text: str, hits: Sequence[Hit], name: int) -> bool:
    """Return whether the name follows a preposition of place anywhere in the text."""
    return any(text.endswith(_LOCATIVE, 0, hit.start - 1) for hit in hits if hit.name == name)


def _beside(
    text: str, hits: Sequence[Hit], names: Mapping[int, tuple[PlaceCandidate, ...]]
) -> dict[int, set[int]]:
    """Return for each name the candidates inside a place named right after it, and for that name the containers."""
    rows: dict[int, set[int]] = {}
    for (_, end, index, _), (start, _, following, _) in pairwise(hits):
        if start - end > 4 or index < 0 or following < 0 or text[end:start] not in _BETWEEN:
            continue
        for inner in names[index]:
            for outer in names[following]:
                if _contains(outer, inner):
                    rows.setdefault(index, set()).add(inner.row)
                    rows.setdefault(following, set()).add(outer.row)
    return rows


def _contains(outer: PlaceCandidate, inner: PlaceCandidate) -> bool:
    if inner.country != outer.country or not outer.country or inner.kind >= outer.kind:
        return False
    return outer.kind == PlaceKind.COUNTRY or (
        outer.area == inner.area and outer.kind != PlaceKind.CITY
    )
