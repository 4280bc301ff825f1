"""Chances as log-odds and back."""

from __future__ import annotations

import pytest

from tidings.odds import log_odds, probability


def test_odds_and_likelihoods_are_two_forms_of_one_thing() -> None:
    assert probability(log_odds(0.3)) == pytest.approx(0.3)
    assert probability(0.0) == 0.5


def test_nothing_is_beyond_numbers() -> None:
    assert probability(1e9) <= 1
    assert probability(-1e9) >= 0
    assert log_odds(0.0) == pytest.approx(-log_odds(1.0))
