"""The default on generated webs of other kinds than news, with floors."""

from __future__ import annotations

from pathlib import Path
from statistics import mean

import pytest

from tidings.lab.bench.experiment import Experiment, Generated, run
from tidings.lab.bench.strategies import parse
from tidings.lab.bench.trial import Conditions

FLOORS = {"encyclopedia": (0.65, 0.87), "notices": (0.80, 0.75), "shop": (0.45, 0.70)}
"""Share found after a tenth of the pages, and F1 of keeping; about a tenth below what is seen."""


@pytest.mark.gate
@pytest.mark.slow
@pytest.mark.parametrize("kind", FLOORS)
def test_the_default_holds_on_other_kinds_of_web(kind: str, tmp_path: Path) -> None:
    webs = tuple(Generated(seed, 800, kind=kind) for seed in (1, 2))
    experiment = Experiment("Gate", webs, parse("auto"), (), Conditions(share=0.1), cache=tmp_path)
    results, _ = run(experiment, processes=1)
    found = mean(one.figures["recall_10"] or 0.0 for one in results)
    kept = mean(one.figures["kept_f1"] or 0.0 for one in results)
    assert found >= FLOORS[kind][0], (found, kept)
    assert kept >= FLOORS[kind][1], (found, kept)
