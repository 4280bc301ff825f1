"""The event measure: a weighted comparison of a page's topic, places, date and names with those of the event."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from tidings.errors import EventFileError
from tidings.model import EventModel, Evidence, Mention, Page, Score, TimeSpan
from tidings.read.places.find import Finder
from tidings.relevance.aspects.containment import ContainmentAspect
from tidings.relevance.aspects.days import EventDays
from tidings.relevance.aspects.vectors import Vector, evidence
from tidings.relevance.aspects.who import WhoAspect
from tidings.relevance.measures.topic import TopicAspect
from tidings.settings import RelevanceSettings

_DAY = timedelta(days=1)


class EventRelevance:
    """Judges a page by its words, its places, its date and, if the event gives any, its names."""

    def __init__(self, model: EventModel, settings: RelevanceSettings) -> None:
        self._weights = aspect_weights(model, settings)
        aspects: dict[str, Callable[[Page], tuple[float, tuple[Evidence, ...]]]] = {
            "topic": TopicAspect(model.topic, settings.terms).judge,
            "place": _PLACES[settings.places](model.places).judge,
            "date": DateAspect(model.when, settings.days, settings.mentioned_dates).judge,
            "who": WhoAspect(model.who).judge,
        }
        self._aspects = {aspect: aspects[aspect] for aspect in self._weights}
        self._note = tuple(Evidence("weight", *item) for item in self._weights.items())

    def score(self, page: Page) -> Score:
        """Return the weighted sum of the aspects the event has."""
        judged = {aspect: judge(page) for aspect, judge in self._aspects.items()}
        parts = {aspect: value for aspect, (value, _) in judged.items()}
        evidence = [reason for _, reasons in judged.values() for reason in reasons]
        return Score(combined(self._weights, parts), parts, (*evidence, *self._note))


def aspect_weights(model: EventModel, settings: RelevanceSettings) -> dict[str, float]:
    """Return the weight of each aspect the model has, summing to 1; absent ones are left out."""
    weights = {
        "topic": settings.weight_topic,
        "place": settings.weight_place,
        "date": settings.weight_date,
        "who": settings.weight_who,
    }
    return _shares(_present(model, weights), "weight_*")


def link_weights(model: EventModel, settings: RelevanceSettings) -> dict[str, float]:
    """Return the same for links, whose weights are their own; what has no weight for pages has none for them."""
    weights = {
        "topic": settings.link_weight_topic,
        "place": settings.link_weight_place,
        "date": settings.link_weight_date,
        "who": settings.weight_who,
    }
    of_pages = aspect_weights(model, settings)
    return _shares(
        {aspect: weights[aspect] for aspect in of_pages if of_pages[aspect]}, "link_weight_*"
    )


def _present(model: EventModel, weights: Mapping[str, float]) -> dict[str, float]:
    has = {"topic": model.topic, "place": model.places, "date": model.when, "who": model.who}
    return {aspect: weight for aspect, weight in weights.items() if has[aspect]}


def _shares(weights: Mapping[str, float], keys: str) -> dict[str, float]:
    total = sum(weights.values())
    if not total:
        raise EventFileError(
            f"relevance.{keys}: found 0 for all the event has ({', '.join(weights) or 'nothing'}); "
            "allowed: at least one weight above 0"
        )
    return {aspect: weight / total for aspect, weight in weights.items()}


def considered(model: EventModel, settings: RelevanceSettings) -> EventModel:
    """Return a model without the places and the time that have no weight, as of an outbreak."""
    places = model.places if settings.weight_place else {}
    return replace(model, places=places, when=model.when if settings.weight_date else None)


def combined(weights: Mapping[str, float], parts: Mapping[str, float]) -> float:
    """Return the weighted sum, from 0 to 1."""
    return min(1.0, sum([weight * parts[aspect] for aspect, weight in weights.items()]))


class PlaceAspect:
    """How much a page mentions the event's places: the plain cosine over names, ignoring case."""

    def __init__(self, places: Mapping[str, float]) -> None:
        self._names = {name.casefold(): name for name in places}
        self._vector = place_vector(places)

    def judge(self, page: Page) -> tuple[float, tuple[Evidence, ...]]:
        """Return the cosine, and the places that made it."""
        counts = place_counts(page.places)
        match = self._vector.compare(counts)
        reasons = evidence("place", match.shares(), counts, self._names.__getitem__)
        return match.cosine(), reasons


def _contained(places: Mapping[str, float]) -> ContainmentAspect:
    return ContainmentAspect(places, Finder(places).places())


_PLACES: dict[str, Callable[[Mapping[str, float]], PlaceAspect | ContainmentAspect]] = {
    "names": PlaceAspect,
    "containment": _contained,
}
"""Comparisons of places, by ``relevance.places``."""


def place_vector(places: Mapping[str, float]) -> Vector[str]:
    """Return the weights of the event's places as a vector of lower-case names."""
    return Vector({name.casefold(): weight for name, weight in places.items()})


def place_counts(mentions: Iterable[Mention]) -> dict[str, int]:
    """Count the mentions of places by lower-case name."""
    counts: dict[str, int] = {}
    for mention in mentions:
        name = mention.place.name.casefold()
        counts[name] = counts.get(name, 0) + mention.count
    return counts


class DateAspect:
    """How near to the event a page was published, or whether it mentions the event's days; undated is 0.

    ``mentioned`` is the score for a mention; with 0 only the publication date counts.
    """

    def __init__(self, when: TimeSpan | None, days: float, mentioned: float = 0.0) -> None:
        self._when = when
        self._periods = when.periods if when else ()
        self._days = days
        self._mentioned = mentioned
        self._event_days = EventDays(when) if when and mentioned else None

    def nearness(self, moment: datetime) -> float:
        """Return 1 within the event's time, 1/2 at its lead or cooldown, if it has them, and 0 at ``days`` days."""
        return max([self._nearness(period, moment) for period in self._periods], default=0.0)

    def _nearness(self, period: TimeSpan, moment: datetime) -> float:
        distance = period.distance(moment) / _DAY
        half = (period.lead if moment < period.start else period.cooldown) / _DAY
        if not half:
            return max(0.0, 1.0 - distance / self._days)
        if distance <= half:
            return 1.0 - distance / half / 2
        rest = max(
            self._days - half, half
        )  # as long again as the first half, if ``days`` are too few
        return max(0.0, 1.0 - (distance - half) / rest) / 2

    def judge(self, page: Page) -> tuple[float, tuple[Evidence, ...]]:
        """Return the nearness of the publication date, or the score of a mention if that is higher."""
        value, evidence = self._published(page)
        if self._event_days is None or value >= self._mentioned:
            return value, (evidence,)
        moment = page.published.moment if page.published else None
        day = self._event_days.mentioned(page.text, page.language, moment)
        if day is None:
            return value, (evidence,)
        mention = Evidence("date", f"speaks of {day.day} {day:%B %Y}", self._mentioned)
        return self._mentioned, (evidence, mention)

    def _published(self, page: Page) -> tuple[float, Evidence]:
        published = page.published
        if published is None or self._when is None:
            return 0.0, Evidence("date", "undated", 0.0)
        value = self.nearness(published.moment)
        note = f"{self._distance(published.moment)}, read from {published.evidence}"
        return value, Evidence("date", f"{published.moment:%Y-%m-%d}", value, note)

    def _distance(self, moment: datetime) -> str:
        if self._when is None or not self._when.distance(moment):
            return "on the day"
        days = -(-self._when.distance(moment) // _DAY)
        side = "before" if moment < self._when.nearest(moment).start else "after"
        return f"{days} day{'s' if days > 1 else ''} {side}"
