"""The page model: what people's judgements change in the score of a page, by the words of its text, title and address.

It corrects the score a measure gave; where nothing was learned, that score stands. It reads no files and trains nothing.
"""

from __future__ import annotations

import json
import math
import struct
import zlib
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tidings.learn.fit import Array
from tidings.model import Evidence, Page, Score
from tidings.ports import Relevance
from tidings.read.words.words import LONGEST, stem, url_words, words
from tidings.urls import url_id

READ = 400
"""Words of a text that count: what a page is about is told at its beginning."""
FIELDS = ("text", "title", "address", "date")
_TEXT, _TITLE, _ADDRESS, _DATE = range(4)
_FIELD_BITS, _COUNT_BITS = 18, 4
SIZE = len(FIELDS) << _FIELD_BITS
"""Buckets that words fall into, a quarter of them for each field."""
_MOST = (1 << _COUNT_BITS) - 1
_AMOUNTS = np.array([0.0, *(1 + math.log(count) for count in range(1, _MOST + 1))])
_SHARES = np.array([1.0, 0.7, 0.7, 0.5])
"""How much each field may say: a title or an address has few words, each would outweigh a whole text."""
_NOTHING = -1
_REMEMBERED = 100_000
_SUREST = 0.98
"""No measure is surer than this, nor surer of the contrary: what is learned must be able to move every score."""
_EVIDENCE = 6
_TELLING = 0.05
"""A word that moves the score by less is no evidence."""
MEASURE, JUDGED = "measure", "judgements"
"""Parts of a corrected score: what the measure alone said, and how likely the model finds the page relevant."""

Buckets = npt.NDArray[np.intp]


class Cells(NamedTuple):
    """The words of some pages as a sparse matrix: page, bucket and amount of each."""

    rows: Buckets
    buckets: Buckets
    amounts: Array
    pages: int

    def times(self, weights: npt.NDArray[np.floating]) -> Array:
        """Return for each page the sum of its amounts times the weights of their buckets."""
        moved = weights[self.buckets] * self.amounts
        return np.bincount(self.rows, moved, self.pages).astype(np.float64)


def terms_of(page: Page) -> bytes:
    """Return the words of a page in their buckets, with counts: four bytes for each different word."""
    language = page.language or "en"
    found = chain(
        map(_memo(_TEXT, language).__getitem__, words(page.text)[:READ]),
        map(_memo(_TITLE, language).__getitem__, words(page.title)),
        map(_memo(_ADDRESS, "").__getitem__, url_words(page.url)),
        map(_memo(_DATE, "").__getitem__, _days(page)),
    )
    return packed(Counter(found))


def _days(page: Page) -> tuple[str, ...]:
    """Return the year and the month of a page as words."""
    if page.published is None:
        return ()
    moment = page.published.moment
    return f"{moment.year}", f"{moment.year}-{moment.month:02}"


def text_terms(counts: Mapping[str, int]) -> bytes:
    """Return counted stems of a text in the same way; pairs of stems are left out."""
    return packed({bucket(_TEXT, name): n for name, n in counts.items() if " " not in name})


def packed(counts: Mapping[int, int]) -> bytes:
    """Return counted buckets as bytes."""
    cells = [
        number << _COUNT_BITS | (count if count < _MOST else _MOST)
        for number, count in counts.items()
        if number >= 0
    ]
    cells.sort()
    return struct.pack(f"<{len(cells)}I", *cells)


def bucket(part: int, word: str) -> int:
    """Return the bucket of a word in a field."""
    return part << _FIELD_BITS | zlib.crc32(word.encode("utf-8", "replace")) >> (32 - _FIELD_BITS)


