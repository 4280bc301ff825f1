"""The reading side of a collection, for commands, programs and later a server.

It never writes, and is safe to use beside a running crawl.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, NamedTuple, Unpack

from tidings.collection.folder import EVENT_FILE, folder_of, is_being_crawled, read_store
from tidings.errors import CollectionError
from tidings.event.document import read_values
from tidings.frontier.rank.bandit import Bandit
from tidings.model import Outcome, ReasonCount, SearchQuery, State
from tidings.store.entries import ALL, Entry, HostRecord, Query
from tidings.urls import normalise

if TYPE_CHECKING:
    from tidings.collection.search.asking import Filters
    from tidings.collection.search.searching import CollectionSearch, SearchAnswer

_ALIVE = (State.RUNNING, State.WAITING, State.PAUSED)
"""States of a crawl that has not ended."""
_LONGEST_PATH = 30
"""Links followed back from a URL towards its seed."""


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


class CollectionReader:
    """A collection opened for reading; close it, or use it in a ``with`` block."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._store = read_store(folder)
        self._ledger = self._store.ledger

    def __enter__(self) -> CollectionReader:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the database and the search index."""
        if "searching" in self.__dict__:
            self.searching.close()
        self._store.close()

    def search(self, words: str | SearchQuery = "", **filters: Unpack[Filters]) -> SearchAnswer:
        """Return the kept pages that match, the best first; raise QueryError for what cannot be understood.

        ``search("dam -beaver", country="MZ", since="2024-03-01", facets=["host"])``; see ``docs/search.md``.
        """
        from tidings.collection.search.asking import ask

        query = words if isinstance(words, SearchQuery) else ask(words, **filters)
        return self.searching.search(query)

    def like(self, url: str, **filters: Unpack[Filters]) -> SearchAnswer:
        """Return kept pages that share the strongest keywords of a page; raise CollectionError if it was never met."""
        from tidings.collection.search.asking import ask

        entry = self._ledger.entry(normalise(url) or "")
        if entry is None:
            raise CollectionError(f"{url}: never met in this collection")
        return self.searching.like(entry, ask(**filters))

    @cached_property
    def searching(self) -> CollectionSearch:
        """Return the search of this collection; its index is opened by the first query."""
        from tidings.collection.search.searching import CollectionSearch

        return CollectionSearch(self.folder, self._store)

    def pages(self, outcome: Outcome | str = Outcome.KEPT) -> Iterator[Entry]:
        """Yield the pages with an outcome, by default those kept, in order of discovery."""
        return self._ledger.entries(Query(outcome=str(outcome)))

    def status(self) -> Status:
        """Return the state of the collection, with the number of URLs for each outcome and reason."""
        crawl = self._store.state.load()
        return Status(
            State(crawl.state) if crawl.state else None,
            crawl.reason,
            is_being_crawled(self.folder),
            crawl.estimate,
            tuple(self._ledger.reasons()),
        )

    def why(self, url: str) -> Why | None:
        """Return the outcome of a URL, or None if the crawl never found it."""
        address = normalise(url)
        entry = self._ledger.entry(address) if address else None
        return Why(entry, tuple(self._path(entry)), self._threshold) if entry else None

    def entry(self, url: str) -> Entry | None:
        """Return what is known about a URL in its normal form."""
        return self._ledger.entry(url)

    def entries(self, query: Query = ALL, *, after: int = 0, limit: int = -1) -> Iterator[Entry]:
        """Yield the entries of a query, at most ``limit``; ``after`` is the ``number`` of the last one seen."""
        return self._ledger.entries(query, after=after, limit=limit)

    def count(self, query: Query = ALL) -> int:
        """Count the entries of a query."""
        return self._ledger.count(query)

    def hosts(self, *, after: str = "", limit: int = -1) -> list[HostRecord]:
        """Return the hosts, those with the most kept pages first; ``after`` is the last one seen."""
        return self._ledger.hosts(after=after, limit=limit)

    def arms(self) -> list[Arm]:
        """Return the figures of each host and channel, the best first."""
        records = self._ledger.arms()
        bandit = Bandit(self._ledger.tried())
        tried = sum(record.tried for record in records) or 1
        return [
            Arm(*record, bandit.estimate(record.host, record.channel), record.tried / tried)
            for record in records
        ]

    def _path(self, entry: Entry) -> Iterator[Entry]:
        for _ in range(_LONGEST_PATH):
            above = self._ledger.entry(entry.parent) if entry.parent else None
            if above is None:
                return
            yield above
            entry = above

    @cached_property
    def _threshold(self) -> float:
        threshold: float = read_values(self.folder / EVENT_FILE, [])["relevance.threshold"]
        return threshold


def open_reader(target: Path | str) -> CollectionReader:
    """Open a collection, given by its folder or its event file; raise CollectionError if there is none."""
    return CollectionReader(folder_of(target))
