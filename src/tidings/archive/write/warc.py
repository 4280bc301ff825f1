"""Writes WARC files: records are appended durably, and uncommitted ones are cut off after a crash."""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tidings.archive.write.records import blank_record, warcinfo_record
from tidings.disk.writing import sync_folder, write_error
from tidings.errors import CollectionError, TidingsError
from tidings.model import Pointer

_LOG = logging.getLogger(__name__)
_BUFFER = 1 << 20
"""Bytes held back before they are written."""
_NAME = re.compile(r"(?P<prefix>[^/]+)-(?P<number>\d{5,})\.warc\.gz")


class WarcArchive:
    """Appends records to numbered WARC files; everything up to the position ``flush`` returns survives a crash.

    ``append`` only fills a buffer or hands it to the operating system. ``flush`` waits for the disk.

    ``resume`` is the last position of ``flush`` that the database committed: later bytes and files are deleted.
    ``("", 0)`` means that nothing was committed, None that the folder must hold no such files.
    ``facts`` say in each file who made it, how and for what. If the last file is ``sealed``, a new one is begun.
    """

    def __init__(  # noqa: PLR0913 - what is in every file
        self,
        folder: Path,
        prefix: str,
        max_bytes: int,
        software: str,
        resume: tuple[str, int] | None = None,
        facts: Mapping[str, str] | None = None,
        *,
        sealed: bool = False,
    ) -> None:
        self._facts = facts or {}
        self._folder = folder
        self._prefix = prefix
        self._max_bytes = max_bytes
        self._software = software
        self._failure: TidingsError | None = None
        self.durable = resume or ("", 0)
        self._file, self._length = self.durable
        self._descriptor: int | None = None
        self._full: list[int] = []
        self._buffer: list[bytes] = []
        self._buffered = 0
        with self._reporting_refusals():
            _make_folder(folder)
            self._recover(resume, sealed)

    def append(self, records: bytes) -> Pointer:
        """Append finished records and return where they begin; they are durable after ``flush``."""
        if self._failure:
            raise self._failure
        with self._reporting_refusals():
            if self._descriptor is None or self._length >= self._max_bytes:
                self._begin_file()
            pointer = Pointer(self._file, self._length, len(records))
            self._put(records)
            if self._buffered >= _BUFFER:
                self._write_out()
        return pointer

    def blank(self, pointer: Pointer) -> None:
        """Remove the content of a record for good; its place stays taken."""
        self.flush()
        with self._reporting_refusals(), (self._folder / pointer.file).open("r+b") as file:
            file.seek(pointer.offset)
            file.write(blank_record(pointer.length))
            file.flush()
            os.fsync(file.fileno())

    def flush(self) -> tuple[str, int]:
        """Make everything appended durable; return the current file and its length.

        After a failed write or flush, whose error was raised once, this returns the last durable position:
        nothing appended since may be committed.
        """
        reached = (self._file, self._length)
        if self._failure or reached == self.durable:
            return self.durable
        with self._reporting_refusals():
            self._write_out()
            self._sync()
        self.durable = reached
        return reached

    def close(self) -> None:
        """Finish the current file."""
        try:
            self.flush()
        finally:
            self._failure = self._failure or CollectionError(
                f"{self._folder}: the archive is closed."
            )
            for descriptor in self._open():
                os.close(descriptor)
            self._full, self._descriptor = [], None

    def _recover(self, resume: tuple[str, int] | None, sealed: bool) -> None:
        """Delete uncommitted bytes and files, then continue where the last commit ended."""
        present = numbered(self._folder, self._prefix)
        if resume is None:
            if present:
                raise CollectionError(
                    f"{self._folder}: holds {present[max(present)].name} already. "
                    "Resume that crawl, or use another folder."
                )
            return
        name, length = resume
        last = _number(name, self._prefix) if name else -1
        if name and not sealed:
            _cut(self._folder / name, length)
        for number, path in present.items():
            if number > last:
                _LOG.warning("%s: deleted, it was begun after the last commit", path)
                path.unlink()
        if name and not sealed:
            self._descriptor = os.open(self._folder / name, os.O_WRONLY | os.O_APPEND)

    def _begin_file(self) -> None:
        self._write_out()
        number = _number(self._file, self._prefix) + 1 if self._file else 0
        name = f"{self._prefix}-{number:05d}.warc.gz"
        opened = os.open(
            self._folder / name, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_EXCL, 0o644
        )
        if self._descriptor is not None:
            self._full.append(self._descriptor)
        self._descriptor, self._file, self._length = opened, name, 0
        self._put(warcinfo_record(name, self._software, self._facts))

    def _put(self, data: bytes) -> None:
        self._buffer.append(data)
        self._buffered += len(data)
        self._length += len(data)

    def _write_out(self) -> None:
        if self._descriptor is None or not self._buffer:
            return
        rest = memoryview(b"".join(self._buffer))
        self._buffer, self._buffered = [], 0
        while rest:
            rest = rest[os.write(self._descriptor, rest) :]

    def _open(self) -> list[int]:
        return [each for each in (*self._full, self._descriptor) if each is not None]

    def _sync(self) -> None:
        for descriptor in self._open():
            os.fsync(descriptor)
        if self._file != self.durable[0]:
            sync_folder(self._folder)
        while self._full:
            os.close(self._full.pop())

    @contextmanager
    def _reporting_refusals(self) -> Iterator[None]:
        """Turn a refused write into our own error; after it nothing more is written."""
        try:
            yield
        except OSError as error:
            self._failure = write_error(self._folder / self._file, error)
            self._buffer, self._buffered = [], 0
            raise self._failure from error


def blanked(content: bytes, pointer: Pointer) -> bytes:
    """Return the content of a file without that of one record."""
    end = pointer.offset + pointer.length
    return content[: pointer.offset] + blank_record(pointer.length) + content[end:]


def _make_folder(folder: Path) -> None:
    if not folder.is_dir():
        folder.mkdir(parents=True)
        sync_folder(folder.parent)


def numbered(folder: Path, prefix: str) -> dict[int, Path]:
    """Return the WARC files with a prefix, by number."""
    matches = ((_NAME.fullmatch(path.name), path) for path in folder.iterdir())
    return {
        int(match["number"]): path for match, path in matches if match and match["prefix"] == prefix
    }


def _number(name: str, prefix: str) -> int:
    match = _NAME.fullmatch(name)
    if not match or match["prefix"] != prefix:
        raise CollectionError(
            f"{name!r} is not a WARC file of this collection ({prefix}-00000.warc.gz)."
        )
    return int(match["number"])


def _cut(path: Path, length: int) -> None:
    """Cut a file to the length of the last commit."""
    size = path.stat().st_size if path.is_file() else 0
    if size < length:
        raise CollectionError(
            f"{path}: {length} bytes were committed, {size} are there. "
            "Put the file back from a backup, or begin a new collection."
        )
    if size > length:
        _LOG.warning("%s: cut back from %d to the %d bytes of the last commit", path, size, length)
    os.truncate(path, length)
