"""Memories of fixed size, however much a crawl meets."""

from __future__ import annotations

from itertools import islice
from mmap import MAP_ANONYMOUS, MAP_PRIVATE, mmap
from typing import Any

from tidings.model import Candidate

_MAX_DEPTH = 32_767
"""Largest depth a slot can hold (16 bits)."""
_DEPTH_MIX = 0x9E3779B1
"""Odd factor that scatters the keys of one link at different depths."""
DONE = float("inf")
"""Score of a link that can never wait again."""


class SeenCache:
    """Remembers the best score and the least depth of links, so that most links of a page never reach the database.

    It may forget a link, but never invents one. A table with open addressing: a link lies in the slot that its
    low bits name, its home, or in one of the next ``probes`` slots. When all of these are taken, it evicts the
    link at its home. With one probe that is fast and forgetful; 32 probes forget nothing until half the slots are
    taken. 18 bytes a slot, no growth. The system gives the memory of a slot when it is first used: most crawls are
    small, and the lab makes thousands.
    """

    def __init__(self, slots_log2: int = 20, probes: int = 1) -> None:
        self._mask = (1 << slots_log2) - 1
        self._further = range(1, probes)
        table = memoryview(mmap(-1, 18 << slots_log2, flags=MAP_PRIVATE | MAP_ANONYMOUS))
        self._ids = table[: 8 << slots_log2].cast("q")
        self._scores = table[8 << slots_log2 : 16 << slots_log2].cast("d")
        self._depths = table[16 << slots_log2 :].cast("h")

    def known(self, id_: int, score: float, depth: int = 0) -> bool:
        """Return whether a link was found with at least this score and no deeper, so that nothing can change."""
        slot = id_ & self._mask
        if self._further:
            slot = self._probe(id_, slot)
        return (
            self._ids[slot] == id_
            and self._scores[slot] >= score
            and (self._depths[slot] <= depth or self._scores[slot] == DONE)
        )

    def remember(self, id_: int, score: float, depth: int = 0) -> None:
        """Note a link with its score and depth; the best of each counts."""
        slot = id_ & self._mask
        if self._further:
            slot = self._probe(id_, slot)
        if self._ids[slot] == id_:
            score, depth = max(score, self._scores[slot]), min(depth, self._depths[slot])
        self._ids[slot] = id_
        self._scores[slot] = score
        self._depths[slot] = min(depth, _MAX_DEPTH)

    def is_news(self, id_: int, score: float) -> bool:
        """Return whether a link was never found with at least this score, and remember it."""
        slot = id_ & self._mask
        if self._further:
            slot = self._probe(id_, slot)
        if self._ids[slot] == id_ and self._scores[slot] >= score:
            return False
        self._ids[slot] = id_
        self._scores[slot] = score
        return True

    def score(self, id_: int) -> float | None:
        """Return the score of a link, None if it is not remembered."""
        slot = id_ & self._mask
        if self._further:
            slot = self._probe(id_, slot)
        return self._scores[slot] if self._ids[slot] == id_ else None

    def rescore(self, id_: int, score: float) -> None:
        """Replace the score of a link, if it is remembered."""
        slot = id_ & self._mask
        if self._further:
            slot = self._probe(id_, slot)
        if self._ids[slot] == id_:
            self._scores[slot] = score

    def _probe(self, id_: int, home: int) -> int:
        """Return the slot of a link, else the first free one, else its home."""
        ids, slot = self._ids, home
        if ids[slot] == id_ or not ids[slot]:
            return slot
        for _ in self._further:
            slot = (slot + 1) & self._mask
            if ids[slot] == id_ or not ids[slot]:
                return slot
        return home


def link_key(candidate: Candidate) -> int:
    """Return a key of a link as it was found: from each depth, and barred or not, it is news of its own."""
    link = candidate.link
    return candidate.id ^ _DEPTH_MIX * (2 * link.depth + (link.barred is not None))


def forget(memory: dict[Any, Any], most: int) -> None:
    """Drop the oldest tenth of a dictionary with more than ``most`` entries."""
    if len(memory) > most:
        for key in [*islice(memory, most // 10)]:
            del memory[key]
