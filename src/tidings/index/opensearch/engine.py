"""The index on an OpenSearch server, for collections that several machines search.

Texts are sent as tokens, so that words have the same stems as in every other engine. Facet counts are exact, because
an index has one shard.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from opensearchpy import OpenSearch
from opensearchpy.exceptions import NotFoundError, OpenSearchException

from tidings.errors import CollectionError, IndexDamaged
from tidings.index import cells, paging
from tidings.index.analysis import Condition, conditions
from tidings.index.fields import filters, in_box, ordered, ranges
from tidings.index.opensearch.queries import (
    EXISTS,
    MOST_BUCKETS,
    WEIGHTS,
    Json,
    aggregations,
    allowed_values,
    buckets,
    document_of,
    map_cells,
    mappings,
    one_of,
    ranked_hit,
    terms,
)
from tidings.index.paging import Ranked
from tidings.model import GeoBox, IndexedPage, Mark, SearchHit, SearchQuery, SearchResult, Sort

FORMAT = "1"
"""Of the fields and the analysis; an index of another format is refused."""
_BULK_BYTES = 5_000_000
"""Bytes sent at once."""
_MARK = "mark"
"""The id of the document with the mark."""
_SETTINGS = {
    "number_of_shards": 1,
    "number_of_replicas": 0,
    "refresh_interval": "-1",  # nothing is visible before a commit
    "max_result_window": 1_000_000,
}


@contextmanager
def _reported() -> Iterator[None]:
    """Raise CollectionError for whatever the server or the way to it refuses."""
    try:
        yield
    except OpenSearchException as error:
        raise CollectionError(f"the search server cannot be used ({error})") from error


def _client(url: str, access: tuple[str, str] | None) -> OpenSearch:
    return OpenSearch(hosts=[url], http_auth=access, timeout=60)


def remove_index(url: str, name: str, access: tuple[str, str] | None = None) -> None:
    """Remove an index from a server, with what was written beside it."""
    with _reported():
        _client(url, access).indices.delete(index=f"{name}-*", ignore=404)


class OpenSearchIndex:
    """An ``Index`` on a server: an alias for the index that is searched, which ``clear`` begins again beside it."""

    def __init__(
        self,
        url: str,
        name: str,
        purpose: str = "",
        *,
        replicas: int = 0,
        access: tuple[str, str] | None = None,
    ) -> None:
        """Open or create the index with this name; ``access`` is a user with a password.

        Raise IndexDamaged if it was made for another purpose, CollectionError if the server does not answer.
        """
        self._client = _client(url, access)
        self._alias = name
        self._purpose = f"{FORMAT} {purpose}"
        self._settings = {**_SETTINGS, "number_of_replicas": replicas}
        self._lines: list[str] = []
        self._bytes = 0
        with _reported():
            self._searched = self._existing() or self._created(1, searched=True)
            self._written = self._searched
            self._mark = self._read_mark()
            self._languages = self._all_languages()

    def put(self, batch: Iterable[IndexedPage]) -> None:
        """Add pages, or replace those with the same key; visible after ``commit``."""
        for page in batch:
            self._add({"index": {"_id": str(page.key)}}, document_of(page))

    def delete(self, keys: Iterable[int]) -> None:
        """Remove pages; keys that are not there are ignored."""
        for key in keys:
            self._add({"delete": {"_id": str(key)}})

    def clear(self) -> None:
        """Remove all pages; until ``commit`` they can still be found."""
        with _reported():
            if self._written != self._searched:
                self._client.indices.delete(index=self._written)
            number = int(self._searched.rpartition("-")[2]) + 1
            self._client.indices.delete(index=f"{self._alias}-{number}", ignore=404)
            self._written = self._created(number, searched=False)
        self._lines, self._bytes = [], 0

    def commit(self, mark: Mark) -> None:
        """Make all changes and the mark durable and visible.

        A crash before it leaves changes without their mark; they are then made again.
        """
        note = {"format": self._purpose, "changed": mark.changed, "revision": mark.revision}
        self._add({"index": {"_id": _MARK}}, note)
        with _reported():
            self._send()
            self._client.indices.refresh(index=self._written)
            if self._written != self._searched:
                self._swap()
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
        with _reported():
            wanted = self._query(query, demanded)
            asked = {"query": wanted, "size": 0, "track_total_hits": True}
            found = self._ask({**asked, "aggs": aggregations(query)})
            groups, count = found["aggregations"], found["hits"]["total"]["value"]
            copies = sum(each["doc_count"] - 1 for each in groups["copies"]["buckets"])
            hits = self._hits(wanted, query, count) if query.limit else []
        facets = {
            facet: ordered(buckets(groups[facet]), facet, query.facet_size)
            for facet in query.facets
        }
        on_map = () if query.zoom is None else map_cells(groups, cells.level(query.zoom))
        pages = sum(self._languages.values())
        return SearchResult(tuple(hits), count, count - copies, facets, pages, on_map)

    def close(self) -> None:
        """Forget what was not committed; searching goes on, and connections end with the process."""
        self._lines, self._bytes = [], 0

    # -- writing ---------------------------------------------------------------------------------

    def _add(self, *lines: Json) -> None:
        for line in map(json.dumps, lines):
            self._lines.append(line)
            self._bytes += len(line)
        if self._bytes > _BULK_BYTES:
            with _reported():
                self._send()

    def _send(self) -> None:
        body = "\n".join(self._lines) + "\n"
        self._lines, self._bytes = [], 0
        answer = self._client.bulk(index=self._written, body=body)
        failed = [
            line for each in answer["items"] for line in each.values() if line["status"] >= 400
        ]
        failed = [line for line in failed if line["status"] != 404]  # deleted what was not there
        if failed:
            raise CollectionError(f"the search server refused a page ({failed[0]['error']})")

    def _created(self, number: int, *, searched: bool) -> str:
        name = f"{self._alias}-{number}"
        body: Json = {"settings": self._settings, "mappings": mappings()}
        if searched:
            body["aliases"] = {self._alias: {}}
        self._client.indices.create(index=name, body=body)
        return name

    def _existing(self) -> str:
        """Return the index behind the alias, empty if there is none."""
        own = f"{self._alias}-*"  # a user may have no right to look at other indices
        try:
            return str(next(iter(self._client.indices.get_alias(index=own, name=self._alias)), ""))
        except NotFoundError:
            return ""

    def _swap(self) -> None:
        """Let searches find the index that was written from now on; there is no moment without one."""
        actions = [
            {"add": {"index": self._written, "alias": self._alias}},
            {"remove_index": {"index": self._searched}},
        ]
        self._client.indices.update_aliases(body={"actions": actions})
        self._searched = self._written

    def _read_mark(self) -> Mark:
        try:
            note = self._client.get(index=self._alias, id=_MARK)["_source"]
        except NotFoundError:
            return Mark()
        if note["format"] != self._purpose:
            raise IndexDamaged("the search index was made by another version, or for another event")
        return Mark(note["changed"], note["revision"])

    def _all_languages(self) -> Mapping[str, int]:
        asked = {"query": EXISTS, "size": 0, "track_total_hits": True}
        found = self._ask({**asked, "aggs": {"all": terms("language", 1_000)}})
        counts = dict(buckets(found["aggregations"]["all"]))
        unknown = found["hits"]["total"]["value"] - sum(counts.values())
        return counts | {"": unknown} if unknown else counts

    def _ask(self, body: Json) -> Json:
        answer: Json = self._client.search(index=self._alias, body=body)
        return answer

    # -- the query -------------------------------------------------------------------------------

    def _query(self, query: SearchQuery, demanded: Sequence[Condition]) -> Json:
        must = [one_of(condition) for condition in demanded if not condition.excludes]
        scored = must if query.by_text else []
        words = {
            "bool": {
                "must": scored or [{"match_all": {}}],
                "filter": [EXISTS, *([] if query.by_text else must), *self._restrictions(query)],
                "must_not": [
                    *(one_of(condition) for condition in demanded if condition.excludes),
                    {"terms": {"key": list(query.without)}},
                ],
            }
        }
        field = WEIGHTS.get((query.by_relevance, query.by_date))
        if query.sort is not Sort.BEST or field is None:
            return words
        factor = {"field": field, "missing": 1.0}
        return {
            "function_score": {
                "query": words,
                "field_value_factor": factor,
                "boost_mode": "multiply",
            }
        }

    def _restrictions(self, query: SearchQuery) -> Iterator[Json]:
        for facet, allowed in filters(query):
            yield allowed_values(facet, allowed)
        for field, least, most in ranges(query):
            ends = {"gte": least, "lte": most}
            given = {name: end for name, end in ends.items() if end is not None}
            yield {"range": {field: given}}
        if query.box:
            yield self._in_box(query.box)

    def _in_box(self, box: GeoBox) -> Json:
        """Return the query for the points in a box: few places are named, so all are looked through."""
        found = self._ask({"size": 0, "aggs": {"points": terms("point", MOST_BUCKETS)}})
        points = buckets(found["aggregations"]["points"])
        inside = [text for text, _ in points if in_box(cells.read(text), box)]
        return {"terms": {"point": inside}}

    # -- the hits --------------------------------------------------------------------------------

    def _hits(self, wanted: Json, query: SearchQuery, count: int) -> list[SearchHit]:
        shown = paging.hits(query, count, lambda most: self._ranked(wanted, query, most))
        copies = self._copies({hit.story for hit in shown if hit.story})
        return [SearchHit(hit.key, hit.rank, copies.get(hit.story, 0)) for hit in shown]

    def _ranked(self, wanted: Json, query: SearchQuery, most: int) -> list[Ranked]:
        if not most:
            return []
        field = {Sort.NEWEST: "published", Sort.SCORE: "score"}.get(query.sort, "_score")
        order = {"order": "desc"} | ({} if field == "_score" else {"missing": "_last"})
        found = self._ask(
            {
                "query": wanted,
                "size": most,
                "_source": False,
                "docvalue_fields": ["key", "story", "published", "score"],
                "sort": [{field: order}, {"key": "asc"}],
                "track_scores": True,
            }
        )
        return [ranked_hit(each, field) for each in found["hits"]["hits"]]

    def _copies(self, stories: Iterable[int]) -> dict[int, int]:
        """Return how many pages beside the first each story has."""
        wanted = sorted(stories)
        if not wanted:
            return {}
        query = {"terms": {"story": wanted}}
        asked = {"query": query, "size": 0, "aggs": {"same": terms("story", len(wanted))}}
        same = self._ask(asked)["aggregations"]["same"]
        return {int(each["key"]): each["doc_count"] - 1 for each in same["buckets"]}
