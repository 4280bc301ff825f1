"""Memories that do not grow, whatever a crawl meets."""

from __future__ import annotations

from array import array
from itertools import islice
from typing import Any

_DEEPEST = 32_767
"""No link is taken to be deeper: what the memory has room for."""
DONE = float("inf")
"""The score to remember for an address that can never wait again."""


class SeenCache:
    """Remembers the best score of recently met addresses, and how deep they were, so that most links of a page never reach the database.

    Certain when it says known, forgetful otherwise: one slot per low bits of the identity, a later address evicts an earlier one: eighteen bytes a slot, no growth.
    """

    def __init__(self, slots_log2: int = 20) -> None:
        self._mask = (1 << slots_log2) - 1
        self._ids = array("q", bytes(8 << slots_log2))
        self._scores = array("d", bytes(8 << slots_log2))
        self._depths = array("h", bytes(2 << slots_log2))

    def known(self, id_: int, score: float, depth: int = 0) -> bool:
        """Return whether this address was met with at least this score and no deeper, so that nothing can change."""
        slot = id_ & self._mask
        return (
            self._ids[slot] == id_
            and self._scores[slot] >= score
            and (self._depths[slot] <= depth or self._scores[slot] == DONE)
        )

    def remember(self, id_: int, score: float, depth: int = 0) -> None:
        """Note that an address was met with a score, so many links from a seed; the best of each counts."""
        slot = id_ & self._mask
        if self._ids[slot] == id_:
            score, depth = max(score, self._scores[slot]), min(depth, self._depths[slot])
        self._ids[slot] = id_
        self._scores[slot] = score
        self._depths[slot] = min(depth, _DEEPEST)

    def rescore(self, id_: int, score: float) -> None:
        """Take another score for an address that is remembered."""
        slot = id_ & self._mask
        if self._ids[slot] == id_:
            self._scores[slot] = score


def forget(remembered: dict[Any, Any], most: int) -> None:
    """Drop a tenth of what is remembered, the oldest, when it is too much."""
    if len(remembered) > most:
        for key in [*islice(remembered, most // 10)]:
            del remembered[key]
