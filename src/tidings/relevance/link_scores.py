"""Scores a link by its URL, its anchor and the page it was found on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from tidings.model import EventModel, Link, Score
from tidings.read.dates.in_url import date_in_url
from tidings.read.places.find import Finder
from tidings.read.words.language import detect
from tidings.read.words.words import url_words, words
from tidings.relevance.aspects.vectors import Vector, Vocabulary
from tidings.relevance.aspects.who import WhoAspect
from tidings.relevance.measures.event import (
    DateAspect,
    combined,
    link_weights,
    place_counts,
    place_vector,
)
from tidings.relevance.measures.topic import heaviest
from tidings.settings import RelevanceSettings

_TUNED = ("topic", "place", "date")
"""What has weights of its own for links."""
_CACHED_LINKS = 20_000
"""Links whose own scores are cached: those of menus and lists recur on every page of a site."""


class BreadthFirst:
    """Prefers links near the seeds and looks at nothing else."""

    def score(self, link: Link, parent: Score) -> float:
        """Return 1 for a seed and less with each link further away."""
        return 1.0 / (1.0 + link.depth)


class TopicLinks:
    """Compares the words of URL and anchor with the topic, averaged with the page's score."""

    def __init__(self, model: EventModel, settings: RelevanceSettings) -> None:
        self._own = lru_cache(_CACHED_LINKS)(LinkWords(model.topic, settings.link_terms).cosine)

    def score(self, link: Link, parent: Score) -> float:
        """Return the mean of the link's own score and its page's."""
        return (self._own(link.url, link.anchor) + parent.value) / 2


class EventLinks:
    """Compares the anchor's topic, places and names and the URL's date, averaged with the page's score."""

    def __init__(self, model: EventModel, settings: RelevanceSettings) -> None:
        self._weights = link_weights(model, settings)
        words, places = LinkWords(model.topic, settings.link_terms), AnchorPlaces(model.places)
        self._date, names = DateAspect(model.when, settings.days), WhoAspect(model.who)
        aspects: dict[str, Callable[[str, str], float]] = {
            "topic": words.cosine,
            "place": lambda _, anchor: places.cosine(anchor),
            "date": lambda url, _: self._nearness(url),
            "who": lambda _, anchor: names.cosine(anchor),
        }
        self._aspects = {aspect: aspects[aspect] for aspect in self._weights}
        self._own = lru_cache(_CACHED_LINKS)(self._judge)

    def score(self, link: Link, parent: Score) -> float:
        """Return the mean of the link's own score and its page's."""
        return (self._own(link.url, link.anchor) + parent.value) / 2

    def _judge(self, url: str, anchor: str) -> float:
        parts = {aspect: judge(url, anchor) for aspect, judge in self._aspects.items()}
        return combined(self._weights, parts)

    def _nearness(self, url: str) -> float:
        dating = date_in_url(url)
        return self._date.nearness(dating.moment) if dating else 0.0


class LinkParts:
    """What a link says by itself, aspect by aspect: what weights and the number of words of links are tuned by."""

    def __init__(self, model: EventModel, settings: RelevanceSettings) -> None:
        self._words = LinkWords(model.topic, settings.link_terms)
        self._all = LinkWords(model.topic, len(model.topic))
        whole = link_weights(model, settings) if settings.measure == "event" else {}
        self.weights = {name: whole[name] for name in _TUNED if name in whole} or {"topic": 1.0}
        """The weights of these parts in the settings."""
        self._places = AnchorPlaces(model.places) if "place" in self.weights else None
        self._date = DateAspect(model.when, settings.days) if "date" in self.weights else None

    def of(self, url: str, anchor: str) -> dict[str, float]:
        """Return the parts of a link as the settings are."""
        parts = {"topic": self._words.cosine(url, anchor)}
        if self._places:
            parts["place"] = self._places.cosine(anchor)
        if self._date:
            dating = date_in_url(url)
            parts["date"] = self._date.nearness(dating.moment) if dating else 0.0
        return parts

    def counted(self, url: str, anchor: str) -> dict[str, int]:
        """Return how often URL and anchor have each word of the topic."""
        return self._all.counted(url, anchor)


class LinkWords:
    """How much URL and anchor use the words of the topic.

    The language of a link is unknown; that of the topic is the best guess.
    """

    def __init__(self, topic: Mapping[str, float], terms: int) -> None:
        self._vector = Vector(heaviest(topic, terms))
        self._vocabulary = Vocabulary(self._vector.weights)
        self._language = detect(" ".join(self._vector.weights))

    def cosine(self, url: str, anchor: str) -> float:
        """Return the cosine of the topic and the words of a link."""
        return self._vector.compare(self.counted(url, anchor)).cosine()

    def counted(self, url: str, anchor: str) -> dict[str, int]:
        """Return how often URL and anchor have each word of the topic."""
        return self._vocabulary.count(url_words(url) + words(anchor), self._language)


class AnchorPlaces:
    """How much an anchor mentions the event's places, which are found as in pages."""

    def __init__(self, places: Mapping[str, float]) -> None:
        self._vector = place_vector(places)
        self._finder = Finder(places)

    def cosine(self, anchor: str) -> float:
        """Return the cosine of the event's places and those of the anchor."""
        if not self._vector.weights or not self._finder.names_given(anchor):
            return 0.0
        return self._vector.compare(place_counts(self._finder.find(anchor))).cosine()
