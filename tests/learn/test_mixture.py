"""The mixture of experts: what its weights do, worked out by hand, and how it is kept."""

from __future__ import annotations

import math

import pytest

from tidings.learn.link_model import LinkModel
from tidings.learn.mixture import Mixture


def taught(rounds: int) -> Mixture:
    """Return a mixture that saw an expert who is right and one who is wrong."""
    mixture = Mixture()
    for number in range(rounds):
        good = number % 2
        experts = (2.0, 0.0) if good else (0.0, 2.0)
        mixture.meet(experts)
        mixture.learn(experts, sum(experts), float(good))
    return mixture


def test_without_lessons_the_experts_are_added_up() -> None:
    mixture = Mixture()
    mixture.meet((1.0, -2.0))
    assert mixture.correction((3.0, 1.0)) == 0.0


def test_one_lesson_worked_out_by_hand() -> None:
    mixture = Mixture()
    mixture.meet((0.0, 0.0))
    mixture.meet((2.0, 1.0))  # the means are 1.0 and 0.5
    mixture.learn((2.0, 1.0), 0.0, 1.0)
    # The error is 0.5 - 1 = -0.5; the slopes are -0.5 * 1 and -0.5 * 0.5; the squares begin at 1.
    first = 1.0 + 0.1 * 0.5 / math.sqrt(1.25)
    second = 1.0 + 0.1 * 0.25 / math.sqrt(1.0625)
    assert mixture.weights == pytest.approx([first, second])
    assert mixture.correction((2.0, 1.0)) == pytest.approx((first - 1.0) + 0.5 * (second - 1.0))


def test_the_expert_who_is_right_is_trusted_more() -> None:
    right, wrong = taught(100).weights
    assert right > 1.2 > 0.8 > wrong


def test_no_expert_is_silenced_or_drowns_out_the_others() -> None:
    weights = taught(5000).weights
    assert max(weights) <= 3.0
    assert min(weights) >= 0.1


def test_what_all_links_have_in_common_changes_nothing() -> None:
    mixture = Mixture()
    for _ in range(50):
        mixture.meet((1.0, 1.0))
        mixture.learn((1.0, 1.0), 2.0, 0.0)
    assert mixture.correction((1.0, 1.0)) == 0.0
    assert mixture.weights == [1.0, 1.0]


def test_a_link_model_keeps_its_mixture_and_reads_older_files() -> None:
    model = LinkModel()
    model.mixture = taught(30)
    text = model.to_text()
    again = LinkModel.from_text(text).mixture
    assert again.to_numbers() == model.mixture.to_numbers()
    assert again.correction((2.0, 0.0)) > 0
    older = text.replace('"experts"', '"unknown"')
    assert LinkModel.from_text(older).mixture.weights == []
    for damaged in ('"experts": [[1e999', '"experts": [["x"', '"experts": [[]'):
        with pytest.raises(ValueError, match="damaged"):
            LinkModel.from_text(
                text.replace('"experts": [[', damaged + ", ").replace("[], ", "[0], ")
            )


def test_experts_of_another_version_are_ignored_until_new_ones_are_met() -> None:
    mixture = taught(10)
    assert mixture.correction((1.0, 1.0, 1.0)) == 0.0
    mixture.learn((1.0, 1.0, 1.0), 0.0, 1.0)
    mixture.meet((1.0, 1.0, 1.0))
    assert mixture.weights == [1.0, 1.0, 1.0]
