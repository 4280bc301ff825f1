"""The crawls that share a collection."""

from __future__ import annotations

from pathlib import Path

from tidings.collection.folder import database_path
from tidings.model import CrawlRecord
from tidings.store.postgres.pointer import shared_store


def crawls_of(folder: Path) -> list[CrawlRecord]:
    """Return the crawls that share the collection of a folder, empty if it is in a file."""
    shared = shared_store(database_path(folder))
    if shared is None:
        return []
    from tidings.store.postgres.workers import crawls  # an extra

    return crawls(*shared)
