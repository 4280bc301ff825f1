"""Cross-validation and F1; knows neither models nor what the labels mean."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import count

import numpy as np

from tidings.learn.fit import Array, Numbers

NEVER = -1
"""The fold of examples that are always trained on."""


def f1(precision: float, recall: float) -> float:
    """Return the harmonic mean of precision and recall."""
    both = precision + recall
    return 2 * precision * recall / both if both else 0.0


def f1_of_counts(right: float, chosen: float, relevant: float) -> float:
    """Return F1 from counts, which unlike precision and recall are exact: equal results stay equal."""
    return 2 * right / max(1.0, chosen + relevant)


def dealt(count: int, folds: int) -> Numbers:
    """Return the fold of each of some examples, dealt out in turn."""
    return np.arange(count) % folds


def grouped(groups: Sequence[str], folds: int) -> Numbers:
    """Return the fold of each example, with a group in one fold; those with an empty group are dealt out in turn."""
    sizes = Counter(filter(None, groups))
    loads = [0] * folds
    of_group = {}
    for group, size in sorted(sizes.items(), key=lambda each: (-each[1], each[0])):
        of_group[group] = loads.index(min(loads))
        loads[of_group[group]] += size
    turns = count()
    return np.array([of_group[each] if each else next(turns) % folds for each in groups])


def held_out(
    folds: Numbers, shape: tuple[int, ...], predict: Callable[[Numbers, Numbers], Array]
) -> Array:
    """Return the scores of all examples, each predicted by a model that was not trained on its fold.

    ``predict`` takes the numbers of the examples to train on and of those to score.
    """
    scores = np.zeros(shape)
    for fold in np.unique(folds[folds != NEVER]):
        unseen = np.flatnonzero(folds == fold)
        scores[unseen] = predict(np.flatnonzero(folds != fold), unseen)
    return scores
