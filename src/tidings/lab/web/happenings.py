"""What happens in the generated world: target events, events easily confused with them, and everyday news."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from datetime import date, timedelta
from random import Random
from typing import NamedTuple

from tidings.lab.web.places import (
    EDITIONS,
    FIRST_YEAR,
    LOCALITIES,
    RECURRING,
    TARGETS,
    Locality,
    NewsCycle,
    locality,
)

DAILY_TOPICS = ("council", "court", "economy", "festival", "football", "health")

_RELEVANT = 0.05
"""Share of the web's pages that are about one target event."""
_OTHER_YEARS = ((-3, 0.4), (-2, 0.4), (2, 0.35))
"""Same topic and place in other years: (years from the target, size as a multiple of it)."""
_ELSEWHERE = 0.4
"""Same topic in other places: total size as a multiple of a target.

With the three other targets and the other years, the topic has about 8 times the pages of one target.
"""
_ELSEWHERE_PLACES = 4
_SAME_DAY = 0.3
"""Other topics in the same place on the same days: total size as a multiple of a target."""
_EDITION = 0.025
"""Share of the web's pages that are about one edition of a recurring event."""


class Happening(NamedTuple):
    """Something that news sites report on, and in how many articles."""

    number: int
    topic: str
    place: Locality
    start: date
    kind: str
    """``event:NAME``, ``place-other-year``, ``other-edition``, ``topic-elsewhere``, ``same-day-other-topic``
    or ``background``."""
    articles: int
    cycle: NewsCycle | None = None
    """When it is reported on; None: as after any piece of news."""


class _Draft(NamedTuple):
    topic: str
    place: Locality
    start: date
    kind: str
    share: float
    cycle: NewsCycle | None = None


def make_happenings(
    seed: int, rng: Random, pages: int, articles: int, *, recurring: bool = False
) -> tuple[Happening, ...]:
    """Return all happenings of a web of ``pages`` pages, with ``articles`` articles in all."""
    topic = "" if recurring else sorted(TARGETS)[seed % len(TARGETS)]
    drafts = _editions(rng) if recurring else _family(rng, topic)
    happenings = [
        Happening(
            number,
            draft.topic,
            draft.place,
            draft.start,
            draft.kind,
            max(2, round(draft.share * pages)),
            draft.cycle,
        )
        for number, draft in enumerate(drafts)
    ]
    first, days = (
        (date(FIRST_YEAR, 1, 1), 365 * EDITIONS) if recurring else (date(2016, 1, 4), 3200)
    )
    others = [*DAILY_TOPICS, *DAILY_TOPICS, *(other for other in sorted(TARGETS) if other != topic)]
    missing = articles - sum(happening.articles for happening in happenings)
    while missing > 0:
        size = min(missing, rng.choice((1, 1, 2, 2, 3, 5)))
        subject = rng.choice(others)
        start = first + timedelta(rng.randrange(days))
        happenings.append(_everyday(rng, len(happenings), subject, size, start))
        missing -= size
    return tuple(happenings)


def _editions(rng: Random) -> list[_Draft]:
    """Return recurring events with editions of similar size; one in the middle is the target."""
    drafts = []
    for event in RECURRING:
        target = rng.randrange(1, EDITIONS - 1)
        spare = 365 * EDITIONS - event.every * (EDITIONS - 1) - 60
        begin = date(FIRST_YEAR, 1, 1) + timedelta(rng.randrange(30, max(31, spare)))
        for edition in range(EDITIONS):
            start = begin + timedelta(edition * event.every + rng.randrange(event.every // 10))
            name = f"event:{event.topic}-{_ascii(event.place)}-{start:%Y-%m}"
            kind, size = (name, 1.0) if edition == target else ("other-edition", 0.9)
            place = locality(event.place)
            drafts.append(_Draft(event.topic, place, start, kind, _EDITION * size, event.cycle))
    return drafts


def _family(rng: Random, topic: str) -> list[_Draft]:
    """Return the target events of one topic and those easily confused with them."""
    drafts: list[_Draft] = []
    starts: list[date] = []
    for name, year, month in TARGETS[topic]:
        place = locality(name)
        start = date(year, month, rng.randint(2, 26))
        starts.append(start)
        drafts.append(
            _Draft(topic, place, start, f"event:{topic}-{_ascii(name)}-{year}", _RELEVANT)
        )
        drafts += _other_years(rng, topic, place, start)
        drafts += _same_days(rng, place, start)
    return drafts + _elsewhere(rng, topic, starts)


def _other_years(rng: Random, topic: str, place: Locality, start: date) -> list[_Draft]:
    drafts = []
    for years, size in _OTHER_YEARS:
        day = start.replace(year=start.year + years) + timedelta(rng.randint(-25, 25))
        drafts.append(_Draft(topic, place, day, "place-other-year", _RELEVANT * size))
    return drafts


def _same_days(rng: Random, place: Locality, start: date) -> list[_Draft]:
    topics = rng.sample(DAILY_TOPICS, 3)
    share = _RELEVANT * _SAME_DAY / len(topics)
    drafts = []
    for topic in topics:
        day = start + timedelta(rng.randint(-1, 3))
        drafts.append(_Draft(topic, place, day, "same-day-other-topic", share))
    return drafts


def _elsewhere(rng: Random, topic: str, starts: Sequence[date]) -> list[_Draft]:
    """Return the topic in other places; every third happens within days of a target event."""
    taken = {name for name, _, _ in TARGETS[topic]}
    places = rng.sample(
        [place for place in LOCALITIES if place.name not in taken], _ELSEWHERE_PLACES
    )
    drafts = []
    for index, place in enumerate(places):
        near = index % 3 == 0
        start = rng.choice(starts) + timedelta(
            rng.randint(-12, 12) if near else rng.randint(-1300, 1000)
        )
        drafts.append(
            _Draft(topic, place, start, "topic-elsewhere", _RELEVANT * _ELSEWHERE / len(places))
        )
    return drafts


def _everyday(rng: Random, number: int, topic: str, size: int, start: date) -> Happening:
    return Happening(number, topic, rng.choice(LOCALITIES), start, "background", size)


def _ascii(name: str) -> str:
    return unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
