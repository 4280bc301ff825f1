"""Judging while a crawl runs, as a user would: the crawl takes the new version up without stopping."""

from __future__ import annotations

import contextlib
import io
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.end_to_end.world import crawl, entries, served, write_event
from tidings.cli import main
from tidings.errors import CollectionError
from tidings.store.entries import Entry


def until(holds: Callable[[], bool], seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.2)


def judge(folder: Path, *arguments: str) -> str:
    with contextlib.redirect_stdout(io.StringIO()) as out:
        assert main(["judge", str(folder), *arguments]) == 0
    return out.getvalue()


def judged_pages(folder: Path) -> list[Entry]:
    try:
        return [entry for entry in entries(folder) if entry.score and entry.outcome == "kept"]
    except CollectionError:  # the crawl has not begun
        return []


def by_version(folder: Path, number: int) -> list[Entry]:
    return [entry for entry in entries(folder) if entry.reason.endswith(f"version {number}")]


@pytest.mark.slow
@pytest.mark.parametrize("workers", [0, 2])
def test_a_running_crawl_takes_up_judgements(tmp_path: Path, workers: int) -> None:
    with served(tmp_path, seed=3, pages=600) as world:
        folder = write_event(
            tmp_path / "flood",
            world.web.events[0],
            world.port,
            fetch="delay = 0.3",
            run=f"workers = {workers}",
            budget="pages = 100000",
        )
        with crawl(folder) as process:
            until(lambda: len(judged_pages(folder)) >= 4)
            first, second, *_ = judged_pages(folder)
            told = judge(folder, first.url, "relevant", second.url, "not")
            assert "the running crawl will use it" in told
            until(lambda: any(page.url == second.url for page in by_version(folder, 1)))
            assert process.poll() is None, "the crawl went on meanwhile"
            judge(folder, "--undo")
            until(lambda: len(by_version(folder, 2)) > len(by_version(folder, 1)))
            before = len(entries(folder))
            until(lambda: len(entries(folder)) > before or process.poll() is not None)
            process.terminate()
            out, _ = process.communicate(timeout=60)
        assert process.returncode == 5, out
        stored = next(page for page in entries(folder) if page.url == second.url)
        assert stored.outcome == "kept"
        assert stored.file
