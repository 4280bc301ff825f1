"""Searches one collection or several: hits with their entries and snippets, facets added up."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from heapq import merge
from itertools import islice
from pathlib import Path

from tidings.collection.search.following import Progress, no_progress
from tidings.collection.search.opening import IndexOpening, Notice
from tidings.errors import IndexDamaged, QueryError
from tidings.index.analysis import Condition, conditions
from tidings.index.fields import ordered
from tidings.index.snippets import Snippet, marked, snippet
from tidings.model import FacetCount, SearchHit, SearchQuery, SearchResult
from tidings.ports import Index
from tidings.store.entries import Entry
from tidings.store.sqlite.reader import SqliteReader

_ALL_VALUES = 10_000
"""Values of a facet taken from each of several collections, to add them up."""
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PageHit:
    """A page found, as its collection knows it."""

    folder: Path
    entry: Entry
    rank: float
    copies: int
    """Other pages of the collection with nearly the same text."""
    title: Snippet
    """The whole title, and where the words are in it."""
    snippet: Snippet


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    """The pages found in one collection or in several."""

    hits: tuple[PageHit, ...] = ()
    count: int = 0
    """Pages found."""
    stories: int = 0
    """Pages found when those with nearly the same text count as one."""
    facets: Mapping[str, tuple[FacetCount, ...]] = field(default_factory=dict)
    pages: int = 0
    """Pages that were searched: all that were read, whatever their outcome."""

    @property
    def timeline(self) -> tuple[FacetCount, ...]:
        """Return the pages by day of publication, if that facet was wanted."""
        return self.facets.get("day", ())


class CollectionSearch:
    """Searches one collection; every search brings its index up to date."""

    def __init__(
        self,
        folder: Path,
        store: SqliteReader,
        notice: Notice = _log.warning,
        progress: Progress = no_progress,
    ) -> None:
        self._folder = folder
        self._ledger = store.ledger
        self._opening = IndexOpening(folder, store.read_pages, notice, progress)
        self._opened: Index | None = None

    def search(self, query: SearchQuery) -> SearchAnswer:
        """Return the pages that match; raise QueryError if the words cannot be understood."""
        result = self._result(query)
        return SearchAnswer(
            self._with_entries(result.hits, query.words),
            result.count,
            result.stories,
            result.facets,
            result.pages,
        )

    def like(self, entry: Entry, query: SearchQuery) -> SearchAnswer:
        """Return the pages that share most of the strongest keywords of a page."""
        words = entry.content.keywords
        if not words:
            raise QueryError(f"{entry.url}: found no keywords on it; allowed: a page that was read")
        given = " OR ".join(f'"{word}"' for word in words)
        return self.search(replace(query, words=given, without=(entry.number, *query.without)))

    def close(self) -> None:
        """Close the index."""
        if self._opened is not None:
            self._opened.close()
        self._opening.close()

    def _result(self, query: SearchQuery) -> SearchResult:
        if self._opened is None or not self._opening.is_current(self._opened):
            self._opened = self._opening.open()
        try:
            return self._opened.search(query)
        except IndexDamaged:
            self._opened = self._opening.rebuild()
            return self._opened.search(query)

    def _with_entries(self, hits: Sequence[SearchHit], words: str) -> tuple[PageHit, ...]:
        index = self._opened
        demanded = conditions(words, index.languages()) if index else ()
        entries = self._ledger.of_links([hit.key for hit in hits])
        return tuple(
            _page_hit(self._folder, entries[hit.key], hit, demanded)
            for hit in hits
            if hit.key in entries
        )


def _page_hit(folder: Path, entry: Entry, hit: SearchHit, demanded: Sequence[Condition]) -> PageHit:
    title = marked(entry.title, entry.language, demanded, "title")
    shown = snippet(_without_title(entry), entry.language, demanded)
    return PageHit(folder, entry, hit.rank, hit.copies, title, shown)


def _without_title(entry: Entry) -> str:
    """Return the text of a page without the title that it often begins with."""
    text = entry.content.text
    head, _, rest = text.partition("\n")
    return rest if head and rest and entry.title.startswith(head) else text


def search_all(searches: Sequence[CollectionSearch], query: SearchQuery) -> SearchAnswer:
    """Return the pages that match in several collections, the best of all first."""
    if len(searches) == 1:
        return searches[0].search(query)
    last = query.offset + query.limit
    each = replace(query, offset=0, limit=last, facet_size=_ALL_VALUES)
    answers = [search.search(each) for search in searches]
    ranked = merge(*(answer.hits for answer in answers), key=lambda hit: -hit.rank)
    return SearchAnswer(
        tuple(islice(ranked, query.offset, last)),
        sum(answer.count for answer in answers),
        sum(answer.stories for answer in answers),
        {facet: _added(answers, facet, query.facet_size) for facet in query.facets},
        sum(answer.pages for answer in answers),
    )


def _added(answers: Iterable[SearchAnswer], facet: str, most: int) -> tuple[FacetCount, ...]:
    counts: Counter[str] = Counter()
    for number, answer in enumerate(answers, 1):
        for value, pages in answer.facets[facet]:
            # the numbers of stories mean something only in their own collection
            counts[f"{number}:{value}" if facet == "story" else value] += pages
    return ordered(counts.items(), facet, most)
