"""When enough is enough: what the last links brought, and how much is still out by the way that sinks.

What is found cannot be found again. So the more of it is found, the less the same effort brings, and from how fast
that sinks one can tell when it will be nothing: the depletion estimator of fisheries (Leslie and Davis, 1939).
"""

from __future__ import annotations

import json
import math
from collections import deque
from collections.abc import Sequence
from statistics import fmean
from typing import NamedTuple

BLOCK = 100
"""Links visited with the same effort: a block."""
BLOCKS = 10
"""The last blocks count, as many as this; before there are so many, nothing is said."""
HEAD = 5
"""Of these the last ones show what the head of the queue is worth."""
_SURE = 1.96
"""Standard errors on both sides of an estimate that hold the truth 95 times of 100."""
_NONE_FOUND = 3.0
"""How many there may be of what was never met, with the same confidence."""


class Estimate(NamedTuple):
    """How many pages there are to keep in all, with the 95 % interval."""

    kept: int
    total: float
    low: float
    high: float

    @property
    def coverage(self) -> float:
        """Return which share of them is kept for sure: at the upper end of the interval."""
        return self.kept / self.high if self.high else 1.0

    def __str__(self) -> str:
        out = 1 - self.kept / self.total if self.total else 0.0
        return (
            f"about {out:.0%} of an estimated {self.total:,.0f} relevant pages are still out "
            f"(95 %: {self.low:,.0f}-{self.high:,.0f})"
        )


class Outlook:
    """Counts what visited links bring, block by block, and tells what is still to come."""

    def __init__(self, text: str = "") -> None:
        """Begin with nothing, or with what ``text`` tells of an earlier run."""
        blocks, visited, kept = json.loads(text) if text else ([], 0, 0)
        self._blocks: deque[int] = deque(blocks, BLOCKS)
        """How many pages were kept of each block."""
        self._visited: int = visited
        self._kept: int = kept
        """The same of the block that is not complete."""
        self.completed = 0
        """Blocks completed in this run."""

    def to_text(self) -> str:
        """Return all that is known, to go on from."""
        return json.dumps([list(self._blocks), self._visited, self._kept])

    def visited(self, *, kept: bool) -> None:
        """Count a link that was visited."""
        self._visited += 1
        self._kept += kept
        if self._visited == BLOCK:
            self._blocks.append(self._kept)
            self._visited = self._kept = 0
            self.completed += 1

    @property
    def promise(self) -> float:
        """Return the share of pages to keep behind the next links, if they are like the last; 1 as long as those are few."""
        last = list(self._blocks)[-HEAD:]
        return sum(last) / (BLOCK * HEAD) if len(last) == HEAD else 1.0

    def estimate(self, kept: int) -> Estimate | None:
        """Return how many pages there are to keep when so many are; None as long as nobody can tell."""
        if len(self._blocks) < BLOCKS:
            return None
        before = kept - self._kept - sum(self._blocks)
        return _depletion(self._blocks, before, kept)


def _depletion(catches: Sequence[int], before: int, kept: int) -> Estimate | None:
    """Return where the line through catches and what had been caught by then reaches zero, if it sinks."""
    if not any(catches):
        return Estimate(kept, kept, kept, kept + _NONE_FOUND)
    caught, total = [], float(before)
    for catch in catches:
        caught.append(total + catch / 2)
        total += catch
    middle, mean = fmean(caught), fmean(catches)
    width = sum((one - middle) ** 2 for one in caught)
    slope = sum((one - middle) * (mean - catch) for one, catch in zip(caught, catches, strict=True))
    if slope <= 0:
        return None
    slope /= width
    end = max(float(kept), middle + mean / slope)
    misses = [
        catch - mean + slope * (one - middle) for one, catch in zip(caught, catches, strict=True)
    ]
    noise = max(sum(miss**2 for miss in misses) / (len(catches) - 2), mean)
    error = _SURE * math.sqrt(noise * (1 / len(catches) + (end - middle) ** 2 / width)) / slope
    return Estimate(kept, end, max(float(kept), end - error), end + error)
