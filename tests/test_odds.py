"""Probabilities as log-odds and back."""

from __future__ import annotations

import pytest

from tidings.odds import log_odds, probability


def test_log_odds_and_probabilities_convert_into_each_other() -> None:
    assert probability(log_odds(0.3)) == pytest.approx(0.3)
    assert probability(0.0) == 0.5


def test_extreme_values_stay_finite() -> None:
    assert probability(1e9) <= 1
    assert probability(-1e9) >= 0
    assert log_odds(0.0) == pytest.approx(-log_odds(1.0))
