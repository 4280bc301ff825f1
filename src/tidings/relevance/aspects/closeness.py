"""How close a page's places are to those of the event: places inside count fully, neighbours a little."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from tidings.model import Evidence, Page, Place, concentration
from tidings.read.places.find import Finder
from tidings.relevance.aspects.containment import Path, distance, path_of, reach
from tidings.relevance.aspects.likeness import Opinion
from tidings.relevance.weights import AUTO, AutoWeights

_CACHED_PLACES = 50_000
"""Places whose closeness is cached."""


class _Alternative(NamedTuple):
    """A place of the event that is enough by itself, with the places of the event around it."""

    share: float
    """Its weight, as a share of the largest."""
    around: tuple[tuple[Place, Path, float], ...]
    """Itself and its containers, with their weights, which sum to 1."""


class PlaceCloseness:
    """Compares the places a page names with those of the event: any of them is enough.

    A place listed with one that contains it is more specific; the container alone counts for less.
    """

    def __init__(
        self,
        places: Mapping[str, float],
        breadth: float = 1.0,
        weights: AutoWeights = AUTO,
        *,
        given: bool = True,
        trust: float = 1.0,
    ) -> None:
        """Compare with places that are ``given``, or else that the references merely name, as far as they agree."""
        self.share = share = 1.0 if given else concentration(places) * trust
        self._no_place = weights.no_place * share
        self._unlike = weights.no_place_unlike / breadth * share
        self._unplaced = weights.no_place_at_all
        self._short = weights.no_place_short if given else 0.0
        self._ceiling = weights.likeness_ceiling
        self._others, self._neighbour = weights.other_places, weights.neighbour
        resolved = Finder(places).places()
        own = {resolved.get(name.strip(), Place(name)): places[name] for name in places}
        self._alternatives = _alternatives(own, weights)
        self._closeness = lru_cache(_CACHED_PLACES)(self._closest)

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
            room = 1.0 - math.exp(-len(page.text) / self._short) if self._short else 1.0
            return Opinion(0.0, -against * self._unplaced * room, ())
        value, count, name = max(named)
        total = sum([times for _, times, _ in named])
        mean = sum([closeness * times for closeness, times, _ in named]) / total
        value = (1.0 - self._others) * value + self._others * mean
        evidence = (Evidence("place", name, value, f"{count}x"),) if value else ()
        return Opinion(value, -against * (1.0 - value), evidence)

    def _closest(self, place: Place) -> float:
        """Return how close a place is to the closest place of the event, 1 inside it."""
        path = path_of(place)
        return max([self._within(place, path, one) for one in self._alternatives])

    def _within(self, place: Place, path: Path, one: _Alternative) -> float:
        """Return the summed weights of the places around an alternative that a place is in or next to."""
        return one.share * sum(
            [
                weight * (1.0 if _is_in(path, own) else self._nearness(place, city))
                for city, own, weight in one.around
            ]
        )

    def _nearness(self, place: Place, city: Place) -> float:
        limit = reach(city)
        if not limit:
            return 0.0
        return self._neighbour * max(0.0, 1.0 - distance(place, city) / limit)


def _alternatives(own: Mapping[Place, float], weights: AutoWeights) -> tuple[_Alternative, ...]:
    """Return the places that are enough by themselves.

    Others only say where these are, as Belgium does beside Brussels. Beside France, Belgium counts as a whole.
    """
    innermost = [place for place in own if not any(_contains(place, inner) for inner in own)]
    levels = {len(place.admin) for place in innermost if _is_located(place)}
    enough = [
        place
        for place in own
        if place in innermost or (_is_located(place) and len(place.admin) in levels)
    ]
    largest = max(own[place] for place in enough) or 1.0
    return tuple(_Alternative(own[one] / largest, _around(one, own, weights)) for one in enough)


def _around(
    one: Place, own: Mapping[Place, float], weights: AutoWeights
) -> tuple[tuple[Place, Path, float], ...]:
    """Return a place and those that contain it, weighted by how much it says to be in them."""
    path = path_of(one)
    parts = {
        place: weight * _specificity(place, weights)
        for place, weight in own.items()
        if _is_in(path, path_of(place))
    }
    total = sum(parts.values()) or 1.0
    return tuple((place, path_of(place), part / total) for place, part in parts.items())


def _contains(place: Place, inner: Place) -> bool:
    """Return whether a place is known to contain another; a name that no map has contains and narrows nothing."""
    return inner != place and _is_located(inner) and _is_in(path_of(inner), path_of(place))


def _is_located(place: Place) -> bool:
    """Return whether a place is known and in one country."""
    return bool(place.country) and place.latitude is not None


def _is_in(path: Path, container: Path) -> bool:
    """Return whether a place lies in another, or has the same name and an unknown location."""
    return path[-len(container) :] == container or path == container[:1]


def _specificity(place: Place, weights: AutoWeights) -> float:
    """Return how much it says that a page names a place: a village says more than a country."""
    is_large = place.geonames and len(place.admin) < 2
    people = place.population or (weights.region_people if is_large else weights.village_people)
    return math.log10(weights.world_people / min(people, weights.world_people / 10))
