"""What is asked of a search index, and what it answers; the same for every engine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

FACETS = (
    "host", "domain", "day", "week", "month", "country", "place", "language", "type", "person",
    "organisation", "outcome", "channel", "story", "judged",
)  # fmt: skip
"""The properties of pages that are counted; ``day``, ``week`` and ``month`` are those of publication."""
PERIODS = ("day", "week", "month")
"""Facets in order of time and complete; the others begin with the most frequent value."""


class Sort(StrEnum):
    """The order of the pages found."""

    BEST = "best"
    NEWEST = "newest"
    """By date of publication, undated pages last."""
    SCORE = "score"


class JudgedAs(StrEnum):
    """What a person said about a page."""

    RELEVANT = "relevant"
    NOT_RELEVANT = "not relevant"


class GeoBox(NamedTuple):
    """A part of the map, in degrees; a ``west`` above ``east`` means a box across the date line."""

    south: float
    west: float
    north: float
    east: float


class Mark(NamedTuple):
    """How much of a collection an index contains."""

    changed: int = 0
    """All changes of visits up to this number."""
    revision: int = 0
    """The judgements that counted in this revision of the page model."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexedPage:
    """A page as an index takes it in: the current visit to a URL that was read."""

    key: int
    """The number of the link: a page put again replaces itself."""
    title: str = ""
    text: str = ""
    language: str = ""
    host: str = ""
    domain: str = ""
    """The registrable domain, such as ``bbc.co.uk``."""
    countries: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    """Names with their country, such as ``Beira, MZ``."""
    points: tuple[tuple[float, float], ...] = ()
    """Latitude and longitude of the places."""
    people: tuple[str, ...] = ()
    organisations: tuple[str, ...] = ()
    type: str = ""
    outcome: str = ""
    channel: str = ""
    story: int = 0
    judged: str = ""
    score: float = 0.0
    published: datetime | None = None
    captured: datetime | None = None
    closeness: float = 1.0
    """How close its date is to the event, from 0 to 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchQuery:
    """Which pages are wanted, and in which order; an empty field does not restrict them."""

    words: str = ""
    """All must occur. Quotes make a phrase; see ``docs/search.md`` for ``-``, ``+``, ``OR``, ``~`` and ``title:``."""
    hosts: tuple[str, ...] = ()
    domains: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    countries: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    """With or without their country: ``Beira`` or ``Beira, MZ``."""
    people: tuple[str, ...] = ()
    organisations: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    outcomes: tuple[str, ...] = ("kept",)
    channels: tuple[str, ...] = ()
    stories: tuple[int, ...] = ()
    judged: tuple[str, ...] = ()
    since: datetime | None = None
    """Published at this moment or later."""
    until: datetime | None = None
    """Published at this moment or earlier."""
    captured_since: datetime | None = None
    captured_until: datetime | None = None
    minimum_score: float | None = None
    box: GeoBox | None = None
    """At least one place of the page is in it."""
    without: tuple[int, ...] = ()
    """Keys of pages to leave out."""
    sort: Sort = Sort.BEST
    by_text: bool = True
    """Whether ``Sort.BEST`` depends on how well the words match."""
    by_relevance: bool = True
    """Whether it depends on the score."""
    by_date: bool = True
    """Whether it depends on the closeness to the date of the event."""
    fold_stories: bool = True
    """Of pages with nearly the same text, only the first is a hit."""
    limit: int = 20
    offset: int = 0
    facets: tuple[str, ...] = ()
    """The facets to count, of ``FACETS``."""
    facet_size: int = 10
    """Values of each facet, except those of ``PERIODS``."""


class SearchHit(NamedTuple):
    """A page found."""

    key: int
    rank: float
    """Higher is better; for ``Sort.NEWEST`` the seconds since 1970."""
    copies: int = 0
    """Other pages of the index with nearly the same text."""


class FacetCount(NamedTuple):
    """How many of the pages found have a value."""

    value: str
    pages: int


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The pages found by one index."""

    hits: tuple[SearchHit, ...] = ()
    count: int = 0
    """Pages found."""
    stories: int = 0
    """Pages found when those with nearly the same text count as one."""
    facets: Mapping[str, tuple[FacetCount, ...]] = field(default_factory=dict)
    pages: int = 0
    """Pages in the index."""

    @property
    def timeline(self) -> tuple[FacetCount, ...]:
        """Return the pages by day of publication, if that facet was wanted."""
        return self.facets.get("day", ())
