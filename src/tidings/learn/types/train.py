"""Learns a model of types from labelled texts, and measures its quality by cross-validation."""

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
from tidings.learn.validation import dealt, f1, held_out

_PENALTY = 1.0
"""Penalty on the weights of a new type: the usual value for rows of about unit length."""
_KNOWN_PENALTY = 10.0
"""Penalty for types that the base model has. Tried on half of the events of a labelled corpus, leaving out each in
turn: of 1, 3, 10 and 30, 10 is best. It holds on the other half. With 1, an event's places become words of its type."""
_GROUP_FOLDS = 20
"""Folds that groups are dealt into at most."""
_FOLDS = 5
"""Folds without groups."""
_LEAST_TEXTS = 3
"""Texts: a term in fewer is not learned."""
_LEAST_WEIGHT = 0.05
"""Smaller weights are dropped: they change no probability by 0.01."""


class Example(NamedTuple):
    """A text whose type is known; texts of one group, such as one event, are never in different folds."""

    text: str
    label: str
    group: str = ""
    language: str = ""


class Quality(NamedTuple):
    """How well one type was predicted."""

    label: str
    precision: float
    recall: float
    examples: int

    @property
    def f1(self) -> float:
        """Return the harmonic mean of precision and recall."""
        return f1(self.precision, self.recall)


class Prediction(NamedTuple):
    """The label of an example as predicted by a model that had not seen its group."""

    right: str
    predicted: str
    probability: float


class Learned(NamedTuple):
    """A model, and the predictions of cross-validation for its own examples."""

    model: TypeModel
    predictions: list[Prediction]


class _Table(NamedTuple):
    texts: list[Features]
    given: Array
    """The base model's scores of each text."""
    targets: Numbers
    groups: list[str]

    def part(self, chosen: Numbers) -> _Table:
        """Return the table of some texts."""
        texts = [self.texts[number] for number in chosen]
        groups = [self.groups[number] for number in chosen]
        return _Table(texts, self.given[chosen], self.targets[chosen], groups)


def base(labels: Sequence[str], *, keep: bool = False) -> TypeModel:
    """Return the model to start from: the starter's weights for those labels that it has.

    With ``keep`` the starter's other types stay, for texts of a type without examples.
    """
    start = starter()
    shared = [label for label in start.labels if label in labels or keep]
    wanted = (*dict.fromkeys(label for label in (*shared, *labels) if label != NONE), NONE)
    number = {start.labels.index(label): wanted.index(label) for label in shared if label != NONE}
    weights = {
        name: {number[old]: weight for old, weight in by_number.items() if old in number}
        for name, by_number in start.weights.items()
    }
    return TypeModel(wanted, {name: by_number for name, by_number in weights.items() if by_number})


def learn(examples: Sequence[Example], start: TypeModel) -> Learned:
    """Learn a model on top of another one, and test the learning on held-out groups."""
    table = _table(examples, start)
    folds = _folds([example.group for example in examples])
    penalties = _penalties(start)

    def predict(seen: Numbers, unseen: Numbers) -> Array:
        return _Change(table.part(seen), penalties).scores(table.part(unseen))

    scores = held_out(folds, table.given.shape, predict)
    factor, shift = calibration(scores, table.targets)
    predictions = _predictions(scores, table.targets, folds, start.labels)
    return Learned(_Change(table, penalties).model(start, factor, shift), predictions)


def qualities(predictions: Sequence[Prediction]) -> list[Quality]:
    """Return precision and recall for each label of the examples, the most frequent first."""
    examples = Counter(one.right for one in predictions)
    predicted = Counter(one.predicted for one in predictions)
    hits = Counter(one.right for one in predictions if one.right == one.predicted)
    return [
        Quality(label, hits[label] / max(predicted[label], 1), hits[label] / count, count)
        for label, count in examples.most_common()
    ]


def weighted_f1(types: Sequence[Quality]) -> float:
    """Return the mean F1 of types, weighted by their numbers of examples."""
    return sum(one.f1 * one.examples for one in types) / sum(one.examples for one in types)


def calibration_error(predictions: Sequence[Prediction], bins: int = 10) -> float:
    """Return the mean distance between the probabilities and the share of right predictions."""
    error = 0.0
    for number in range(bins):
        inside = [
            one for one in predictions if min(int(one.probability * bins), bins - 1) == number
        ]
        error += abs(sum(one.probability - (one.right == one.predicted) for one in inside))
    return error / len(predictions)


