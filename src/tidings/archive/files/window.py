"""A forward-only view of decompressed bytes that can look ahead and holds no more than it must."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Protocol

_NEWLINES = re.compile(rb"[\r\n]*")


class Hash(Protocol):
    """A hash function under way."""

    def update(self, data: memoryview, /) -> None:
        """Add bytes."""


class Window:
    """Reads pieces of bytes in order; ``start`` is the position of the current record."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self.start = 0
        self._pieces = pieces
        self._data = b""
        self._at = 0
        self._before = 0  # bytes of pieces that are gone

    @property
    def position(self) -> int:
        """Return the number of bytes taken or skipped."""
        return self._before + self._at

    def begin(self) -> bool:
        """Skip to the start of the next record; return whether there is anything left."""
        more = self.skip_newlines()
        self.start = self.position
        return more

    def skip_newlines(self) -> bool:
        """Skip line ends; return whether anything follows."""
        while True:
            match = _NEWLINES.match(self._data, self._at)
            self._at = match.end() if match else self._at
            if self._at < len(self._data):
                return True
            if not self._fill():
                return False

    def find(self, pattern: re.Pattern[bytes], limit: int) -> int:
        """Return the distance to the end of the next match, -1 if it is beyond a limit."""
        while True:
            match = pattern.search(self._data, self._at, self._at + limit)
            if match:
                return match.end() - self._at
            if len(self._data) - self._at >= limit or not self._fill():
                return -1

    def peek(self, count: int) -> bytes:
        """Return the next bytes, fewer at the end, without taking them."""
        while len(self._data) - self._at < count and self._fill():
            pass
        return self._data[self._at : self._at + count]

    def take(self, count: int) -> bytes:
        """Return the next bytes, fewer at the end, and move past them."""
        parts = [self._data[self._at : self._at + count]]
        missing = count - len(parts[0])
        self._at += len(parts[0])
        while missing and self._turn():
            parts.append(self._data[:missing])
            self._at = len(parts[-1])
            missing -= self._at
        return b"".join(parts)

    def skip(self, count: int, hashed: Hash | None = None) -> int:
        """Skip bytes, hash them if asked to, and return how many there were."""
        left = count
        while left:
            step = min(left, len(self._data) - self._at)
            if hashed and step:
                hashed.update(memoryview(self._data)[self._at : self._at + step])
            self._at += step
            left -= step
            if left and not self._turn():
                break
        return count - left

    def skip_to(self, pattern: re.Pattern[bytes], width: int) -> bool:
        """Skip to the next match of a pattern of at most this width; return whether there is one."""
        while not (match := pattern.search(self._data, self._at)):
            self._at = max(self._at, len(self._data) - width)
            if not self._fill():
                return False
        self._at = match.start()
        return True

    def _turn(self) -> bool:
        """Replace used bytes by the next piece."""
        self._before += len(self._data)
        self._data, self._at = next(self._pieces, b""), 0
        return bool(self._data)

    def _fill(self) -> bool:
        """Append the next piece to the unused bytes."""
        piece = next(self._pieces, b"")
        self._before += self._at
        self._data = self._data[self._at :] + piece
        self._at = 0
        return bool(piece)
