"""What the servers saw: never two requests too close together, nothing that is disallowed, no refused address."""

from __future__ import annotations

from itertools import combinations

import pytest
from protego import Protego

from tests.end_to_end.world import World, crawl_to_the_end, entries, served, write_event
from tidings.lab.bench.clock import EPOCH

DELAY = 0.2
SLACK = DELAY / 2
"""Seconds that a busy server may need to log a request; the next one then seems to come too early."""


pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def crawled(tmp_path_factory: pytest.TempPathFactory):
    folder = tmp_path_factory.mktemp("polite")
    with served(folder, seed=5, pages=500) as world:
        collection = write_event(
            folder / "collection", world.web.events[0], world.port,
            fetch=f"delay = {DELAY}", budget="pages = 80", archive='requisites = "all"',
        )  # fmt: skip
        crawl_to_the_end(collection)
        yield world, collection


def robots(world: World, host: str) -> Protego:
    answer = world.web.answer(f"http://{host}/robots.txt", EPOCH)
    return Protego.parse(answer.body.decode("utf-8", "replace") if answer.status == 200 else "")


def test_no_host_gets_two_requests_closer_together_than_its_delay(crawled) -> None:
    world, _ = crawled
    by_host: dict[str, list[float]] = {}
    for request in world.requests():
        by_host.setdefault(request.host, []).append(request.time)
    assert sum(len(times) > 5 for times in by_host.values()) > 5
    for host, times in by_host.items():
        times.sort()
        delay = max(DELAY, float(robots(world, host).crawl_delay("tidings") or 0))
        # The delay of robots.txt is known from the second request on. Any run of requests is checked,
        # as a single one that was logged late would hide a delay that is always a little too short.
        for first, last in combinations(range(len(times)), 2):
            elapsed = times[last] - times[first]
            assert elapsed >= (last - first) * delay - SLACK, (host, delay, elapsed, last - first)


def test_no_disallowed_address_is_requested(crawled) -> None:
    world, collection = crawled
    requests = [request for request in world.requests() if request.path != "/robots.txt"]
    for request in requests:
        url = f"http://{request.host}{request.path}"
        assert robots(world, request.host).can_fetch(url, "tidings"), url
    refused = [entry for entry in entries(collection, "refused") if entry.reason == "robots.txt"]
    assert refused, "the web held no disallowed link, the test shows nothing"


def test_what_kept_pages_need_was_requested_too(crawled) -> None:
    world, _ = crawled
    pictures = [request.path for request in world.requests() if request.path.endswith("jpg")]
    assert len(pictures) > 5
    assert len(set(pictures)) == len(pictures)


def test_robots_txt_comes_before_the_first_page(crawled) -> None:
    world, _ = crawled
    first: dict[str, str] = {}
    for request in world.requests():
        first.setdefault(request.host, request.path)
    assert set(first.values()) == {"/robots.txt"}


def test_every_address_has_an_outcome_and_a_reason(crawled) -> None:
    _, collection = crawled
    for entry in entries(collection):
        assert entry.outcome
        assert entry.reason or entry.outcome == "waiting", entry.url
