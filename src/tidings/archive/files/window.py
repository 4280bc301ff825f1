"""A moving view of unpacked bytes: look ahead, take or pass over, never back; it holds no more than it must."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Protocol

_NEWLINES = re.compile(rb"[\r\n]*")


class Hash(Protocol):
    """Something bytes are hashed with."""

    def update(self, data: memoryview, /) -> None:
        """Add bytes."""


class Window:
    """Reads pieces of bytes in order; ``start`` is where the present record begins."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self.start = 0
        self._pieces = pieces
        self._data = b""
        self._at = 0
        self._before = 0

    @property
    def position(self) -> int:
        """Return how many bytes were taken or passed over."""
        return self._before + self._at

    def begin(self) -> bool:
        """Go to where the next record begins; return whether anything is there."""
        more = self.skip_newlines()
        self.start = self.position
        return more

    def skip_newlines(self) -> bool:
        """Pass over line ends; return whether anything follows."""
        while True:
            match = _NEWLINES.match(self._data, self._at)
            self._at = match.end() if match else self._at
            if self._at < len(self._data):
                return True
            if not self._fill():
                return False

    def find(self, pattern: re.Pattern[bytes], limit: int) -> int:
        """Return how far the end of the next match is away, -1 if it is beyond a limit."""
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
        """Return the next bytes, fewer at the end, and go on after them."""
        parts = [self._data[self._at : self._at + count]]
        missing = count - len(parts[0])
        self._at += len(parts[0])
        while missing and self._turn():
            parts.append(self._data[:missing])
            self._at = len(parts[-1])
            missing -= self._at
        return b"".join(parts)

    def skip(self, count: int, hashed: Hash | None = None) -> int:
        """Pass over bytes, hash them if wished, and return how many there were."""
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
        """Go on to where a pattern of at most this width matches; return whether it does."""
        while not (match := pattern.search(self._data, self._at)):
            self._at = max(self._at, len(self._data) - width)
            if not self._fill():
                return False
        self._at = match.start()
        return True

    def _turn(self) -> bool:
        """Replace bytes that are done with by the next piece."""
        self._before += len(self._data)
        self._data, self._at = next(self._pieces, b""), 0
        return bool(self._data)

    def _fill(self) -> bool:
        """Add the next piece to what is not yet done with."""
        piece = next(self._pieces, b"")
        self._before += self._at
        self._data = self._data[self._at :] + piece
        self._at = 0
        return bool(piece)
