"""When to stop: estimates from the falling yield of visited links how many relevant pages remain.

A page cannot be found twice, so the yield of the same effort falls as pages are found. From how fast it falls one
can predict when it reaches zero. This is the depletion estimator of fisheries (Leslie and Davis, 1939).
"""

from __future__ import annotations

import json
import math
from collections import deque
from collections.abc import Sequence
from statistics import fmean
from typing import NamedTuple

BLOCK = 100
"""Visited links in a block, the unit of effort."""
BLOCKS = 10
"""Number of recent blocks used; no estimate before that."""
RECENT_BLOCKS = 5
"""Number of recent blocks from which the next yield is predicted."""
_Z_95 = 1.96
"""Standard errors on each side of a 95 % interval."""
_UNSEEN_95 = 3.0
"""Upper 95 % bound for the number of pages left when none was found (rule of three)."""


class Estimate(NamedTuple):
    """How many relevant pages there are in all, with the 95 % interval."""

    kept: int
    total: float
    low: float
    high: float

    @property
    def coverage(self) -> float:
        """Return the share of relevant pages that is kept, at the upper end of the interval."""
        return self.kept / self.high if self.high else 1.0

    def __str__(self) -> str:
        missing = 1 - self.kept / self.total if self.total else 0.0
        return (
            f"about {missing:.0%} of an estimated {self.total:,.0f} relevant pages are still out "
            f"(95 %: {self.low:,.0f}-{self.high:,.0f})"
        )


class Outlook:
    """Counts the kept pages of each block of visited links, and predicts how many are left."""

    def __init__(self) -> None:
        self._blocks: deque[int] = deque(maxlen=BLOCKS)
        """Kept pages of each complete block."""
        self._visited = 0
        """Visited links of the block that is not complete."""
        self._kept = 0
        """Kept pages of the block that is not complete."""
        self.completed = 0
        """Blocks completed in this run."""
        self.is_ordered = True
        """Whether the best links come first; otherwise a falling yield says nothing about the rest."""

    def to_text(self) -> str:
        """Return the counts as JSON, to go on from in another run."""
        return json.dumps([list(self._blocks), self._visited, self._kept])

    @classmethod
    def from_text(cls, text: str) -> Outlook:
        """Go on from the counts of an earlier run; an empty text starts from zero."""
        outlook = cls()
        if text:
            blocks, outlook._visited, outlook._kept = json.loads(text)
            outlook._blocks.extend(blocks)
        return outlook

    def visited(self, *, kept: bool) -> None:
        """Count a visited link."""
        self._visited += 1
        self._kept += kept
        if self._visited == BLOCK:
            self._blocks.append(self._kept)
            self._visited = self._kept = 0
            self.completed += 1

    def visited_elsewhere(self, pages: int, kept: int) -> None:
        """Count pages that other crawls of the collection have visited; the kept ones are taken as spread evenly."""
        for number in range(pages):
            self.visited(kept=(number + 1) * kept // pages > number * kept // pages)

    @property
    def recent_yield(self) -> float:
        """Return the share of the last links that led to kept pages; 1 before there are enough."""
        last = list(self._blocks)[-RECENT_BLOCKS:]
        return sum(last) / (BLOCK * RECENT_BLOCKS) if len(last) == RECENT_BLOCKS else 1.0

    def estimate(self, kept: int) -> Estimate | None:
        """Return how many relevant pages there are, given the number kept; None if that cannot be estimated."""
        if len(self._blocks) < BLOCKS or not self.is_ordered:
            return None
        before = kept - self._kept - sum(self._blocks)
        return _depletion(self._blocks, before, kept)


def _depletion(catches: Sequence[int], before: int, kept: int) -> Estimate | None:
    """Fit a line through each catch over the total caught by then; return where it is zero, None if nowhere."""
    if not any(catches):
        return Estimate(kept, kept, kept, kept + _UNSEEN_95)
    caught, total = [], float(before)
    for catch in catches:
        caught.append(total + catch / 2)  # the middle of the block
        total += catch
    middle, mean = fmean(caught), fmean(catches)
    width = sum((x - middle) ** 2 for x in caught)
    slope = sum((x - middle) * (mean - catch) for x, catch in zip(caught, catches, strict=True))
    if slope <= 0:
        return None
    slope /= width
    end = max(float(kept), middle + mean / slope)
    residuals = [
        catch - mean + slope * (x - middle) for x, catch in zip(caught, catches, strict=True)
    ]
    # Catches are counts: their variance is at least their mean, even if they happen to lie on a line.
    noise = max(sum(residual**2 for residual in residuals) / (len(catches) - 2), mean)
    error = _Z_95 * math.sqrt(noise * (1 / len(catches) + (end - middle) ** 2 / width)) / slope
    return Estimate(kept, end, max(float(kept), end - error), end + error)
