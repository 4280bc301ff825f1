"""What the crawl looks for: an event as its file describes it, and the model that pages are compared with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import NamedTuple


class TimeSpan(NamedTuple):
    """When the event happened, in one period or several.

    Lead and cooldown are the distances before and after it at which a page is half as near in time.
    """

    start: datetime
    end: datetime
    lead: timedelta = timedelta(0)
    cooldown: timedelta = timedelta(0)
    also: tuple[tuple[datetime, datetime], ...] = ()
    """The first and last moment of each further period."""

    @property
    def periods(self) -> tuple[TimeSpan, ...]:
        """The periods one by one, in the order of the event file."""
        return (
            self._replace(also=()),
            *(self._replace(start=start, end=end, also=()) for start, end in self.also),
        )

    @property
    def begin(self) -> datetime:
        """The first moment of the earliest period."""
        return min(period.start for period in self.periods)

    def distance(self, moment: datetime) -> timedelta:
        """Return how far a moment lies outside the nearest period, zero inside."""
        spans = ((self.start, self.end), *self.also)
        return min(max(start - moment, moment - end, timedelta(0)) for start, end in spans)

    def nearest(self, moment: datetime) -> TimeSpan:
        """Return the period that a moment is nearest to."""
        if not self.also:
            return self
        return min(self.periods, key=lambda period: period.distance(moment))


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


_DECIDING = 0.5
"""Share from which place or day decide about pages."""


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
    agreement: Mapping[str, float] = field(default_factory=dict)
    """How far the references agree on each of these, from 0 to 1."""
    sections: tuple[str, ...] = ()
    """Beginnings of URLs: the directories that a reference is the first page of, as the edition of a conference."""
    left_out: tuple[str, ...] = ()
    """References that fit nothing in the event file, so that they do not count."""

    def trust(self, name: str) -> float:
        """Return how far ``places`` or ``when`` count: fully if given, else as far as the references agree."""
        return self.agreement.get(name, 1.0) if name in self.derived else 1.0

    @property
    def place_share(self) -> float:
        """Return how far places count: fully if given, else as far as the references agree on one."""
        if not self.places:
            return 0.0
        share = concentration(self.places) if "places" in self.derived else 1.0
        return share * self.trust("places")

    @property
    def is_open(self) -> bool:
        """Return whether words alone decide about pages: a topic of any place and day, and no kind of page."""
        day = self.trust("when") if self.when else 0.0
        return not any(self.genre) and max(self.place_share, day) < _DECIDING


def concentration(places: Mapping[str, float]) -> float:
    """Return the share of the strongest place: references about one place name it more often than others."""
    return max(places.values()) / sum(places.values())
