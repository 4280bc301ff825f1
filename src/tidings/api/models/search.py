"""Shapes of searches: the parameters, hits, facets, timeline and map."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel, Field

from tidings.api.models.basic import ItemList, Parameters
from tidings.collection.search.asking import ask
from tidings.errors import QueryError
from tidings.model import GeoBox, SearchQuery

_OWN = {"q", "facet", "fold", "box", "interval", "format", "text", "pages"}
"""Parameters with another name or form than the filters of a search have."""


class FilterParameters(Parameters):
    """The filters of a search; a repeated one means any of its values."""

    q: str = Field("", max_length=2000, description="Words to find; see docs/search.md.")
    host: list[str] = []
    domain: list[str] = []
    day: list[str] = []
    week: list[str] = []
    month: list[str] = []
    country: list[str] = []
    place: list[str] = []
    language: list[str] = []
    type: list[str] = []
    genre: list[str] = []
    source_type: list[str] = []
    person: list[str] = []
    organisation: list[str] = []
    outcome: list[str] = []
    channel: list[str] = []
    session: list[str] = []
    story: list[str] = []
    cluster: list[str] = []
    judged: list[str] = []
    tag: list[str] = []
    field: list[str] = Field([], description="Own fields, such as severity=high.")
    since: str | None = None
    until: str | None = None
    captured_since: str | None = None
    captured_until: str | None = None
    minimum_score: float | None = Field(None, ge=0, le=1)
    box: str | None = Field(None, description="South, west, north, east in degrees.")
    fold: bool = Field(True, description="Show one page of those with nearly the same text.")

    def query(self) -> SearchQuery:
        """Return the query; raise QueryError for a value that is not allowed."""
        given: dict[str, Any] = {
            name: value
            for name, value in self.model_dump(exclude=_OWN).items()
            if value not in (None, [])
        }
        return ask(self.q, **given, fold_stories=self.fold, box=_box(self.box), **self._further())

    def _further(self) -> dict[str, Any]:
        return {}


class FacetParameters(FilterParameters):
    """The filters of a search, and what to count."""

    facet: list[str] = Field([], description="What to count, such as host or day.")
    facet_size: int = Field(10, ge=1, le=1000, description="Values of each facet.")

    def _further(self) -> dict[str, Any]:
        return {"facets": self.facet}


class SearchParameters(FacetParameters):
    """The filters of a search, what to count, and which part of the hits to show."""

    sort: Literal["best", "newest", "score"] = "best"
    by_text: bool = True
    by_relevance: bool = True
    by_date: bool = True
    limit: int = Field(20, ge=1, le=500)
    cursor: str | None = Field(None, description="The `next` of an answer to the same search.")


class TimelineParameters(FilterParameters):
    """The filters of a search, and the length of each period."""

    interval: Literal["day", "week", "month"] = "day"

    def _further(self) -> dict[str, Any]:
        return {"facets": [self.interval]}


class MapParameters(FilterParameters):
    """The filters of a search, and how fine the map is."""

    zoom: int = Field(4, ge=0, le=22, description="From 0 (the world) to 22 (a house).")


def _box(text: str | None) -> GeoBox | None:
    if text is None:
        return None
    try:
        south, west, north, east = (float(part) for part in text.split(","))
    except ValueError:
        raise QueryError(
            f"box: found {text[:40]!r}; allowed: south,west,north,east, such as -27,30,-10,41"
        ) from None
    return GeoBox(south, west, north, east)


class DatedView(BaseModel):
    """A date, and where it was read."""

    when: datetime
    evidence: str = ""
    confidence: float | None = None


class PlaceView(BaseModel):
    """A place named on a page."""

    name: str
    country: str = ""
    lat: float | None = None
    lon: float | None = None
    times: int = 1
    spans: list[tuple[int, int]] = []
    """Where it is named in the text of a page that is shown whole."""


class MarkedView(BaseModel):
    """A text with the places of the words found in it."""

    text: str
    highlights: list[tuple[int, int]] = []


class HitView(BaseModel):
    """A page found."""

    collection: str
    id: int
    url: str
    title: str
    title_highlights: list[tuple[int, int]] = []
    snippet: MarkedView
    rank: float
    score: float | None = None
    parts: dict[str, float] = {}
    published: DatedView | None = None
    captured: datetime | None = None
    host: str
    language: str = ""
    countries: list[str] = []
    places: list[PlaceView] = []
    people: list[str] = []
    type: str = ""
    genre: str = ""
    source_type: str = ""
    outcome: str = ""
    channel: str = ""
    story: int = 0
    copies: int = 0
    """Other pages with nearly the same text."""
    judged: str = ""
    tags: list[str] = []


class FacetValue(BaseModel):
    """A value of a facet, and how many pages have it."""

    value: str
    pages: int


class IndexingView(BaseModel):
    """How far the search index is while it is being built."""

    indexed: int
    """Pages that can be found."""
    pages: int


class HitList(ItemList[HitView]):
    """A part of the pages found, and counts over all of them."""

    stories: int = 0
    """Pages found when those with nearly the same text count as one."""
    searched: int = 0
    """Pages that were looked through."""
    facets: dict[str, list[FacetValue]] = {}
    indexing: IndexingView | None = None
    """Absent if all pages can be found."""


class FacetsView(BaseModel):
    """Counts over the pages found."""

    facets: dict[str, list[FacetValue]]
    total: int
    indexing: IndexingView | None = None


class PeriodView(BaseModel):
    """The pages published in a day, a week or a month."""

    start: str
    pages: int


class TimelineView(BaseModel):
    """The pages found by date of publication."""

    interval: str
    items: list[PeriodView]
    total: int
    indexing: IndexingView | None = None


class CellView(BaseModel):
    """The pages about one part of the map; the point is the mean of its places."""

    lat: float
    lon: float
    pages: int
    places: list[str]
    """The places in it that most pages name."""


class MapView(BaseModel):
    """The pages found by place."""

    zoom: int
    items: list[CellView]
    total: int
    indexing: IndexingView | None = None
