"""The time to the next visit: phase of the event x observed change x what a page leads to x its kind.

News loses its worth with time, and a visit has a price. A page that brings ``v`` news a second is visited so that the
worth of what is found, less the price of the visits, is most. For a page with much news that is the rule 1 / sqrt(v),
which makes the sum of all delays least. A page whose news is not worth a visit comes back hardly ever. Changes of a
page itself lose no worth: for them the rule 1 / sqrt(v) holds, but never before they are worth the price of a visit.
Links to pages not yet visited cost the same price (``yields.py``).
"""

from __future__ import annotations

import math
import re
from typing import NamedTuple

from tidings.frontier.coming_back.change import change_rate, from_text, fruit_rate
from tidings.learn.genres.genre import LIVE, SITUATION, genre_of_title
from tidings.model import EventPhase, PageKind, Tracked
from tidings.settings import RecrawlSettings
from tidings.urls import origin_of

_DAY = 86_400.0
_HOUR = 3_600.0


class _Expected(NamedTuple):
    """What is expected of a kind of page before anything was seen, and what a change of it is worth."""

    changes: float
    """A day."""
    worth: float
    """Of one change, as a share of the worth of a new page."""
    fruit: float
    """Kept pages a day that it leads to."""


_EXPECTED = {
    PageKind.FRONT: _Expected(24.0, 0.0, 0.4),
    PageKind.LIVE: _Expected(24.0, 0.5, 0.0),
    PageKind.SITUATION: _Expected(0.5, 0.5, 0.0),
    PageKind.ARTICLE: _Expected(0.2, 0.02, 0.0),
    PageKind.OTHER: _Expected(0.2, 0.02, 0.0),
}
"""What is seen soon outweighs them."""
_LIFE = 12 * _HOUR
"""Seconds in which news loses most of its worth (to 1 / e)."""
_SHOWN, _LONGER = 0.5 * _DAY, 2.0
"""A list that brings nothing is looked at again after twice the time it was watched for: its site may begin to write
about the event. What it showed on the first visit is worth half a day of watching."""
_MOST_YIELD = 0.25
"""Links of whose kind this share leads to kept pages are always followed."""
_UNCHANGED = 0.1
"""Price of an answer that says *not modified*, as a share of that of a page."""
_STEPS = 4
"""Of Newton's method; they give nine digits."""
_SILENT = 3
"""Visits without a change after which a live blog is over, and is an article like others."""
_FRONT_NAMES = re.compile(r"/(?:index|home|default|main)?(?:\.[a-z]{3,5})?", re.IGNORECASE)


def factor_of(phase: EventPhase, settings: RecrawlSettings) -> float:
    """Return the factor of a phase on the time between visits."""
    factors = {
        EventPhase.BEFORE: settings.before,
        EventPhase.DURING: 1.0,
        EventPhase.COOL_DOWN: settings.cooldown,
        EventPhase.AFTER: settings.after,
    }
    return factors[phase]


def kind_of(url: str, title: str, *, is_dated: bool = True) -> PageKind:
    """Return the kind of a page by its address and its title, and whether it says when it was published."""
    if _FRONT_NAMES.fullmatch(url.removeprefix(origin_of(url)) or "/"):
        return PageKind.FRONT
    genre = genre_of_title(title)
    if genre == LIVE:
        return PageKind.LIVE
    if genre == SITUATION:
        return PageKind.SITUATION
    return PageKind.ARTICLE if is_dated else PageKind.OTHER


class NewsRate(NamedTuple):
    """The news per second that a page is expected to bring."""

    fruit: float
    """Kept pages that it leads to."""
    changes: float
    """Its own changes, as far as they are worth a new page."""
    watched: float
    """Seconds over which the page was looked at, as far as that is remembered."""
    price: float
    """Of a visit, as a share of that of a page: less if its server says when nothing has changed."""

    @property
    def all(self) -> float:
        """Return all news per second."""
        return self.fruit + self.changes


def news_rate(page: Tracked) -> NewsRate:
    """Return the news that a page is expected to bring: kept pages it leads to, and its own changes."""
    visits, kind = from_text(page.history), page.kind
    if kind is PageKind.LIVE and len(visits) >= _SILENT:
        over = not any(visit.changed for visit in visits[-_SILENT:])
        kind = PageKind.ARTICLE if over else kind
    changes, worth, fruit = _EXPECTED[kind]
    rate = fruit_rate(page.fruit, page.watched, fruit / _DAY) if fruit or page.fruit else 0.0
    own = worth * change_rate(visits, changes / _DAY) if worth else 0.0
    price = 1.0
    if page.validators() and visits:
        changed = sum(visit.changed for visit in visits) / len(visits)
        price = _UNCHANGED + (1.0 - _UNCHANGED) * changed
    watched = max(sum(visit.seconds for visit in visits), page.watched)
    return NewsRate(rate, own, watched, price)


def interval(rate: NewsRate, settings: RecrawlSettings) -> float:
    """Return the seconds between two visits to a page with such news while the event is on."""
    pace, price = settings.pace_minutes * 60.0, rate.price * _price(settings)
    every = settings.most_days * _DAY
    if rate.changes:
        every = min(every, max(pace / math.sqrt(rate.changes * _HOUR), price / rate.changes))
    if rate.fruit:
        silence = _LONGER * (_SHOWN + rate.watched)
        every = min(every, _LIFE * _best(price / (rate.fruit * _LIFE)), silence)
    return bounded(every, settings)


def _price(settings: RecrawlSettings) -> float:
    """Return the price of a page in news: it makes a page with much news come back every pace / sqrt(news an hour)."""
    pace = settings.pace_minutes * 60.0
    return pace * pace / (2 * _LIFE * _HOUR)


def least_yield(settings: RecrawlSettings) -> float:
    """Return the share of links of a kind that must lead to kept pages so that they are worth their requests."""
    return min(_price(settings), _MOST_YIELD)


def _best(price: float) -> float:
    """Return the interval, in lives of news, with the most worth less price: (x + 1) exp(-x) = 1 - price."""
    if price >= 1.0:
        return math.inf
    wanted = -math.log1p(-price)  # x - log(1 + x) is convex, and here begins above it
    best = wanted + math.sqrt(2.0 * wanted)
    for _ in range(_STEPS):
        best -= (best - math.log1p(best) - wanted) * (1.0 + best) / best
    return best


def bounded(seconds: float, settings: RecrawlSettings) -> float:
    """Return an interval within the limits of the settings."""
    return min(max(seconds, settings.least_minutes * 60.0), settings.most_days * _DAY)
