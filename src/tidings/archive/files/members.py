"""Splits archive files into gzip members, zstd frames or plain bytes, in one pass; it knows no records."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO, NamedTuple, Protocol

import zstandard
from isal import isal_zlib
from isal.igzip_lib import IsalError

CHUNK = 1 << 16
"""Bytes read at a time; larger chunks are copied too often where they hold many small members."""

_GZIP = b"\x1f\x8b"
_ZSTD = b"\x28\xb5\x2f\xfd"
_ZSTD_DICTIONARY = b"\x5d\x2a\x4d\x18"
_MAX_DICTIONARY = 1 << 25
_ISAL_ERROR: type[Exception] = IsalError  # type: ignore[assignment]  # its stub says instance
_ERRORS = (_ISAL_ERROR, zlib.error, zstandard.ZstdError)
_LIKE_A_RECORD = re.compile(rb"WARC/\d|[a-z][a-z0-9+.-]*:[^\x00-\x1f]")
_PLAIN_START = re.compile(rb"(?<=\n)(?:WARC/\d|https?://\S{1,2083} [0-9.]+ \d{14} )")

_OVERLAP = 4096
"""Bytes of one chunk searched again with the next, so that no start is missed between them."""


class Broken(ValueError):
    """Bytes in an archive that cannot be read; the message is stored in the index."""

    def __init__(self, reason: str, offset: int = 0) -> None:
        super().__init__(reason)
        self.offset = offset


class BrokenPacking(Broken):
    """A member whose compression is broken, so that nothing more can be read from it."""


class Decoder(Protocol):
    """Decompresses one member, piece by piece."""

    @property
    def eof(self) -> bool:
        """Return whether the member has ended."""

    @property
    def unused_data(self) -> bytes:
        """Return the bytes passed in beyond the end of the member."""

    def decompress(self, data: bytes, /) -> bytes:
        """Return the decompressed bytes available so far."""


class Packing(NamedTuple):
    """The compression of a file; a plain file is one long member."""

    name: str
    magic: bytes
    chunk: int
    """Bytes decompressed at a time; with zstd, 4 of them may become 128 kB."""
    decoder: Callable[[], Decoder] | None


PLAIN = Packing("plain", b"", CHUNK, None)
GZIP = Packing("gzip", _GZIP, CHUNK, lambda: isal_zlib.decompressobj(31))


def packing_of(path: Path, file: BinaryIO) -> Packing:
    """Return the compression of a file, judged by its first bytes, not its name."""
    file.seek(0)
    start = file.read(4)
    if start.startswith(_GZIP):
        return GZIP
    if start in (_ZSTD, _ZSTD_DICTIONARY):
        stat = path.stat()
        return _zstd(path, stat.st_size, stat.st_mtime_ns)
    return PLAIN


class Member:
    """One compressed unit of a file; ``end`` is valid once all pieces were read."""

    def __init__(self, file: BinaryIO, offset: int, ahead: bytes, packing: Packing) -> None:
        self.offset = offset
        self.end = offset
        self.packed = packing.decoder is not None
        self.unused = b""
        make = packing.decoder
        self.pieces = (
            self._unpacked(file, ahead, packing.chunk, make()) if make else self._plain(file, ahead)
        )

    def drain(self) -> None:
        """Read the rest of the member, to learn where it ends."""
        for _ in self.pieces:
            pass

    def _plain(self, file: BinaryIO, data: bytes) -> Iterator[bytes]:
        while data:
            self.end += len(data)
            yield data
            data = file.read(CHUNK)

    def _unpacked(
        self, file: BinaryIO, data: bytes, chunk: int, decoder: Decoder
    ) -> Iterator[bytes]:
        while data:
            try:
                piece = decoder.decompress(data)
            except _ERRORS as error:
                raise BrokenPacking(f"broken compression ({error})", self.offset) from error
            self.end += len(data)
            if decoder.eof:
                self.unused = decoder.unused_data
                self.end -= len(self.unused)
            if piece:
                yield piece
            if decoder.eof:
                return
            data = file.read(chunk)
        raise BrokenPacking("the file ends within a compressed record", self.offset)


def members(file: BinaryIO, packing: Packing, start: int = 0) -> Iterator[Member]:
    """Yield the members of a file from an offset on; raise Broken where none begins."""
    file.seek(start)
    ahead, offset = file.read(packing.chunk), start
    while ahead:
        if len(ahead) < len(packing.magic):
            ahead += file.read(packing.chunk)
        if not ahead.startswith(packing.magic) and not _is_skippable(ahead):
            raise BrokenPacking(f"not {packing.name}", offset)
        member = Member(file, offset, ahead, packing)
        yield member
        member.drain()
        offset, ahead = member.end, member.unused or file.read(packing.chunk)


def next_start(file: BinaryIO, packing: Packing, offset: int) -> int | None:
    """Return the offset of the next readable record at or after an offset, if any."""
    wanted = re.compile(re.escape(packing.magic)) if packing.magic else _PLAIN_START
    file.seek(offset)
    data = file.read(CHUNK)
    while data:
        for match in wanted.finditer(data):
            start = offset + match.start()
            if not packing.decoder or _unpacks(file, packing.decoder, start):
                return start
        file.seek(offset + len(data))
        more = file.read(CHUNK)
        offset += max(len(data) - _OVERLAP, 0)
        data = data[-_OVERLAP:] + more if more else b""
    return None


def _unpacks(file: BinaryIO, make_decoder: Callable[[], Decoder], offset: int) -> bool:
    """Return whether a record seems to begin at what looks like the start of a member."""
    file.seek(offset)
    try:
        return _LIKE_A_RECORD.match(make_decoder().decompress(file.read(4096))) is not None
    except _ERRORS:
        return False


def _is_skippable(data: bytes) -> bool:
    """Return whether this is a skippable zstd frame, which decoders skip by themselves."""
    return data[1:4] == b"\x2a\x4d\x18" and 0x50 <= data[0] <= 0x5F


@lru_cache(maxsize=16)
def _zstd(path: Path, size: int, modified: int) -> Packing:
    """Return the compression of a zstd file, with the dictionary that may precede its records.

    Size and time of change are in the cache key, so that a rewritten file is read again.
    """
    with path.open("rb") as file:
        head = file.read(8)
        length = int.from_bytes(head[4:8], "little")
        if head[:4] != _ZSTD_DICTIONARY or length > _MAX_DICTIONARY:
            return _zstd_with(None)
        data = file.read(length)
    try:
        if data.startswith(_ZSTD):
            data = zstandard.ZstdDecompressor().stream_reader(data).read(_MAX_DICTIONARY)
        if not data:
            raise zstandard.ZstdError("empty")
        return _zstd_with(zstandard.ZstdCompressionDict(data))
    except zstandard.ZstdError as error:
        raise Broken(f"broken dictionary ({error})") from error


def _zstd_with(dictionary: zstandard.ZstdCompressionDict | None) -> Packing:
    return Packing(
        "zstd", _ZSTD, 2048, lambda: zstandard.ZstdDecompressor(dictionary).decompressobj()
    )
