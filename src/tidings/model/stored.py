"""Values that only a store returns: words of pages, counts of reasons, the state of a crawl."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from tidings.model.outcome import Phase, Reason
from tidings.model.page import Link, Typed


@dataclass(frozen=True, slots=True)
class CrawlState:
    """The progress of a crawl, saved from run to run."""

    state: str = ""
    """A ``State``, empty before the first crawl."""
    reason: str = ""
    """Why it is in that state, in words."""
    seconds: float = 0.0
    """Spent in all runs."""
    estimate: str = ""
    """How much is left to find, in words."""
    outlook: str = ""
    """JSON: the yield of the last blocks of links (``frontier/stopping.py``)."""
    asked: str = ""
    """Where links are fetched from: the live web, or archives."""
    robots: str = ""
    """Whether robots.txt is obeyed."""
    warc_file: str = ""
    """The current WARC file."""
    warc_length: int = 0
    """Its durable length in bytes."""
    page_model: int = 0
    """The revision that all pages were judged by."""
    link_model: str = ""
    """JSON: what the order has learned about links."""


class StoredWords(NamedTuple):
    """The words of one visited page."""

    visit: int
    id: int
    """Of the link."""
    base: float
    """The score by the measure alone."""
    cells: bytes
    """The words in buckets (``learn/page_model.py``)."""


class DueVisit(NamedTuple):
    """A visit scored by an older revision of the page model, and the state of its link."""

    visit: int
    link: int
    base: float
    cells: bytes
    score: float
    id: int
    url: str
    host: int
    phase: int
    outcome: str
    reason: str
    archived: bool
    explained: str
    """The evidence for the score (``store/explained.py``)."""
    typed: Typed | None
    """The type of crisis."""
    current: bool
    """Whether it is the current visit of its link, not an earlier one or another snapshot of the URL."""


class RuledLink(NamedTuple):
    """A link that waits or was refused, to be ruled on again."""

    seq: int
    score: float
    phase: Phase
    link: Link
    parent_score: float
    """Score of the page it was found on, 0 if that is unknown."""


@dataclass(frozen=True, slots=True)
class ReasonCount:
    """How many URLs have the same outcome for the same reason."""

    outcome: str
    reason: str
    count: int
    code: Reason
