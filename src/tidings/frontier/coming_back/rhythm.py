"""The time to the next visit: phase of the event x observed change x what a page leads to x its kind.

The news of a page that brings ``v`` a day waits half an interval on the average. Under a given number of requests
the sum of these waits is least if intervals are proportional to 1 / sqrt(v), so that is the rule here.
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
    PageKind.FRONT: _Expected(24.0, 0.0, 1.0),
    PageKind.LIVE: _Expected(24.0, 0.5, 0.02),
    PageKind.SITUATION: _Expected(0.5, 0.5, 0.02),
    PageKind.ARTICLE: _Expected(0.2, 0.05, 0.0),
}
"""Orders of magnitude, not fitted: what is seen soon outweighs them."""
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


def kind_of(url: str, title: str) -> PageKind:
    """Return the kind of a page by its address and its title."""
    if _FRONT_NAMES.fullmatch(url.removeprefix(origin_of(url)) or "/"):
        return PageKind.FRONT
    genre = genre_of_title(title)
    if genre == LIVE:
        return PageKind.LIVE
    return PageKind.SITUATION if genre == SITUATION else PageKind.ARTICLE


def news_rate(page: Tracked) -> float:
    """Return the news per second that a page is expected to bring: kept pages it leads to, and its own changes."""
    visits, kind = from_text(page.history), page.kind
    if kind is PageKind.LIVE and len(visits) >= _SILENT:
        over = not any(visit.changed for visit in visits[-_SILENT:])
        kind = PageKind.ARTICLE if over else kind
    changes, worth, fruit = _EXPECTED[kind]
    rate = fruit_rate(page.fruit, page.watched, fruit / _DAY) if fruit or page.fruit else 0.0
    if worth:
        rate += worth * change_rate(visits, changes / _DAY)
    return rate


def interval(page: Tracked, settings: RecrawlSettings) -> float:
    """Return the seconds between two visits to a page while the event is on."""
    pace = settings.pace_minutes * 60.0
    return bounded(pace / math.sqrt(news_rate(page) * _HOUR), settings)


def bounded(seconds: float, settings: RecrawlSettings) -> float:
    """Return an interval within the limits of the settings."""
    return min(max(seconds, settings.least_minutes * 60.0), settings.most_days * _DAY)
