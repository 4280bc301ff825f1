"""Signals at every moment: one line at most, no traceback, no process left behind."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.end_to_end.hostile_world import GOOD, hostile, links_to, write
from tests.hostile.server import HostileServer

pytestmark = pytest.mark.slow
PAGES = 400


def session(leader: int) -> list[int]:
    """Return the living processes that a process has started, itself included."""
    members = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError, IndexError):
            state, _, _, of = (folder / "stat").read_text().rpartition(")")[2].split()[:4]
            if int(of) == leader and state != "Z":
                members.append(int(folder.name))
    return members


def until(holds: Callable[[], bool], seconds: float = 60.0) -> bool:
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def start(folder: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tidings", "crawl", str(folder), "--plain"]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True
    )


def web() -> dict[str, bytes]:
    urls = [f"http://one.example/{number}" for number in range(PAGES)]
    pages = {
        f"/{number}": GOOD.replace("Flood", f"Flood {number}").encode() for number in range(PAGES)
    }
    return {"/start": links_to(*urls), **pages}


def end_of(process: subprocess.Popen[str]) -> str:
    output, _ = process.communicate(timeout=120)
    assert until(lambda: not session(process.pid)), "a process was left behind"
    assert "Traceback" not in output
    return output


MOMENTS: dict[str, Callable[[HostileServer, int], bool]] = {
    "while it loads": lambda server, leader: True,
    "when it has children": lambda server, leader: len(session(leader)) > 1,
    "when the workers start": lambda server, leader: len(session(leader)) > 3,
    "in the middle": lambda server, leader: len(server.log) > 10,
}


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_group_that_is_asked_to_end(moment: str, tmp_path: Path) -> None:
    with hostile(web()) as server:
        folder = write(tmp_path, server.port, "http://one.example/start", workers=2, delay=0.01)
        process = start(folder)
        assert until(lambda: MOMENTS[moment](server, process.pid))
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGTERM)
        output = end_of(process)
    # Before Python runs the first line of ours, the system itself ends the process.
    assert process.returncode in (5, 130, -signal.SIGTERM), output
    assert process.returncode != -signal.SIGTERM or moment == "while it loads"


def test_no_worker_outlives_a_crawl_that_was_killed(tmp_path: Path) -> None:
    with hostile(web()) as server:
        folder = write(tmp_path, server.port, "http://one.example/start", workers=2, delay=0.01)
        process = start(folder)
        assert until(lambda: len(server.log) > 10)
        process.kill()
        end_of(process)


def test_workers_that_are_killed_cost_no_page(tmp_path: Path) -> None:
    kills = 0
    with hostile(web()) as server:
        folder = write(tmp_path, server.port, "http://one.example/start", workers=2, delay=0.01)
        process = start(folder)
        assert until(lambda: len(server.log) > 5)
        for number in range(6):
            asked = len(server.log)
            workers = [each for each in session(process.pid) if is_worker(each, process.pid)]
            if process.poll() is None and workers:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(workers[number % len(workers)], signal.SIGKILL)
                    kills += 1
            until(lambda asked=asked: len(server.log) > asked + 20 or process.poll() is not None)
        output = end_of(process)
    assert kills >= 3
    assert process.returncode == 0, output
    assert "unread" not in output


def is_worker(process: int, leader: int) -> bool:
    """Return whether a process is a grandchild of the crawl, by way of the fork server."""
    with contextlib.suppress(OSError, IndexError, ValueError):
        parent = (Path("/proc") / str(process) / "stat").read_text().rpartition(")")[2].split()[1]
        return int(parent) not in (leader, os.getpid()) and process != leader
    return False
