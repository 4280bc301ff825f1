"""The topic measure: the cosine between the words of the topic and the words of the page; no places, no dates."""

from __future__ import annotations

from collections.abc import Mapping

from tidings.model import EventModel, Evidence, Page, Score
from tidings.read.words.words import words
from tidings.relevance.aspects.vectors import Vector, Vocabulary
from tidings.settings import RelevanceSettings

EVIDENCE = 8
"""Terms and places named in a score's evidence: what a person takes in at a glance."""


class TopicRelevance:
    """Judges a page by its words alone."""

    def __init__(self, model: EventModel, settings: RelevanceSettings) -> None:
        self._aspect = TopicAspect(model.topic, settings.terms)

    def score(self, page: Page) -> Score:
        """Return the cosine of topic and page."""
        value, evidence = self._aspect.judge(page)
        return Score(value, {"topic": value}, evidence)


class TopicAspect:
    """How much a page uses the words of the topic."""

    def __init__(self, topic: Mapping[str, float], terms: int) -> None:
        self._vector = Vector(strongest(topic, terms))
        self._vocabulary = Vocabulary(self._vector.weights)

    def judge(self, page: Page) -> tuple[float, tuple[Evidence, ...]]:
        """Return the cosine, and the terms that made it."""
        found = words(page.title) + words(page.text)
        counts = self._vocabulary.count(found, page.language)
        shares = self._vector.shares(counts, EVIDENCE)
        evidence = [Evidence("topic", term, amount, f"{count}x") for term, amount, count in shares]
        return self._vector.cosine(counts), tuple(evidence)


def strongest(topic: Mapping[str, float], terms: int) -> dict[str, float]:
    """Return the words with the largest weights; of equal ones those that come first."""
    return dict(sorted(topic.items(), key=lambda item: -item[1])[:terms])
