"""The order ``auto`` on recorded sites of universities, with floors: pages of a kind among the first quarter."""

from __future__ import annotations

from pathlib import Path

import pytest

from tidings.lab.experiment import Experiment, Recorded, run
from tidings.lab.strategies import parse
from tidings.lab.trial import Conditions

TASKS = Path(__file__).parents[3] / "shared" / "data" / "webs" / "webkb.tasks.toml"
FLOOR = 0.62
"""Of the reachable relevant pages; a few hundredths below what is found, for ties may fall otherwise."""
RELEVANT = 270


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
        ("course",),
        cache=tmp_path,
    )
    ((result,), _) = run(experiment, processes=1)
    assert (result.figures["found"] or 0.0) / RELEVANT >= FLOOR
