"""Multinomial logistic regression on sparse rows; knows neither words nor types.

It fits a small change to given scores, which stand where the data says nothing.
We do not use scikit-learn: it takes 2.8 s and 232 MB to import instead of 0.24 s and 73 MB, and is about as fast per
page. It also has no offsets for given scores, and our weights name the words behind a score as evidence.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.intp]

_STEPS = 60
"""Steps of the descent at most."""
_PAST_STEPS = 8
"""Earlier steps that the curvature is estimated from."""
_LEAST_GAIN = 1e-3
"""Share of the cost: a step that reduces it by less is the last."""
_FLAT_SLOPE = 1e-9
_SUFFICIENT_DECREASE = 1e-4
"""Share of the expected gain that a step must bring (Armijo's rule)."""
_SHORTEST_STEP = 1e-10
_SHIFTS = np.linspace(-2.0, 2.0, 17)
"""Shifts of the last class to try. Not below -2: a text with a score under 0.5 must never get a type."""
_FACTORS = np.geomspace(0.25, 4.0, 25)
"""Factors of all scores to try."""


class Rows(NamedTuple):
    """A sparse matrix: the row, column and amount of every entry that is not zero."""

    rows: Numbers
    columns: Numbers
    amounts: Array
    shape: tuple[int, int]

    def times(self, matrix: Array) -> Array:
        """Return the product with a matrix."""
        return _product(self.rows, self.columns, self.amounts, matrix, self.shape[0])

    def transposed_times(self, matrix: Array) -> Array:
        """Return the product of the transposed rows with a matrix."""
        return _product(self.columns, self.rows, self.amounts, matrix, self.shape[1])


def _product(into: Numbers, out_of: Numbers, amounts: Array, matrix: Array, size: int) -> Array:
    columns = np.ascontiguousarray(matrix.T)
    return np.stack([np.bincount(into, column[out_of] * amounts, size) for column in columns], 1)


def probabilities(scores: Array) -> Array:
    """Return the softmax of each row of scores: over many classes what ``odds.probability`` is over two."""
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True))


def loss(scores: Array, targets: Numbers) -> float:
    """Return the summed cross-entropy of scores and the right classes."""
    highest = scores.max(axis=1)
    total = highest + np.log(np.exp(scores - highest[:, None]).sum(axis=1))
    return float((total - scores[np.arange(len(targets)), targets]).sum())


def fit(rows: Rows, given: Array, targets: Numbers, penalties: Array) -> Array:
    """Return the change of weights that best explains the targets on top of the given scores.

    The penalty of each class keeps its change small. A class without examples keeps its given scores.
    """
    right = np.zeros(given.shape)
    right[np.arange(len(targets)), targets] = 1.0
    learned = np.flatnonzero(right.any(axis=0))
    size = (rows.shape[1], len(learned))

    def cost_and_slope(flat: Array) -> tuple[float, Array]:
        weights = flat.reshape(size)
        scores = given.copy()
        scores[:, learned] += rows.times(weights)
        errors = (probabilities(scores) - right)[:, learned]
        pull = penalties[learned] * weights
        cost = loss(scores, targets) + float(pull.ravel() @ flat) / 2
        return cost, (rows.transposed_times(errors) + pull).ravel()

    change = np.zeros((rows.shape[1], given.shape[1]))
    change[:, learned] = minimum(cost_and_slope, np.zeros(size[0] * size[1])).reshape(size)
    return change


def minimum(cost_and_slope: Callable[[Array], tuple[float, Array]], point: Array) -> Array:
    """Descend by L-BFGS from a point until a step gains little."""
    past: deque[tuple[Array, Array]] = deque(maxlen=_PAST_STEPS)
    cost, slope = cost_and_slope(point)
    for _ in range(_STEPS):
        if np.abs(slope).max(initial=0.0) < _FLAT_SLOPE:
            break
        direction = -_curved(slope, past)
        # Without a past there is no curvature to scale the first step by.
        step = 1.0 if past else 1.0 / max(1.0, float(np.linalg.norm(slope)))
        fall = float(direction @ slope)
        while (reached := cost_and_slope(point + step * direction))[0] > (
            cost + _SUFFICIENT_DECREASE * step * fall
        ):
            step /= 2
            if step < _SHORTEST_STEP:
                return point
        past.append((step * direction, reached[1] - slope))
        point, before = point + step * direction, cost
        cost, slope = reached
        if len(past) > 1 and before - cost <= _LEAST_GAIN * before:
            break
    return point


def _curved(slope: Array, past: deque[tuple[Array, Array]]) -> Array:
    """Return the slope divided by the curvature of the past steps (the two-loop recursion of L-BFGS)."""
    direction, shares = slope.copy(), []
    for moved, bent in reversed(past):
        share = (moved @ direction) / (moved @ bent)
        direction -= share * bent
        shares.append(share)
    if past:
        moved, bent = past[-1]
        direction *= (moved @ bent) / (bent @ bent)
    for (moved, bent), share in zip(past, reversed(shares), strict=True):
        direction += (share - (bent @ direction) / (moved @ bent)) * moved
    return direction


def calibration(scores: Array, targets: Numbers) -> tuple[float, float]:
    """Return the factor of all scores and the shift of the last class that make probabilities match accuracy."""
    factor, shift = 1.0, 0.0
    for _ in range(2):
        shift = min(_SHIFTS, key=lambda shift: loss(calibrated(scores, factor, shift), targets))
        factor = min(_FACTORS, key=lambda factor: loss(calibrated(scores, factor, shift), targets))
    return float(factor), float(shift)


def calibrated(scores: Array, factor: float, shift: float) -> Array:
    """Return scores with the last class shifted, then all multiplied."""
    moved = scores * factor
    moved[:, -1] += factor * shift
    return moved
