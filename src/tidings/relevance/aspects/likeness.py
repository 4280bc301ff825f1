"""How well a page's words match the event: its similarity to the references, and its use of the keywords.

Words shared by all news of a kind (police, victims, officials) are also common in the language. Words shared only by
news of one event are rare: names, streets, numbers. Each word is therefore weighted by the square of its rarity.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from heapq import nsmallest
from itertools import chain
from operator import mul
from typing import NamedTuple

from tidings.model import EventModel, Evidence, Page
from tidings.read.words.background import background, idf, rarity
from tidings.read.words.words import WordMemo, stems, stems_of, stop_words, words
from tidings.relevance.aspects.foreign import ForeignWords
from tidings.relevance.aspects.vectors import EVIDENCE, Match, Vector, evidence
from tidings.relevance.weights import AUTO, AutoWeights

_DEFAULT_LANGUAGE = "en"
_CACHED_STEMS = 100_000
"""Stems of a language whose weights are cached."""

Phrase = tuple[str, ...]


class Opinion(NamedTuple):
    """The result of one aspect for one page."""

    value: float
    """From 0 to 1; a likeness may be more."""
    log_odds: float
    evidence: tuple[Evidence, ...]


class WordLikeness:
    """Compares a page with the references in its language, or with the main ones by shared names and translations.

    The broader an event, the less similarity to its references counts, because they are only examples.
    """

    def __init__(
        self, model: EventModel, breadth: float = 1.0, weights: AutoWeights = AUTO
    ) -> None:
        vocabulary = model.vocabulary or {_DEFAULT_LANGUAGE: {}}
        keywords = (*model.keywords, *model.who)
        if not (any(vocabulary.values()) or keywords):
            keywords = tuple(model.topic)
        use = _KeywordUse(weights, alone=not (model.places or model.when))
        self._topics = {
            language: _Topic(_References(language, counts), keywords, use, weights, breadth)
            for language, counts in vocabulary.items()
        }
        self._main = next(iter(self._topics.values()))
        main, counts = next(iter(vocabulary.items()))
        used = {*counts, *(stem for keyword in keywords for stem in stems(keyword, main))}
        self._foreign = ForeignWords(main, keywords, used)
        self._expected = weights.expected_cosine
        self._expected_foreign = weights.expected_cosine * weights.foreign_share

    def judge(self, page: Page) -> Opinion:
        """Return the likeness: 1 if the page is as similar as two articles about one event."""
        page_words = chain(words(page.title), words(page.text))
        topic = self._topics.get(page.language)
        if topic is not None:
            return topic.judge(page_words, self._expected)
        small, foreign = stop_words(page.language), self._foreign.read_in(page.language)
        rest = [foreign[word] for word in page_words if word not in small]
        return self._main.judge(rest, self._expected_foreign)


class _KeywordUse:
    """How much a text uses the keywords, and the log-odds that follow."""

    def __init__(self, weights: AutoWeights, *, alone: bool) -> None:
        self._half, self._text_words = weights.keyword_half_use, weights.keyword_text_words
        self._usual, self._gain = weights.usual_keyword_use, weights.keyword_gain
        self._sole_gain = weights.keyword_gain_without_references
        self._limit = weights.keyword_limit_without_references
        if alone:  # nothing else distinguishes pages
            self._sole_gain, self._limit = weights.keyword_gain_alone, math.inf
            self._half = weights.keyword_half_use_alone

    def of(self, occurrences: float, length: int) -> float:
        """Return the use in a text of some length: 0 without keywords, near 1 with little else."""
        dense = occurrences * math.sqrt(self._text_words / max(self._text_words, length))
        return dense / (dense + self._half)

    def log_odds(self, use: float) -> float:
        """Return the log-odds of some use, beside references."""
        return self._gain * (use - self._usual)

    def log_odds_without_references(self, use: float) -> float:
        """Return the log-odds of some use if there is nothing else to compare with."""
        gain = self._sole_gain * (use - self._usual)
        if gain <= 0 or self._limit == math.inf:
            return gain
        return self._limit * -math.expm1(-gain / self._limit)  # near the limit, but without ties


class _References:
    """The references in one language as one vector, and the cosine of a page with it."""

    def __init__(self, language: str, counts: Mapping[str, int]) -> None:
        self.language = language
        self._weights = _weights_of(language)
        self._vector = Vector(self._weighted({t: n for t, n in counts.items() if " " not in t}))
        self.is_empty = not self._vector.length

    def compare(self, counts: Mapping[str, int]) -> Match[str]:
        """Return the comparison with counted stems."""
        return self._vector.compare(self._weighted(counts))

    def _weighted(self, counts: Mapping[str, int]) -> dict[str, float]:
        times = map(_TIMES.__getitem__, counts.values())
        return dict(
            zip(counts, map(mul, map(self._weights.__getitem__, counts), times), strict=True)
        )


class _Topic:
    """The references in one language together with the keywords in it."""

    def __init__(
        self,
        references: _References,
        keywords: Iterable[str],
        use: _KeywordUse,
        weights: AutoWeights,
        breadth: float,
    ) -> None:
        self._references, self._use = references, use
        self._stems = stems_of(references.language)
        self._lead = weights.lead_words
        self._power = weights.likeness_power / breadth
        self._floor, self._ceiling = weights.likeness_floor, weights.likeness_ceiling
        self._beyond = weights.likeness_beyond
        phrases = (tuple(stems(keyword, references.language)) for keyword in keywords)
        self._phrases = _rarities([phrase for phrase in phrases if phrase], references.language)

    def judge(self, page_words: Iterable[str], expected: float) -> Opinion:
        """Return the opinion about a page's words; a cosine of ``expected`` is a likeness of 1."""
        page_stems = list(map(self._stems.__getitem__, page_words))
        counts = Counter(page_stems)
        del counts[""]  # stop words
        match = self._references.compare(counts)
        cosine = match.cosine()
        reasons = evidence("topic", _shares(match, cosine), counts) if cosine else ()
        if cosine and len(page_stems) > self._lead:
            lead = Counter(page_stems[: self._lead])
            del lead[""]
            cosine = (cosine + self._references.compare(lead).cosine()) / 2
        keywords = {phrase: n for phrase in self._phrases if (n := _occurrences(phrase, counts))}
        if not cosine and not keywords:
            return Opinion(0.0, -math.inf, ())
        use = self._use.of(self._amount(keywords), counts.total())
        if self._references.is_empty:
            return Opinion(use, self._use.log_odds_without_references(use), _hits(keywords))
        likeness = cosine / expected
        capped = min(likeness, self._ceiling)
        capped += self._beyond * (likeness - capped)
        log_odds = self._power * math.log((capped + self._floor) / (1.0 + self._floor))
        if self._phrases:
            log_odds += self._use.log_odds(use)
        return Opinion(likeness, log_odds, reasons or _hits(keywords))

    def _amount(self, keywords: Mapping[Phrase, int]) -> float:
        """Return how much the keywords of a text say: rare ones more, and different ones more than repeated ones."""
        return sum([self._phrases[one] * math.sqrt(n) for one, n in keywords.items()])


