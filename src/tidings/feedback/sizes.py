"""Finds how many words of a topic, and which threshold, suit labelled pages best (Farag, 2016); knows no pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tidings.learn.weights import Labelled, Sweep, Tuned, tune

_FIRST, _STEP = 5, 10
"""The smallest number of words, and the step to the next."""

Array = npt.NDArray[np.float64]


class Sized(NamedTuple):
    """The best number of words, with the weights and the threshold that go with it."""

    terms: int
    tuned: Tuned
    topics: tuple[float, ...]
    """The cosine of each page with that many words."""

    @property
    def best(self) -> Sweep:
        """Return the threshold for all aspects together, with its quality."""
        return self.tuned.combined


def sizes(words: int) -> list[int]:
    """Return the numbers of words to try, up to all of a topic."""
    return [*range(_FIRST, words, _STEP), words]


def cosines(weights: Sequence[float], counts: Sequence[Sequence[float]]) -> Array:
    """Return the cosine of each page with the first k words of a topic, in one column for each of ``sizes``."""
    at = np.array(sizes(len(weights))) - 1
    rows = np.array(counts, dtype=float).reshape(-1, len(weights))
    products = np.cumsum(rows * np.array(weights), axis=1)[:, at]
    own = np.sqrt(np.cumsum(rows**2, axis=1))[:, at]
    length = np.sqrt(np.cumsum(np.array(weights) ** 2))[at]
    found = np.divide(products, own * length, out=np.zeros_like(products), where=own > 0)
    return np.asarray(found)


def best_size(
    topic: Mapping[str, float], counted: Sequence[Mapping[str, int]], pages: Sequence[Labelled]
) -> Sized:
    """Return the number of words with the best F1, the smallest of equals; each with its own weights and threshold.

    ``topic`` has its strongest words first. The other parts of the pages count as they are.
    """
    rows = [[count.get(word, 0) for word in topic] for count in counted]
    columns = cosines(list(topic.values()), rows)
    best: Sized | None = None
    for number, terms in enumerate(sizes(len(topic))):
        values = tuple(float(value) for value in columns[:, number])
        sized = [
            page._replace(parts={**page.parts, "topic": value})
            for page, value in zip(pages, values, strict=True)
        ]
        found = tune(sized, list(pages[0].parts))
        if best is None or found.combined.f1 > best.best.f1:
            best = Sized(terms, found, values)
    assert best
    return best
