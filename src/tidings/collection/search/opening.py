"""Opens the index of a collection, brought up to date; damaged indexes are rebuilt."""

from __future__ import annotations

import sqlite3
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from tidings.collection.folder import index_path, is_being_crawled, model_path
from tidings.collection.search.archived import ArchivedContent
from tidings.collection.search.clusters import load_clusters, renewed_clusters
from tidings.collection.search.documents import JudgedPages, read_judgements
from tidings.collection.search.engines import Engine
from tidings.collection.search.following import Following, Progress, no_progress
from tidings.disk import locking
from tidings.errors import CollectionBusy, CollectionError, IndexDamaged
from tidings.event.model_file import load_span
from tidings.index.memory import MemoryIndex
from tidings.model import Mark
from tidings.ports import Index, ReadPages

_PATIENCE = 5.0
"""Seconds to wait for another process or thread that updates the index."""
_FIRST_PATIENCE = 60.0
"""Seconds to wait for one that makes it, until it has committed its first pages: an empty index finds nothing."""

_FEW = 2_000
"""Changes that a search takes in itself, about a second of work; where a follower works, it takes in more."""

Notice = Callable[[str], None]
"""Called with a sentence for the user."""


class Indexing(NamedTuple):
    """How far an index is that does not contain everything yet."""

    indexed: int
    pages: int

    @property
    def is_partial(self) -> bool:
        """Return whether much is missing, more than a running crawl added just now."""
        return self.indexed < 0.9 * self.pages


