"""Guessing what lies behind a link from all it says: words, places and days of anchor, surroundings and address.

What a link does not say it is taken to have from the page it was found on. Signs are summed as log-odds, so
that each speaks for or against a link and none is needed.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import NamedTuple

from tidings.model import EventModel, Link, Mention, Place, Score, TimeSpan
from tidings.odds import probability
from tidings.read.dates.calendar import moments_in
from tidings.read.dates.in_url import date_in_url
from tidings.read.dates.month_names import MONTHS
from tidings.read.places.find import Finder
from tidings.read.words.background import CEILING, background, rarity
from tidings.read.words.words import stems, url_words, words
from tidings.relevance.aspects.containment import distance, path_of, reach
from tidings.relevance.aspects.vectors import Vocabulary
from tidings.settings import RelevanceSettings

_REMEMBERED = 20_000
"""Links whose own signs are remembered: those of menus and lists come again on every page of a site."""

_BASE, _ASPECT = -1.0, -1.5
"""The odds of a link that says nothing, and what an event's place and its time take from them: each must be met."""
_TOPIC, _PLACE, _DATE = 2.5, 3.0, 3.0
"""What the words, the places and the day of a link weigh, each from 0 to 1; all three together make it likely."""
_UNDATED = -0.5
"""Said of a link without a day: a little against it, far less than a wrong day."""
_ENTRANCE = 2.0
"""Said for the front page of a host: it is on no topic and of no day, but leads to all the host has."""
_NAMED = 0.7
"""Said for a host that has a place of the event in its name."""
_INHERITED = 0.8
"""What the places of a page say about its links that name none."""
_USUAL = timedelta(days=90)
"""A longer event says less by its days: of a whole year nearly everything is, of a week hardly anything."""
_REFERENCE = 0.35
"""What the strongest word of the references weighs beside a keyword."""
_ENOUGH = 1.2
_ELSEWHERE = 0.2
"""What another place in the same region or country counts of that region or country."""
_SHORTEST_NAME = 5
"""Letters of a place that is looked for in the names of hosts."""


class Signs(NamedTuple):
    """What a link says by itself."""

    odds: float
    """Of its words, its day and its host together."""
    place: float | None
    """How near to the event its places are, None if it names none."""


class AutoLinks:
    """Scores links by their own signs and by the places of their page."""

    def __init__(self, model: EventModel, settings: RelevanceSettings) -> None:
        self._words = WordSigns(model)
        self._places = PlaceSigns(model.places) if model.places else None
        self._days = DaySigns(model.when) if model.when else None
        self._names = tuple(filter(None, map(_host_form, model.places)))
        self._base = _BASE + _ASPECT * (bool(model.places) + bool(model.when))
        self._named = lru_cache(_REMEMBERED)(self._is_called)
        self._signs = lru_cache(_REMEMBERED)(self._read)

    def score(self, link: Link, parent: Score) -> float:
        """Return how likely something about the event lies behind a link."""
        odds, place = self._signs(link.url, link.anchor, link.surroundings())
        if place is None:
            place = _INHERITED * parent.parts.get("place", parent.value)
        return probability(self._base + odds + _PLACE * place)

    def _read(self, url: str, anchor: str, context: str) -> Signs:
        text = f"{anchor}. {context}"
        host, _, path = url.partition("//")[2].partition("/")
        place = self._places.of(path, text) if self._places else None
        named = self._named(host)
        if not path:
            return Signs(_ENTRANCE + named, place)
        date = self._days.of(url, text) if self._days else 0.0
        return Signs(_TOPIC * self._words.of(path, text) + date + named, place)

    def _is_called(self, host: str) -> float:
        joined = host.replace("-", "")
        return _NAMED if any(name in joined for name in self._names) else 0.0


class WordSigns:
    """How much a link uses the words of the event: keywords fully, words of the references by their rarity.

    Of a genre the terms of its addresses count, by where they stand. Its terms for texts do not: a link that
    says "homework" leads to a part of a course, not to the course.
    """

    def __init__(self, model: EventModel) -> None:
        language, counts = next(iter(model.vocabulary.items()), ("en", {}))
        genre = model.genre
        self._language = language
        self._weights = _rarities(counts, language)
        for phrase in (*model.keywords, *genre.content):
            self._weights |= dict.fromkeys(stems(phrase, language), 1.0)
        for phrase in genre.terms:
            for found in stems(phrase, language):
                self._weights.pop(found, None)
        self._vocabulary = Vocabulary(self._weights)
        self._steps = Vocabulary([one for phrase in genre.url for one in stems(phrase, language)])
        self._has_steps = bool(genre.url)

    def of(self, path: str, text: str) -> float:
        """Return 0 without a word of the event, nearly 1 with several."""
        found = self._vocabulary.count([*words(text), *_words_of(path)], self._language)
        amount = sum([self._weights[term] for term in found])
        return 1.0 - math.exp(-_ENOUGH * (amount + self._address(path)))

    def _address(self, path: str) -> float:
        """Return what the terms for addresses weigh: an address says in its last step what a page is."""
        if not self._has_steps:
            return 0.0
        steps = [step for step in path.partition("?")[0].split("/") if not _INDEX.match(step)]
        best: dict[str, float] = {}
        for step, weight in zip(reversed(steps), _STEPS, strict=False):
            for found in self._steps.count(words(_LETTERS.sub(" ", step)), self._language):
                best.setdefault(found, weight)
        return sum(best.values())


