from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from tidings.archive.write.memory import CountingArchive
from tidings.collection.collection import Collection
from tidings.crawl.entering import Arrival, Bookkeeper
from tidings.event.keys import KEYS
from tidings.frontier.embedded import Frontier
from tidings.frontier.order import ORDERS, check_order, policy_of
from tidings.frontier.scope import ScopeRules
from tidings.model import Candidate, Capture, Event, Link, Outcome, Reason, Score, Verdict, Visit
from tidings.settings import OrderSettings, Scope, Settings
from tidings.store.sqlite.database import Database
from tidings.store.sqlite.store import SqliteStore
from tidings.urls import url_id

NOW = datetime(2026, 1, 1, tzinfo=UTC)


class Quiet:
    """A clock that stands still and a fetcher that is never asked."""

    def now(self) -> datetime:
        return NOW

    def delay(self, url: str) -> float:
        return 0.0


class Queue:
    """A frontier under one policy; every page has a host of its own, named by a letter."""

    def __init__(self, policy: str) -> None:
        order = OrderSettings(policy=policy)
        settings = Settings(Event("flood"), (), order=order)
        self.database = Database(None)
        collection = Collection(SqliteStore(self.database), CountingArchive())
        self.frontier = Frontier(
            collection.links, ScopeRules(Scope(), 0.0, 5), policy=policy_of(order)
        )
        self._books = Bookkeeper(settings, collection, self.frontier, Quiet(), Quiet())
        self.frontier.add([Candidate(url_id(address("s")), 1.0, Link(address("s")))], 0.0)

    def visit(self, score: float | None, links: str = "", redirect: str = "") -> str:
        """Take the best link, judge its page, enter it; return its letter."""
        waiting = self.frontier.pop(NOW.timestamp())
        assert waiting
        link = waiting.candidate.link
        children = [Link(address(name), link.url, depth=link.depth + 1) for name in links]
        visit = Visit(
            url=link.url,
            captured_at=NOW,
            status=200,
            verdict=Verdict(Outcome.REDIRECTED if redirect else Outcome.REJECTED, Reason.SCORE),
            score=None if score is None else Score(score),
            redirect=address(redirect) if redirect else "",
            links=tuple(Candidate(url_id(child.url), 0.55, child) for child in children),
        )
        capture = Capture(link.url, NOW, 200, (), b"")
        with asyncio.Runner() as runner:
            future: asyncio.Future[Visit] = runner.get_loop().create_future()
            future.set_result(visit)
            self._books.enter(
                Arrival(waiting.candidate, NOW.timestamp(), waiting, (capture, future))
            )
        return link.url[7]

    def offer(self, letter: str, score: float) -> None:
        """Let a link of some other page wait."""
        link = Link(address(letter), "http://elsewhere.example/", depth=1)
        self.frontier.add([Candidate(url_id(link.url), score, link)], 0.0)

    def scores(self) -> Mapping[str, float]:
        rows = self.database.connection.execute("SELECT url, score FROM link WHERE phase = 0")
        return {url[7]: score for url, score in rows}


def address(letter: str) -> str:
    return f"http://{letter}.example/"


@pytest.fixture
def queue(request: pytest.FixtureRequest) -> Iterator[Queue]:
    queue = Queue(request.param)
    yield queue
    queue.database.close()