def _shares(match: Match[str], cosine: float) -> dict[str, float]:
    """Divide a cosine, which may have been capped at 1, among its words."""
    whole = sum(match.products.values())
    return {term: product * cosine / whole for term, product in match.products.items()}


class _Times(dict[int, float]):
    """The weight of a number of occurrences: each adds less than the one before."""

    def __missing__(self, count: int) -> float:
        self[count] = value = 1.0 + math.log(count)
        return value


_TIMES = _Times()


def _occurrences(phrase: Phrase, counts: Mapping[str, int]) -> int:
    """Return how often a phrase can occur at most: as often as its least frequent word."""
    return min([counts.get(part, 0) for part in phrase])


def _hits(keywords: Mapping[Phrase, int]) -> tuple[Evidence, ...]:
    total = sum(keywords.values())
    ranked = nsmallest(EVIDENCE, keywords.items(), key=lambda item: (-item[1], item[0]))
    return tuple(Evidence("topic", " ".join(one), n / total, f"{n}x") for one, n in ranked)


def _rarities(phrases: Iterable[Phrase], language: str) -> dict[Phrase, float]:
    """Return the rarity of each phrase, as a share of their mean rarity."""
    rarities = {phrase: idf(" ".join(phrase), language) for phrase in phrases}
    mean = sum(rarities.values()) / (len(rarities) or 1) or 1.0
    return {phrase: rarity / mean for phrase, rarity in rarities.items()}


@lru_cache(maxsize=16)
def _weights_of(language: str) -> WordMemo[float]:
    """Return the weight of one occurrence of each stem of a language."""
    one_in = background(language)
    return WordMemo(lambda stem: rarity(one_in[stem]) ** 2, _CACHED_STEMS)
