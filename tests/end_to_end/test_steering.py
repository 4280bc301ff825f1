"""Judging in the browser while a crawl runs: its queue turns within seconds."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.end_to_end.test_feedback import until
from tests.end_to_end.world import crawl, entries, served, write_event
from tidings.api.app import ServerSettings, make_app
from tidings.errors import CollectionError
from tidings.store.entries import Entry

PROMISED = 5.0
"""Seconds from a judgement to a changed order."""
TRIES = 3
"""A busy computer may miss the promise once."""


def waiting_below(folder: Path) -> dict[str, list[Entry]]:
    """Return the waiting links of each kept page, by the number of the page's URL."""
    try:
        all_entries = entries(folder)
    except CollectionError:  # the crawl has not begun
        return {}
    kept = {each.url for each in all_entries if each.outcome == "kept"}
    below: dict[str, list[Entry]] = {}
    for each in all_entries:
        if each.outcome == "waiting" and each.parent in kept:
            below.setdefault(each.parent, []).append(each)
    return {url: links for url, links in below.items() if len(links) >= 3}


def fell(folder: Path, before: list[Entry]) -> bool:
    priorities = {each.url: each.priority for each in before}
    return any(
        each.url in priorities
        and each.outcome == "waiting"
        and each.priority < priorities[each.url] - 1e-6
        for each in entries(folder)
    )


def seconds_to_turn(client: TestClient, folder: Path, judged: set[str]) -> float:
    """Judge a kept page with waiting links as irrelevant; return when its links have fallen in the queue."""
    until(lambda: any(url not in judged for url in waiting_below(folder)))
    url, links = next(pair for pair in waiting_below(folder).items() if pair[0] not in judged)
    judged.add(url)
    page = next(each.number for each in entries(folder) if each.url == url)
    answer = client.post(
        f"/api/v1/collections/{folder.name}/judgements", json={"pages": [page], "verdict": "not"}
    )
    assert answer.json()["applied"] is False, "the running crawl does it"
    begun = time.monotonic()
    until(lambda: fell(folder, links))
    return time.monotonic() - begun


@pytest.mark.slow
def test_a_judgement_changes_the_order_of_a_running_crawl_within_seconds(tmp_path: Path) -> None:
    with served(tmp_path, seed=3, pages=600) as world:
        folder = write_event(
            tmp_path / "flood",
            world.web.events[0],
            world.port,
            fetch="delay = 0.5",
            run="workers = 0",
            budget="pages = 100000",
        )
        app = make_app(ServerSettings(folders=[tmp_path]))
        judged: set[str] = set()
        with crawl(folder) as process, TestClient(app, base_url="http://127.0.0.1:8484") as client:
            try:
                times: list[float] = []
                while len(times) < TRIES and (not times or min(times) > PROMISED):
                    times.append(seconds_to_turn(client, folder, judged))
            finally:
                process.terminate()
                process.communicate(timeout=60)
        assert min(times) <= PROMISED, times
