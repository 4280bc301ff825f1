"""Settings of all tests: no deadlines for a busy computer, long files first, skips reported at the end."""

from __future__ import annotations

import atexit
import gc
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from xdist.scheduler import LoadFileScheduling

from tests.skips import pytest_sessionfinish, pytest_terminal_summary  # noqa: F401 - hooks
from tidings.crawl import budget

settings.register_profile("house", deadline=None)
settings.load_profile("house")
# Tests must not wait for the turns of other test processes, or of a crawl on this computer.
os.environ["XDG_RUNTIME_DIR"] = tempfile.mkdtemp(prefix="tidings-tests-")
atexit.register(shutil.rmtree, os.environ["XDG_RUNTIME_DIR"], ignore_errors=True)
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as in a command; NumPy is not loaded yet
gc.set_threshold(
    100_000
)  # as in a crawl: the collector would look through all tests again and again

TESTS = Path(__file__).parent
WAITING = (
    "end_to_end/test_kill.py",
    "end_to_end/test_feedback.py",
    "end_to_end/test_politeness.py",
    "crawl/test_workers.py",
)
"""Files that mostly wait; one process runs them beside two that compute."""
COMPUTING = (
    ("gates/test_focus_events.py", "gates/test_harvest.py"),
    ("gates/test_near_duplicates.py", "gates/test_recipes.py"),
    ("gates/test_auto_order.py", "gates/test_sources.py"),
    ("gates/test_feedback.py", "end_to_end/test_extract.py"),
)
"""Files that take the most processor time."""
FIRST = [file for one, two in zip(WAITING, COMPUTING, strict=True) for file in (one, *two)]


LONG = (
    "browser",
    "engines",
    "gates",
    "hostile",
    "fuzz",
    "api",
    "test_tutorials.py",
    "test_site.py",
)
"""Folders and files that take long, although no single test does."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the long files first, then the slow ones, so that all processes end at about the same time."""
    slow = {item.path for item in items if item.get_closest_marker("slow") or _is_long(item.path)}
    rank = {TESTS / file: number for number, file in enumerate(FIRST)}
    items.sort(key=lambda item: (rank.get(item.path, len(rank)), item.path not in slow))


def _is_long(path: Path) -> bool:
    return path.relative_to(TESTS).parts[0] in LONG


class _Memory:
    """Lets crawls in this process count their memory from the start of each test."""

    def __init__(self) -> None:
        self._measure = budget.megabytes
        self._before = 0.0

    def start(self) -> None:
        self._before = self._measure()

    def megabytes(self) -> float:
        return self._measure() - self._before


_MEMORY = _Memory()
budget.megabytes = _MEMORY.megabytes  # for good: fixtures of a whole session crawl too


class _Scheduling(LoadFileScheduling):
    """Keeps the tests of a file in one process, and all tests of the desk: its collections and server are made once."""

    def _split_scope(self, nodeid: str) -> str:
        return (
            "tests/browser" if nodeid.startswith("tests/browser/") else super()._split_scope(nodeid)
        )


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> _Scheduling | None:
    """Decide which tests share a process."""
    return _Scheduling(config, log) if config.getoption("dist") == "loadfile" else None


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """Let what tests of this process hold count for no crawl of this one."""
    _MEMORY.start()


@pytest.fixture(autouse=True, scope="module")
def _forgetting(request: pytest.FixtureRequest) -> Iterator[None]:
    """Forget what the tests of a file have cached."""
    yield
    for each in vars(request.module).values():
        if getattr(each, "__module__", "") == request.module.__name__ and hasattr(
            each, "cache_clear"
        ):
            each.cache_clear()


def pytest_collection_finish() -> None:
    """Keep the tests themselves out of the garbage collector's sight."""
    gc.freeze()
