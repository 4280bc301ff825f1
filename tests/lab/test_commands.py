from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tidings.cli import main

HEAVY = ("numpy", "aiohttp", "tidings.read", "tidings.crawl", "tidings.lab.web", "tidings.lab.run")


def test_describing_the_commands_imports_nothing_heavy() -> None:
    script = f"import sys, tidings.lab.commands; print([name for name in {HEAVY} if name in sys.modules])"
    finished = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert finished.stdout == "[]\n", finished.stderr


@pytest.mark.parametrize(("chosen", "referee"), [([], "c-f"), (["--referee", "ct-f"], "ct-f")])
def test_a_recipe_has_the_referee_of_its_paper_or_another(
    tmp_path: Path, chosen: list[str], referee: str
) -> None:
    small = ["--seeds", "1", "--pages", "300", "--processes", "1", "-o", str(tmp_path)]
    assert main(["lab", "recipe", "arc", *chosen, *small]) == 0
    assert json.loads((tmp_path / "report.json").read_text())["referee"] == referee


def test_a_recipe_that_accumulates_no_measure_has_no_referee(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["lab", "recipe", "int", "--referee", "c-f", "-o", str(tmp_path)]) == 1
    assert "accumulates no measure" in capsys.readouterr().err
