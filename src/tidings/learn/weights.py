"""Weights and thresholds from labelled pages by the F1 rule (Farag, 2016): how well each aspect tells alone; it knows no measures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple


class Labelled(NamedTuple):
    """A page whose relevance is known, with its score and the parts of it."""

    relevant: bool
    value: float
    parts: Mapping[str, float]


class Sweep(NamedTuple):
    """The threshold that tells relevant pages from others best, and how well it does."""

    threshold: float
    precision: float
    recall: float

    @property
    def f1(self) -> float:
        """Return the harmonic mean of precision and recall."""
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0


class Tuned(NamedTuple):
    """What labelled pages say about a measure."""

    aspects: Mapping[str, Sweep]
    """Each aspect alone."""
    weights: Mapping[str, float]
    """The share of each aspect's F1 in their sum."""
    combined: Sweep
    """All aspects together, by these weights."""


def quality(scored: Iterable[tuple[float, bool]], threshold: float) -> Sweep:
    """Return how well a threshold tells; pages with this score or more count as relevant."""
    pages = list(scored)
    hits = sum(relevant for score, relevant in pages if score >= threshold)
    told = sum(score >= threshold for score, _ in pages)
    return Sweep(threshold, hits / max(told, 1), hits / max(sum(right for _, right in pages), 1))


def sweep(scored: Iterable[tuple[float, bool]]) -> Sweep:
    """Return the threshold with the best F1, in the middle between two scores; of equal ones the highest."""
    pages = sorted(scored, reverse=True)
    positives = sum(relevant for _, relevant in pages)
    steps = [
        (score, sum(relevant for _, relevant in group), size)
        for score, members in groupby(pages, key=lambda page: page[0])
        for group in [list(members)]
        for size in [len(group)]
    ]
    best = Sweep(steps[0][0] if steps else 0.0, 0.0, 0.0)
    told = hits = 0
    for number, (score, right, size) in enumerate(steps):
        told, hits = told + size, hits + right
        below = steps[number + 1][0] if number + 1 < len(steps) else score
        found = Sweep((score + below) / 2, hits / told, hits / max(positives, 1))
        best = max(best, found, key=lambda one: one.f1)
    return best


def tune(pages: Sequence[Labelled], aspects: Sequence[str]) -> Tuned:
    """Weigh each aspect by its best F1 alone, then find the threshold for all together."""
    alone = {
        aspect: sweep((page.parts[aspect], page.relevant) for page in pages) for aspect in aspects
    }
    total = sum(found.f1 for found in alone.values())
    weights = {aspect: found.f1 / total if total else 0.0 for aspect, found in alone.items()}
    together = sweep((weighted(page.parts, weights), page.relevant) for page in pages)
    return Tuned(alone, weights, together)


def weighted(parts: Mapping[str, float], weights: Mapping[str, float]) -> float:
    """Return the weighted mean of parts."""
    total = sum(weights.values())
    return sum(weight * parts[aspect] for aspect, weight in weights.items()) / (total or 1.0)
