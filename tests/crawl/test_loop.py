"""A crawl over a web that is a dictionary, in virtual time: states, retries, budgets, what becomes of each link."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from email.utils import format_datetime
from functools import partial
from itertools import pairwise

import pytest

from tidings.archive.write.memory import CountingArchive
from tidings.collection.collection import Collection
from tidings.crawl import budget
from tidings.crawl.loop import Crawl
from tidings.crawl.progress import Progress
from tidings.crawl.wiring import wire
from tidings.crawl.workers.inline import InlineWorkers
from tidings.crawl.workers.tasks import Setup
from tidings.errors import Failed, Refused, StorageFull, TryLater
from tidings.feedback.judging import Feedback, JudgementInput
from tidings.feedback.rescoring import Rescoring, following
from tidings.feedback.revisions import model_of
from tidings.frontier.embedded import MAX_HOST_FAILURES
from tidings.frontier.leases import LeasedForGood
from tidings.lab.bench.clock import VirtualClock
from tidings.learn.page_model import PageModel
from tidings.model import (
    Capture,
    Channel,
    Event,
    EventModel,
    Fetched,
    Link,
    Outcome,
    Pointer,
    Query,
    Reason,
    Snapshot,
    State,
    Stop,
    Verdict,
    Visit,
)
from tidings.ports import Archive, Leases, Source
from tidings.settings import (
    ArchiveSettings,
    Budget,
    FetchSettings,
    OrderSettings,
    RelevanceSettings,
    Scope,
    Settings,
)
from tidings.sources.seeds import Seeds
from tidings.store.entries import Entry
from tidings.store.sqlite.database import Database
from tidings.store.sqlite.judgements import SqliteJudgements
from tidings.store.sqlite.ledger import SqliteLedger
from tidings.store.sqlite.links import SqliteLinks
from tidings.store.sqlite.reader import SqliteReader
from tidings.store.sqlite.store import SqliteStore

ROOT = "http://a.example/"
MODEL = EventModel(topic={"flood": 1.0}, places={}, when=None)
ANSWER_SECONDS = 0.1

Answer = Capture | Fetched | Exception
Answers = Mapping[str, Answer | list[Answer]]


def page(*links: str, text: str = "", status: int = 200, headers: Sequence[str] = ()) -> Capture:
    """Return an answer about the flood that links to some addresses; the fetcher fills in the rest."""
    anchors = "".join(f'<p><a href="{link}">more</a></p>' for link in links)
    body = f"<html><body><p>The flood, {text or ' '.join(links)}.</p>{anchors}</body></html>"
    pairs = tuple(tuple(line.split(": ", 1)) for line in ("Content-Type: text/html", *headers))
    return Capture("", datetime.min, status, pairs, body.encode())  # noqa: DTZ901


def moved(target: str, status: int = 302) -> Capture:
    return page(status=status, headers=(f"Location: {target}",))


class DictionaryWeb:
    """A fetcher over a dictionary; of a list, each request takes the next answer and the last one stays."""

    def __init__(self, answers: Answers, clock: VirtualClock, delay: float = 1.0) -> None:
        self._answers = {url: [*a] if isinstance(a, list) else [a] for url, a in answers.items()}
        self._clock = clock
        self._delay = delay
        self.log: list[tuple[float, str]] = []

    async def fetch(self, link: Link) -> Fetched:
        asked_at = self._clock.now()
        self.log.append((self._clock.seconds, link.url))
        await asyncio.sleep(ANSWER_SECONDS)
        answers = self._answers.get(link.url, [page(status=404)])
        answer = answers.pop(0) if len(answers) > 1 else answers[0]
        if isinstance(answer, Exception):
            raise answer
        fetched = answer if isinstance(answer, Fetched) else Fetched(answer)
        assert fetched.capture
        return fetched._replace(
            capture=fetched.capture._replace(url=link.url, captured_at=asked_at)
        )

    def delay(self, url: str) -> float:
        return self._delay

    async def close(self) -> None: ...

    def times(self, url: str) -> list[float]:
        return [moment for moment, asked in self.log if asked == url]


@dataclass
class Watched:
    """One run of a crawl, as seen from outside."""

    ending: Progress
    web: DictionaryWeb
    clock: VirtualClock
    entries: dict[str, Entry]
    shown: list[Progress] = field(default_factory=list)

    def outcome(self, url: str) -> tuple[str, str]:
        entry = self.entries[url]
        return entry.outcome, entry.reason

    @property
    def order(self) -> list[str]:
        return [url for _, url in self.web.log]

    def states(self) -> list[tuple[State, str]]:
        return [(progress.state, progress.reason) for progress in self.shown]


Steer = Callable[[Crawl, float], None]


@dataclass
class Run:
    """What a crawl is made of, with the usual parts unless said otherwise."""

    answers: Answers
    seeds: Sequence[str] = (ROOT,)
    sources: Sequence[Source] = ()
    database: Database = field(default_factory=partial(Database, None))
    archive: Archive = field(default_factory=CountingArchive)
    clock: VirtualClock = field(default_factory=VirtualClock)
    steer: Steer = lambda crawl, seconds: None
    scope: Scope = field(default_factory=Scope)
    budget: Budget = field(default_factory=Budget)
    fetch: FetchSettings = field(default_factory=FetchSettings)
    order: OrderSettings = field(default_factory=OrderSettings)
    kept: ArchiveSettings = field(default_factory=ArchiveSettings)
    delay: float = 1.0
    leases: Leases | None = None

    def watched(self) -> Watched:
        return self.clock.run(self._watched())

    def settings(self) -> Settings:
        return Settings(
            Event("The flood", {"flood": 1.0}), tuple(self.seeds), self.scope, self.budget,
            RelevanceSettings(measure="topic", threshold=0.05), order=self.order, fetch=self.fetch,
            archive=self.kept,
        )  # fmt: skip

    async def _watched(self) -> Watched:
        settings = self.settings()
        web = DictionaryWeb(self.answers, self.clock, self.delay)
        workers = InlineWorkers(Setup(settings, MODEL))
        collection = Collection(SqliteStore(self.database), self.archive)
        crawl = wire(
            settings, collection, web, workers, self.clock, leases=self.leases, lockstep=True
        )
        shown: list[Progress] = []

        def tick() -> None:
            shown.append(crawl.progress())
            self.steer(crawl, self.clock.seconds)

        ending = await crawl.run([Seeds(settings.seeds), *self.sources], tick)
        entries = {entry.url: entry for entry in SqliteLedger(self.database).entries()}
        return Watched(ending, web, self.clock, entries, shown)


def crawled(answers: Answers, **parts: object) -> Watched:
    return Run(answers, **parts).watched()  # type: ignore[arg-type]


def site(count: int, host: str = "a.example") -> dict[str, Answer | list[Answer]]:
    """Return a front page and pages it links to, on one host."""
    urls = [f"http://{host}/{number}" for number in range(1, count + 1)]
    return {f"http://{host}/": page(*urls)} | {url: page(text=url) for url in urls}


class Pulse:
    """A source that wakes the crawl with a known link while pages are under way."""

    def __init__(self, url: str) -> None:
        self._url = url

    async def __aiter__(self) -> AsyncIterator[Link]:
        await asyncio.sleep(ANSWER_SECONDS / 2)
        yield Link(self._url)


# States, each with its reason


def test_a_crawl_that_visited_everything_is_finished() -> None:
    watched = crawled(site(3))
    assert (watched.ending.state, watched.ending.reason) == (
        State.FINISHED,
        "every link in scope has been visited",
    )
    assert watched.ending.totals.pages == watched.ending.totals.kept == 4
    assert {entry.outcome for entry in watched.entries.values()} == {"kept"}


def test_a_crawl_tells_running_from_waiting_for_politeness() -> None:
    watched = crawled(site(3), delay=5.0)
    states = watched.states()
    assert (State.WAITING, "every host rests, the next host for 5.0 s") in states
    watched = crawled(site(3), sources=[Pulse(ROOT)])
    assert (State.RUNNING, "1 pages under way") in watched.states()


def test_a_crawl_tells_that_poor_links_wait_for_better_ones() -> None:
    better = "http://a.example/flood-of-the-flood"
    patient = OrderSettings(policy="best-first", patience=1.0)
    answers = {ROOT: page(better, "http://b.example/poor")}
    watched = crawled(answers, delay=5.0, order=patient)
    reason = "poor links wait for better ones, the next host for 1.0 s"
    assert (State.WAITING, reason) in watched.states()
    assert watched.order == [ROOT, better, "http://b.example/poor"]


def test_requests_to_one_host_keep_their_distance() -> None:
    watched = crawled(site(5), delay=5.0)
    moments = [moment for moment, _ in watched.web.log]
    assert all(later - earlier >= 5.0 for earlier, later in pairwise(moments))


def test_a_paused_crawl_fetches_nothing_until_it_may_go_on() -> None:
    def steer(crawl: Crawl, seconds: float) -> None:
        crawl.pause(3.0 <= seconds < 100.0)

    watched = crawled(site(10), steer=steer)
    assert (State.PAUSED, "8 links wait") in watched.states()
    assert not [moment for moment, _ in watched.web.log if 4.0 < moment < 100.0]
    assert watched.ending.state is State.FINISHED
    assert watched.ending.totals.kept == 11


def test_a_stopped_crawl_finishes_what_is_under_way_and_says_who_stopped_it() -> None:
    hosts = [f"http://{letter}.example/" for letter in "abcdef"]
    answers = {host: page(f"{host}1", text=host) for host in hosts}

    def steer(crawl: Crawl, seconds: float) -> None:
        if crawl.progress().in_flight:
            crawl.stop(Stop.ASKED)

    watched = crawled(answers, seeds=hosts, steer=steer, sources=[Pulse(ROOT)])
    assert (watched.ending.state, watched.ending.reason) == (State.STOPPED, "asked to stop")
    assert watched.ending.in_flight == 0
    assert watched.ending.totals.pages == 6
    assert {entry.outcome for entry in watched.entries.values()} == {"kept", "waiting"}


def test_a_stopped_crawl_goes_on_where_it_was() -> None:
    database = Database(None)

    def stop_soon(crawl: Crawl, seconds: float) -> None:
        if seconds > 4:
            crawl.stop(Stop.ASKED)

    first = crawled(site(10), database=database, steer=stop_soon)
    assert 0 < first.ending.totals.pages < 11
    second = crawled(site(10), database=database)
    assert second.ending.totals.pages == 11
    assert not set(first.order) & set(second.order)


def test_a_crawl_that_got_nothing_is_starved_and_says_why() -> None:
    seeds = [ROOT, "http://b.example/"]
    watched = crawled(dict.fromkeys(seeds, Refused(Reason.ROBOTS)), seeds=seeds)
    assert watched.ending.state is State.STARVED
    assert watched.ending.reason == "no page could be fetched: refused, robots.txt"


def test_a_crawl_without_links_that_still_listens_is_starved_for_now() -> None:
    class Late:
        async def __aiter__(self) -> AsyncIterator[Link]:
            await asyncio.sleep(600)
            yield Link("http://b.example/", channel=Channel.FEED)

    watched = crawled({ROOT: page(), "http://b.example/": page(text="news")}, sources=[Late()])
    assert (State.STARVED, "no link waits; listening to the sources") in watched.states()
    assert watched.ending.state is State.FINISHED
    assert watched.web.times("http://b.example/")[0] == pytest.approx(600, abs=2)
    assert watched.entries["http://b.example/"].channel == "feed"


# Budgets


def test_the_page_budget_is_never_exceeded() -> None:
    answers = {}
    for letter in "abcdefgh":
        answers |= site(10, f"{letter}.example")
    seeds = [f"http://{letter}.example/" for letter in "abcdefgh"]
    watched = crawled(answers, seeds=seeds, budget=Budget(pages=21))
    assert (watched.ending.state, watched.ending.reason) == (
        State.OUT_OF_BUDGET,
        "21 pages fetched",
    )
    assert watched.ending.totals.pages == len(watched.web.log) == 21
    assert watched.ending.waiting == 88 - 21


def test_a_page_budget_below_what_was_fetched_is_told_as_it_is() -> None:
    run = Run(site(30), budget=Budget(pages=20))
    run.watched()
    run.budget = Budget(pages=10)
    assert run.watched().ending.reason == "budget of 10 pages used up (20 fetched)"


def test_the_time_budget_counts_over_all_runs() -> None:
    database, clock = Database(None), VirtualClock()
    spent = "1 minutes used"

    def stop_half_way(crawl: Crawl, seconds: float) -> None:
        if seconds >= 40:
            crawl.stop(Stop.ASKED)

    run = Run(site(500), database=database, clock=clock, budget=Budget(minutes=1))
    run.steer = stop_half_way
    first = run.watched()
    assert first.ending.seconds == pytest.approx(40, abs=2)
    clock.seconds += 86_400  # a day between the runs costs nothing
    run.steer = lambda crawl, seconds: None
    second = run.watched()
    assert (second.ending.state, second.ending.reason) == (State.OUT_OF_BUDGET, spent)
    assert second.ending.seconds == pytest.approx(60, abs=2)
    third = run.watched()
    assert (third.ending.state, third.order) == (State.OUT_OF_BUDGET, [])


def test_the_data_budget_ends_a_crawl() -> None:
    answers = site(50)
    answers[ROOT + "1"] = page(text="water " * 50_000)
    watched = crawled(answers, budget=Budget(megabytes=0.2))
    assert (watched.ending.state, watched.ending.reason) == (
        State.OUT_OF_BUDGET,
        "0.2 MB received",
    )
    assert 0.2e6 <= watched.ending.totals.size < 0.4e6
    assert watched.ending.waiting > 40


def test_a_crawl_that_takes_too_much_memory_stops_and_can_go_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run = Run(site(30))
    with monkeypatch.context() as patch:
        patch.setattr(budget, "megabytes", lambda: 4000.0 if run.clock.seconds < 10 else 4001.0)
        first = run.watched()
    assert (first.ending.state, first.ending.stopped) == (State.STOPPED, Stop.MEMORY)
    assert 5 < first.ending.totals.pages < 20
    assert run.watched().ending.state is State.FINISHED


# Servers that are not well


def test_a_failing_address_is_tried_again_with_growing_pauses_and_then_given_up() -> None:
    watched = crawled({ROOT: Failed(Reason.CONNECT, "reset")}, fetch=FetchSettings(tries=4))
    times = watched.web.times(ROOT)
    gaps = [later - earlier - ANSWER_SECONDS for earlier, later in pairwise(times)]
    assert len(times) == 4
    for gap, pause in zip(gaps, (1, 2, 4), strict=True):
        assert pause <= gap <= 1.25 * pause + 0.01
    assert watched.outcome(ROOT) == ("failed", "connect: reset, 4 tries")
    assert watched.ending.state is State.STARVED


def test_a_failure_that_cannot_be_helped_is_not_tried_again() -> None:
    watched = crawled({ROOT: Failed(Reason.DNS, "name not found", retry=False)})
    assert watched.order == [ROOT]
    assert watched.outcome(ROOT) == ("failed", "dns: name not found")


@pytest.mark.parametrize("status", [429, 503])
def test_a_busy_server_is_left_alone_for_as_long_as_it_asks(status: int) -> None:
    busy = page(status=status, headers=["Retry-After: 120"])
    watched = crawled({ROOT: [busy, page()]})
    first, second = watched.web.times(ROOT)
    assert second - first == pytest.approx(120 + ANSWER_SECONDS, abs=0.01)
    assert watched.outcome(ROOT)[0] == "kept"
    assert watched.ending.totals.pages == 1


def test_a_busy_server_may_name_the_moment() -> None:
    clock = VirtualClock()
    until = format_datetime(clock.now() + timedelta(minutes=5), usegmt=True)
    busy = page(status=503, headers=[f"Retry-After: {until}"])
    watched = crawled({ROOT: [busy, page()]}, clock=clock)
    assert watched.web.times(ROOT)[1] == pytest.approx(300, abs=1)


def test_a_server_that_asks_for_too_long_gets_the_longest_pause_we_allow() -> None:
    busy = page(status=503, headers=["Retry-After: 99999999"])
    watched = crawled({ROOT: [busy, page()]}, fetch=FetchSettings(retry_after=600))
    assert watched.web.times(ROOT)[1] == pytest.approx(600, abs=1)


def test_a_server_that_stays_busy_is_given_up_after_the_allowed_tries() -> None:
    watched = crawled({ROOT: page(status=503)}, fetch=FetchSettings(tries=3))
    assert len(watched.order) == 3
    assert watched.outcome(ROOT) == ("failed", "http 503")


def test_waiting_as_asked_does_not_use_up_tries() -> None:
    later: list[Answer] = [TryLater(Reason.ROBOTS, "503", 60.0)] * 5
    watched = crawled({ROOT: [*later, page()]}, fetch=FetchSettings(tries=2))
    assert watched.web.times(ROOT)[-1] >= 300
    assert watched.outcome(ROOT)[0] == "kept"
    assert any("last answer: robots.txt: 503" in reason for _, reason in watched.states())


def test_a_host_that_never_answers_is_given_up_with_all_its_links() -> None:
    dead = [f"http://dead.example/{number}" for number in range(20)]
    answers = {ROOT: page(*dead)} | dict.fromkeys(
        dead, Failed(Reason.TIMEOUT, "no answer within 20 s")
    )
    watched = crawled(answers)
    asked = [url for url in watched.order if "dead" in url]
    assert len(asked) == MAX_HOST_FAILURES
    reasons = {watched.outcome(url) for url in dead}
    assert ("failed", "host gave up: timeout: no answer within 20 s") in reasons
    assert {outcome for outcome, _ in reasons} == {"failed"}
    assert watched.ending.state is State.FINISHED


def test_a_link_to_a_host_that_was_given_up_is_not_tried() -> None:
    dead = [f"http://dead.example/{number}" for number in range(20)]
    late = "http://dead.example/late"
    answers = {ROOT: page(*dead, "/later")} | dict.fromkeys(dead, Failed(Reason.CONNECT, "refused"))

    class Much:
        async def __aiter__(self) -> AsyncIterator[Link]:
            await asyncio.sleep(20_000)
            yield Link(late)

    watched = crawled(answers, sources=[Much()])
    assert late not in watched.order
    assert watched.outcome(late) == ("failed", "host gave up: connect: refused")


def test_one_answer_in_between_clears_a_host() -> None:
    urls = [f"http://a.example/{number}" for number in range(1, 30)]
    answers: dict[str, Answer | list[Answer]] = {ROOT: page(*urls)}
    for url in urls:
        answers[url] = [
            Failed(Reason.CONNECT, "reset"),
            Failed(Reason.CONNECT, "reset"),
            page(text=url),
        ]
    watched = crawled(answers)
    assert {entry.outcome for entry in watched.entries.values()} == {"kept"}


def test_a_fetcher_that_breaks_costs_only_that_address() -> None:
    answers = site(3)
    answers[ROOT + "2"] = ZeroDivisionError("division by zero")
    watched = crawled(answers)
    assert watched.outcome(ROOT + "2") == (
        "failed",
        "fetching failed: ZeroDivisionError: division by zero",
    )
    assert watched.ending.totals.kept == 3


# Redirects and twins


def test_a_chain_of_redirects_is_recorded_hop_by_hop() -> None:
    answers = {ROOT: moved("/b"), ROOT + "b": moved("http://c.example/c", 301)}
    watched = crawled(answers | {"http://c.example/c": page()})
    assert watched.outcome(ROOT) == ("redirected", f"to {ROOT}b")
    assert watched.outcome(ROOT + "b") == ("redirected", "to http://c.example/c")
    target = watched.entries["http://c.example/c"]
    assert (target.outcome, target.parent, target.depth) == ("kept", ROOT + "b", 0)
    assert watched.entries[ROOT].file, "redirects are archived, too"


def test_a_chain_of_redirects_ends_at_the_limit() -> None:
    answers = {f"{ROOT}{n}": moved(f"/{n + 1}") for n in range(50)}
    watched = crawled(answers, seeds=[ROOT + "0"], fetch=FetchSettings(redirects=4))
    assert len(watched.order) == 5
    assert watched.outcome(ROOT + "5") == ("refused", "more than 4 redirects")


def test_a_ring_of_redirects_ends_by_itself() -> None:
    watched = crawled({ROOT: moved("/b"), ROOT + "b": moved("/")})
    assert watched.order == [ROOT, ROOT + "b"]
    assert watched.ending.state is State.FINISHED


@pytest.mark.parametrize(
    ("target", "reason"),
    [
        ("", "redirect to nowhere"),
        ("mailto:x@y.example", "redirect to nowhere"),
        ("/#top", "redirect to itself"),
    ],
)
def test_a_redirect_that_leads_nowhere_is_a_failure(target: str, reason: str) -> None:
    assert crawled({ROOT: moved(target)}).outcome(ROOT) == ("failed", reason)


def test_the_address_a_page_calls_its_own_is_not_visited_as_well() -> None:
    own = ROOT + "own"
    twin = page("/own", text="first")
    head = f'<html><head><link rel="canonical" href="{own}"></head>'.encode()
    twin = twin._replace(body=twin.body.replace(b"<html>", head))
    watched = crawled({ROOT: page("/twin?x=1"), ROOT + "twin?x=1": twin, own: page()})
    assert own not in watched.order
    assert watched.outcome(own) == ("duplicate", f"same page as {ROOT}twin?x=1")


def test_another_page_with_the_same_canonical_address_is_a_duplicate() -> None:
    own = ROOT + "own"
    head = f'<html><head><link rel="canonical" href="{own}"></head>'.encode()
    first, second = (
        page(text=text)._replace(body=page(text=text).body.replace(b"<html>", head))
        for text in ("one", "two")
    )
    answers = {ROOT: page("/1", "/2"), ROOT + "1": first, ROOT + "2": second}
    watched = crawled(answers)
    assert watched.outcome(ROOT + "1")[0] == "kept"
    assert watched.outcome(ROOT + "2") == ("duplicate", f"same page as {own}")
    assert not watched.entries[ROOT + "2"].file


class KeepingArchive(CountingArchive):
    """Remembers the records it was given."""

    def __init__(self) -> None:
        super().__init__()
        self.records: list[bytes] = []

    def append(self, records: bytes) -> Pointer:
        self.records.append(records)
        return super().append(records)


def test_the_same_bytes_under_another_address_become_a_revisit() -> None:
    archive = KeepingArchive()
    other = "http://b.example/copy"
    watched = crawled(
        {ROOT: page("/1", other), ROOT + "1": page(text="wire"), other: page(text="wire")},
        archive=archive,
    )
    duplicates = [e for e in watched.entries.values() if e.outcome == "duplicate"]
    assert len(duplicates) == 1
    assert duplicates[0].file
    original = ({ROOT + "1", other} - {duplicates[0].url}).pop()
    assert duplicates[0].reason == f"same bytes as {original}"
    revisit = gzip.decompress(archive.records[-1]).decode()
    assert "WARC-Type: revisit" in revisit
    assert f"WARC-Refers-To-Target-URI: {original}" in revisit


# Scope


def test_pages_in_other_languages_are_rejected_but_their_links_followed() -> None:
    german = (
        "Das Hochwasser hat am Morgen die ganze Stadt und viele Dörfer an der Elbe erreicht. " * 8
    )
    english = "The flood reached the whole city and many villages by the river in the morning. " * 8
    answers = {ROOT: page("/2", text=german), ROOT + "2": page(text=english)}
    watched = crawled(answers, scope=Scope(languages=("en",)))
    assert watched.outcome(ROOT) == ("rejected", "language: de")
    assert watched.outcome(ROOT + "2")[0] == "kept"


def test_only_the_first_links_of_a_page_are_followed_and_the_others_noted() -> None:
    watched = crawled(site(10), scope=Scope(links_per_page=3))
    assert watched.order == [ROOT, ROOT + "1", ROOT + "2", ROOT + "3"]
    assert watched.outcome(ROOT + "4") == ("refused", "links per page")
    assert len(watched.entries) == 11


def test_a_link_over_the_limit_of_one_page_is_followed_from_another() -> None:
    answers = site(10)
    answers[ROOT + "1"] = page("/9", text="one")
    watched = crawled(answers, scope=Scope(links_per_page=3))
    assert watched.outcome(ROOT + "9")[0] == "kept"


def test_a_site_gives_no_more_pages_than_allowed() -> None:
    answers = site(10) | site(10, "b.example")
    answers[ROOT + "2"] = page("http://b.example/", text="two")
    watched = crawled(answers, scope=Scope(pages_per_site=4))
    assert sum("a.example" in url for url in watched.order) == 4
    assert sum("b.example" in url for url in watched.order) == 4
    assert watched.outcome(ROOT + "9") == ("refused", "pages per site: 4 fetched")


def test_links_too_deep_are_noted_with_their_depth() -> None:
    answers = {f"{ROOT}{n}": page(f"/{n + 1}", text=str(n)) for n in range(10)}
    watched = crawled(answers, seeds=[ROOT + "0"], scope=Scope(depth=2))
    assert len(watched.order) == 3
    assert watched.outcome(ROOT + "3") == ("refused", "depth 3 over 2")


# Sources


def test_a_source_may_push_links_while_the_crawl_runs() -> None:
    class Stream:
        async def __aiter__(self) -> AsyncIterator[Link]:
            for number in range(1, 4):
                await asyncio.sleep(2.0)
                yield Link(f"http://b.example/{number}", channel=Channel.POST)

    answers = site(30) | site(3, "b.example")
    watched = crawled(answers, sources=[Stream()])
    pushed = watched.web.times("http://b.example/1")[0]
    assert pushed == pytest.approx(2.0, abs=0.1), "a pushed link waits for nobody"
    assert watched.ending.totals.kept == 31 + 3


def test_a_source_that_fails_ends_alone_and_is_reported() -> None:
    class Broken:
        async def __aiter__(self) -> AsyncIterator[Link]:
            yield Link("http://b.example/1", channel=Channel.POST)
            raise ValueError("feed is no XML")

    watched = crawled(site(3) | site(1, "b.example"), sources=[Broken()])
    assert watched.ending.totals.kept == 5
    assert watched.ending.state is State.FINISHED
    assert watched.ending.reason == (
        "every link in scope has been visited; a source failed: ValueError: feed is no XML"
    )


def test_storage_that_is_full_ends_the_crawl_with_nothing_left_running() -> None:
    class FullArchive(CountingArchive):
        def append(self, records: bytes) -> Pointer:
            if self.flush()[1] > 3000:
                raise StorageFull("archive: the disk refused a write")
            return super().append(records)

    database = Database(None)
    with pytest.raises(StorageFull, match="refused a write"):
        crawled(site(20), database=database, archive=FullArchive())
    database.rollback()
    again = crawled(site(20), database=database)
    assert again.ending.totals.kept == 21


def test_links_that_are_refused_cost_no_time() -> None:
    refused = [f"http://a.example/{number}" for number in range(50)]
    answers: Answers = {ROOT: page(*refused), **{url: Refused(Reason.ROBOTS) for url in refused}}
    run = Run(answers).watched()
    assert run.outcome(refused[0]) == ("refused", "robots.txt")
    assert run.ending.seconds < 50 * ANSWER_SECONDS + 5


def test_an_answer_that_cannot_be_entered_costs_only_itself() -> None:
    class Broken(CountingArchive):
        def append(self, records: bytes) -> Pointer:
            if b"strange" in gzip.decompress(records):
                raise ValueError("what is this")
            return super().append(records)

    answers = {
        ROOT: page("/odd", "/good"),
        f"{ROOT}odd": page(text="strange"),
        f"{ROOT}good": page(text="good"),
    }
    run = Run(answers, archive=Broken()).watched()
    assert run.outcome(f"{ROOT}good")[0] == "kept"
    assert run.outcome(f"{ROOT}odd") == ("failed", "entering failed: ValueError: what is this")


def test_a_source_that_cannot_write_ends_the_crawl_at_once() -> None:
    class Full:
        async def __aiter__(self) -> AsyncIterator[Link]:
            await asyncio.sleep(1.0)
            raise StorageFull("no space")
            yield  # makes this a generator

    pages = {ROOT: page(*(f"/{number}" for number in range(500)))}
    clock = VirtualClock()
    with pytest.raises(StorageFull):
        Run(pages, sources=(Full(),), clock=clock).watched()
    assert clock.seconds < 10


def test_nearly_the_same_text_elsewhere_is_a_duplicate_of_the_same_story() -> None:
    words = " ".join(
        f"Sentence {n} tells how Anna {n} and Bert {n} met the flood." for n in range(40)
    )
    answers = {
        ROOT: page("http://b.example/copy", "http://c.example/other", text="in short"),
        "http://b.example/copy": page("/more", text=words + " Reported by Carl."),
        "http://b.example/more": page("http://c.example/first", text="another short one"),
        "http://c.example/first": page(text=words),
    }
    run = crawled(answers)
    assert run.outcome("http://b.example/copy")[0] == "kept"
    assert run.outcome("http://c.example/first") == (
        "duplicate", "nearly the same text as http://b.example/copy",
    )  # fmt: skip
    copy, first = (run.entries[url] for url in ("http://b.example/copy", "http://c.example/first"))
    assert copy.story == first.story != 0
    assert first.file, "its bytes are its own, so they are archived"


# Enough


def _fading(pages: int, kept: int) -> Answers:
    """Return a list of links to many pages, the first of them about the flood; the best-looking come first."""
    urls = [f"http://h{number % 40}.example/{number}" for number in range(pages)]
    off = b"<html><body><p>Quite another matter.</p></body></html>"
    answers: dict[str, Capture] = {ROOT: page(*urls)}
    for number, url in enumerate(urls):
        about = page(text=f"page {number} of many {'x' * number}")
        answers[url] = about if number < kept else about._replace(body=off + b" " * number)
    return answers


def test_a_crawl_ends_when_the_last_links_brought_too_little() -> None:
    run = Run(_fading(900, kept=60), budget=Budget(harvest=0.02), scope=Scope(links_per_page=1000))
    ending = run.watched().ending
    assert ending.state is State.FINISHED
    assert ending.reason == "only 0.0% of the last links led to pages to keep; stopping"
    assert 560 <= ending.totals.pages <= 720
    assert ending.totals.kept == 61
    again = Run(run.answers, database=run.database, budget=run.budget, scope=run.scope).watched()
    assert again.ending.reason == ending.reason
    assert again.web.log == []


def test_a_crawl_ends_when_an_estimate_says_that_little_is_left() -> None:
    answers = _fading(1300, kept=60)
    coverage = Budget(coverage=0.85)
    ending = Run(answers, budget=coverage, scope=Scope(links_per_page=2000)).watched().ending
    assert ending.state is State.FINISHED
    assert "of an estimated 6" in ending.reason
    assert ending.reason == f"{ending.estimate}; stopping"
    assert ending.totals.kept == 61
    assert 1000 <= ending.totals.pages < 1300
    full = Run(answers, scope=Scope(links_per_page=2000)).watched().ending
    assert full.totals.pages == 1301
    assert full.reason == "every link in scope has been visited"


class LateWorkers(InlineWorkers):
    """Judges when it is given a page, and returns some visits only seconds later, as a busy process does."""

    def submit(
        self, link: Link, source: Capture | Snapshot, parts: Sequence[Capture] = ()
    ) -> asyncio.Future[Visit]:
        loop, visit = asyncio.get_running_loop(), super().submit(link, source)
        late: asyncio.Future[Visit] = loop.create_future()
        seconds = 5.0 if "late" in link.url else 0.01
        loop.call_later(seconds, lambda: late.set_result(visit.result()))
        return late


def test_a_page_that_is_at_a_worker_when_another_is_judged_follows_the_new_revision_too() -> None:
    late = "http://b.example/late"
    answers = {
        ROOT: page(f"{ROOT}one", late),
        f"{ROOT}one": page(text="football " * 20),
        late: page(text="football " * 19),
    }
    run, store = Run(answers), SqliteJudgements(None)
    settings, clock = run.settings(), run.clock
    shown: list[int] = []
    kept: list[int] = []

    class InMemory:
        def newest(self, judged_by: int) -> PageModel | None:
            number = store.newest()
            return model_of(store, number) if number not in (0, judged_by) else None

        def close(self) -> None: ...

    async def crawled() -> None:
        workers = LateWorkers(Setup(settings, MODEL))
        collection = Collection(SqliteStore(run.database), run.archive)
        crawl = wire(settings, collection, DictionaryWeb(answers, clock, 0.0), workers, clock)
        rescoring = Rescoring(collection.store, crawl.frontier, settings)
        async with following(crawl, rescoring, workers, InMemory(), None):  # type: ignore[arg-type]
            running = asyncio.create_task(crawl.run([Seeds(settings.seeds)]))
            await asyncio.sleep(1.5)
            feedback = Feedback(settings, SqliteReader(run.database), store)
            feedback.judge([JudgementInput(f"{ROOT}one", relevant=False)], clock.now())
            await asyncio.sleep(2.5)
            shown.append(crawl.progress().totals.kept)
            kept.append(SqliteLedger(run.database).count(Query(outcome="kept")))
            await running

    clock.run(crawled())
    outcomes = {entry.url: entry.outcome for entry in SqliteLedger(run.database).entries()}
    assert shown == kept
    assert outcomes[f"{ROOT}one"] == outcomes[late] == "rejected"


def test_links_that_bring_no_page_count_when_a_crawl_asks_whether_it_is_worth_the_effort() -> None:
    dead = [f"http://h{n}.example/" for n in range(800)]
    answers: dict[str, Answer] = {url: Failed(Reason.DNS, "no such host") for url in dead}
    answers |= {ROOT: page(*dead[:400], f"{ROOT}more"), f"{ROOT}more": page(*dead[400:])}
    watched = Run(answers, budget=Budget(harvest=0.1), delay=0.0).watched()
    assert watched.ending.state is State.FINISHED
    assert "of the last links led to pages to keep" in watched.ending.reason
    assert watched.ending.waiting > 100


def test_a_full_host_stays_closed_when_its_missing_pages_are_asked_for_again() -> None:
    urls = [f"{ROOT}{n}" for n in range(4)]
    answers = {ROOT: page(*urls)} | {url: page(text=url) for url in urls}
    run = Run(answers, scope=Scope(pages_per_site=3))
    run.watched()
    links = SqliteLinks(run.database)
    missing = Verdict(Outcome.MISSING, Reason.NO_CAPTURE)
    links.finish(2, missing)
    links.reopen(missing.reason)
    assert links.waiting() == 0


def test_a_crawl_that_shares_its_hosts_visits_the_same_pages() -> None:
    answers = site(5) | site(5, "b.example") | {ROOT: page(f"{ROOT}1", "http://b.example/")}
    alone, shared = crawled(answers), crawled(answers, leases=LeasedForGood())
    assert {url: entry.outcome for url, entry in shared.entries.items()} == {
        url: entry.outcome for url, entry in alone.entries.items()
    }
    moments = sorted(moment for moment, url in shared.web.log if "b.example" in url)
    assert all(after - before >= 1.0 for before, after in pairwise(moments))
