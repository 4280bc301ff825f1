"""Keeps an index in step with a collection: takes in what changed since its mark, in batches."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tidings.collection.search.documents import JudgedPages, indexed_page
from tidings.model import Mark, TimeSpan
from tidings.ports import Index
from tidings.store.sqlite.read_pages import SqliteReadPages

BATCH = 500
"""Changes read at once."""
COMMIT = 10_000
"""Changes between two commits: a commit takes 0.1 s, and a killed update repeats what was not committed."""

Progress = Callable[[int, int], None]
"""Called with the number of changes taken in, and of all to be taken in."""


def no_progress(_done: int, _all: int) -> None:
    """Show nothing."""


class Following:
    """Brings one index up to date with one collection."""

    def __init__(
        self, index: Index, source: SqliteReadPages, when: TimeSpan | None, judged: JudgedPages
    ) -> None:
        self._index = index
        self._source = source
        self._when = when
        self._judged = judged

    def is_current(self) -> bool:
        """Return whether the index contains everything."""
        return self._index.mark() == self._target()

    def is_ahead(self) -> bool:
        """Return whether the index contains more than the database, as after a power failure."""
        return self._index.mark().changed > self._source.last_change()

    def run(self, progress: Progress = no_progress, commit: int = COMMIT) -> None:
        """Take in everything that changed until now, even if a crawl goes on changing it."""
        mark, target = self._index.mark(), self._target()
        if mark == target:
            return
        if mark.revision != target.revision:
            self._take_in(self._source.numbers(self._judged.ever))
        after, done, since = mark.changed, 0, 0
        pending = self._source.count_changes(after)
        while after < target.changed:
            changes = self._source.changes(after, BATCH)
            self._take_in(sorted({change.link for change in changes}))
            after = changes[-1].number
            done, since = done + len(changes), since + len(changes)
            if since >= commit:
                self._index.commit(Mark(after, target.revision))
                since = 0
            progress(min(done, pending), pending)
        self._index.commit(Mark(after, target.revision))

    def _target(self) -> Mark:
        return Mark(self._source.last_change(), self._judged.revision)

    def _take_in(self, links: Sequence[int]) -> None:
        """Put the pages of links, and delete those whose current visit was not read."""
        pages = list(self._source.pages(links))
        gone = set(links) - {page.number for page in pages}
        self._index.delete(sorted(gone))
        self._index.put(indexed_page(page, self._when, self._judged.by_id) for page in pages)
