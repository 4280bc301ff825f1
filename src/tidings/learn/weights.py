"""Fits weights and thresholds to labelled pages by the F1 rule (Farag, 2016); knows no measures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from tidings.learn.validation import f1


class Labelled(NamedTuple):
    """A page whose relevance is known, with its score and the parts of it."""

    relevant: bool
    value: float
    parts: Mapping[str, float]


class Sweep(NamedTuple):
    """A threshold, and the quality of the decisions it makes."""

    threshold: float
    precision: float
    recall: float

    @property
    def f1(self) -> float:
        """Return the harmonic mean of precision and recall."""
        return f1(self.precision, self.recall)


class Tuned(NamedTuple):
    """The best thresholds and weights for some labelled pages."""

    aspects: Mapping[str, Sweep]
    """Each aspect alone."""
    weights: Mapping[str, float]
    """The share of each aspect's F1 in their sum."""
    combined: Sweep
    """All aspects together, by these weights."""


def quality(scored: Iterable[tuple[float, bool]], threshold: float) -> Sweep:
    """Return the quality of a threshold; pages with this score or more count as relevant."""
    pages = list(scored)
    hits = sum(relevant for score, relevant in pages if score >= threshold)
    chosen = sum(score >= threshold for score, _ in pages)
    return Sweep(threshold, hits / max(chosen, 1), hits / max(sum(right for _, right in pages), 1))


def sweep(scored: Iterable[tuple[float, bool]]) -> Sweep:
    """Return the threshold with the best F1, midway between two scores; the highest of equally good ones."""
    pages = sorted(scored, reverse=True)
    positives = sum(relevant for _, relevant in pages)
    steps = [
        (score, sum(relevant for _, relevant in group), len(group))
        for score, members in groupby(pages, key=lambda page: page[0])
        for group in [list(members)]
    ]
    best = Sweep(steps[0][0] if steps else 0.0, 0.0, 0.0)
    chosen = hits = 0
    for number, (score, right, size) in enumerate(steps):
        chosen, hits = chosen + size, hits + right
        below = steps[number + 1][0] if number + 1 < len(steps) else score
        candidate = Sweep((score + below) / 2, hits / chosen, hits / max(positives, 1))
        best = max(best, candidate, key=lambda one: one.f1)
    return best


def tune(pages: Sequence[Labelled], aspects: Sequence[str]) -> Tuned:
    """Weigh each aspect by its best F1 alone, then find the threshold for all together."""
    alone = {
        aspect: sweep((page.parts[aspect], page.relevant) for page in pages) for aspect in aspects
    }
    total = sum(one.f1 for one in alone.values())
    weights = {aspect: one.f1 / total if total else 0.0 for aspect, one in alone.items()}
    together = sweep((weighted(page.parts, weights), page.relevant) for page in pages)
    return Tuned(alone, weights, together)


def weighted(parts: Mapping[str, float], weights: Mapping[str, float]) -> float:
    """Return the weighted mean of parts."""
    total = sum(weights.values())
    return sum(weight * parts[aspect] for aspect, weight in weights.items()) / (total or 1.0)