_words_of = lru_cache(_REMEMBERED)(url_words)
"""An address is met again with other words around it."""
_STEPS = (1.5, 0.5)
"""What a term for addresses weighs in the last step of an address and in the one before; CS302 has the term CS."""
_INDEX = re.compile(r"(?:index|default|home|welcome)\b|$", re.IGNORECASE)
_LETTERS = re.compile(r"[\W\d_]+")


def _rarities(counts: Mapping[str, int], language: str) -> dict[str, float]:
    """Return the words of the references by how much they tell, numbers left out."""
    one_in = background(language)
    told = {
        term: count * rarity(one_in[term])
        for term, count in counts.items()
        if " " not in term and not term.isdigit()
    }
    most = max(told.values(), default=CEILING)
    return {term: _REFERENCE * math.sqrt(weight / most) for term, weight in told.items()}


class PlaceSigns:
    """How near to the event the places are that a link names."""

    def __init__(self, places: Mapping[str, float]) -> None:
        self._finder = Finder(places)
        known = self._finder.places()
        paths = {name: path_of(known[name]) for name in places}
        containers = {path[level:] for path in paths.values() for level in range(1, len(path))}
        self._own = [
            (known[name], path) for name, path in paths.items() if path not in containers
        ]  # "Detroit, Michigan" is about Detroit, "Michigan" alone about all of it
        self._near = lru_cache(_REMEMBERED)(self._nearest)
        self._on_the_way = lru_cache(_REMEMBERED)(self._in_address)

    def of(self, path: str, text: str) -> float | None:
        """Return how near the places of anchor and surroundings are, else those of the address, None without any."""
        found = self._finder.find(text)
        return self.nearness(found) if found else self._on_the_way(path)

    def _in_address(self, path: str) -> float | None:
        return self.nearness(self._finder.find(_spaced(path)))

    def nearness(self, named: Iterable[Mention]) -> float | None:
        """Return the mean of the nearest place and of all places."""
        near = [(self._near(mention.place), mention.count) for mention in named]
        if not near:
            return None
        share = sum([value * count for value, count in near]) / sum([count for _, count in near])
        return (max(near)[0] + share) / 2

    def _nearest(self, place: Place) -> float:
        path = path_of(place)
        return max(_nearness(place, path, *own) for own in self._own)


def _nearness(place: Place, path: tuple[str, ...], own: Place, own_path: tuple[str, ...]) -> float:
    """Return 1 inside a place of the event, less around it, half in what contains it, a little elsewhere in that."""
    shared = _shared(path, own_path)
    if shared == len(own_path):
        return 1.0
    around = distance(place, own) / reach(own) if reach(own) else math.inf
    if around < 1:
        return 1.0 - around / 2
    contains = shared == len(path)
    return 0.5 ** (len(own_path) - shared) * (1.0 if contains else _ELSEWHERE) if shared else 0.0


def _shared(one: tuple[str, ...], other: tuple[str, ...]) -> int:
    """Count the containers two paths have in common, from the outermost on."""
    count = 0
    for here, there in zip(reversed(one), reversed(other), strict=False):
        if here != there:
            break
        count += 1
    return count


class DaySigns:
    """How much the day of a link speaks for it: one in its address, in its words, or the month of an archive."""

    def __init__(self, when: TimeSpan) -> None:
        self._when = when
        length = when.end - when.start + when.lead + when.cooldown
        self._gain = _DATE * min(1.0, math.sqrt(_USUAL / length)) if length else _DATE

    def of(self, url: str, text: str) -> float:
        """Return the log-odds of the day, slightly negative without one."""
        dating = date_in_url(url)
        if dating and dating.precision == "day":
            return self._odds(dating.moment)
        for _, moment in moments_in(text, day_first=False):
            return self._odds(moment)
        month = dating.moment if dating else _month_in(text)
        return self._odds(month, _MONTH) if month else _UNDATED

    def _odds(self, begin: datetime, length: timedelta = timedelta(0)) -> float:
        return self._gain * self.nearness(begin, length) - _DATE / 2

    def nearness(self, begin: datetime, length: timedelta = timedelta(0)) -> float:
        """Return 1 if a day or a month touches the event, falling by half within half its lead or cooldown."""
        when = self._when
        if begin + length < when.start - _DAY:
            return _faded(when.start - _DAY - begin - length, when.lead)
        return _faded(begin - when.end, when.cooldown) if begin > when.end else 1.0


_DAY = timedelta(days=1)
_MONTH = timedelta(days=31)
_SHORTEST = timedelta(days=2)
_MONTH_NAME = re.compile(r"([^\W\d_]{3,})\.?,?\s+((?:19|20)\d\d)\b")


def _faded(away: timedelta, half: timedelta) -> float:
    return math.pow(0.5, 2 * away / max(half, _SHORTEST))


def _month_in(text: str) -> datetime | None:
    if "20" not in text and "19" not in text:
        return None
    for name, year in _MONTH_NAME.findall(text.lower()):
        if name in MONTHS:
            return datetime(int(year), MONTHS[name], 1, tzinfo=UTC)
    return None


def _spaced(path: str) -> str:
    """Return the words of an address as a heading, so that names in it can be found."""
    return _LETTERS.sub(" ", path).title()


def _host_form(place: str) -> str:
    letters = "".join(filter(str.isalpha, place.casefold()))
    return letters if len(letters) >= _SHORTEST_NAME else ""
