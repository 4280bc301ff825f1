"""A support vector machine with a radial kernel, which guides a baseline crawl (de Assis, 2008).

Positive examples are the reference pages, negative ones a random sample of the web. Cross-validation chooses the cost
and the kernel width. Written with numpy so that the lab needs no further dependency.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import product
from typing import NamedTuple

import numpy as np

from tidings.learn.fit import Array, Numbers
from tidings.learn.validation import dealt, f1_of_counts, held_out
from tidings.model import Page, Score
from tidings.odds import probability
from tidings.read.words.terms import term_words

NEGATIVES = 300
"""Size of the random sample, presumed not to be about the event."""
_COSTS = (10.0, 1.0)
_GAMMAS = (1.0, 0.5, 2.0)
"""Costs and kernel widths to try; ties go to the first."""
_FOLDS = 3
_ROUNDS = 100
_CONVERGED = 1e-3
"""Training stops when no multiplier moves by more than this."""


class Svm(NamedTuple):
    """A trained support vector machine: examples and their signed weights."""

    examples: Array
    weights: Array
    gamma: float

    def values(self, vectors: Array) -> Array:
        """Return the decision value of each vector; positive means relevant."""
        decisions: Array = (kernel(vectors, self.examples, self.gamma) + 1.0) @ self.weights
        return decisions


class SvmRelevance:
    """Score a page by its words; 0.5 is the border between the classes."""

    def __init__(self, positives: Sequence[Page], negatives: Sequence[Page]) -> None:
        pages = [*positives, *negatives]
        counts = [Counter(_words(page)) for page in pages]
        pages_with = Counter(word for count in counts for word in count)
        vocabulary = sorted(word for word, times in pages_with.items() if times > 1)
        self._index = {word: number for number, word in enumerate(vocabulary)}
        self._idf = np.array([math.log(1 + len(pages) / pages_with[word]) for word in vocabulary])
        vectors = np.array([self._vector(count) for count in counts])
        labels = np.array([1.0] * len(positives) + [-1.0] * len(negatives))
        self._svm = train_best(vectors, labels)

    def score(self, page: Page) -> Score:
        """Return the decision value of a page as a probability."""
        vector = self._vector(Counter(_words(page)))
        value = float(self._svm.values(vector[None, :])[0])
        return Score(probability(2 * value))

    def _vector(self, counts: Counter[str]) -> Array:
        vector = np.zeros(len(self._index))
        for word, times in counts.items():
            number = self._index.get(word)
            if number is not None:
                vector[number] = (1 + math.log(times)) * self._idf[number]
        length = float(np.linalg.norm(vector))
        return vector / length if length else vector


def _words(page: Page) -> Iterable[str]:
    return term_words(f"{page.title}\n{page.text}", page.language)


def kernel(some: Array, others: Array, gamma: float) -> Array:
    """Return exp(-gamma * distance²) for every pair of vectors."""
    squares = (some**2).sum(1)[:, None] + (others**2).sum(1)[None, :] - 2 * some @ others.T
    similarities: Array = np.exp(-gamma * np.maximum(squares, 0.0))
    return similarities


def train(vectors: Array, labels: Array, cost: float, gamma: float) -> Svm:
    """Train with equal weight for both classes, however few the positive examples are.

    Coordinate ascent on the dual problem; a constant added to the kernel replaces the bias.
    """
    similar = kernel(vectors, vectors, gamma) + 1.0
    share = np.where(labels > 0, (labels < 0).sum(), (labels > 0).sum()) / len(labels)
    upper_bounds = cost * 2 * share
    multipliers = np.zeros(len(labels))
    values = np.zeros(len(labels))
    for _ in range(_ROUNDS):
        largest_change = 0.0
        for number, label in enumerate(labels):
            step = (1 - label * values[number]) / similar[number, number]
            after = min(max(multipliers[number] + step, 0.0), upper_bounds[number])
            change = (after - multipliers[number]) * label
            if change:
                values += change * similar[number]
                multipliers[number] = after
                largest_change = max(largest_change, abs(change))
        if largest_change < _CONVERGED:
            break
    return Svm(vectors, multipliers * labels, gamma)


def train_best(vectors: Array, labels: Array) -> Svm:
    """Train with the cost and kernel width that have the best F1 in cross-validation."""
    folds = _folds(labels)
    best = max(
        product(_COSTS, _GAMMAS),
        key=lambda pair: _f1(labels, _held_out(vectors, labels, folds, *pair)),
    )
    return train(vectors, labels, *best)


def _folds(labels: Array) -> Numbers:
    """Deal the examples of each class out to the folds."""
    folds = np.zeros(len(labels), dtype=np.intp)
    for label in (1.0, -1.0):
        chosen = np.flatnonzero(labels == label)
        folds[chosen] = dealt(len(chosen), _FOLDS)
    return folds


def _held_out(vectors: Array, labels: Array, folds: Numbers, cost: float, gamma: float) -> Array:
    """Return the decision value of each example from a machine trained without its fold."""

    def predict(seen: Numbers, unseen: Numbers) -> Array:
        if not (labels[seen] > 0).any():  # nothing to learn from
            return np.zeros(len(unseen))
        return train(vectors[seen], labels[seen], cost, gamma).values(vectors[unseen])

    return held_out(folds, labels.shape, predict)


def _f1(labels: Array, values: Array) -> float:
    right = ((values > 0) & (labels > 0)).sum()
    return f1_of_counts(float(right), float((values > 0).sum()), float((labels > 0).sum()))
