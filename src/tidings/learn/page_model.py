"""The page model: corrects a measure's score of a page by words that people's judgements have taught it.

Where nothing was learned, the measure's score stands. The module reads no files and trains nothing.
"""

from __future__ import annotations

import json
import math
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tidings.learn.fit import Array, Numbers
from tidings.learn.page_words import (
    COUNT_BITS,
    FIELD_BITS,
    FIELDS,
    HIGHEST_COUNT,
    SIZE,
    names_of,
    terms_of,
)
from tidings.model import Evidence, Page, Score
from tidings.ports import Relevance
from tidings.urls import url_id

_AMOUNTS = np.array([0.0, *(1 + math.log(count) for count in range(1, HIGHEST_COUNT + 1))])
"""The amount of each count: every occurrence adds less than the one before."""
_FIELD_LENGTHS = np.array([1.0, 0.7, 0.7, 0.5])
"""Vector length of each field: titles and URLs have few words, each of which would outweigh a whole text."""
_HIGHEST_SCORE = 0.98
"""Scores are clipped to [0.02, 0.98], so that learning can move every score."""
_EVIDENCE = 6
"""Words listed as evidence at most."""
_LEAST_EVIDENCE = 0.05
"""Log-odds: a word that moves the score by less is not listed."""
LOOKED = "by what the crawl has read"
"""Why a page has the score of a model that nobody's judgements have taught."""
MEASURE, JUDGED = "measure", "judgements"
"""Parts of a corrected score: the measure's own score, and the probability that the model gives."""


class Cells(NamedTuple):
    """The words of some pages as a sparse matrix: page, bucket and amount of each entry."""

    rows: Numbers
    buckets: Numbers
    amounts: Array
    pages: int

    def times(self, weights: npt.NDArray[np.floating]) -> Array:
        """Return the product with a weight for each bucket, one number per page."""
        products = weights[self.buckets] * self.amounts
        return np.bincount(self.rows, products, self.pages).astype(np.float64)


