"""Learns a model of types from labelled texts, and tells by cross-validation how good it is."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np

from tidings.learn.fit import Array, Numbers, Rows, calibrated, calibration, fit, probabilities
from tidings.learn.types.features import Features, features
from tidings.learn.types.model import NONE, TypeModel, starter

STRICTNESS = 1.0
"""How much a weight must explain to be large: the usual value for rows of about length 1."""
TRUST = 10.0
"""The same for types the base knows. Of 1, 3, 10 and 30 the best on one half of the events of a labelled corpus, each left
out in turn; it holds on the other half. With 1 an event's places are learned as words of its type."""
FOLDS = 20
"""Into how many parts the groups are dealt at most; without groups 5."""
_SEEN = 3
"""Texts a term must be in to be learned."""
_SLIGHT = 0.05
"""A smaller weight is left out of the model: it moves no probability by a hundredth."""


class Example(NamedTuple):
    """A text whose type is known; texts of one group, such as one event, are learned from or tested on together."""

    text: str
    label: str
    group: str = ""
    language: str = ""


class Quality(NamedTuple):
    """How well one type was told."""

    label: str
    precision: float
    recall: float
    examples: int

    @property
    def f1(self) -> float:
        """Return the harmonic mean of precision and recall."""
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0


class Answer(NamedTuple):
    """What a model that had not seen an example's group said of it."""

    right: str
    told: str
    probability: float


class Learned(NamedTuple):
    """A model and what it would have answered to its own examples, had it not seen them."""

    model: TypeModel
    answers: list[Answer]


class _Table(NamedTuple):
    texts: list[Features]
    given: Array
    """What the base says of each text."""
    targets: Numbers
    groups: list[str]

    def part(self, chosen: Numbers) -> _Table:
        texts = [self.texts[number] for number in chosen]
        groups = [self.groups[number] for number in chosen]
        return _Table(texts, self.given[chosen], self.targets[chosen], groups)


def base(labels: Sequence[str], *, keep: bool = False) -> TypeModel:
    """Return what is known of some types before any example: what the starter says of those it has.

    With ``keep`` the starter's other types stay, for texts of a type the examples do not have.
    """
    known = starter()
    kept = [label for label in known.labels if label in labels or keep]
    wanted = (*dict.fromkeys(label for label in (*kept, *labels) if label != NONE), NONE)
    number = {known.labels.index(label): wanted.index(label) for label in kept if label != NONE}
    weights = {
        name: {number[old]: weight for old, weight in found.items() if old in number}
        for name, found in known.weights.items()
    }
    return TypeModel(wanted, {name: found for name, found in weights.items() if found})


def learn(examples: Sequence[Example], start: TypeModel) -> Learned:
    """Learn a model on top of another one, and test the learning on groups left out."""
    table = _table(examples, start)
    folds = _folds([example.group for example in examples])
    strictness = _strictness(start)
    scores = np.zeros(table.given.shape)
    for fold in np.unique(folds):
        unseen = folds == fold
        learned = _Weights(table.part(np.flatnonzero(~unseen)), strictness)
        scores[unseen] = learned.scores(table.part(np.flatnonzero(unseen)))
    factor, shift = calibration(scores, table.targets)
    answers = _answers(scores, table.targets, folds, start.labels)
    return Learned(_Weights(table, strictness).model(start, factor, shift), answers)


def qualities(answers: Sequence[Answer]) -> list[Quality]:
    """Return precision and recall for each label the examples have, the most frequent first."""
    examples = Counter(answer.right for answer in answers)
    told = Counter(answer.told for answer in answers)
    hits = Counter(answer.right for answer in answers if answer.right == answer.told)
    return [
        Quality(label, hits[label] / max(told[label], 1), hits[label] / count, count)
        for label, count in examples.most_common()
    ]


def weighted_f1(found: Sequence[Quality]) -> float:
    """Return the mean F1, each type counted as often as it has examples."""
    return sum(one.f1 * one.examples for one in found) / sum(one.examples for one in found)


def calibration_error(answers: Sequence[Answer], bins: int = 10) -> float:
    """Return how far the probabilities are from the share of right answers, on average."""
    error = 0.0
    for number in range(bins):
        inside = [
            answer for answer in answers if min(int(answer.probability * bins), bins - 1) == number
        ]
        error += abs(sum(answer.probability - (answer.right == answer.told) for answer in inside))
    return error / len(answers)


