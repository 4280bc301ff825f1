"""Trains the page model from a few judgements: logistic regression on top of a measure's own score."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from tidings.learn.fit import Array, Numbers, minimum
from tidings.learn.page_model import Cells, PageModel, cells_of, relative, sigmoid
from tidings.learn.page_words import SIZE
from tidings.learn.validation import NEVER, dealt, grouped, held_out

_WORD_PENALTY = 0.01
"""Penalty on the weights of words: low, because a handful of judgements must suffice to change a page's side.
Tried on generated webs, with vague and with good event files: 0.005 and 0.01 are alike and better than 0.02 and 0.1."""
_LABELLED_PENALTY = 0.1
"""Penalty on the weights of words if there are many labels. Tried on posts about nine events, with nine others held
out: 0.01 ranks them as well but has a lower F1. With 0.3 and more, nearly all are taken."""
_SLOPE_PENALTY = 1.0
"""Penalty on trusting the measure more or less than it trusts itself."""
_SHIFT_PENALTY = 0.1
"""Penalty on shifting all pages."""
PRESUMED_SHARE = 0.5
"""Most that one presumed lesson counts, and share of the real lessons that all of one side count together."""
_LEAST_REAL = 6
"""Real lessons assumed at least, so that presumed ones count before the first judgement."""
FEWEST_TO_CALIBRATE = 10
"""Real lessons needed to calibrate the model."""
_FOLDS = 5
_FACTORS = np.geomspace(0.25, 4.0, 17)
"""Factors of all scores that calibration tries."""
_LEAST_WEIGHT = 1e-4
"""Smaller weights are dropped."""


class Lesson(NamedTuple):
    """A page whose relevance is known, or only presumed."""

    terms: bytes
    base: float
    """Its score by the measure alone."""
    relevant: bool
    presumed: bool = False


class _Table(NamedTuple):
    """Lessons as numbers; only buckets that some lesson has are columns."""

    cells: Cells
    used: Numbers
    """The bucket of each column."""
    given: Array
    targets: Array
    counts: Array
    """How much each lesson counts."""

    def part(self, chosen: Numbers) -> _Table:
        """Return the table of some lessons."""
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
    """A fitted change of the measure's logits."""

    weights: Array
    slope: float
    shift: float

    def logits(self, table: _Table) -> Array:
        """Return the changed logits of a table's lessons."""
        given = (1 + self.slope) * table.given + self.shift
        return np.asarray(given + table.cells.times(self.weights))


def learn(
    lessons: Sequence[Lesson], sample: Sequence[bytes], threshold: float, revision: int
) -> PageModel:
    """Return the model that explains the lessons; a sample of all pages shows which words are rare."""
    if not lessons:
        return PageModel(revision, threshold, np.zeros(SIZE, np.float32))
    rarities = rarity(sample)
    table = _table(lessons, rarities, threshold)
    change = _fit(table)
    factor = _calibration(table, np.array([lesson.presumed for lesson in lessons]))
    return replace(_model(table, change, factor, rarities, threshold), revision=revision)


def _model(
    table: _Table, change: _Change, factor: float, rarities: Array, threshold: float
) -> PageModel:
    weights = np.zeros(SIZE, np.float32)
    weights[table.used] = factor * change.weights * rarities[table.used]
    weights[np.abs(weights) < _LEAST_WEIGHT] = 0.0
    return PageModel(0, threshold, weights, factor * (1 + change.slope), factor * change.shift)


def learn_labelled(
    lessons: Sequence[Lesson], groups: Sequence[str], sample: Sequence[bytes], threshold: float
) -> tuple[PageModel, Array]:
    """Return the model of many labelled pages, and the log-odds of each by a model that did not see its group.

    Pages with an empty group are groups of their own.
    """
    rarities = rarity(sample)
    table = _table(lessons, rarities, threshold)
    logits = held_out(
        grouped(groups, _FOLDS),
        table.targets.shape,
        lambda seen, unseen: _fit(table.part(seen), _LABELLED_PENALTY).logits(table.part(unseen)),
    )
    factor = _factor(logits, table.targets)
    return _model(
        table, _fit(table, _LABELLED_PENALTY), factor, rarities, threshold
    ), factor * logits


