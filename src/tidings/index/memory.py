"""The index that looks at every page for every query: slow and simple, the oracle for the other engines."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from tidings.index import cells, paging
from tidings.index.analysis import Alternative, Condition, conditions, distance, tokens
from tidings.index.fields import (
    TITLE_WEIGHT,
    filters,
    in_box,
    keys,
    numbers,
    ordered,
    ranges,
    values,
    weight,
)
from tidings.index.paging import Ranked
from tidings.model import (
    FacetCount,
    IndexedPage,
    MapCell,
    Mark,
    SearchHit,
    SearchQuery,
    SearchResult,
    Sort,
)


class _Analysed(NamedTuple):
    """A page with the tokens of its title and of its text."""

    page: IndexedPage
    fields: dict[str, list[str]]


class MemoryIndex:
    """An ``Index`` in memory; it ends with the process."""

    def __init__(self) -> None:
        self._pages: dict[int, _Analysed] = {}
        self._pending: dict[int, _Analysed | None] = {}
        self._mark = Mark()

    def put(self, batch: Iterable[IndexedPage]) -> None:
        """Add pages, or replace those with the same key; visible after ``commit``."""
        for page in batch:
            fields = {
                "title": tokens(page.title, page.language),
                "text": tokens(page.text, page.language),
            }
            self._pending[page.key] = _Analysed(page, fields)

    def delete(self, keys: Iterable[int]) -> None:
        """Remove pages; keys that are not there are ignored."""
        self._pending.update(dict.fromkeys(keys))

    def clear(self) -> None:
        """Remove all pages; until ``commit`` they can still be found."""
        self._pending = dict.fromkeys(self._pages)

    def commit(self, mark: Mark) -> None:
        """Make all changes and the mark visible."""
        for key, page in self._pending.items():
            self._pages.pop(key, None)
            if page:
                self._pages[key] = page
        self._pending.clear()
        self._mark = mark

    def mark(self) -> Mark:
        """Return the mark of the last commit."""
        return self._mark

    def languages(self) -> Mapping[str, int]:
        """Count the pages by language."""
        return Counter(each.page.language for each in self._pages.values())

    def search(self, query: SearchQuery) -> SearchResult:
        """Return the pages that match; raise QueryError if the words cannot be understood."""
        demanded = conditions(query.words, self.languages())
        matches = [each for each in self._pages.values() if _matches(each, query, demanded)]
        ranked = sorted(
            (
                Ranked(_rank(each, query, demanded), each.page.key, each.page.story)
                for each in matches
            ),
            key=lambda hit: (-hit.rank, hit.key),
        )
        folded = paging.folded(ranked)
        shown = folded if query.fold_stories else ranked
        first = paging.start(shown, query.after) if query.after else query.offset
        hits = tuple(
            SearchHit(hit.key, hit.rank, self._copies(hit))
            for hit in shown[first : first + query.limit]
        )
        facets = {facet: _count(matches, facet, query.facet_size) for facet in query.facets}
        on_map = () if query.zoom is None else _cells(matches, cells.level(query.zoom))
        return SearchResult(hits, len(matches), len(folded), facets, len(self._pages), on_map)

    def close(self) -> None:
        """Forget everything."""
        self._pages.clear()

    def _copies(self, hit: Ranked) -> int:
        if not hit.story:
            return 0
        return sum(each.page.story == hit.story for each in self._pages.values()) - 1


def _matches(each: _Analysed, query: SearchQuery, demanded: Sequence[Condition]) -> bool:
    page = each.page
    return (
        page.key not in query.without
        and all(
            set(allowed) & set(keys(values(page, facet), facet))
            for facet, allowed in filters(query)
        )
        and all(_in_range(numbers(page).get(field), *ends) for field, *ends in ranges(query))
        and (query.box is None or any(in_box(point, query.box) for point in page.points))
        and all(
            any(_times(each, way) for way in condition.alternatives) != condition.excludes
            for condition in demanded
        )
    )


def _in_range(number: float | None, least: float | None, most: float | None) -> bool:
    return (
        number is not None
        and (least is None or number >= least)
        and (most is None or number <= most)
    )


def _times(each: _Analysed, way: Alternative) -> float:
    """Return how often an alternative occurs on a page; a title counts more."""
    return sum(
        (TITLE_WEIGHT if field == "title" else 1.0) * _occurrences(each.fields[field], way)
        for field in way.fields
    )


def _occurrences(row: Sequence[str], way: Alternative) -> int:
    (first, *rest), size = way.tokens, len(way.tokens)
    if rest:
        return sum(tuple(row[i : i + size]) == way.tokens for i in range(len(row) - size + 1))
    if way.within:
        return sum(first in token and len(token) <= 2 for token in row)
    if way.edits:
        return sum(distance(first, token, way.edits) <= way.edits for token in row)
    return row.count(first)


def _rank(each: _Analysed, query: SearchQuery, demanded: Sequence[Condition]) -> float:
    page = each.page
    if query.sort is Sort.NEWEST:
        return numbers(page).get("published", -math.inf)
    if query.sort is Sort.SCORE:
        return page.score
    wanted = [condition for condition in demanded if not condition.excludes]
    text = 1.0
    if query.by_text and wanted:
        length = 1 + len(each.fields["text"])
        text = sum(
            way.weight * math.log1p(_times(each, way)) / math.log1p(length)
            for condition in wanted
            for way in condition.alternatives
        )
    return text * weight(page, by_relevance=query.by_relevance, by_date=query.by_date)


def _count(matches: Iterable[_Analysed], facet: str, most: int) -> tuple[FacetCount, ...]:
    counts = Counter(value for each in matches for value in values(each.page, facet))
    return ordered(counts.items(), facet, most)


def _cells(matches: Sequence[_Analysed], level: int) -> tuple[MapCell, ...]:
    pages = Counter(number for each in matches for number in cells.numbers(each.page, level))
    points = Counter(text for each in matches for text in cells.texts(each.page))
    return cells.cells(pages, points.items(), level)
