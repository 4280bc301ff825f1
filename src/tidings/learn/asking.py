"""Which pages a person should judge next: doubtful ones, some of those that would be kept, and no two that say the same."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from tidings.learn.fit import Array
from tidings.learn.page_model import cells_of

CONSIDERED = 300
"""Pages nearest to what is looked for, among which those are chosen that are least alike."""
_FOLDED = 512
"""Numbers a page is compared by with others."""


def most_telling(
    logits: Array, terms: Sequence[bytes], judged: Collection[int], most: int, telling: Array
) -> list[int]:
    """Return the places of the pages whose label would teach most, given how sure the model is of each.

    By turns they are pages it is unsure about, and pages out of the middle of what it would keep: mistakes it is sure of are
    found only there. A page counts the less the more it is like one that is judged or chosen already.
    """
    aims = (0.0, _middle(logits))
    known = frozenset(judged)
    open_ = [place for place in range(len(logits)) if place not in known]
    near = (sorted(open_, key=lambda place: abs(logits[place] - aim)) for aim in aims)
    looked_at = list(dict.fromkeys(place for some in near for place in some[:CONSIDERED]))
    vectors = _folded([terms[place] for place in [*looked_at, *judged]], telling)
    likeness = vectors[: len(looked_at)] @ vectors.T
    likest = likeness[:, len(looked_at) :].max(axis=1, initial=0.0)
    fit = [1 / (1 + np.abs(logits[looked_at] - aim)) for aim in aims]
    left = np.ones(len(looked_at), dtype=bool)
    chosen: list[int] = []
    for turn in range(min(most, len(looked_at))):
        worth = fit[turn % len(fit)] * (1 - np.minimum(likest, 0.999))
        best = int(np.argmax(np.where(left, worth, -1.0)))
        chosen.append(looked_at[best])
        left[best] = False
        likest = np.maximum(likest, likeness[:, best])
    return chosen


def _middle(logits: Array) -> float:
    """Return the middle of what would be kept; the most likely page if nothing would."""
    kept = logits[logits >= 0]
    return float(np.median(kept)) if len(kept) else float(logits.max(initial=0.0))


def _folded(pages: Sequence[bytes], telling: Array) -> Array:
    """Return pages as short vectors of length 1 whose products tell how alike they are."""
    cells = cells_of(pages)
    places = cells.rows * _FOLDED + cells.buckets % _FOLDED
    amounts = cells.amounts * telling[cells.buckets]
    vectors = np.bincount(places, amounts, cells.pages * _FOLDED).reshape(cells.pages, _FOLDED)
    return np.asarray(vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9))
