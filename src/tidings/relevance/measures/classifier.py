"""The classifier measure: starts from the similarity to the references and is shaped by people's judgements.

Judgements correct it in the same way as every other measure.
"""

from __future__ import annotations

import math

from tidings.model import EventModel, Page, Score
from tidings.relevance.measures.temporal import TermAspect
from tidings.settings import RelevanceSettings


class ClassifierRelevance:
    """Judges a page by the similarity of its words to the references; ignores places and dates."""

    def __init__(self, model: EventModel, settings: RelevanceSettings) -> None:
        self._words = TermAspect(model, settings.keywords == "boost")

    def score(self, page: Page) -> Score:
        """Return the square root of the cosine, because cosines of whole texts are too small for usual thresholds."""
        cosine, evidence = self._words.judge(page)
        value = math.sqrt(max(cosine, 0.0))
        return Score(min(1.0, value), {"topic": cosine}, evidence)
