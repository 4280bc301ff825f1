"""What the crawl looks for: an event as its file describes it, and the model that pages are compared with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import NamedTuple


class TimeSpan(NamedTuple):
    """When the event happened; lead and cooldown say how long talk about it lasts around it."""

    start: datetime
    end: datetime
    lead: timedelta = timedelta(0)
    cooldown: timedelta = timedelta(0)

    def distance(self, moment: datetime) -> timedelta:
        """Return how far a moment lies outside the span, zero inside; lead and cooldown belong to it."""
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
    """What contains it, from the region to the country."""
    geonames: int = 0
    population: int = 0


class Genre(NamedTuple):
    """What kind of page is wanted: terms of the genre, of its content and of its address, each a word or a phrase."""

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
    """What pages are compared with: stemmed topic words, place names, the time of the event, and who had a part in it."""

    topic: Mapping[str, float]
    places: Mapping[str, float]
    when: TimeSpan | None
    vocabulary: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """How often the references use each stem and each pair of stems, by language, the main one first."""
    keywords: Mapping[str, float] = field(default_factory=dict)
    """Those of the event file, as they are written there."""
    who: Mapping[str, float] = field(default_factory=dict)
    """Names of people and organisations."""
    genre: Genre = field(default_factory=Genre)
