"""How well a page matches the kind that is sought, from its genre, content and URL terms, as log-odds."""

from __future__ import annotations

from typing import NamedTuple

from tidings.model import EventModel, Evidence, Page
from tidings.relevance.measures.genre import GenreRelevance
from tidings.relevance.weights import AUTO, AutoWeights
from tidings.settings import RelevanceSettings


class Kind(NamedTuple):
    """The opinion of each list of terms about a page, by the name of the list."""

    parts: dict[str, float]
    """Similarities from 0 to 1."""
    log_odds: dict[str, float]
    evidence: tuple[Evidence, ...]


class KindLikeness:
    """Compares pages with the lists of terms as the genre measure does, but weighs each list separately."""

    def __init__(
        self, model: EventModel, settings: RelevanceSettings, weights: AutoWeights = AUTO
    ) -> None:
        self._measure = GenreRelevance(model, settings)
        self._gains = {
            "genre": (weights.genre_gain, weights.genre_neutral),
            "content": (weights.content_gain, weights.content_neutral),
            "url": (weights.url_gain, weights.url_neutral),
        }

    def judge(self, page: Page) -> Kind:
        """Return similarities and log-odds by list, and the terms that made them."""
        score = self._measure.score(page)
        log_odds = {}
        for name, part in score.parts.items():
            gain, neutral = self._gains[name]
            log_odds[name] = gain * (part - neutral)
        evidence = tuple([one for one in score.evidence if one.aspect in self._gains])
        return Kind(dict(score.parts), log_odds, evidence)
