"""Programs that watch the server: whether it lives, whether it can work, and its figures."""

from __future__ import annotations

from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families
from starlette.testclient import TestClient

from tidings.api.security.doors import _refusal
from tidings.api.security.users import LOCAL
from tidings.collection.summary.metrics import KEPT, PAGES, Sample, exposition


def figures(text: str) -> dict[tuple[str, ...], float]:
    """Read figures as Prometheus does."""
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_the_figures_of_every_collection_are_shown_as_prometheus_reads_them(
    client: TestClient,
) -> None:
    answer = client.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    found = figures(answer.text)
    assert found["tidings_pages_total", "flood"] == 3
    assert found["tidings_kept_pages_total", "flood"] == 2
    assert found["tidings_crawl_running", "flood"] == 0
    assert found["tidings_collection_readable", "flood"] == 1


def test_labels_with_any_character_come_back(client: TestClient) -> None:
    name = 'a "b" \\ c\nd'
    found = figures(exposition([Sample(PAGES, {"collection": name}, 2.0)]))
    assert found == {("tidings_pages_total", name): 2.0}


def test_figures_of_one_name_stand_together() -> None:
    samples = [Sample(each, {"c": c}, 1) for c in "ab" for each in (PAGES, KEPT)]
    assert exposition(samples).count("# TYPE") == 2
    assert len(figures(exposition(samples))) == 4


@pytest.mark.parametrize("path", ["/health", "/health/live", "/health/ready"])
def test_a_server_that_can_work_says_so(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.json()["status"]) == (200, "ok")


def test_a_server_with_an_unreadable_collection_lives_but_is_not_ready(
    client: TestClient, home: Path
) -> None:
    folder = home / "broken"
    folder.mkdir()
    (folder / "tidings.db").write_bytes(b"no database " * 100)
    assert client.get("/health/live").status_code == 200
    answer = client.get("/health/ready")
    assert answer.status_code == 503
    assert answer.json() == {"status": "not ready", "unreadable": 1}
    found = figures(client.get("/metrics").text)
    assert found["tidings_collection_readable", "broken"] == 0
    assert found["tidings_collection_readable", "flood"] == 1


def test_figures_are_for_people_with_an_account_health_is_for_everybody() -> None:
    assert _refusal(None, "GET", "/metrics") == (401, "log in, or send a token")
    assert _refusal(LOCAL, "GET", "/metrics") is None
    assert _refusal(None, "GET", "/health/live") is None
