"""Keeps search indexes in step with their collections in a thread, as long as a server is open."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path
from threading import Event, Thread

from tidings.collection.folder import change_stamp, index_path, read_store
from tidings.collection.search.opening import IndexOpening, Notice
from tidings.errors import TidingsError

PAUSE = 1.0
"""Seconds between two looks: a crawl commits once a second."""
_LOG = logging.getLogger(__name__)


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
        self._seen: dict[Path, tuple[object, bool]] = {}
        """The stamp of each collection at the last look, and whether it had an index after it."""
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
        stamp = change_stamp(folder)
        if not stamp or self._seen.get(folder) == (stamp, _has_index(folder)):
            return False
        try:
            with closing(read_store(folder)) as store:
                opening = IndexOpening(folder, store.read_pages, self._notice)
                return opening.update()
        except (TidingsError, OSError, sqlite3.Error) as error:
            self._notice(f"{folder}: the search index is not kept current ({error})")
            return False
        finally:
            self._seen[folder] = stamp, _has_index(folder)


def _has_index(folder: Path) -> bool:
    return (index_path(folder) / "meta.json").exists()
