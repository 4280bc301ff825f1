"""Classifies texts by type of crisis: a linear model over words and word pairs, written by hand or learned."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from tidings.disk.reading import check_regular
from tidings.disk.writing import write_text
from tidings.learn.types.features import Features, features, term
from tidings.learn.types.vocabulary import LANGUAGES, Terms
from tidings.model import Typed

NONE = "none of these"
"""The label when no type reaches the threshold."""
STARTER, OFF = "starter", "none"
"""Names in an event file: the model written by hand, and no model."""
_SHARED = ("en", "es", "fr")
"""Languages whose terms count in texts of any language without its own vocabulary."""
_LEAST_PROBABILITY = 0.4
"""Probability from which a type is named; tried on 11,800 posts: with 0.4 it is right for 96 %, with 0.5 for 97 %, but
for 400 fewer."""
_FORMAT = "tidings types 1"
_SURE_WEIGHT, _GOOD_WEIGHT, _WEAK_WEIGHT = 16.0, 9.0, 4.0
_THRESHOLD = 3.25
"""Set by hand: one sure term in a sentence of ten words reaches the threshold, one in a whole page does not."""


@dataclass(frozen=True, slots=True)
class TypeModel:
    """Types and the weights of terms for them."""

    labels: tuple[str, ...]
    """The names of the types, ``NONE`` last."""
    weights: Mapping[str, Mapping[int, float]]
    """The weights of each term, by the number of the type."""
    threshold: float = _THRESHOLD
    """The score of ``NONE``; a text without any term of the model has 0 for every type."""
    local: Mapping[str, Mapping[str, Mapping[int, float]]] = field(default_factory=dict)
    """Weights by language, instead of the others for a text in that language: its words mean other things elsewhere."""

    def classify(self, text: str, language: str = "") -> Typed:
        """Return the most likely type and its probability; none of the types if that is too low."""
        weights = self.local.get(language, self.weights)
        scores = self.scores(features(text, language, weights), weights)
        best = max(scores)
        # The softmax of ``fit.probabilities``: for a dozen scores plain Python is faster than numpy.
        total = math.fsum(math.exp(score - best) for score in scores)
        if total > 1 / _LEAST_PROBABILITY:
            return Typed(self.labels[-1], math.exp(scores[-1] - best) / total)
        return Typed(self.labels[scores.index(best)], 1 / total)

    def scores(
        self, text: Features, weights: Mapping[str, Mapping[int, float]] | None = None
    ) -> list[float]:
        """Return the score of each label, a log-probability up to a constant."""
        scores = [0.0] * len(self.labels)
        scores[-1] = self.threshold
        weights = self.weights if weights is None else weights
        for name, amount in text.items():
            if name in weights:
                for number, weight in weights[name].items():
                    scores[number] += weight * amount
        return scores


def open_types(name: str) -> TypeModel | None:
    """Return the model that an event file names; raise ``ValueError`` for a file without a model."""
    if name == OFF:
        return None
    return starter() if name == STARTER else read_types(Path(name))


@lru_cache(maxsize=1)
def starter() -> TypeModel:
    """Return the model written by hand in ``vocabulary.py``."""
    labels = (*LANGUAGES["en"], NONE)
    shared: dict[str, dict[int, float]] = {}
    local: dict[str, dict[str, dict[int, float]]] = {}
    for language, types in LANGUAGES.items():
        weights = shared if language in _SHARED else local.setdefault(language, {})
        for label, terms in types.items():
            _add_terms(weights, terms, labels.index(label), language)
    return TypeModel(labels, shared, local=local)


def _add_terms(
    weights: dict[str, dict[int, float]], terms: Terms, number: int, language: str
) -> None:
    """Add the terms of one type; a term of several strengths has the highest."""
    for phrases, weight in zip(terms, (_SURE_WEIGHT, _GOOD_WEIGHT, _WEAK_WEIGHT), strict=True):
        for phrase in filter(None, phrases.split(",")):
            by_number = weights.setdefault(term(phrase, language), {})
            by_number[number] = max(weight, by_number.get(number, 0.0))


def write_types(model: TypeModel, path: Path) -> None:
    """Write a model as JSON, one line for each term."""
    head = {"format": _FORMAT, "labels": model.labels, "threshold": round(model.threshold, 4)}
    lines = [
        f"{json.dumps(name, ensure_ascii=False)}: "
        + json.dumps({number: round(weight, 3) for number, weight in weights.items()})
        for name, weights in sorted(model.weights.items())
    ]
    start = json.dumps(head, ensure_ascii=False)[:-1]
    terms = ",\n".join(lines)
    write_text(path, f'{start}, "terms": {{\n{terms}\n}}}}\n')


def read_types(path: Path) -> TypeModel:
    """Read a model; raise ``ValueError`` if the file does not contain one."""
    try:
        check_regular(path, 100)
        document = json.loads(path.read_text(encoding="utf-8"))
        if document["format"] != _FORMAT:
            raise ValueError(f"found {document['format']!r}")
        return _model(document)
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(
            f"{path}: found no model of types ({error or type(error).__name__}); "
            "allowed: a file that 'tidings train types' wrote"
        ) from error


def _model(document: dict[str, Any]) -> TypeModel:
    labels = tuple(map(str, document["labels"]))
    weights = {
        name: {int(number): float(weight) for number, weight in by_number.items()}
        for name, by_number in document["terms"].items()
    }
    if labels[-1] != NONE:
        raise ValueError(f"the last label is not {NONE!r}")
    if not all(0 <= number < len(labels) for numbers in weights.values() for number in numbers):
        raise ValueError("a weight without a label")
    return TypeModel(labels, weights, float(document["threshold"]))
