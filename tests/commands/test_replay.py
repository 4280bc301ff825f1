"""``tidings replay`` starts pywb with the files of the collection, or says how to get it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.archive.captures import capture
from tests.collection.archived_pages import archive
from tidings.cli import main

STAND_IN = """#!/bin/sh
while [ "$1" != -d ]; do shift; done
cp "$2/config.yaml" "{seen}"
"""


def test_it_says_how_to_get_pywb(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main(["replay", str(tmp_path)]) == 1
    assert "pipx install pywb" in capsys.readouterr().err
    assert main(["replay", str(tmp_path), "--pywb", "elsewhere/wayback"]) == 1
    assert "no such program" in capsys.readouterr().err


def test_pywb_gets_the_index_and_the_archive(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = archive(tmp_path / "flood", [capture()])
    (folder / "indexes" / "index.cdxj").unlink()
    seen, program = tmp_path / "seen.json", tmp_path / "wayback"
    program.write_text(STAND_IN.format(seen=seen))
    program.chmod(0o755)
    assert main(["replay", str(folder), "--pywb", str(program), "--port", "8499"]) == 0
    paths = json.loads(seen.read_text())["collections"]["flood"]
    assert paths["archive_paths"] == f"{folder}/archive/"
    assert "news.example/flood" in Path(paths["index_paths"]).read_text()
    assert "http://127.0.0.1:8499/flood/" in capsys.readouterr().out


def test_a_folder_without_a_collection_is_an_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(tmp_path), "--pywb", "/bin/true"]) == 1
    assert "no collection here" in capsys.readouterr().err


def test_pywb_ends_with_the_command(tmp_path: Path) -> None:
    folder = archive(tmp_path / "flood", [capture()])
    started, program = tmp_path / "started", tmp_path / "wayback"
    program.write_text(
        f"#!/bin/sh\necho $$ > {started}.new && mv {started}.new {started}\nexec sleep 60\n"
    )
    program.chmod(0o755)
    command = [sys.executable, "-m", "tidings", "replay", str(folder), "--pywb", str(program)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        for _ in range(600):
            if started.exists():
                break
            time.sleep(0.1)
        process.terminate()
        assert process.wait(timeout=60) == 0
    with pytest.raises(ProcessLookupError):
        os.kill(int(started.read_text()), 0)
