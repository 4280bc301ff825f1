"""What is remembered of a page that is visited again and again."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


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
