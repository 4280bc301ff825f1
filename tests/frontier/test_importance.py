from __future__ import annotations

from random import Random
from statistics import fmean

import pytest

from tidings.event.keys import KEYS
from tidings.frontier.embedded import Frontier
from tidings.frontier.hosts import SOON
from tidings.frontier.rank.importance import (
    IMPORTANCE,
    HostRanking,
    Record,
)
from tidings.frontier.scope import ScopeRules
from tidings.model import Candidate, Host, Link, Outcome, Reason, Verdict, Waiting
from tidings.settings import Scope
from tidings.store.sqlite.database import Database
from tidings.store.sqlite.links import SqliteLinks
from tidings.urls import url_id

KEPT = Verdict(Outcome.KEPT, Reason.SCORE, "0.9")
REJECTED = Verdict(Outcome.REJECTED, Reason.SCORE, "0.1")

RECORD = Record(good=5, bad=2)
BEST = 0.6
DRAWN = Random(7).betavariate(6, 3)


@pytest.mark.parametrize(
    ("name", "importance", "rank"),
    [
        ("negative-bad", -2.0, 1 / 3),
        ("best", 0.6, 0.6),
        ("success", 6 / 3, 1.2),
        ("thompson", DRAWN, DRAWN * 0.6),
        ("good-best", 5 * 0.6, 3.0),
        ("thompson-best", DRAWN * 0.6, DRAWN * 0.6),
        ("success-best", 2 * 0.6, 1.2),
        ("loyal", 0.6, 0.36),
    ],
)
def test_the_seven_functions_and_our_own(name: str, importance: float, rank: float) -> None:
    assert IMPORTANCE[name](RECORD, BEST, Random(7)) == pytest.approx(importance)
    host = Host(1, "a.example", good=5, bad=2, head=(BEST, 1))
    assert HostRanking(name, seed=7).rank(host) == pytest.approx(rank)


def test_the_best_score_counts_once() -> None:
    # Two hosts, 1 good page each: with 0 and 1 bad pages success is 2 / 1 = 2 and 2 / 2 = 1; best 0.3 and 0.5.
    # success-best: 2 * 0.3 = 0.6 above 1 * 0.5 = 0.5. Counted twice it would be 0.18 under 0.25.
    pure, mixed = (
        Host(1, "a.example", good=1, head=(0.3, 1)),
        Host(2, "b.example", good=1, bad=1, head=(0.5, 2)),
    )
    ranking = HostRanking("success-best")
    assert (ranking.rank(pure), ranking.rank(mixed)) == pytest.approx((0.6, 0.5))


def test_without_importance_the_best_link_counts() -> None:
    assert HostRanking().rank(Host(1, "a.example", good=5, bad=2, head=(0.6, 1))) == 0.6


def test_guesses_gather_around_the_share_of_good_pages() -> None:
    chance = Random(1)
    guesses = [IMPORTANCE["thompson"](RECORD, 0.0, chance) for _ in range(2000)]
    assert fmean(guesses) == pytest.approx(6 / 9, abs=0.02)
    assert max(guesses) - min(guesses) > 0.5


def test_every_function_of_the_event_file_exists() -> None:
    choices = next(key for key in KEYS if key.dotted == "order.sources").choices
    assert choices == ("none", *IMPORTANCE, "bandit")


# Choosing


@pytest.fixture
def database():
    database = Database(None)
    yield database
    database.close()


def frontier_by(database: Database, ranking: HostRanking, patience: float = 0.0) -> Frontier:
    rules = ScopeRules(Scope(), 0.0, 5)
    return Frontier(SqliteLinks(database), rules, patience=patience, ranking=ranking)


def offer(frontier: Frontier, host: str, *scores: float) -> None:
    for score in scores:
        url = f"http://{host}.example/{score}"
        frontier.add([Candidate(url_id(url), score, Link(url))], 0.0)


def visit(frontier: Frontier, verdict: Verdict, now: float = 0.0, rest: float = 0.0) -> str:
    waiting = frontier.pop(now)
    assert waiting
    frontier.finish(waiting, verdict)
    frontier.release(waiting, now + rest, rest)
    return _name(waiting)


def _name(waiting: Waiting) -> str:
    return waiting.candidate.link.url.removeprefix("http://").replace(".example/", " ")


def test_a_host_rises_and_sinks_with_its_pages(database: Database) -> None:
    frontier = frontier_by(database, HostRanking("success"))
    offer(frontier, "a", 0.9, 0.5, 0.4)
    offer(frontier, "b", 0.8, 0.7, 0.6)
    assert visit(frontier, REJECTED) == "a 0.9"  # now 1/2: 0.25
    assert visit(frontier, KEPT) == "b 0.8"  # now 2: 1.4
    assert visit(frontier, REJECTED) == "b 0.7"  # now 1: 0.6
    assert visit(frontier, REJECTED) == "b 0.6"
    assert visit(frontier, KEPT) == "a 0.5"


def test_fewest_bad_pages_first_and_then_the_best_link(database: Database) -> None:
    frontier = frontier_by(database, HostRanking("negative-bad"))
    offer(frontier, "a", 0.9, 0.8)
    offer(frontier, "b", 0.2)
    offer(frontier, "c", 0.3)
    order = [visit(frontier, REJECTED) for _ in range(4)]
    assert order == ["a 0.9", "c 0.3", "b 0.2", "a 0.8"]


