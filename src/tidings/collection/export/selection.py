"""Chooses what is exported: everything that a search finds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tidings.collection.reading import CollectionReader
from tidings.errors import CollectionBusy
from tidings.model import SearchQuery
from tidings.store.entries import Entry

_AT_ONCE = 500
"""Pages taken from the index at once."""


def found(reader: CollectionReader, query: SearchQuery) -> Iterator[Entry]:
    """Yield everything that a search finds, in its order, copies of a page as well.

    Raise CollectionBusy if the index is still being built: the export would lack pages.
    """
    query = replace(query, fold_stories=False, limit=_AT_ONCE)
    while True:
        answer = reader.search(query)
        if answer.indexing and answer.indexing.is_partial:
            done, of = answer.indexing
            raise CollectionBusy(
                f"{reader.folder.name}: the search index is still being built, {done:,} of {of:,} pages; try again soon"
            )
        yield from (hit.entry for hit in answer.hits)
        if not answer.next:
            return
        query = replace(query, cursor=answer.next)
