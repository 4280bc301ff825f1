"""The command ``seeds``: the funnel, the tables and the files it writes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.read.posts import samples
from tidings.cli import main


@pytest.fixture
def posts(tmp_path: Path) -> Path:
    path = tmp_path / "posts.jsonl"
    lines = [samples.TWEET, samples.JETSTREAM, samples.MASTODON, samples.FLAT_TWEET, {"no": "post"}]
    path.write_text("\n".join(map(json.dumps, lines)), "utf-8")
    return path


def test_seeds_are_chosen_and_written(
    posts: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, priors = tmp_path / "seeds.txt", tmp_path / "sources.json"
    words = ["--keyword", "flood", "--keyword", "harwick", "--out", str(out)]
    assert main(["seeds", str(posts), *words, "--priors", str(priors), "--type", "flood"]) == 0
    shown = capsys.readouterr().out
    assert "with a keyword" in shown
    assert "lines that hold no post" in shown
    assert "2024-03-05" in shown
    assert set(out.read_text("utf-8").split()) == {
        "https://news.example/flood",
        "https://other.example/quoted",
        "https://a.example/1",
        "https://b.example/2",
    }
    assert json.loads(priors.read_text("utf-8"))["flood"]["news.example"] == {"good": 2, "bad": 1}


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["-n", "0"], "allowed: 1 or more"),
        (["--field", "colour=x"], "text=COLUMN"),
        (["--priors", "x.json"], "--type"),
    ],
)
def test_wrong_arguments_are_explained(
    arguments: list[str], complaint: str, posts: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["seeds", str(posts), *arguments]) == 1
    assert complaint in capsys.readouterr().err


def test_a_missing_file_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["seeds", "nowhere.jsonl"]) == 1
    assert "nowhere.jsonl" in capsys.readouterr().err
