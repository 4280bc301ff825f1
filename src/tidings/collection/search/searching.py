"""Searches one collection or several: hits with their entries and snippets, facets added up."""

from __future__ import annotations

import contextlib
import logging
from collections import Counter, OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from heapq import merge
from itertools import islice
from pathlib import Path

from tidings.collection.search.cursors import Seen, read_cursor, write_cursor
from tidings.collection.search.following import Progress, no_progress
from tidings.collection.search.opening import Indexing, IndexOpening, Notice
from tidings.errors import IndexDamaged, QueryError
from tidings.index.analysis import Condition, conditions
from tidings.index.cells import added
from tidings.index.fields import ordered
from tidings.index.snippets import Snippet, marked, snippet
from tidings.model import After, FacetCount, MapCell, Mark, SearchHit, SearchQuery, SearchResult
from tidings.ports import Index, StoreReader
from tidings.store.entries import Entry

_ALL_VALUES = 10_000
"""Values of a facet taken from each of several collections, to add them up."""
_KEPT_STATES = 4
"""Earlier states of an index that are kept open for searches that go on; another takes a few megabytes."""
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
    cells: tuple[MapCell, ...] = ()
    """The pages by cells of a map, if a zoom was given."""
    next: str = ""
    """The cursor with which the search goes on, empty at its end."""
    indexing: Indexing | None = None
    """How far the index is, None if it contains everything."""

    @property
    def timeline(self) -> tuple[FacetCount, ...]:
        """Return the pages by day of publication, if that facet was wanted."""
        return self.facets.get("day", ())


class CollectionSearch:
    """Searches one collection; every search brings its index up to date."""

    def __init__(
        self,
        folder: Path,
        store: StoreReader[Entry],
        notice: Notice = _log.warning,
        progress: Progress = no_progress,
        *,
        followed: bool = False,
    ) -> None:
        """Prepare; if the index is ``followed``, an ``IndexFollower`` keeps it current."""
        self.folder = folder
        self._ledger = store.ledger
        self._opening = IndexOpening(folder, store.read_pages, notice, progress, followed=followed)
        self._opened: Index | None = None
        self._earlier: OrderedDict[Mark, Index] = OrderedDict()
        """States of the index in which searches may go on: they see nothing of what came in since."""

    def search(self, query: SearchQuery) -> SearchAnswer:
        """Return the pages that match; raise QueryError if the words cannot be understood."""
        return search_all([self], query)

    def part(self, query: SearchQuery, seen: Seen) -> tuple[SearchAnswer, Mark]:
        """Return pages that match behind those seen, and the state of the index that found them."""
        result, index = self._result(query, seen)
        answer = SearchAnswer(
            self._with_entries(result.hits, query.words, index),
            result.count,
            result.stories,
            result.facets,
            result.pages,
            result.cells,
            indexing=None if seen.mark else self._opening.missing(index),
        )
        mark = index.mark()
        self._earlier[mark] = index
        self._earlier.move_to_end(mark)
        while len(self._earlier) > _KEPT_STATES:
            self._earlier.popitem(last=False)
        return answer, mark

    def like(self, entry: Entry, query: SearchQuery) -> SearchAnswer:
        """Return the pages that share most of the strongest keywords of a page."""
        words = entry.content.keywords
        if not words:
            raise QueryError(f"{entry.url}: found no keywords on it; allowed: a page that was read")
        given = " OR ".join(f'"{word}"' for word in words)
        return self.search(replace(query, words=given, without=(entry.number, *query.without)))

    def rebuild(self) -> int:
        """Make the index again, and return the number of its pages; raise CollectionBusy."""
        self._opened = None
        self._earlier.clear()
        return self._opening.rebuild()

    def close(self) -> None:
        """Close the index."""
        if self._opened is not None:
            self._opened.close()
        self._opening.close()

    def _result(self, query: SearchQuery, seen: Seen) -> tuple[SearchResult, Index]:
        if seen.mark:
            query = replace(query, after=seen.after)
            if earlier := self._earlier.get(seen.mark):
                with contextlib.suppress(IndexDamaged):
                    return earlier.search(query), earlier
        if self._opened is None or not self._opening.is_current(self._opened):
            self._opened = self._opening.open()
        try:
            return self._opened.search(query), self._opened
        except IndexDamaged:
            self._opened = self._opening.replace()
            return self._opened.search(query), self._opened

    def _with_entries(
        self, hits: Sequence[SearchHit], words: str, index: Index
    ) -> tuple[PageHit, ...]:
        demanded = conditions(words, index.languages())
        entries = self._ledger.of_links([hit.key for hit in hits])
        return tuple(
            _page_hit(self.folder, entries[hit.key], hit, demanded)
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
    """Return the pages that match in one collection or several, the best of all first."""
    names = [str(search.folder) for search in searches]
    seen = read_cursor(query, names)
    each = query
    if len(searches) > 1:
        last = query.offset + query.limit
        each = replace(query, offset=0, limit=last, facet_size=_ALL_VALUES)
    parts = [search.part(each, place) for search, place in zip(searches, seen, strict=True)]
    answers = [answer for answer, _ in parts]
    rows = ([(hit, number) for hit in answer.hits] for number, answer in enumerate(answers))
    ranked = merge(*rows, key=lambda row: -row[0].rank)
    taken = list(islice(ranked, each.limit))
    behind = _behind(taken, [mark for _, mark in parts], seen, each.offset)
    total = sum(answer.stories if query.fold_stories else answer.count for answer in answers)
    goes_on = bool(taken) and sum(place.after.seen for place in behind if place.after) < total
    return SearchAnswer(
        tuple(hit for hit, _ in taken[query.offset - each.offset :]),
        sum(answer.count for answer in answers),
        sum(answer.stories for answer in answers),
        {facet: _added(answers, facet, query.facet_size) for facet in query.facets},
        sum(answer.pages for answer in answers),
        answers[0].cells if len(answers) == 1 else added(answer.cells for answer in answers),
        write_cursor(query, names, behind) if goes_on else "",
        _indexing(answers),
    )


def _indexing(answers: Iterable[SearchAnswer]) -> Indexing | None:
    """Return how far the indexes that do not contain everything are together."""
    behind = [each.indexing for each in answers if each.indexing]
    if not behind:
        return None
    return Indexing(sum(each.indexed for each in behind), sum(each.pages for each in behind))


def _behind(
    taken: Iterable[tuple[PageHit, int]], marks: Iterable[Mark], seen: Iterable[Seen], skipped: int
) -> list[Seen]:
    """Return how far each collection was seen once these hits, each with its collection, are seen, too."""
    behind = [Seen(mark, before.after) for mark, before in zip(marks, seen, strict=True)]
    for hit, number in taken:
        mark, before = behind[number]
        count = before.seen if before else skipped
        behind[number] = Seen(mark, After(hit.rank, hit.entry.number, count + 1))
    return behind


def _added(answers: Sequence[SearchAnswer], facet: str, most: int) -> tuple[FacetCount, ...]:
    if len(answers) == 1:
        return answers[0].facets[facet]
    counts: Counter[str] = Counter()
    for number, answer in enumerate(answers, 1):
        for value, pages in answer.facets[facet]:
            # the numbers of stories mean something only in their own collection
            counts[f"{number}:{value}" if facet == "story" else value] += pages
    return ordered(counts.items(), facet, most)