class _Change:
    """The change of a model's weights, learned from a table."""

    def __init__(self, table: _Table, penalties: Array) -> None:
        frequent = _frequent(table)
        self._columns = {name: column for column, name in enumerate(frequent)}
        rarities = [math.log(len(table.texts) / count) + 1 for count in frequent.values()]
        self._rarities = np.array(rarities) / (math.log(len(table.texts) / _LEAST_TEXTS) + 1)
        self._change = fit(self._rows(table.texts), table.given, table.targets, penalties)

    def scores(self, table: _Table) -> Array:
        """Return the scores of unseen texts."""
        return table.given + self._rows(table.texts).times(self._change)

    def model(self, start: TypeModel, factor: float, shift: float) -> TypeModel:
        """Return the start with this change, calibrated by a factor and a shift of the threshold."""
        weights = {name: dict(by_number) for name, by_number in start.weights.items()}
        change = self._change * self._rarities[:, None]
        for name, column in self._columns.items():
            by_number = weights.setdefault(name, {})
            for number in map(int, np.flatnonzero(change[column])):
                by_number[number] = by_number.get(number, 0.0) + float(change[column, number])
        scaled = {
            name: {
                number: factor * weight
                for number, weight in by_number.items()
                if abs(weight) >= _LEAST_WEIGHT
            }
            for name, by_number in weights.items()
        }
        threshold = factor * (start.threshold + shift)
        return TypeModel(
            start.labels, {name: some for name, some in scaled.items() if some}, threshold
        )

    def _rows(self, texts: Sequence[Features]) -> Rows:
        columns = self._columns
        entries = [
            (row, columns[name], amount)
            for row, text in enumerate(texts)
            for name, amount in text.items()
            if name in columns
        ]
        cells = np.array(entries, dtype=np.float64).reshape(-1, 3)
        numbers = cells[:, :2].astype(np.intp)
        amounts = cells[:, 2] * self._rarities[numbers[:, 1]]
        return Rows(numbers[:, 0], numbers[:, 1], amounts, (len(texts), len(columns)))


def _penalties(start: TypeModel) -> Array:
    """Return the penalty of each label; ``NONE`` is treated like the types that the start has."""
    weighted = {number for by_number in start.weights.values() for number in by_number}
    if weighted:
        weighted.add(len(start.labels) - 1)
    return np.array(
        [_KNOWN_PENALTY if n in weighted else _PENALTY for n in range(len(start.labels))]
    )


def _table(examples: Sequence[Example], start: TypeModel) -> _Table:
    texts = [features(example.text, example.language) for example in examples]
    given = np.array([start.scores(text) for text in texts])
    targets = np.array([start.labels.index(example.label) for example in examples], dtype=np.intp)
    return _Table(texts, given, targets, [example.group for example in examples])


def _frequent(table: _Table) -> dict[str, int]:
    """Return the terms to learn and their numbers of texts; a term of one group only may be a name."""
    counts = Counter(chain.from_iterable(table.texts))
    groups = {group: number for number, group in enumerate(dict.fromkeys(table.groups))}
    first_group: dict[str, int] = {}
    shared: set[str] = set()
    for text, group in zip(table.texts, table.groups, strict=True):
        number = groups[group]
        shared.update(name for name in text if first_group.setdefault(name, number) != number)
    return {
        name: count
        for name, count in counts.items()
        if count >= _LEAST_TEXTS and (len(groups) == 1 or name in shared)
    }


def _folds(groups: Sequence[str]) -> Numbers:
    """Return the fold of each example: groups are dealt out whole, the largest first; else shuffled examples."""
    if not any(groups):
        numbers = list(range(len(groups)))
        random.Random(0).shuffle(numbers)
        return dealt(len(groups), _FOLDS)[numbers]
    ranked = [group for group, _ in Counter(groups).most_common()]
    fold = dict(zip(ranked, dealt(len(ranked), _GROUP_FOLDS), strict=True))
    return np.array([fold[group] for group in groups], dtype=np.intp)


def _predictions(
    scores: Array, targets: Numbers, folds: Numbers, labels: Sequence[str]
) -> list[Prediction]:
    """Return the predictions for each fold, calibrated on the others."""

    def calibrate(seen: Numbers, unseen: Numbers) -> Array:
        factor, shift = calibration(scores[seen], targets[seen])
        return probabilities(calibrated(scores[unseen], factor, shift))

    certain = held_out(folds, scores.shape, calibrate)
    return [
        Prediction(labels[target], labels[best], float(certain[row, best]))
        for row, (target, best) in enumerate(zip(targets, certain.argmax(axis=1), strict=True))
    ]
