"""A set of ids that stays small: recent ones in a hash set, all others in one sorted row."""

from __future__ import annotations

from array import array
from bisect import bisect_left

import numpy as np

_RECENT = 250_000
"""Ids in the hash set, about 20 MB; a larger one saves little time."""


class Distinct:
    """Counts distinct 64-bit ids with 8 bytes each."""

    def __init__(self) -> None:
        self._recent: set[int] = set()
        self._sorted = array("q")

    def __len__(self) -> int:
        """Return how many ids were added."""
        return len(self._recent) + len(self._sorted)

    def add(self, id_: int) -> bool:
        """Add an id; return whether it is new."""
        if id_ in self._recent:
            return False
        place = bisect_left(self._sorted, id_)
        if place < len(self._sorted) and self._sorted[place] == id_:
            return False
        self._recent.add(id_)
        if len(self._recent) >= _RECENT:
            self._merge()
        return True

    def _merge(self) -> None:
        recent = np.fromiter(self._recent, np.int64, len(self._recent))
        both = np.concatenate((np.frombuffer(self._sorted, np.int64), recent))
        both.sort()
        self._sorted = array("q", both.tobytes())
        self._recent.clear()
