"""The experiment of coming back: home pages, TopK, our schedule and fixed schedules on a web whose pages arrive."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from typing import NamedTuple

from tidings.archive.write.memory import CountingArchive
from tidings.collection.collection import Collection
from tidings.crawl.again.returning import ReturnTo
from tidings.crawl.wiring import wire
from tidings.crawl.workers.inline import InlineWorkers
from tidings.crawl.workers.tasks import Setup
from tidings.lab.bench.clock import EPOCH, VirtualClock
from tidings.lab.live.arriving import DAYS, ArrivingWeb
from tidings.lab.serving.in_process import InProcessWeb
from tidings.model import Event, EventModel, Stop
from tidings.settings import (
    UNLIMITED,
    Budget,
    OrderSettings,
    RecrawlSettings,
    RelevanceSettings,
    Settings,
)
from tidings.sources.seeds import Seeds
from tidings.sources.vigil import Vigil
from tidings.store.memory.store import MemoryStore

PASS = 100
"""Pages of a daily pass over home pages or hubs."""
PACE = RecrawlSettings().pace_minutes
_MIN_SCORE = 0.1
"""Links with a lower score are not followed after the first crawl."""
MODEL = EventModel(topic={"flood": 1.0, "ombra": 0.8}, places={}, when=None)


class ReturnPlan(NamedTuple):
    """One way of coming back."""

    title: str
    begin: str
    daily: int = 0
    """Requests a day; 0 for any number."""
    every_hours: float = 24.0
    passes: bool = False
    """One pass a day; else it keeps going."""
    tagged: bool = True
    """Whether the servers say that a page has not changed."""


PLANS = {
    "home": ReturnPlan("home pages, one pass a day", "seeds", PASS, passes=True),
    "topk": ReturnPlan("TopK, one pass a day", "hubs", PASS, passes=True),
    "ours": ReturnPlan("our schedule", "due"),
    "ours, 100": ReturnPlan("our schedule, at most 100 requests a day", "due", 100),
    "ours, 30": ReturnPlan("our schedule, at most 30 requests a day", "due", 30),
    "ours, plain": ReturnPlan(
        "our schedule, servers never say *not modified*", "due", tagged=False
    ),
    "fixed home": ReturnPlan("home pages every 6 hours", "seeds", every_hours=6.0),
    "oracle": ReturnPlan("knows which lists have news, asks them every 6 hours", "oracle"),
}


class ReturnResult(NamedTuple):
    """What one way of coming back found in 14 days."""

    name: str
    seed: int
    requests: int
    pages: int
    """Pages visited: requests without those whose answer was *not modified*."""
    found: int
    """Relevant pages that were published after the first crawl, and visited."""
    published: int
    """All of these."""
    within: float
    """Share of them that was visited within six hours."""
    most_in_a_day: int
    """Requests in any 24 hours."""
    path: tuple[tuple[float, float], ...]
    """At the end of each day: relevant new pages found per page visited, so far."""

    @property
    def harvest(self) -> float:
        """Return the temporal harvest rate: relevant new pages per page visited."""
        return self.found / self.pages if self.pages else 0.0


class LoggedRequest(NamedTuple):
    """A request."""

    at: datetime
    url: str
    is_page: bool
    """Whether the answer was a page, not that nothing has changed."""


class ReturnLab:
    """A collection over an arriving web, crawled run by run in virtual time."""

    def __init__(self, seed: int, plan: ReturnPlan, pace_minutes: float = PACE) -> None:
        self.web, self.plan = ArrivingWeb(seed, tagged=plan.tagged), plan
        self._pace = pace_minutes
        self.order: OrderSettings | None = None
        """None: links are followed by the words of the event."""
        self.model = MODEL
        self.store = MemoryStore()
        self.log: list[LoggedRequest] = []

    def run(self, begin: datetime, return_to: ReturnTo | None, days: float, pages: int) -> None:
        """Crawl once, or keep going for some days."""
        clock = VirtualClock(begin)
        clock.run(self._crawl(clock, return_to, days, pages))

    async def _crawl(
        self, clock: VirtualClock, return_to: ReturnTo | None, days: float, pages: int
    ) -> None:
        settings = self._settings(pages + self.store.visits.totals().pages, return_to is None)
        fetcher = InProcessWeb(self.web, clock)
        collection = Collection(self.store, CountingArchive())
        workers = InlineWorkers(Setup(settings, self.model))
        crawl = wire(
            settings, collection, fetcher, workers, clock, return_to=return_to, lockstep=True
        )
        begin, keeps_going = clock.now(), return_to is not None and return_to.keeps_going

        def tick() -> None:
            if keeps_going and clock.now() - begin >= timedelta(days=days):
                crawl.stop(Stop.ASKED)

        await crawl.run([Seeds(settings.seeds), *([Vigil()] if keeps_going else [])], tick)
        self.log += [
            LoggedRequest(begin + timedelta(seconds=at), url, place not in fetcher.unchanged)
            for place, (at, url) in enumerate(fetcher.log)
            if not url.endswith("/robots.txt")
        ]

    def _settings(self, pages: int, first: bool) -> Settings:
        recrawl = RecrawlSettings(
            hubs=40,
            pace_minutes=self._pace,
            every_hours=self.plan.every_hours,
            requests_per_day=0 if self.plan.passes else self.plan.daily,
        )
        return Settings(
            Event("Flood in Ombra", {"flood": 1.0, "Ombra": 1.0}),
            self.web.seeds,
            budget=Budget(pages=pages),
            relevance=RelevanceSettings(measure="topic", threshold=0.1),
            order=self.order or OrderSettings("best-first", min_score=0.0 if first else _MIN_SCORE),
            recrawl=recrawl,
        )


def run_plan(name: str, seed: int, pace_minutes: float = PACE) -> ReturnResult:
    """Crawl an arriving web once, come back for 14 days in one way, and measure it."""
    plan = PLANS[name]
    lab = ReturnLab(seed, plan, pace_minutes)
    lab.run(EPOCH, None, 0.0, UNLIMITED)
    start = max(asked.at for asked in lab.log) + timedelta(minutes=1)
    known = {asked.url for asked in lab.log}
    lab.log.clear()
    new = {url: at for url, at in lab.web.relevant.items() if at > start and url not in known}
    if plan.begin == "oracle":
        lab.log += _foreseen(new, start)
    elif plan.passes:
        for day in range(1, DAYS):
            lab.run(EPOCH + timedelta(days=day), ReturnTo(plan.begin), 0.0, plan.daily)
    else:
        days = (EPOCH + timedelta(days=DAYS) - start) / timedelta(days=1)
        lab.run(start, ReturnTo(plan.begin, keeps_going=True), days, UNLIMITED)
    return measured(name, seed, lab.log, new)


def _foreseen(new: dict[str, datetime], start: datetime) -> Iterator[LoggedRequest]:
    """Yield the requests of one who knows every arrival and finds it on the list of its site within six hours."""
    ends = (start + timedelta(hours=6 * number) for number in range(1, 4 * DAYS + 1))
    for begin, end in pairwise((start, *ends)):
        fresh = [url for url, at in new.items() if begin < at <= end]
        for host in sorted({url.split("/")[2] for url in fresh}):
            yield LoggedRequest(end, f"http://{host}/ombra", is_page=True)
        for url in fresh:
            yield LoggedRequest(end, url, is_page=True)


def measured(
    name: str, seed: int, log: Sequence[LoggedRequest], new: dict[str, datetime]
) -> ReturnResult:
    first: dict[str, datetime] = {}
    for at, url, _ in log:
        if url in new:
            first.setdefault(url, at)
    early = [url for url, at in first.items() if at - new[url] <= timedelta(hours=6)]
    moments = sorted(asked.at for asked in log)
    pages = [asked.at for asked in log if asked.is_page]
    path = []
    for day in range(2, DAYS + 1):
        end = EPOCH + timedelta(days=day)
        visited = sum(at <= end for at in pages)
        path.append((float(day), sum(at <= end for at in first.values()) / max(visited, 1)))
    # Pages that appear in the last six hours cannot be judged.
    due = [url for url, at in new.items() if at <= EPOCH + timedelta(days=DAYS, hours=-6)]
    within = len(set(early) & set(due)) / max(len(due), 1)
    return ReturnResult(
        name,
        seed,
        len(log),
        len(pages),
        len(first),
        len(new),
        within,
        _most_in_a_day(moments),
        tuple(path),
    )


def _most_in_a_day(moments: Sequence[datetime]) -> int:
    most = begin = 0
    for end, at in enumerate(moments):
        while at - moments[begin] >= timedelta(days=1):
            begin += 1
        most = max(most, end - begin + 1)
    return most