class _Weights:
    """Terms and the change of their weights, learned from a table."""

    def __init__(self, table: _Table, strictness: Array) -> None:
        frequent = _frequent(table)
        self._columns = {name: column for column, name in enumerate(frequent)}
        rarity = [math.log(len(table.texts) / count) + 1 for count in frequent.values()]
        self._telling = np.array(rarity) / (math.log(len(table.texts) / _SEEN) + 1)
        self._change = fit(self._rows(table.texts), table.given, table.targets, strictness)

    def scores(self, table: _Table) -> Array:
        """Return the scores of unseen texts."""
        return table.given + self._rows(table.texts).times(self._change)

    def model(self, start: TypeModel, factor: float, shift: float) -> TypeModel:
        """Return the start with the change, its scores multiplied after its threshold was shifted."""
        weights = {name: dict(found) for name, found in start.weights.items()}
        change = self._change * self._telling[:, None]
        for name, column in self._columns.items():
            known = weights.setdefault(name, {})
            for number in np.flatnonzero(change[column]):
                known[int(number)] = known.get(int(number), 0.0) + float(change[column, number])
        scaled = {
            name: {
                number: factor * weight
                for number, weight in found.items()
                if abs(weight) >= _SLIGHT
            }
            for name, found in weights.items()
        }
        threshold = factor * (start.threshold + shift)
        return TypeModel(
            start.labels, {name: found for name, found in scaled.items() if found}, threshold
        )

    def _rows(self, texts: Sequence[Features]) -> Rows:
        columns = self._columns
        found = [
            (row, columns[name], amount)
            for row, text in enumerate(texts)
            for name, amount in text.items()
            if name in columns
        ]
        cells = np.array(found, dtype=np.float64).reshape(-1, 3)
        numbers = cells[:, :2].astype(np.intp)
        amounts = cells[:, 2] * self._telling[numbers[:, 1]]
        return Rows(numbers[:, 0], numbers[:, 1], amounts, (len(texts), len(columns)))


def _strictness(start: TypeModel) -> Array:
    """Return how strict to be with each label; with none of these as with the types that are known."""
    known = {number for found in start.weights.values() for number in found}
    trusted = known | {len(start.labels) - 1} if known else known
    return np.array([TRUST if n in trusted else STRICTNESS for n in range(len(start.labels))])


def _table(examples: Sequence[Example], start: TypeModel) -> _Table:
    texts = [features(example.text, example.language) for example in examples]
    given = np.array([start.scores(text) for text in texts])
    targets = np.array([start.labels.index(example.label) for example in examples], dtype=np.intp)
    return _Table(texts, given, targets, [example.group for example in examples])


def _frequent(table: _Table) -> dict[str, int]:
    """Return the terms to learn and how many texts have them; what a single group uses may be but a name in it."""
    counts = Counter(chain.from_iterable(table.texts))
    groups = {group: number for number, group in enumerate(dict.fromkeys(table.groups))}
    used: dict[str, int] = {}
    shared: set[str] = set()
    for text, group in zip(table.texts, table.groups, strict=True):
        number = groups[group]
        shared.update(name for name in text if used.setdefault(name, number) != number)
    return {
        name: count
        for name, count in counts.items()
        if count >= _SEEN and (len(groups) == 1 or name in shared)
    }


def _folds(groups: Sequence[str]) -> Numbers:
    """Return the fold of each example: whole groups are dealt out, the largest first; without groups the examples."""
    if not any(groups):
        numbers = list(range(len(groups)))
        random.Random(0).shuffle(numbers)
        return np.array(numbers, dtype=np.intp) % 5
    ranked = [group for group, _ in Counter(groups).most_common()]
    fold = {group: number % FOLDS for number, group in enumerate(ranked)}
    return np.array([fold[group] for group in groups], dtype=np.intp)


def _answers(
    scores: Array, targets: Numbers, folds: Numbers, labels: Sequence[str]
) -> list[Answer]:
    """Return the calibrated answers to each fold, calibrated on the others."""
    certain = np.zeros(scores.shape)
    for fold in np.unique(folds):
        unseen = folds == fold
        factor, shift = calibration(scores[~unseen], targets[~unseen])
        certain[unseen] = probabilities(calibrated(scores[unseen], factor, shift))
    best = certain.argmax(axis=1)
    return [
        Answer(labels[target], labels[told], float(certain[row, told]))
        for row, (target, told) in enumerate(zip(targets, best, strict=True))
    ]
