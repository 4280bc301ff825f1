"""The classifier that guides a baseline crawl: a support vector machine with a radial kernel (de Assis, 2008).

It learns from the reference pages and from a random sample of the web that is presumed not to be about the event.
Cost and width of the kernel are those that do best on examples left out of training.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tidings.model import Page, Score
from tidings.odds import probability
from tidings.read.words.terms import term_words

NEGATIVES = 300
"""Pages presumed not to be about the event."""
_COSTS = (10.0, 1.0)
_GAMMAS = (1.0, 0.5, 2.0)
"""Of equally good ones the first is taken."""
_FOLDS = 3
_ROUNDS = 100

Array = npt.NDArray[np.float64]


class Machine(NamedTuple):
    """A trained machine: the examples that matter, and how much each speaks for or against."""

    examples: Array
    weights: Array
    gamma: float

    def values(self, vectors: Array) -> Array:
        """Return on which side of the border each vector lies, and how far."""
        found: Array = (kernel(vectors, self.examples, self.gamma) + 1.0) @ self.weights
        return found


class SvmRelevance:
    """Judges a page by its words; the score is 0.5 at the border between the classes."""

    def __init__(self, positives: Sequence[Page], negatives: Sequence[Page]) -> None:
        pages = [*positives, *negatives]
        counts = [Counter(_words(page)) for page in pages]
        spread = Counter(word for count in counts for word in count)
        vocabulary = sorted(word for word, times in spread.items() if times > 1)
        self._index = {word: number for number, word in enumerate(vocabulary)}
        self._idf = np.array([math.log(1 + len(pages) / spread[word]) for word in vocabulary])
        vectors = np.array([self._vector(count) for count in counts])
        labels = np.array([1.0] * len(positives) + [-1.0] * len(negatives))
        self._machine = train_best(vectors, labels)

    def score(self, page: Page) -> Score:
        """Return how surely a page is of the kind of the examples."""
        vector = self._vector(Counter(_words(page)))
        value = float(self._machine.values(vector[None, :])[0])
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
    """Return exp(-gamma * distance²) between all vectors."""
    squares = (some**2).sum(1)[:, None] + (others**2).sum(1)[None, :] - 2 * some @ others.T
    found: Array = np.exp(-gamma * np.maximum(squares, 0.0))
    return found


def train(vectors: Array, labels: Array, cost: float, gamma: float) -> Machine:
    """Return a machine; both classes weigh the same, however few the positive examples are.

    The dual problem is solved one multiplier after the other; a constant in the kernel takes the place of the bias.
    """
    similar = kernel(vectors, vectors, gamma) + 1.0
    share = np.where(labels > 0, (labels < 0).sum(), (labels > 0).sum()) / len(labels)
    most = cost * 2 * share
    multipliers = np.zeros(len(labels))
    values = np.zeros(len(labels))
    for _ in range(_ROUNDS):
        moved = 0.0
        for number, label in enumerate(labels):
            step = (1 - label * values[number]) / similar[number, number]
            after = min(max(multipliers[number] + step, 0.0), most[number])
            change = (after - multipliers[number]) * label
            if change:
                values += change * similar[number]
                multipliers[number] = after
                moved = max(moved, abs(change))
        if moved < 1e-3:
            break
    return Machine(vectors, multipliers * labels, gamma)


def train_best(vectors: Array, labels: Array) -> Machine:
    """Return a machine with the cost and the width that judge left-out examples best."""
    folds = _folds(labels)
    best = max(
        product(_COSTS, _GAMMAS),
        key=lambda pair: _f1(labels, _left_out(vectors, labels, folds, *pair)),
    )
    return train(vectors, labels, *best)


def _folds(labels: Array) -> npt.NDArray[np.int64]:
    """Deal the examples of each class out in turn."""
    folds = np.zeros(len(labels), dtype=np.int64)
    for label in (1.0, -1.0):
        chosen = np.flatnonzero(labels == label)
        folds[chosen] = np.arange(len(chosen)) % _FOLDS
    return folds


def _left_out(
    vectors: Array, labels: Array, folds: npt.NDArray[np.int64], cost: float, gamma: float
) -> Array:
    """Return the value of each example by a machine that was not trained with it."""
    values = np.zeros(len(labels))
    for fold in range(_FOLDS):
        out = folds == fold
        if out.any() and (labels[~out] > 0).any():
            values[out] = train(vectors[~out], labels[~out], cost, gamma).values(vectors[out])
    return values


def _f1(labels: Array, values: Array) -> float:
    right = float(((values > 0) & (labels > 0)).sum())
    return 2 * right / max(1.0, float((values > 0).sum() + (labels > 0).sum()))
