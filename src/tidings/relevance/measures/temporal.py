"""The temporal measure: the topic as TF-IDF of words and word pairs, and a time score that decays around the event."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from heapq import nsmallest
from itertools import pairwise

from tidings.model import EventModel, Evidence, Link, Page, Score, TimeSpan
from tidings.read.words.background import background, rarity
from tidings.read.words.words import WordMemo, stems, stems_of, stop_words, words
from tidings.relevance.aspects.days import EventDays
from tidings.relevance.aspects.vectors import EVIDENCE, Match, Vector
from tidings.settings import RelevanceSettings

FULL, PARTIAL = 2.0, 1.5
"""Factors: for a term whose words are all in one keyword, and for one that shares some with a keyword."""
_DEFAULT_LANGUAGE = "en"
_CACHED_STEMS = 100_000
"""Stems of a language whose weights are cached."""

Pair = tuple[str, str]
Term = str | Pair
"""A stem, or two that are neighbours once stop words are left out."""


class TemporalRelevance:
    """Judges a page by its words and its time, in the proportion of ``alpha``."""

    def __init__(self, model: EventModel, settings: RelevanceSettings) -> None:
        self._topic = TermAspect(model, settings.keywords == "boost")
        self._time = model.when and TimeAspect(
            model.when, settings.decay_days, settings.mentioned_dates
        )
        share = settings.alpha if model.when else 1.0
        self._weights = {"topic": share, "time": 1.0 - share}
        self._note = tuple(Evidence("weight", *item) for item in self._weights.items())

    def score(self, page: Page) -> Score:
        """Return the weighted sum of topic and time, or the topic alone if the event has no time."""
        topic, evidence = self._topic.judge(page)
        time, reason = self._time.judge(page) if self._time else _TIMELESS
        parts = {"topic": topic, "time": time}
        value = sum([weight * parts[aspect] for aspect, weight in self._weights.items()])
        return Score(min(1.0, value), parts, (*evidence, reason, *self._note))


_TIMELESS = 0.0, Evidence("time", "the event has no time", 0.0)


class ParentLinks:
    """Scores every link of a page as high as the page."""

    def score(self, link: Link, parent: Score) -> float:
        """Return the score of the page the link was found on."""
        return parent.value


class TimeAspect:
    """How near to the event a page was written.

    The score is 1 within the event's time and halves with each lead before it and each cooldown after it.
    A page that mentions the event's days has at least ``mentioned``; with 0 only the time of the page counts.
    """

    def __init__(self, when: TimeSpan, decay_days: float, mentioned: float = 0.0) -> None:
        self._mentioned = mentioned
        self._days = EventDays(when) if mentioned else None
        fixed = timedelta(days=decay_days)
        self._periods = when.periods
        self._lead = fixed or when.lead
        self._cooldown = fixed or when.cooldown

    def nearness(self, moment: datetime) -> float:
        """Return the score of a moment, from 0 to 1: that of the period for which it is highest."""
        return max([self._nearness(period, moment) for period in self._periods])

    def _nearness(self, period: TimeSpan, moment: datetime) -> float:
        half = self._lead if moment < period.start else self._cooldown
        return _faded(period.distance(moment), half)

    def judge(self, page: Page) -> tuple[float, Evidence]:
        """Return the nearness of the page's own time, or the score of a mention if that is higher."""
        value, evidence = self._own(page)
        if self._days is None or value >= self._mentioned:
            return value, evidence
        moment = page.published.moment if page.published else None
        day = self._days.mentioned(page.text, page.language, moment)
        if day is None:
            return value, evidence
        return self._mentioned, Evidence(
            "time", f"speaks of {day.day} {day:%B %Y}", self._mentioned, evidence.what
        )

    def _own(self, page: Page) -> tuple[float, Evidence]:
        """Return the nearness of the publication date, or else of the capture, and which of them it is."""
        if published := page.published:
            return self._evidence(published.moment, f"published, read from {published.evidence}")
        if page.captured_at:
            return self._evidence(page.captured_at, "captured, undated")
        return 0.0, Evidence("time", "undated", 0.0)

    def _evidence(self, moment: datetime, note: str) -> tuple[float, Evidence]:
        value = self.nearness(moment)
        return value, Evidence("time", f"{moment:%Y-%m-%d}", value, note)


def _faded(distance: timedelta, half: timedelta) -> float:
    """Return the half-life decay over a distance; with a half-life of 0, 0 for any distance."""
    if not distance:
        return 1.0
    return math.pow(2.0, -(distance / half)) if half else 0.0


