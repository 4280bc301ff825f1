"""How much a page is of the kind that is sought: what its terms of genre, content and address say, as log-odds."""

from __future__ import annotations

from typing import NamedTuple

from tidings.model import EventModel, Evidence, Page
from tidings.relevance.measures.genre import GenreRelevance
from tidings.settings import RelevanceSettings

_SAYS = {"genre": (7.0, 0.45), "content": (1.5, 0.25), "url": (3.0, 0.4)}
"""The log-odds between a page without a term of each list and one that has them all alike, and the similarity that says
nothing. From logistic regression on three kinds of pages of universities: fitted to any two of them it divides the third as well."""


class Kind(NamedTuple):
    """What each list of terms says of a page: the similarity, the log-odds it adds, and why."""

    parts: dict[str, float]
    said: dict[str, float]
    evidence: tuple[Evidence, ...]


class KindLikeness:
    """Compares pages with the lists of terms as the genre measure does; each list speaks for itself."""

    def __init__(self, model: EventModel, settings: RelevanceSettings) -> None:
        self._measure = GenreRelevance(model, settings)

    def judge(self, page: Page) -> Kind:
        """Return how much the terms of a page speak for it."""
        score = self._measure.score(page)
        said = {
            name: _SAYS[name][0] * (part - _SAYS[name][1]) for name, part in score.parts.items()
        }
        evidence = tuple([one for one in score.evidence if one.aspect in _SAYS])
        return Kind(dict(score.parts), said, evidence)
