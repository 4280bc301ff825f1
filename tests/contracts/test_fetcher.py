"""What every Fetcher must do, wherever its captures come from."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from datetime import datetime
from pathlib import Path

import pytest

from tests.contracts.small_web import (
    AGENT,
    CAPTURES,
    FLOOD,
    GONE,
    HOST,
    LOOPBACK,
    MOVED,
    ROOT,
    STORM,
    UNKNOWN,
    answering,
    local_holdings,
    served,
)
from tidings.archive.fetcher import ArchiveFetcher, Fallback
from tidings.errors import FetchError
from tidings.lab.recorded.recorded import ReadCapture, RecordedWeb
from tidings.lab.recorded.replay import Replay
from tidings.lab.serving.in_process import InProcessWeb
from tidings.lab.web.web import Answer
from tidings.model import GONE as GONE_STATUSES
from tidings.model import Capture, Link
from tidings.ports import Fetcher
from tidings.settings import FetchSettings
from tidings.web.clock import SystemClock
from tidings.web.live import LiveFetcher


async def fetched(fetcher: Fetcher, url: str) -> Sequence[Capture]:
    """Return the captures of a URL; the only place here that knows what ``fetch`` returns."""
    answer = await fetcher.fetch(Link(url))
    return (answer.capture, *answer.snapshots) if answer.capture else ()


@asynccontextmanager
async def _live(_: Path) -> AsyncIterator[Fetcher]:
    async with served(answering(CAPTURES)) as port:
        yield _live_at(port)


@asynccontextmanager
async def _archive(folder: Path) -> AsyncIterator[Fetcher]:
    yield _archived(folder)


@asynccontextmanager
async def _fallback(folder: Path) -> AsyncIterator[Fetcher]:
    """Half of the pages are live, the others only in an archive."""
    alive = {url: CAPTURES[url] for url in (STORM, MOVED)}
    async with served(answering(alive)) as port:
        yield Fallback(_live_at(port), _archived(folder), tries=1)


@asynccontextmanager
async def _in_process(_: Path) -> AsyncIterator[Fetcher]:
    yield InProcessWeb(_Servers(), SystemClock(), delay=0.0)


@asynccontextmanager
async def _replay(_: Path) -> AsyncIterator[Fetcher]:
    readings = {url: (ReadCapture(each, None, ""),) for url, each in CAPTURES.items()}
    yield Replay(RecordedWeb("digest", readings, 0), SystemClock(), seed=1, delay=0.0)


def _live_at(port: int) -> LiveFetcher:
    connect = (f"{HOST} 127.0.0.1:{port}",)
    settings = FetchSettings(delay=0.0, first_byte=5.0, total=5.0, allow=LOOPBACK, connect=connect)
    return LiveFetcher(settings, AGENT, SystemClock())


def _archived(folder: Path) -> ArchiveFetcher:
    return ArchiveFetcher([local_holdings(folder, CAPTURES.values())], when=None)


class _Servers:
    hosts = (HOST,)

    def answer(self, url: str, now: datetime) -> Answer:
        found = CAPTURES.get(url)
        return Answer(found.status, found.headers, found.body, 0.0) if found else _MISSING


_MISSING = Answer(404, (), b"", 0.0)

Implementation = Callable[[Path], AbstractAsyncContextManager[Fetcher]]
IMPLEMENTATIONS: list[Implementation] = [_live, _archive, _fallback, _in_process, _replay]


@pytest.fixture(params=IMPLEMENTATIONS)
async def fetcher(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Fetcher]:
    make: Implementation = request.param
    async with make(tmp_path) as made:
        yield made
        await made.close()


async def test_a_page_is_one_capture_with_its_bytes(fetcher: Fetcher) -> None:
    (capture,) = await fetched(fetcher, FLOOD)
    assert (capture.url, capture.status, capture.body) == (FLOOD, 200, CAPTURES[FLOOD].body)
    assert capture.header("Content-Type") == "text/html; charset=utf-8"
    assert capture.truncated == ""


async def test_captures_have_an_aware_moment(fetcher: Fetcher) -> None:
    (capture,) = await fetched(fetcher, FLOOD)
    offset = capture.captured_at.utcoffset()
    assert offset is not None
    assert not offset


async def test_redirects_are_not_followed(fetcher: Fetcher) -> None:
    (capture,) = await fetched(fetcher, MOVED)
    assert (capture.url, capture.status) == (MOVED, 301)
    assert capture.header("Location") == FLOOD


@pytest.mark.parametrize("url", [GONE, UNKNOWN])
async def test_a_page_that_is_not_there_is_no_capture_or_one_that_says_so(
    fetcher: Fetcher, url: str
) -> None:
    assert {each.status for each in await fetched(fetcher, url)} <= GONE_STATUSES


async def test_a_host_that_is_not_there_is_no_capture_or_a_fetch_error(fetcher: Fetcher) -> None:
    with suppress(FetchError):
        assert not await fetched(fetcher, "http://127.0.0.2:1/")


async def test_the_same_link_brings_the_same_page_again(fetcher: Fetcher) -> None:
    (first,), (second,) = await fetched(fetcher, STORM), await fetched(fetcher, STORM)
    assert (first.status, first.headers[:1], first.body) == (
        second.status,
        second.headers[:1],
        second.body,
    )


async def test_fetches_at_the_same_time_do_not_mix(fetcher: Fetcher) -> None:
    urls = [FLOOD, STORM, MOVED] * 3
    found = await asyncio.gather(*(fetched(fetcher, url) for url in urls))
    assert [(each.url, each.body) for (each,) in found] == [
        (url, CAPTURES[url].body) for url in urls
    ]


async def test_a_cancelled_fetch_leaves_the_fetcher_usable(fetcher: Fetcher) -> None:
    task = asyncio.ensure_future(fetched(fetcher, FLOOD))
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.wait([task])
    assert len(await fetched(fetcher, FLOOD)) == 1


async def test_the_delay_of_a_host_is_known_before_it_was_asked(fetcher: Fetcher) -> None:
    assert fetcher.delay(ROOT) == 0.0
    await fetched(fetcher, FLOOD)
    assert fetcher.delay(ROOT) == 0.0


async def test_closing_twice_does_no_harm(fetcher: Fetcher) -> None:
    await fetched(fetcher, FLOOD)
    await fetcher.close()
    await fetcher.close()