class IndexOpening:
    """Opens the index of one collection; ``close`` removes a temporary one."""

    def __init__(
        self,
        folder: Path,
        source: ReadPages,
        notice: Notice,
        progress: Progress = no_progress,
        *,
        followed: bool = False,
    ) -> None:
        """Prepare; if the index is ``followed``, another thread keeps it current while a crawl writes."""
        self._folder = folder
        self._followed = followed
        self._stamp = 0
        self._path = index_path(folder)
        self._engine = Engine(folder, self._path)
        self._source = source
        self._notice = notice
        self._progress = progress
        self._when = load_span(model_path(folder))
        self._closing = ExitStack()

    def open(self) -> Index:
        """Return an index that contains everything the collection contains now.

        If the index is followed, much may be missing for a while, which ``missing`` shows.
        """
        if not self._source.last_change():
            return MemoryIndex()
        self._stamp = self._engine.written()
        index, judged = self._existing(), self._judgements()
        if index and self._is_kept_current(index, judged):
            return index
        if index and self._following(index, judged).is_current():
            return index
        if self._is_left_to_the_follower(index):
            return index or MemoryIndex()
        try:
            return self._updated(judged)
        except CollectionBusy:
            index = self._existing()
            if self._followed:
                return index or MemoryIndex()
            if index is None or index.mark() == Mark():
                return self._temporary(judged, "another process builds it")
            self._notice(
                f"{self._path}: another process updates the index; the newest pages may be missing"
            )
            return index
        except OSError as error:
            return self._temporary(judged, error.strerror or str(error))

    def missing(self, index: Index) -> Indexing | None:
        """Return how far an index is, None if it contains everything."""
        changed = index.mark().changed
        if changed >= self._source.last_change():
            return None
        pages = self._source.count_changes(0)
        return Indexing(pages - self._source.count_changes(changed), pages)

    def is_current(self, index: Index) -> bool:
        """Return whether an index contains everything the collection contains now."""
        judged = self._judgements()
        if self._is_kept_current(index, judged):
            return self._stamp == self._engine.written()
        return self._following(index, judged).is_current()

    def update(self) -> bool:
        """Bring the index up to date; return whether that was necessary and no other process did it."""
        index, judged = self._existing(), self._judgements()
        if index is None and not self._source.last_change():
            return False
        if index and self._following(index, judged).is_current():
            return False
        try:
            self._updated(judged)
        except CollectionBusy:
            return False
        return True

    def rebuild(self) -> int:
        """Make the index again from database and archive, and return the number of pages; raise CollectionBusy.

        Until it is done, searches find the pages of before.
        """
        judged = self._judgements()
        self._path.mkdir(parents=True, exist_ok=True)
        with self._lock():
            index = self._usable(judged)
            self._following(index, judged).rebuild(self._progress)
            index.close()
            self._engine.note_change()
        return sum(index.languages().values())

    def replace(self) -> Index:
        """Return a new index in place of a damaged one."""
        self._notice(f"{self._engine.place}: the search index is damaged; it is rebuilt")
        self._engine.remove()
        return self.open()

    def close(self) -> None:
        """Remove a temporary index."""
        self._closing.close()

    def _judgements(self) -> JudgedPages:
        try:
            return read_judgements(self._folder)
        except (CollectionError, sqlite3.Error) as error:
            self._notice(f"judgements are not searched: {error}")
            return JudgedPages()

    def _following(self, index: Index, judged: JudgedPages) -> Following:
        read = ArchivedContent(self._folder)
        clusters = load_clusters(self._folder)
        return Following(index, self._source, self._when, judged, read, clusters)

    def _is_kept_current(self, index: Index, judged: JudgedPages) -> bool:
        """Return whether a follower takes in what a crawl writes, so that a search need not do it.

        What people judge must be found at once.
        """
        mark = index.mark()
        return (
            self._followed
            and mark != Mark()
            and mark.revision == judged.revision
            and is_being_crawled(self._folder)
        )

    def _is_left_to_the_follower(self, index: Index | None) -> bool:
        """Return whether so much is to be taken in that a search would have to wait for it."""
        if not self._followed:
            return False
        return self._source.count_changes(index.mark().changed if index else 0) > _FEW

    def _existing(self) -> Index | None:
        """Return the index as it is, None if there is none or it cannot be used."""
        try:
            return self._engine.open(self._purpose) if self._engine.written() else None
        except IndexDamaged:
            return None

    def _updated(self, judged: JudgedPages) -> Index:
        self._path.mkdir(parents=True, exist_ok=True)
        with self._lock(0.0 if self._followed else _FIRST_PATIENCE):
            index = self._usable(judged)
            known = index.mark() != Mark()
            moved = renewed_clusters(self._folder, self._source)
            following = self._following(index, judged)
            following.run(self._progress)
            if known and moved:
                following.take_in_again(moved)
            index.close()  # lets other processes write; searching goes on
            self._engine.note_change()
            return index

    def _usable(self, judged: JudgedPages) -> Index:
        """Return the index in the folder, emptied if it cannot be brought up to date."""
        try:
            index = self._engine.open(self._purpose)
            if not self._following(index, judged).is_ahead():
                return index
            why = "the search index contains pages that the database does not"
        except IndexDamaged as error:
            why = str(error)
        self._notice(f"{self._engine.place}: {why}; it is rebuilt")
        self._engine.remove()
        return self._engine.open(self._purpose)

    def _lock(self, first_patience: float = 0.0) -> ExitStack:
        """Return the lock on writing; raise CollectionBusy if another keeps it, at the earliest once it has pages."""
        busy = CollectionBusy(f"{self._path}: another process updates the search index")
        stack = ExitStack()
        began = time.monotonic()
        while True:
            try:
                lock = locking.locked(self._path.with_name("search.lock"), busy)
                stack.enter_context(lock)
                return stack
            except CollectionBusy:
                waited = time.monotonic() - began
                if waited > _PATIENCE and (waited > first_patience or self._has_pages()):
                    raise
                time.sleep(0.1)

    def _has_pages(self) -> bool:
        """Return whether the index in the folder has committed pages."""
        index = self._existing()
        return index is not None and index.mark() != Mark()

    def _temporary(self, judged: JudgedPages, why: str) -> Index:
        self._notice(f"{self._path}: no index can be kept here ({why}); a temporary one is used")
        folder = self._closing.enter_context(tempfile.TemporaryDirectory(prefix="tidings-search-"))
        index = self._engine.open_in(Path(folder), self._purpose)
        self._following(index, judged).run(self._progress)
        index.close()
        return index

    @property
    def _purpose(self) -> str:
        return f"{self._source.identity()} {self._when}"
