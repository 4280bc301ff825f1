"""A page model trained on labelled pages before a crawl: its file, and the measure that starts from it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from tidings.disk.reading import check_regular
from tidings.disk.writing import atomic_file
from tidings.learn.page_model import Corrected, PageModel, cells_of, from_bytes
from tidings.learn.page_words import terms_of
from tidings.model import Evidence, Page, Score
from tidings.ports import Relevance

TRAINED = "trained"
"""The part of a score that the trained model gives: a probability."""


class Trained:
    """A measure whose scores a trained model corrects; judgements learn on top of it."""

    def __init__(self, measure: Relevance, model: PageModel, threshold: float) -> None:
        self._measure = measure
        self._model = replace(model, threshold=threshold)
        self._corrected = Corrected(measure, self._model)

    def score(self, page: Page) -> Score:
        """Return the corrected score, with the probability and the words behind it."""
        score, cells = self._measure.score(page), cells_of([terms_of(page)])
        (value,), (probability,) = self._model.judge(np.array([score.value]), cells)
        words = self._corrected.evidence(page, cells)
        evidence = (Evidence(TRAINED, each.what, each.amount) for each in words)
        parts = {**score.parts, TRAINED: float(probability)}
        return Score(float(value), parts, (*score.evidence, *evidence))


def write_trained(path: Path, model: PageModel) -> None:
    """Write a model to a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with atomic_file(path) as file:
        file.write(model.to_bytes())


def read_trained(path: Path) -> PageModel:
    """Return the model of a file; raise OSError or ValueError if there is none."""
    check_regular(path, 100)
    return from_bytes(path.read_bytes(), 0, {}, {})
