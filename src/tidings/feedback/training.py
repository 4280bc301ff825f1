"""Trains a page model on labelled pages before a crawl, and tries it on the pages of a collection."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from tidings.collection.folder import EVENT_FILE, existing, read_store
from tidings.errors import TidingsError
from tidings.event.file import load
from tidings.feedback.labels import THRESHOLD, LabelledPage
from tidings.feedback.revisions import counting_judgements
from tidings.learn.fit import Array, Numbers
from tidings.learn.lessons import learn_labelled
from tidings.learn.page_model import PageModel, cells_of, sigmoid
from tidings.learn.validation import f1

FEWEST = 10
"""Pages needed of each kind."""
_RARITY_SAMPLE = 5_000
"""Pages from which the rarity of words is computed."""
_BINS = 10
"""Of probabilities, to compare them with shares."""
_SHOWN = 5
"""Pages named on each side."""


class RelevanceQuality(NamedTuple):
    """How well a model finds the relevant pages among some."""

    precision: float
    recall: float
    f1: float
    pages: int
    relevant: int
    error: float = 0.0
    """By how much its probabilities are off, on average."""


class TrainedModel(NamedTuple):
    """A page model of labelled pages, and its quality on pages that it was not trained on."""

    model: PageModel
    quality: RelevanceQuality


class Trial(NamedTuple):
    """What a model would change in a collection."""

    pages: int
    kept: int
    """Pages that are rejected now and would be kept."""
    rejected: int
    """Pages that are kept now and would be rejected."""
    to_kept: tuple[str, ...]
    """URLs of the largest changes."""
    to_rejected: tuple[str, ...]
    before: RelevanceQuality | None
    """Of the scores of the measure on judged pages, None without such pages."""
    after: RelevanceQuality | None


def train(pages: Sequence[LabelledPage]) -> TrainedModel:
    """Return the model of labelled pages; raise TidingsError if there are too few of a kind."""
    relevant = sum(page.relevant for page in pages)
    if min(relevant, len(pages) - relevant) < FEWEST:
        raise TidingsError(
            f"found {relevant:,} relevant pages and {len(pages) - relevant:,} others; "
            f"allowed: {FEWEST} or more of each"
        )
    step = -(-len(pages) // _RARITY_SAMPLE)
    model, logits = learn_labelled(
        [page.lesson for page in pages],
        [page.group for page in pages],
        [page.terms for page in pages[::step]],
        THRESHOLD,
    )
    return TrainedModel(model, quality(logits, [page.relevant for page in pages]))


def quality(logits: Array, relevant: Sequence[bool]) -> RelevanceQuality:
    """Return how well log-odds above 0 find what is relevant."""
    chosen, wanted = np.asarray(logits) > 0, np.array(relevant, bool)
    right = int((chosen & wanted).sum())
    precision, recall = right / max(1, int(chosen.sum())), right / max(1, int(wanted.sum()))
    error = _error(sigmoid(logits), wanted)
    return RelevanceQuality(
        precision, recall, f1(precision, recall), len(wanted), int(wanted.sum()), error
    )


def _error(probabilities: Array, wanted: Array) -> float:
    """Return the difference between probability and share of relevant pages, in bins of probability."""
    bins = np.minimum((probabilities * _BINS).astype(int), _BINS - 1)
    gaps = [
        abs(probabilities[bins == each].mean() - wanted[bins == each].mean()) * (bins == each).sum()
        for each in np.unique(bins)
    ]
    return float(sum(gaps)) / max(1, len(wanted))


def logits_of(model: PageModel, pages: Sequence[LabelledPage]) -> Array:
    """Return the log-odds that labelled pages are relevant, by their words alone."""
    cells = cells_of([page.terms for page in pages])
    return model.logits(np.full(len(pages), THRESHOLD), cells)


def try_on(model: PageModel, folder: Path) -> Trial:
    """Return what a model would change in a collection, whose pages stay as they are."""
    threshold = load(existing(folder / EVENT_FILE)).relevance.threshold
    model = replace(model, threshold=threshold)
    with contextlib.closing(read_store(folder)) as store:
        pages = list(store.words.decided())
        bases = np.array([page.base for page in pages])
        scores = np.zeros(0)
        if pages:
            scores, _ = model.judge(bases, cells_of([page.cells for page in pages]))
        change = scores - bases
        up = np.flatnonzero((bases < threshold) & (scores >= threshold))
        down = np.flatnonzero((bases >= threshold) & (scores < threshold))
        judged = counting_judgements(folder)
        known = [place for place, page in enumerate(pages) if page.id in judged]
        wanted = [judged[pages[place].id].relevant for place in known]

        def urls(places: Numbers) -> tuple[str, ...]:
            strongest = sorted(places, key=lambda place: (-abs(change[place]), place))[:_SHOWN]
            entries = (store.ledger.of_visit(pages[place].visit) for place in strongest)
            return tuple(entry.url for entry in entries if entry)

        before, after = (
            quality(_relative(each[known], threshold), wanted) if known else None
            for each in (bases, scores)
        )
        return Trial(len(pages), len(up), len(down), urls(up), urls(down), before, after)


def _relative(scores: Array, threshold: float) -> Array:
    """Return numbers that are above 0 where a score reaches the threshold."""
    return np.where(scores >= threshold, 1.0, -1.0) * (np.abs(scores - threshold) + 1e-9)
