"""How much a page mentions the event's places, counting their containers and neighbours too."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from heapq import nsmallest

from tidings.model import Evidence, Mention, Page, Place
from tidings.relevance.aspects.vectors import EVIDENCE, Vector

_CONTAINER_WEIGHT = 0.5
"""Weight of a container relative to the place in it: Zaventem counts half for Flanders, a quarter for Belgium."""
_NEIGHBOUR = 0.6
"""Weight: of a place next to a city of the event; falls to 0 at the city's reach."""
_EARTH_RADIUS = 6371.0
"""Kilometres."""

Path = tuple[str, ...]
"""A place's name and those of its containers, so that Paris in Texas is not Paris in France."""


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
    """Return the weights of a place and of its containers, each half of the one before."""
    path = path_of(place)
    return {path[level:]: _CONTAINER_WEIGHT**level for level in range(len(path))}


def path_of(place: Place) -> Path:
    """Return the names of a place and its containers, in one case."""
    return tuple(name.casefold() for name in (place.name, *place.admin))


def _length(named: Iterable[tuple[Mention, Mapping[Path, float]]]) -> float:
    total: dict[Path, float] = {}
    for mention, parts in named:
        for path, part in parts.items():
            total[path] = total.get(path, 0.0) + mention.count * part
    return math.hypot(*total.values())


def reach(place: Place) -> float:
    """Return the radius of a city's surroundings in kilometres: 32 for a million people, 20 for 100,000."""
    if not place.admin or place.latitude is None:  # a country, or without coordinates
        return 0.0
    return 2.0 * math.pow(place.population, 0.2)


def distance(here: Place, there: Place) -> float:
    """Return the kilometres between two places, infinite without coordinates or if the first is not a town."""
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
    return 2 * _EARTH_RADIUS * math.asin(math.sqrt(squared))
