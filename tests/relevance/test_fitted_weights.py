"""The weights of ``auto`` can be made again: the fit, what it would have kept unseen, and the committed values."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from statistics import fmean

import numpy as np
import pytest

from benchmarks import fit_weights
from benchmarks.fit_weights import (
    LARGEST,
    PRIOR,
    WEIGHTS,
    Visited,
    differ,
    fitted,
    keeping,
    read,
    says,
    step,
    weights_of,
    write,
)
from tidings.relevance.weights import AUTO

NONE = np.zeros(len(WEIGHTS))
BASE = WEIGHTS.index("base")


def pages(*pairs: tuple[bool, float], missed: int = 0) -> Visited:
    """Return pages by truth and log-odds, each of which the first weight moves by 2 if it is doubled."""
    effects = np.zeros((len(pairs), len(WEIGHTS)))
    effects[:, BASE] = 2.0
    truth, odds = zip(*pairs, strict=True)
    return Visited(np.array(truth, float), np.array(odds), effects, missed)


def test_the_committed_weights_are_near_the_fit_of_the_recorded_webs() -> None:
    fit = read()
    assert len(fit.webs) >= 9
    assert all(web.digests and web.pages for web in fit.webs.values())
    assert differ(fit) <= LARGEST


def test_no_other_weights_would_have_kept_better_on_webs_they_were_not_fitted_to() -> None:
    webs = read().webs.values()
    assert fmean(web.unseen for web in webs) <= fmean(web.committed for web in webs) + 0.01


@pytest.mark.parametrize(
    ("name", "times"),
    [
        ("base", 2.0),
        ("likeness_power", 2.0),
        ("keyword_gain", 2.0),
        ("no_place", 2.0),
        ("section_gain", 0.5),
        ("list_penalty", 0.5),
        ("decay_after", 0.5),
    ],
)
def test_a_committed_weight_far_from_the_fit_is_found(
    name: str, times: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed = replace(AUTO, **{name: times * getattr(AUTO, name)})
    monkeypatch.setattr(fit_weights, "AUTO", changed)
    assert differ(read()) > LARGEST


def test_slope_and_curvature_by_hand() -> None:
    # Two pages of log-odds 0: likely .5, so the misfits are -.5 and .5. The tasks weigh 100 together, a page 50.
    # Slope: 50 * 2 * (-.5 + .5) = 0. Curvature: 50 * 2 * 2 * .25 for each page, 100 together.
    found = says([pages((True, 0.0), (False, 0.0))], NONE)
    assert (found.slope[BASE], found.curve[BASE, BASE]) == pytest.approx((0.0, 100.0))
    # Both are relevant: slope 50 * 2 * (-.5 - .5) = -100.
    found = says([pages((True, 0.0), (True, 0.0))], NONE)
    assert found.slope[BASE] == pytest.approx(-100.0)


def test_one_step_by_hand() -> None:
    # The prior of .1 adds a curvature of 1 / .1^2 = 100. Slope -100, curvature 100 + 100: the weight grows by a half.
    assert PRIOR == 0.1
    web = says([pages((True, 0.0), (True, 0.0))], NONE)
    assert step([web], NONE, NONE)[BASE] == pytest.approx(0.5)
    # Two such webs: 200 / 300. If .3 more was committed, the prior pulls there: (100 + 100 * .3) / 200 = .65.
    assert step([web, web], NONE, NONE)[BASE] == pytest.approx(2 / 3)
    committed = NONE.copy()
    committed[BASE] = 0.3
    assert step([web], NONE, committed)[BASE] == pytest.approx(0.65)


def test_the_fit_is_where_no_step_moves_it() -> None:
    webs = [[pages((True, 0.4), (False, 0.2), (True, -1.0))], [pages((True, 0.1), (False, -3.0))]]
    change = fitted(webs)
    assert change[BASE] > 0.01
    assert step([says(tasks, change) for tasks in webs], change, NONE) == pytest.approx(change)
    assert fitted([]) == pytest.approx(NONE)


def test_keeping_by_hand() -> None:
    # The line is at log(.4 / .6) = -.405: kept are .1 and -.3, of which one is right; another one has no word.
    # F1 = 2 * 1 / (2 + 2) = .5. With a tenth less of a weight of 2, -.3 sinks to -.5: 2 * 1 / (1 + 2) = .667.
    task = pages((True, 0.1), (False, -0.3), (False, -4.0), missed=1)
    assert keeping([task], NONE) == pytest.approx(0.5)
    lower = NONE.copy()
    lower[BASE] = -0.1
    assert keeping([task], lower) == pytest.approx(2 / 3)
    assert keeping([task, pages((True, 1.0))], NONE) == pytest.approx(0.75)


def test_a_fit_comes_back_from_its_file(tmp_path: Path) -> None:
    fit = read()
    write(fit, tmp_path / "fit.json")
    again = read(tmp_path / "fit.json")
    assert weights_of(again) == pytest.approx(weights_of(fit))
    assert {name: web.unseen for name, web in again.webs.items()} == {
        name: web.unseen for name, web in fit.webs.items()
    }
