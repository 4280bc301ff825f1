"""What links of a kind bring is learned from visits, fades, and survives as text."""

from __future__ import annotations

import math

import pytest

from tidings.frontier.coming_back.rhythm import least_yield
from tidings.frontier.coming_back.yields import LinkYields
from tidings.model import PageKind
from tidings.settings import RecrawlSettings

DAY = 86_400.0
ARTICLE, FRONT = PageKind.ARTICLE, PageKind.FRONT
LEAST = least_yield(RecrawlSettings())


def visit(yields: LinkYields, kind: PageKind, score: float, *kept: bool, now: float = 0.0) -> None:
    for id_, good in enumerate(kept):
        yields.follow(id_, kind, score)
        yields.learn(id_, now, kept=good)


def test_links_of_a_kind_are_followed_until_they_have_led_nowhere_some_times() -> None:
    yields, followed = LinkYields(), 0
    while yields.expected(ARTICLE, 0.5, 0.0) >= LEAST:
        visit(yields, ARTICLE, 0.5, False)
        followed += 1
    assert 5 <= followed <= 12
    for other in (yields.expected(FRONT, 0.5, 0.0), yields.expected(ARTICLE, 0.8, 0.0)):
        assert other == pytest.approx(0.5)


def test_links_that_lead_to_kept_pages_now_and_then_are_followed() -> None:
    yields = LinkYields()
    visit(yields, ARTICLE, 0.5, *([True] + [False] * 6) * 20)
    assert yields.expected(ARTICLE, 0.52, 0.0) == pytest.approx(1 / 7, abs=0.01)
    assert yields.expected(ARTICLE, 0.52, 0.0) > LEAST


def test_what_was_seen_fades_so_that_each_kind_is_tried_again() -> None:
    yields = LinkYields()
    visit(yields, ARTICLE, 0.5, *[False] * 10)
    assert yields.expected(ARTICLE, 0.5, 0.0) < LEAST < yields.expected(ARTICLE, 0.5, 10 * DAY)
    visit(yields, ARTICLE, 0.5, *[False] * 4, now=10 * DAY)
    assert yields.expected(ARTICLE, 0.5, 10 * DAY) == pytest.approx(1 / 11)


def test_of_a_poor_kind_that_is_tried_again_only_a_few_links_are_followed_at_once() -> None:
    yields = LinkYields()
    assert yields.room(ARTICLE, 0.5, LEAST, 0.0) == math.inf, "nothing is known of it"
    visit(yields, ARTICLE, 0.5, *[False] * 12)
    now, tried = 15 * DAY, 0
    assert yields.expected(ARTICLE, 0.5, now) > LEAST
    while yields.room(ARTICLE, 0.5, LEAST, now) >= 1.0:
        tried += 1
        yields.follow(100 + tried, ARTICLE, 0.5, now)
    assert 2 <= tried <= 6
    assert yields.room(FRONT, 0.5, LEAST, now) == math.inf
    assert yields.room(ARTICLE, 0.5, LEAST, now + 2 * DAY) >= 1.0, "they were never visited"
    for number in range(1, tried + 1):
        yields.learn(100 + number, now, kept=True)
    assert yields.room(ARTICLE, 0.5, LEAST, now) == math.inf


def test_only_links_that_were_followed_count_and_each_once() -> None:
    yields = LinkYields()
    yields.learn(7, 0.0, kept=True)
    yields.follow(8, FRONT, 1.0)
    yields.redirected(8, 9)
    yields.learn(8, 0.0, kept=False)
    assert yields.expected(FRONT, 1.0, 0.0) == pytest.approx(0.5)
    assert yields.is_noted
    for _ in range(2):
        yields.learn(9, 0.0, kept=True)
    assert yields.expected(FRONT, 0.95, 0.0) == pytest.approx(2 / 3)
    assert not yields.is_noted


def test_counts_survive_as_text() -> None:
    yields = LinkYields()
    visit(yields, FRONT, 0.3, True, False)
    again = LinkYields(yields.to_text())
    assert again.expected(FRONT, 0.3, 5.0) == yields.expected(FRONT, 0.3, 5.0)
    assert again.to_text() == yields.to_text()


def test_a_slow_pace_still_follows_links_that_lead_to_kept_pages_often() -> None:
    assert 0.05 < LEAST < 0.15
    assert least_yield(RecrawlSettings(pace_minutes=100_000.0)) == 0.25
