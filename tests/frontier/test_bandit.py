from __future__ import annotations

import pytest

from tidings.frontier.embedded import Frontier
from tidings.frontier.rank.bandit import Bandit
from tidings.frontier.rank.importance import Record
from tidings.frontier.scope import ScopeRules
from tidings.model import Candidate, Channel, Host, Link, Outcome, Reason, Verdict
from tidings.settings import Scope
from tidings.store.sqlite.database import Database
from tidings.store.sqlite.ledger import SqliteLedger
from tidings.store.sqlite.links import SqliteLinks
from tidings.urls import url_id


def taught(*pages: tuple[str, str, int, int]) -> Bandit:
    bandit = Bandit()
    for host, channel, good, bad in pages:
        for kept in [True] * good + [False] * bad:
            bandit.learn(host, channel, kept=kept)
    return bandit


def test_an_arm_is_a_host_and_a_channel() -> None:
    bandit = taught(("a.example", "feed", 5, 0), ("a.example", "link", 0, 5))
    assert bandit.estimate("a.example", "feed") > 0.9
    assert bandit.estimate("a.example", "link") < 0.2


def test_what_is_little_known_is_hoped_for_and_begins_like_its_channel() -> None:
    bandit = taught(("a.example", "feed", 8, 2), ("a.example", "link", 2, 8))
    new_feed, new_link = (
        bandit.estimate("new.example", "feed"),
        bandit.estimate("new.example", "link"),
    )
    assert new_feed > new_link > 2 / 10
    assert bandit.estimate("new.example", "post") == pytest.approx(0.5 + (0.25 / 3) ** 0.5)


def test_an_exhausted_arm_sinks_faster_than_its_record_says() -> None:
    bandit = taught(("a.example", "link", 60, 0), ("a.example", "link", 0, 60))
    assert bandit.estimate("a.example", "link") < 0.35


def test_earlier_collections_count() -> None:
    bandit = Bandit()
    before = bandit.estimate("a.example", "link")
    bandit.priors = {"a.example": Record(0, 9)}
    assert bandit.estimate("a.example", "link") < before / 2


def test_the_link_decides_first() -> None:
    bandit = taught(("good.example", "link", 50, 0), ("bad.example", "link", 0, 50))
    good, bad = Host(1, "good.example", head=(0.5, 1)), Host(2, "bad.example", head=(0.5, 2))
    assert bandit.rank(good, "link") > bandit.rank(bad, "link") > 0
    bad.head = 0.6, 2
    assert bandit.rank(bad, "link") > bandit.rank(good, "link")
    assert bandit.rank(Host(3, "idle.example"), "link") == 0


def offer(frontier: Frontier, url: str, score: float, origin: str) -> None:
    frontier.add([Candidate(url_id(url), score, Link(url, channel=Channel(origin)))], 0.0)


def visit(frontier: Frontier, outcome: Outcome) -> str:
    waiting = frontier.pop(0.0)
    assert waiting
    frontier.finish(waiting, Verdict(outcome, Reason.SCORE))
    frontier.release(waiting, 0.0, 0.0)
    return waiting.candidate.link.url


def test_the_frontier_leaves_a_channel_that_brings_nothing() -> None:
    database = Database(None)
    bandit = Bandit()
    frontier = Frontier(SqliteLinks(database), ScopeRules(Scope(), 0.0, 5), ranking=bandit)
    for number in range(4):
        offer(frontier, f"http://a.example/{number}", 0.500, "link")
        offer(frontier, f"http://b.example/{number}", 0.499, "feed")
    first = visit(frontier, Outcome.REJECTED)
    assert first.startswith("http://a.example/")
    assert [visit(frontier, Outcome.KEPT)[:16] for _ in range(4)] == ["http://b.example"] * 4
    assert visit(frontier, Outcome.KEPT).startswith("http://a.example/")
    arms = SqliteLedger(database).arms()
    assert [arm[:2] + arm[4:] for arm in arms] == [
        ("b.example", "feed", 0),
        ("a.example", "link", 2),
    ]
    assert [(arm.tried, arm.kept) for arm in arms] == [(4, 4), (2, 1)]
    resumed = Bandit(SqliteLedger(database).tried())
    for arm in arms:
        assert resumed.estimate(*arm[:2]) == bandit.estimate(*arm[:2])
    database.close()
