"""Where the WARC files of a folder are: in the folder, or in the object store that a small file there names."""

from __future__ import annotations

import io
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO, cast

from tidings.archive.objects.bucket import Bucket
from tidings.disk.writing import atomic_file, write_text
from tidings.errors import CollectionError

_POINTER = "uploaded-to"
"""The file that names the object store."""
AHEAD = 1 << 16
"""Bytes read at once."""


def name_bucket(folder: Path, url: str) -> None:
    """Note to which object store the files of a folder go."""
    known = bucket_of(folder)
    if known != url:
        if known:
            raise CollectionError(
                f"{folder}: its files are in {known}; copy them to {url} and write that into {_POINTER} there first"
            )
        folder.mkdir(parents=True, exist_ok=True)
        write_text(folder / _POINTER, f"{url}\n")


def bucket_of(folder: Path) -> str:
    """Return the object store of a folder, empty if it has none."""
    try:
        return (folder / _POINTER).read_text(encoding="utf-8").strip()
    except (FileNotFoundError, NotADirectoryError):
        return ""


def is_away(path: Path) -> bool:
    """Return whether a file is not in its folder, but may be in the object store of that."""
    return not path.exists() and bool(bucket_of(path.parent))


def open_away(path: Path) -> BinaryIO:
    """Open a file in the object store of its folder; raise OSError if it is not there."""
    url = bucket_of(path.parent)
    try:
        return cast(BinaryIO, io.BufferedReader(_Ranged(url, path.name), AHEAD))
    except CollectionError as error:
        raise FileNotFoundError(str(error)) from error


def bring_back(folder: Path, names: Iterable[str]) -> None:
    """Copy files that are in the object store into their folder."""
    for name in names:
        path = folder / name
        if is_away(path):
            with atomic_file(path) as file:
                for piece in Bucket(bucket_of(folder)).fetch(name):
                    file.write(piece)


class _Ranged(io.RawIOBase):
    """An object as a file: what is read is asked for by its range."""

    def __init__(self, url: str, name: str) -> None:
        super().__init__()
        self._bucket, self._name = Bucket(url), name
        self._size, self._head = _known(url, name)
        self._at = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._at

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        base = {io.SEEK_SET: 0, io.SEEK_CUR: self._at, io.SEEK_END: self._size}[whence]
        self._at = base + offset
        return self._at

    def readinto(self, buffer: object) -> int:
        view = memoryview(buffer).cast("B")  # type: ignore[arg-type]
        count = max(min(len(view), self._size - self._at), 0)
        if not count:
            return 0
        try:
            data = self._head[self._at : self._at + count] or self._bucket.read(
                self._name, self._at, count
            )
        except CollectionError as error:
            raise OSError(str(error)) from error
        view[: len(data)] = data
        self._at += len(data)
        return len(data)


@lru_cache(maxsize=1000)
def _known(url: str, name: str) -> tuple[int, bytes]:
    """Return the size of an object and its first bytes, with which every reading begins; sealed files do not change."""
    bucket = Bucket(url)
    size = bucket.size(name)
    if size is None:
        raise CollectionError(f"{url}/{name}: no such object")
    return size, bucket.read(name, 0, min(size, 4)) if size else b""
