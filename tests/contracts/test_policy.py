"""Policies: whatever they do to scores, links are never lost, and a learning order goes on where it stopped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from tidings.frontier.order import ORDERS, policy_of
from tidings.model import Candidate, Link, Outcome, Reason, Score, Verdict, Visit
from tidings.ports import Policy
from tidings.settings import OrderSettings
from tidings.urls import url_id

NOW = datetime(2024, 1, 1, tzinfo=UTC)
PAGE = Link("https://a.example/list", "https://a.example/", depth=1)


class Past:
    """A run before this one."""

    def followed(self, most: int) -> Sequence[str]:
        return [f"https://a.example/{n}/" for n in range(20)][:most]

    def visited(self, most: int) -> Sequence[tuple[str, float]]:
        return [("https://a.example/1/", 0.9), ("https://b.example/", 0.0)][:most]


@pytest.fixture(params=ORDERS)
def order(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture
def policy(order: str) -> Policy:
    return policy_of(OrderSettings(policy=order))


def candidate(number: int, score: float = 0.5) -> Candidate:
    url = f"https://a.example/{number}"
    return Candidate(url_id(url), score, Link(url, PAGE.url, f"Report {number}", depth=2))


def judged(score: float | None, *links: Candidate) -> Visit:
    verdict = Verdict(Outcome.REJECTED, Reason.SCORE)
    value = None if score is None else Score(score)
    return Visit(PAGE.url, NOW, 200, verdict, score=value, links=links)


@pytest.mark.parametrize("score", [None, 0.0, 0.6, 1.0])
def test_new_links_all_wait_with_a_score_between_0_and_1(
    policy: Policy, score: float | None
) -> None:
    links = [candidate(number, number / 10) for number in range(11)]
    children = policy.children(PAGE, judged(score, *links))
    assert [child.link for child in children] == [link.link for link in links]
    assert all(0.0 <= child.score <= 1.0 for child in children)


def test_siblings_get_a_score_between_0_and_1_or_keep_theirs(policy: Policy) -> None:
    for score in (None, 0.0, 0.6, 1.0):
        moved = policy.siblings(PAGE, judged(score))
        assert moved is None or 0.0 <= moved <= 1.0


def test_a_link_whose_turn_has_come_never_rises(policy: Policy) -> None:
    links = [candidate(number) for number in range(60)]
    children = policy.children(PAGE, judged(0.5, *links))
    for child, score in zip(children[:50], [0.0, 0.9] * 25, strict=True):
        policy.children(child.link, replace(judged(score), url=child.link.url))
    for child in children[50:]:
        assert 0.0 <= policy.again(child) <= child.score


def test_a_redirect_passes_nothing_on(policy: Policy) -> None:
    moved = replace(judged(None), redirect="https://b.example/")
    assert policy.siblings(PAGE, moved) is None
    assert not policy.children(PAGE, moved)


def test_after_forgetting_every_link_is_news_again(policy: Policy) -> None:
    policy.children(PAGE, judged(0.5, candidate(1)))
    policy.forget()
    assert len(policy.children(PAGE, judged(0.5, candidate(1)))) == 1


def test_what_was_saved_can_be_given_to_the_next_run(order: str, policy: Policy) -> None:
    policy.children(PAGE, judged(0.5, candidate(1)))
    policy.children(candidate(1).link, judged(0.9))
    state = policy.state()
    assert bool(state) is (ORDERS[order].learning is not None)
    resumed = policy_of(OrderSettings(policy=order), state)
    resumed.restore(Past())
    assert resumed.state() == state
    assert len(resumed.children(PAGE, judged(0.5, candidate(2)))) == 1


def test_orders_that_keep_scores_let_untaught_links_wait_in_the_order_they_came_with(
    order: str, policy: Policy
) -> None:
    links = [candidate(number, number / 10) for number in range(1, 10)]
    scores = [child.score for child in policy.children(PAGE, judged(0.3, *links))]
    assert scores == sorted(scores)
    learning = ORDERS[order].learning
    if not ORDERS[order].keeps_scores or (learning and not learning.trust):
        assert len(set(scores)) == 1
    else:
        assert scores == pytest.approx([link.score for link in links])
