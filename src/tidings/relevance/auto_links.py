"""Scores a link by its own words, places and days: those of its anchor, its surroundings and its URL.

Places that a link does not name are inherited from the page it was found on. Without places, the score of the page is.
Signals are summed as log-odds, so each speaks for or against a link and none is required. Each of them is an expert:
while a crawl runs, it learns how far to trust them (``learn.mixture``).
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import NamedTuple

from tidings.model import EventModel, Link, Mention, Place, Score, TimeSpan
from tidings.odds import probability
from tidings.read.dates.calendar import moments_in
from tidings.read.dates.in_url import date_in_url, year_in_url
from tidings.read.dates.month_names import MONTHS
from tidings.read.places.find import Finder
from tidings.read.words.background import CEILING, background, rarity
from tidings.read.words.translations import LANGUAGES, translations
from tidings.read.words.words import stems, url_words, words
from tidings.relevance.aspects.containment import Path, distance, path_of, reach
from tidings.relevance.aspects.vectors import Vocabulary
from tidings.relevance.measures.event import considered
from tidings.relevance.weights import AUTO, AutoWeights
from tidings.settings import RelevanceSettings

_CACHED_LINKS = 20_000
"""Links whose own signals are cached: those of menus and lists recur on every page of a site."""


Experts = tuple[float, ...]
"""The log-odds of each expert: words, places, day and page; empty for a front page, which is worth what it leads to."""


class Signals(NamedTuple):
    """What a link says by itself."""

    words: float
    """Log-odds of its words."""
    day: float
    """Log-odds of its day."""
    host: float
    """Log-odds of its host: named after a place of the event, or a front page that leads to all of it."""
    place: float | None
    """Nearness of its places to the event, None if it names none."""


class AutoLinks:
    """Scores links by their own signals and by the places of their page."""

    def __init__(
        self, model: EventModel, settings: RelevanceSettings, weights: AutoWeights = AUTO
    ) -> None:
        model = considered(model, settings)
        self._words = WordSignals(model, weights)
        self._places = PlaceSignals(model.places, weights) if model.places else None
        self._days = DaySignals(model.when, weights) if model.when else None
        forms = map(_host_form, model.places)
        self._sections = model.sections
        self._names = tuple(form for form in forms if len(form) >= weights.link_host_letters)
        located = _agreement(model)
        self._dated = weights.link_derived_day if "when" in model.derived else 1.0
        aspects = located + (self._dated if model.when else 0.0)
        self._base = weights.link_base + weights.link_aspect * aspects
        self._inherited, self._place = weights.link_inherited_place, weights.link_place * located
        self._page = weights.link_inherited_place * weights.link_place * (1.0 - located)
        self._beside = weights.link_beside
        self._entrance, self._word = weights.link_entrance, weights.link_words
        self._host_named = weights.link_host_named
        self._host = lru_cache(_CACHED_LINKS)(self._host_log_odds)
        self._signals = lru_cache(_CACHED_LINKS)(self._read)

    def score(self, link: Link, parent: Score) -> float:
        """Return the probability that a link leads to something about the event."""
        return self.on(parent)(link)[0]

    def on(self, parent: Score) -> Callable[[Link], tuple[float, Experts]]:
        """Return a function for the links of a page: their probability, and what each expert adds to its log-odds."""
        base, entrance, signals = self._base, self._entrance, self._signals
        inherited = self._inherited * parent.parts.get("place", parent.value)
        page = self._page * parent.inherited
        beside = page * self._beside
        located = self._place

        def rate(link: Link) -> tuple[float, Experts]:
            words, day, host, place = signals(link.url, link.anchor, link.surroundings())
            near = located * (inherited if place is None else place)
            found_on = page if link.in_body else beside
            value = probability(base + (words + near + day + found_on) + host)
            return value, () if host >= entrance else (words, near, day, found_on)

        return rate

    def _read(self, url: str, anchor: str, context: str) -> Signals:
        text = f"{anchor}. {context}"
        host, _, path = url.partition("//")[2].partition("/")
        place = self._places.of(path, text) if self._places else None
        if self._sections and url.startswith(self._sections):  # it is where the reference is
            place = 1.0
        named = self._host(host)
        if not path:
            return Signals(0.0, 0.0, self._entrance + named, place)
        day = self._dated * self._days.of(url, text) if self._days else 0.0
        return Signals(self._word * self._words.of(path, anchor, context), day, named, place)

    def _host_log_odds(self, host: str) -> float:
        joined = host.replace("-", "")
        return self._host_named if any(name in joined for name in self._names) else 0.0


def _agreement(model: EventModel) -> float:
    """Return how far places count: fully if they are given, else as far as the references agree on one."""
    if not model.places or "places" not in model.derived:
        return float(bool(model.places))
    return max(model.places.values()) / sum(model.places.values())


class WordSignals:
    """How much a link uses the words of the event: keywords fully, words of the references by their rarity.

    Of a genre, only the URL terms count, by their position. Terms for texts do not: a link that says "homework" leads
    to a part of a course, not to the course.
    """

    def __init__(self, model: EventModel, weights: AutoWeights = AUTO) -> None:
        language, counts = next(iter(model.vocabulary.items()), ("en", {}))
        genre = model.genre
        self._language = language
        self._weights = _reference_weights(counts, language, weights.link_reference_word)
        for phrase in (*model.keywords, *genre.content):
            self._weights |= dict.fromkeys(stems(phrase, language), 1.0)
        for word in [word for keyword in model.keywords for word in words(keyword)]:
            for stem in _foreign_stems(word, language):
                self._weights.setdefault(stem, 1.0)
        for phrase in genre.terms:
            for stem in stems(phrase, language):
                self._weights.pop(stem, None)
        self._vocabulary = Vocabulary(self._weights)
        self._url_terms = Vocabulary([stem for term in genre.url for stem in stems(term, language)])
        self._has_url_terms = bool(genre.url)
        self._step_weights = weights.link_last_step, weights.link_step_before
        self._saturation, self._context = weights.link_saturation, weights.link_context_word

    def of(self, path: str, anchor: str, context: str = "") -> float:
        """Return 0 without a word of the event, nearly 1 with several; words around a link count less."""
        matches = self._vocabulary.count([*words(anchor), *_words_of(path)], self._language)
        amount = sum([self._weights[stem] for stem in matches])
        if context:
            around = self._vocabulary.count(words(context), self._language)
            more = [self._weights[stem] for stem in around if stem not in matches]
            amount += self._context * sum(more)
        return 1.0 - math.exp(-self._saturation * (amount + self._url_amount(path)))

    def _url_amount(self, path: str) -> float:
        """Return the weight of the URL terms: the last step of a path says what a page is."""
        if not self._has_url_terms:
            return 0.0
        steps = [step for step in path.partition("?")[0].split("/") if not _INDEX.match(step)]
        best: dict[str, float] = {}
        for step, weight in zip(reversed(steps), self._step_weights, strict=False):
            for stem in self._url_terms.count(words(_NOT_LETTERS.sub(" ", step)), self._language):
                best.setdefault(stem, weight)
        return sum(best.values())


_words_of = lru_cache(_CACHED_LINKS)(url_words)
"""Cached, because a URL recurs with other words around it."""
_INDEX = re.compile(r"(?:index|default|home|welcome)\b|$", re.IGNORECASE)
_NOT_LETTERS = re.compile(r"[\W\d_]+")


def _reference_weights(
    counts: Mapping[str, int], language: str, strongest: float
) -> dict[str, float]:
    """Return the words of the references by count and rarity, scaled to the strongest; numbers are left out."""
    one_in = background(language)
    weights = {
        term: count * rarity(one_in[term])
        for term, count in counts.items()
        if " " not in term and not term.isdigit()
    }
    highest = max(weights.values(), default=CEILING)
    return {term: strongest * math.sqrt(weight / highest) for term, weight in weights.items()}


class PlaceSignals:
    """How near to the event the places are that a link names."""

    def __init__(self, places: Mapping[str, float], weights: AutoWeights = AUTO) -> None:
        self._finder = Finder(places)
        resolved = self._finder.places()
        paths = {name: path_of(resolved[name]) for name in places}
        containers = {path[level:] for path in paths.values() for level in range(1, len(path))}
        self._own = [
            (resolved[name], path) for name, path in paths.items() if path not in containers
        ]  # "Detroit, Michigan" means Detroit, "Michigan" alone all of it
        self._same_container = weights.link_same_container
        self._nearest = lru_cache(_CACHED_LINKS)(self._find_nearest)
        self._in_path = lru_cache(_CACHED_LINKS)(self._find_in_path)

    def of(self, path: str, text: str) -> float | None:
        """Return the nearness of the places in the text, or else in the URL; None without any."""
        mentions = self._finder.find(text)
        return self.nearness(mentions) if mentions else self._in_path(path)

    def _find_in_path(self, path: str) -> float | None:
        return self.nearness(self._finder.find(_spaced(path)))

    def nearness(self, mentions: Iterable[Mention]) -> float | None:
        """Return the mean of the nearest place and of all places."""
        near = [(self._nearest(mention.place), mention.count) for mention in mentions]
        if not near:
            return None
        mean = sum([value * count for value, count in near]) / sum([count for _, count in near])
        return (max(near)[0] + mean) / 2

    def _find_nearest(self, place: Place) -> float:
        path = path_of(place)
        return max(self._nearness(place, path, *own) for own in self._own)

    def _nearness(self, place: Place, path: Path, own: Place, own_path: Path) -> float:
        """Return 1 inside a place of the event, less around it, half in its container, little elsewhere in that."""
        shared = _shared(path, own_path)
        if shared == len(own_path):
            return 1.0
        around = distance(place, own) / reach(own) if reach(own) else math.inf
        if around < 1:
            return 1.0 - around / 2
        if not shared:
            return 0.0
        contains = shared == len(path)
        return 0.5 ** (len(own_path) - shared) * (1.0 if contains else self._same_container)


def _shared(one: Path, other: Path) -> int:
    """Count the containers that two paths have in common, starting from the outermost."""
    count = 0
    for here, there in zip(reversed(one), reversed(other), strict=False):
        if here != there:
            break
        count += 1
    return count


class DaySignals:
    """How well the day of a link fits: one in its URL, in its words, or the month of an archive page."""

    def __init__(self, when: TimeSpan, weights: AutoWeights = AUTO) -> None:
        self._periods = when.periods
        self._gain, self._middle = weights.link_date, weights.link_date / 2
        lengths = [each.end - each.start + each.lead + each.cooldown for each in when.periods]
        if length := sum(lengths, timedelta(0)):
            full = timedelta(days=weights.link_full_days)
            self._gain *= min(1.0, math.sqrt(full / length))
        self._undated = weights.link_undated
        self._shortest = timedelta(days=weights.link_fade_days)

    def of(self, url: str, text: str) -> float:
        """Return the log-odds of the day, slightly negative without one."""
        dating = date_in_url(url)
        if dating and dating.precision == "day":
            return self._log_odds(dating.moment)
        for _, moment in moments_in(text, day_first=False):
            return self._log_odds(moment)
        if month := dating.moment if dating else _month_in(text) or _listed_month(url):
            return self._log_odds(month, _MONTH)
        year = year_in_url(url)
        # The right year says little, a wrong one much.
        return min(self._undated, self._log_odds(year.moment, _YEAR)) if year else self._undated

    def _log_odds(self, begin: datetime, length: timedelta = timedelta(0)) -> float:
        return self._gain * self.nearness(begin, length) - self._middle

    def nearness(self, begin: datetime, length: timedelta = timedelta(0)) -> float:
        """Return 1 if a day or month touches the event, falling by half with each lead or cooldown."""
        return max([self._nearness(period, begin, length) for period in self._periods])

    def _nearness(self, when: TimeSpan, begin: datetime, length: timedelta) -> float:
        if begin + length < when.start - _DAY:
            return self._faded(when.start - _DAY - begin - length, when.lead)
        return self._faded(begin - when.end, when.cooldown) if begin > when.end else 1.0

    def _faded(self, away: timedelta, half: timedelta) -> float:
        return math.pow(0.5, away / max(half, self._shortest))


_DAY = timedelta(days=1)
_MONTH = timedelta(days=31)
_YEAR = timedelta(days=366)
_MONTH_NAME = re.compile(r"([^\W\d_]{3,})\.?,?\s+((?:19|20)\d\d)\b")


_LISTED = re.compile(r"[/=]((?:19|20)\d\d)[/-]?(0[1-9]|1[0-2])(?=[&#]|$)")
"""The month at the end of the URL of a list, as in /archive/2019-09."""


def _listed_month(url: str) -> datetime | None:
    match = _LISTED.search(url)
    return datetime(int(match[1]), int(match[2]), 1, tzinfo=UTC) if match else None


def _month_in(text: str) -> datetime | None:
    if "20" not in text and "19" not in text:  # most texts; the expression below is far slower
        return None
    for name, year in _MONTH_NAME.findall(text.lower()):
        if name in MONTHS:
            return datetime(int(year), MONTHS[name], 1, tzinfo=UTC)
    return None


def _spaced(path: str) -> str:
    """Return the words of a path in title case, so that names in it can be recognised."""
    return _NOT_LETTERS.sub(" ", path).title()


def _foreign_stems(word: str, language: str) -> list[str]:
    """Return what a word is called in other languages, as stems of the language that links are read in."""
    found = [translations(language, other).get(word, ()) for other in LANGUAGES]
    return [stem for each in found for one in each for stem in stems(one, language)]


def _host_form(place: str) -> str:
    """Return a place name as a host name would spell it."""
    return "".join(filter(str.isalpha, place.casefold()))
