"""The temporal measure: the topic as TF-IDF of words and pairs of words, and a time that fades around the event."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from heapq import nsmallest
from itertools import pairwise

from tidings.model import EventModel, Evidence, Link, Page, Score, TimeSpan
from tidings.read.words.background import background, rarity
from tidings.read.words.words import stems, stems_of, stop_words, words
from tidings.relevance.measures.topic import EVIDENCE
from tidings.settings import RelevanceSettings

FULL, PARTIAL = 2.0, 1.5
"""What a term weighs more if a keyword has all its words, or some of them."""
_DEFAULT_LANGUAGE = "en"
_REMEMBERED = 100_000
"""Stems of a language whose weights are remembered before it starts anew."""

Term = str | tuple[str, str]
"""A stem, or two that follow each other when stop words are left out."""


class TemporalRelevance:
    """Judges a page by its words and by its time, in the proportion of ``alpha``."""

    def __init__(self, model: EventModel, settings: RelevanceSettings) -> None:
        self._topic = TermAspect(model, settings.keywords == "boost")
        self._time = model.when and TimeAspect(model.when, settings.decay_days)
        share = settings.alpha if model.when else 1.0
        self._weights = {"topic": share, "time": 1.0 - share}
        self._note = tuple(Evidence("weight", *item) for item in self._weights.items())

    def score(self, page: Page) -> Score:
        """Return the weighted sum of topic and time; of the topic alone if the event has no time."""
        topic, evidence = self._topic.judge(page)
        time, reason = self._time.judge(page) if self._time else _TIMELESS
        parts = {"topic": topic, "time": time}
        value = sum([weight * parts[aspect] for aspect, weight in self._weights.items()])
        return Score(min(1.0, value), parts, (*evidence, reason, *self._note))


_TIMELESS = 0.0, Evidence("time", "the event has no time", 0.0)


class ParentLinks:
    """Takes every link of a page to be worth as much as the page."""

    def score(self, link: Link, parent: Score) -> float:
        """Return the score of the page the link was found on."""
        return parent.value


class TimeAspect:
    """How near to the event a page was written: 1 inside its time, half of it at the lead before and the cooldown after."""

    def __init__(self, when: TimeSpan, decay_days: float) -> None:
        fixed = timedelta(days=decay_days)
        self._when = when
        self._lead = fixed or when.lead
        self._cooldown = fixed or when.cooldown

    def nearness(self, moment: datetime) -> float:
        """Return the score of a moment, from 0 to 1."""
        if moment < self._when.start:
            return _faded(self._when.start - moment, self._lead)
        return _faded(max(moment - self._when.end, timedelta(0)), self._cooldown)

    def judge(self, page: Page) -> tuple[float, Evidence]:
        """Return the nearness of the publication date, else of the capture, and say which it was."""
        if published := page.published:
            return self._evidence(published.moment, f"published, read from {published.evidence}")
        if page.captured_at:
            return self._evidence(page.captured_at, "captured, undated")
        return 0.0, Evidence("time", "undated", 0.0)

    def _evidence(self, moment: datetime, note: str) -> tuple[float, Evidence]:
        value = self.nearness(moment)
        return value, Evidence("time", f"{moment:%Y-%m-%d}", value, note)


def _faded(distance: timedelta, half: timedelta) -> float:
    """Return 1 without a distance, else its half-life decay; 0 if nothing is left after an instant."""
    if not distance:
        return 1.0
    return math.pow(2.0, -(distance / half)) if half else 0.0


class TermAspect:
    """How much a page uses the terms of the references: each language is compared with its own references.

    Pages in a language without references are read as if written in the main one: what they share are names.
    """

    def __init__(self, model: EventModel, boost: bool) -> None:
        terms = model.vocabulary or {_DEFAULT_LANGUAGE: {}}
        use_keywords = boost or not any(terms.values())
        self._references = {
            language: _Reference(language, counts, model.keywords if use_keywords else {}, boost)
            for language, counts in terms.items()
        }
        self._main = next(iter(self._references.values()))

    def judge(self, page: Page) -> tuple[float, tuple[Evidence, ...]]:
        """Return the cosine, and the terms that made it."""
        found = words(page.title) + words(page.text)
        reference = self._references.get(page.language)
        if reference is None:
            small = stop_words(page.language)
            return self._main.compare([word for word in found if word not in small])
        return reference.compare(found)


class _Reference:
    """The TF-IDF vector of all references in one language; pages become vectors in the same way."""

    def __init__(
        self, language: str, counts: Mapping[str, int], keywords: Mapping[str, float], boost: bool
    ) -> None:
        self._phrases = {tuple(stems(keyword, language)): keywords[keyword] for keyword in keywords}
        self._boosted = tuple(frozenset(phrase) for phrase in self._phrases) if boost else ()
        self._stems = stems_of(language)
        self._weights = _Weights(language, self._boosted)
        self._vector = {
            term: count * self._weights[term] for term, count in self._summed(counts).items()
        }
        self._length = math.hypot(*self._vector.values())

    def _summed(self, counts: Mapping[str, int]) -> dict[Term, float]:
        """Return how often each term occurs in the references, the keywords once more by their weights."""
        summed = {_term(term): float(count) for term, count in counts.items()}
        largest = max(self._phrases.values(), default=1.0)
        for phrase, weight in self._phrases.items():
            for term in _counted(phrase):
                summed[term] = summed.get(term, 0.0) + weight / largest
        return summed

    def compare(self, found: Iterable[str]) -> tuple[float, tuple[Evidence, ...]]:
        """Return the cosine with the words of a page, and the terms that contribute most to it."""
        stem_of, weights, vector = self._stems, self._weights, self._vector
        squares, product, shared = 0.0, 0.0, []
        for term, count in _counted([known for word in found if (known := stem_of[word])]).items():
            weight = count * weights[term]
            squares += weight * weight
            if term in vector:
                product += weight * vector[term]
                shared.append((-weight * vector[term], term, count))
        length = self._length * math.sqrt(squares)
        if not product or not length:
            return 0.0, ()
        evidence = [
            Evidence("topic", _shown(term), -amount / length, f"{count}x")
            for amount, term, count in nsmallest(EVIDENCE, shared, key=lambda share: share[0])
        ]
        return min(1.0, product / length), tuple(evidence)


class _Weights(dict[Term, float]):
    """What one occurrence of a term weighs: its inverse document frequency, more if a keyword has it.

    A pair is rarer than each of its words: its frequency is taken as 1 / (1/f + 1/g).
    Pairs are not remembered, most are seen once.
    """

    def __init__(self, language: str, boosted: tuple[frozenset[str], ...]) -> None:
        super().__init__()
        self._one_in = background(language)
        self._boosted = boosted
        self._keywords = frozenset().union(*boosted)

    def __missing__(self, term: Term) -> float:
        one_in = self._one_in
        if isinstance(term, str):
            if len(self) >= _REMEMBERED:
                self.clear()
            self[term] = weight = rarity(one_in[term]) * self._boost((term,))
            return weight
        weight = rarity(one_in[term[0]] + one_in[term[1]])
        return weight if self._keywords.isdisjoint(term) else weight * self._boost(term)

    def _boost(self, parts: tuple[str, ...]) -> float:
        if any(phrase.issuperset(parts) for phrase in self._boosted):
            return FULL
        return 1.0 if self._keywords.isdisjoint(parts) else PARTIAL


def _counted(stems: Sequence[str]) -> Counter[Term]:
    """Count the stems of a text and the pairs of neighbours."""
    counted: Counter[Term] = Counter(stems)
    counted.update(pairwise(stems))
    return counted


def _term(text: str) -> Term:
    one, _, other = text.partition(" ")
    return (one, other) if other else one


def _shown(term: Term) -> str:
    return term if isinstance(term, str) else " ".join(term)
