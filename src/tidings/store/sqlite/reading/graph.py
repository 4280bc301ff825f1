"""The graph of links in SQLite: which pages a page links to, and which pages link to it."""

from __future__ import annotations

import json
from array import array
from collections.abc import Collection, Iterable, Iterator

from tidings.model import Edge, LinkedPage
from tidings.store.sqlite.database import Database

_OUT = """
SELECT link.id, edges FROM link JOIN reading ON reading.visit = link.visit
WHERE link.id IN (SELECT value FROM json_each(?))
"""
_ALL_EDGES = """
SELECT link.id, edges FROM reading JOIN link ON link.visit = reading.visit ORDER BY link.seq
"""
_NODES = """
SELECT link.id, link.seq, link.url, CASE phase WHEN 0 THEN 'waiting' ELSE link.outcome END,
       coalesce(title, ''), visit.score
FROM link LEFT JOIN visit ON visit.seq = link.visit
WHERE link.id IN (SELECT value FROM json_each(?)) ORDER BY link.seq
"""


class SqliteGraph:
    """Follows the links of pages that were read."""

    def __init__(self, database: Database) -> None:
        self._read = database.connection.execute

    def out(self, ids: Collection[int]) -> Iterator[Edge]:
        """Yield the links on some pages, in page order."""
        for source, edges in self._read(_OUT, (json.dumps(list(ids)),)):
            yield from (Edge(source, target) for target in dict.fromkeys(_ids(edges)))

    def into(self, ids: Collection[int]) -> Iterator[Edge]:
        """Yield the links to some URLs, in the order in which the pages were found; it looks at all pages."""
        wanted = frozenset(ids)
        for source, edges in self._read(_ALL_EDGES):
            targets = _ids(edges)
            if not wanted.isdisjoint(targets):
                yield from (Edge(source, target) for target in wanted.intersection(targets))

    def pages(self, ids: Iterable[int]) -> list[LinkedPage]:
        """Return the URLs with these ids that the collection knows, in the order of discovery."""
        return [LinkedPage(*row) for row in self._read(_NODES, (json.dumps(list(ids)),))]


def _ids(edges: bytes) -> array[int]:
    return array("q", edges[: len(edges) // 8 * 8])
