"""The questions of ``tidings new``, answered at a real pseudo-terminal."""

from __future__ import annotations

import contextlib
import os
import pty
import re
import select
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest

PATIENCE = 60.0
"""Seconds to wait for a question."""
_CODES = re.compile(rb"\x1b\[[0-9;?]*[a-zA-Z]")


class Terminal:
    """A program at a terminal, and what it has written so far."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self._master, slave = pty.openpty()
        environment = {**os.environ, "TERM": "xterm", "COLUMNS": "200"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tidings", *arguments],
            stdin=slave, stdout=slave, stderr=slave, cwd=folder, env=environment, start_new_session=True,
            preexec_fn=_take_terminal,
        )  # fmt: skip
        os.close(slave)
        self._unread = b""
        self.seen = ""

    def answer(self, question: str, text: str) -> None:
        """Wait for a question and type an answer."""
        self.wait_for(question)
        os.write(self._master, text.encode())

    def wait_for(self, text: str) -> None:
        end = time.monotonic() + PATIENCE
        while text.encode() not in self._unread:
            assert time.monotonic() < end, f"waited for {text!r}, saw {self.seen!r}"
            if not self._read(1.0) and self.process.poll() is not None:
                raise AssertionError(f"ended without {text!r}: {self.seen!r}")
        self._unread = self._unread.partition(text.encode())[2]

    def end(self, again: str = "") -> int:
        """Return the exit code once the program has ended; ``again`` is typed every two seconds until then.

        Python misses a Ctrl-C between a question and the moment it begins to read; a person presses it again.
        """
        end = time.monotonic() + PATIENCE
        next_at = time.monotonic() + 2
        while self._read(0.2) or self.process.poll() is None:
            assert time.monotonic() < end, self.seen
            if again and time.monotonic() > next_at:
                next_at += 2
                with contextlib.suppress(OSError):  # it has ended meanwhile
                    os.write(self._master, again.encode())
        code = self.process.wait(PATIENCE)
        os.close(self._master)
        return code

    def _read(self, seconds: float) -> bool:
        if not select.select([self._master], [], [], seconds)[0]:
            return False
        try:
            data = _CODES.sub(b"", os.read(self._master, 65536))
        except OSError:  # the other side is closed
            return False
        self._unread += data
        self.seen += data.decode("utf-8", "replace")
        return bool(data)


def _take_terminal() -> None:
    """Make the terminal that of the new session, so that Ctrl-C reaches it; tests in the background ignore Ctrl-C."""
    import fcntl
    import signal
    import termios

    signal.signal(signal.SIGINT, signal.SIG_DFL)

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def event(folder: Path) -> dict[str, object]:
    (path,) = folder.glob("*/event.toml")
    return tomllib.loads(path.read_text(encoding="utf-8"))


def test_a_person_who_types_only_new_is_asked_for_everything(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "new")
    terminal.answer("What happened?", "\n")
    terminal.answer("needs a name", "Porto Alegre floods\n")
    terminal.answer("Pages to start from", "news.example/floods\n")
    terminal.answer("is no address", "https://news.example/floods, https://other.example/\n")
    terminal.answer("Words that pages", "enchente, flood\n")
    terminal.answer("Where did it happen?", "Porto Alegre, Brazil\n")
    terminal.answer("First day", "12 May\n")
    terminal.answer("is no day", "2024-05-12\n")
    terminal.answer("Last day", "2024-05-01\n")
    terminal.answer("is before the first day", "2024-05-14\n")
    terminal.answer("What kind of event?", "deluge\n")
    terminal.answer("is none of these kinds", "Flood\n")
    terminal.answer("Your mail", "me\n")
    terminal.answer("please answer again", "ana@archive.example\n")
    terminal.wait_for("tidings crawl porto-alegre-floods")
    assert terminal.end() == 0
    written = event(tmp_path)
    assert written["name"] == "Porto Alegre floods"
    assert written["seeds"] == ["https://news.example/floods", "https://other.example/"]
    assert set(written["what"]["keywords"]) == {"enchente", "flood"}
    assert set(written["where"]["places"]) == {"Porto Alegre", "Brazil"}
    assert [str(written["when"][day]) for day in ("start", "end")] == ["2024-05-12", "2024-05-14"]
    assert (written["event"]["type"], written["when"]["lead"], written["when"]["cooldown"]) == (
        "flood",
        3,
        90,
    )
    assert written["fetch"]["contact"] == "ana@archive.example"


def test_one_sentence_leaves_only_seeds_and_contact_to_ask(tmp_path: Path) -> None:
    sentence = "On 12 May 2024 floods in Porto Alegre, Brazil, killed 150 people"
    terminal = Terminal(tmp_path, "new", sentence)
    (tmp_path / "results.txt").write_text("https://news.example/floods\n", "utf-8")
    terminal.answer("Pages to start from", "results.txt\n")
    terminal.answer("Your mail", "ana@archive.example\n")
    assert terminal.end() == 0
    assert "Seeds found in what you gave: 1" in terminal.seen
    assert event(tmp_path)["seeds"] == ["https://news.example/floods"]
    assert "Words that pages" not in terminal.seen
    assert str(event(tmp_path)["when"]["start"]) == "2024-05-12"


def test_empty_answers_write_a_file_to_be_completed(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "new", "flood")
    for question in (
        "Pages to start from",
        "Words",
        "Where",
        "First day",
        "What kind",
        "Your mail",
    ):
        terminal.answer(question, "\n")
    terminal.wait_for("add seeds (pages to start from) and keywords and fetch.contact")
    assert terminal.end() == 0


@pytest.mark.parametrize("key", ["\x03", "\x04"], ids=["Ctrl-C", "Ctrl-D"])
def test_breaking_off_writes_nothing(tmp_path: Path, key: str) -> None:
    terminal = Terminal(tmp_path, "new", "flood")
    terminal.answer("Pages to start from", key)
    assert terminal.end(again=key) == 130
    assert "nothing was written" in terminal.seen
    assert "Traceback" not in terminal.seen
    assert not list(tmp_path.iterdir())


def test_nobody_is_asked_without_a_terminal(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tidings", "new"]
    done = subprocess.run(
        command, cwd=tmp_path, stdin=subprocess.DEVNULL, capture_output=True, text=True
    )
    assert done.returncode == 1
    assert "name: found nothing" in done.stderr
