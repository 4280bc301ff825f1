"""The seams of Tidings: everything that varies is one of these small protocols."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Sequence
from datetime import datetime
from typing import Protocol

from tidings.model import Candidate, Capture, Judged, Link, Page, Pointer, Score, Verdict


class Clock(Protocol):
    """Time, real or virtual; asyncio's own timers follow it."""

    def now(self) -> datetime:
        """Return the present moment, aware, in UTC."""


class Source(Protocol):
    """Pushes links (or captures) into a crawl: seeds, feeds, streams, files."""

    def __aiter__(self) -> AsyncIterator[Link | Capture]:
        """Yield what is found, as it is found; ends when there is no more."""


class Fetcher(Protocol):
    """Pulls what a link leads to, from the live web or from an archive; follows no redirects."""

    async def fetch(self, link: Link) -> Sequence[Capture]:
        """Return the captures of a link, none if there are none; raise Refused, Failed or TryLater."""

    def delay(self, url: str) -> float:
        """Return the seconds the host of this address wants between two requests."""

    async def close(self) -> None:
        """Give back connections and files."""


class Relevance(Protocol):
    """Judges how much a page is about the event."""

    def score(self, page: Page) -> Score:
        """Return the score of a page, with its parts and evidence."""


class LinkScorer(Protocol):
    """Guesses how much lies behind a link before it is visited."""

    def score(self, link: Link, parent: Score) -> float:
        """Return the priority of a link found on a page with that score, from 0 to 1."""


class Archive(Protocol):
    """Keeps captures for good."""

    def append(self, records: bytes) -> Pointer:
        """Add finished records and say where they begin; durable only after ``flush``."""

    def flush(self) -> tuple[str, int]:
        """Make everything appended durable; return the current file and its length."""

    def close(self) -> None:
        """Finish the current file."""