STEPS = {
    # after the seed .9 -> abc | its best child .6 -> xy | the next page .1 -> z | the next page .3
    "PS": (
        {"a": 0.9, "b": 0.9, "c": 0.9},
        ("a", {"b": 0.9, "c": 0.9, "x": 0.6, "y": 0.6}),
        ("b", {"c": 0.9, "x": 0.6, "y": 0.6, "z": 0.1}),
        ("c", {"x": 0.6, "y": 0.6, "z": 0.1}),
    ),
    "FS-1": (
        {"a": 0, "b": 0, "c": 0},
        ("a", {"b": 0.6, "c": 0.6, "x": 0, "y": 0}),
        ("b", {"c": 0.1, "x": 0, "y": 0, "z": 0}),
        ("c", {"x": 0, "y": 0, "z": 0}),
    ),
    "FS-2": (
        {"a": 0, "b": 0, "c": 0},
        ("a", {"b": 0.6, "c": 0.6, "x": 0, "y": 0}),
        ("b", {"c": 0.6, "x": 0, "y": 0, "z": 0}),
        ("c", {"x": 0, "y": 0, "z": 0}),
    ),
    "PFS-1": (
        {"a": 0.9, "b": 0.9, "c": 0.9},
        ("a", {"b": 0.6, "c": 0.6, "x": 0.6, "y": 0.6}),
        ("b", {"c": 0.1, "x": 0.6, "y": 0.6, "z": 0.1}),
        ("x", {"c": 0.1, "y": 0.3, "z": 0.1}),
    ),
    "PFS-2": (
        {"a": 0.9, "b": 0.9, "c": 0.9},
        ("a", {"b": 0.6, "c": 0.6, "x": 0.6, "y": 0.6}),
        ("b", {"c": 0.6, "x": 0.6, "y": 0.6, "z": 0}),
        ("c", {"x": 0.6, "y": 0.6, "z": 0}),
    ),
    "best-first": (
        {"a": 0.55, "b": 0.55, "c": 0.55},
        ("a", {"b": 0.55, "c": 0.55, "x": 0.55, "y": 0.55}),
        ("b", {"c": 0.55, "x": 0.55, "y": 0.55, "z": 0.55}),
        ("c", {"x": 0.55, "y": 0.55, "z": 0.55}),
    ),
}


@pytest.mark.parametrize(("queue", "steps"), STEPS.items(), indirect=["queue"], ids=list(STEPS))
def test_the_queue_moves_step_by_step(queue: Queue, steps: tuple) -> None:
    after_seed, first, second, third = steps
    assert queue.visit(0.9, "abc") == "s"
    assert queue.scores() == after_seed
    assert (queue.visit(0.6, "xy"), queue.scores()) == first
    assert (queue.visit(0.1, "z"), queue.scores()) == second
    assert (queue.visit(0.3), queue.scores()) == third


@pytest.mark.parametrize("queue", ["FS-1", "PFS-1"], indirect=True)
def test_a_page_that_could_not_be_judged_moves_nothing(queue: Queue) -> None:
    queue.visit(0.9, "abc")
    queue.visit(0.6)
    queue.visit(None)
    assert queue.scores() == {"c": 0.6}


@pytest.mark.parametrize("queue", ["FS-2"], indirect=True)
def test_a_page_behind_redirects_moves_what_was_found_beside_the_first_of_them(
    queue: Queue,
) -> None:
    queue.visit(0.9, "abc")
    assert queue.visit(None, redirect="q") == "a"
    queue.offer("q", 0.9)
    assert queue.visit(None, redirect="r") == "q"
    assert queue.visit(0.7) == "r"
    assert queue.scores() == {"b": 0.7, "c": 0.7}


@pytest.mark.parametrize("queue", ["FS-1"], indirect=True)
def test_hosts_rise_and_sink_with_their_links(queue: Queue) -> None:
    queue.visit(0.9, "abc")
    queue.offer("o", 0.4)
    assert queue.visit(0.1) == "o"
    assert queue.visit(0.6) == "a"
    queue.offer("p", 0.4)
    assert queue.visit(0.1) == "b"
    assert [queue.visit(0.0), queue.visit(0.0)] == ["p", "c"]


@pytest.mark.parametrize("queue", ["PFS-1"], indirect=True)
def test_a_link_that_sank_may_rise_again_where_it_is_found(queue: Queue) -> None:
    queue.visit(0.9, "abc")
    queue.visit(0.7, "xy")  # a
    assert queue.visit(0.5, "") == "b"
    assert queue.scores()["c"] == 0.5
    assert queue.visit(0.6, "c") == "x"
    assert queue.scores() == {"c": 0.6, "y": 0.6}


def test_every_policy_of_the_event_file_exists() -> None:
    choices = next(key for key in KEYS if key.dotted == "order.policy").choices
    assert set(ORDERS) == set(choices)


def test_a_least_score_under_which_nothing_is_followed_is_refused() -> None:
    check_order(OrderSettings(policy="best-first", min_score=0.1))
    check_order(OrderSettings(policy="FS-2"))
    with pytest.raises(
        ValueError, match=r"found 0\.1; allowed: 0, because links begin at 0 under FS-2"
    ):
        check_order(replace(OrderSettings(policy="FS-2"), min_score=0.1))
