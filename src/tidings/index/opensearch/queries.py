"""Queries and documents as an OpenSearch server takes them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from tidings.index import cells
from tidings.index.analysis import Alternative, Condition, joined
from tidings.index.fields import FACETS, TABLE, TITLE_WEIGHT, keys, numbers, values, weight
from tidings.index.paging import Ranked
from tidings.model import IndexedPage, MapCell, SearchQuery

MOST_BUCKETS = 50_000
"""Values of a facet at most; the server refuses answers with more than 65,535 of all facets."""
_MOST_EXPANSIONS = 1_000
"""Words that a fuzzy word stands for; the server allows 1,024."""
_LONGEST_VALUE = 8_000
"""Characters of a value that is counted; the server allows 32,766 bytes."""
WEIGHTS = {(True, True): "by_both", (True, False): "by_relevance", (False, True): "by_date"}
_ANY_CASE = tuple(facet for facet in FACETS if TABLE[facet].any_case)
CELLS = tuple(f"cell_{level}" for level in range(len(cells.LEVELS)))
_TEXTS = {"title": "title", "text": "body"}
Json = dict[str, Any]


def mappings() -> Json:
    text = {"type": "text", "analyzer": "whitespace"}
    value = {"type": "keyword", "ignore_above": _LONGEST_VALUE}
    words = [*FACETS, *(f"{facet}_key" for facet in _ANY_CASE), "point"]
    exact = ["published", "captured", "score", *WEIGHTS.values()]
    return {
        "dynamic": "strict",
        "_source": {"includes": ["format", "changed", "revision"]},
        "properties": {
            **dict.fromkeys(_TEXTS.values(), text),
            **dict.fromkeys(words, value),
            **{name: {"type": "long"} for name in ("key", "story", *CELLS, "changed", "revision")},
            **{name: {"type": "double"} for name in exact},
            "format": {"type": "keyword"},
        },
    }


EXISTS: Json = {"exists": {"field": "key"}}
"""Pages have a key, the mark has none."""


def ranked_hit(hit: Json, field: str) -> Ranked:
    fields = hit["fields"]
    rank = [hit["_score"]] if field == "_score" else fields.get(field, [-math.inf])
    return Ranked(float(rank[0]), int(fields["key"][0]), int(fields.get("story", [0])[0]))


def document_of(page: IndexedPage) -> Json:
    document: Json = {"key": page.key}
    document["title"] = joined(page.title, page.language)
    document["body"] = joined(page.text, page.language)
    for facet in FACETS:
        document[facet] = [_encodable(value) for value in values(page, facet)]
    for facet in _ANY_CASE:
        document[f"{facet}_key"] = [_encodable(key) for key in keys(values(page, facet), facet)]
    document["point"] = list(map(_encodable, cells.texts(page)))
    for level, field in enumerate(CELLS):
        document[field] = list(cells.numbers(page, level))
    document.update(numbers(page))
    document["story"] = page.story or None
    for (by_relevance, by_date), field in WEIGHTS.items():
        document[field] = weight(page, by_relevance=by_relevance, by_date=by_date)
    return document


def _encodable(text: str) -> str:
    return text.encode("utf-8", "replace").decode()


def one_of(condition: Condition) -> Json:
    # the best alternative counts, not their sum: forms in several languages are one word
    ways = [_alternative(way) for way in condition.alternatives]
    if not ways:
        return {"match_none": {}}
    return ways[0] if len(ways) == 1 else {"dis_max": {"queries": ways}}


def _alternative(way: Alternative) -> Json:
    found = [_occurrence(way, _TEXTS[field]) for field in way.fields]
    return {"bool": {"should": found, "minimum_should_match": 1, "boost": way.weight}}


def _occurrence(way: Alternative, field: str) -> Json:
    (first, *rest), boost = way.tokens, TITLE_WEIGHT if field == "title" else 1.0
    if rest:
        return {"match_phrase": {field: {"query": " ".join(way.tokens), "boost": boost}}}
    if way.within:
        return {"regexp": {field: {"value": f"{first}.?|.{first}", "boost": boost}}}
    if way.edits:
        given = {"value": first, "fuzziness": way.edits, "max_expansions": _MOST_EXPANSIONS}
        return {"fuzzy": {field: {**given, "boost": boost}}}
    return {"term": {field: {"value": first, "boost": boost}}}


def allowed_values(facet: str, allowed: Sequence[str]) -> Json:
    if facet in _ANY_CASE:
        return {"terms": {f"{facet}_key": list(map(_encodable, allowed))}}
    if facet == "story":
        return {"terms": {facet: [int(number) for number in allowed if number.isdecimal()]}}
    spellings = {spelling for value in allowed for spelling in (value, value.upper())}
    return {"terms": {facet: sorted(map(_encodable, spellings))}}


def aggregations(query: SearchQuery) -> Json:
    asked = {facet: terms(facet, _size(facet, query.facet_size)) for facet in query.facets}
    if query.zoom is not None:
        asked["cells"] = terms(CELLS[cells.level(query.zoom)], MOST_BUCKETS)
        asked["points"] = terms("point", MOST_BUCKETS)
    copies = {"field": "story", "size": MOST_BUCKETS, "min_doc_count": 2}
    return {**asked, "copies": {"terms": copies}}


def _size(facet: str, wanted: int) -> int:
    return MOST_BUCKETS if TABLE[facet].by_time else min(4 * wanted + 50, MOST_BUCKETS)


def terms(field: str, size: int) -> Json:
    return {"terms": {"field": field, "size": size}}


def buckets(group: Json) -> list[tuple[str, int]]:
    return [(str(each["key"]), int(each["doc_count"])) for each in group["buckets"]]


def map_cells(groups: Json, level: int) -> tuple[MapCell, ...]:
    pages = {int(number): count for number, count in buckets(groups["cells"])}
    return cells.cells(pages, buckets(groups["points"]), level)
