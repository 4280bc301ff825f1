"""The queries of a collection's streams, and further ones that its pages suggest."""

from __future__ import annotations

from pathlib import Path

from tidings.collection.reading import CollectionReader
from tidings.settings import Settings
from tidings.sources.streams.changes import read_changes
from tidings.sources.streams.proposals import QueryProposal, SeenPage, proposals
from tidings.sources.streams.queries import Queries, queries_of, with_changes
from tidings.store.entries import Query

_LOOKED_AT = 2_000
"""Pages of each outcome that proposals are made from."""


def present(folder: Path, settings: Settings) -> Queries:
    """Return the queries of the event file, as they were changed since; raise CollectionError."""
    return with_changes(queries_of(settings), *read_changes(folder))


def proposed(collection: CollectionReader, queries: Queries) -> list[QueryProposal]:
    """Return queries that the pages of a collection suggest, except those that a person has rejected."""
    pages = (
        SeenPage(entry.content.text, tuple(name for name, _ in entry.who), outcome == "kept")
        for outcome in ("kept", "rejected")
        for entry in collection.entries(Query(outcome=outcome), limit=_LOOKED_AT)
    )
    _, removed = read_changes(collection.folder)
    return proposals(pages, queries, rejected=removed)
