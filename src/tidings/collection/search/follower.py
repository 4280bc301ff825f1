"""Keeps search indexes in step with their collections in a thread, as long as a server is open."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path
from threading import Event, Thread

from tidings.collection.folder import database_path, judgements_path, read_store
from tidings.collection.search.opening import IndexOpening, Notice
from tidings.errors import TidingsError

PAUSE = 1.0
"""Seconds between two looks: a crawl commits once a second."""
_LOG = logging.getLogger(__name__)

_Stamp = tuple[tuple[int, int], ...]


class IndexFollower:
    """Brings the indexes of collections up to date whenever a crawl or a person changed something."""

    def __init__(
        self,
        folders: Callable[[], Iterable[Path]],
        pause: float = PAUSE,
        notice: Notice = _LOG.warning,
    ) -> None:
        """Follow the collections in the folders, which are listed again at every look."""
        self._folders = folders
        self._pause = pause
        self._notice = notice
        self._stamps: dict[Path, _Stamp] = {}
        self._stopping = Event()
        self._thread = Thread(target=self._run, name="search index", daemon=True)

    def start(self) -> None:
        """Begin to follow in a thread."""
        self._thread.start()

    def stop(self) -> None:
        """Finish the update that is under way, and end."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join()

    def step(self) -> int:
        """Look once at every collection; return how many indexes were brought up to date."""
        return sum(
            self._update(folder) for folder in self._folders() if not self._stopping.is_set()
        )

    def _run(self) -> None:
        while not self._stopping.is_set():
            self.step()
            self._stopping.wait(self._pause)

    def _update(self, folder: Path) -> bool:
        stamp = _stamp(folder)
        if not stamp or self._stamps.get(folder) == stamp:
            return False
        self._stamps[folder] = stamp
        try:
            with closing(read_store(folder)) as store:
                opening = IndexOpening(folder, store.read_pages, self._notice)
                return opening.update()
        except (TidingsError, OSError, sqlite3.Error) as error:
            self._notice(f"{folder}: the search index is not kept current ({error})")
            return False


def _stamp(folder: Path) -> _Stamp:
    """Return what changes with every commit to a collection, empty if there is none."""
    path = database_path(folder)
    files = (path, path.with_name(path.name + "-wal"), judgements_path(folder))
    stats = [file.stat() for file in files if file.exists()]
    return tuple((each.st_mtime_ns, each.st_size) for each in stats)
