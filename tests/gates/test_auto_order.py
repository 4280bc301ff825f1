"""The order ``auto`` on recorded webs, with floors: how much of what is sought is among the first pages."""

from __future__ import annotations

from pathlib import Path
from statistics import mean

import pytest

from tests.corpora import corpus
from tidings.lab.bench.experiment import Experiment, Recorded, run
from tidings.lab.bench.strategies import parse
from tidings.lab.bench.trial import Conditions

NEEDLES = ("needle-01", "needle-04", "needle-06")
HAYSTACKS = ("haystack-2", "haystack-3", "haystack-5")
NEEDLE_FLOOR, HAYSTACK_FLOOR = 0.80, 0.85
COURSE_FLOOR = 0.62
"""Of the reachable relevant pages; a few hundredths below what is found, for ties may fall otherwise."""
COURSES = 270
KEPT_FLOOR = 0.45
"""F1 of the decision to keep, over the pages visited."""


def figures(
    web: str, tasks: tuple[str, ...], share: float, cache: Path
) -> dict[str, dict[str, float | None]]:
    """Return the figures of each task, once ``auto`` has visited a share of the web."""
    recorded = corpus(f"webs/{web}.tasks.toml")
    experiment = Experiment(
        "Gate",
        (Recorded(recorded),),
        parse("auto"),
        (0,),
        Conditions(share=share),
        tasks,
        cache=cache,
    )
    results, _ = run(experiment, processes=1)
    return {one.task: one.figures for one in results}


@pytest.mark.gate
@pytest.mark.slow
def test_most_of_what_is_sought_is_found_early(tmp_path: Path) -> None:
    of_task = figures("gva-dev", NEEDLES + HAYSTACKS, 0.05, tmp_path)
    found = {task: one["recall_5"] or 0.0 for task, one in of_task.items()}
    assert mean(found[task] for task in NEEDLES) >= NEEDLE_FLOOR, found
    assert mean(found[task] for task in HAYSTACKS) >= HAYSTACK_FLOOR, found


@pytest.mark.gate
@pytest.mark.slow
def test_pages_of_a_kind_are_found_and_kept(tmp_path: Path) -> None:
    course = figures("webkb", ("course",), 0.25, tmp_path)["course"]
    assert (course["found"] or 0.0) / COURSES >= COURSE_FLOOR
    assert (course["kept_f1"] or 0.0) >= KEPT_FLOOR
