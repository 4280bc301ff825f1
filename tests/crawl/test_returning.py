"""Pages come back in virtual time: conditional requests, versions, phases, hubs, the budget, one pass and a service."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from hashlib import sha1

import pytest

from tests.crawl.test_loop import MODEL, KeepingArchive
from tidings.archive.write.memory import CountingArchive
from tidings.collection.collection import Collection
from tidings.crawl.again.returning import ReturnTo
from tidings.crawl.progress import Progress
from tidings.crawl.wiring import wire
from tidings.crawl.workers.inline import InlineWorkers
from tidings.crawl.workers.tasks import Setup
from tidings.lab.bench.clock import EPOCH, VirtualClock
from tidings.model import Capture, Event, Fetched, Link, Query, Reason, State, Stop, TimeSpan
from tidings.ports import Archive
from tidings.settings import RecrawlSettings, RelevanceSettings, Scope, Settings
from tidings.sources.seeds import Seeds
from tidings.sources.vigil import Vigil
from tidings.store.entries import Entry
from tidings.store.sqlite.database import Database
from tidings.store.sqlite.ledger import SqliteLedger
from tidings.store.sqlite.store import SqliteStore

HOUR, DAY = 3600.0, 86_400.0
FRONT, STORY = "http://a.example/", "http://a.example/story"

Page = Callable[[float], str | int]
"""What a URL shows after some seconds: text, a status, or a URL to which it redirects."""


def html(text: str, *links: str, title: str = "News") -> str:
    anchors = "".join(f'<p><a href="{link}">more about it</a></p>' for link in links)
    return f"<html><head><title>{title}</title></head><body><p>{text}</p>{anchors}</body></html>"


def flood(words: str, *links: str, title: str = "News") -> str:
    return html(f"The flood of the river. {words}", *links, title=title)


GARDENS = "Tulips and roses want water in the evening, and the hedge is cut in March. " * 30


class ChangingWeb:
    """A web whose pages change with time and have ETags, unless ``plain``."""

    def __init__(self, pages: dict[str, Page], clock: VirtualClock, plain: bool = False) -> None:
        self._pages, self._clock, self._plain = pages, clock, plain
        self.log: list[tuple[float, str, int]] = []

    async def fetch(self, link: Link) -> Fetched:
        asked_at, at = self._clock.now(), (self._clock.now() - EPOCH).total_seconds()
        await asyncio.sleep(0.1)
        body = self._pages.get(link.url, lambda _: 404)(at)
        if isinstance(body, int):
            self.log.append((at, link.url, body))
            return Fetched(Capture(link.url, asked_at, body, (), b""))
        if body.startswith("http"):
            self.log.append((at, link.url, 302))
            return Fetched(Capture(link.url, asked_at, 302, (("Location", body),), b""))
        etag = f'"{sha1(body.encode(), usedforsecurity=False).hexdigest()}"'
        same = dict(link.validators).get("If-None-Match") == etag
        headers = (("Content-Type", "text/html"), *(() if self._plain else (("ETag", etag),)))
        status = 304 if same else 200
        self.log.append((at, link.url, status))
        return Fetched(Capture(link.url, asked_at, status, headers, b"" if same else body.encode()))

    def delay(self, url: str) -> float:
        return 1.0

    async def close(self) -> None: ...


@dataclass
class World:
    """A collection over a changing web, crawled run by run."""

    pages: dict[str, Page]
    recrawl: RecrawlSettings = field(default_factory=RecrawlSettings)
    when: TimeSpan | None = None
    seeds: Sequence[str] = (FRONT,)
    plain: bool = False
    scope: Scope = field(default_factory=Scope)
    archive: Archive = field(default_factory=CountingArchive)
    database: Database = field(default_factory=lambda: Database(None))
    log: list[tuple[float, str, int]] = field(default_factory=list)

    def run(
        self, begin: float, what: str = "", *, until: float = 0.0, dies: bool = False
    ) -> Progress:
        """Crawl once, or with ``until`` keep going until then; ``dies`` loses what was not committed."""
        clock = VirtualClock(EPOCH + timedelta(seconds=begin))
        return clock.run(self._crawl(clock, what, until, dies))

    async def _crawl(self, clock: VirtualClock, what: str, until: float, dies: bool) -> Progress:
        settings = Settings(
            Event("The flood", {"flood": 1.0}, when=self.when),
            tuple(self.seeds),
            relevance=RelevanceSettings(measure="topic", threshold=0.05),
            recrawl=self.recrawl,
            scope=self.scope,
        )
        web = ChangingWeb(self.pages, clock, self.plain)
        collection = Collection(SqliteStore(self.database), self.archive)
        return_to = ReturnTo(what, keeps_going=until > 0) if what else None
        workers = InlineWorkers(Setup(settings, MODEL))
        crawl = wire(settings, collection, web, workers, clock, return_to=return_to, lockstep=True)

        def tick() -> None:
            if until and (clock.now() - EPOCH).total_seconds() >= until:
                if dies:
                    raise KeyboardInterrupt
                crawl.stop(Stop.ASKED)

        sources = [Seeds(settings.seeds), *([Vigil()] if until else [])]
        try:
            return await crawl.run(sources, tick)
        except KeyboardInterrupt:
            self.database.rollback()
            return crawl.progress()
        finally:
            self.log += web.log

    def visits(self, url: str) -> list[Entry]:
        entries = SqliteLedger(self.database).entries(Query(all_visits=True))
        return [entry for entry in entries if entry.url == url]

    def times(self, url: str) -> list[float]:
        return [at for at, asked, _ in self.log if asked == url]


def steps(*texts: str, every: float = DAY) -> Page:
    return lambda at: flood(texts[min(int(at / every), len(texts) - 1)])


# One pass


def test_one_pass_visits_what_is_due_and_asks_only_for_what_has_changed() -> None:
    world = World({FRONT: lambda _: flood("Front.", STORY), STORY: steps("One.", "Two.")})
    world.run(0.0)
    assert world.run(10.0, "due").totals.pages == 2, "nothing is due yet"
    world.log.clear()
    ending = world.run(40 * DAY, "due")
    assert (ending.state, ending.totals.kept) == (State.FINISHED, 2)
    assert sorted((url, status) for _, url, status in world.log) == [(FRONT, 304), (STORY, 200)]
    assert [visit.outcome for visit in world.visits(STORY)] == ["kept", "kept"]
    assert [visit.outcome for visit in world.visits(FRONT)] == ["kept", "unchanged"]


@pytest.mark.parametrize(
    ("what", "asked"), [("seeds", [FRONT]), ("all", [FRONT, STORY]), ("hubs", [FRONT])]
)
def test_a_pass_may_begin_with_seeds_hubs_or_all_pages(what: str, asked: list[str]) -> None:
    world = World({FRONT: lambda _: flood("Front.", STORY), STORY: steps("One.")})
    world.run(0.0)
    world.log.clear()
    world.run(100.0, what)
    assert sorted(url for _, url, _ in world.log) == asked


def test_new_links_of_a_page_that_comes_back_are_followed() -> None:
    later = "http://a.example/later"
    world = World(
        {
            FRONT: lambda at: flood("Front.", STORY, *([later] if at > HOUR else [])),
            STORY: steps("One."),
            later: steps("More."),
        }
    )
    world.run(0.0)
    world.run(2 * HOUR, "seeds")
    assert world.visits(later)[0].outcome == "kept"


def test_a_pass_visits_each_page_once_however_short_its_rhythm() -> None:
    quick = RecrawlSettings(least_minutes=0.001, pace_minutes=0.01)
    world = World({FRONT: lambda at: flood(f"At {at}.", STORY), STORY: steps("One.")}, quick)
    world.run(0.0)
    world.log.clear()
    world.run(DAY, "due")
    assert len(world.times(FRONT)) == 1


# Which links are followed


@pytest.mark.parametrize(
    ("scope", "asked"),
    [
        (Scope(), 4),
        (Scope(follow="kept"), 3),
        (Scope(within="seeds"), 3),
        (Scope(within="seeds", sites=("c.example",)), 4),
    ],
)
def test_links_of_poor_pages_and_beyond_the_sites_of_the_seeds_may_be_left(
    scope: Scope, asked: int
) -> None:
    poor, behind, beyond = "http://www.a.example/p", "http://a.example/b", "http://c.example/"
    pages: dict[str, Page] = {
        FRONT: lambda _: html(GARDENS, poor, beyond),
        poor: lambda _: html(GARDENS + "Poor.", behind),
        behind: lambda _: flood("Behind."),
        beyond: lambda _: flood("Beyond."),
    }
    world = World(pages, scope=scope)
    world.run(0.0)
    assert len({url for _, url, _ in world.log}) == asked


# A service


def test_a_page_that_changes_five_times_has_six_visits_and_all_are_archived() -> None:
    texts = [f"On day {day} the water stood at mark {day} of the old bridge." for day in range(6)]
    often = RecrawlSettings(most_days=0.5, least_minutes=60)
    world = World(
        {FRONT: lambda _: flood("Front.", STORY), STORY: steps(*texts)},
        often,
        archive=KeepingArchive(),
    )
    ending = world.run(0.0, "due", until=7 * DAY)
    assert (ending.state, ending.stopped) == (State.STOPPED, Stop.ASKED)
    kept = [visit for visit in world.visits(STORY) if visit.content.text]
    assert [text in visit.content.text for text, visit in zip(texts, kept, strict=True)] == [
        True
    ] * 6
    same = [visit for visit in world.visits(STORY) if visit.outcome == "unchanged"]
    assert len(same) >= 5
    archived = [each for each in SqliteStore(world.database).visits.archived() if each.url == STORY]
    assert len(archived) == len(kept) + len(same)


def test_a_hub_comes_back_more_often_than_articles_and_more_often_than_a_barren_seed() -> None:
    barren = "http://b.example/"
    stories = [f"http://a.example/{number}" for number in range(200)]

    def front(at: float) -> str:
        return html(f"What is new today. {GARDENS}", *stories[: int(at / HOUR) + 1])

    pages: dict[str, Page] = {url: steps(f"Story {url}.") for url in stories}
    world = World({FRONT: front, barren: lambda _: html(GARDENS), **pages}, seeds=(FRONT, barren))
    world.run(0.0, "due", until=3 * DAY)
    hub, seed, article = (len(world.times(url)) for url in (FRONT, barren, stories[0]))
    assert hub > 2 * seed
    assert hub > 5 * article
    found = [world.times(url)[0] - number * HOUR for number, url in enumerate(stories[1:60], 1)]
    assert sorted(found)[53] < 3 * HOUR


def test_pages_rest_after_the_event_and_come_back_when_it_begins() -> None:
    start = EPOCH + timedelta(days=4)
    when = TimeSpan(start, start + timedelta(days=3), timedelta(days=1), timedelta(days=1))
    rare = RecrawlSettings(before=40.0, after=40.0)
    blog = "http://a.example/blog"
    world = World({blog: _hourly(blog)}, rare, when, seeds=(blog,))
    world.run(0.0, "due", until=12 * DAY)
    days = [int(at / DAY) for at in world.times(blog)]
    before, during, after = (
        sum(low <= day < high for day in days) / (high - low)
        for low, high in ((0, 3), (3, 7), (8, 12))
    )
    assert during > 3 * max(before, after)


def test_the_budget_of_requests_is_kept_over_restarts_and_all_of_it_is_used() -> None:
    urls = [f"http://{number}.example/blog" for number in range(60)]
    world = World(
        {url: _hourly(url) for url in urls}, RecrawlSettings(requests_per_day=100), seeds=urls
    )
    for begin in range(3):
        world.run(begin * DAY, "due", until=(begin + 1) * DAY - 60)
    moments = sorted(at for at, _, _ in world.log)
    most = max(sum(begin <= at < begin + DAY for at in moments) for begin in moments)
    assert 80 <= most <= 100
    assert len({url for _, url, _ in world.log}) == 60


def test_a_service_that_dies_and_comes_back_loses_and_doubles_no_visit() -> None:
    urls = [f"http://{number}.example/blog" for number in range(3)]
    hourly = RecrawlSettings(pace_minutes=20)
    world = World({url: _hourly(url) for url in urls}, hourly, seeds=urls)
    moment = 0.0
    for death in range(25):
        end = moment + 2.5 * HOUR + 7 * death
        world.run(moment, "due", until=end, dies=True)
        moment = end + 5
    for url in urls:
        visits = [visit.captured_at for visit in world.visits(url)]
        assert len(visits) == len(set(visits)) >= 10
        asked = world.times(url)
        lost = len(asked) - len(visits)
        assert 0 <= lost <= 25, "only what was under way at a death may be asked again"
        assert all(b - a >= 1.0 for a, b in itertools.pairwise(asked))


def _hourly(url: str) -> Page:
    """Return a live blog that changes every hour."""
    return lambda at: flood(f"{url} at hour {int(at / HOUR)}.", title="Live updates: the flood")


# Pages that vanish


def test_pages_that_vanish_stay_kept_and_are_asked_less_often() -> None:
    world = World(
        {
            FRONT: lambda _: flood("Front.", STORY),
            STORY: lambda at: flood("Story.") if at < DAY else 410,
        },
        RecrawlSettings(most_days=3, pace_minutes=5),
    )
    world.run(0.0, "due", until=15 * DAY)
    outcomes = [visit.outcome for visit in world.visits(STORY)]
    assert outcomes[0] == "kept"
    assert outcomes[-1] == "missing"
    asked = [at for at in world.times(STORY) if at > DAY]
    assert asked[1] - asked[0] < asked[-1] - asked[-2] <= 3.1 * DAY
    entry = SqliteLedger(world.database).entry(STORY)
    assert entry
    assert entry.outcome == "kept"


def test_plain_crawls_remember_but_never_come_back() -> None:
    world = World({FRONT: lambda at: flood(f"At {at}.", STORY), STORY: steps("One.")})
    world.run(0.0)
    world.run(50 * DAY)
    assert len(world.log) == 2
    tracked = SqliteStore(world.database).tracked.load(1)
    assert tracked
    assert tracked.etag
    assert datetime.fromtimestamp(tracked.visited_at, UTC) - EPOCH < timedelta(minutes=1)


def test_links_of_a_kind_that_led_nowhere_are_no_longer_followed() -> None:
    gardens = [f"http://a.example/garden{number}" for number in range(24)]

    def front(at: float) -> str:
        return flood("Day by day.", *gardens[: 12 * ((at > DAY / 2) + (at > 2 * DAY))])

    pages: dict[str, Page] = dict.fromkeys(gardens, lambda _: html(GARDENS))
    world = World({FRONT: front, **pages})
    world.run(0.0)
    world.run(1000.0, "due", until=2 * DAY)
    world.run(2 * DAY, "due", until=6 * DAY)  # another process has what the first one learned
    asked = [url for _, url, _ in world.log if "garden" in url]
    assert sorted(asked) == sorted(gardens[:12])
    (refused,) = {(each.outcome, each.reason) for each in world.visits(gardens[20])}
    assert refused == ("refused", Reason.LINK_YIELD.sentence())
