"""What is remembered of a page that is visited again and again."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from tidings.model.crawl import Totals

_DAY = 86_400.0
_BURST = 8
"""An eighth of the budget, three hours of it, may be used at once."""


class EventPhase(StrEnum):
    """Where a moment lies, seen from the event."""

    BEFORE = "before"
    DURING = "during"
    COOL_DOWN = "cool-down"
    AFTER = "after"


class PageKind(StrEnum):
    """What a page is, as far as its rhythm depends on it."""

    FRONT = "front page"
    """A front page or another list that links to what is new."""
    LIVE = "live blog"
    SITUATION = "situation report"
    ARTICLE = "article"
    """A page with a date of publication. What is found on it is found on lists as well."""
    OTHER = "other"
    """A page without such a date: it may be a list."""


class RequestsLeft(NamedTuple):
    """What is left of a daily budget of requests; it fills steadily.

    What it holds and what flows in during 24 hours is together less than one request above the budget, so no 24 hours
    can bring more.
    """

    per_day: int
    left: float
    at: float = 0.0
    """When that was true, 0 before the first request."""

    @classmethod
    def from_text(cls, per_day: int, text: str) -> RequestsLeft:
        """Read what ``to_text`` wrote, perhaps for another budget; a new bucket is full."""
        full = cls(per_day, max(1.0, per_day / _BURST))
        if not text:
            return full
        left, at, before = (float(word) for word in text.split())
        return cls(per_day, left if before == per_day else min(left, full.left), at)

    def to_text(self) -> str:
        """Return it as text."""
        return f"{self.left!r} {self.at!r} {self.per_day}"

    @property
    def flow(self) -> float:
        """Return the requests that flow in during a day; in the long run no more than these are made."""
        return max(self.per_day - max(1.0, self.per_day / _BURST), 0.5)

    def filled(self, now: float, reserved: int = 0) -> RequestsLeft:
        """Return it later; it has room for as much as was not ``reserved`` before."""
        if now <= self.at:
            return self
        most = max(1.0, self.per_day / _BURST)
        flowed = (now - self.at) * self.flow / _DAY if self.at else 0.0
        return self._replace(left=min(most - reserved, self.left + flowed), at=now)

    def less(self, requests: int) -> RequestsLeft:
        """Return it after some requests."""
        return self._replace(left=self.left - requests)


class Pass(NamedTuple):
    """Pages come back once: all that are due at a moment, by one crawl or by several together."""

    until: float
    """Pages that are due later do not come back in it."""
    before: Totals
    """What was fetched before it began."""
    is_new: bool = True
    """Whether this crawl begins it, and so plans it for all."""


class Tracked(NamedTuple):
    """What is remembered of a page from one visit to the next."""

    link: int
    """Number of the link."""
    kind: PageKind = PageKind.ARTICLE
    etag: str = ""
    modified: str = ""
    """The value of Last-Modified, as its server sent it."""
    digest: str = ""
    """Of its last content, empty if it is not known."""
    visited_at: float = 0.0
    every: float = 0.0
    """Seconds between two visits while the event is on and the budget allows it; 0 for never."""
    due_at: float = 0.0
    history: str = ""
    """The last visits: seconds since the one before, with a ``+`` if the page had changed."""
    fruit: float = 0.0
    """Kept pages that were first found on it; older ones count less."""
    watched: float = 0.0
    """Seconds over which these were counted; older ones count less."""

    def validators(self) -> tuple[tuple[str, str], ...]:
        """Return the headers of a conditional request."""
        pairs = (("If-None-Match", self.etag), ("If-Modified-Since", self.modified))
        return tuple((name, value) for name, value in pairs if value)
