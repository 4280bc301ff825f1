"""A mixture of experts: learns while crawling how far each signal of a link can be trusted on this web.

An expert adds log-odds to the score of a link: its words, its places, its day, the page it was found on. Each has a
weight, which begins at 1. After every visit, those that spoke for a good page or against a bad one gain, the others
lose: a logistic regression, trained online. On a web where all pages share the words, places and days come to decide.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from tidings.odds import probability

RATE = 0.1
"""Step of a first lesson; later steps are smaller (AdaGrad)."""
_BIAS_RATE = 0.5
_LEAST_WEIGHT, _MOST_WEIGHT = 0.1, 3.0
"""Limits of a weight: no expert is silenced for good, and none drowns out the others."""
_SLOWEST_MEAN = 0.002
"""Share: how far each link moves the means of the experts at least."""


class Mixture:
    """The weights of the experts, and the mean of what each says."""

    def __init__(self) -> None:
        self.weights: list[float] = []
        self._squares: list[float] = []
        self._means: list[float] = []
        self._links = 0
        self._bias = 0.0
        """How much better or worse pages are than their links promise: learned, but no matter for the order."""
        self._bias_square = 1.0

    def meet(self, experts: Sequence[float]) -> None:
        """Take a new link into the means."""
        if len(experts) != len(self.weights):  # the first link, or a model of another version
            self.weights, self._squares = [1.0] * len(experts), [1.0] * len(experts)
            self._means, self._links = [0.0] * len(experts), 0
        self._links += 1
        share = max(_SLOWEST_MEAN, 1.0 / self._links)
        self._means = [m + share * (x - m) for m, x in zip(self._means, experts, strict=True)]

    def correction(self, experts: Sequence[float]) -> float:
        """Return the log-odds that the weights add to the plain sum of the experts.

        What all links have in common counts for nothing, so a weight moves links against each other only.
        """
        if len(experts) != len(self.weights):
            return 0.0
        rows = zip(self.weights, experts, self._means, strict=True)
        return sum([(weight - 1.0) * (x - mean) for weight, x, mean in rows])

    def learn(self, experts: Sequence[float], given: float, target: float) -> None:
        """Train on what a link turned out to be worth; ``given`` are its log-odds without the mixture."""
        if len(experts) != len(self.weights):
            return
        error = probability(given + self.correction(experts) + self._bias) - target
        self._bias_square += error * error
        self._bias -= _BIAS_RATE * error / math.sqrt(self._bias_square)
        for index, x in enumerate(experts):
            slope = error * (x - self._means[index])
            self._squares[index] += slope * slope
            weight = self.weights[index] - RATE * slope / math.sqrt(self._squares[index])
            self.weights[index] = min(_MOST_WEIGHT, max(_LEAST_WEIGHT, weight))

    def to_numbers(self) -> list[list[float]]:
        """Return everything learned."""
        return [
            self.weights,
            self._squares,
            self._means,
            [float(self._links), self._bias, self._bias_square],
        ]

    @classmethod
    def from_numbers(cls, numbers: Sequence[Iterable[float]]) -> Mixture:
        """Return a mixture from its numbers; raise ``ValueError`` or ``TypeError`` if they are none."""
        rows = [[float(number) for number in row] for row in numbers]
        if not all(math.isfinite(number) for row in rows for number in row):
            raise ValueError("found an infinite number")
        mixture = cls()
        mixture.weights, mixture._squares, mixture._means, (links, bias, square) = rows
        if not len(mixture.weights) == len(mixture._squares) == len(mixture._means):
            raise ValueError("found experts without a weight")
        mixture._links, mixture._bias, mixture._bias_square = int(links), bias, max(square, 1.0)
        return mixture
