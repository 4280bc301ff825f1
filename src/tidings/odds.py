"""Chances as log-odds, which can be summed, and back."""

from __future__ import annotations

import math

_LEAST = 1e-3


def likelihood(odds: float) -> float:
    """Return the probability that log-odds stand for."""
    return 1.0 / (1.0 + math.exp(-max(-700.0, odds)))


def odds_of(chance: float) -> float:
    """Return the log-odds of a probability; none is so sure that nothing could change it."""
    chance = min(max(chance, _LEAST), 1 - _LEAST)
    return math.log(chance / (1.0 - chance))
