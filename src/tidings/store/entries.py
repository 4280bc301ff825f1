"""Queries to a ledger, and the entries and counts it returns."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from tidings.model import Content, Named, Reason, Score, Typed
from tidings.store.content import unpack


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """Everything known about one URL, or about one visit to it."""

    number: int
    """The order of discovery; a listing continues after the entry with this number."""
    visit: int | None
    """The number of the visit, None if it was never visited."""
    url: str
    outcome: str
    code: Reason
    """The reason for the outcome."""
    detail: str
    priority: float
    depth: int
    channel: str
    barred: str
    """A code: why it must not be followed, empty if it may."""
    parent: str
    """The page it was found on."""
    scored_by: str
    """The page that gave it its priority, empty if that is its parent."""
    anchor: str
    found_at: datetime
    tries: int
    captured_at: datetime | None
    status: int | None
    mime: str
    size: int
    digest: str
    title: str
    language: str
    published: datetime | None
    dated_by: str
    score: Score | None
    file: str
    offset: int
    length: int
    provenance: str = ""
    """The archive it was read from, empty for the live web."""
    story: int = 0
    """The same number for pages with nearly the same text; 0 for pages without a story."""
    type: Typed | None = None
    """The type of crisis a kept page is about."""
    packed: bytes = b""
    """The content of the page, packed."""

    @property
    def reason(self) -> str:
        """Return the reason for the outcome in words."""
        return self.code.sentence(self.detail)

    @property
    def content(self) -> Content:
        """Return the content of the page: text, places, names, dates, keywords."""
        return unpack(self.packed)

    @property
    def who(self) -> tuple[Named, ...]:
        """Return the people and organisations the page names, the most frequent first."""
        content = self.content
        return tuple(
            sorted(
                (*content.people, *content.organisations), key=lambda one: (-one.times, one.name)
            )
        )


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