class TermAspect:
    """How much a page uses the terms of the references in its language.

    A page in a language without references is read as if written in the main one: names are what they share.
    """

    def __init__(self, model: EventModel, boost: bool) -> None:
        vocabulary = model.vocabulary or {_DEFAULT_LANGUAGE: {}}
        use_keywords = boost or not any(vocabulary.values())
        self._references = {
            language: _Reference(language, counts, model.keywords if use_keywords else {}, boost)
            for language, counts in vocabulary.items()
        }
        self._main = next(iter(self._references.values()))

    def judge(self, page: Page) -> tuple[float, tuple[Evidence, ...]]:
        """Return the cosine, and the terms that made it."""
        page_words = words(page.title) + words(page.text)
        reference = self._references.get(page.language)
        if reference is None:
            small = stop_words(page.language)
            return self._main.compare([word for word in page_words if word not in small])
        return reference.compare(page_words)


class _Reference:
    """The TF-IDF vector of all references in one language; pages become vectors in the same way."""

    def __init__(
        self, language: str, counts: Mapping[str, int], keywords: Mapping[str, float], boost: bool
    ) -> None:
        phrases = {tuple(stems(keyword, language)): keywords[keyword] for keyword in keywords}
        self._stems = stems_of(language)
        self._weights = _Weights(language, tuple(map(frozenset, phrases)) if boost else ())
        self._vector = Vector(self._weights.weighted(_summed(counts, phrases)))

    def compare(self, page_words: Iterable[str]) -> tuple[float, tuple[Evidence, ...]]:
        """Return the cosine with the words of a page, and the terms that contribute most to it."""
        stem_of = self._stems
        counts = _counted([stem for word in page_words if (stem := stem_of[word])])
        amounts = self._weights.weighted(counts)
        # Not Vector.compare: its math.hypot rounds differently, which would change the last bit of old scores.
        length = math.sqrt(sum([amount * amount for amount in amounts.values()]))
        match = Match(self._vector.products(amounts), self._vector.length * length)
        shares = match.shares()
        strongest = nsmallest(EVIDENCE, shares, key=lambda term: -shares[term])
        evidence = [
            Evidence("topic", _shown(term), shares[term], f"{counts[term]}x") for term in strongest
        ]
        return match.cosine(), tuple(evidence)


def _summed(
    counts: Mapping[str, int], phrases: Mapping[tuple[str, ...], float]
) -> dict[Term, float]:
    """Return the counts of the references' terms, increased by the keywords' weights."""
    summed = {_term(term): float(count) for term, count in counts.items()}
    largest = max(phrases.values(), default=1.0)
    for phrase, weight in phrases.items():
        for term in _counted(phrase):
            summed[term] = summed.get(term, 0.0) + weight / largest
    return summed


class _Times(dict[float, float]):
    """The weight of a number of occurrences, 1 + ln n; a keyword of a small weight counts as less than one."""

    def __missing__(self, count: float) -> float:
        value = 1.0 + math.log(count) if count >= 1.0 else count
        if count == int(count):
            self[count] = value
        return value


_TIMES = _Times({1: 1.0})


class _Weights:
    """The weight of one occurrence of a term: its inverse document frequency, more if it is in a keyword.

    A pair is rarer than each of its words: its frequency is taken as 1 / (1/f + 1/g).
    """

    def __init__(self, language: str, boosted: tuple[frozenset[str], ...]) -> None:
        self._one_in = background(language)
        self._boosted = boosted
        self._keywords = frozenset().union(*boosted)
        self._stems = WordMemo(self._stem_weight, _CACHED_STEMS)

    def weighted(self, counts: Mapping[Term, float]) -> dict[Term, float]:
        """Return dampened counts times weights."""
        stems, pair_weight, times = self._stems, self._pair_weight, _TIMES
        return {
            term: times[count] * (stems[term] if isinstance(term, str) else pair_weight(term))
            for term, count in counts.items()
        }

    def _stem_weight(self, stem: str) -> float:
        return rarity(self._one_in[stem]) * self._boost((stem,))

    def _pair_weight(self, pair: Pair) -> float:  # not cached: most pairs occur once
        weight = rarity(self._one_in[pair[0]] + self._one_in[pair[1]])
        return weight if self._keywords.isdisjoint(pair) else weight * self._boost(pair)

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