def test_hosts_without_a_good_page_go_by_their_best_link(database: Database) -> None:
    frontier = frontier_by(database, HostRanking("good-best"))
    for host, score in zip("abc", (0.1, 0.5, 0.3), strict=True):
        offer(frontier, host, score)
    assert [visit(frontier, REJECTED) for _ in range(3)] == ["b 0.5", "c 0.3", "a 0.1"]


@pytest.mark.parametrize("function", [*IMPORTANCE, "none"])
def test_every_link_is_visited_in_the_end_and_again_in_the_same_order(function: str) -> None:
    runs = []
    for _ in range(2):
        database = Database(None)
        frontier = frontier_by(database, HostRanking(function, seed=3), patience=0.9)
        for number, host in enumerate("abcdef"):
            offer(frontier, host, *(round(0.05 * number + 0.1 * n, 2) for n in range(4)))
        order: list[str] = []
        now = 0.0
        while frontier.waiting:
            if waiting := frontier.pop(now):
                frontier.finish(waiting, KEPT if waiting.host % 2 else REJECTED)
                frontier.release(waiting, now + 1.0, 1.0)
                order.append(_name(waiting))
            else:
                now = frontier.hosts.next_at() or now + 1.0
        runs.append(order)
        database.close()
    assert len(runs[0]) == 24
    assert runs[0] == runs[1]


def test_a_link_waits_for_a_better_source_that_is_nearly_due(database: Database) -> None:
    frontier = frontier_by(database, HostRanking("success"), patience=0.9)
    offer(frontier, "a", 0.6, 0.5)
    assert visit(frontier, KEPT, rest=5.0) == "a 0.6"  # 2 * 0.5 is more than 0.8
    offer(frontier, "b", 0.8)
    assert frontier.pop(0.0) is None
    assert visit(frontier, KEPT, now=5.0) == "a 0.5"
    assert visit(frontier, KEPT, now=5.0) == "b 0.8"


def test_a_link_waits_for_a_better_source_that_is_busy_but_not_for_long(database: Database) -> None:
    frontier = frontier_by(database, HostRanking("success"), patience=0.9)
    offer(frontier, "a", 0.9, 0.8)
    offer(frontier, "b", 0.7)
    busy = frontier.pop(0.0)
    assert busy
    assert frontier.pop(0.0) is None
    frontier.finish(busy, KEPT)
    frontier.release(busy, 1.0, 1.0)
    assert visit(frontier, KEPT, now=1.0, rest=1.0) == "a 0.8"
    assert visit(frontier, KEPT, now=1.0) == "b 0.7"
    offer(frontier, "a", 0.85)
    slow = frontier.pop(3.0)
    assert slow
    offer(frontier, "b", 0.6)
    assert frontier.pop(4.0) is None
    assert visit(frontier, KEPT, now=3.0 + SOON) == "b 0.6"


def test_a_host_must_show_a_good_page_before_it_counts_in_full(database: Database) -> None:
    frontier = frontier_by(database, HostRanking("loyal"))
    offer(frontier, "a", 0.9, 0.8, 0.79)
    offer(frontier, "b", 0.89)
    assert visit(frontier, KEPT) == "a 0.9"
    assert visit(frontier, REJECTED) == "a 0.8"  # 0.8² and not 0.75 * 0.89² = 0.594
    assert visit(frontier, REJECTED) == "a 0.79"
    assert visit(frontier, KEPT) == "b 0.89"
    offer(frontier, "c", 0.7, 0.69)
    offer(frontier, "d", 0.61)
    assert visit(frontier, REJECTED) == "c 0.7"  # then 0.75² * 0.69² = 0.268
    assert visit(frontier, REJECTED) == "d 0.61"  # 0.75 * 0.61² = 0.279


def test_a_page_that_was_pushed_counts_for_its_host_at_once(database: Database) -> None:
    frontier = frontier_by(database, HostRanking("success"))
    offer(frontier, "a", 0.6)
    offer(frontier, "b", 0.8)
    assert frontier.hosts.next_at() == 0.0
    link = Link("http://a.example/pushed")
    pushed = frontier.admit(Candidate(url_id(link.url), 1.0, link), 0.0)
    assert pushed
    frontier.finish(pushed, KEPT)
    assert visit(frontier, KEPT) == "a 0.6"


# Copies


def test_a_copy_counts_for_its_source_unless_the_source_copied_itself(database: Database) -> None:
    frontier = frontier_by(database, HostRanking("success"))
    offer(frontier, "a", 0.9, 0.8, 0.7)

    def copy_of(url: str) -> Verdict:
        return Verdict(Outcome.DUPLICATE, Reason.SAME_TEXT, url)

    visit(frontier, copy_of("http://b.example/report"))
    host = frontier.hosts.by_name["a.example"]
    assert (host.good, host.bad) == (1, 0)
    visit(frontier, copy_of("http://a.example/report"))
    assert (host.good, host.bad) == (1, 0)
    # (1 + 1) / (0 + 1) = 2 times the best link that waits, 0.7.
    assert frontier.hosts.ranking.rank(host) == pytest.approx(1.4)


# Earlier collections


def test_hosts_begin_with_their_records_in_earlier_collections(database: Database) -> None:
    frontier = frontier_by(database, HostRanking("success"))
    offer(frontier, "a", 0.5, 0.4)  # (3 + 1) / (1 + 1) = 2
    offer(frontier, "b", 0.9)
    frontier.hosts.restore({"a.example": (3, 1)})
    assert visit(frontier, REJECTED) == "a 0.5"  # then 4 / 3 * 0.4
    assert visit(frontier, REJECTED) == "b 0.9"
    assert frontier.hosts.by_name["a.example"].good == 0
