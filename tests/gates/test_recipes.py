"""Results of the papers, reproduced on generated webs: time distinguishes the editions of a recurring event.

The referee of the paper, C-F, cannot tell editions apart. Here it is CT-F.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from tidings.lab.bench.experiment import run
from tidings.lab.bench.recipes import RECIPES
from tidings.lab.report.summary import Summary

WEBS = 2
PAGES = 2000


def _summary(recipe: str, *names: str) -> Summary:
    experiment = RECIPES[recipe].experiment(WEBS, PAGES)
    chosen = {name: experiment.strategies[name] for name in names}
    experiment = replace(experiment, strategies=chosen, referee="ct-f")
    results, webs = run(experiment, processes=1)
    return Summary(experiment, webs, results)


@pytest.mark.gate
@pytest.mark.slow
def test_content_and_time_together_accumulate_most_for_recurring_events() -> None:
    names = ("CT-F", "C-F", "T-F", "unfocused", "CT-F, fixed decay")
    summary = _summary("arc", *names)
    assert len(summary.results) == WEBS * 4 * len(names)
    for figure in ("accumulated", "found"):
        means = {name: summary.mean(name, figure).value.mean for name in names}
        best = means.pop("CT-F")
        assert best > max(means.values()), f"{figure}: CT-F {best:.1f}, {means}"
