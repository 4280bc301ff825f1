"""Rankings: a rank is never negative, follows the best link, and is the same for the same seed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tidings.frontier.rank.bandit import Bandit
from tidings.frontier.rank.importance import IMPORTANCE, HostRanking
from tidings.model import Host
from tidings.ports import Ranking

RANKINGS: dict[str, Callable[[], Ranking]] = {
    "none": HostRanking,
    **{name: lambda name=name: HostRanking(name, seed=5) for name in IMPORTANCE},
    "bandit": Bandit,
}
RANDOM = {"thompson", "thompson-best"}


@pytest.fixture(params=RANKINGS)
def name(request: pytest.FixtureRequest) -> str:
    found: str = request.param
    return found


def host(score: float, good: int = 0, bad: int = 0, name: str = "a.example") -> Host:
    return Host(1, name, good=good, bad=bad, head=(score, 1))


def taught(ranking: Ranking, good: int, bad: int) -> Ranking:
    for kept in [True] * good + [False] * bad:
        ranking.learn("a.example", "link", kept=kept)
    return ranking


def test_a_rank_is_never_negative(name: str) -> None:
    ranking = RANKINGS[name]()
    for score in (0.0, 0.5, 1.0):
        for good, bad in ((0, 0), (9, 0), (0, 9)):
            assert ranking.rank(host(score, good, bad), "link") >= 0
    assert ranking.rank(Host(1, "idle.example"), "link") >= 0


def test_a_better_link_never_lowers_the_rank(name: str) -> None:
    ranks = [RANKINGS[name]().rank(host(score, 3, 1), "link") for score in (0.2, 0.5, 0.9)]
    assert ranks == sorted(ranks)
    assert name == "negative-bad" or ranks[0] < ranks[-1]


def test_bad_pages_never_raise_the_rank(name: str) -> None:
    ranks = [taught(RANKINGS[name](), 3, bad).rank(host(0.5, 3, bad), "link") for bad in (0, 3, 30)]
    assert name in RANDOM or ranks == sorted(ranks, reverse=True)


def test_bad_pages_of_earlier_collections_never_raise_the_rank(name: str) -> None:
    before = RANKINGS[name]()
    before.priors = {"a.example": (0, 20)}
    without, with_priors = (
        RANKINGS[name]().rank(host(0.5, 1), "link"),
        before.rank(host(0.5, 1), "link"),
    )
    assert name in RANDOM or with_priors <= without


@pytest.mark.parametrize("function", ["none", *IMPORTANCE])
def test_pages_of_earlier_collections_count_as_those_of_this_one(function: str) -> None:
    before, now = RANKINGS[function](), RANKINGS[function]()
    before.priors = {"a.example": (4, 2)}
    assert before.rank(host(0.5)) == now.rank(host(0.5, 4, 2))


def test_the_same_seed_gives_the_same_ranks(name: str) -> None:
    first, second = RANKINGS[name](), RANKINGS[name]()
    hosts = [host(n / 10, n, 10 - n) for n in range(10)]
    assert [first.rank(each, "link") for each in hosts] == [
        second.rank(each, "link") for each in hosts
    ]