def cells_of(pages: Sequence[bytes]) -> Cells:
    """Return the packed words of pages as a matrix; a field has the same vector length in every page."""
    cells = np.frombuffer(b"".join(pages), dtype="<u4").astype(np.intp)
    lengths = np.fromiter((len(page) // 4 for page in pages), np.intp, len(pages))
    rows = np.repeat(np.arange(len(pages)), lengths)
    buckets, amounts = cells >> COUNT_BITS, _AMOUNTS[cells & HIGHEST_COUNT]
    fields = buckets >> FIELD_BITS
    groups = rows * len(FIELDS) + fields
    norms = np.sqrt(np.bincount(groups, amounts**2, len(pages) * len(FIELDS)))
    return Cells(rows, buckets, amounts / norms[groups] * _FIELD_LENGTHS[fields], len(pages))


def text_cells(pages: Sequence[bytes]) -> Cells:
    """Return the words of the texts alone, without those of titles, addresses and dates."""
    cells = cells_of(pages)
    inside = cells.buckets < 1 << FIELD_BITS  # the first field
    return Cells(cells.rows[inside], cells.buckets[inside], cells.amounts[inside], cells.pages)


@dataclass(frozen=True, slots=True)
class PageModel:
    """A linear model over words; ``revision`` 0 has learned nothing."""

    revision: int
    threshold: float
    """The score at which pages were kept during training; it stands for a probability of 0.5."""
    weights: npt.NDArray[np.float32]
    """Log-odds that each bucket adds."""
    slope: float = 1.0
    """Factor of the measure's log-odds."""
    shift: float = 0.0
    judged: Mapping[int, bool] = field(default_factory=dict)
    """People's judgements, by the id of the page's URL."""
    types: Mapping[int, str] = field(default_factory=dict)
    """The types that people assigned, by the same id."""

    @property
    def is_taught(self) -> bool:
        """Return whether the model changes scores at all."""
        return (self.slope, self.shift) != (1.0, 0.0)

    @property
    def note(self) -> str:
        """Return by what the model decides about a page that nobody has judged."""
        version = f"version {self.revision}"
        return f"{LOOKED}, {version}" if self.is_taught and not self.judged else version

    def logits(self, bases: Array, cells: Cells) -> Array:
        """Return the log-odds that pages are relevant, from the measure's scores and the words."""
        given = self.slope * relative(bases, self.threshold)
        return np.asarray(given + self.shift + cells.times(self.weights))

    def judge(self, bases: Array, cells: Cells) -> tuple[Array, Array]:
        """Return corrected scores and probabilities of pages, ignoring that people judged some of them.

        Scores are on the scale of the measure: a probability of 0.5 has the threshold as its score.
        """
        logits = self.logits(bases, cells)
        if not self.is_taught:
            return bases, sigmoid(logits)
        return sigmoid(logits + logit(np.array(self.threshold))), sigmoid(logits)

    def to_bytes(self) -> bytes:
        """Return the model without its judgements as compressed bytes."""
        used = np.flatnonzero(self.weights)
        head = {"threshold": self.threshold, "slope": self.slope, "shift": self.shift}
        document = json.dumps({**head, "weights": len(used)}).encode() + b"\n"
        numbers = used.astype("<u4").tobytes() + self.weights[used].astype("<f4").tobytes()
        return zlib.compress(document + numbers, 6)


def untaught(threshold: float) -> PageModel:
    """Return the model that leaves every score as it is."""
    return PageModel(0, threshold, np.zeros(SIZE, np.float32))


def on_top(start: PageModel | None, learned: PageModel) -> PageModel:
    """Return the model that has learned on top of the scores of another one."""
    if start is None:
        return learned
    weights = learned.slope * start.weights + learned.weights
    return replace(
        learned,
        weights=weights.astype(np.float32),
        slope=learned.slope * start.slope,
        shift=learned.slope * start.shift + learned.shift,
    )


def from_bytes(
    stored: bytes, revision: int, judged: Mapping[int, bool], types: Mapping[int, str]
) -> PageModel:
    """Return a stored model; raise ``ValueError`` if the bytes are not one."""
    try:
        head, _, numbers = zlib.decompress(stored).partition(b"\n")
        fields = json.loads(head)
        count = int(fields.pop("weights"))
        weights = np.zeros(SIZE, np.float32)
        used = np.frombuffer(numbers, "<u4", count)
        weights[used] = np.frombuffer(numbers, "<f4", count, offset=4 * count)
        return PageModel(revision, weights=weights, judged=judged, types=types, **fields)
    except (ValueError, LookupError, TypeError, zlib.error) as error:
        raise ValueError(f"no page model: {error}") from error


class Corrected:
    """A measure whose scores are corrected by a page model."""

    def __init__(self, measure: Relevance, model: PageModel) -> None:
        self._measure = measure
        self._model = model

    def score(self, page: Page) -> Score:
        """Return the corrected score, or a person's judgement if there is one."""
        score, cells = self._measure.score(page), cells_of([terms_of(page)])
        (value,), (probability,) = self._model.judge(np.array([score.value]), cells)
        judgement = self._model.judged.get(url_id(page.url))
        if judgement is None:
            evidence = self.evidence(page, cells)
            if self._model.is_taught and not self._model.judged:
                evidence = (Evidence(JUDGED, LOOKED, 0.0), *evidence)
        else:
            value = judgement
            evidence = (Evidence(JUDGED, f"judged {'relevant' if judgement else 'not'}", 0.0),)
        parts = {**score.parts, MEASURE: score.value, JUDGED: float(probability)}
        return Score(float(value), parts, (*score.evidence, *evidence))

    def evidence(self, page: Page, cells: Cells) -> tuple[Evidence, ...]:
        """Return the words that moved the score most."""
        moved = self._model.weights[cells.buckets] * cells.amounts
        strongest = np.argsort(-np.abs(moved), kind="stable")[:_EVIDENCE]
        amounts = {
            int(cells.buckets[cell]): float(moved[cell])
            for cell in strongest
            if abs(float(moved[cell])) >= _LEAST_EVIDENCE
        }
        names = names_of(page, amounts) if amounts else {}
        return tuple(Evidence(JUDGED, names[number], amounts[number]) for number in amounts)


def base_of(score: Score) -> float:
    """Return the measure's own score."""
    return score.parts.get(MEASURE, score.value)


def relative(bases: Array, threshold: float) -> Array:
    """Return the log-odds of scores minus those of the threshold."""
    return np.asarray(logit(bases) - logit(np.array(threshold)))


# For arrays what ``odds.log_odds`` and ``odds.probability`` are for numbers, but clipped more, as noted above.


def logit(scores: Array) -> Array:
    """Return the log-odds of scores, clipped to stay moderate."""
    clipped = np.clip(scores, 1 - _HIGHEST_SCORE, _HIGHEST_SCORE)
    return np.asarray(np.log(clipped / (1 - clipped)))


def sigmoid(logits: Array) -> Array:
    """Return the probabilities of log-odds; the form with tanh cannot overflow."""
    return np.asarray(0.5 * (1 + np.tanh(np.asarray(logits) / 2)))
