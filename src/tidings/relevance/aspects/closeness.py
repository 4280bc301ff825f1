"""How close to the event's places a page is: what lies in them counts for them, what lies beside them a little."""

from __future__ import annotations

import math
from collections.abc import Mapping

from tidings.model import Evidence, Page, Place
from tidings.read.places.find import Finder
from tidings.relevance.aspects.containment import Path, distance, path_of, reach
from tidings.relevance.aspects.likeness import CEILING, Opinion

_ELSEWHERE, _UNLIKE = 4.0, 3.0
"""Log-odds against a page that names none of the event's places: as alike as two articles about the event, and for each
unit of likeness it lacks. Who has the names of the people and the street needs not say the town; fitted to news."""
_ASIDE = 0.15
"""What of the closeness depends on how much the page speaks of other places."""
_NEIGHBOUR = 0.6
"""What a place at the doors of an event's city counts for that city; falls to nothing at its reach."""
_PEOPLE = 8e9
_REGION, _VILLAGE = 5e6, 1e3
"""People of a region or country, and of any other place, if the gazetteer does not count them."""
_REMEMBERED = 50_000


class PlaceCloseness:
    """Compares the places a page names with those of the event, of which the smallest tell most."""

    def __init__(self, places: Mapping[str, float], breadth: float = 1.0) -> None:
        self._unlike = _UNLIKE / breadth
        known = Finder(places).places()
        own = [(known.get(name.strip(), Place(name)), places[name]) for name in places]
        self._own = [(place, path_of(place), weight * _telling(place)) for place, weight in own]
        self._memo: dict[Place, float] = {}
        self._most = max(self._sum(place) for place, _ in own) or 1.0

    def judge(self, page: Page, alike: float) -> Opinion:
        """Return the closeness of the closest place, less if the page speaks of many others.

        The more ``alike`` its words, the less it matters.
        """
        against = _ELSEWHERE + self._unlike * (1.0 - min(alike, CEILING))
        if len(self._memo) > _REMEMBERED:
            self._memo.clear()
        near = [(self._closeness(place), count, place.name) for place, count in _named(page)]
        if not near:
            return Opinion(0.0, -against, ())
        value, count, name = max(near)
        total = sum([times for _, times, _ in near])
        share = sum([closeness * times for closeness, times, _ in near]) / total
        value = (1.0 - _ASIDE) * value + _ASIDE * share
        evidence = (Evidence("place", name, value, f"{count}x"),) if value else ()
        return Opinion(value, -against * (1.0 - value), evidence)

    def _closeness(self, place: Place) -> float:
        known = self._memo.get(place)
        if known is None:
            known = self._memo[place] = min(1.0, self._sum(place) / self._most)
        return known

    def _sum(self, place: Place) -> float:
        """Return how much of the event's places a place is in or beside."""
        path = path_of(place)
        return sum(
            [
                weight * (1.0 if _is_in(path, own) else _beside(place, city))
                for city, own, weight in self._own
            ]
        )


def _named(page: Page) -> list[tuple[Place, int]]:
    return [(mention.place, mention.count) for mention in page.places if mention.count]


def _is_in(path: Path, container: Path) -> bool:
    """Tell whether a place lies in another, or has its name and lies nobody knows where."""
    return path[-len(container) :] == container or path == container[:1]


def _telling(place: Place) -> float:
    """Return how much it tells that a page names a place: a village more than a country."""
    unknown = _REGION if place.geonames and len(place.admin) < 2 else _VILLAGE
    return math.log10(_PEOPLE / min(place.population or unknown, _PEOPLE / 10))


def _beside(place: Place, city: Place) -> float:
    far = reach(city)
    return _NEIGHBOUR * max(0.0, 1.0 - distance(place, city) / far) if far else 0.0
