"""How often a page changes, estimated from visits at irregular times; and what it leads to.

A visit shows only whether a page changed since the last one, not how often. Cho and Garcia-Molina (2003) give the
rate of a Poisson process that explains such observations best.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

REMEMBERED_VISITS = 16
"""Visits that the estimate rests on: more would be slow to notice that an event is over."""
_STEPS = 40
"""Halvings of the interval that holds the rate; 40 give nine digits."""
_PRIOR = 0.5
"""Weight of the expectation: half a visit that saw a change and half a visit that saw none."""
HALF_LIFE = 3 * 86_400.0
"""Seconds after which what a page led to counts half."""
_PRIOR_SECONDS = 7_200.0
"""Seconds of watching that the expectation about a hub is worth."""


class Look(NamedTuple):
    """One visit: the seconds since the one before, and whether the page had changed."""

    seconds: float
    changed: bool


def change_rate(visits: Sequence[Look], expected: float) -> float:
    """Return the changes per second that explain some visits best; ``expected`` counts as one more visit.

    The most likely rate solves a sum over visits that saw a change = the seconds of those that saw none.
    """
    gap = math.log(2.0) / expected
    unchanged = _PRIOR * gap + sum(visit.seconds for visit in visits if not visit.changed)
    changed = [(gap, _PRIOR)]
    changed += [(visit.seconds, 1.0) for visit in visits if visit.changed and visit.seconds > 0.0]
    low, high = 0.0, sum(weight for _, weight in changed) / unchanged
    # The sum falls with the rate, and at ``high`` it is below ``unchanged``: t / (exp(x t) - 1) < 1 / x.
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if _sum(changed, middle) > unchanged:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _sum(changed: Sequence[tuple[float, float]], rate: float) -> float:
    total = 0.0
    for seconds, weight in changed:
        exponent = rate * seconds
        total += weight * seconds / math.expm1(exponent) if exponent < 700.0 else 0.0
    return total


def fruit_rate(fruit: float, watched: float, expected: float) -> float:
    """Return the kept pages per second that are first found on a page."""
    return (fruit + expected * _PRIOR_SECONDS) / (watched + _PRIOR_SECONDS)


def fruit_for(rate: float, watched: float) -> float:
    """Return the kept pages that a page must have led to for such a rate."""
    return rate * (watched + _PRIOR_SECONDS)


def faded(amount: float, seconds: float) -> float:
    """Return what an amount is worth after some seconds."""
    return amount * math.exp2(-seconds / HALF_LIFE)


def to_text(visits: Sequence[Look]) -> str:
    """Return the last visits as text."""
    return " ".join(
        f"{visit.seconds:.0f}{'+' if visit.changed else ''}"
        for visit in visits[-REMEMBERED_VISITS:]
    )


def from_text(text: str) -> list[Look]:
    """Read what ``to_text`` wrote."""
    return [Look(float(word.rstrip("+")), word.endswith("+")) for word in text.split()]
