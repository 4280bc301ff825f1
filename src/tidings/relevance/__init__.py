"""The relevance measures for pages and the scorers for links, by name."""

from __future__ import annotations

from collections.abc import Callable

from tidings.model import EventModel, Link, Score
from tidings.ports import LinkScorer, Relevance
from tidings.relevance.auto_links import AutoLinks
from tidings.relevance.link_scores import BreadthFirst, EventLinks, TopicLinks
from tidings.relevance.measures.auto import AutoRelevance
from tidings.relevance.measures.classifier import ClassifierRelevance
from tidings.relevance.measures.event import EventRelevance
from tidings.relevance.measures.genre import GenreRelevance
from tidings.relevance.measures.temporal import ParentLinks, TemporalRelevance
from tidings.relevance.measures.topic import TopicRelevance
from tidings.settings import RelevanceSettings

__all__ = ["LINK_SCORERS", "MEASURES", "link_rater", "link_scorer"]

MEASURES: dict[str, Callable[[EventModel, RelevanceSettings], Relevance]] = {
    "event": EventRelevance,
    "topic": TopicRelevance,
    "temporal": TemporalRelevance,
    "genre": GenreRelevance,
    "classifier": ClassifierRelevance,
    "auto": AutoRelevance,
}
"""Measures of pages, by ``relevance.measure``."""

LINK_SCORERS: dict[str, Callable[[EventModel, RelevanceSettings], LinkScorer]] = {
    "event": EventLinks,
    "topic": TopicLinks,
    "temporal": lambda model, settings: ParentLinks(),
    "genre": lambda model, settings: ParentLinks(),
    "classifier": TopicLinks,
    "auto": AutoLinks,
}
"""The link scorer that goes with each measure."""


def link_scorer(name: str, model: EventModel, settings: RelevanceSettings) -> LinkScorer:
    """Return the link scorer named by an order: ``breadth-first``, a measure, or empty for that of the settings."""
    if name == "breadth-first":
        return BreadthFirst()
    return LINK_SCORERS[name or settings.measure](model, settings)


def link_rater(
    name: str, model: EventModel, settings: RelevanceSettings
) -> Callable[[Score], Callable[[Link], tuple[float, tuple[float, ...]]]]:
    """Return a link scorer as a function of a page, for its links, that also gives what each of its experts says."""
    scorer = link_scorer(name, model, settings)
    if isinstance(scorer, AutoLinks):
        return scorer.on
    return lambda parent: lambda link: (scorer.score(link, parent), ())
