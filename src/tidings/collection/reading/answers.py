"""What the reading side of a collection answers with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from tidings.event.noted import JudgedBy
from tidings.model import (
    Completeness,
    ReasonCount,
    State,
)
from tidings.store.entries import Entry

if TYPE_CHECKING:
    from tidings.collection.pages.versions import PageVersion

_ALIVE = (State.RUNNING, State.WAITING, State.PAUSED)
"""States of a crawl that has not ended."""


@dataclass(frozen=True, slots=True)
class Status:
    """The state of a collection."""

    state: State | None
    """The state of its last crawl, None before the first."""
    reason: str
    """Why it is in that state."""
    is_running: bool
    """Whether a crawl is running now."""
    estimate: str
    """How much is left to find, in words; empty without an estimate."""
    outcomes: tuple[ReasonCount, ...]
    seconds: float = 0.0
    """Spent in all runs."""

    @property
    def is_broken_off(self) -> bool:
        """Return whether the last crawl ended without saying so, as after ``kill -9``."""
        return self.state in _ALIVE and not self.is_running


@dataclass(frozen=True, slots=True)
class Why:
    """The outcome of a URL, and how the crawl found it."""

    entry: Entry
    path: tuple[Entry, ...]
    """The pages that led to it, from the one that links to it back to a seed."""
    threshold: float
    """Pages with this score or more are kept."""
    judged_by: JudgedBy | None = None
    """The event file that pages were judged by, None if that is not known."""
    is_outdated: bool = False
    """Whether the event file was changed since."""
    versions: tuple[PageVersion, ...] = ()
    """Kept pages that share much of its text and are no copies of it."""
    needs: Completeness | None = None
    """How much of what the page needs to be shown is archived, None if it was never visited."""
    keywords: str = ""
    """The keywords of the event, as its author wrote them."""
    names: str = ""
    """The names of places and people, of the event and of the page."""
    language: str = ""
    """The language of the event's references, empty without any."""
    has_days: bool = True
    """Whether the event file gives the days of the event."""


class Arm(NamedTuple):
    """The pages of one host that came by one channel."""

    host: str
    channel: str
    tried: int
    kept: int
    waiting: int
    estimate: float
    """The probability that the next page is kept."""
    share: float
    """Its share of all pages tried."""
