"""What a store answers to those who read a collection while a crawl may write."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, NamedTuple

from tidings.model.again import Tracked
from tidings.model.outcome import Outcome, Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """Which entries are wanted, and in which order; an empty field does not restrict them."""

    outcome: str = ""
    host: str = ""
    channel: str = ""
    text: str = ""
    """A part of the URL or of the title, in lower or upper case."""
    minimum_score: float | None = None
    since: datetime | None = None
    """Visited at this moment or later; URLs that were not visited count by their discovery."""
    by_priority: bool = False
    """The best links first, not in order of discovery."""
    all_visits: bool = False
    """An entry for every visit to a URL, not only for the current one."""


ALL = Query()


class Freshness(NamedTuple):
    """How long after their creation pages were fetched (Gossen, Demidova and Risse, 2015)."""

    pages: int
    """Dated pages."""
    hours: float | None
    """Their median age at the visit, None if there are none."""


class HostRecord(NamedTuple):
    """The record of one host."""

    host: str
    fetched: int
    good: int
    bad: int
    waiting: int
    closed: str


class ArmRecord(NamedTuple):
    """The pages of one host that came by one channel."""

    host: str
    channel: str
    tried: int
    kept: int
    waiting: int


class CrawlRecord(NamedTuple):
    """One of several crawls that share a collection."""

    name: str
    state: str
    """Its state as last reported; *silent* if it no longer reports."""
    pages: int
    kept: int
    hosts: int
    """Hosts it holds."""
    age: float
    """Seconds since it last reported."""


class NewVisit(NamedTuple):
    """A visit, and the last kept one of the same URL before it."""

    visit: int
    number: int
    """Of the link."""
    url: str
    host: str
    channel: str
    entered_at: float
    title: str
    language: str
    published: float | None
    score: float | None
    outcome: Outcome
    reason: Reason
    detail: str
    before: int
    """Number of the last kept visit before this one, 0 for none."""


class DuePage(NamedTuple):
    """A page that comes back, when, and what is remembered of it; a feed has a rhythm of its own."""

    number: int
    url: str
    due_at: float
    rhythm: Tracked | None


HostState = Literal["ready", "resting", "refused", "silent", "done", "unasked"]
"""It may be asked; it was asked a moment ago; it refuses; it fails to answer; nothing waits; nothing ever waited."""


class WatchedHost(NamedTuple):
    """A host as people who watch a crawl see it."""

    host: str
    fetched: int
    good: int
    bad: int
    waiting: int
    next_at: float
    """It is not asked before this moment (seconds since 1970)."""
    failures: int
    """In a row."""
    closed: str
    """Why nothing more is fetched from it, in words."""
    state: HostState


class LinkedPage(NamedTuple):
    """A URL in the graph."""

    id: int
    number: int
    url: str
    outcome: str
    title: str
    score: float | None


class Edge(NamedTuple):
    """A link between two URLs, by their ids."""

    source: int
    target: int


class ReadPage(NamedTuple):
    """The current visit to a link, if it was read."""

    number: int
    """Of the link."""
    id: int
    url: str
    channel: str
    title: str
    language: str
    published: float | None
    captured_at: float
    score: float | None
    type: str
    outcome: str
    story: int
    packed: bytes
    """What was read (``store/content.py``)."""
    file: str = ""
    """The WARC file it is archived in, empty for none."""
    offset: int = 0
    session: str = ""
    """The run of the crawl that it came in with: the moment at which that began."""


class Change(NamedTuple):
    """A visit that is new or has another score or verdict."""

    number: int
    """Higher than that of every change before."""
    link: int


class Judgement(NamedTuple):
    """A person's judgement of a page."""

    number: int
    url: str
    relevant: bool
    type: str
    judged_at: datetime


class Revision(NamedTuple):
    """One revision of the page model."""

    number: int
    made_at: datetime
    note: str
    judgements: tuple[int, ...]
    figures: Mapping[str, int]
    model: bytes
