"""The command ``streams``: queries are shown and changed; ``status`` says how fresh pages were."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.crawl.test_posts import Posts, crawl, post
from tidings.cli import main

EVENT = """name = "Flood"
[what]
keywords = ["flood"]
[streams]
services = ["bluesky"]
[fetch]
contact = "you@example.org"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "event.toml").write_text(EVENT, "utf-8")
    return tmp_path


def test_queries_are_changed_and_shown(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(
            [
                "streams",
                str(folder),
                "--add",
                "tag:#Harwick",
                "--remove",
                "word:flood",
                "--add",
                "word:dam",
            ]
        )
        == 0
    )
    assert main(["streams", str(folder)]) == 0
    shown = capsys.readouterr().out
    assert "harwick" in shown
    assert "flood" not in shown
    assert json.loads((folder / "queries.json").read_text("utf-8"))["remove"] == ["word:flood"]


def test_what_is_no_query_is_explained(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["streams", str(folder), "--add", "flood"]) == 1
    assert "allowed: word:..." in capsys.readouterr().err


def test_proposals_and_freshness_are_shown(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = "Flood, flood: the flood in #harwick street"
    crawl(folder, Posts(*(post(number, text=f"{said} {number}") for number in range(1, 7))))
    assert main(["streams", str(folder)]) == 0
    assert "tag:harwick" in capsys.readouterr().out
    assert main(["status", str(folder)]) == 0
    shown = capsys.readouterr().out
    assert "6 dated pages were 1.0 hours old when fetched" in shown
    assert "the kept ones 1.0 hours" in shown
    assert main(["export", str(folder), "--out", str(folder / "all.csv")]) == 0
    assert ",1.0," in (folder / "all.csv").read_text("utf-8")
