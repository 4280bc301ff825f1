"""``tidings terms`` shows what it found, writes it, and says what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from tidings.cli import main
from tidings.event.file import load
from tidings.event.suggest import Suggestion
from tidings.event.template import render


def test_the_command_prints_and_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    event = tmp_path / "event.toml"
    event.write_text(
        render("Courses", Suggestion({"sql": 1.0}, {"Ghent": 1.0}), seeds=["https://cs.example/"])
    )
    (tmp_path / "one.txt").write_text("Syllabus: grading and exam. Grading of the exam.")
    (tmp_path / "two.html").write_text(
        "<title>Syllabus</title><p>SQL, a grading in SQL. The exam. SQL"
    )
    files = [str(tmp_path / "one.txt"), "--content", str(tmp_path / "two.html")]
    assert main(["terms", *files, "-n", "3", "--write", str(event)]) == 0
    shown = capsys.readouterr().out
    assert "grading exam" in shown
    assert "relevance.measure" in shown
    genre = load(event).event.genre
    assert genre.terms == ("grading exam", "exam", "grading")
    assert genre.content[0] == "sql"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere.txt"], "cannot be read"),
        (["picture.png"], "cannot be a reference"),
        (["brief.txt"], "no word that occurs twice"),
        (["brief.txt", "-n", "0"], "-n: found 0; allowed"),
        (["https://cs.example/"], "--contact"),
    ],
)
def test_the_command_says_what_is_wrong(
    tmp_path: Path, arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "brief.txt").write_text("Bombs went off at the airport.")
    options = [str(tmp_path / arg) if arg.endswith((".txt", ".png")) else arg for arg in arguments]
    assert main(["terms", *options]) == 1
    assert message in " ".join(capsys.readouterr().err.split())
