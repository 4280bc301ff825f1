"""The writing side of a collection: its store and archive, and the order in which they become durable."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from tidings import __version__
from tidings.archive.index.cdx import write_index
from tidings.archive.objects.uploading import UploadedArchive, Uploads
from tidings.collection.folder import database_path, locked, read_store
from tidings.errors import TidingsError
from tidings.model import Phase, Reason, ReasonCount
from tidings.ports import Archive, Store
from tidings.store.postgres.pointer import shared_store
from tidings.store.sqlite.database import Database
from tidings.store.sqlite.store import SqliteStore
from tidings.urls import normalise, url_id

SOFTWARE = f"Tidings/{__version__}"


_UNREACHABLE = (Reason.DNS, Reason.CONNECT, Reason.TIMEOUT, Reason.TLS)
"""Reasons why a server does not even send its robots.txt."""


class Collection:
    """The writing side of a collection; everything written is durable at ``commit``.

    WARC bytes come first, then one transaction with pages, links, host clocks and the length of the WARC file.
    After a crash the archive is cut back to that length, so that both agree record by record.
    """

    def __init__(self, store: Store, archive: Archive) -> None:
        self.store = store
        self.archive = archive
        self.links, self.visits = store.links, store.visits
        self.stories, self.state = store.stories, store.state
        self.committed: Callable[[str], None] = lambda file: None
        """Called with the WARC file that a commit ended in."""

    def commit(self) -> None:
        """Make everything since the last commit durable."""
        file, length = self.archive.flush()
        self.state.update(warc_file=file, warc_length=length)
        self.store.commit()
        self.committed(file)

    def is_done(self, url: str) -> bool:
        """Return whether a URL has its final outcome."""
        link = self.links.find(url_id(normalise(url) or url))
        return link is not None and link.phase is Phase.DONE

    def reopen_for(self, asked: str) -> None:
        """Let links wait again that may be fetched this time, from ``asked``: the live web or some archives.

        These are links that no archive held, if the last run asked another place. If no page was ever fetched, they
        are all that failed.
        """
        if self.state.load().asked not in ("", asked):
            self.links.reopen(Reason.NO_CAPTURE)
        self.state.update(asked=asked)
        if not self.visits.totals().pages:
            self.links.begin_again()

    def most_frequent_outcome(self) -> str:
        """Return the most frequent outcome and its reason, in words."""
        most_frequent = self._most_frequent()
        if most_frequent is None:
            return "no address was ever met"
        return f"{most_frequent.outcome}, {most_frequent.reason}"

    def most_frequent_reason(self) -> Reason | None:
        """Return the most frequent reason of an outcome, None without any URLs.

        If robots.txt could not be fetched, it is the reason for that.
        """
        most_frequent = self._most_frequent()
        if most_frequent is None:
            return None
        cause, _ = Reason.parse(Reason.parse(most_frequent.reason)[1])
        asked_first = most_frequent.code in (Reason.ROBOTS, Reason.ROBOTS_UNREACHABLE)
        return cause if asked_first and cause in _UNREACHABLE else most_frequent.code

    def _most_frequent(self) -> ReasonCount | None:
        return max(self.store.ledger.reasons(), key=lambda line: line.count, default=None)

    def close(self) -> None:
        """Commit and close all files."""
        self.commit()
        self.archive.close()
        self.store.close()

    def abandon(self) -> None:
        """Close all files without a commit; archive bytes after the last one are cut off at the next start."""
        with contextlib.suppress(TidingsError):
            self.archive.close()
        self.store.rollback()
        self.store.close()


@contextlib.contextmanager
def open_collection(
    folder: Path,
    *,
    prefix: str,
    warc_megabytes: float,
    facts: Mapping[str, str] | None = None,
    upload: str = "",
) -> Iterator[Collection]:
    """Open a collection for crawling, recover it after a crash, close it in good order.

    Every WARC file begins with the ``facts`` about it. If there is a place to ``upload`` to, it goes there when full.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with locked(folder):
        store = open_store(folder)
        state = store.state.load()
        # files keep their prefix when the event is renamed
        prefix = state.warc_file.rpartition("-")[0] or prefix
        resume = state.warc_file, state.warc_length
        with archive_in(folder, prefix, warc_megabytes, facts, resume, upload) as archive:
            collection = Collection(store, archive)
            collection.committed = archive.committed
            try:
                yield collection
                collection.close()
            except BaseException:
                collection.abandon()
                raise
        index(folder)


@contextlib.contextmanager
def archive_in(
    folder: Path,
    prefix: str,
    megabytes: float,
    facts: Mapping[str, str] | None,
    resume: tuple[str, int],
    upload: str,
) -> Iterator[UploadedArchive]:
    """Open the WARC files of a crawl for writing; at the end the last one is sent away too."""
    archive_folder = folder / "archive"
    uploads = Uploads(archive_folder, upload, prefix) if upload else None
    archive = UploadedArchive(
        archive_folder,
        prefix=prefix,
        max_bytes=int(megabytes * 1e6),
        software=SOFTWARE,
        resume=resume,
        facts=facts,
        sealed=uploads is not None and uploads.is_sealed(*resume),
    )
    archive.uploads = uploads
    try:
        yield archive
    except BaseException:
        if uploads:
            uploads.abandon()
        raise
    if archive.uploads:
        archive.uploads.finish(*archive.durable)
    elif uploads:
        uploads.abandon()


def open_store(folder: Path) -> Store:
    """Open the store of a collection for writing; the caller holds the lock.

    Raise CollectionBusy if it is shared and a crawl is at work on any computer.
    """
    shared = shared_store(database_path(folder))
    if shared is None:
        return SqliteStore(Database(database_path(folder)))
    from tidings.store.postgres.whole.store import WholeStore  # an extra

    return WholeStore(*shared)


def index(folder: Path) -> Path:
    """Write the CDXJ index of everything archived, and return its path."""
    with contextlib.closing(read_store(folder)) as stored:
        path = folder / "indexes" / "index.cdxj"
        path.parent.mkdir(exist_ok=True)
        write_index(path, stored.visits.archived())
    return path
