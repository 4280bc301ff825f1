"""Every command of the tutorials is run as it is printed, against the generated web."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

TUTORIALS = Path(__file__).parent.parent / "docs" / "tutorials"
OTHERS = sorted(path.stem for path in TUTORIALS.glob("*.md") if path.stem != "index")
_ACCEPTED = (
    'tidings() { [ "$1" = serve ] && exec tidings "$@"; command tidings "$@" || [ $? -eq 4 ]; }\n'
)
"""A crawl of the tutorials may end with its budget, which it says by exit code 4; a server is ended by its number."""
_BLOCK = re.compile(r"^```sh\n(.*?)^```", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def practised(tmp_path_factory) -> Iterator[Path]:
    """Return a folder in which the first steps were made, while the web is served."""
    folder = tmp_path_factory.mktemp("experiments")
    tidings = [sys.executable, "-m", "tidings", "lab", "serve", "--port", "0"]
    server = subprocess.Popen(tidings, cwd=folder, stdout=subprocess.PIPE, text=True)
    assert server.stdout
    for line in server.stdout:
        if "another terminal" in line:
            break
    try:
        _run("index", folder)
        yield folder
    finally:
        server.terminate()
        server.communicate(timeout=60)


def _run(name: str, folder: Path) -> None:
    """Run the commands of a tutorial in their order; the first that fails ends it."""
    environment = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "COLUMNS": "120",
    }
    document = (TUTORIALS / f"{name}.md").read_text(encoding="utf-8")
    for block in _BLOCK.findall(document):
        script = ["bash", "-eu", "-c", _ACCEPTED + block]
        ran = subprocess.run(
            script, cwd=folder, env=environment, capture_output=True, text=True, timeout=600
        )
        assert ran.returncode == 0, f"{name}:\n{block}\n{ran.stdout[-2000:]}\n{ran.stderr[-2000:]}"


def test_the_first_steps_lead_to_a_collection(practised) -> None:
    assert list(practised.glob("practice/flood-valencia-2022/archive/*.warc.gz"))


@pytest.mark.parametrize("name", OTHERS)
def test_every_command_of_a_tutorial_works(name: str, practised, tmp_path) -> None:
    folder = tmp_path / "experiments"
    shutil.copytree(practised, folder)
    _run(name, folder)
