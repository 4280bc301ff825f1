"""How much a page speaks of the event's places, counting what contains them and what lies close by."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from heapq import nsmallest

from tidings.model import Evidence, Mention, Page, Place
from tidings.relevance.aspects.vectors import EVIDENCE, Vector

_STEP = 0.5
"""What a container counts of the place in it: Zaventem counts half for Flanders, a quarter for Belgium."""
_NEIGHBOUR = 0.6
"""What a place at the doors of an event's city counts for that city; falls to nothing at its reach."""
_EARTH = 6371.0

Path = tuple[str, ...]
"""A place by its own name and those of its containers, so that Paris in Texas is not Paris in France."""


class ContainmentAspect:
    """The cosine over places, their regions and their countries; places are given as a Finder resolved them."""

    def __init__(self, weights: Mapping[str, float], places: Mapping[str, Place]) -> None:
        self._cities = tuple(place for place in places.values() if reach(place))
        summed: dict[Path, float] = {}
        for name, weight in weights.items():
            for path, part in chain(places.get(name, Place(name))).items():
                summed[path] = summed.get(path, 0.0) + weight * part
        self._vector = Vector(summed)

    def judge(self, page: Page) -> tuple[float, tuple[Evidence, ...]]:
        """Return the cosine, and the places that made it."""
        named = [(mention, self._chain(mention.place)) for mention in page.places]
        lengths = self._vector.length * _length(named)
        if not lengths:
            return 0.0, ()
        # By mention, not by path as ``Match`` has it: the evidence is the place, not its region and country too.
        shares = [
            Evidence("place", mention.place.name, amount, f"{mention.count}x")
            for mention, parts in named
            if (amount := mention.count * sum(self._vector.products(parts).values()) / lengths)
        ]
        value = min(1.0, sum(share.amount for share in shares))
        return value, tuple(
            nsmallest(EVIDENCE, shares, key=lambda share: (-share.amount, share.what))
        )

    def _chain(self, place: Place) -> dict[Path, float]:
        """Return the weights of a page's place, including those for cities of the event near it."""
        parts = chain(place)
        for city in self._cities:
            near = _NEIGHBOUR * (1.0 - distance(place, city) / reach(city))
            path = path_of(city)
            if near > parts.get(path, 0.0):
                parts[path] = near
        return parts


def chain(place: Place) -> dict[Path, float]:
    """Return what a place counts for: itself fully, each container less than what it contains."""
    path = path_of(place)
    return {path[level:]: _STEP**level for level in range(len(path))}


def path_of(place: Place) -> Path:
    return tuple(name.casefold() for name in (place.name, *place.admin))


def _length(named: Iterable[tuple[Mention, Mapping[Path, float]]]) -> float:
    total: dict[Path, float] = {}
    for mention, parts in named:
        for path, part in parts.items():
            total[path] = total.get(path, 0.0) + mention.count * part
    return math.hypot(*total.values())


def reach(place: Place) -> float:
    """Return how far a city's surroundings go, in kilometres: 32 for a million people, 20 for 100,000."""
    if not place.admin or place.latitude is None:
        return 0.0  # a country, or nobody knows where
    return 2.0 * math.pow(place.population, 0.2)


def distance(here: Place, there: Place) -> float:
    """Return the kilometres between two places, infinite if one is nowhere or no town."""
    if here.latitude is None or here.longitude is None or not here.population or not here.admin:
        return math.inf
    if there.latitude is None or there.longitude is None:
        return math.inf
    south, north = math.radians(here.latitude), math.radians(there.latitude)
    east = math.radians(there.longitude - here.longitude)
    squared = (
        math.sin((north - south) / 2) ** 2
        + math.cos(south) * math.cos(north) * math.sin(east / 2) ** 2
    )
    return 2 * _EARTH * math.asin(math.sqrt(squared))
