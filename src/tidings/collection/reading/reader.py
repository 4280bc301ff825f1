"""The reading side of a collection, for commands, programs and servers.

It never writes into the database, and is safe to use beside a running crawl.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from tidings.collection.folder import (
    EVENT_FILE,
    folder_of,
    is_being_crawled,
    model_path,
    read_store,
)
from tidings.collection.reading.answers import Arm, Status, Why
from tidings.errors import CollectionError, EventFileError, TidingsError
from tidings.event.document import read_values
from tidings.event.model_file import load_language
from tidings.event.noted import JudgedBy, has_changed, judged_by
from tidings.frontier.rank.bandit import Bandit
from tidings.learn.calibration import Expected, expected
from tidings.model import (
    ALL,
    Completeness,
    Event,
    Freshness,
    HostRecord,
    MissingPart,
    Outcome,
    PageNeeds,
    Query,
    SearchQuery,
    State,
    Totals,
)
from tidings.store.entries import Entry
from tidings.urls import normalise, url_id

if TYPE_CHECKING:
    from pandas import DataFrame

    from tidings.collection.pages.fields import Noted
    from tidings.collection.pages.graph import Neighbourhood
    from tidings.collection.pages.versions import PageVersion
    from tidings.collection.search.asking import Filters
    from tidings.collection.search.searching import CollectionSearch, SearchAnswer
    from tidings.ports import Monitor, News

_LONGEST_PATH = 30
"""Links followed back from a URL towards its seed."""


class CollectionReader:
    """A collection opened for reading; close it, or use it in a ``with`` block."""

    def __init__(self, folder: Path, *, followed: bool = False) -> None:
        """Open a collection; ``followed`` says that an ``IndexFollower`` keeps its index current."""
        self.folder = folder
        self._followed = followed
        self._store = read_store(folder)
        self._ledger = self._store.ledger

    def __enter__(self) -> CollectionReader:
        return self

    def __exit__(self, *_: object) -> None:
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
        from tidings.collection.search.searching import search_all

        query = words if isinstance(words, SearchQuery) else ask(words, **filters)
        return search_all([self.searching], query)

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

        return CollectionSearch(self.folder, self._store, followed=self._followed)

    def pages(self, words: str = "", **filters: Unpack[Filters]) -> Iterator[Entry]:
        """Yield all pages that a search would find; without words and filters, those kept, in order of discovery.

        ``pages(outcome="rejected")``, ``pages("dam", country="MZ", sort="score")``; ``limit`` does not count.
        """
        outcome = filters.get("outcome", Outcome.KEPT)
        if not words and filters.keys() <= {"outcome"} and isinstance(outcome, str):
            return self._ledger.entries(Query(outcome="" if outcome == "any" else str(outcome)))
        from tidings.collection.export.selection import found
        from tidings.collection.search.asking import ask

        return found(self, ask(words, **filters))

    def export(
        self,
        path: Path | str,
        words: str = "",
        *,
        format: str = "",
        text: bool = False,
        **filters: Unpack[Filters],
    ) -> None:
        """Write the pages that ``pages`` yields to a file, in the format of its ending unless one is named.

        ``export("pages.parquet", "dam", country="MZ")``; see ``docs/export.md``.
        """
        from tidings.collection.export.writing import export

        export(self, Path(path), self.pages(words, **filters), format, text=text)

    def frame(self, words: str = "", **filters: Unpack[Filters]) -> DataFrame:
        """Return the pages that ``pages`` yields as a pandas frame, a column for each of an export."""
        from tidings.collection.export.frame import frame

        return frame(self.folder, self.pages(words, **filters))

    def crawl(self, report: Callable[[str], None] | None = None) -> Status:
        """Go on collecting, as ``tidings crawl`` does, until that ends; ``report`` gets each line it prints."""
        from tidings.collection.reading.crawling import crawl

        crawl(self.folder, report)
        return self.status()

    def noted(self, url: str) -> Noted:
        """Return the user's own fields and the tags of a page."""
        from tidings.collection.pages.fields import noted

        return noted(self.folder, normalise(url) or url)

    def note(self, url: str, **fields: object) -> Noted:
        """Set own fields of a page and return all of them; None removes one."""
        from tidings.collection.pages.fields import set_fields

        return set_fields(self.folder, url, fields, datetime.now(UTC))

    def tag(self, url: str, *tags: str) -> Noted:
        """Give a page these tags and no others."""
        from tidings.collection.pages.fields import set_tags

        return set_tags(self.folder, url, tags, datetime.now(UTC))

    def status(self, *, counted: bool = True) -> Status:
        """Return the state of the collection, with the number of URLs for each outcome and reason if ``counted``."""
        crawl = self._store.state.load()
        return Status(
            State(crawl.state) if crawl.state else None,
            crawl.reason,
            is_being_crawled(self.folder),
            crawl.estimate,
            tuple(self._ledger.reasons()) if counted else (),
            crawl.seconds,
        )

    def totals(self) -> tuple[Totals, int]:
        """Return what was fetched and kept, and how many links wait."""
        return self._store.visits.totals(), self._store.monitor.waiting()

    def expected(self) -> Expected | None:
        """Return how right the decisions to keep are expected to be; None for other measures or without pages."""
        try:
            measure = read_values(self.folder / EVENT_FILE, [])["relevance.measure"]
        except TidingsError:  # a crawl will say what is wrong with it
            return None
        return expected(self.monitor.scores()) if measure == "auto" else None

    def freshness(self, outcome: Outcome | str = "") -> Freshness:
        """Return the median age of dated pages at their visit, of one outcome or of all that were judged."""
        return self._ledger.freshness(str(outcome))

    def completeness(self, visit: int | None = None) -> Completeness:
        """Return how much of what a kept page needs to be shown is archived; without a visit, of all pages."""
        return self._store.requisites.completeness(visit)

    def page_needs(self) -> Iterator[PageNeeds]:
        """Yield the completeness of every kept page."""
        return self._store.requisites.pages()

    def missing_parts(self) -> Iterator[MissingPart]:
        """Yield what kept pages need and the archive lacks: the patch list."""
        return self._store.requisites.missing()

    def why(self, url: str) -> Why | None:
        """Return the outcome of a URL, or None if the crawl never found it."""
        address = normalise(url)
        entry = self._ledger.entry(address) if address else None
        if entry is None:
            return None
        return replace(self.explained(entry), versions=tuple(self.versions(entry)))

    def explained(self, entry: Entry) -> Why:
        """Return an entry with the path that led to it."""
        path = tuple(self._path(entry))
        needs = self.completeness(entry.visit) if entry.visit else None
        event = self.event if entry.score else None
        return Why(
            entry,
            path,
            self._threshold,
            self.judged_by,
            self._is_outdated,
            needs=needs,
            keywords=" ".join(event.keywords) if event else "",
            names=" ".join([*event.places, *event.who, *_named(entry)]) if event else "",
            language=load_language(model_path(self.folder)) if event else "",
            has_days=bool(event and event.when),
        )

    def versions(self, entry: Entry) -> list[PageVersion]:
        """Return the kept pages that share much of their text with a kept page and are no copies of it."""
        from tidings.collection.pages.versions import versions_of

        return versions_of(entry, self._store)

    def entry(self, url: str) -> Entry | None:
        """Return what is known about a URL in its normal form."""
        return self._ledger.entry(url)

    def numbered(self, number: int) -> Entry | None:
        """Return what is known about the URL with a number."""
        return self._ledger.of_links([number]).get(number)

    def all_numbered(self, numbers: Sequence[int]) -> list[Entry]:
        """Return what is known about the URLs with some numbers, in the given order; unknown ones are left out."""
        entries = self._ledger.of_links(numbers)
        return [entries[number] for number in dict.fromkeys(numbers) if number in entries]

    def visits(self, number: int) -> list[Entry]:
        """Return all visits to the URL with a number, the oldest first."""
        return list(self._ledger.visits_of(number))

    @property
    def news(self) -> News:
        """Return what came in since a moment."""
        return self._store.news

    @property
    def monitor(self) -> Monitor:
        """Return the counts for people who watch a crawl."""
        return self._store.monitor

    def last_change(self) -> int:
        """Return the number of the last change of a page, 0 if there is none."""
        return self._store.read_pages.last_change()

    def changes(self, after: int, most: int) -> list[tuple[int, Entry]]:
        """Return the pages that changed after a number, each with the number of its change, at most ``most``."""
        changes = self._store.read_pages.changes(after, most)
        entries = self._ledger.of_links([change.link for change in changes])
        return [(each.number, entries[each.link]) for each in changes if each.link in entries]

    def of_visit(self, visit: int) -> Entry | None:
        """Return what is known about a visit."""
        return self._ledger.of_visit(visit)

    def graph(self, entry: Entry, hops: int = 1, most: int = 200) -> Neighbourhood:
        """Return the pages that a page links to and that link to it, up to two steps away."""
        from tidings.collection.pages.graph import neighbourhood

        return neighbourhood(self._store.graph, url_id(entry.url), hops, most)

    def linked(self, url: str) -> set[int]:
        """Return the ids of all URLs that a page links to."""
        return {edge.target for edge in self._store.graph.out([url_id(url)])}

    @property
    def threshold(self) -> float:
        """Return the score from which pages are kept."""
        return self._threshold

    def entries(
        self, query: Query = ALL, *, after: int = 0, after_visit: int = 0, limit: int = -1
    ) -> Iterator[Entry]:
        """Yield the entries of a query, at most ``limit``; ``after`` is the ``number`` of the last one seen.

        A listing of all visits also needs the ``visit`` of the last one seen.
        """
        return self._ledger.entries(query, after=after, after_visit=after_visit, limit=limit)

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
    def event(self) -> Event | None:
        """Return the event that the event file describes, None if the file is missing or wrong."""
        from tidings.event.file import load  # it loads the readers of pages

        try:
            return load(self.folder / EVENT_FILE, needs_seeds=False).event
        except TidingsError:
            return None

    @property
    def name(self) -> str:
        """Return the name of the event, else of the folder."""
        return self.event.name if self.event else self.folder.name

    @cached_property
    def judged_by(self) -> JudgedBy | None:
        """Return the event file that pages were judged by."""
        return judged_by(self._store.state)

    @cached_property
    def _is_outdated(self) -> bool:
        """Return whether the event file was changed since; one that is wrong now judges nothing."""
        if self.judged_by is None:
            return False
        from tidings.event.file import load  # it loads the readers of pages

        try:
            return has_changed(self._store.state, load(self.folder / EVENT_FILE, needs_seeds=False))
        except EventFileError:
            return False

    @cached_property
    def _threshold(self) -> float:
        threshold: float = read_values(self.folder / EVENT_FILE, [])["relevance.threshold"]
        return threshold


def _named(entry: Entry) -> Iterator[str]:
    """Yield the places and people that a page names."""
    content = entry.content
    yield from (mention.place.name for mention in content.places)
    yield from (named.name for named in entry.names(content))


def open_reader(target: Path | str) -> CollectionReader:
    """Open a collection, given by its folder or its event file; raise CollectionError if there is none."""
    return CollectionReader(folder_of(target))
