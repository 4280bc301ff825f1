"""Feeds in a crawl: asked again at the rhythm they deserve, conditionally, and never beside the frontier."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from email.utils import format_datetime
from itertools import count

import pytest

from tidings.archive.write.memory import CountingArchive
from tidings.collection.collection import Collection
from tidings.crawl.again.listing import Poll, Rhythm, pause
from tidings.crawl.wiring import wire
from tidings.crawl.workers.inline import InlineWorkers
from tidings.crawl.workers.tasks import Setup
from tidings.errors import Failed
from tidings.lab.bench.clock import EPOCH, VirtualClock
from tidings.model import Capture, Channel, Event, EventModel, Fetched, Link, Outcome, Query, Reason
from tidings.ports import Source
from tidings.settings import Budget, RelevanceSettings, Settings, StreamsSettings
from tidings.sources.choice import sources
from tidings.store.sqlite.database import Database
from tidings.store.sqlite.ledger import SqliteLedger
from tidings.store.sqlite.store import SqliteStore

FEED = "http://news.example/feed"
HOUR = 3600.0
MODEL = EventModel({"flood": 1.0}, {}, None)
SETTINGS = Settings(
    Event("Flood", {"flood": 1.0}),
    (),
    budget=Budget(minutes=12 * 60),
    relevance=RelevanceSettings(measure="topic"),
    streams=StreamsSettings(feeds=(FEED,)),
)
TEXT = "<html><body><p>The flood, the flood: water in every street of the town today.</p></body></html>"


class Site:
    """A site whose feed gains an entry every few minutes; it knows ETags."""

    def __init__(self, clock: VirtualClock, every: float, *, until: float = 1e12) -> None:
        self.clock, self.every, self.until = clock, every, until
        self.asked: list[tuple[float, Link]] = []
        self.answers: dict[str, Callable[[], Capture]] = {}

    async def fetch(self, link: Link) -> Fetched:
        self.asked.append((self.clock.seconds, link))
        if link.url in self.answers:
            return Fetched(self.answers[link.url]())
        return Fetched(self.feed(link) if link.url == FEED else self.page(link.url))

    def feed(self, link: Link) -> Capture:
        count = int(min(self.clock.seconds, self.until) / self.every) + 5
        etag = f'"{count}"'
        if dict(link.validators).get("If-None-Match") == etag:
            return self.capture(FEED, b"", 304)
        items = "".join(self.item(number) for number in range(max(count - 20, 0), count))
        body = f"<rss><channel><title>Town</title>{items}</channel></rss>".encode()
        return self.capture(FEED, body, 200, "application/rss+xml", ("ETag", etag))

    def item(self, number: int) -> str:
        at = format_datetime(EPOCH + timedelta(seconds=(number - 4) * self.every))
        return (
            f"<item><title>Flood, part {number}</title><link>http://news.example/{number}</link>"
            f"<pubDate>{at}</pubDate></item>"
        )

    def page(self, url: str) -> Capture:
        return self.capture(url, TEXT.encode() + url.encode(), 200, "text/html")

    def capture(
        self, url: str, body: bytes, status: int, kind: str = "", *more: tuple[str, str]
    ) -> Capture:
        return Capture(url, self.clock.now(), status, (("Content-Type", kind), *more), body)

    def delay(self, url: str) -> float:
        return 1.0

    def sitemaps(self, url: str) -> tuple[str, ...]:
        return ("/sitemap.xml",)

    async def close(self) -> None: ...

    def visits(self, url: str = FEED) -> list[float]:
        return [at for at, link in self.asked if link.url == url]


def run(
    site: Site,
    settings: Settings = SETTINGS,
    database: Database | None = None,
    extra: Sequence[Source] = (),
) -> SqliteLedger:
    database = database or Database(None)

    async def crawl() -> None:
        collection = Collection(SqliteStore(database), CountingArchive())
        workers = InlineWorkers(Setup(settings, MODEL))
        running = wire(settings, collection, site, workers, site.clock, lockstep=True)
        await running.run([*sources(settings), *extra])

    site.clock.run(crawl())
    return SqliteLedger(database)


def test_a_busy_feed_is_asked_often_and_its_pages_are_fresh() -> None:
    site = Site(VirtualClock(), 0.5 * HOUR)
    ledger = run(site)
    gaps = [
        later - earlier for earlier, later in zip(site.visits(), site.visits()[1:], strict=False)
    ]
    assert 0.2 * HOUR < sum(gaps) / len(gaps) < 0.6 * HOUR
    pages = [entry for entry in ledger.entries(Query(outcome="kept")) if entry.channel == "feed"]
    assert len(pages) >= 24
    late = [
        (entry.captured_at - entry.published).total_seconds()
        for entry in pages
        if entry.published and entry.captured_at
    ]
    assert len(late) == len(pages)  # dated by the feed: the pages have no date
    assert {entry.dated_by for entry in pages} == {"feed"}
    assert sorted(late)[len(late) // 2] < 0.5 * HOUR


def test_a_feed_that_falls_silent_is_asked_less_and_less() -> None:
    site = Site(VirtualClock(), 0.2 * HOUR, until=2 * HOUR)
    run(site)
    visits = site.visits()
    early = [at for at in visits if at < 2 * HOUR]
    late = [at for at in visits if at > 6 * HOUR]
    assert len(early) > 10
    assert len(late) < 5
    conditional = [link for at, link in site.asked if link.url == FEED and at > 4 * HOUR]
    assert all(link.validators for link in conditional)


def test_an_unchanged_feed_leaves_one_record_and_its_outcome() -> None:
    site = Site(VirtualClock(), 100 * HOUR)
    ledger = run(site, replace(SETTINGS, streams=StreamsSettings(feeds=(FEED,), poll_hours=2)))
    entry = ledger.entry(FEED)
    assert entry
    assert entry.title == "Town"
    visits = [each.outcome for each in ledger.entries(Query(all_visits=True)) if each.url == FEED]
    assert visits.count("unchanged") == len(visits) - 1 >= 3
    assert ledger.count(Query(outcome="listed")) <= 1


def test_a_feed_without_etag_is_known_by_its_bytes() -> None:
    site = Site(VirtualClock(), HOUR)
    body = b"<rss><channel><title>Town</title><item><link>http://news.example/1</link></item></channel></rss>"
    site.answers[FEED] = lambda: site.capture(FEED, body, 200, "application/rss+xml")
    visits = [entry for entry in run(site).entries(Query(all_visits=True)) if entry.url == FEED]
    assert [entry.outcome for entry in visits[:2]] == ["listed", "unchanged"]


def test_a_feed_that_only_says_when_it_was_built_has_nothing_new() -> None:
    site, built = Site(VirtualClock(), HOUR), count()
    item = "<item><link>http://news.example/1</link></item>"
    site.answers[FEED] = lambda: site.capture(
        FEED,
        f"<rss><channel><title>Town {next(built)}</title>{item}</channel></rss>".encode(),
        200,
        "application/rss+xml",
        ("ETag", f'"{len(site.visits())}"'),
    )
    database = Database(None)
    entries = run(site, SETTINGS, database).entries(Query(all_visits=True))
    feed = [entry for entry in entries if entry.url == FEED]
    assert [entry.outcome for entry in feed[:3]] == ["listed", "unchanged", "unchanged"]
    assert "same entries as" in feed[1].reason
    archived = [each for each in SqliteStore(database).visits.archived() if each.url == FEED]
    assert len(archived) == len(feed), "its other bytes are archived"
    tags = [
        dict(link.validators)["If-None-Match"]
        for _, link in site.asked
        if link.url == FEED and link.validators
    ]
    assert tags == [f'"{number}"' for number in range(1, len(feed))]


def test_polling_goes_on_after_a_failure_and_in_the_next_run() -> None:
    clock = VirtualClock()
    site, database = Site(clock, 0.5 * HOUR), Database(None)
    fine = site.feed
    site.answers[FEED] = lambda: (
        site.capture(FEED, b"", 404) if 2 * HOUR < clock.seconds < 4 * HOUR
        else fine(site.asked[-1][1])
    )  # fmt: skip
    run(site, replace(SETTINGS, budget=Budget(minutes=8 * 60)), database)
    first = len(site.visits())
    assert max(site.visits()) > 6 * HOUR
    run(site, database=database)
    assert len(site.visits()) > first + 5


class KilledSite(Site):
    """A site whose server dies in every second answer of its feed, ten times in all."""

    kills = 0

    async def fetch(self, link: Link) -> Fetched:
        answer = await super().fetch(link)
        if link.url == FEED and len(self.visits()) % 2 == 0 and self.kills < 10:
            self.kills += 1
            raise Failed(Reason.CONNECT, "connection reset")
        return answer


def test_a_feed_whose_server_is_killed_ten_times_loses_no_entry() -> None:
    site = KilledSite(VirtualClock(), 0.5 * HOUR)
    ledger = run(site, replace(SETTINGS, budget=Budget(minutes=24 * 60)))
    assert site.kills == 10
    last = int(max(site.visits()) / site.every) + 5
    expected = [f"http://news.example/{number}" for number in range(last)]
    assert all(len(site.visits(url)) == 1 for url in expected)
    assert len({entry.url for entry in ledger.entries(Query(channel="feed"))}) == last


def test_a_page_found_in_a_feed_keeps_what_the_feed_says() -> None:
    site = Site(VirtualClock(), HOUR)
    entry = run(site, replace(SETTINGS, budget=Budget(pages=3))).entry("http://news.example/4")
    assert entry
    assert entry.parent == FEED
    assert entry.anchor == "Flood, part 4"
    assert entry.channel == "feed"


def test_sitemaps_that_list_each_other_end() -> None:
    site = Site(VirtualClock(), HOUR)

    def index(*names: str) -> Callable[[], Capture]:
        inside = "".join(
            f"<sitemap><loc>http://news.example/{name}</loc></sitemap>" for name in names
        )
        body = f"<sitemapindex>{inside}</sitemapindex>".encode()
        return lambda: site.capture(FEED, body, 200, "text/xml")

    site.answers = {
        FEED: index("a.xml", "b.xml"),
        "http://news.example/a.xml": index("b.xml", "a.xml", "feed"),
        "http://news.example/b.xml": index("a.xml"),
    }
    ledger = run(site, replace(SETTINGS, budget=Budget(minutes=6 * 60)))
    assert {entry.url for entry in ledger.entries(Query(outcome="listed"))} == set(site.answers)
    assert len(site.asked) < 60


def test_feeds_and_sitemaps_of_kept_pages_are_followed_if_wanted() -> None:
    def asked(discover: str) -> set[str]:
        site = Site(VirtualClock(), HOUR)
        html = TEXT.replace(
            "<body>", '<head><link rel=alternate type="application/rss+xml" href="/more"></head>'
        )
        seed = "http://news.example/"
        site.answers[seed] = lambda: site.capture(seed, html.encode(), 200, "text/html")
        streams = StreamsSettings(discover=discover)
        run(site, replace(SETTINGS, seeds=(seed,), streams=streams))
        return {link.url for _, link in site.asked if link.channel is Channel.LISTING}

    assert asked("none") == set()
    assert asked("kept") == {"http://news.example/more", "http://news.example/sitemap.xml"}


def test_a_moved_feed_is_followed_to_its_new_place() -> None:
    site = Site(VirtualClock(), HOUR)
    old = "http://news.example/old"
    site.answers[old] = lambda: site.capture(old, b"", 301, "", ("Location", FEED))
    run(site, replace(SETTINGS, streams=StreamsSettings(feeds=(old,))))
    assert len(site.visits(old)) == 1
    assert len(site.visits()) > 5


@pytest.mark.parametrize(
    ("before", "poll", "expected"),
    [
        (0.0, Poll(Outcome.LISTED, 5), 900.0),
        (0.0, Poll(Outcome.LISTED, 5, (0.0, 600.0, 1200.0)), 300.0),
        (600.0, Poll(Outcome.UNCHANGED, 0), 900.0),
        (600.0, Poll(Outcome.LISTED, 2), 300.0),
        (600.0, Poll(Outcome.FAILED, 0), 1200.0),
    ],
)
def test_the_rhythm_follows_the_entries(before: float, poll: Poll, expected: float) -> None:
    assert pause(before, poll) == expected


def test_a_rhythm_is_remembered() -> None:
    rhythm = Rhythm(5.0, '"x"', "yesterday", "sha1:1")
    assert Rhythm.from_text(rhythm.to_text()) == rhythm
    assert Rhythm.from_text("").validators() == ()


def test_a_hostile_feed_gets_a_reason() -> None:
    site = Site(VirtualClock(), HOUR)
    bomb = b'<!DOCTYPE r [<!ENTITY a "x">]><rss><channel><title>&a;</title></channel></rss>'
    site.answers[FEED] = lambda: site.capture(FEED, bomb, 200, "text/xml")
    entry = run(site).entry(FEED)
    assert entry
    assert (entry.outcome, Reason.parse(entry.reason)[0]) == ("unread", Reason.ENTITIES)


class Hub:
    """A source that says twice that the feed has news."""

    def __init__(self, clock: VirtualClock, *at: float) -> None:
        self.clock, self.at = clock, at

    async def __aiter__(self) -> AsyncIterator[Link]:
        for moment in self.at:
            await asyncio.sleep(moment - self.clock.seconds)
            yield Link(FEED, channel=Channel.LISTING, found_at=self.clock.now().timestamp())


def test_a_feed_with_news_is_asked_before_it_is_due() -> None:
    clock = VirtualClock()
    streams = replace(SETTINGS.streams, poll_minutes=600)
    settings = replace(SETTINGS, streams=streams, budget=Budget(minutes=16 * 60))
    site = Site(clock, HOUR)
    run(site, settings, extra=[Hub(clock, 2 * HOUR, 5 * HOUR)])
    visits = [round(at / HOUR) for at in site.visits()]
    assert visits[:4] == [0, 2, 5, 15]  # without a hub at 0 and 10


def test_a_feed_that_is_far_too_large_has_a_reason_and_does_not_hold_up_the_crawl() -> None:
    site = Site(VirtualClock(), HOUR)
    body = b"<rss><channel>" + b"<item><title>Flood</title></item>" * 320_000  # cut by the fetcher
    site.answers[FEED] = lambda: site.capture(FEED, body, 200, "application/rss+xml")
    begun = time.process_time()
    entry = run(site, replace(SETTINGS, budget=Budget(minutes=60))).entry(FEED)
    assert entry
    assert (entry.outcome, entry.code) == ("unread", Reason.TOO_LARGE)
    assert time.process_time() - begun < 20
