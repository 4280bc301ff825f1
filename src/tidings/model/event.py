"""What the crawl looks for: an event as its file describes it, and the model that pages are compared with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import NamedTuple


class TimeSpan(NamedTuple):
    """When the event happened; lead and cooldown are how long before and after it pages speak of it."""

    start: datetime
    end: datetime
    lead: timedelta = timedelta(0)
    cooldown: timedelta = timedelta(0)

    def distance(self, moment: datetime) -> timedelta:
        """Return how far a moment lies outside the span with its lead and cooldown, zero inside."""
        if moment < self.start - self.lead:
            return self.start - self.lead - moment
        return max(moment - self.end - self.cooldown, timedelta(0))


class Place(NamedTuple):
    """A place on Earth, as far as it could be resolved."""

    name: str
    country: str = ""
    latitude: float | None = None
    longitude: float | None = None
    admin: tuple[str, ...] = ()
    """Names of the areas that contain it, from the region to the country."""
    geonames: int = 0
    population: int = 0


class Genre(NamedTuple):
    """The wanted kind of page, as words and phrases typical of its genre, its content and its URL."""

    terms: tuple[str, ...] = ()
    content: tuple[str, ...] = ()
    url: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, somewhere, at some time, as the event file describes it."""

    name: str
    keywords: Mapping[str, float] = field(default_factory=dict)
    references: tuple[str, ...] = ()
    places: Mapping[str, float] = field(default_factory=dict)
    when: TimeSpan | None = None
    who: Mapping[str, float] = field(default_factory=dict)
    """People and organisations."""
    genre: Genre = field(default_factory=Genre)


@dataclass(frozen=True, slots=True)
class EventModel:
    """The model that pages are compared with: stemmed topic words, places, time, people and organisations."""

    topic: Mapping[str, float]
    places: Mapping[str, float]
    when: TimeSpan | None
    vocabulary: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """How often the references use each stem and each pair of stems, by language, the main one first."""
    keywords: Mapping[str, float] = field(default_factory=dict)
    """The keywords of the event file, as they are written there."""
    who: Mapping[str, float] = field(default_factory=dict)
    """Names of people and organisations."""
    genre: Genre = field(default_factory=Genre)
    derived: tuple[str, ...] = ()
    """Which of ``places`` and ``when`` were taken from the references, because the event file does not give them."""
