"""Chances as log-odds and back."""

from __future__ import annotations

import pytest

from tidings.odds import likelihood, odds_of


def test_odds_and_likelihoods_are_two_forms_of_one_thing() -> None:
    assert likelihood(odds_of(0.3)) == pytest.approx(0.3)
    assert likelihood(0.0) == 0.5


def test_nothing_is_beyond_numbers() -> None:
    assert likelihood(1e9) <= 1
    assert likelihood(-1e9) >= 0
    assert odds_of(0.0) == pytest.approx(-odds_of(1.0))
