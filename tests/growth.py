"""How processor time grows with the size of the input: a ratio, so that a busy or slow machine is no failure."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from typing import TypeVar

FACTOR = 4
LINEAR = 8.0
"""Growth that still counts as linear when the input is ``FACTOR`` times as large; quadratic would be 16."""

_TRIES = 5
_NOISE = 0.005
"""Seconds below which a measurement says nothing."""

Input = TypeVar("Input")


def growth(make: Callable[[int], Input], call: Callable[[Input], object], size: int) -> float:
    """Return how many times longer a call takes when its input is ``FACTOR`` times as large."""
    gc.disable()  # a collection would search all of pytest, on the time of the call
    try:
        small = max(_seconds(make, call, size, enough=_NOISE), _NOISE)
        return _seconds(make, call, FACTOR * size, enough=LINEAR * small) / small
    finally:
        gc.enable()


def _seconds(
    make: Callable[[int], Input], call: Callable[[Input], object], size: int, enough: float = 0.0
) -> float:
    """Return the least processor time of several calls; one below ``enough`` is the last."""
    least = float("inf")
    for _ in range(_TRIES):
        given = make(size)
        begin = time.process_time()
        call(given)
        least = min(least, time.process_time() - begin)
        if least < enough:
            break
    return least
