"""Local archive files behind an index."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path

from tidings.archive.files.loading import MAX_BYTES, Stored, capture_of, read_stored, revisit_of
from tidings.archive.files.members import Broken
from tidings.archive.files.stored import Damage
from tidings.archive.index.captures import CaptureIndex, Trouble
from tidings.archive.index.cdx import REVISIT
from tidings.archive.index.indexing import Progress, Update, update_index
from tidings.archive.selection import closest
from tidings.errors import Failed
from tidings.model import Capture, Reason, Snapshot
from tidings.ports import Captures


class LocalHoldings:
    """Archive files and their index, which may lie anywhere; the files are never written.

    ``update`` creates or updates the index. Without it, the index is used as it is.
    """

    def __init__(self, paths: Sequence[Path], index_path: Path, max_bytes: int = MAX_BYTES) -> None:
        self._paths = paths
        self._index_path = index_path
        self._max_bytes = max_bytes
        self._opened: CaptureIndex | None = None

    def __getstate__(self) -> dict[str, object]:
        """Travel to worker processes without the open index."""
        return {**self.__dict__, "_opened": None}

    @property
    def index(self) -> CaptureIndex:
        """Return the index, opened on first use."""
        self._opened = self._opened or CaptureIndex(self._index_path)
        return self._opened

    def update(self, *, helpers: Sequence[Path] = (), progress: Progress | None = None) -> Update:
        """Update the index from the files, or faster from existing CDX and CDXJ indexes."""
        self._close_index()
        return update_index(self._paths, self._index_path, helpers=helpers, progress=progress)

    def damages(self) -> Iterator[Damage]:
        """Yield every damage in the files."""
        return self.index.damages()

    def troubles(self) -> Iterator[Trouble]:
        """Yield the files that are damaged or hold no captures."""
        return self.index.troubles()

    def captures(self) -> Iterator[Snapshot]:
        """Yield all snapshots in the order of the files."""
        return self.index.by_file()

    def by_url(self) -> Iterator[list[Snapshot]]:
        """Yield the snapshots of each URL, oldest first."""
        return self.index.by_url()

    async def snapshots(self, url: str) -> Sequence[Snapshot]:
        """Return all snapshots of a URL, oldest first."""
        try:
            return self.index.snapshots(url)
        except sqlite3.Error as error:
            raise Failed(Reason.ARCHIVE, f"damaged index ({error})", retry=False) from error

    async def load(self, snapshot: Snapshot) -> Capture:
        """Return the capture of a snapshot with its archived record and provenance; raise Failed."""
        return await asyncio.to_thread(self.load_now, snapshot)

    async def close(self) -> None:
        """Close the index."""
        self._close_index()

    def _close_index(self) -> None:
        if self._opened:
            self._opened.close()
        self._opened = None

    def load_now(self, snapshot: Snapshot) -> Capture:
        """Return the capture of a snapshot at once, as workers do; raise Failed."""
        return load_capture(snapshot, self.index, self._index_path.parent, self._max_bytes)


def load_capture(
    snapshot: Snapshot, captures: Captures, folder: Path, max_bytes: int = MAX_BYTES
) -> Capture:
    """Return the capture of a snapshot, whose file is named from a folder; raise Failed."""
    stored = _stored(snapshot, folder, max_bytes)
    pointer = snapshot.pointer
    provenance = f"{Path(pointer.file).name}:{pointer.offset}"
    if stored.head.kind != "revisit":
        return capture_of(stored, provenance)
    original = _original(snapshot, stored, captures)
    if not original:
        raise Failed(Reason.NO_PAYLOAD, "a revisit without its original", retry=False)
    return revisit_of(stored, _stored(original, folder, max_bytes), provenance)


def _stored(snapshot: Snapshot, folder: Path, max_bytes: int) -> Stored:
    pointer = snapshot.pointer
    path = folder / pointer.file
    try:
        return read_stored(path, pointer.offset, snapshot.url, snapshot.captured_at, max_bytes)
    except OSError as error:
        raise Failed(
            Reason.ARCHIVE, f"{path.name} ({error.strerror or error})", retry=False
        ) from error
    except Broken as error:
        raise Failed(Reason.ARCHIVE, str(error), retry=False) from error


def _original(snapshot: Snapshot, revisit: Stored, captures: Captures) -> Snapshot | None:
    """Return the snapshot whose payload a revisit repeats: of the URL it names, else its own, else any."""
    url, moment = revisit.refers_to
    named = _payloads(captures, url) if url else []
    own = _payloads(captures, snapshot.url)
    for candidates in (named, own):
        same = [each for each in candidates if each.digest and each.digest == snapshot.digest]
        if nearest := closest(same, moment or snapshot.captured_at):
            return nearest
    if snapshot.digest:
        return captures.original(snapshot.digest)
    before = [each for each in named or own if each.captured_at <= snapshot.captured_at]
    return closest(before, moment or snapshot.captured_at)


def _payloads(captures: Captures, url: str) -> list[Snapshot]:
    return [each for each in captures.snapshots(url) if each.mime != REVISIT]
