"""``status`` and ``why`` as JSON, and the exit codes of crawls."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.collection.stored_pages import Shelf, StoredPage
from tidings.cli import main
from tidings.commands.crawling.crawl import EXIT_CODES, INTERRUPTED, exit_code
from tidings.learn.calibration import CALIBRATION
from tidings.model import Outcome, State, Stop

ROOT = Path(__file__).parents[3]
HOSTILE = "=cmd()\x1b[31m\u202e"
PAGES = (
    StoredPage(
        "http://a.example/1", "At least 12 people were killed there on Monday.", HOSTILE, score=0.6
    ),
    StoredPage("http://b.example/2", outcome=Outcome.REJECTED, score=0.1),
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    Shelf(tmp_path / "c").save(*PAGES)
    return tmp_path / "c"


def _printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[str, dict]:
    assert main(list(arguments)) == 0
    out = capsys.readouterr().out
    return out, json.loads(out)


def test_status_is_json(folder, capsys):
    _, status = _printed(capsys, "status", str(folder), "--json")
    assert status["folder"] == str(folder)
    assert (status["state"], status["running"], status["broken_off"]) == (None, False, False)
    assert {line["outcome"]: line["count"] for line in status["outcomes"]} == {
        "kept": 1,
        "rejected": 1,
    }
    assert {host["host"] for host in status["hosts"]} == {"a.example", "b.example"}
    right = {page.score: CALIBRATION.probability(page.score) for page in PAGES}
    assert status["expected"] == {
        "precision": round(right[0.6], 2),
        "recall": round(right[0.6] / sum(right.values()), 2),
    }


def test_status_says_how_right_it_expects_to_be(folder, capsys):
    assert main(["status", str(folder)]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert f"About {CALIBRATION.probability(0.6):.0%} of the kept pages should be about" in told


def test_status_expects_nothing_of_a_wrong_event_file(folder, capsys):
    (folder / "event.toml").write_text("name = ", encoding="utf-8")
    _, status = _printed(capsys, "status", str(folder), "--json")
    assert status["expected"] is None


def test_why_is_json_without_harm(folder, capsys):
    out, row = _printed(capsys, "why", str(folder), "http://a.example/1", "--json")
    assert (row["outcome"], row["score"], row["dead"]) == ("kept", 0.6, 12)
    assert row["text"] == PAGES[0].text
    assert (row["path"], row["threshold"] > 0) == ([], True)
    assert row["title"].startswith("=cmd()")
    assert not set(out) & {"\x1b", "\u202e"}


def test_why_of_an_unknown_url_is_an_error(folder, capsys):
    assert main(["why", str(folder), "http://no.example/", "--json"]) == 1
    assert "never met in this collection" in capsys.readouterr().err


def _ending(state: State, stopped: Stop | None = None) -> SimpleNamespace:
    return SimpleNamespace(state=state, stopped=stopped)


def test_every_end_of_a_crawl_has_its_exit_code():
    ends = (State.FINISHED, State.STARVED, State.OUT_OF_BUDGET, State.STOPPED)
    codes = [exit_code(_ending(state)) for state in ends]  # type: ignore[arg-type]
    codes.append(exit_code(_ending(State.STOPPED, Stop.INTERRUPTED)))  # type: ignore[arg-type]
    assert codes == [0, 3, 4, 5, 130]
    assert exit_code(_ending(State.STOPPED, Stop.JUDGING_FAILED)) == 1  # type: ignore[arg-type]


@pytest.mark.parametrize("code", [*EXIT_CODES.values(), 1, 2, INTERRUPTED])
def test_every_exit_code_is_documented(code):
    assert f"| {code} | " in (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
