"""The generated web as a fetcher: the manners and the failures of the live one, in virtual time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from itertools import pairwise

import pytest

from tidings.errors import Failed, FetchError, Refused, TryLater
from tidings.lab.bench.clock import EPOCH, VirtualClock
from tidings.lab.serving.in_process import InProcessWeb
from tidings.lab.web.linking import FAULTS, SHARING
from tidings.lab.web.web import GeneratedWeb
from tidings.model import Link
from tidings.urls import host_of


def _fetch(web: GeneratedWeb, url: str, **options):
    """Return the capture of one address, fetched in virtual time, and the fetcher."""
    clock = VirtualClock()
    fetcher = InProcessWeb(web, clock, **options)
    capture = clock.run(fetcher.fetch(Link(url))).capture
    return capture, fetcher


def _failure(web: GeneratedWeb, url: str) -> FetchError:
    with pytest.raises(FetchError) as caught:
        _fetch(web, url)
    return caught.value


@pytest.fixture(scope="module")
def roots(plan) -> dict[str, str]:
    """A front page for each quirk."""
    return {site.quirk: site.root for site in reversed(plan.sites)}


def test_a_capture_is_the_answer_at_the_time_of_asking(web, now):
    url = web.events[0].references[0]
    capture, fetcher = _fetch(web, url, obey_robots=False)
    answer = web.answer(url, now)
    assert (capture.url, capture.status, capture.reason) == (url, 200, "OK")
    assert (capture.headers, capture.body) == (answer.headers, answer.body)
    assert capture.captured_at == EPOCH
    assert fetcher.log == [(0.0, url)]


def test_robots_txt_is_asked_first_and_obeyed(web, roots):
    url = web.events[0].references[0]
    _, fetcher = _fetch(web, url)
    assert [asked for _, asked in fetcher.log] == [f"http://{host_of(url)}/robots.txt", url]
    error = _failure(web, f"{roots['rules']}private/account")
    assert isinstance(error, Refused)
    assert str(error) == "robots.txt"
    assert isinstance(_failure(web, roots["closed"]), Refused)
    assert isinstance(_failure(web, f"http://{SHARING[0]}/share?url=x"), Refused)
    assert isinstance(_failure(web, roots["robots-failing"]), TryLater)


def test_huge_and_missing_robots_txt_allow(web, roots):
    for quirk in ("robots-huge", "robots-missing"):
        assert _fetch(web, roots[quirk])[0].status == 200


def test_robots_txt_may_be_ignored(web, roots):
    capture, _ = _fetch(web, roots["closed"], obey_robots=False)
    assert capture.status == 200


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("http://127.0.0.1:9/", "address: 127.0.0.1 is loopback"),
        ("http://169.254.169.254/latest/", "address: 169.254.169.254 is link-local"),
        ("http://[::1]/", "address: ::1 is loopback"),
    ],
)
def test_inward_addresses_are_refused(web, url, reason):
    error = _failure(web, url)
    assert isinstance(error, Refused)
    assert str(error) == reason


def test_unknown_hosts_and_cut_connections_fail(web):
    unknown = _failure(web, "http://www.nowhere.example/")
    assert isinstance(unknown, Failed)
    assert not unknown.retry
    host = next(host for host, how in FAULTS.items() if how == "reset")
    with pytest.raises(Failed, match="reset"):
        _fetch(web, f"http://{host}/story/1", obey_robots=False)


def test_a_busy_server_is_a_capture_with_its_wish(web):
    host = next(host for host, how in FAULTS.items() if how == "503")
    capture, _ = _fetch(web, f"http://{host}/story/1")
    assert capture.status == 503
    assert capture.header("Retry-After") == "2"


def test_documents_are_recorded_with_their_bytes(web, roots):
    capture, _ = _fetch(web, f"{roots['rules']}files/report-1.pdf")
    assert (capture.status, capture.body[:5], capture.truncated) == (200, b"%PDF-", "")


def test_requests_to_a_host_keep_their_distance(web, roots):
    root = roots["crawl-delay"]
    urls = [url for url in web.pages if url.startswith(root)][:6]
    clock = VirtualClock()
    fetcher = InProcessWeb(web, clock, delay=1.0)
    clock.run(_all([fetcher.fetch(Link(url)) for url in urls]))
    times = [moment for moment, _ in fetcher.log]
    assert len(times) == 7
    assert fetcher.delay(root) == 2.0
    assert all(later - earlier >= 1.0 for earlier, later in pairwise(times[:2]))
    assert all(later - earlier >= 2.0 for earlier, later in pairwise(times[1:]))


def test_slow_hosts_take_virtual_time_only(web, roots, now):
    url = roots["slow"]
    clock = VirtualClock()
    clock.run(InProcessWeb(web, clock, obey_robots=False).fetch(Link(url)))
    assert clock.seconds == pytest.approx(web.answer(url, now).latency, abs=0.01)


async def _all(fetches: list[Awaitable[object]]) -> None:
    await asyncio.gather(*fetches)
