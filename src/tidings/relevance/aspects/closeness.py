"""How close a page's places are to those of the event: places inside count fully, neighbours a little."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache

from tidings.model import Evidence, Page, Place
from tidings.read.places.find import Finder
from tidings.relevance.aspects.containment import Path, distance, path_of, reach
from tidings.relevance.aspects.likeness import Opinion
from tidings.relevance.weights import AUTO, AutoWeights

_CACHED_PLACES = 50_000
"""Places whose closeness is cached."""


class PlaceCloseness:
    """Compares the places a page names with those of the event, the smallest of which say most."""

    def __init__(
        self, places: Mapping[str, float], breadth: float = 1.0, weights: AutoWeights = AUTO
    ) -> None:
        self._no_place, self._unlike = weights.no_place, weights.no_place_unlike / breadth
        self._ceiling = weights.likeness_ceiling
        self._others, self._neighbour = weights.other_places, weights.neighbour
        resolved = Finder(places).places()
        own = [(resolved.get(name.strip(), Place(name)), places[name]) for name in places]
        self._own = [
            (place, path_of(place), weight * _specificity(place, weights)) for place, weight in own
        ]
        self._highest = max(self._sum(place) for place, _ in own) or 1.0
        self._closeness = lru_cache(_CACHED_PLACES)(self._relative)

    def judge(self, page: Page, likeness: float) -> Opinion:
        """Return the closeness of the closest place, less if the page names many others.

        The more similar the page's words, the less its places matter.
        """
        against = self._no_place + self._unlike * (1.0 - min(likeness, self._ceiling))
        named = [
            (self._closeness(mention.place), mention.count, mention.place.name)
            for mention in page.places
            if mention.count
        ]
        if not named:
            return Opinion(0.0, -against, ())
        value, count, name = max(named)
        total = sum([times for _, times, _ in named])
        mean = sum([closeness * times for closeness, times, _ in named]) / total
        value = (1.0 - self._others) * value + self._others * mean
        evidence = (Evidence("place", name, value, f"{count}x"),) if value else ()
        return Opinion(value, -against * (1.0 - value), evidence)

    def _relative(self, place: Place) -> float:
        """Return the closeness of a place, 1 for the most specific place of the event."""
        return min(1.0, self._sum(place) / self._highest)

    def _sum(self, place: Place) -> float:
        """Return the summed weights of the event's places that a place is in or next to."""
        path = path_of(place)
        return sum(
            [
                weight * (1.0 if _is_in(path, own) else self._nearness(place, city))
                for city, own, weight in self._own
            ]
        )

    def _nearness(self, place: Place, city: Place) -> float:
        limit = reach(city)
        if not limit:
            return 0.0
        return self._neighbour * max(0.0, 1.0 - distance(place, city) / limit)


def _is_in(path: Path, container: Path) -> bool:
    """Return whether a place lies in another, or has the same name and an unknown location."""
    return path[-len(container) :] == container or path == container[:1]


def _specificity(place: Place, weights: AutoWeights) -> float:
    """Return how much it says that a page names a place: a village says more than a country."""
    is_large = place.geonames and len(place.admin) < 2
    people = place.population or (weights.region_people if is_large else weights.village_people)
    return math.log10(weights.world_people / min(people, weights.world_people / 10))
