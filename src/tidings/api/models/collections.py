"""Shapes of collections: cards, status, hosts."""

from __future__ import annotations

from datetime import datetime

from pydantic import BaseModel

from tidings.api.models.basic import CompletenessView
from tidings.api.models.search import PlaceView


class EventPeriod(BaseModel):
    """A first and a last moment."""

    start: datetime
    end: datetime


class EventCard(BaseModel):
    """The event of a collection in short."""

    name: str
    start: datetime | None = None
    """The first moment of its earliest period."""
    end: datetime | None = None
    """The last moment of its latest period."""
    periods: list[EventPeriod] = []
    """One, or several of a recurring event."""
    places: list[str] = []
    points: list[PlaceView] = []
    """Those of the places whose coordinates are known."""
    keywords: list[str] = []
    type: str = ""
    problem: str = ""
    """Why the event file cannot be used, empty if it can."""


class StateView(BaseModel):
    """What a crawl does now, or how it ended."""

    state: str
    """Empty before the first crawl."""
    reason: str = ""
    running: bool = False
    broken_off: bool = False
    """Whether the last crawl ended without saying so."""


class CountsView(BaseModel):
    """How much a collection holds."""

    kept: int = 0
    rejected: int = 0
    pages: int = 0
    """Pages that were read, kept or not."""
    waiting: int = 0
    hosts: int = 0


class CollectionCard(BaseModel):
    """A collection in short."""

    name: str
    title: str
    folder: str
    event: EventCard
    state: StateView
    counts: CountsView
    size_bytes: int
    newest: datetime | None = None
    """When the last page was captured."""
    harvest: list[tuple[int, int]] = []
    """At most 60 points: pages visited, and how many of them were kept."""
    updated: datetime | None = None


class BudgetView(BaseModel):
    """When a crawl stops; 0 means no limit."""

    pages: int
    minutes: float
    megabytes: float
    harvest: float
    coverage: float


class FreshnessView(BaseModel):
    """How old dated pages of the live web were when they were fetched."""

    pages: int
    """Dated pages."""
    hours: float | None = None
    """The median of all."""
    kept_hours: float | None = None
    """The median of the kept ones."""


class CollectionView(CollectionCard):
    """A collection with its event in full and the settings that matter."""

    event_file: str
    """The event file as it is written."""
    threshold: float | None = None
    measure: str = ""
    languages: list[str] = []
    who: list[str] = []
    seeds: list[str] = []
    budget: BudgetView | None = None
    freshness: FreshnessView | None = None
    completeness: CompletenessView | None = None
    """Of all kept pages, null before any was searched for what it needs."""
    phase: str = ""
    """Where now lies, seen from the event: ``before``, ``during``, ``cool-down``, ``after``; empty without days."""
    cooldown_until: datetime | None = None
    """When the time after the event ends in which news about it is expected."""


class NowView(BaseModel):
    """What a crawl does now, and how much it has collected."""

    state: StateView
    counts: CountsView


class OutcomeCount(BaseModel):
    """How many URLs have an outcome for a reason."""

    outcome: str
    reason: str
    code: str
    count: int


class StatusView(BaseModel):
    """The state of a collection."""

    state: StateView
    counts: CountsView
    outcomes: list[OutcomeCount]
    estimate: str = ""
    """How much is left to find, in words."""
    newest: datetime | None = None
    seconds: float = 0.0
    """Spent crawling, in all runs."""
    freshness: FreshnessView | None = None
    alarms: list[str] = []
    """What somebody should look at."""
    phase: str = ""
    """Where today lies, seen from the event: `before`, `during`, `cool-down` or `after`."""
