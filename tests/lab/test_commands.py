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


def test_a_recipe_can_have_the_referee_of_its_paper(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    small = ["--seeds", "1", "--pages", "300", "--processes", "1", "-o", str(tmp_path)]
    assert main(["lab", "recipe", "arc", "--referee", "c-f", *small]) == 0
    assert json.loads((tmp_path / "report.json").read_text())["referee"] == "c-f"
    assert main(["lab", "recipe", "int", "--referee", "c-f", *small]) == 1
    assert "accumulates no measure" in capsys.readouterr().err
