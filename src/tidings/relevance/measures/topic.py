"""The topic measure: the cosine between the topic's words and the page's words; ignores places and dates."""

from __future__ import annotations

from collections.abc import Mapping

from tidings.model import EventModel, Evidence, Page, Score
from tidings.read.words.words import words
from tidings.relevance.aspects.vectors import Vector, Vocabulary, evidence
from tidings.settings import RelevanceSettings


class TopicRelevance:
    """Judges a page by its words alone."""

    def __init__(self, model: EventModel, settings: RelevanceSettings) -> None:
        self._aspect = TopicAspect(model.topic, settings.terms)

    def score(self, page: Page) -> Score:
        """Return the cosine of topic and page."""
        value, reasons = self._aspect.judge(page)
        return Score(value, {"topic": value}, reasons)


class TopicAspect:
    """How much a page uses the words of the topic."""

    def __init__(self, topic: Mapping[str, float], terms: int) -> None:
        self._vector = Vector(heaviest(topic, terms))
        self._vocabulary = Vocabulary(self._vector.weights)

    def judge(self, page: Page) -> tuple[float, tuple[Evidence, ...]]:
        """Return the cosine, and the terms that made it."""
        page_words = words(page.title) + words(page.text)
        counts = self._vocabulary.count(page_words, page.language)
        match = self._vector.compare(counts)
        return match.cosine(), evidence("topic", match.shares(), counts)


def heaviest(topic: Mapping[str, float], terms: int) -> dict[str, float]:
    """Return the words with the largest weights; of equal weights, the first words."""
    return dict(sorted(topic.items(), key=lambda item: -item[1])[:terms])
