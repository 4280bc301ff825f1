"""Convert probabilities to log-odds, which add up, and back."""

from __future__ import annotations

import math

_MARGIN = 1e-3
"""Probabilities are clipped to this distance from 0 and 1, so that further evidence can still move them."""


def probability(log_odds: float) -> float:
    """Return the probability for some log-odds."""
    return 1.0 / (1.0 + math.exp(-max(-700.0, log_odds)))  # exp overflows above 709


def log_odds(probability: float) -> float:
    """Return the log-odds of a probability, clipped to stay finite."""
    clipped = min(max(probability, _MARGIN), 1 - _MARGIN)
    return math.log(clipped / (1.0 - clipped))
