"""The target events of a generated web: descriptions, seeds, references and relevant pages."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from tidings.lab.web.happenings import Happening
from tidings.lab.web.places import NewsCycle
from tidings.lab.web.plan import Article, Plan
from tidings.model import Event, TimeSpan

_REFERENCES = 4
_SEEDS = 3
_DAYS = 7
"""Length of an event without a news cycle of its own."""
_KEYWORDS = {
    "flood": "flood rain water river mud levee dam rescue storm warning",
    "wildfire": "wildfire fire flames smoke evacuation firefighters forest blaze burned wind",
    "rail": "train crash rail derailed carriages signal passengers track driver collision",
    "protest": "protest demonstrators election police opposition rally parliament ballot strike crowd",
    "festival": "festival films premiere concert jury museum theatre audience programme tickets",
    "football": "match cup goal team stadium final season coach fans league",
    "explosion": "explosion blast port depot chemical terminal warehouse smoke tanks harbour",
}


class LabEvent(NamedTuple):
    """An event of one generated web, with seeds, references and relevant pages."""

    event: Event
    seeds: tuple[str, ...]
    references: tuple[str, ...]
    """URLs of pages about the event, to build its model from."""
    relevant: frozenset[str]
    """URLs of all listed pages about the event."""


def make_events(plan: Plan) -> tuple[LabEvent, ...]:
    """Return the target events of a web."""
    return tuple(
        _describe(plan, happening)
        for happening in plan.happenings
        if happening.kind.startswith("event:")
    )


def _describe(plan: Plan, happening: Happening) -> LabEvent:
    articles = [article for article in plan.articles if article.happening == happening.number]
    articles.sort(key=lambda article: (article.day, article.number))
    suitable = list(_one_per_site(plan, articles))
    references = tuple(article.url for article in suitable[:_REFERENCES])
    seeds = (
        tuple(article.url for article in suitable[_REFERENCES : _REFERENCES + _SEEDS])
        or references[-1:]
    )
    front = plan.sites[0].root
    relevant = frozenset(
        url for article in articles for url in (article.url, article.second_url) if url
    )
    return LabEvent(_event(happening, references), (*seeds, front), references, relevant)


def _one_per_site(plan: Plan, articles: list[Article]) -> Iterator[Article]:
    """Yield dated English originals, one per ordinary site; local papers are left out."""
    seen: set[int] = set()
    for article in articles:
        site = plan.sites[article.site]
        local = site.home is plan.happening_of(article).place
        ordinary = site.quirk in ("", "rules") and site.language == "en" and not local
        if (
            ordinary
            and article.dated
            and article.words == article.number
            and site.number not in seen
        ):
            seen.add(site.number)
            yield article


def _event(happening: Happening, references: tuple[str, ...]) -> Event:
    start = datetime(happening.start.year, happening.start.month, happening.start.day, tzinfo=UTC)
    place = happening.place
    return Event(
        name=happening.kind.partition(":")[2],
        keywords=dict.fromkeys(_KEYWORDS[happening.topic].split(), 1.0),
        references=references,
        places={
            place.name: 1.0,
            place.region: 0.5,
            place.country: 0.5,
            **dict.fromkeys(place.towns, 0.3),
        },
        when=_span(start, happening.cycle),
    )


def _span(start: datetime, cycle: NewsCycle | None) -> TimeSpan:
    if cycle is None:
        return TimeSpan(start, start + timedelta(_DAYS), cooldown=timedelta(60))
    return TimeSpan(
        start, start + timedelta(cycle.days), timedelta(cycle.lead), timedelta(cycle.cooldown)
    )
