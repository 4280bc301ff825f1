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
_STEPS, _EXACT = 50, 1e-9
"""Steps to the rate at most, and the share of it that a last step changes; five are usual."""
_MOST_EXPONENT = 300.0
"""Beyond it a term of the sum is nothing."""
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
    # The sum falls with the rate and is convex, so Newton's steps from below never pass the solution.
    # They begin below, because t / (exp(x t) - 1) > 1 / x - t / 2.
    weights, seconds = sum(each[1] for each in changed), sum(each[0] * each[1] for each in changed)
    rate = weights / (unchanged + seconds / 2)
    for _ in range(_STEPS):
        total, fall = _sum(changed, rate)
        step = (total - unchanged) / fall
        rate += step
        if step < _EXACT * rate:
            break
    return rate


def _sum(changed: Sequence[tuple[float, float]], rate: float) -> tuple[float, float]:
    """Return the sum and how fast it falls."""
    total = fall = 0.0
    for seconds, weight in changed:
        exponent = rate * seconds
        if exponent < _MOST_EXPONENT:
            grown = math.expm1(exponent)
            term = weight * seconds / grown
            total += term
            fall += term * seconds * (grown + 1.0) / grown
    return total, fall


def fruit_rate(fruit: float, watched: float, expected: float) -> float:
    """Return the kept pages per second that are first found on a page."""
    return (fruit + expected * _PRIOR_SECONDS) / (watched + _PRIOR_SECONDS)


def fruit_for(rate: float, watched: float) -> float:
    """Return the kept pages that a page must have led to for such a rate."""
    return rate * (watched + _PRIOR_SECONDS)


def faded(amount: float, seconds: float) -> float:
    """Return what an amount is worth after some seconds."""
    return amount * math.exp2(-seconds / HALF_LIFE)


def faded_seconds(seconds: float) -> float:
    """Return what the last seconds are worth if each has faded since."""
    return HALF_LIFE / math.log(2.0) * (1.0 - faded(1.0, seconds))


def with_look(history: str, look: Look) -> str:
    """Return the last visits as text, after one more."""
    words = history.split()[1 - REMEMBERED_VISITS :]
    return " ".join([*words, f"{look.seconds:.0f}{'+' if look.changed else ''}"])


def from_text(history: str) -> list[Look]:
    """Read what ``with_look`` wrote."""
    return [Look(float(word.rstrip("+")), word[-1] == "+") for word in history.split()]
