"""The log file of ``--log``."""

from __future__ import annotations

import json
import logging
import re
from datetime import datetime
from pathlib import Path

import pytest

from tidings.cli import main
from tidings.commands.terminal.log import logging_to

LOGGER = logging.getLogger("tidings.test")


def test_each_record_is_a_line_with_time_level_and_logger(tmp_path: Path) -> None:
    path = tmp_path / "x.log"
    for _ in range(2):
        with logging_to(path):
            LOGGER.info("a.example: closed, %s", "three failures\n in a row \x1b[31m")
            LOGGER.debug("not written")
    lines = path.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 2, "a second run appends"
    expected = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z INFO tidings\.test: a\.example: closed, three failures\\n in a row �\[31m"
    assert re.fullmatch(expected, lines[0])


def test_without_a_file_nothing_is_written_anywhere(capsys: pytest.CaptureFixture[str]) -> None:
    with logging_to(None):
        LOGGER.warning("nobody reads this")
    assert capsys.readouterr() == ("", "")


def test_the_option_stands_before_the_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "x.log"
    assert main(["--log", str(path), "status", str(tmp_path)]) == 1
    assert path.exists()
    assert not logging.getLogger("tidings").handlers


def test_a_log_that_cannot_be_written_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--log", str(tmp_path / "nowhere" / "x.log"), "status"]) == 1
    assert "No such file" in capsys.readouterr().err


def test_the_log_can_be_lines_of_json(tmp_path: Path) -> None:
    path = tmp_path / "log"
    with logging_to(path, "json"):
        logger = logging.getLogger("tidings.test")
        logger.warning("%s: closed\nafter a break", "a.example")
        try:
            raise ValueError("no number")
        except ValueError:
            logger.exception("it broke")
    first, second = map(json.loads, path.read_text().splitlines())
    assert (first["level"], first["part"]) == ("WARNING", "tidings.test")
    assert first["message"] == "a.example: closed\nafter a break"
    assert datetime.fromisoformat(first["time"]).tzinfo
    assert "no number" in second["error"]
