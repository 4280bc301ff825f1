"""The seam of a search index."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from tidings.model import IndexedPage, Mark, SearchQuery, SearchResult


class Index(Protocol):
    """Finds the pages of one collection; it can be rebuilt from the database at any time."""

    def put(self, batch: Iterable[IndexedPage]) -> None:
        """Add pages, or replace those with the same key; visible after ``commit``."""

    def delete(self, keys: Iterable[int]) -> None:
        """Remove pages; keys that are not there are ignored."""

    def clear(self) -> None:
        """Remove all pages; until ``commit`` they can still be found."""

    def commit(self, mark: Mark) -> None:
        """Make all changes and the mark durable and visible, all or nothing."""

    def mark(self) -> Mark:
        """Return the mark of the last commit."""

    def languages(self) -> Mapping[str, int]:
        """Count the pages by language, which decides how words are reduced to stems."""

    def search(self, query: SearchQuery) -> SearchResult:
        """Return the pages that match; raise QueryError if the words cannot be understood."""

    def close(self) -> None:
        """Close all files; what was not committed is lost."""
