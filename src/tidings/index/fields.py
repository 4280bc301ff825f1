"""The one table of fields that pages are filtered and counted by, the same for every engine.

A new facet is one row of ``TABLE``, one field of ``IndexedPage`` and one key of ``collection/search/asking.Filters``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from operator import attrgetter
from typing import NamedTuple

from tidings.model import FacetCount, GeoBox, GeoPoint, IndexedPage, SearchQuery

TITLE_WEIGHT = 2.0
"""A word in the title counts as much as this many in the text; 1 to 5 order the pages of the gate alike."""
LEAST_WEIGHT = 0.05
"""Weight of a page with the score 0: it comes last but keeps its order."""


class Facet(NamedTuple):
    """A property of pages that they are counted and filtered by."""

    of: Callable[[IndexedPage], tuple[str, ...]]
    """Returns the values of a page; empty ones do not count."""
    any_case: bool = False
    """Whether values have both small and large letters, and are found in either."""
    by_time: bool = False
    """Whether counts are in order of time and complete, and not the most frequent values first."""
    least: int = 1
    """Pages that a value must have to be counted."""


def _one(attribute: str, *, any_case: bool = False, by_time: bool = False) -> Facet:
    get = attrgetter(attribute)
    return Facet(lambda page: (get(page),), any_case, by_time)


def _many(attribute: str, *, any_case: bool = True) -> Facet:
    return Facet(attrgetter(attribute), any_case)


def _published(facet: str) -> Facet:
    def periods(page: IndexedPage) -> tuple[str, ...]:
        return (period(page.published, facet),) if page.published else ()

    return Facet(periods, by_time=True)


TABLE: Mapping[str, Facet] = {
    "host": _one("host"),
    "domain": _one("domain"),
    "day": _published("day"),
    "week": _published("week"),
    "month": _published("month"),
    "country": _many("countries", any_case=False),
    "place": _many("places"),
    "language": _one("language"),
    "type": _one("type", any_case=True),
    "genre": _one("genre", any_case=True),
    "source_type": _one("source_type", any_case=True),
    "person": _many("people"),
    "organisation": _many("organisations"),
    "outcome": _one("outcome"),
    "channel": _one("channel"),
    "session": _one("session", by_time=True),
    "story": Facet(lambda page: (str(page.story),) if page.story else (), least=2),
    "cluster": _one("cluster"),
    "judged": _one("judged"),
    "tag": _many("tags"),
    "field": _many("own"),
}
"""All facets. ``day``, ``week`` and ``month`` are those of publication; ``field`` has the user's own fields."""
FACETS = tuple(TABLE)


def values(page: IndexedPage, facet: str) -> tuple[str, ...]:
    """Return the values of a page for a facet, each once."""
    found = TABLE[facet].of(page)
    if len(found) < 2:  # most have one value or none
        return found if found and found[0] else ()
    return tuple(dict.fromkeys(filter(None, found)))


def period(moment: datetime, facet: str) -> str:
    """Return the day, week or month of a moment, in a form that sorts by time."""
    if facet == "week":
        year, week, _ = moment.isocalendar()
        return f"{year:04d}-W{week:02d}"
    return moment.isoformat()[: len("2024-03-01" if facet == "day" else "2024-03")]


def keys(names: Sequence[str], facet: str) -> tuple[str, ...]:
    """Return the keys by which filters of a facet find its values."""
    if not names:
        return ()
    folded = [name.casefold() for name in names]
    if facet == "place":
        folded += [name.rpartition(", ")[0] for name in folded if ", " in name]
    return tuple(dict.fromkeys(folded))


def filters(query: SearchQuery) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the facets a query is restricted by, each with the keys that it allows."""
    wanted = {**query.filters, "outcome": query.outcomes}
    for facet, allowed in wanted.items():
        if allowed:
            yield facet, tuple(value.strip().casefold() for value in allowed)


def ranges(query: SearchQuery) -> Iterator[tuple[str, float | None, float | None]]:
    """Yield the numbers a query is restricted by: field, least and greatest value."""
    bounds = (
        ("published", _seconds(query.since), _seconds(query.until)),
        ("captured", _seconds(query.captured_since), _seconds(query.captured_until)),
        ("score", query.minimum_score, None),
    )
    for field, least, most in bounds:
        if least is not None or most is not None:
            yield field, least, most


def numbers(page: IndexedPage) -> dict[str, float]:
    """Return the numbers of a page that it can be filtered and sorted by, without unknown ones."""
    found = {
        "published": _seconds(page.published),
        "captured": _seconds(page.captured),
        "score": page.score,
    }
    return {name: number for name, number in found.items() if number is not None}


def _seconds(moment: datetime | None) -> float | None:
    return None if moment is None else moment.timestamp()


def in_box(point: GeoPoint, box: GeoBox) -> bool:
    """Return whether a point lies in a box or on its edge."""
    if not box.south <= point.latitude <= box.north:
        return False
    if box.west <= box.east:
        return box.west <= point.longitude <= box.east
    return point.longitude >= box.west or point.longitude <= box.east


def weight(page: IndexedPage, *, by_relevance: bool, by_date: bool) -> float:
    """Return the factor of a page's rank that does not depend on the words, from ``LEAST_WEIGHT`` to 1."""
    factor = page.score if by_relevance and math.isfinite(page.score) else 1.0
    if by_date:
        factor *= page.closeness
    return min(max(factor, LEAST_WEIGHT), 1.0)


def ordered(counts: Iterable[tuple[str, int]], facet: str, most: int) -> tuple[FacetCount, ...]:
    """Return the values of a facet in their order: by time, or the most frequent first."""
    counted = (each for each in counts if each[1] >= TABLE[facet].least)
    if TABLE[facet].by_time:
        return tuple(FacetCount(*each) for each in sorted(counted))
    return most_frequent(counted, most)


def most_frequent(counts: Iterable[tuple[str, int]], most: int) -> tuple[FacetCount, ...]:
    """Return the values with the highest counts, equal ones by name."""
    frequent = sorted(counts, key=lambda each: (-each[1], each[0]))
    return tuple(FacetCount(*each) for each in frequent[:most])
