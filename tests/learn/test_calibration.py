"""Calibrated probabilities: the fit, what is expected of scores, and the committed value."""

from __future__ import annotations

import math

import pytest

from benchmarks.fit import THRESHOLD, read, unseen
from tidings.learn.calibration import (
    CALIBRATION,
    Calibration,
    bin_of,
    expected,
    fitted,
    middle,
    typical,
)
from tidings.odds import log_odds, probability


def test_the_committed_calibration_is_the_fit_of_the_recorded_counts() -> None:
    webs = read()
    assert len(webs) >= 6
    assert all(web.digests for web in webs.values())
    assert typical(fitted(web.counts, THRESHOLD) for web in webs.values()) == CALIBRATION


def test_a_web_that_was_never_seen_is_calibrated_by_the_others() -> None:
    webs = read()
    others = unseen(webs)
    assert set(others) == set(webs)
    name = next(iter(webs))
    rest = [fitted(web.counts, THRESHOLD) for other, web in webs.items() if other != name]
    assert others[name] == typical(rest)


def test_bins_from_the_threshold_on_are_kept() -> None:
    assert bin_of(0.4, 0.4) == 0
    assert bin_of(0.399, 0.4) == -1
    assert bin_of(0.0, 0.4) == bin_of(1e-9, 0.4) == -12
    assert bin_of(middle(3, 0.4), 0.4) == 3


def test_the_fit_finds_the_line_that_made_the_counts() -> None:
    true = Calibration(1.5, -1.0)
    counts = {}
    for place in range(-12, 13):
        right = round(100_000 * true.probability(middle(place, 0.4)))
        counts[place] = right, 100_000 - right
    slope, offset = fitted(counts, 0.4)
    assert 1.0 < slope < 1.5  # drawn towards scores that are right as they are
    assert -1.0 < offset < 0.0


def test_scores_that_are_right_stay_as_they_are() -> None:
    counts = {}
    for place in range(-12, 13):
        right = round(100_000 * middle(place, 0.4))
        counts[place] = right, 100_000 - right
    assert fitted(counts, 0.4) == pytest.approx((1.0, 0.0), abs=0.01)


def test_the_median_ignores_one_odd_web() -> None:
    usual = [Calibration(1.0, -0.5), Calibration(1.1, -0.4), Calibration(1.2, -0.3)]
    assert typical([*usual, Calibration(0.1, 5.0), Calibration(1.05, -0.6)]) == (1.05, -0.4)


def test_expected_precision_and_recall_by_hand() -> None:
    plain = Calibration(1.0, 0.0)
    # Kept: 2 at 0.9 and 1 at 0.6, of which 2.4 are right. Rejected: 4 at 0.1, of which 0.4 were.
    found = expected([(0.9, 2, 0), (0.6, 1, 0), (0.1, 0, 4)], plain)
    assert found == pytest.approx((2.4 / 3, 2.4 / 2.8))
    assert expected([(0.1, 0, 4)], plain) is None
    assert expected([], plain) is None


def test_slope_and_offset_move_the_log_odds() -> None:
    assert Calibration(2.0, 1.0).probability(0.7) == pytest.approx(
        probability(2 * log_odds(0.7) + 1)
    )
    assert math.isfinite(Calibration(2.0, 1.0).probability(1.0))
