"""A live fetcher that may talk to this machine only, and a clock that the test moves."""

from __future__ import annotations

from asyncio.selector_events import BaseSelectorEventLoop
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import trustme

from tidings.settings import FetchSettings
from tidings.web.live import LiveFetcher

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


@pytest.fixture(autouse=True)
def only_loopback(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no test leave this machine, whatever the code under test does."""
    connect = BaseSelectorEventLoop.sock_connect

    async def guarded(loop: Any, sock: Any, address: Any) -> None:
        assert str(address[0]).startswith("127."), f"a test tried to connect to {address}"
        await connect(loop, sock, address)

    monkeypatch.setattr(BaseSelectorEventLoop, "sock_connect", guarded)


@pytest.fixture(scope="session")
def authorities(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tls") / "authorities.pem"
    trustme.CA().cert_pem.write_to_path(str(path))
    return path


@pytest.fixture(autouse=True)
def few_authorities(monkeypatch: pytest.MonkeyPatch, authorities: Path) -> None:
    """Trust one authority instead of the system's hundred, which take 25 ms to load for every fetcher."""
    monkeypatch.setenv("SSL_CERT_FILE", str(authorities))


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


MakeFetcher = Callable[..., LiveFetcher]


@pytest.fixture
async def fetcher_with(clock: ManualClock) -> AsyncIterator[MakeFetcher]:
    """Make fetchers with settings of your choice; all are closed at the end."""
    async with AsyncExitStack() as stack:

        def make(**settings: object) -> LiveFetcher:
            usual = {"delay": 0.0, "first_byte": 20.0, "total": 30.0, "allow": LOOPBACK}
            fetcher = LiveFetcher(FetchSettings(**{**usual, **settings}), AGENT, clock)
            stack.push_async_callback(fetcher.close)
            return fetcher

        yield make