def cells_of(pages: Sequence[bytes]) -> Cells:
    """Return the words of pages as numbers; each field has the same length in every page, however long it is."""
    cells = np.frombuffer(b"".join(pages), dtype="<u4").astype(np.intp)
    lengths = np.fromiter((len(page) // 4 for page in pages), np.intp, len(pages))
    rows = np.repeat(np.arange(len(pages)), lengths)
    buckets, amounts = cells >> _COUNT_BITS, _AMOUNTS[cells & _MOST]
    fields = buckets >> _FIELD_BITS
    groups = rows * len(FIELDS) + fields
    norms = np.sqrt(np.bincount(groups, amounts**2, len(pages) * len(FIELDS)))
    return Cells(rows, buckets, amounts / norms[groups] * _SHARES[fields], len(pages))


@dataclass(frozen=True, slots=True)
class PageModel:
    """One version of what was learned; ``version`` 0 has learned nothing."""

    version: int
    threshold: float
    """The score at which pages were kept when it was learned; there it is undecided."""
    weights: npt.NDArray[np.float32]
    """What the words of each bucket say for or against a page."""
    slope: float = 1.0
    shift: float = 0.0
    judged: Mapping[int, bool] = field(default_factory=dict)
    """What people said of pages, by the identity of their address."""
    types: Mapping[int, str] = field(default_factory=dict)
    """Which types people named."""

    def logits(self, bases: Array, cells: Cells) -> Array:
        """Return how sure the model is that pages are relevant; 0 is undecided."""
        given = self.slope * relative(bases, self.threshold)
        return np.asarray(given + self.shift + cells.times(self.weights))

    def judge(self, bases: Array, cells: Cells) -> tuple[Array, Array]:
        """Return corrected scores of pages and how likely they are relevant, judged ones like all others.

        Scores are on the scale of the measure: a page that is as likely as not has the threshold.
        """
        logits = self.logits(bases, cells)
        if (self.slope, self.shift) == (1.0, 0.0):  # nothing was learned
            return bases, sigmoid(logits)
        return sigmoid(logits + logit(np.array(self.threshold))), sigmoid(logits)

    def to_bytes(self) -> bytes:
        """Return the model without its judgements, for a store."""
        used = np.flatnonzero(self.weights)
        head = {"threshold": self.threshold, "slope": self.slope, "shift": self.shift}
        document = json.dumps({**head, "weights": len(used)}).encode() + b"\n"
        numbers = used.astype("<u4").tobytes() + self.weights[used].astype("<f4").tobytes()
        return zlib.compress(document + numbers, 6)


def untaught(threshold: float) -> PageModel:
    """Return the model that leaves every score as it is."""
    return PageModel(0, threshold, np.zeros(SIZE, np.float32))


def from_bytes(
    stored: bytes, version: int, judged: Mapping[int, bool], types: Mapping[int, str]
) -> PageModel:
    """Return a stored model; raise ``ValueError`` for bytes that hold none."""
    try:
        head, _, numbers = zlib.decompress(stored).partition(b"\n")
        known = json.loads(head)
        count = int(known.pop("weights"))
        weights = np.zeros(SIZE, np.float32)
        used = np.frombuffer(numbers, "<u4", count)
        weights[used] = np.frombuffer(numbers, "<f4", count, offset=4 * count)
        return PageModel(version, weights=weights, judged=judged, types=types, **known)
    except (ValueError, LookupError, TypeError, zlib.error) as error:
        raise ValueError(f"no page model: {error}") from error


class Corrected:
    """A measure whose scores a page model corrects."""

    def __init__(self, measure: Relevance, model: PageModel) -> None:
        self._measure = measure
        self._model = model

    def score(self, page: Page) -> Score:
        """Return the corrected score; one that a person judged has that, whatever it says."""
        score, cells = self._measure.score(page), cells_of([terms_of(page)])
        (value,), (likely,) = self._model.judge(np.array([score.value]), cells)
        said = self._model.judged.get(url_id(page.url))
        value = float(value if said is None else said)
        parts = {**score.parts, MEASURE: score.value, JUDGED: float(likely)}
        evidence = (_said(said),) if said is not None else self._telling(page, cells)
        return Score(value, parts, (*score.evidence, *evidence))

    def _telling(self, page: Page, cells: Cells) -> tuple[Evidence, ...]:
        """Name the words that moved the score most."""
        moved = self._model.weights[cells.buckets] * cells.amounts
        most = np.argsort(-np.abs(moved), kind="stable")[:_EVIDENCE]
        told = {int(cells.buckets[place]): float(moved[place]) for place in most}
        told = {number: amount for number, amount in told.items() if abs(amount) >= _TELLING}
        names = _names(page, told) if told else {}
        return tuple(Evidence(JUDGED, names[number], told[number]) for number in told)


def _said(relevant: bool) -> Evidence:
    return Evidence(JUDGED, "judged relevant" if relevant else "judged not", 0.0)


def base_of(score: Score) -> float:
    """Return what the measure alone said."""
    return score.parts.get(MEASURE, score.value)


def _names(page: Page, wanted: Container[int]) -> dict[int, str]:
    """Return the words of a page that fall into some buckets."""
    language = page.language or "en"
    found = [
        *((bucket(_DATE, day), f"published in {day}") for day in _days(page)),
        *_worded(_memo(_ADDRESS, ""), url_words(page.url), " in the address"),
        *_worded(_memo(_TITLE, language), words(page.title), " in the title"),
        *_worded(_memo(_TEXT, language), words(page.text)[:READ], ""),
    ]
    return {number: name for number, name in found if number in wanted}


def _worded(memo: _Memo, found: Iterable[str], where: str) -> Iterator[tuple[int, str]]:
    return ((memo[word], word + where) for word in dict.fromkeys(found))


def relative(bases: Array, threshold: float) -> Array:
    """Return how far scores are from the threshold, on the scale of logits."""
    return np.asarray(logit(bases) - logit(np.array(threshold)))


def logit(values: Array) -> Array:
    """Return the logits of scores, those near 0 and 1 held back."""
    held = np.clip(values, 1 - _SUREST, _SUREST)
    return np.asarray(np.log(held / (1 - held)))


def sigmoid(values: Array) -> Array:
    """Return logits as numbers from 0 to 1."""
    return np.asarray(0.5 * (1 + np.tanh(np.asarray(values) / 2)))


@lru_cache(maxsize=256)
def _memo(part: int, language: str) -> _Memo:
    return _Memo(part, language)


class _Memo(dict[str, int]):
    """The bucket of each word of a language in a field, none for stop words; each word is looked at once."""

    def __init__(self, part: int, language: str) -> None:
        super().__init__()
        self._part = part
        self._language = language

    def __missing__(self, word: str) -> int:
        found = stem(word, self._language)
        number = bucket(self._part, found) if found else _NOTHING
        if len(self) >= _REMEMBERED:
            self.clear()
        if len(word) <= LONGEST:
            self[word] = number
        return number
