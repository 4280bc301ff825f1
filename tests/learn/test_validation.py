"""Folds, held-out predictions and F1."""

from __future__ import annotations

import numpy as np
import pytest

from tidings.learn.fit import Array, Numbers
from tidings.learn.validation import NEVER, dealt, f1, f1_of_counts, held_out


def test_examples_are_dealt_out_in_turn() -> None:
    assert dealt(5, 2).tolist() == [0, 1, 0, 1, 0]
    assert dealt(0, 3).tolist() == []


def test_each_example_is_scored_without_its_own_fold() -> None:
    seen_for: dict[tuple[int, ...], list[int]] = {}

    def predict(seen: Numbers, unseen: Numbers) -> Array:
        seen_for[tuple(unseen.tolist())] = seen.tolist()
        return unseen + 0.5

    scores = held_out(np.array([0, 1, NEVER, 0]), (4,), predict)
    assert scores.tolist() == [0.5, 1.5, 0.0, 3.5]
    assert seen_for == {(0, 3): [1, 2], (1,): [0, 2, 3]}


@pytest.mark.parametrize(("right", "chosen", "relevant"), [(2, 3, 4), (0, 3, 4), (4, 4, 4)])
def test_f1_is_the_same_from_counts_and_from_shares(right: int, chosen: int, relevant: int) -> None:
    assert f1_of_counts(right, chosen, relevant) == pytest.approx(
        f1(right / chosen, right / relevant)
    )


def test_f1_without_any_decision_is_0() -> None:
    assert f1(0.0, 0.0) == f1_of_counts(0, 0, 0) == 0.0
