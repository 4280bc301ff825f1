"""An archive that keeps nothing but counts, for crawls that only compare strategies."""

from __future__ import annotations

from tidings.model import Pointer


class CountingArchive:
    """Takes records in and forgets them; offsets are as if they had been written."""

    def __init__(self) -> None:
        self._length = 0

    def append(self, records: bytes) -> Pointer:
        """Count records."""
        pointer = Pointer("memory", self._length, len(records))
        self._length += len(records)
        return pointer

    def flush(self) -> tuple[str, int]:
        """Return how much was counted."""
        return "memory", self._length

    def close(self) -> None:
        """Do nothing."""
