"""The orders that learn: what they do to the scores of links, and what they remember."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from tidings.frontier.order import ORDERS, policy_of
from tidings.frontier.order.learned import LearnedOrder, Scale
from tidings.frontier.order.policies import AsScored
from tidings.learn.link_model import LinkModel
from tidings.model import Candidate, Genre, Link, Outcome, Reason, Score, Verdict, Visit
from tidings.settings import OrderSettings
from tidings.urls import url_id

NOW = datetime(2024, 1, 1, tzinfo=UTC)
LIST = "https://list.example/"
COURSES = Genre(terms=("course",))


class Past:
    """A history of two lists."""

    def __init__(self, followed: list[str], visited: list[tuple[str, float]]) -> None:
        self.followed = lambda most: followed[-most:]
        self.visited = lambda most: visited[-most:]


def candidate(url: str, score: float = 0.5, anchor: str = "", parent: str = LIST) -> Candidate:
    return Candidate(url_id(url), score, Link(url, parent, anchor, depth=1))


def judged(url: str, score: float | None, *links: Candidate) -> Visit:
    verdict = Verdict(Outcome.REJECTED, Reason.SCORE)
    found = None if score is None else Score(score)
    return Visit(url, NOW, 200, verdict, score=found, links=links)


def visit(order: LearnedOrder, target: Candidate, score: float, *links: Candidate) -> None:
    order.children(target.link, judged(target.link.url, score, *links))


def teach(order: LearnedOrder, rounds: int = 200) -> None:
    """Let links that say "report" lead to good pages, links that say "advert" to bad ones."""
    for number in range(rounds):
        good = candidate(f"https://a.example/r{number}", anchor="Report")
        bad = candidate(f"https://a.example/v{number}", anchor="Advert")
        order.children(Link(LIST), judged(LIST, 0.1, good, bad))
        visit(order, good, 0.9)
        visit(order, bad, 0.0)


def promises(order: LearnedOrder, *links: Candidate) -> dict[str, float]:
    children = order.children(Link(LIST), judged(LIST, 0.1, *links))
    return {child.link.anchor: child.score for child in children}


@pytest.mark.parametrize("policy", ["auto", "link-model"])
def test_links_wait_with_what_links_like_them_were_worth(policy: str) -> None:
    order = policy_of(OrderSettings(policy=policy))
    assert isinstance(order, LearnedOrder)
    teach(order)
    found = promises(
        order,
        candidate("https://a.example/r", anchor="Report"),
        candidate("https://a.example/v", anchor="Advert"),
    )
    assert found["Report"] > 0.6 > 0.4 > found["Advert"]


def test_pages_that_other_crawls_judged_teach_what_links_found_here_were_worth() -> None:
    order = policy_of(OrderSettings(policy="auto"))
    assert isinstance(order, LearnedOrder)
    for number in range(100):
        good = candidate(f"https://a.example/r{number}", anchor="Report")
        bad = candidate(f"https://a.example/v{number}", anchor="Advert")
        order.children(Link(LIST), judged(LIST, 0.1, good, bad))
        order.hear(good.link.url, 0.9)
        order.hear(bad.link.url, 0.0)
    assert order.model.lessons == 200
    order.hear("https://a.example/unknown", 0.9)  # no link to it was found here
    assert order.model.lessons == 200
    found = promises(
        order,
        candidate("https://b.example/1", anchor="Report"),
        candidate("https://b.example/2", anchor="Advert"),
    )
    assert found["Report"] > found["Advert"]


def test_a_frozen_model_learns_nothing_and_one_that_begins_anew_forgets_with_the_page_model() -> (
    None
):
    links = [
        candidate("https://a.example/r", anchor="Report"),
        candidate("https://a.example/v", anchor="Advert"),
    ]
    taught = policy_of(OrderSettings())
    assert isinstance(taught, LearnedOrder)
    teach(taught)
    for how, before, after in (("online", 1.5, 1.5), ("anew", 1.5, 1.0), ("frozen", 1.5, 1.5)):
        order = policy_of(OrderSettings(learning=how), taught.state())
        assert isinstance(order, LearnedOrder)
        lessons = order.model.lessons
        teach(order, rounds=5)
        assert (order.model.lessons == lessons) is (how == "frozen")
        for least in (before, after):
            found = promises(order, *links)
            ratio = found["Report"] / found["Advert"]
            assert ratio > least if least > 1.0 else ratio == pytest.approx(1.0)
            order.forget()


def test_auto_begins_with_the_scores_links_come_with_and_the_model_alone_knows_nothing() -> None:
    links = (
        candidate("https://a.example/1", 0.9, "one"),
        candidate("https://a.example/2", 0.1, "two"),
    )
    auto = promises(LearnedOrder(LinkModel()), *links)
    empty = promises(LearnedOrder(LinkModel(), ORDERS["link-model"].learning), *links)
    assert auto["one"] == pytest.approx(0.9)
    assert auto["two"] == pytest.approx(0.1)
    assert empty["one"] == empty["two"] == pytest.approx(0.5)


def test_a_page_that_leads_to_good_ones_is_worth_something_itself() -> None:
    order = LearnedOrder(LinkModel())
    for number in range(200):
        hub = candidate(f"https://a.example/h{number}", 0.2, "Overview")
        blind = candidate(f"https://a.example/b{number}", 0.2, "Imprint")
        order.children(Link(LIST), judged(LIST, 0.1, hub, blind))
        behind = [candidate(f"https://a.example/{number}-{n}", 0.9) for n in range(3)]
        visit(order, hub, 0.0, *behind)
        visit(order, blind, 0.0)
    found = promises(
        order,
        candidate("https://a.example/h", 0.2, "Overview"),
        candidate("https://a.example/b", 0.2, "Imprint"),
    )
    assert found["Overview"] > 1.5 * found["Imprint"]


def test_a_link_is_news_once_unless_it_comes_with_a_better_score_or_from_less_deep() -> None:
    order = LearnedOrder(LinkModel())
    link = candidate("https://a.example/1", 0.5)
    nearer = link._replace(link=link.link._replace(depth=0))
    assert promises(order, link)
    assert not promises(order, link)
    assert not promises(order, link._replace(score=0.4))
    assert promises(order, link._replace(score=0.6))
    assert promises(order, nearer)


def test_what_a_redirect_leads_to_is_what_the_link_was_worth() -> None:
    order = LearnedOrder(LinkModel())
    for number in range(200):
        good = candidate(f"http://a.example/r{number}", anchor="Report")
        bad = candidate(f"http://a.example/v{number}", anchor="Advert")
        order.children(Link(LIST), judged(LIST, 0.1, good, bad))
        for link, score in ((good, 0.9), (bad, 0.0)):
            target = link.link.url.replace("http:", "https:")
            moved = replace(judged(link.link.url, None), redirect=target)
            assert not order.children(link.link, moved)
            visit(order, candidate(target), score)
    assert order.model.lessons == 400
    found = promises(
        order,
        candidate("http://a.example/r", anchor="Report"),
        candidate("http://a.example/v", anchor="Advert"),
    )
    assert found["Report"] > 0.6 > 0.4 > found["Advert"]


def test_a_link_that_is_found_again_in_a_worse_place_does_not_sink() -> None:
    order = LearnedOrder(LinkModel())
    (link,) = order.children(
        Link(LIST), judged(LIST, 0.5, candidate("https://a.example/1", 0.8, "Report"))
    )
    deep = Candidate(link.id, 0.2, Link(link.link.url, f"{LIST}deep", "", depth=5))
    order.children(Link(f"{LIST}deep"), judged(f"{LIST}deep", 0.0, deep))
    assert order.again(link) == link.score


def homes(count: int = 12) -> list[Candidate]:
    return [candidate(f"https://a.example/~{n}/", 0.5, f"{n}") for n in range(count)]


def order_for(genre: Genre) -> LearnedOrder:
    order = policy_of(OrderSettings(policy="auto"), genre=genre)
    assert isinstance(order, LearnedOrder)
    return order


def test_of_a_kind_of_page_the_next_is_sought_where_the_crawl_never_was() -> None:
    order = order_for(COURSES)
    first, second, *_ = homes()
    promises(order, *homes())
    more = candidate("https://a.example/~0/more.html", 0.5, "more")
    other = candidate("https://a.example/~1/other.html", 0.5, "other")
    visit(order, first, 0.1)
    found = promises(order, more, other)
    assert found["other"] > 1.5 * found["more"]
    assert order.again(second) == second.score


def test_an_event_is_looked_for_where_it_was_found() -> None:
    order = order_for(Genre())
    promises(order, *homes())
    visit(order, homes()[0], 0.5)
    more = candidate("https://a.example/~0/more.html", 0.5, "more")
    assert promises(order, more)["more"] == pytest.approx(0.5, abs=0.05)


def test_a_link_waits_on_when_the_page_beside_it_was_visited() -> None:
    order = order_for(COURSES)
    waiting = candidate("https://a.example/~0/more.html", 0.5, "more")
    (*_, begun) = order.children(Link(LIST), judged(LIST, 0.1, *homes(), waiting))
    assert order.again(begun) == begun.score
    visit(order, homes()[0], 0.1)
    later = order.again(begun)
    assert later < 0.7 * begun.score
    assert order.again(begun._replace(score=later)) == later


def test_what_links_of_a_page_led_to_moves_those_of_it_that_wait() -> None:
    order = LearnedOrder(LinkModel())
    lists = {"https://a.example/poor": 0.0, "https://a.example/good": 0.9}
    waiting = {}
    for url in lists:
        links = [candidate(f"{url}-{n}.html", parent=url, anchor=f"{n}") for n in range(100)]
        *_, waiting[url] = order.children(Link(url), judged(url, 0.1, *links))
    for number in range(99):
        for url, score in lists.items():
            visit(order, candidate(f"{url}-{number}.html", parent=url), score)
    after = {url: order.again(link) for url, link in waiting.items()}
    assert after["https://a.example/poor"] < 0.8 * waiting["https://a.example/poor"].score
    assert after["https://a.example/good"] == waiting["https://a.example/good"].score


def test_pages_nobody_remembers_and_pages_that_could_not_be_read_do_no_harm() -> None:
    order = LearnedOrder(LinkModel())
    visit(order, candidate("https://a.example/unknown"), 0.9)
    assert order.model.lessons == 0
    known = candidate("https://a.example/known")
    promises(order, known)
    order.children(known.link, judged(known.link.url, None))
    assert order.model.lessons == 1
    assert order.siblings(known.link, judged(known.link.url, 0.9)) is None
    assert order.again(known) == known.score


def test_what_was_learned_is_begun_with() -> None:
    first = LearnedOrder(LinkModel(), ORDERS["link-model"].learning)
    teach(first)
    again = policy_of(OrderSettings(policy="link-model"), first.model.to_text())
    assert isinstance(again, LearnedOrder)
    found = promises(
        again,
        candidate("https://b.example/r", anchor="Report"),
        candidate("https://b.example/v", anchor="Advert"),
    )
    assert found["Report"] > found["Advert"]
    with pytest.raises(ValueError, match="link model"):
        policy_of(OrderSettings(policy="auto"), "nonsense")


def test_a_crawl_goes_on_as_if_it_had_never_stopped() -> None:
    order = order_for(COURSES)
    teach(order)
    promises(order, *homes())
    visit(order, homes()[0], 0.5)
    stopped = policy_of(OrderSettings(policy="auto"), order.model.to_text(), COURSES)
    assert isinstance(stopped, LearnedOrder)
    followed = [f"https://a.example/{kind}{n}" for n in range(200) for kind in "rv"]
    lessons = [(LIST, 0.1), ("https://a.example/r", 0.9), ("https://a.example/v", 0.0)]
    stopped.restore(
        Past(
            [*followed, *(home.link.url for home in homes())],
            [*lessons * 200, (LIST, 0.1), (homes()[0].link.url, 0.5)],
        )
    )
    links = [
        candidate("https://a.example/~0/more.html", 0.5, "known"),
        candidate("https://a.example/~1/more.html", 0.5, "unknown"),
        candidate("https://b.example/r", 0.5, "Report"),
        candidate("https://a.example/vx", 0.5, "Advert"),
    ]
    before, after = promises(order, *links), promises(stopped, *links)
    assert len(set(before.values())) == 4
    assert after == pytest.approx(before, abs=0.01)


def test_other_orders_learn_nothing() -> None:
    assert isinstance(policy_of(OrderSettings(policy="best-first"), "nonsense"), AsScored)


def test_memory_is_bounded() -> None:
    order = LearnedOrder(LinkModel(), remembered=100)
    for number in range(500):
        page = Link(f"https://h{number}.example/")
        order.children(page, judged(page.url, 0.1, candidate(f"https://a.example/{number}")))
    assert len(order._waiting) <= 100
    assert len(order._records) <= 100


def test_a_good_score_is_one_that_few_pages_have() -> None:
    scale = Scale()
    for _ in range(600):
        scale.of(0.1)
    assert scale.of(0.05) == pytest.approx(0.5)
    for _ in range(600):
        scale.of(0.5)
    assert scale.of(0.1) == pytest.approx(0.2)
    assert scale.of(0.9) == 1.0


def test_experts_that_were_right_on_this_web_come_to_decide() -> None:
    """Here links with the right words lead nowhere, links with the right day to good pages."""
    words, day = (2.0, 0.0), (0.0, 2.0)
    order = LearnedOrder(LinkModel())
    for number in range(60):
        worded = candidate(f"https://a.example/w{number}")._replace(experts=words)
        dated = candidate(f"https://a.example/d{number}")._replace(experts=day)
        order.children(Link(LIST), judged(LIST, 0.1, worded, dated))
        visit(order, worded, 0.0)
        visit(order, dated, 0.9)
    worth_of_words, worth_of_day = order.model.mixture.weights
    assert worth_of_day > 1.1 > 0.9 > worth_of_words
    again = LearnedOrder(LinkModel.from_text(order.state()))
    assert again.model.mixture.weights == order.model.mixture.weights


def test_an_order_that_trusts_nothing_it_is_given_has_no_experts() -> None:
    order = LearnedOrder(LinkModel(), ORDERS["link-model"].learning)
    promises(order, candidate("https://a.example/1")._replace(experts=(1.0, 1.0)))
    assert not order.model.mixture.weights
