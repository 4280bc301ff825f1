"""Trains the page model from a few judgements: logistic regression on top of a measure's own score."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from tidings.learn.fit import Array, lowest
from tidings.learn.page_model import SIZE, Buckets, Cells, PageModel, cells_of, relative, sigmoid

STRICTNESS = 0.01
"""How much a word must explain to weigh much. Of 0.005, 0.01, 0.02 and 0.1 on generated webs the first two are alike and the
best, with vague event files and with good ones: a handful of judgements must suffice to turn a page."""
_SLOPE_STRICTNESS = 1.0
"""The same for trusting the measure more or less than it trusts itself."""
_SHIFT_STRICTNESS = 0.1
PRESUMED_SHARE = 0.5
"""What a presumed lesson counts at most, and all of a kind together, as a share of the real ones."""
_REAL_LEAST = 6
"""Real ones there are taken to be, so that presumed lessons say something before the first judgement."""
FEWEST_TO_CALIBRATE = 10
_FOLDS = 5
_FACTORS = np.geomspace(0.25, 4.0, 17)
_SLIGHT = 1e-4


class Lesson(NamedTuple):
    """A page whose relevance is known, or only presumed, to learn from."""

    terms: bytes
    base: float
    """Its score by the measure alone."""
    relevant: bool
    presumed: bool = False


class _Table(NamedTuple):
    """Lessons as numbers; only buckets that some lesson has are columns."""

    cells: Cells
    used: Buckets
    given: Array
    targets: Array
    counts: Array
    """How much each lesson counts."""

    def part(self, chosen: Buckets) -> _Table:
        rows = np.full(self.cells.pages, -1)
        rows[chosen] = np.arange(len(chosen))
        inside = rows[self.cells.rows] >= 0
        cells = Cells(
            rows[self.cells.rows[inside]],
            self.cells.buckets[inside],
            self.cells.amounts[inside],
            len(chosen),
        )
        return _Table(
            cells, self.used, self.given[chosen], self.targets[chosen], self.counts[chosen]
        )


class _Change(NamedTuple):
    weights: Array
    slope: float
    shift: float

    def logits(self, table: _Table) -> Array:
        given = (1 + self.slope) * table.given + self.shift
        return np.asarray(given + table.cells.times(self.weights))


def learn(
    lessons: Sequence[Lesson], sample: Sequence[bytes], threshold: float, version: int
) -> PageModel:
    """Return the model that explains the lessons; a sample of all pages tells which words are rare."""
    if not lessons:
        return PageModel(version, threshold, np.zeros(SIZE, np.float32))
    telling = rarity(sample)
    table = _table(lessons, telling, threshold)
    change = _fit(table)
    factor = _calibration(table, np.array([lesson.presumed for lesson in lessons]))
    weights = np.zeros(SIZE, np.float32)
    weights[table.used] = factor * change.weights * telling[table.used]
    weights[np.abs(weights) < _SLIGHT] = 0.0
    return PageModel(
        version, threshold, weights, factor * (1 + change.slope), factor * change.shift
    )


def rarity(sample: Sequence[bytes]) -> Array:
    """Return how telling a word of each bucket is, from 0 to 1: the rarer among the pages, the more."""
    having = np.bincount(cells_of(sample).buckets, minlength=SIZE)
    most = math.log(len(sample) + 1) + 1
    return np.asarray((np.log((len(sample) + 1) / (having + 1)) + 1) / most)


def _table(lessons: Sequence[Lesson], telling: Array, threshold: float) -> _Table:
    cells = cells_of([lesson.terms for lesson in lessons])
    used, columns = np.unique(cells.buckets, return_inverse=True)
    weighed = Cells(cells.rows, columns, cells.amounts * telling[cells.buckets], cells.pages)
    counts = _counts(lessons)
    given = relative(np.array([lesson.base for lesson in lessons]), threshold)
    targets = np.array([lesson.relevant for lesson in lessons], dtype=np.float64)
    return _Table(weighed, used, given, targets, counts)


def _counts(lessons: Sequence[Lesson]) -> Array:
    """Return how much each lesson counts: presumed pages of a kind together no more than some real ones."""
    counts = np.ones(len(lessons))
    real = sum(not lesson.presumed for lesson in lessons)
    for relevant in (False, True):
        presumed = [n for n, one in enumerate(lessons) if one.presumed and one.relevant is relevant]
        most = PRESUMED_SHARE * max(real, _REAL_LEAST)
        counts[presumed] = min(PRESUMED_SHARE, most / max(1, len(presumed)))
    return counts


def _fit(table: _Table) -> _Change:
    size = len(table.used)
    strictness = np.full(size + 2, STRICTNESS)
    strictness[size:] = _SLOPE_STRICTNESS, _SHIFT_STRICTNESS

    def measured(flat: Array) -> tuple[float, Array]:
        scores = _Change(flat[:size], flat[size], flat[size + 1]).logits(table)
        wrong = table.counts * (sigmoid(scores) - table.targets)
        surprise = np.logaddexp(0.0, np.where(table.targets > 0, -scores, scores))
        pull = strictness * flat
        cost = float(table.counts @ surprise + pull @ flat / 2)
        cells = table.cells
        words = np.bincount(cells.buckets, cells.amounts * wrong[cells.rows], size)
        return cost, np.concatenate([words, [wrong @ table.given, wrong.sum()]]) + pull

    found = lowest(measured, np.zeros(size + 2))
    return _Change(found[:size], float(found[size]), float(found[size + 1]))


def _calibration(table: _Table, presumed: Buckets) -> float:
    """Return the factor that makes the model as sure of lessons it has not seen as it is right about them."""
    real = np.flatnonzero(~presumed)
    if len(real) < FEWEST_TO_CALIBRATE or len(set(table.targets[real])) < 2:
        return 1.0
    scores = np.zeros(len(table.targets))
    for fold in range(_FOLDS):
        unseen = real[fold::_FOLDS]
        seen = np.setdiff1d(np.arange(len(table.targets)), unseen)
        scores[unseen] = _fit(table.part(seen)).logits(table.part(unseen))
    signs = np.where(table.targets[real] > 0, -1.0, 1.0)

    def surprise(factor: float) -> float:
        return float(np.logaddexp(0.0, signs * factor * scores[real]).sum())

    return float(min(_FACTORS, key=surprise))
