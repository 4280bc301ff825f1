"""Keeps an index in step with a collection: takes in what changed since its mark, in batches."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

from tidings.collection.search.archived import ReadContent, stored_content
from tidings.collection.search.documents import JudgedPages, indexed_page
from tidings.learn.clusters import ClusterModel
from tidings.model import Mark, TimeSpan
from tidings.ports import Index, ReadPages

BATCH = 500
"""Changes read at once."""
COMMIT = 25_000
"""Changes between two commits: a killed update repeats what was not committed, at most 20 s of work. With 10,000,
indexing takes 4 % longer, because there are more segments to merge."""
FIRST_COMMIT = 1_000
"""Changes before the first commit of a new index; each further one comes after twice as many, up to ``COMMIT``."""

Progress = Callable[[int, int], None]
"""Called with the number of changes taken in, and of all to be taken in."""


def no_progress(_done: int, _all: int) -> None:
    """Show nothing."""


class Following:
    """Brings one index up to date with one collection."""

    def __init__(
        self,
        index: Index,
        source: ReadPages,
        when: TimeSpan | None,
        judged: JudgedPages,
        read: ReadContent = stored_content,
        clusters: ClusterModel | None = None,
    ) -> None:
        self._index = index
        self._source = source
        self._when = when
        self._judged = judged
        self._read = read
        self._clusters = clusters

    def is_current(self) -> bool:
        """Return whether the index contains everything."""
        return self._index.mark() == self._target()

    def is_ahead(self) -> bool:
        """Return whether the index contains more than the database, as after a power failure."""
        return self._index.mark().changed > self._source.last_change()

    def run(self, progress: Progress = no_progress, commit: int = COMMIT) -> None:
        """Take in everything that changed until now, even if a crawl goes on changing it."""
        mark = self._index.mark()
        first = commit if mark.changed else min(FIRST_COMMIT, commit)
        self._follow(mark, progress, first, commit)

    def take_in_again(self, links: Sequence[int]) -> None:
        """Take in pages that are in the index, but in other clusters than now."""
        for first in range(0, len(links), BATCH):
            self._take_in(links[first : first + BATCH])
        self._index.commit(self._index.mark())

    def rebuild(self, progress: Progress = no_progress) -> None:
        """Take in everything from the beginning; the pages of before are found until all is done."""
        self._index.clear()
        self._follow(Mark(), progress, sys.maxsize, sys.maxsize)

    def _follow(self, mark: Mark, progress: Progress, first: int, commit: int) -> None:
        target = self._target()
        if mark == target:
            return
        if mark.revision != target.revision:
            self._take_in(self._source.numbers(self._judged.ever))
        after, done, since = mark.changed, 0, 0
        pending, most = self._source.count_changes(after), first
        while after < target.changed:
            changes = self._source.changes(after, BATCH)
            self._take_in(sorted({change.link for change in changes}))
            after = changes[-1].number
            done, since = done + len(changes), since + len(changes)
            if since >= most:
                self._index.commit(Mark(after, target.revision))
                since, most = 0, min(2 * most, commit)
            progress(min(done, pending), pending)
        self._index.commit(Mark(after, target.revision))

    def _target(self) -> Mark:
        return Mark(self._source.last_change(), self._judged.revision)

    def _take_in(self, links: Sequence[int]) -> None:
        """Put the pages of links, and delete those whose current visit was not read."""
        pages = list(self._source.pages(links))
        gone = set(links) - {page.number for page in pages}
        self._index.delete(sorted(gone))
        self._index.put(
            indexed_page(page, self._when, self._judged, self._read, self._clusters)
            for page in pages
        )
