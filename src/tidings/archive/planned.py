"""Archive files that a CDX in Parquet lists: nothing is read of them before a capture is wanted."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

from tidings.archive.holdings import LocalHoldings, load_capture
from tidings.archive.index.captures import CaptureIndex
from tidings.archive.index.indexing import archive_files
from tidings.archive.index.parquet import ParquetIndex
from tidings.archive.objects.places import name_bucket
from tidings.errors import Failed
from tidings.model import Capture, Reason, Snapshot
from tidings.urls import url_id

OBJECT_STORES = ("s3://", "gs://", "az://", "abfs://", "file://")
"""Beginnings of the URLs of object stores."""


class PlannedHoldings(LocalHoldings):
    """Files in folders and object stores, found by the names that an index gives them."""

    def __init__(self, places: Sequence[str], index: Path, folder: Path) -> None:
        """Use the files in these places; ``folder`` remembers the object stores."""
        local = [Path(name).absolute() for name in places if not is_store(name)]
        super().__init__(local, index.absolute())
        self._stores = [_remembered(url, folder) for url in places if is_store(url)]

    @property
    def index(self) -> CaptureIndex:
        """Return the index, opened on first use."""
        self._opened = self._opened or ParquetIndex(self._index_path)
        return self._opened

    def load_now(self, snapshot: Snapshot) -> Capture:
        """Return the capture of a snapshot at once, as workers do; raise Failed."""
        return load_capture(self.placed(snapshot), _Placed(self), Path(), self._max_bytes)

    def placed(self, snapshot: Snapshot) -> Snapshot:
        """Return a snapshot with the whole path of its file; raise Failed if it is nowhere."""
        name = snapshot.pointer.file
        path = self._files.get(Path(name).name)
        if path is None and self._stores:
            path = self._stores[0] / name
        if path is None:
            raise Failed(Reason.ARCHIVE, f"{Path(name).name} is not there", retry=False)
        return snapshot._replace(pointer=snapshot.pointer._replace(file=str(path)))

    @cached_property
    def _files(self) -> dict[str, Path]:
        return {path.name: path for path in archive_files(self._paths)}


class _Placed:
    """The index of holdings, with whole paths of files."""

    def __init__(self, holdings: PlannedHoldings) -> None:
        self._holdings = holdings

    def snapshots(self, url: str) -> list[Snapshot]:
        return list(map(self._holdings.placed, self._holdings.index.snapshots(url)))

    def original(self, digest: str) -> Snapshot | None:
        found = self._holdings.index.original(digest)
        return self._holdings.placed(found) if found else None


def is_store(name: str) -> bool:
    """Return whether the name of an archive is the URL of an object store."""
    return name.startswith(OBJECT_STORES)


def _remembered(url: str, folder: Path) -> Path:
    """Return an empty folder whose files are in an object store."""
    place = folder.absolute() / f"{url_id(url) & 0xFFFFFFFF:08x}"
    name_bucket(place, url.rstrip("/"))
    return place