def rarity(sample: Sequence[bytes]) -> Array:
    """Return the rarity of each bucket among some pages, from 0 to 1.

    An inverse document frequency, smoothed because a sample may be empty or lack a bucket. The type trainer's is not
    smoothed: its terms are all frequent.
    """
    having = np.bincount(cells_of(sample).buckets, minlength=SIZE)
    most = math.log(len(sample) + 1) + 1
    return np.asarray((np.log((len(sample) + 1) / (having + 1)) + 1) / most)


def _table(lessons: Sequence[Lesson], rarities: Array, threshold: float) -> _Table:
    cells = cells_of([lesson.terms for lesson in lessons])
    used, columns = np.unique(cells.buckets, return_inverse=True)
    weighed = Cells(cells.rows, columns, cells.amounts * rarities[cells.buckets], cells.pages)
    given = relative(np.array([lesson.base for lesson in lessons]), threshold)
    targets = np.array([lesson.relevant for lesson in lessons], dtype=np.float64)
    return _Table(weighed, used, given, targets, _counts(lessons))


def _counts(lessons: Sequence[Lesson]) -> Array:
    """Return how much each lesson counts, limiting the presumed ones by the number of real ones."""
    counts = np.ones(len(lessons))
    real = sum(not lesson.presumed for lesson in lessons)
    most = PRESUMED_SHARE * max(real, _LEAST_REAL)
    for relevant in (False, True):
        presumed = [n for n, one in enumerate(lessons) if one.presumed and one.relevant is relevant]
        counts[presumed] = min(PRESUMED_SHARE, most / max(1, len(presumed)))
    return counts


def _fit(table: _Table, penalty: float = _WORD_PENALTY) -> _Change:
    size = len(table.used)
    penalties = np.full(size + 2, penalty)
    penalties[size:] = _SLOPE_PENALTY, _SHIFT_PENALTY

    def cost_and_slope(flat: Array) -> tuple[float, Array]:
        scores = _Change(flat[:size], flat[size], flat[size + 1]).logits(table)
        errors = table.counts * (sigmoid(scores) - table.targets)
        losses = np.logaddexp(0.0, np.where(table.targets > 0, -scores, scores))
        pull = penalties * flat
        cost = float(table.counts @ losses + pull @ flat / 2)
        cells = table.cells
        words = np.bincount(cells.buckets, cells.amounts * errors[cells.rows], size)
        return cost, np.concatenate([words, [errors @ table.given, errors.sum()]]) + pull

    best = minimum(cost_and_slope, np.zeros(size + 2))
    return _Change(best[:size], float(best[size]), float(best[size + 1]))


def _calibration(table: _Table, presumed: Numbers) -> float:
    """Return the factor that makes probabilities match accuracy on lessons held out of training."""
    real = np.flatnonzero(~presumed)
    if len(real) < FEWEST_TO_CALIBRATE or len(set(table.targets[real])) < 2:
        return 1.0
    folds = np.full(len(table.targets), NEVER)
    folds[real] = dealt(len(real), _FOLDS)
    scores = held_out(
        folds,
        table.targets.shape,
        lambda seen, unseen: _fit(table.part(seen)).logits(table.part(unseen)),
    )
    return _factor(scores[real], table.targets[real])


def _factor(scores: Array, targets: Array) -> float:
    """Return the factor of log-odds that makes probabilities match accuracy."""
    signs = np.where(targets > 0, -1.0, 1.0)

    def cost(factor: float) -> float:
        return float(np.logaddexp(0.0, signs * factor * scores).sum())

    return float(min(_FACTORS, key=cost))
