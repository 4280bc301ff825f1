"""What is asked of a search index, and what it answers; the same for every engine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple


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


class GeoPoint(NamedTuple):
    """A place on the map, in degrees."""

    latitude: float
    longitude: float
    name: str = ""
    """With its country, such as ``Beira, MZ``."""


class After(NamedTuple):
    """The last hit that was seen; a search goes on behind it."""

    rank: float
    key: int
    seen: int
    """Hits up to it, as far as a search counts them."""


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
    points: tuple[GeoPoint, ...] = ()
    """The places whose coordinates are known."""
    people: tuple[str, ...] = ()
    organisations: tuple[str, ...] = ()
    type: str = ""
    """Of the crisis."""
    genre: str = ""
    source_type: str = ""
    """News, government, social, ..."""
    outcome: str = ""
    channel: str = ""
    session: str = ""
    """The run of the crawl that brought it: the moment at which that began."""
    story: int = 0
    cluster: str = ""
    """Pages with similar words, named by the strongest of them."""
    judged: str = ""
    tags: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    """Values of the user's own fields, such as ``severity=high``."""
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
    filters: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Facets with the values they may have, in lower or upper case; ``index/fields.py`` lists the facets."""
    outcomes: tuple[str, ...] = ("kept",)
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
    after: After | None = None
    """The hit behind which the search goes on, in place of an offset."""
    cursor: str = ""
    """Where a search in collections goes on: the ``next`` of its last answer. An index does not read it."""
    facets: tuple[str, ...] = ()
    """The facets to count; ``index/fields.py`` lists them."""
    facet_size: int = 10
    """Values of each facet, except those in order of time."""
    zoom: int | None = None
    """Count the pages by cells of a map at this zoom, from 0 (the world) to 22 (a house)."""


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


class MapCell(NamedTuple):
    """A square of the map in which pages name places."""

    number: int
    """The same for the same square at the same zoom."""
    latitude: float
    """The middle of its places, each as often as pages name it."""
    longitude: float
    pages: int
    places: tuple[FacetCount, ...] = ()
    """The places in it that most pages name."""


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
    cells: tuple[MapCell, ...] = ()
    """The pages by cells of a map, if a zoom was given; those with most pages first."""

    @property
    def timeline(self) -> tuple[FacetCount, ...]:
        """Return the pages by day of publication, if that facet was wanted."""
        return self.facets.get("day", ())
