"""The fields that pages are filtered and counted by, the same for every engine."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from datetime import datetime

from tidings.model import PERIODS, FacetCount, GeoBox, IndexedPage, SearchQuery

NAMED = ("place", "person", "organisation", "type")
"""Facets whose values are found in lower and upper case."""
LEAST_WEIGHT = 0.05
"""Weight of a page with the score 0: it comes last but keeps its order."""


def values(page: IndexedPage, facet: str) -> tuple[str, ...]:
    """Return the values of a page for a facet, each once."""
    match facet:
        case "day" | "week" | "month":
            return (period(page.published, facet),) if page.published else ()
        case "country":
            return tuple(dict.fromkeys(page.countries))
        case "place":
            return tuple(dict.fromkeys(page.places))
        case "person":
            return tuple(dict.fromkeys(page.people))
        case "organisation":
            return tuple(dict.fromkeys(page.organisations))
        case _:
            value = getattr(page, facet)
            return (str(value),) if value else ()


def period(moment: datetime, facet: str) -> str:
    """Return the day, week or month of a moment, in a form that sorts by time."""
    if facet == "week":
        year, week, _ = moment.isocalendar()
        return f"{year:04d}-W{week:02d}"
    return f"{moment:%Y-%m-%d}" if facet == "day" else f"{moment:%Y-%m}"


def keys(page: IndexedPage, facet: str) -> tuple[str, ...]:
    """Return the values that filters of a facet find."""
    names = [value.casefold() for value in values(page, facet)]
    if facet == "place":
        names += [name.rpartition(", ")[0] for name in names if ", " in name]
    return tuple(dict.fromkeys(names))


def filters(query: SearchQuery) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the facets a query is restricted by, each with the keys that it allows."""
    wanted = {
        "host": query.hosts,
        "domain": query.domains,
        "language": query.languages,
        "country": query.countries,
        "place": query.places,
        "person": query.people,
        "organisation": query.organisations,
        "type": query.types,
        "outcome": query.outcomes,
        "channel": query.channels,
        "story": tuple(map(str, query.stories)),
        "judged": query.judged,
    }
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


def in_box(point: tuple[float, float], box: GeoBox) -> bool:
    """Return whether a point lies in a box or on its edge."""
    latitude, longitude = point
    if not box.south <= latitude <= box.north:
        return False
    if box.west <= box.east:
        return box.west <= longitude <= box.east
    return longitude >= box.west or longitude <= box.east


def weight(page: IndexedPage, *, by_relevance: bool, by_date: bool) -> float:
    """Return the factor of a page's rank that does not depend on the words, from ``LEAST_WEIGHT`` to 1."""
    factor = page.score if by_relevance and math.isfinite(page.score) else 1.0
    if by_date:
        factor *= page.closeness
    return min(max(factor, LEAST_WEIGHT), 1.0)


def ordered(counts: Iterable[tuple[str, int]], facet: str, most: int) -> tuple[FacetCount, ...]:
    """Return the values of a facet in their order: by time, or the most frequent first."""
    if facet in PERIODS:
        return tuple(FacetCount(*each) for each in sorted(counts))
    frequent = sorted(counts, key=lambda each: (-each[1], each[0]))
    return tuple(FacetCount(*each) for each in frequent[:most])
