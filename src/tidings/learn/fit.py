"""Logistic regression over many classes, on sparse rows; it knows neither words nor types.

What is learned is a change of given scores, kept small: where the data is silent the given scores stand.
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
_MEMORY = 8
_ENOUGH = 1e-3
"""A step that lessens the loss by a smaller share is the last."""
_FLAT = 1e-9
_SHIFTS = np.linspace(-2.0, 2.0, 17)
"""Never below -2: what scores no more than half a point stays without a type."""
_FACTORS = np.geomspace(0.25, 4.0, 25)


class Rows(NamedTuple):
    """A sparse matrix: the row, the column and the amount of everything that is not zero."""

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
    """Return the scores of each row as probabilities that sum to 1."""
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True))


def loss(scores: Array, targets: Numbers) -> float:
    """Return the summed surprise at the right classes."""
    highest = scores.max(axis=1)
    total = highest + np.log(np.exp(scores - highest[:, None]).sum(axis=1))
    return float((total - scores[np.arange(len(targets)), targets]).sum())


def fit(rows: Rows, given: Array, targets: Numbers, strictness: Array) -> Array:
    """Return the change of weights that explains the targets best on top of the given scores.

    The ``strictness`` of each class keeps its change small. A class without examples keeps its given scores.
    """
    right = np.zeros(given.shape)
    right[np.arange(len(targets)), targets] = 1.0
    learned = np.flatnonzero(right.any(axis=0))
    size = (rows.shape[1], len(learned))

    def measured(flat: Array) -> tuple[float, Array]:
        weights = flat.reshape(size)
        scores = given.copy()
        scores[:, learned] += rows.times(weights)
        wrong = (probabilities(scores) - right)[:, learned]
        pull = strictness[learned] * weights
        cost = loss(scores, targets) + float(pull.ravel() @ flat) / 2
        return cost, (rows.transposed_times(wrong) + pull).ravel()

    change = np.zeros((rows.shape[1], given.shape[1]))
    change[:, learned] = lowest(measured, np.zeros(size[0] * size[1])).reshape(size)
    return change


def lowest(measured: Callable[[Array], tuple[float, Array]], point: Array) -> Array:
    """Descend with the directions of L-BFGS until a step brings little."""
    past: deque[tuple[Array, Array]] = deque(maxlen=_MEMORY)
    cost, slope = measured(point)
    for _ in range(_STEPS):
        if np.abs(slope).max(initial=0.0) < _FLAT:
            break
        direction = -_curved(slope, past)
        step = 1.0 if past else 1.0 / max(1.0, float(np.linalg.norm(slope)))
        fall = float(direction @ slope)
        while (found := measured(point + step * direction))[0] > cost + 1e-4 * step * fall:
            step /= 2
            if step < 1e-10:
                return point
        past.append((step * direction, found[1] - slope))
        point, before = point + step * direction, cost
        cost, slope = found
        if len(past) > 1 and before - cost <= _ENOUGH * before:
            break
    return point


def _curved(slope: Array, past: deque[tuple[Array, Array]]) -> Array:
    """Return the slope seen through the curvature of the past steps."""
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
    """Return the shift of the last class and then the factor of all that make scores as sure as they are right."""
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
