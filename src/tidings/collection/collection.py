"""A collection is a folder: its files, its lock, and the order in which they become durable."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from tidings import __version__
from tidings.archive.index.cdx import write_index
from tidings.archive.write.warc import WarcArchive
from tidings.collection.folder import database_path, locked
from tidings.errors import TidingsError
from tidings.model import Reason, Snapshot
from tidings.ports import Archive
from tidings.store.sqlite.catalog import SqliteCatalog
from tidings.store.sqlite.database import Database
from tidings.store.sqlite.ledger import Ledger
from tidings.store.sqlite.links import SqliteLinks
from tidings.store.sqlite.stories import Stories

SOFTWARE = f"Tidings/{__version__}"


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

    def commonest_reason(self) -> Reason | None:
        """Return why most URLs ended, None if none was ever met."""
        worst = max(Ledger(self.database).reasons(), key=lambda line: line.count, default=None)
        return worst.code if worst else None

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
