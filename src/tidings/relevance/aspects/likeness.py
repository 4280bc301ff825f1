"""How much the words of a page are those of the event: how alike it is to the references, and how it uses the keywords.

What all news of a kind share (police, victims, officials) is common in the language too; what only news of one event
share is not: names, streets, numbers. So a word weighs the square of its rarity.
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
from tidings.read.words.background import background, rarity
from tidings.read.words.words import stems, stems_of, stop_words, words
from tidings.relevance.measures.topic import EVIDENCE

_LIKE = 0.2
"""The cosine of two articles about one event, typically."""
_FOREIGN = 0.5
"""How alike a page in another language is beside that, which shares the names but not the words."""
_LEAD = 180
"""Words of a page, title included, that are also compared by themselves: news say at once what they are about, and
further down comes what all pages of a site share, or other news."""
_STEEPNESS = 2.0
"""Twice as alike is 2^2, four times as likely; fitted to news articles, 1.6 to 2.2 do as well."""
_FLOOR, CEILING = 0.1, 2.2
"""What of the expected likeness every page is taken to have, and what at most: nothing is out of question, and pages
that are more alike than that are copies, or made from the same template, which says no more."""
_KEYWORDS, _ALONE = 4.0, 24.0
"""The log-odds between a page without a keyword and one that says little else; the second if there is nothing but keywords:
no references, no place, no time."""
_FEW, _MANY = 12.0, 0.5
"""The same without references, and what the keywords say for a page at most: few of them speak against it, but however
many make up neither for the place nor for the day, for all events of a kind have them."""
_USUAL = 0.5
"""How much a page about the event uses the keywords, usually."""
_HALF, _WORDS = 2.0, 300
"""Occurrences of keywords that are half of what is possible, in a page of so many words."""
_DEFAULT_LANGUAGE = "en"
_REMEMBERED = 100_000
"""Stems of a language whose weights are remembered before it starts anew."""

Phrase = tuple[str, ...]
_Share = tuple[float, str, int]
"""What a word contributes, negative, so that the strongest come first; the word, and how often it stands there."""


class Opinion(NamedTuple):
    """What an aspect says: its value from 0 to 1 (a likeness may be more), the log-odds it adds, and why."""

    value: float
    odds: float
    evidence: tuple[Evidence, ...]


class WordLikeness:
    """Compares each page with the references in its language, else with the main ones, by the names they share.

    The broader an event, the less its references are more than examples.
    """

    def __init__(self, model: EventModel, breadth: float = 1.0) -> None:
        terms = model.vocabulary or {_DEFAULT_LANGUAGE: {}}
        keywords = (*model.keywords, *model.who)
        if not (any(terms.values()) or keywords):
            keywords = tuple(model.topic)
        alone = not (model.places or model.when)
        self._topics = {
            language: _Topic(language, counts, keywords, _STEEPNESS / breadth, alone=alone)
            for language, counts in terms.items()
        }
        self._main = next(iter(self._topics.values()))

    def judge(self, page: Page) -> Opinion:
        """Return the likeness, 1 if the page is as alike as two articles about one event."""
        found = chain(words(page.title), words(page.text))
        topic = self._topics.get(page.language)
        if topic is not None:
            return topic.judge(found, _LIKE)
        small = stop_words(page.language)
        return self._main.judge([word for word in found if word not in small], _LIKE * _FOREIGN)


class _Topic:
    """The references in one language together, and the keywords read in it."""

    def __init__(
        self,
        language: str,
        counts: Mapping[str, int],
        keywords: Iterable[str],
        steepness: float,
        *,
        alone: bool,
    ) -> None:
        self._stems, self._weights = stems_of(language), _weights_of(language)
        self._vector = {
            term: self._weights[term] * _TIMES[count]
            for term, count in counts.items()
            if " " not in term
        }
        self._length = math.hypot(*self._vector.values())
        self._steepness = steepness
        self._alone = alone
        phrases = (tuple(stems(keyword, language)) for keyword in keywords)
        self._phrases = tuple(dict.fromkeys(phrase for phrase in phrases if phrase))

    def judge(self, found: Iterable[str], like: float) -> Opinion:
        """Return what words say, of which a cosine of ``like`` is expected."""
        known = list(map(self._stems.__getitem__, found))
        counts = Counter(known)
        del counts[""]  # small words
        cosine, shared = self._cosine(counts)
        evidence = _strongest(shared, cosine) if cosine else ()
        if cosine and len(known) > _LEAD:
            lead = Counter(known[:_LEAD])
            del lead[""]
            cosine = (cosine + self._cosine(lead)[0]) / 2
        said = {phrase: n for phrase in self._phrases if (n := _least(phrase, counts))}
        if not cosine and not said:
            return Opinion(0.0, -math.inf, ())
        used = _use(sum(said.values()), counts.total())
        if not self._length:
            return Opinion(used, self._without_references(used), _hits(said))
        alike = cosine / like
        odds = self._steepness * math.log((min(alike, CEILING) + _FLOOR) / (1.0 + _FLOOR))
        if self._phrases:
            odds += _KEYWORDS * (used - _USUAL)
        return Opinion(alike, odds, evidence or _hits(said))

    def _without_references(self, used: float) -> float:
        """Return what using the keywords says if there is nothing to compare with."""
        if self._alone:
            return _ALONE * (used - _USUAL)
        return min(_FEW * (used - _USUAL), _MANY)

    def _cosine(self, counts: Mapping[str, int]) -> tuple[float, list[_Share]]:
        """Return the cosine with the references, and what each shared word contributes to it."""
        own, weights = self._vector, self._weights
        lengths = map(
            mul, map(weights.__getitem__, counts), map(_TIMES.__getitem__, counts.values())
        )
        shared = [
            (-weights[term] * _TIMES[counts[term]] * own[term], term, counts[term])
            for term in counts
            if term in own
        ]
        length = self._length * math.hypot(*lengths)
        product = -sum([amount for amount, _, _ in shared])
        return (min(1.0, product / length) if length else 0.0), shared


def _strongest(shared: list[_Share], cosine: float) -> tuple[Evidence, ...]:
    """Return the words that contribute most to a cosine."""
    whole = -sum([amount for amount, _, _ in shared])
    return tuple(
        [
            Evidence("topic", term, -amount * cosine / whole, f"{count}x")
            for amount, term, count in nsmallest(EVIDENCE, shared)
        ]
    )


class _Times(dict[int, float]):
    """What so many occurrences count: the second says less than the first."""

    def __missing__(self, count: int) -> float:
        self[count] = value = 1.0 + math.log(count)
        return value


_TIMES = _Times()


def _least(phrase: Phrase, counts: Mapping[str, int]) -> int:
    """Return how often a phrase can be said at most: as often as its rarest word."""
    return min([counts.get(part, 0) for part in phrase])


def _use(said: int, length: int) -> float:
    """Return how much a text of that length uses the keywords: 0 not at all, near 1 all the time."""
    dense = said * math.sqrt(_WORDS / max(_WORDS, length))
    return dense / (dense + _HALF)


def _hits(said: Mapping[Phrase, int]) -> tuple[Evidence, ...]:
    total = sum(said.values())
    ranked = nsmallest(EVIDENCE, said.items(), key=lambda item: (-item[1], item[0]))
    return tuple(Evidence("topic", " ".join(one), n / total, f"{n}x") for one, n in ranked)


class _Weights(dict[str, float]):
    """What one occurrence of a stem weighs in a language."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self._one_in = background(language)

    def __missing__(self, term: str) -> float:
        if len(self) >= _REMEMBERED:
            self.clear()
        self[term] = weight = rarity(self._one_in[term]) ** 2
        return weight


_weights_of = lru_cache(maxsize=16)(_Weights)
