from __future__ import annotations

from collections.abc import Iterable
from random import Random

import pytest

from tidings.frontier.stopping import BLOCK, BLOCKS, RECENT_BLOCKS, Estimate, Outlook


def seen(catches: Iterable[int], outlook: Outlook | None = None) -> Outlook:
    """Return what is known after blocks of which so many pages were kept."""
    outlook = outlook or Outlook()
    for catch in catches:
        for number in range(BLOCK):
            outlook.visited(kept=number < catch)
    return outlook


def test_nothing_is_said_before_enough_links_were_visited() -> None:
    assert seen([0] * (RECENT_BLOCKS - 1)).recent_yield == 1.0
    assert seen([0] * (BLOCKS - 1)).estimate(0) is None
    assert seen([0] * BLOCKS).recent_yield == 0.0


def test_the_recent_yield_is_what_the_last_blocks_brought() -> None:
    assert seen([90] * 5 + [10, 8, 6, 4, 2]).recent_yield == pytest.approx(30 / 500)


def test_a_catch_that_halves_is_extrapolated_to_its_end() -> None:
    """Each block takes a fifth of what is left of 200 pages; 100 had been found before."""
    left, catches = 200.0, []
    for _ in range(BLOCKS):
        catches.append(round(left / 5))
        left -= catches[-1]
    kept = 100 + sum(catches)
    estimate = seen(catches).estimate(kept)
    assert estimate
    assert estimate.total == pytest.approx(300, abs=3)
    assert kept <= estimate.low < estimate.total < estimate.high
    assert kept / estimate.high == estimate.coverage < kept / estimate.total


def test_no_end_is_foreseen_while_the_catch_does_not_sink() -> None:
    assert seen([5] * BLOCKS).estimate(50) is None
    assert seen(range(BLOCKS)).estimate(45) is None


def test_where_nothing_is_found_any_more_hardly_anything_is_left() -> None:
    assert seen([50] * 3 + [0] * BLOCKS).estimate(150) == Estimate(150, 150, 150, 153)


def test_the_estimate_reads_as_a_sentence() -> None:
    assert str(Estimate(204, 212, 206, 240)) == (
        "about 4% of an estimated 212 relevant pages are still out (95 %: 206-240)"
    )


def test_the_interval_holds_the_truth_nearly_always() -> None:
    """Of 300 pages every link finds each one that is left with the same small chance."""
    held = 0
    for seed in range(200):
        chance, left, catches = Random(seed), 300, []
        for _ in range(BLOCKS):
            catches.append(sum(chance.random() < 0.15 for _ in range(left)))
            left -= catches[-1]
        estimate = seen(catches).estimate(300 - left)
        assert estimate
        held += estimate.low <= 300 <= estimate.high
    assert held >= 180


def test_a_later_run_goes_on_where_the_last_one_was() -> None:
    whole = seen([60, 50, 40, 30, 25, 20, 15, 10, 5, 4, 3])
    half = seen([60, 50, 40, 30, 25, 20])
    half.visited(kept=True)
    again = Outlook.from_text(half.to_text())
    for number in range(BLOCK - 1):
        again.visited(kept=number < 14)
    assert seen([10, 5, 4, 3], again).estimate(262) == whole.estimate(262)
    assert again.recent_yield == whole.recent_yield
