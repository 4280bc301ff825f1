"""Chooses the pages a person should judge next: doubtful ones and some that would be kept, no two of them alike."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from tidings.learn.fit import Array
from tidings.learn.page_model import cells_of

CONSIDERED = 300
"""Pages nearest to each aim that are considered; those least like others are chosen from them."""
_FOLDED = 512
"""Numbers per page when pages are compared with each other."""
_MOST_ALIKE = 0.999
"""Likeness: more counts as this, so that even copies keep some worth."""


def most_informative(
    logits: Array, terms: Sequence[bytes], judged: Collection[int], most: int, rarities: Array
) -> list[int]:
    """Return the numbers of the pages whose labels would teach the model most.

    By turns these are pages it is unsure about and pages from the middle of those it would keep, where its confident
    mistakes are. A page counts less the more it is like one already judged or chosen.
    """
    aims = (0.0, _middle(logits))
    unjudged = np.delete(np.arange(len(logits)), list(judged))
    nearest = (_nearest(logits[unjudged], aim) for aim in aims)
    considered = list(dict.fromkeys(int(unjudged[place]) for some in nearest for place in some))
    vectors = _folded([terms[number] for number in [*considered, *judged]], rarities)
    likeness = vectors[: len(considered)] @ vectors.T
    # The likeness of each page to the most similar page that is judged or chosen.
    highest = likeness[:, len(considered) :].max(axis=1, initial=0.0)
    fit = [1 / (1 + np.abs(logits[considered] - aim)) for aim in aims]
    is_left = np.ones(len(considered), dtype=bool)
    chosen: list[int] = []
    for turn in range(min(most, len(considered))):
        worth = fit[turn % len(fit)] * (1 - np.minimum(highest, _MOST_ALIKE))
        best = int(np.argmax(np.where(is_left, worth, -1.0)))
        chosen.append(considered[best])
        is_left[best] = False
        highest = np.maximum(highest, likeness[:, best])
    return chosen


def _nearest(logits: Array, aim: float) -> Sequence[int]:
    """Return the places of the pages nearest to an aim, the first of equal ones first."""
    places: Sequence[int] = np.argsort(np.abs(logits - aim), kind="stable")[:CONSIDERED].tolist()
    return places


def _middle(logits: Array) -> float:
    """Return the median of the pages that would be kept, or the highest value if none would."""
    kept = logits[logits >= 0]
    return float(np.median(kept)) if len(kept) else float(logits.max(initial=0.0))


def _folded(pages: Sequence[bytes], rarities: Array) -> Array:
    """Return pages as short unit vectors, whose products are their likeness."""
    cells = cells_of(pages)
    places = cells.rows * _FOLDED + cells.buckets % _FOLDED
    amounts = cells.amounts * rarities[cells.buckets]
    vectors = np.bincount(places, amounts, cells.pages * _FOLDED).reshape(cells.pages, _FOLDED)
    return np.asarray(vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9))
