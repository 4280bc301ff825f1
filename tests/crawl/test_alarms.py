"""Alarms of a service that runs for days in virtual time: none while all is quiet, and soon when a source falls silent."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from statistics import fmean

import pytest

from tests.crawl.test_feeds import FEED, SETTINGS, Site, run
from tests.crawl.test_returning import DAY, FRONT, HOUR, Page, World, flood
from tidings.collection.summary.alarms import Alarm, Lookout
from tidings.lab.bench.clock import EPOCH, VirtualClock
from tidings.model import Capture, Link, NewVisit, Outcome
from tidings.settings import Budget, RecrawlSettings
from tidings.store.sqlite.database import Database
from tidings.store.sqlite.reading.news import SqliteNews

CONSENT = (
    "<title>Before you continue</title><p>We use cookies. Accept all cookies or reject cookies.</p>"
)


def visits_of(database: Database) -> list[NewVisit]:
    """Return all visits, with seconds since the beginning."""
    begin = EPOCH.timestamp()
    return [
        each._replace(
            entered_at=each.entered_at - begin,
            published=None if each.published is None else each.published - begin,
        )
        for each in SqliteNews(database).since(0.0)
    ]


def watched(visits: Sequence[NewVisit], until: float) -> Iterator[tuple[float, Alarm]]:
    """Yield the alarms that are seen by looking every ten minutes, each when it is seen first."""
    watch, known, place, at = Lookout(), set[tuple[str, str]](), 0, 0.0
    while at < until:
        at += 600.0
        while place < len(visits) and visits[place].entered_at <= at:
            watch.take(visits[place])
            place += 1
        alarms = list(watch.alarms(at))
        yield from ((at, each) for each in alarms if (each.kind, each.name) not in known)
        known = {(each.kind, each.name) for each in alarms}


class RestlessSite(Site):
    """A site whose feed says at every request when it was built, and has no ETag."""

    def feed(self, link: Link) -> Capture:
        capture = super().feed(link._replace(validators=()))
        built = f"<lastBuildDate>{self.clock.now().isoformat()}</lastBuildDate></channel>"
        body = capture.body.replace(b"</channel>", built.encode())
        return self.capture(FEED, body, 200, "application/rss+xml")


def followed(site: Site, days: float) -> list[NewVisit]:
    """Return the visits of a crawl that follows a feed for some days."""
    database = Database(None)
    run(site, replace(SETTINGS, budget=Budget(minutes=int(days * 24 * 60))), database)
    return visits_of(database)


@pytest.mark.parametrize("kind", [Site, RestlessSite])
def test_fourteen_quiet_days_of_a_followed_feed_raise_no_alarm(kind: type[Site]) -> None:
    visits = followed(kind(VirtualClock(), HOUR), 14)
    assert visits[-1].entered_at > 13.9 * DAY
    assert sum(each.channel == "feed" for each in visits) > 300
    assert list(watched(visits, 14 * DAY)) == []


@pytest.mark.parametrize("kind", [Site, RestlessSite])
def test_a_feed_that_falls_silent_raises_an_alarm_within_twice_its_usual_interval(
    kind: type[Site],
) -> None:
    visits = followed(kind(VirtualClock(), HOUR, until=5 * DAY), 6)
    arrivals = [
        each.entered_at
        for each in visits
        if each.url == FEED and each.outcome is Outcome.LISTED and each.entered_at > DAY
    ]
    usual = fmean(later - earlier for earlier, later in pairwise(arrivals))
    assert usual < 1.2 * HOUR
    at, _ = next(each for each in watched(visits, 6 * DAY) if each[1].kind == "feed")
    assert arrivals[-1] + usual < at <= arrivals[-1] + 2 * usual + 600.0


def town(turns: float, page: Page) -> dict[str, Page]:
    """Return a site that reports twice a day, and from some moment shows something else instead."""
    stories = [f"http://a.example/{number}" for number in range(30)]

    def shown(text: Page) -> Page:
        return lambda at: page(at) if at >= turns else text(at)

    front = shown(lambda at: flood("Front.", *stories[: int(at / (DAY / 2)) + 1]))
    texts = {url: shown(lambda _, url=url: flood(f"Story {url}.")) for url in stories}  # type: ignore[misc]
    return {FRONT: front, **texts}


@pytest.mark.parametrize("wall", [CONSENT, "http://consent.b.example/"])
def test_a_site_that_turns_into_a_wall_raises_an_alarm_within_twice_its_usual_interval(
    wall: str,
) -> None:
    world = World(town(7 * DAY, lambda _: wall), RecrawlSettings(most_days=2))
    world.run(0.0, "due", until=10 * DAY)
    visits = visits_of(world.database)
    asked = [at for at in world.times(FRONT) if DAY < at < 7 * DAY]
    usual = fmean(later - earlier for earlier, later in pairwise(asked))
    alarms = [each for each in watched(visits, 10 * DAY) if each[1].kind == "wall"]
    assert [alarm.name for _, alarm in alarms] == ["a.example"]
    assert 7 * DAY < alarms[0][0] <= 7 * DAY + 2 * usual


def test_fourteen_quiet_days_of_a_site_that_comes_back_raise_no_alarm() -> None:
    world = World(town(99 * DAY, lambda _: 404), RecrawlSettings(most_days=2))
    world.run(0.0, "due", until=14 * DAY)
    visits = visits_of(world.database)
    assert len(visits) > 100
    assert list(watched(visits, 14 * DAY)) == []
