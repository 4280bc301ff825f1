"""Calibrated probabilities: how often pages with a score are relevant, fitted over webs of several kinds.

The log-odds of a score are scaled and shifted (Platt). Each web gives its own slope and offset; their medians are used
for a web nobody has seen, so that one odd web does not decide. ``python -m benchmarks fit`` makes them again.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from statistics import median
from typing import NamedTuple

from tidings.odds import log_odds, probability

Counts = Mapping[int, tuple[int, int]]
"""Bin -> relevant pages, other pages. Bin 0 begins at the threshold, so that bins from 0 on are kept."""

WIDTH = 0.4
"""Log-odds: of a bin."""
_FARTHEST = 12
"""Bins on each side of the threshold; further scores count as the last bin."""
_PAGES = 100.0
"""What all pages of a web weigh together, whatever their number."""
_PRIOR = 3.0
"""Weight of the belief that scores are right as they are, in pages."""
_STEPS, _LONGEST = 60, 0.5
"""Steps of Newton's method, and the longest step."""


class Calibration(NamedTuple):
    """A straight line from the log-odds of a score to those of being relevant."""

    slope: float
    offset: float

    def probability(self, score: float) -> float:
        """Return how likely a page with a score is relevant."""
        return probability(self.slope * log_odds(score) + self.offset)


CALIBRATION = Calibration(1.06, -0.01)
"""The medians over the webs of ``benchmarks/fitted.json``."""


class Expected(NamedTuple):
    """What the scores of visited pages let expect of the decision to keep."""

    precision: float
    """Share of the kept pages that are relevant."""
    recall: float
    """Share of the relevant pages among those visited that are kept."""


def expected(
    scores: Iterable[tuple[float, int, int]], calibration: Calibration = CALIBRATION
) -> Expected | None:
    """Return what is expected of scores, each with the pages kept and rejected; None if nothing was kept."""
    kept = right = relevant = 0.0
    for score, keeps, rejects in scores:
        likely = calibration.probability(score)
        kept, right, relevant = (
            kept + keeps,
            right + keeps * likely,
            relevant + (keeps + rejects) * likely,
        )
    return Expected(right / kept, right / relevant) if kept else None


def bin_of(score: float, threshold: float) -> int:
    """Return the bin of a score."""
    place = math.floor((log_odds(score) - log_odds(threshold)) / WIDTH)
    return max(-_FARTHEST, min(_FARTHEST, place))


def middle(place: int, threshold: float) -> float:
    """Return the score in the middle of a bin."""
    return probability(log_odds(threshold) + (place + 0.5) * WIDTH)


def fitted(counts: Counts, threshold: float) -> Calibration:
    """Return the calibration of one web: the likeliest line, drawn a little towards the scores as they are."""
    weight = _PAGES / sum(map(sum, counts.values()))
    rows = [(log_odds(middle(place, threshold)), *both) for place, both in counts.items()]
    slope, offset = 1.0, 0.0
    for _ in range(_STEPS):
        g0, g1 = _PRIOR * (slope - 1.0), _PRIOR * offset
        h00 = h11 = _PRIOR
        h01 = 0.0
        for x, right, wrong in rows:
            p = probability(slope * x + offset)
            error = weight * ((right + wrong) * p - right)
            curve = weight * (right + wrong) * p * (1.0 - p)
            g0, g1 = g0 + error * x, g1 + error
            h00, h01, h11 = h00 + curve * x * x, h01 + curve * x, h11 + curve
        area = h00 * h11 - h01 * h01
        slope -= _limited((h11 * g0 - h01 * g1) / area)
        offset -= _limited((h00 * g1 - h01 * g0) / area)
    return Calibration(slope, offset)


def _limited(step: float) -> float:
    return max(-_LONGEST, min(_LONGEST, step))


def typical(calibrations: Iterable[Calibration]) -> Calibration:
    """Return the calibration for a web that was never seen: the medians over those that were."""
    slopes, offsets = zip(*calibrations, strict=True)
    return Calibration(round(median(slopes), 2), round(median(offsets), 2))
