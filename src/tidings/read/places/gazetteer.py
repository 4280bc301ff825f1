"""Place names and the places each may stand for; it reads no text and does not know where its data come from."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterator, Mapping
from enum import IntEnum
from itertools import accumulate, chain, repeat
from math import log10
from typing import NamedTuple

from tidings.model import Place
from tidings.read.words.automaton import Automaton

_ALTERNATE = -1.2
"""Added to the rank of a place under a name other than its first."""
LARGE_TOWN = 4.176
"""Rank of a town of 15,000, from which it is accepted without other evidence."""
SURE_CITY = 5.3
"""Rank of a city of 200,000, from which even a surname means the city."""
_SMALL_VOTE = 0.3
"""Factor for the votes of towns below ``LARGE_TOWN``."""
_MOST_CANDIDATES = 24
_TEMPER = 0.7
"""Exponent of the population in a place's share of a name: small towns are named more than in proportion."""


class PlaceKind(IntEnum):
    """What a place is."""

    CITY = 0
    COUNTY = 1
    PART = 2
    REGION = 3
    COUNTRY = 4
    WIDE = 5


_RANKS = {
    PlaceKind.COUNTY: 4.2,
    PlaceKind.PART: 5.0,
    PlaceKind.REGION: 6.4,
    PlaceKind.COUNTRY: 9.0,
    PlaceKind.WIDE: 8.5,
}
"""How likely a name means such a place, on the scale of cities: the decimal logarithm of the population."""
_CAPITAL = 1.0
"""Added to the rank of a capital."""


class Usage(IntEnum):
    """What a place name may be besides a place."""

    NAME = 0
    SURNAME = 1
    WORD = 2
    ABBREVIATION = 3
    CODE = 4


class PlaceCandidate(NamedTuple):
    """A place that a name may stand for."""

    row: int
    kind: int
    country: str
    area: int
    """Number of its division of the country, 0 for none."""
    rank: float
    vote: float
    """How likely the name means it without other evidence; less for small towns, which may not be meant at all."""


class GazetteerEntry(NamedTuple):
    """A place as added to a gazetteer."""

    name: str
    kind: PlaceKind
    country: str = ""
    division: str = ""
    latitude: float = 0.0
    longitude: float = 0.0
    population: int = 0
    geonames: int = 0


class Gazetteer:
    """All names in one automaton and their places in flat columns; a Place is created on demand."""

    def __init__(self, entries: Entries) -> None:
        self._entries = entries
        # Places of name n: _links[_first[n]:_first[n + 1]], each a row times two, plus one for an alternate name.
        self._first = array("I", [0])
        self._links = array("I")
        self._first.extend(accumulate(map(len, entries.names.values())))
        self._links.extend(chain.from_iterable(entries.names.values()))
        self.usage = bytes(map(entries.usage.get, entries.names, repeat(Usage.NAME)))
        self.automaton = Automaton(entries.names)
        entries.names.clear()
        self._candidates: dict[int, tuple[PlaceCandidate, ...]] = {}
        self._places: dict[int, Place] = {}

    def candidates(self, index: int) -> tuple[PlaceCandidate, ...]:
        """Return the places that a name may stand for, the likeliest first."""
        candidates = self._candidates.get(index)
        if candidates is None:
            candidates = self._candidates[index] = self._ranked(index)
        return candidates

    def place(self, row: int) -> Place:
        """Return a place by its row."""
        place = self._places.get(row)
        if place is None:
            place = self._places[row] = self._entries.place(row)
        return place

    def ranked_names(self) -> Iterator[tuple[str, float]]:
        """Yield the first name of every place, and its rank."""
        return self._entries.ranked_names()

    def index(self, name: str) -> int | None:
        """Return the index of a name."""
        matches = self.automaton.find(name)
        return next((index for index, start, end in matches if end - start == len(name)), None)

    def _ranked(self, index: int) -> tuple[PlaceCandidate, ...]:
        links = self._links[self._first[index] : self._first[index + 1]]
        ranks = {link: self._entries.ranks[link >> 1] + _ALTERNATE * (link & 1) for link in links}
        total = sum(10 ** (_TEMPER * rank) for rank in ranks.values())
        candidates = [
            self._entries.candidate(link >> 1, rank, 10 ** (_TEMPER * rank) / total)
            for link, rank in ranks.items()
        ]
        return tuple(sorted(candidates, key=lambda candidate: -candidate.rank)[:_MOST_CANDIDATES])


