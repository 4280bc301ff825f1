"""The archive of a collection as holdings: everything it captured, also while a crawl adds to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from tidings.archive.holdings import load_capture
from tidings.collection.folder import read_store
from tidings.errors import Failed
from tidings.model import Capture, Reason, Snapshot

_MOST_STEPS = 5
"""Redirects that are followed."""


class CollectionHoldings:
    """``Holdings`` of one collection; it reads, and is used by one thread at a time."""

    def __init__(self, folder: Path, *, follows: bool = False) -> None:
        """Open a collection; if it ``follows``, a redirected page is answered for by the page it led to."""
        self._follows = follows
        self._files = folder / "archive"
        self._store = read_store(folder)
        self._captures = self._store.captures

    async def snapshots(self, url: str) -> Sequence[Snapshot]:
        """Return all captures of a URL, the oldest first."""
        return self.snapshots_now(url)

    async def load(self, snapshot: Snapshot) -> Capture:
        """Return the capture of a snapshot; raise Failed."""
        return self.load_now(snapshot)

    async def close(self) -> None:
        """Close the database."""
        self.close_now()

    def snapshots_now(self, url: str) -> Sequence[Snapshot]:
        """Return all captures of a URL at once, the oldest first."""
        held = self._captures.snapshots(url)
        for _ in range(_MOST_STEPS if self._follows else 0):
            target = None if held else self._captures.elsewhere(url)
            if target is None:
                break
            url, held = target, self._captures.snapshots(target)
        return held

    def of_host(self, host: str, *, subdomains: bool = False) -> Iterator[Snapshot]:
        """Yield all captures of a host, also under ``www.``, and of its subdomains if they are wanted."""
        return self._captures.of_host(host, subdomains=subdomains)

    def load_now(self, snapshot: Snapshot) -> Capture:
        """Return the capture of a snapshot at once; raise Failed, also for a file outside the collection."""
        file = (self._files / snapshot.pointer.file).resolve()
        if not file.is_relative_to(self._files.resolve()):
            raise Failed(Reason.ARCHIVE, "a file outside the collection", retry=False)
        return load_capture(snapshot, self._captures, self._files)

    def close_now(self) -> None:
        """Close the database at once."""
        self._store.close()
