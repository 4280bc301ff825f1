"""An archive that stores nothing, for crawls that only compare strategies."""

from __future__ import annotations

from tidings.model import Pointer


class CountingArchive:
    """Counts the bytes of records and drops them; offsets are as if they had been written."""

    def __init__(self) -> None:
        self._length = 0

    def append(self, records: bytes) -> Pointer:
        """Count records and return where they would begin."""
        pointer = Pointer("memory", self._length, len(records))
        self._length += len(records)
        return pointer

    def blank(self, pointer: Pointer) -> None:
        """Do nothing."""

    def flush(self) -> tuple[str, int]:
        """Return the number of bytes counted."""
        return "memory", self._length

    def close(self) -> None:
        """Do nothing."""
