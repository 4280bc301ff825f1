"""The seams of the reading side: what a store answers while a crawl may write, and the files of a person."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Protocol, TypeVar

from tidings.model import (
    ALL,
    ArmRecord,
    Change,
    DuePage,
    Edge,
    Freshness,
    HostRecord,
    HostState,
    Judgement,
    LinkedPage,
    NewVisit,
    Query,
    ReadPage,
    Revision,
    Snapshot,
    WatchedHost,
)
from tidings.ports.again import TrackedPages
from tidings.ports.crawl import Captures
from tidings.ports.store import CrawlStates, Ledger, Requisites, Stories, Visits, Words

EntryT = TypeVar("EntryT", covariant=True)
"""Everything known about one URL; the store says what that is."""


class EntryLedger(Ledger, Protocol[EntryT]):
    """The outcomes of all links, for people."""

    def entry(self, url: str) -> EntryT | None:
        """Return what is known about a URL."""

    def of_links(self, numbers: Sequence[int]) -> Mapping[int, EntryT]:
        """Return what is known about the URLs with these numbers, by number."""

    def visits_of(self, number: int) -> Sequence[EntryT]:
        """Return every visit to the URL with this number, the oldest first."""

    def of_visit(self, visit: int) -> EntryT | None:
        """Return what is known about the URL of a visit."""

    def entries(
        self, query: Query = ALL, *, after: int = 0, after_visit: int = 0, limit: int = -1
    ) -> Iterator[EntryT]:
        """Yield what a query asks for, after an entry and at most ``limit``."""

    def count(self, query: Query = ALL) -> int:
        """Count the entries of a query."""

    def freshness(self, outcome: str = "") -> Freshness:
        """Return the median age of dated pages of the live web at their visit, of one outcome or all."""

    def hosts(self, *, after: str = "", limit: int = -1) -> list[HostRecord]:
        """Return the hosts with the most kept pages, at most ``limit``, after the host ``after``."""

    def arms(self) -> Sequence[ArmRecord]:
        """Return every host and channel, those with the most kept pages first."""

    def edges(self, url: str) -> tuple[str, ...]:
        """Return the known URLs that a page links to, in page order."""


class PageRequisites(Requisites, Protocol):
    """What kept pages need, page by page."""

    def needed(self, visit: int) -> list[str]:
        """Return the URLs of all that a page needs, also by way of style sheets and frames."""


class ReadPages(Protocol):
    """The pages that were read, and the order of their changes, for a search index to follow."""

    def changes(self, after: int, most: int) -> Sequence[Change]:
        """Return the next changes after the one with this number."""

    def last_change(self) -> int:
        """Return the number of the last change, 0 if there is none."""

    def count_changes(self, after: int) -> int:
        """Count the visits changed after a number."""

    def pages(self, links: Iterable[int]) -> Iterator[ReadPage]:
        """Yield the pages of links, as far as their current visit was read."""

    def kept(self) -> list[int]:
        """Return the numbers of the links whose page is kept."""

    def numbers(self, ids: Iterable[int]) -> list[int]:
        """Return the numbers of the links with these ids."""

    def identity(self) -> str:
        """Return what distinguishes this collection from others."""


class Monitor(Protocol):
    """Counts over a collection, for people who watch a crawl."""

    def harvest(self, points: int) -> list[tuple[int, int]]:
        """Return pages visited and pages kept after each block of visits, at most ``points`` blocks."""

    def counts(self) -> tuple[int, int, int, int]:
        """Count the links: kept, rejected, read in any way, waiting."""

    def waiting(self) -> int:
        """Count the waiting links."""

    def scores(self) -> list[tuple[float, int, int]]:
        """Count the pages kept and rejected by score, to two digits."""

    def types(self) -> dict[str, int]:
        """Count the kept pages by type of crisis, the most frequent first."""

    def hosts(self) -> int:
        """Count the hosts that a page was fetched from."""

    def hosts_by_state(self, now: float) -> dict[HostState, int]:
        """Count the hosts by their state at a moment."""

    def watched_hosts(
        self, now: float, state: str = "", *, after: str = "", limit: int = 100
    ) -> list[WatchedHost]:
        """Return hosts with their state, those with the most kept pages first; ``after`` is the last one seen."""

    def newest(self) -> datetime | None:
        """Return when the newest page was captured."""


class News(Protocol):
    """The visits since a moment, and what comes back."""

    @property
    def tracked(self) -> TrackedPages:
        """Return what is remembered of pages that come back; to be read only."""

    def since(self, moment: float) -> Iterator[NewVisit]:
        """Yield the visits that were entered since a moment, in their order."""

    def first(self, moment: float) -> int:
        """Return the number of the first visit entered since a moment."""

    def last_entered(self) -> float | None:
        """Return when the last visit was entered, None before the first."""

    def failing(self, least: int) -> list[tuple[str, int]]:
        """Return the hosts with kept pages that failed at least so often in a row, and how often."""

    def due(self, most: int) -> list[DuePage]:
        """Return the pages that come back next, and when."""

    def comes_back(self, number: int) -> DuePage | None:
        """Return when a page comes back, None for never."""


class LinkGraph(Protocol):
    """The links of pages that were read."""

    def out(self, ids: Collection[int]) -> Iterator[Edge]:
        """Yield the links on some pages, in page order."""

    def into(self, ids: Collection[int]) -> Iterator[Edge]:
        """Yield the links to some URLs, in the order in which the pages were found."""

    def pages(self, ids: Iterable[int]) -> list[LinkedPage]:
        """Return the URLs with these ids that the collection knows, in the order of discovery."""


class HeldCaptures(Captures, Protocol):
    """The archived captures of a collection, also those of a running crawl."""

    def of_host(self, host: str, *, subdomains: bool = False) -> Iterator[Snapshot]:
        """Yield the captures of a host, also under ``www.``, and of its subdomains if they are wanted."""

    def elsewhere(self, url: str) -> str | None:
        """Return the URL under which a page is archived that was redirected or is the same as another."""


class StoreReader(Protocol[EntryT]):
    """The parts of a store that are read while a crawl may write; close it."""

    @property
    def visits(self) -> Visits:
        """Return the visits."""

    @property
    def requisites(self) -> PageRequisites:
        """Return what kept pages need to be shown."""

    @property
    def words(self) -> Words:
        """Return the words of pages."""

    @property
    def state(self) -> CrawlStates:
        """Return the state of the crawl."""

    @property
    def ledger(self) -> EntryLedger[EntryT]:
        """Return the ledger."""

    @property
    def read_pages(self) -> ReadPages:
        """Return the pages that were read."""

    @property
    def monitor(self) -> Monitor:
        """Return the counts."""

    @property
    def news(self) -> News:
        """Return what is new."""

    @property
    def graph(self) -> LinkGraph:
        """Return the graph of links."""

    @property
    def captures(self) -> HeldCaptures:
        """Return the archived captures."""

    @property
    def stories(self) -> Stories:
        """Return the groups of pages with nearly the same text."""

    def freeze(self) -> None:
        """Show the present state until the reader is closed, whatever a crawl writes meanwhile."""

    def close(self) -> None:
        """Close the database."""


class Judgements(Protocol):
    """People's judgements of pages, and the revisions of the page model learned from them."""

    def alone(self) -> AbstractContextManager[None]:
        """Keep other writers out until the block ends; commit all it wrote, or nothing if it fails."""

    def record(self, inputs: Iterable[tuple[str, bool, str]], at: datetime) -> list[int]:
        """Record judgements as URL, relevance and type or an empty text; return their numbers."""

    def judgements(self, numbers: Sequence[int] | None = None) -> list[Judgement]:
        """Return the judgements with these numbers, or all, in the order in which they were made."""

    def add_revision(
        self,
        note: str,
        judgements: Sequence[int],
        model: bytes,
        figures: Mapping[str, int],
        at: datetime,
    ) -> int:
        """Store a revision and return its number; it is the newest from now on."""

    def newest(self) -> int:
        """Return the number of the newest revision, 0 if there is none."""

    def revision(self, number: int) -> Revision | None:
        """Return the revision with this number."""

    def revisions(self) -> list[Revision]:
        """Return all revisions, the oldest first."""

    def close(self) -> None:
        """Close the file."""