class Entries:
    """Places and names, collected to build a gazetteer."""

    def __init__(self) -> None:
        self.names: dict[str, tuple[int, ...]] = {}  # tuples, which the collector need not visit
        self.usage: dict[str, Usage] = {}
        self.titles: dict[tuple[str, str], str] = {}
        self.ranks = array("f")
        self._called: list[str] = []
        self._kinds = bytearray()
        self._areas = array("H")
        self._points = array("f")
        self._numbers = array("I")
        self._divisions: dict[tuple[str, str], int] = {("", ""): 0}
        self._keys: list[tuple[str, str]] = [("", "")]

    def add(self, entry: GazetteerEntry, capital: bool = False) -> int:
        """Add a place and return its row; ``call`` adds its names."""
        row = len(self._called)
        self._called.append(entry.name)
        self._kinds.append(entry.kind)
        self._areas.append(self._area((entry.country, entry.division)))
        self._points.extend((entry.latitude, entry.longitude))
        self._numbers.extend((entry.population, entry.geonames))
        rank = _RANKS.get(entry.kind) or log10(max(entry.population, 100))
        self.ranks.append(rank + _CAPITAL * capital)
        return row

    def call(self, row: int, *names: str, usage: Usage | None = None) -> None:
        """Add names of a place; with a usage, a name counts as much as its first one."""
        called = self._called[row]
        for name in names:
            link = row * 2 + (usage is None and name != called)
            links = self.names.get(name)
            if links is None:
                self.names[name] = (link,)
                if usage:
                    self.usage[name] = usage
            elif link not in links:
                self.names[name] = (*links, link)

    def points(self) -> Mapping[tuple[str, str], list[tuple[float, float]]]:
        """Return the coordinates of the places in each division and in each country."""
        areas: defaultdict[tuple[str, str], list[tuple[float, float]]] = defaultdict(list)
        for row, area in enumerate(self._areas):
            areas[self._keys[area]].append((self._points[2 * row], self._points[2 * row + 1]))
        for (country, division), points in list(areas.items()):
            if division:
                areas[country, ""] += points
        return areas

    def add_capitals(self, least: float) -> None:
        """Add the first names of places from a rank on in capitals, except common words."""
        high = {2 * row for row, rank in enumerate(self.ranks) if rank >= least}
        for name, links in list(self.names.items()):
            if high.isdisjoint(links) or len(name) <= 3:
                continue
            if name not in self.usage and not name.isupper():
                self.names.setdefault(name.upper(), links)

    def largest(self, name: str, country: str = "") -> int | None:
        """Return the largest city with a name, optionally within a country."""
        cities = [
            link >> 1
            for link in self.names.get(name, ())
            if not self._kinds[link >> 1]
            and (not country or self.entry(link >> 1).country == country)
        ]
        return max(cities, key=lambda row: self._numbers[2 * row], default=None)

    def ranked_names(self) -> Iterator[tuple[str, float]]:
        """Yield the first name of every place, and its rank."""
        return zip(self._called, self.ranks, strict=True)

    def entry(self, row: int) -> GazetteerEntry:
        """Return a place as it was added."""
        country, division = self._keys[self._areas[row]]
        return GazetteerEntry(
            self._called[row],
            PlaceKind(self._kinds[row]),
            country,
            division,
            self._points[2 * row],
            self._points[2 * row + 1],
            self._numbers[2 * row],
            self._numbers[2 * row + 1],
        )

    def _area(self, key: tuple[str, str]) -> int:
        area = self._divisions.get(key)
        if area is None:
            area = self._divisions[key] = len(self._keys)
            self._keys.append(key)
        return area

    def candidate(self, row: int, rank: float, share: float) -> PlaceCandidate:
        """Return a place as a candidate for a name."""
        entry = self.entry(row)
        vote = share if rank >= LARGE_TOWN else share * _SMALL_VOTE
        area = self._areas[row] if entry.division else 0
        return PlaceCandidate(row, entry.kind, entry.country, area, rank, vote)

    def place(self, row: int) -> Place:
        """Return a place with its division and country."""
        entry = self.entry(row)
        latitude, longitude = round(entry.latitude, 4), round(entry.longitude, 4)
        return Place(
            entry.name,
            entry.country,
            latitude,
            longitude,
            self._containers(entry),
            entry.geonames,
            entry.population,
        )

    def _containers(self, entry: GazetteerEntry) -> tuple[str, ...]:
        """Return the names of a place's division and country; a nameless division gives its code."""
        chain = []
        if entry.division and entry.kind < PlaceKind.REGION:
            code = f"{entry.country}.{entry.division}"
            chain.append(self.titles.get((entry.country, entry.division), code))
        if entry.country and entry.kind < PlaceKind.COUNTRY:
            chain.append(self.titles.get((entry.country, ""), entry.country))
        return tuple(chain)
