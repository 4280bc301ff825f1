"""The figures of a running crawl in a file."""

from __future__ import annotations

from pathlib import Path

from prometheus_client.parser import text_string_to_metric_families

from tidings.crawl.progress import Progress
from tidings.job.metrics import EVERY, MetricsFile
from tidings.model import State, Totals


def progress(pages: int) -> Progress:
    totals = Totals(pages, 1, 2_000)
    return Progress(State.RUNNING, "", totals, 1.0, 0.0, 0.0, 7, 2, 3, 4, (), None)


def figures(path: Path) -> dict[tuple[str, ...], float]:
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(path.read_text(encoding="utf-8"))
        for sample in family.samples
    }


def test_figures_are_written_from_time_to_time_and_at_the_end(tmp_path: Path) -> None:
    path, now = tmp_path / "flood.prom", 0.0
    file = MetricsFile(path, "flood", lambda: now)
    file.note(progress(1))
    file.note(progress(2))
    found = figures(path)
    assert found["tidings_pages_total", "flood"] == 1
    assert found["tidings_crawl_running", "flood"] == 1
    assert found["tidings_crawl_state", "flood", "running"] == 1
    assert found["tidings_hosts", "flood", "resting"] == 4
    now = EVERY
    file.note(progress(3))
    assert figures(path)["tidings_pages_total", "flood"] == 3
    file.end(progress(4))
    assert figures(path)["tidings_crawl_running", "flood"] == 0
    assert [each.name for each in tmp_path.iterdir()] == ["flood.prom"]


def test_a_file_that_cannot_be_written_does_not_end_a_crawl(tmp_path: Path) -> None:
    MetricsFile(tmp_path / "nowhere" / "flood.prom", "flood").note(progress(1))
