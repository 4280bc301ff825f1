"""Shapes of pages: one line of the ledger, and everything known about a page."""

from __future__ import annotations

from datetime import date, datetime

from pydantic import BaseModel, Field

from tidings.api.models.basic import CompletenessView, Parameters
from tidings.api.models.monitor import DueView
from tidings.api.models.search import DatedView, PlaceView


class PageParameters(Parameters):
    """Which lines of the ledger are wanted."""

    outcome: str = ""
    host: str = ""
    channel: str = ""
    text: str = Field("", max_length=500, description="A part of the URL or of the title.")
    minimum_score: float | None = Field(None, ge=0, le=1)
    since: datetime | None = Field(None, description="Visited at this moment or later.")
    by_priority: bool = Field(False, description="The best links first.")
    limit: int = Field(100, ge=1, le=1000)
    cursor: str | None = None


class LineView(BaseModel):
    """One URL, its outcome and the reason for it."""

    id: int
    url: str
    host: str
    title: str = ""
    outcome: str
    reason: str = ""
    code: str = ""
    channel: str
    priority: float
    depth: int
    found: datetime
    captured: datetime | None = None
    status: int | None = None
    mime: str = ""
    size: int = 0
    language: str = ""
    published: datetime | None = None
    score: float | None = None
    type: str = ""
    story: int = 0
    provenance: str = ""
    visit: int | None = None


class EvidenceView(BaseModel):
    """One reason behind a score."""

    aspect: str
    what: str
    amount: float
    note: str = ""
    spans: list[tuple[int, int]] = []
    """Where it stands in the text."""


class NameView(BaseModel):
    """A person or an organisation, and how often a page names it."""

    name: str
    times: int
    spans: list[tuple[int, int]] = []
    """Where it stands in the text."""


class DateView(DatedView):
    """A date found on a page."""

    kind: str = ""
    precision: str = ""


class DayView(BaseModel):
    """A day that the text mentions."""

    day: date
    spans: list[tuple[int, int]]


class NumberFacts(BaseModel):
    """A number, what it counts, and the sentence it is from."""

    what: str
    value: int
    most: int
    bound: str = ""
    unit: str = ""
    sentence: str


class NumberView(NumberFacts):
    """A number that a page reports."""

    spans: list[tuple[int, int]] = []
    """Where the sentence stands in the text."""


class StepView(BaseModel):
    """A page on the path from a seed to a URL."""

    id: int
    url: str
    title: str = ""
    outcome: str
    channel: str
    anchor: str = ""
    priority: float


class WhyView(BaseModel):
    """The outcome of a URL, and how the crawl found it."""

    page: LineView
    explanation: str
    """The score in words, empty for pages that were not read."""
    parts: dict[str, float] = {}
    evidence: list[EvidenceView] = []
    threshold: float
    anchor: str = ""
    scored_by: str = ""
    tries: int = 0
    path: list[StepView] = []
    """From the page that links to it back to a seed."""


class RecordView(BaseModel):
    """Where a capture is archived."""

    file: str
    offset: int
    length: int


class VisitView(BaseModel):
    """One visit to a URL."""

    id: int
    captured: datetime | None
    outcome: str
    reason: str = ""
    status: int | None = None
    mime: str = ""
    size: int = 0
    digest: str = ""
    title: str = ""
    score: float | None = None
    provenance: str = ""
    record: RecordView | None = None
    current: bool = False


class GuessView(BaseModel):
    """A name for a page, such as its genre, and how sure that is."""

    name: str
    confidence: float


class PageView(LineView):
    """Everything known about a page."""

    source: GuessView | None = None
    """What kind of source its host is, such as news or government."""
    genre: GuessView | None = None
    site: str = ""
    """The name of the site, as the page says it."""
    author: str = ""
    description: str = ""
    lead: str = ""
    """The first sentences that say something."""
    text: str = ""
    parts: dict[str, float] = {}
    evidence: list[EvidenceView] = []
    dates: list[DateView] = []
    """When it may have been published, and where each date was read."""
    days: list[DayView] = []
    """The days that its text mentions."""
    numbers: list[NumberView] = []
    places: list[PlaceView] = []
    people: list[NameView] = []
    organisations: list[NameView] = []
    keywords: list[str] = []
    completeness: CompletenessView | None = None
    """How much of what it needs to be shown is archived, null if it was never searched for that."""
    why: WhyView
    visits: list[VisitView] = []
    comes_back: DueView | None = None
    """When it is visited again, none for never."""
    judged: str = ""
    tags: list[str] = []
    fields: dict[str, str | float] = {}
    """The values of the analysts' own fields."""


class FieldView(BaseModel):
    """One of the analysts' own fields."""

    name: str
    kind: str
    choices: list[str] = []


class FieldsRequest(Parameters):
    """Values of own fields; null removes one, those left out stay as they are."""

    values: dict[str, str | float | None] = Field(max_length=100)


class TagsRequest(Parameters):
    """The tags of a page."""

    tags: list[str] = Field(max_length=50)


class NotedView(BaseModel):
    """What analysts noted about a page."""

    tags: list[str]
    fields: dict[str, str | float]
