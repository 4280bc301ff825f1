from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tidings.frontier.retry import retryable
from tidings.model import Capture

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def answer(retry_after: str = "", status: int = 503, truncated: str = "") -> Capture:
    return Capture(
        "http://a.example/", NOON, status, (("Retry-After", retry_after),), b"", truncated=truncated
    )


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("120", 120.0),
        ("99999999999999999999", 1e20),
        ("Thu, 01 Jan 2026 12:01:00 GMT", 60.0),
        ("Thu, 01 Jan 2026 11:00:00 GMT", 0.0),
        ("", 0.0),
        ("soon", 0.0),
        ("-5", 0.0),
        ("²", 0.0),
        ("Wed, 21 Oct 2015 07:28:00 +99999999999999", 0.0),
        ("Wed, 21 Oct 2015 07:28:00", 0.0),
    ],
)
def test_the_pause_a_server_asks_for(value: str, seconds: float) -> None:
    assert answer(value).retry_after() == seconds


def test_what_may_work_later() -> None:
    assert retryable(answer(status=429))
    assert retryable(answer(status=200, truncated="disconnect"))
    assert not retryable(answer(status=404))
    assert not retryable(answer(status=200, truncated="length"))
