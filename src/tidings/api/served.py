"""The folders that are served: finds their collections, and keeps readers of them open."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from threading import Lock
from typing import TypeVar, cast

from tidings.collection.folder import CONTROL_FILE, EVENT_FILE, change_stamp, database_path
from tidings.collection.reading import CollectionReader
from tidings.disk.locking import LOCK_FILE
from tidings.errors import CollectionError

_IDLE_READERS = 4
"""Readers of one collection that are kept open between requests."""

_OWN_FILES = (
    EVENT_FILE, CONTROL_FILE, LOCK_FILE, "tidings.db", "tidings.db-wal", "tidings.db-shm", "judgements.db",
    "fields.db", "queries.json", "archive", "indexes", "models", "logs",
)  # fmt: skip
"""What the server reads and writes in a collection."""

Stamp = tuple[tuple[int, int], ...]
Counted = TypeVar("Counted")


class NotServed(CollectionError):
    """A collection, or a file of one, that is not in the served folders."""


class ServedFolders:
    """The collections below some folders, by name; a folder may be a collection or hold several."""

    def __init__(self, folders: Sequence[Path]) -> None:
        """Resolve the folders; raise CollectionError if one is missing or a name stands for two collections."""
        self.roots = [_existing(folder).resolve() for folder in folders]
        names = [name for root in self.roots for name in _collections(root)]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise CollectionError(
                f"found several collections named {', '.join(twice)}; allowed: one of each name"
            )

    @property
    def home(self) -> Path:
        """Return the folder in which new collections are made; raise CollectionError if there is none."""
        for root in self.roots:
            if not _is_collection(root):
                return root
        raise CollectionError(
            "only single collections are served; serve the folder that holds them to make new ones"
        )

    def collections(self) -> dict[str, Path]:
        """Return the folders of all collections by name, in order of names."""
        found: dict[str, Path] = {}
        for root in self.roots:
            found = {**_collections(root), **found}
        return dict(sorted(found.items()))

    def folder(self, name: str) -> Path:
        """Return the folder of a collection; raise NotServed if there is none of this name."""
        for root in self.roots:
            if path := _collections(root).get(name):
                return path
        raise NotServed(f"{name[:100]}: no such collection")


def inside(folder: Path, name: str) -> Path:
    """Return the path of a file of a collection; raise NotServed if it is elsewhere, also by a symbolic link."""
    try:
        path = (folder / name).resolve()
    except (OSError, ValueError, RuntimeError) as error:
        raise NotServed(f"{name[:100]}: not a file of this collection") from error
    if not path.is_relative_to(folder.resolve()):
        raise NotServed(f"{name[:100]}: not a file of this collection")
    return path


def _existing(folder: Path) -> Path:
    if not folder.is_dir():
        raise CollectionError(f"{folder}: no such folder")
    return folder


def _collections(root: Path) -> dict[str, Path]:
    """Return the collections of one served folder; what leads out of it is left out."""
    if _is_collection(root):
        return {root.name: root}
    with contextlib.suppress(OSError):
        return {
            path.name: path
            for path in root.iterdir()
            if not path.is_symlink() and _is_collection(path)
        }
    return {}


def _is_collection(folder: Path) -> bool:
    """Return whether a folder holds a collection, and no link to files elsewhere in its place."""
    if not any(path.is_file() for path in (folder / EVENT_FILE, database_path(folder))):
        return False
    home = folder.resolve()
    return all((folder / name).resolve().is_relative_to(home) for name in _OWN_FILES)


class Readers:
    """Opens collections for reading, and keeps a few open, because opening an index takes time."""

    def __init__(self) -> None:
        self.followed = False
        """Whether an ``IndexFollower`` keeps the search indexes current."""
        self._idle: dict[Path, list[tuple[tuple[int, int], CollectionReader]]] = {}
        self._counted: dict[tuple[Path, str], tuple[Stamp, object]] = {}
        self._lock = Lock()

    @contextlib.contextmanager
    def reader(self, folder: Path) -> Iterator[CollectionReader]:
        """Yield a reader that no other request uses; raise CollectionError if the collection is empty."""
        path = database_path(folder)
        if path.exists():
            inside(folder, path.name)
        identity = _identity(path)
        reader = self._taken(folder, identity) or CollectionReader(folder, followed=self.followed)
        try:
            yield reader
        except BaseException:
            reader.close()
            raise
        self._give_back(folder, identity, reader)

    def kept(self, folder: Path, what: str, count: Callable[[], Counted]) -> Counted:
        """Return what was counted in a collection; it is counted again once the collection has changed."""
        stamp = change_stamp(folder)
        before, value = self._counted.get((folder, what), ((), None))
        if stamp and stamp == before:
            return cast(Counted, value)
        value = count()
        self._counted[folder, what] = stamp, value
        return value

    def close(self) -> None:
        """Close all readers that nobody uses."""
        with self._lock:
            idle, self._idle = self._idle, {}
        for _, reader in (each for readers in idle.values() for each in readers):
            reader.close()

    def _taken(self, folder: Path, identity: tuple[int, int]) -> CollectionReader | None:
        with self._lock:
            readers = self._idle.get(folder, [])
            while readers:
                opened, reader = readers.pop()
                if opened == identity:
                    return reader
                reader.close()
        return None

    def _give_back(self, folder: Path, identity: tuple[int, int], reader: CollectionReader) -> None:
        with self._lock:
            readers = self._idle.setdefault(folder, [])
            if len(readers) < _IDLE_READERS:
                readers.append((identity, reader))
                return
        reader.close()


def _identity(path: Path) -> tuple[int, int]:
    """Return what changes when a file is replaced by another one."""
    try:
        status = path.stat()
    except OSError:
        return 0, 0
    return status.st_dev, status.st_ino
