"""A live fetcher with short limits that may talk to this machine."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta

import pytest

from tidings.settings import FetchSettings
from tidings.sources.live import LiveFetcher

LOOPBACK = ("127.0.0.0/8",)
AGENT = "Tidings/0.1.0 (+https://example.org/contact)"


class ManualClock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.moment = datetime(2024, 5, 1, 12, tzinfo=UTC)

    def now(self) -> datetime:
        return self.moment

    def forward(self, seconds: float) -> None:
        self.moment += timedelta(seconds=seconds)


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


MakeFetcher = Callable[..., LiveFetcher]


@pytest.fixture
async def fetcher_with(clock: ManualClock) -> AsyncIterator[MakeFetcher]:
    """Make fetchers with settings of your choice; all are closed at the end."""
    async with AsyncExitStack() as stack:

        def make(**settings: object) -> LiveFetcher:
            short = {"delay": 0.0, "first_byte": 0.5, "total": 1.5, "allow": LOOPBACK}
            fetcher = LiveFetcher(FetchSettings(**{**short, **settings}), AGENT, clock)
            stack.push_async_callback(fetcher.close)
            return fetcher

        yield make
