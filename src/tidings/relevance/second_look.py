"""A second look at the pages of a crawl, by what the crawl itself has read; nobody has to judge anything.

While a crawl runs, every page is judged alone, and a word is as rare as it is in its language. Afterwards the pages
read say more: which words are rare among them, and which words the pages that seem relevant share and the others lack.
A page model is trained on the first scores, corrected by the likeness to the references with that rarity
(self-training). The line between both sides is drawn where few pages lie.

The constants were set with an encyclopedia, a generated encyclopedia, a generated shop and posts about crises in sight.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from tidings.learn.fit import Array, minimum
from tidings.learn.lessons import rarity
from tidings.learn.page_model import Cells, PageModel, cells_of, sigmoid, text_cells
from tidings.learn.page_words import SIZE, text_terms
from tidings.model import EventModel
from tidings.odds import log_odds
from tidings.read.words.words import stems
from tidings.settings import RelevanceSettings

FEWEST_PAGES = 60
"""Pages read from which on a crawl is looked at again."""
_LEAST_LIKE = 0.02
"""Cosine: added to every likeness, so that no page is ruled out by it."""
_FARTHEST_SCORE = 8.0
"""Log-odds: scores further from the threshold count as this."""
_TRUST = 2.0
"""How much the words learned count beside the first score."""
_PENALTY, _SHIFT_PENALTY = 0.3, 0.01
"""Penalties on the weights of words and on their sum."""
_REFERENCES = 3.0
"""Relevant pages that the references together count as."""
_BALANCE = 0.5
"""Power of the ratio of both sides: 0 counts every page alike, 1 both sides alike."""
_WIDTH = 0.6
"""Log-odds: over how much pages are counted together when a gap between both sides is looked for."""
_LOWEST, _HIGHEST, _BEYOND = -1.0, 8.0, 16.0
"""Log-odds from the threshold: where the line may be drawn, and up to where pages beyond it are looked for."""
_STEP = 0.1
_USUAL, _PULL = 1.0, 0.03
"""Where the line is drawn if there is no gap, and what the squared distance from there costs."""
_EMPTY = 2.0
"""Pages counted everywhere, so that a handful makes no gap."""
_LEAST_WEIGHT = 1e-4


class Given(NamedTuple):
    """What the event file gives to compare pages with."""

    words: bytes
    """The packed words of references and keywords."""
    has_references: bool


def given_of(model: EventModel) -> Given:
    """Return the words of an event's references and keywords."""
    counts = Counter[str]()
    for found in model.vocabulary.values():
        counts.update(found)
    language = next(iter(model.vocabulary), "en")
    for keyword in model.keywords:
        counts.update(stems(keyword, language))
    return Given(text_terms(counts), any(model.vocabulary.values()))


def looks_again(model: EventModel, settings: RelevanceSettings) -> bool:
    """Return whether pages are looked at again after a crawl.

    Elsewhere place and day know better than the words of other pages, and the terms of a kind of page stand for
    themselves.
    """
    return settings.measure == "auto" and model.is_open


def look_again(
    bases: Array, pages: Sequence[bytes], given: Given, threshold: float
) -> PageModel | None:
    """Return the page model that the pages read teach, from their first scores and packed words.

    None if there are few pages, or all lie on one side. Without references the line stays where keywords put it.
    """
    first = _first(bases, threshold)
    if len(pages) < FEWEST_PAGES or not 0 < np.count_nonzero(first >= 0) < len(pages):
        return None
    like = np.log(likeness(pages, given.words) + _LEAST_LIKE)
    believed = first + like - _neutral(like, first)
    weights = _learned(pages, given.words, sigmoid(believed))
    learned = cells_of(pages).times(weights)
    learned -= (neutral := _neutral(learned, believed))
    line = _line(first + learned) if given.has_references else 0.0
    return PageModel(0, threshold, weights.astype(np.float32), 1.0, -float(neutral + line))


def likeness(pages: Sequence[bytes], given: bytes) -> Array:
    """Return the cosine of each page with the given words; words are as rare as they are among the pages."""
    cells, wanted = text_cells(pages), text_cells([given])
    having = np.bincount(cells.buckets, minlength=SIZE)
    rare = np.log(len(pages) / np.maximum(having, 1)) * (having > 0)
    vector = np.zeros(SIZE)
    vector[wanted.buckets] = wanted.amounts * rare[wanted.buckets]
    amounts = cells.amounts * rare[cells.buckets]
    products = np.bincount(cells.rows, amounts * vector[cells.buckets], len(pages))
    lengths = np.sqrt(np.bincount(cells.rows, amounts**2, len(pages))) * np.linalg.norm(vector)
    return np.asarray(products / np.maximum(lengths, 1e-9))


def _first(bases: Array, threshold: float) -> Array:
    line = log_odds(threshold)
    odds = np.array([log_odds(base) for base in bases.tolist()]) - line
    return np.clip(odds, -_FARTHEST_SCORE, _FARTHEST_SCORE)


def _neutral(values: Array, odds: Array) -> float:
    """Return the value of doubtful pages: the mean, weighted by the doubt."""
    likely = sigmoid(odds)
    doubt = likely * (1.0 - likely) + 1e-6
    return float(doubt @ values / doubt.sum())


def _learned(pages: Sequence[bytes], given: bytes, likely: Array) -> Array:
    """Return weights for all buckets, by logistic regression on how likely each page is relevant."""
    rarities = rarity([*pages, given])
    cells = cells_of([*pages, given])
    used, columns = np.unique(cells.buckets, return_inverse=True)
    table = Cells(cells.rows, columns, cells.amounts * rarities[cells.buckets], cells.pages)
    more = float(((1.0 - likely).sum() / likely.sum()) ** _BALANCE)
    counts = np.append(more * likely + 1.0 - likely, _REFERENCES * more)
    targets = np.append(more * likely / counts[:-1], 1.0)
    size = len(used)
    penalties = np.full(size + 1, _PENALTY)
    penalties[size] = _SHIFT_PENALTY

    def cost_and_slope(flat: Array) -> tuple[float, Array]:
        odds = table.times(flat[:size]) + flat[size]
        errors = counts * (sigmoid(odds) - targets)
        pull = penalties * flat
        cost = float(counts @ (np.logaddexp(0.0, odds) - targets * odds) + pull @ flat / 2)
        words = np.bincount(columns, table.amounts * errors[table.rows], size)
        return cost, np.append(words, errors.sum()) + pull

    found = minimum(cost_and_slope, np.zeros(size + 1))[:size] * rarities[used]
    weights = np.zeros(SIZE)
    weights[used] = np.where(np.abs(found) < _LEAST_WEIGHT, 0.0, _TRUST * found)
    return weights


def _line(odds: Array) -> float:
    """Return where fewest pages lie, compared with the most above, near the usual place."""
    steps = np.arange(_LOWEST, _BEYOND, _STEP)
    near = np.zeros(len(steps)) + _EMPTY
    for odd in odds[odds > _LOWEST - 4 * _WIDTH].tolist():
        near += np.exp(-0.5 * ((steps - odd) / _WIDTH) ** 2)
    above = np.maximum.accumulate(near[::-1])[::-1]
    gain = np.log(above / near) - _PULL * (steps - _USUAL) ** 2
    return float(steps[np.argmax(gain[steps <= _HIGHEST])])
