"""The embedded index: one folder per collection, written and searched by the library tantivy."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import tantivy
from tantivy import Occur, Query

from tidings.errors import IndexDamaged
from tidings.index import cells, paging
from tidings.index.analysis import Alternative, Condition, conditions, joined
from tidings.index.fields import (
    FACETS,
    LEAST_WEIGHT,
    TABLE,
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
    GeoBox,
    IndexedPage,
    MapCell,
    Mark,
    SearchHit,
    SearchQuery,
    SearchResult,
    Sort,
)

FORMAT = "3"
"""Of the fields and the analysis; an index of another format is rebuilt."""
_HEAP = 64_000_000
"""Bytes the writer may fill before it makes a segment: fewer mean more segments to merge."""
_ALL_VALUES = 1_000_000
"""Values of a facet counted in a segment: all of them, so that counts are exact."""
_MOST_BUCKETS = 60_000
"""Values that tantivy returns at most are 65,000."""
_WEIGHTS = {
    (True, True): "by_both",
    (True, False): "by_relevance",
    (False, True): "by_date",
}
"""The field with the weight of a page: by relevance, by date."""
_TEXT_FACETS = tuple(facet for facet in FACETS if facet != "story")
"""Facets whose values are texts; stories are counted by their numbers, which is faster."""
_GROUPS = {"story": "copies"}
"""Facets that are counted anyway, under another name."""
_ANY_CASE = tuple(facet for facet in _TEXT_FACETS if TABLE[facet].any_case)
_FACET_FIELDS = tuple((facet, f"{facet}_key" * (facet in _ANY_CASE)) for facet in _TEXT_FACETS)
"""Each of these facets with the field of its keys, which is empty if its values are their own keys."""
_TEXTS = {"title": "title", "text": "body"}
_CELLS = tuple(f"cell_{level}" for level in range(len(cells.LEVELS)))


def _schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    builder.add_integer_field("key", stored=True, indexed=True, fast=True)
    builder.add_text_field("format", stored=True, tokenizer_name="raw")
    builder.add_integer_field("changed", stored=True)
    builder.add_integer_field("revision", stored=True)
    for field in _TEXTS.values():
        builder.add_text_field(field, tokenizer_name="tokens")
    for facet in _TEXT_FACETS:
        builder.add_text_field(facet, fast=True, tokenizer_name="raw", index_option="basic")
    for facet in _ANY_CASE:
        builder.add_text_field(f"{facet}_key", tokenizer_name="raw", index_option="basic")
    builder.add_integer_field("story", indexed=True, fast=True)
    builder.add_text_field("point", fast=True, tokenizer_name="raw", index_option="basic")
    for field in _CELLS:
        builder.add_integer_field(field, fast=True)
    for field in ("published", "captured", "score", *_WEIGHTS.values()):
        builder.add_float_field(field, fast=True)
    return builder.build()


@contextmanager
def _damage_noticed() -> Iterator[None]:
    """Raise IndexDamaged for whatever tantivy raises, also when it panics."""
    try:
        yield
    except (ValueError, OSError, RuntimeError) as error:
        raise IndexDamaged(f"the search index cannot be used ({error})") from error
    except BaseException as error:
        if type(error).__name__ != "PanicException":
            raise
        raise IndexDamaged(f"the search index cannot be used ({error})") from error


class TantivyIndex:
    """An ``Index`` in a folder of its own; many may read it, one may write it."""

    def __init__(self, folder: Path, purpose: str = "") -> None:
        """Open or create an index.

        Raise IndexDamaged if it cannot be read or was made for another purpose.
        """
        self._purpose = f"{FORMAT} {purpose}"
        self._schema = _schema()
        self._writer: tantivy.IndexWriter | None = None
        with _damage_noticed():
            self._index = tantivy.Index(self._schema, path=str(folder))
            plain = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.whitespace()).build()
            self._index.register_tokenizer("tokens", plain)
            self._searcher = self._index.searcher()
            self._languages = self._all_languages()
            self._mark = self._read_mark()

    def put(self, batch: Iterable[IndexedPage]) -> None:
        """Add pages, or replace those with the same key; visible after ``commit``."""
        with _damage_noticed():
            writer = self._open_writer()
            for page in batch:
                writer.delete_documents_by_term("key", page.key)
                writer.add_document(_document(page))

    def delete(self, keys: Iterable[int]) -> None:
        """Remove pages; keys that are not there are ignored."""
        with _damage_noticed():
            writer = self._open_writer()
            for key in keys:
                writer.delete_documents_by_term("key", key)

    def clear(self) -> None:
        """Remove all pages; until ``commit`` they can still be found."""
        with _damage_noticed():
            self._open_writer().delete_all_documents()

    def commit(self, mark: Mark) -> None:
        """Make all changes and the mark durable and visible, all or nothing.

        The mark is a document without a key, so that one commit contains both.
        """
        with _damage_noticed():
            writer = self._open_writer()
            writer.delete_documents_by_term("format", self._purpose)
            facts = {"changed": mark.changed, "revision": mark.revision}
            writer.add_document(tantivy.Document(format=self._purpose, **facts))
            writer.commit()
            self._index.reload()
            self._searcher = self._index.searcher()
            self._languages = self._all_languages()
            self._mark = mark

    def mark(self) -> Mark:
        """Return the mark of the last commit."""
        return self._mark

    def languages(self) -> Mapping[str, int]:
        """Count the pages by language."""
        return self._languages

    def search(self, query: SearchQuery) -> SearchResult:
        """Return the pages that match; raise QueryError if the words cannot be understood."""
        demanded = conditions(query.words, self.languages())
        with _damage_noticed():
            wanted = self._query(query, demanded)
            found = self._searcher.aggregate(wanted, _aggregations(query))
            count = int(found["count"]["value"])
            copies = sum(
                each["doc_count"] - 1 for each in found["copies"]["buckets"] if each["key"]
            )
            hits = self._hits(wanted, query, count) if query.limit else ()
            facets = {
                facet: _counts(found[_GROUPS.get(facet, facet)], facet, query.facet_size)
                for facet in query.facets
            }
            on_map = () if query.zoom is None else _cells(found, cells.level(query.zoom))
        return SearchResult(tuple(hits), count, count - copies, facets, self._pages(), on_map)

    def close(self) -> None:
        """Wait for merging, and release the folder; what was not committed is lost."""
        if self._writer is not None:
            with _damage_noticed():
                self._writer.wait_merging_threads()
            self._writer = None

    def _open_writer(self) -> tantivy.IndexWriter:
        if self._writer is None:
            self._writer = self._index.writer(_HEAP, 1)
            self._writer.garbage_collect_files()  # of a killed commit: the next one may reuse names
        return self._writer

    def _read_mark(self) -> Mark:
        if not self._searcher.num_docs:
            return Mark()
        notes = self._searcher.search(_term(self._schema, "format", self._purpose), 1).hits
        if not notes:
            raise IndexDamaged("the search index was made by another version, or for another event")
        note = self._searcher.doc(notes[0][1])
        return Mark(note["changed"][0], note["revision"][0])

    def _all_languages(self) -> Mapping[str, int]:
        request = {"all": {"terms": {"field": "language", "size": 1000}}}
        found = self._searcher.aggregate(Query.all_query(), request)
        counts = {each["key"]: int(each["doc_count"]) for each in found["all"]["buckets"]}
        unknown = self._pages() - sum(counts.values())
        return counts | {"": unknown} if unknown else counts

    def _pages(self) -> int:
        return max(0, int(self._searcher.num_docs) - 1)

    # -- the query -------------------------------------------------------------------------------

    def _query(self, query: SearchQuery, demanded: Sequence[Condition]) -> Query:
        must = [self._one_of(condition) for condition in demanded if not condition.excludes]
        parts = [(Occur.Must, each if query.by_text else _const(each, 0.0)) for each in must]
        # pages have a key, the mark has none
        base = 0.0 if must and query.by_text else 1.0
        parts.append((Occur.Must, _const(Query.exists_query("key"), base)))
        parts += [(Occur.Must, _const(each, 0.0)) for each in self._restrictions(query)]
        parts += [
            (Occur.MustNot, self._one_of(condition)) for condition in demanded if condition.excludes
        ]
        parts += [(Occur.MustNot, _term(self._schema, "key", key)) for key in query.without]
        return Query.boolean_query(parts)

    def _one_of(self, condition: Condition) -> Query:
        # the best alternative counts, not their sum: forms in several languages are one word
        ways = [self._alternative(way) for way in condition.alternatives]
        return ways[0] if len(ways) == 1 else Query.disjunction_max_query(ways)

    def _alternative(self, way: Alternative) -> Query:
        fields = [_TEXTS[field] for field in way.fields]
        found = _any([_boosted(self._occurrence(way, field), field) for field in fields])
        return found if way.weight == 1.0 else Query.boost_query(found, way.weight)

    def _occurrence(self, way: Alternative, field: str) -> Query:
        first, *rest = way.tokens
        if rest:
            return Query.phrase_query(self._schema, field, list(way.tokens))
        if way.within:
            return Query.regex_query(self._schema, field, f"{first}.?|.{first}")
        if way.edits:
            return Query.fuzzy_term_query(self._schema, field, first, way.edits)
        return Query.term_query(self._schema, field, first, index_option="freq")

    def _restrictions(self, query: SearchQuery) -> Iterator[Query]:
        for facet, allowed in filters(query):
            yield self._filter(facet, allowed)
        for field, least, most in ranges(query):
            kind = tantivy.FieldType.Float
            yield Query.range_query(self._schema, field, kind, least, most)
        if query.box:
            yield self._in_box(query.box)

    def _filter(self, facet: str, allowed: Sequence[str]) -> Query:
        if facet in _ANY_CASE:
            return Query.term_set_query(self._schema, f"{facet}_key", list(allowed))
        if facet == "story":
            stories = [int(number) for number in allowed if number.isdecimal()]
            return Query.term_set_query(self._schema, facet, stories)
        spellings = {spelling for value in allowed for spelling in (value, value.upper())}
        return Query.term_set_query(self._schema, facet, sorted(spellings))

    def _in_box(self, box: GeoBox) -> Query:
        """Return the query for the points in a box: few places are named, so all are looked through."""
        points = (text for text, _ in self._searcher.terms_with_prefix("point", ""))
        inside = [text for text in points if in_box(cells.read(text), box)]
        if not inside:
            return Query.empty_query()
        return Query.term_set_query(self._schema, "point", inside)

    # -- the hits --------------------------------------------------------------------------------

    def _hits(self, wanted: Query, query: SearchQuery, count: int) -> Sequence[SearchHit]:
        """Return the hits of a query with the number of their copies."""
        shown = paging.hits(query, count, lambda most: self._ranked(wanted, query, most))
        copies = self._copies({hit.story for hit in shown if hit.story})
        return [SearchHit(hit.key, hit.rank, copies.get(hit.story, 0)) for hit in shown]

    def _ranked(self, wanted: Query, query: SearchQuery, most: int) -> list[Ranked]:
        if not most:
            return []
        order: dict[str, Any] = {}
        if query.sort is Sort.BEST:
            order["weight_by_field"] = _WEIGHTS.get((query.by_relevance, query.by_date))
        else:
            order["order_by_field"] = "published" if query.sort is Sort.NEWEST else "score"
        hits = self._searcher.search(wanted, most, count=False, **order).hits
        places = [place for _, place in hits]
        numbers = self._searcher.fast_field_values("key", places)
        stories = self._searcher.fast_field_values("story", places)
        return [
            Ranked(-math.inf if rank is None else float(rank), int(key or 0), int(story or 0))
            for (rank, _), key, story in zip(hits, numbers, stories, strict=True)
        ]

    def _copies(self, stories: Collection[int]) -> dict[int, int]:
        """Return how many pages beside the first each story has."""
        if not stories:
            return {}
        same = Query.term_set_query(self._schema, "story", sorted(stories))
        request = {"same": {"terms": {"field": "story", "size": len(stories)}}}
        found = self._searcher.aggregate(same, request)
        return {int(each["key"]): each["doc_count"] - 1 for each in found["same"]["buckets"]}


def _document(page: IndexedPage) -> tantivy.Document:
    document = tantivy.Document()
    add_text = document.add_text
    document.add_integer("key", page.key)
    add_text("title", joined(page.title, page.language))
    add_text("body", joined(page.text, page.language))
    for facet, key_field in _FACET_FIELDS:
        for name in (names := values(page, facet)):
            add_text(facet, name)
        if key_field:
            for key in keys(names, facet):
                add_text(key_field, key)
    _add_places(document, page)
    for field, value in numbers(page).items():
        document.add_float(field, float(value))
    if page.story:
        document.add_integer("story", page.story)
    for (by_relevance, by_date), field in _WEIGHTS.items():
        factor = weight(page, by_relevance=by_relevance, by_date=by_date)
        # tantivy multiplies the rank by log2(2 + value) of values from 0: here by factor / LEAST_WEIGHT
        document.add_float(field, 2.0 ** (factor / LEAST_WEIGHT) - 2.0)
    return document


def _add_places(document: tantivy.Document, page: IndexedPage) -> None:
    for text in cells.texts(page):
        document.add_text("point", text)
    for level, field in enumerate(_CELLS):
        for number in cells.numbers(page, level):
            document.add_integer(field, number)


def _term(schema: tantivy.Schema, field: str, value: object) -> Query:
    return Query.term_query(schema, field, value, index_option="basic")


def _const(query: Query, score: float) -> Query:
    return Query.const_score_query(query, score)


def _any(queries: Sequence[Query]) -> Query:
    if len(queries) == 1:
        return queries[0]
    return Query.boolean_query([(Occur.Should, each) for each in queries])


def _boosted(query: Query, field: str) -> Query:
    return Query.boost_query(query, TITLE_WEIGHT) if field == "title" else query


def _aggregations(query: SearchQuery) -> dict[str, Any]:
    asked = {
        facet: _terms(facet, _size(facet, query.facet_size))
        for facet in query.facets
        if facet not in _GROUPS
    }
    if query.zoom is not None:
        asked["cells"] = _terms(_CELLS[cells.level(query.zoom)], _MOST_BUCKETS)
        asked["points"] = _terms("point", _MOST_BUCKETS)
    return {
        **asked,
        "count": {"value_count": {"field": "key"}},
        "copies": {"terms": {"field": "story", "size": _MOST_BUCKETS, "min_doc_count": 2}},
    }


def _size(facet: str, wanted: int) -> int:
    # more than wanted, to put values with equal counts in their order
    return _MOST_BUCKETS if TABLE[facet].by_time else min(4 * wanted + 50, _MOST_BUCKETS)


def _terms(field: str, size: int) -> dict[str, Any]:
    return {"terms": {"field": field, "size": size, "segment_size": _ALL_VALUES}}


def _cells(found: Mapping[str, Any], level: int) -> tuple[MapCell, ...]:
    pages = {int(each["key"]): each["doc_count"] for each in found["cells"]["buckets"]}
    points = ((each["key"], each["doc_count"]) for each in found["points"]["buckets"])
    return cells.cells(pages, points, level)


def _counts(group: Mapping[str, Any], facet: str, size: int) -> tuple[FacetCount, ...]:
    counts = ((_name(each["key"]), each["doc_count"]) for each in group["buckets"] if each["key"])
    return ordered(counts, facet, size)


def _name(key: str | float) -> str:
    return key if isinstance(key, str) else str(int(key))
