"""The command ``streams``: queries are shown and changed; ``status`` says how fresh pages were."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.crawl.test_posts import Posts, crawl, post
from tidings.cli import main
from tidings.crawl.pushed.following import choose
from tidings.event.file import load

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


def test_followed_queries_are_shown_and_can_be_removed(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = "Flood, flood: the flood in #harwick street"
    crawl(folder, Posts(*(post(number, text=f"{said} {number}") for number in range(1, 7))))
    (folder / "event.toml").write_text(EVENT.replace("[fetch]", "follow = 1\n[fetch]"), "utf-8")
    settings = load(folder / "event.toml")
    assert choose(folder, settings) == ("tag:harwick",)
    assert main(["streams", str(folder)]) == 0
    assert "followed by itself" in capsys.readouterr().out
    assert main(["status", str(folder), "--json"]) == 0
    queries = json.loads(capsys.readouterr().out)["queries"]
    assert queries["followed"] == ["tag:harwick"]
    assert "tag:harwick" not in queries["proposed"]
    assert main(["streams", str(folder), "--remove", "tag:Harwick"]) == 0
    assert "harwick" not in capsys.readouterr().out
    assert "tag:harwick" not in choose(folder, settings)


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
    assert "May be worth following: tag:harwick" in shown
    assert "6 dated pages were 1.0 hours old when fetched" in shown
    assert "the kept ones 1.0 hours" in shown
    assert main(["export", str(folder), "--out", str(folder / "all.csv")]) == 0
    assert ",1.0," in (folder / "all.csv").read_text("utf-8")
