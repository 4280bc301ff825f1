"""The order ``auto`` on a recorded news web, with floors: how much of what is sought is among the first twentieth of the pages."""

from __future__ import annotations

from pathlib import Path
from statistics import mean

import pytest

from tidings.lab.experiment import Experiment, Recorded, run
from tidings.lab.strategies import parse
from tidings.lab.trial import Conditions

TASKS = Path(__file__).parents[3] / "shared" / "data" / "webs" / "gva-dev.tasks.toml"
NEEDLES = ("needle-01", "needle-04", "needle-06")
HAYSTACKS = ("haystack-2", "haystack-3", "haystack-5")
NEEDLE_FLOOR, HAYSTACK_FLOOR = 0.80, 0.85


@pytest.mark.gate
@pytest.mark.slow
def test_most_of_what_is_sought_is_found_early(tmp_path: Path) -> None:
    if not TASKS.exists():
        pytest.skip(f"the recorded web {TASKS} is missing")
    experiment = Experiment(
        "Gate",
        (Recorded(TASKS),),
        parse("auto"),
        (0,),
        Conditions(share=0.05),
        NEEDLES + HAYSTACKS,
        cache=tmp_path,
    )
    results, _ = run(experiment, processes=2)
    found = {one.task: one.figures["recall_5"] or 0.0 for one in results}
    assert mean(found[task] for task in NEEDLES) >= NEEDLE_FLOOR, found
    assert mean(found[task] for task in HAYSTACKS) >= HAYSTACK_FLOOR, found
