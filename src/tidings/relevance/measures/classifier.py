"""The classifier measure: all the words of a page, none given by hand; what people judge makes it what it is.

Before the first judgement it is the likeness to the references. Judgements correct it as they correct every measure.
"""

from __future__ import annotations

import math

from tidings.model import EventModel, Page, Score
from tidings.relevance.measures.temporal import TermAspect
from tidings.settings import RelevanceSettings


class ClassifierRelevance:
    """Judges a page by how much its words are like those of the references; places and dates do not count."""

    def __init__(self, model: EventModel, settings: RelevanceSettings) -> None:
        self._words = TermAspect(model, settings.keywords == "boost")

    def score(self, page: Page) -> Score:
        """Return the root of the cosine: cosines of whole texts are small, and a threshold should not be."""
        cosine, evidence = self._words.judge(page)
        value = math.sqrt(max(cosine, 0.0))
        return Score(min(1.0, value), {"topic": cosine}, evidence)
