"""A collection is a folder: its files, its lock, and the order in which they become durable."""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

from tidings import __version__
from tidings.archive.cdx import write_index
from tidings.archive.warc import WarcArchive
from tidings.errors import CollectionBusy, TidingsError
from tidings.model import Snapshot
from tidings.ports import Archive
from tidings.store.catalog import SqliteCatalog
from tidings.store.database import Database
from tidings.store.ledger import Ledger
from tidings.store.links import SqliteLinks
from tidings.store.stories import Stories

SOFTWARE = f"Tidings/{__version__}"
_ACCENT = re.compile("(?<=[a-z])[\u0300-\u036f]+")
"""Of Latin letters; in other scripts such marks make another letter."""


class Collection:
    """The writing side of a collection; everything written is durable at ``commit``, in order.

    WARC bytes first, then one transaction with pages, links, host clocks and the length of the WARC file.
    After a crash the archive is cut back to that length, so that both agree record by record.
    """

    def __init__(self, database: Database, archive: Archive) -> None:
        self.database = database
        self.archive = archive
        self.links = SqliteLinks(database)
        self.catalog = SqliteCatalog(database)
        self.stories = Stories(database)

    def commit(self) -> None:
        """Make everything since the last commit durable."""
        file, length = self.archive.flush()
        self.database.remember("archive", f"{length} {file}")
        self.database.commit()

    def commonest_fate(self) -> str:
        """Return what became of most addresses, and why."""
        lines = Ledger(self.database).reasons()
        worst = max(lines, key=lambda line: line.count, default=None)
        return f"{worst.outcome}, {worst.reason}" if worst else "no address was ever met"

    def close(self) -> None:
        """Commit and close all files."""
        self.commit()
        self.archive.close()
        self.database.close()

    def abandon(self) -> None:
        """Close all files without another commit; what it would have kept is cut off at the next start."""
        with contextlib.suppress(TidingsError):
            self.archive.close()
        self.database.rollback()
        self.database.close()


@contextlib.contextmanager
def open_collection(folder: Path, *, prefix: str, warc_megabytes: float) -> Iterator[Collection]:
    """Open a collection for crawling, recover it after a crash, close it in good order."""
    folder.mkdir(parents=True, exist_ok=True)
    with locked(folder):
        database = Database(database_path(folder))
        length, _, file = database.fact("archive", "0 ").partition(" ")
        archive = WarcArchive(
            folder / "archive",
            prefix=file.rpartition("-")[0]
            or prefix,  # files keep their name when the event gets another
            max_bytes=int(warc_megabytes * 1e6),
            software=SOFTWARE,
            resume=(file, int(length)),
        )
        collection = Collection(database, archive)
        try:
            yield collection
            collection.close()
        except BaseException:
            collection.abandon()
            raise
        index(folder)


def index(folder: Path) -> Path:
    """Write the CDXJ index of everything archived."""
    database = Database(database_path(folder), read_only=True)
    try:
        path = folder / "indexes" / "index.cdxj"
        path.parent.mkdir(exist_ok=True)
        write_index(path, (Snapshot(*row) for row in SqliteCatalog(database).archived()))
    finally:
        database.close()
    return path


def slug(name: str) -> str:
    """Return a name fit for a folder, in letters of any script."""
    apart = unicodedata.normalize("NFKD", name).lower()
    bare = unicodedata.normalize("NFC", _ACCENT.sub("", apart))
    kept = (letter if _is_of_a_word(letter) else "-" for letter in bare)
    return re.sub("-+", "-", "".join(kept)).strip("-")[:60].strip("-") or "event"


def plain_slug(name: str) -> str:
    """Return a name fit for files that any program must find, in ASCII letters."""
    return re.sub(r"[^a-z0-9]+", "-", slug(name)).strip("-") or "event"


def _is_of_a_word(letter: str) -> bool:
    return letter.isalnum() or unicodedata.category(letter).startswith("M")


def database_path(folder: Path) -> Path:
    """Return where the database of a collection lies."""
    return folder / "tidings.db"


def is_being_crawled(folder: Path) -> bool:
    """Return whether a crawl runs in this folder now; nothing is written, so that the folder may be read-only."""
    try:
        handle = os.open(folder / ".lock", os.O_RDONLY)
    except (FileNotFoundError, NotADirectoryError):
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(handle)
    return False


def check_free(folder: Path) -> None:
    """Raise CollectionBusy if a crawl runs in this folder now."""
    if is_being_crawled(folder):
        raise _busy(folder)


def _busy(folder: Path) -> CollectionBusy:
    return CollectionBusy(
        f"{folder}: another crawl is running in this folder; `tidings stop {folder}` ends it"
    )


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keep a second crawl out of the same folder; the lock ends with the process."""
    handle = os.open(folder / ".lock", os.O_RDWR | os.O_CREAT, 0o644)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise _busy(folder) from error
        yield
    finally:
        os.close(handle)
