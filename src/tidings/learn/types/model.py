"""Which type of crisis a text is about: a linear model over words and pairs of words, made by hand or learned."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from tidings.disk.writing import write_text
from tidings.learn.types.features import Features, features, term
from tidings.learn.types.vocabulary import LANGUAGES
from tidings.model import Typed

NONE = "none of these"
"""The answer when no type reaches the threshold."""
STARTER, OFF = "starter", "none"
"""Words that stand in an event file for the model made by hand, and for no model."""
_FORMAT = "tidings types 1"
_SURE, _GOOD, _WEAK = 12.0, 7.0, 3.0
_THRESHOLD = 2.5
"""Weights made by hand: one sure term in a sentence of ten words passes the threshold, one in a whole page does not."""


@dataclass(frozen=True, slots=True)
class TypeModel:
    """Types, and what each term says for or against them."""

    labels: tuple[str, ...]
    """The names of the types, ``NONE`` last."""
    weights: Mapping[str, Mapping[int, float]]
    """For each term its weights, by the number of the type."""
    threshold: float = _THRESHOLD
    """The score at which a type is as likely as none; a text without any known term has 0."""

    def tell(self, text: str, language: str = "") -> Typed:
        """Return the likeliest type and its probability."""
        scores = self.scores(features(text, language, self.weights))
        best = max(scores)
        total = math.fsum(math.exp(score - best) for score in scores)
        return Typed(self.labels[scores.index(best)], 1 / total)

    def scores(self, text: Features) -> list[float]:
        """Return a score for each label; their exponentials stand to each other as the probabilities do."""
        scores = [0.0] * len(self.labels)
        scores[-1] = self.threshold
        weights = self.weights
        for name, amount in text.items():
            if name in weights:
                for number, weight in weights[name].items():
                    scores[number] += weight * amount
        return scores


def open_types(name: str) -> TypeModel | None:
    """Return the model an event file names; raise ``ValueError`` for a file that holds none."""
    if name == OFF:
        return None
    return starter() if name == STARTER else read_types(Path(name))


@lru_cache(maxsize=1)
def starter() -> TypeModel:
    """Return the model made by hand from ``vocabulary.py``."""
    labels = (*LANGUAGES["en"], NONE)
    weights: dict[str, dict[int, float]] = {}
    for language, types in LANGUAGES.items():
        for label, terms in types.items():
            for phrases, weight in zip(terms, (_SURE, _GOOD, _WEAK), strict=True):
                for phrase in filter(None, phrases.split(",")):
                    known = weights.setdefault(term(phrase, language), {})
                    number = labels.index(label)
                    known[number] = max(weight, known.get(number, 0.0))
    return TypeModel(labels, weights)


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
    """Read a model; raise ``ValueError`` if the file holds none."""
    try:
        known = json.loads(path.read_text(encoding="utf-8"))
        if known["format"] != _FORMAT:
            raise ValueError(f"found {known['format']!r}")
        return _model(known)
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(
            f"{path}: found no model of types ({error or type(error).__name__}); "
            "allowed: a file that 'tidings train types' wrote"
        ) from error


def _model(known: dict[str, Any]) -> TypeModel:
    labels = tuple(map(str, known["labels"]))
    weights = {
        name: {int(number): float(weight) for number, weight in by_number.items()}
        for name, by_number in known["terms"].items()
    }
    if labels[-1] != NONE:
        raise ValueError(f"the last label is not {NONE!r}")
    if not all(0 <= number < len(labels) for found in weights.values() for number in found):
        raise ValueError("a weight without a label")
    return TypeModel(labels, weights, float(known["threshold"]))
