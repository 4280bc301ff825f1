"""The order ``auto`` on recorded sites of universities, with floors: pages of a kind among the first quarter."""

from __future__ import annotations

from pathlib import Path

import pytest

from tidings.lab.experiment import Experiment, Recorded, run
from tidings.lab.strategies import parse
from tidings.lab.trial import Conditions

TASKS = Path(__file__).parents[3] / "shared" / "data" / "webs" / "webkb.tasks.toml"
FLOORS = {"course": 0.62, "faculty": 0.47, "project": 0.65}
"""Of the reachable relevant pages; a few hundredths below what is found, for ties may fall otherwise."""
RELEVANT = {"course": 270, "faculty": 284, "project": 183}


@pytest.mark.gate
@pytest.mark.slow
def test_pages_of_a_kind_are_found(tmp_path: Path) -> None:
    if not TASKS.exists():
        pytest.skip(f"the recorded web {TASKS} is missing")
    experiment = Experiment(
        "Gate",
        (Recorded(TASKS),),
        parse("auto"),
        (0,),
        Conditions(share=0.25),
        tuple(FLOORS),
        cache=tmp_path,
    )
    results, _ = run(experiment, processes=1)
    found = {one.task: (one.figures["found"] or 0.0) / RELEVANT[one.task] for one in results}
    assert all(found[task] >= floor for task, floor in FLOORS.items()), found
