"""Files of posts, read as a stream: a line of JSON or CSV for each post, plain or compressed."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any

import orjson
import zstandard
from isal import igzip

from tidings.disk.reading import check_regular
from tidings.errors import TidingsError
from tidings.model import Post, Withdrawn
from tidings.read.posts import Found, read_posts

_BLOCK = 1 << 20
"""Bytes read at once."""
_BITE = 1024
"""Bytes unpacked at once: even four bytes may stand for 128 kB."""
LONGEST_LINE = 16 << 20
"""Bytes of one line; longer ones are not posts and are counted as malformed."""
_TABLES = (".csv", ".tsv")
_PACKED = (".gz", ".zst")
_FIELD_LIMIT = 1 << 20
"""Characters of one field of a table."""


class PostFile:
    """One file of posts; counts its lines while it is read."""

    def __init__(self, path: Path, names: Mapping[str, str] | None = None) -> None:
        """Read ``path``; ``names`` are the fields of a form of its own (``read/posts/generic.py``)."""
        self.path = path
        self._names = names
        self.lines = 0
        """Lines read so far."""
        self.malformed = 0
        """Lines that hold no post."""

    def __iter__(self) -> Iterator[Post | Withdrawn]:
        """Yield the posts; raise TidingsError if the file cannot be read to its end."""
        for _, found in self.records():
            yield from found

    def records(self) -> Iterator[tuple[bytes, Found]]:
        """Yield each line and the posts in it; a row of a table is turned into JSON."""
        try:
            with _opened(self.path) as file:
                name = _plain_name(self.path)
                rows = _rows(file, name) if name.endswith(_TABLES) else _objects(file)
                yield from self._read(rows)
        except (OSError, EOFError, zstandard.ZstdError, csv.Error, UnicodeError) as error:
            raise TidingsError(
                f"{self.path}: cannot be read after line {self.lines:,}: {getattr(error, 'strerror', None) or error}"
            ) from error

    def _read(self, rows: Iterator[tuple[bytes, Any]]) -> Iterator[tuple[bytes, Found]]:
        names = self._names
        for line, data in rows:
            self.lines += 1
            found = read_posts(data, names)
            if not found:
                self.malformed += data is None or not _is_other(data)
            yield line, found


def _is_other(data: Any) -> bool:
    """Return whether an object is a message of a service that is no post: a limit, a like, a keep-alive."""
    return isinstance(data, dict) and bool(
        {"limit", "warning", "commit", "kind", "event"} & data.keys()
    )


def _plain_name(path: Path) -> str:
    name = path.name.lower()
    for packed in _PACKED:
        name = name.removesuffix(packed)
    return name


def _opened(path: Path) -> IO[bytes]:
    name = path.name.lower()
    check_regular(path)
    if name.endswith(".gz"):
        opened: IO[bytes] = igzip.open(path, "rb")  # type: ignore[no-untyped-call]
        return opened
    if name.endswith(".zst"):
        return io.BufferedReader(_Zstandard(path.open("rb")), _BLOCK)
    return path.open("rb")


class _Zstandard(io.RawIOBase):
    """The plain bytes of a zstd file; the reader of the library does not notice when a file is cut."""

    def __init__(self, file: IO[bytes]) -> None:
        super().__init__()
        self._file = file
        self._decoder = zstandard.ZstdDecompressor(max_window_size=1 << 31)
        self._frame: zstandard.ZstdDecompressionObj | None = None
        self._packed = self._plain = b""

    def readable(self) -> bool:
        return True

    def close(self) -> None:
        self._file.close()
        super().close()

    def readinto(self, buffer: Any) -> int:
        while not self._plain:
            packed = self._packed or self._file.read(_BITE)
            if not packed and self._frame:
                raise EOFError("the file ends in the middle of a frame")
            if not packed:
                return 0
            self._frame = self._frame or self._decoder.decompressobj()
            self._plain, self._packed = self._frame.decompress(packed), b""
            if self._frame.eof:
                self._packed, self._frame = self._frame.unused_data, None
        count = min(len(buffer), len(self._plain))
        buffer[:count], self._plain = self._plain[:count], self._plain[count:]
        return count


def _lines(file: IO[bytes]) -> Iterator[bytes]:
    """Yield the lines of a file; one that is too long comes as an empty one."""
    rest, skipping = b"", False
    while block := file.read(_BLOCK):
        *lines, tail = block.split(b"\n")
        if lines:
            lines[0] = b"" if skipping else rest + lines[0]
            rest, skipping = tail, False
            yield from lines
        elif not skipping:
            rest += tail
        if len(rest) > LONGEST_LINE:
            rest, skipping = b"", True
    if skipping:
        yield b""
    elif rest.strip():
        yield rest


def _objects(file: IO[bytes]) -> Iterator[tuple[bytes, Any]]:
    loads = orjson.loads
    for line in _lines(file):
        try:
            yield line, loads(line)
        except orjson.JSONDecodeError:
            if line.strip() or not line:
                yield line, None


def _rows(file: IO[bytes], name: str) -> Iterator[tuple[bytes, Any]]:
    csv.field_size_limit(_FIELD_LIMIT)
    text = io.TextIOWrapper(file, encoding="utf-8-sig", errors="replace", newline="")
    try:
        for row in csv.DictReader(text, delimiter="\t" if name.endswith(".tsv") else ","):
            data = {
                key.strip(): value for key, value in row.items() if key and isinstance(value, str)
            }
            yield orjson.dumps(data), data
    finally:
        text.detach()  # the caller closes the file
