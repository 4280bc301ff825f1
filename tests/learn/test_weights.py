"""The F1 rule, worked by hand: each aspect alone, its best threshold, its share of the sum."""

from __future__ import annotations

import pytest

from tidings.learn.weights import Labelled, quality, sweep, tune

PAGES = [
    Labelled(True, 0.0, {"topic": 0.9, "place": 0.8, "date": 0.2}),
    Labelled(True, 0.0, {"topic": 0.6, "place": 0.7, "date": 0.9}),
    Labelled(False, 0.0, {"topic": 0.7, "place": 0.1, "date": 0.8}),
    Labelled(False, 0.0, {"topic": 0.1, "place": 0.2, "date": 0.1}),
]


def test_the_best_threshold_lies_between_two_scores() -> None:
    found = sweep([(0.9, True), (0.6, True), (0.2, False)])
    assert found.threshold == pytest.approx(0.4)
    assert (found.precision, found.recall, found.f1) == (1.0, 1.0, 1.0)


def test_weights_are_the_shares_of_each_aspects_best_f1() -> None:
    """Topic: 2 of 3 right from 0.35 up, F1 4/5. Place: all right from 0.45 up. Date: 2 of 3 from 0.15 up."""
    found = tune(PAGES, ["topic", "place", "date"])
    assert found.aspects["topic"].f1 == pytest.approx(0.8)
    assert found.aspects["topic"].threshold == pytest.approx(0.35)
    assert found.aspects["place"].f1 == 1.0
    assert found.aspects["place"].threshold == pytest.approx(0.45)
    assert found.aspects["date"].f1 == pytest.approx(0.8)
    assert found.weights == pytest.approx({"topic": 0.8 / 2.6, "place": 1 / 2.6, "date": 0.8 / 2.6})
    assert found.combined.f1 == 1.0


def test_equal_scores_are_decided_together_and_no_pages_are_no_error() -> None:
    assert sweep([(0.5, True), (0.5, False)]).f1 == pytest.approx(2 / 3)
    assert sweep([]).f1 == 0.0
    assert sweep([(0.3, False)]).f1 == 0.0
    assert quality([(0.5, True), (0.4, False)], 0.5).f1 == 1.0
    assert quality([], 0.5).f1 == 0.0
