"""Leases: a crawl asks only hosts it holds, and a host keeps its clock when it changes hands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from itertools import pairwise
from random import Random

import pytest

from tidings.frontier.embedded import Frontier
from tidings.frontier.leases import LeasedForGood
from tidings.frontier.scope import ScopeRules
from tidings.model import (
    Candidate,
    Host,
    Inbox,
    Lease,
    Link,
    Outbox,
    Outcome,
    Reason,
    Verdict,
    Waiting,
)
from tidings.ports import Leases
from tidings.settings import Budget, Scope
from tidings.store.sqlite.database import Database
from tidings.store.sqlite.links import SqliteLinks
from tidings.urls import host_of, url_id

KEPT = Verdict(Outcome.KEPT, Reason.SCORE, "0.9")
DELAY = 1.0


class Office:
    """Leases hosts to several crawls, in memory; a crawl may hold a few at a time."""

    def __init__(self, most: int = 3) -> None:
        self.most = most
        self.hosts: dict[str, Host] = {}
        self.links: dict[str, dict[int, tuple[Candidate, int]]] = {}
        self.done: set[int] = set()
        self.holders: dict[str, str] = {}
        self.handed: set[int] = set()
        """Links that the holder of their host knows."""

    def desk(self, crawl: str) -> Desk:
        return Desk(self, crawl)

    def take_back(self, lease: Lease) -> None:
        name = lease.host.name
        self.hosts[name] = lease.host
        self.links[name] |= {link.id: (link, tries) for link, tries in lease.links}
        self.handed -= self.links[name].keys()
        self.holders.pop(name, None)


class Desk:
    """The leases of one crawl."""

    def __init__(self, office: Office, crawl: str) -> None:
        self.office, self.crawl = office, crawl
        self.limit = None

    def share(self, budget: Budget, requests_per_day: int) -> None:
        pass

    def sync(self, outbox: Outbox) -> Inbox:
        office = self.office
        for candidate in outbox.found:
            name = host_of(candidate.link.url)
            office.hosts.setdefault(name, Host(0, name))
            office.links.setdefault(name, {}).setdefault(candidate.id, (candidate, 0))
        for host in outbox.hosts:
            office.hosts[host.name] = host
        office.done |= {id_ for id_, _ in outbox.finished}
        for lease in outbox.returned:
            office.take_back(lease)
        return Inbox(claimed=tuple(self._claim()))

    def give_back(self, leases: Sequence[Lease]) -> None:
        for lease in leases:
            self.office.take_back(lease)

    def others_need(self) -> bool:
        return False

    def may_ask(self) -> bool:
        return True

    def others_work(self) -> bool:
        return len(self.office.holders) > 1

    def _claim(self) -> Iterator[Lease]:
        office = self.office
        room = office.most - sum(holder == self.crawl for holder in office.holders.values())
        free = [name for name in office.hosts if name not in office.holders and self._open(name)]
        for name in free[: max(room, 0)]:
            office.holders[name] = self.crawl
        for name in office.hosts:
            if office.holders.get(name) == self.crawl and (links := self._open(name)):
                office.handed |= {link.id for link, _ in links}
                yield Lease(office.hosts[name], tuple(links))

    def _open(self, name: str) -> list[tuple[Candidate, int]]:
        links = self.office.links[name]
        known = self.office.done | self.office.handed
        return [links[id_] for id_ in links if id_ not in known]


@pytest.fixture(params=[LeasedForGood, lambda: Office().desk("a")], ids=["for good", "office"])
def leases(request: pytest.FixtureRequest) -> Leases:
    made: Callable[[], Leases] = request.param
    return made()


@pytest.fixture
def frontiers() -> Iterator[Callable[[], Frontier]]:
    with ExitStack() as stack:

        def shared() -> Frontier:
            database = Database(None)
            stack.callback(database.close)
            frontier = Frontier(SqliteLinks(database), ScopeRules(Scope(), 0.0, 5))
            frontier.share()
            return frontier

        yield shared


def candidate(url: str, score: float = 0.5) -> Candidate:
    return Candidate(url_id(url), score, Link(url))


def url(waiting: Waiting | None) -> str:
    return waiting.candidate.link.url if waiting else ""


def finish(frontier: Frontier, waiting: Waiting | None, now: float) -> None:
    assert waiting
    frontier.count_answer(waiting, healthy=True)
    frontier.finish(waiting, KEPT)
    frontier.release(waiting, now + DELAY, DELAY)


def test_nothing_to_hand_over_brings_nothing(leases: Leases) -> None:
    assert leases.sync(Outbox()) == Inbox()
    leases.give_back([])


def test_a_link_to_a_host_nobody_holds_comes_back_with_its_host(
    leases: Leases, frontiers: Callable[[], Frontier]
) -> None:
    frontier = frontiers()
    frontier.add([candidate("http://a.example/1")], 0.0)
    assert frontier.pop(0.0) is None
    assert frontier.waiting == 0
    frontier.sharing.exchange(leases, 0.0)
    assert frontier.waiting == 1
    assert url(frontier.pop(0.0)) == "http://a.example/1"


def test_a_held_host_takes_links_at_once_and_keeps_its_clock_and_record(
    leases: Leases, frontiers: Callable[[], Frontier]
) -> None:
    frontier = frontiers()
    frontier.add([candidate("http://a.example/1")], 0.0)
    frontier.sharing.exchange(leases, 0.0)
    finish(frontier, frontier.pop(0.0), 0.0)
    frontier.add([candidate("http://a.example/2")], 0.0)
    frontier.sharing.exchange(leases, 0.5)
    frontier.sharing.exchange(leases, 0.5)
    host = frontier.hosts.by_name["a.example"]
    assert (frontier.waiting, host.fetched, host.good) == (1, 1, 1)
    assert frontier.pop(0.9) is None
    assert url(frontier.pop(1.0)) == "http://a.example/2"


def test_a_dropped_host_is_adopted_by_another_crawl_with_its_clock_and_links(
    frontiers: Callable[[], Frontier],
) -> None:
    office, first, second = Office(), frontiers(), frontiers()
    ours, theirs = office.desk("first"), office.desk("second")
    first.add([candidate(f"http://a.example/{n}", n / 10) for n in range(4)], 0.0)
    first.sharing.exchange(ours, 0.0)
    finish(first, first.pop(0.0), 5.0)
    failing = first.pop(6.0)
    assert failing
    first.put_back(failing, Reason.HTTP, "503", counts=True)
    first.release(failing, 9.0, DELAY)
    first.sharing.exchange(ours, 6.0)
    dropped = first.sharing.drop(first.hosts.by_name["a.example"].id)
    assert dropped
    ours.give_back([dropped])
    assert first.waiting == 0
    assert first.hosts.counts(100.0) == (0, 0)
    second.sharing.exchange(theirs, 7.0)
    assert second.waiting == 3
    assert second.pop(8.9) is None
    again = second.pop(9.0)
    assert (url(again), again and again.tries) == ("http://a.example/2", 1)


def test_a_busy_host_is_handed_over_when_its_link_is_back(
    frontiers: Callable[[], Frontier],
) -> None:
    office, first, second = Office(), frontiers(), frontiers()
    ours, theirs = office.desk("first"), office.desk("second")
    first.add([candidate(f"http://a.example/{n}") for n in range(2)], 0.0)
    first.sharing.exchange(ours, 0.0)
    under_way = first.pop(0.0)
    assert first.sharing.drop(first.hosts.by_name["a.example"].id) is None
    second.sharing.exchange(theirs, 0.0)
    assert second.waiting == 0
    finish(first, under_way, 3.0)
    assert first.pop(100.0) is None
    office.most = 0
    first.sharing.exchange(ours, 3.0)
    office.most = 3
    second.sharing.exchange(theirs, 3.0)
    assert second.pop(3.9) is None
    assert url(second.pop(4.0)) == "http://a.example/1"


def test_a_host_that_comes_back_waits_with_the_links_it_left_with(
    frontiers: Callable[[], Frontier],
) -> None:
    office, frontier = Office(), frontiers()
    desk = office.desk("only")
    frontier.add([candidate("http://a.example/1"), candidate("http://a.example/2")], 0.0)
    frontier.sharing.exchange(desk, 0.0)
    lease = frontier.sharing.drop(frontier.hosts.by_name["a.example"].id)
    assert lease
    desk.give_back([lease])
    frontier.sharing.exchange(desk, 1.0)
    assert frontier.waiting == 2
    for number in (1, 2):
        finish(frontier, frontier.pop(10.0 * number), 10.0 * number)
    assert frontier.waiting == 0


class Crawl:
    """A frontier with a link under way, in simulated time."""

    def __init__(self, frontier: Frontier, desk: Desk, log: list[tuple[str, float]]) -> None:
        self.frontier, self.desk, self.log = frontier, desk, log
        self.under_way: list[tuple[float, Waiting]] = []
        self.fetched = 0

    def step(self, now: float, random: Random) -> None:
        for back_at, waiting in [item for item in self.under_way if item[0] <= now]:
            self.under_way.remove((back_at, waiting))
            finish(self.frontier, waiting, now)
            self.fetched += 1
            self.frontier.add(found_at(url(waiting)), now)
        while waiting := self.frontier.pop(now):
            self.log.append((url(waiting), now))
            self.under_way.append((now + random.choice((0.1, 0.7)), waiting))
        if random.random() < 0.3:
            self.frontier.sharing.exchange(self.desk, now)
            self.give_up_one(random)

    def give_up_one(self, random: Random) -> None:
        held = [n for n, holder in self.desk.office.holders.items() if holder == self.desk.crawl]
        if held and random.random() < 0.5:
            lease = self.frontier.sharing.drop(self.frontier.hosts.by_name[random.choice(held)].id)
            if lease:
                self.desk.give_back([lease])


def found_at(page: str) -> list[Candidate]:
    """Every page but the deepest leads to two pages on other hosts."""
    _, _, path = page.partition("example/")
    return [
        candidate(f"http://h{(len(path) * 7 + turn) % 9}.example/{path}{turn}", 0.9 - turn / 10)
        for turn in (1, 2)
        if len(path) < 6
    ]


@pytest.mark.parametrize("seed", range(4))
def test_two_crawls_share_hosts_and_no_host_is_asked_too_early(
    seed: int, frontiers: Callable[[], Frontier]
) -> None:
    random, office = Random(seed), Office(most=4)
    log: list[tuple[str, float]] = []
    crawls = [Crawl(frontiers(), office.desk(name), log) for name in ("first", "second")]
    crawls[0].frontier.add([candidate("http://h0.example/")], 0.0)
    for tick in range(4000):
        for crawl in crawls:
            crawl.step(tick / 10, random)
    assert all(crawl.fetched > 20 for crawl in crawls)
    assert len(log) == len({page for page, _ in log}) == 2**7 - 1
    for name in {host_of(page) for page, _ in log}:
        moments = sorted(now for page, now in log if host_of(page) == name)
        assert all(later - earlier >= DELAY for earlier, later in pairwise(moments))
