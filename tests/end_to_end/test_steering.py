"""Judging in the browser while a crawl runs: its queue turns within seconds."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.end_to_end.test_feedback import until
from tests.end_to_end.world import World, crawl, entries, served, write_event
from tidings.api.app import ServerSettings, make_app
from tidings.errors import CollectionError
from tidings.store.entries import Entry

PROMISED = 5.0
"""Seconds from a judgement to a changed order, on a machine that has time for the crawl."""
DELAY = 0.5
"""Seconds between two requests to a host: how many were made tells the time, however busy the machine is."""


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


def requests_until_it_turns(client: TestClient, folder: Path, world: World) -> int:
    """Judge a kept page with waiting links as irrelevant; count requests until its links have fallen in the queue."""
    until(lambda: bool(waiting_below(folder)))
    url, links = next(iter(waiting_below(folder).items()))
    page = next(each.number for each in entries(folder) if each.url == url)
    answer = client.post(
        f"/api/v1/collections/{folder.name}/judgements", json={"pages": [page], "verdict": "not"}
    )
    assert answer.json()["applied"] is False, "the running crawl does it"
    before = len(world.requests())
    until(lambda: fell(folder, links))
    return len(world.requests()) - before


@pytest.mark.slow
def test_a_judgement_changes_the_order_of_a_running_crawl_within_seconds(tmp_path: Path) -> None:
    with served(tmp_path, seed=3, pages=600) as world:
        folder = write_event(
            tmp_path / "flood",
            world.web.events[0],
            world.port,
            fetch=f"delay = {DELAY}",
            run="workers = 0",
            budget="pages = 100000",
        )
        app = make_app(ServerSettings(folders=[tmp_path]))
        with crawl(folder) as process, TestClient(app, base_url="http://127.0.0.1:8484") as client:
            try:
                requests = requests_until_it_turns(client, folder, world)
            finally:
                process.terminate()
                process.communicate(timeout=60)
        hosts = {request.host for request in world.requests()}
        assert requests <= PROMISED / DELAY * len(hosts)
