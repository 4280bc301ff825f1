"""Captures and readers for the tests of reading."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from tidings.model import Capture, Page
from tidings.read.reader import Reader

CAPTURED = datetime(2016, 4, 1, 12, tzinfo=UTC)

CaptureOf = Callable[..., Capture]
Read = Callable[..., Page]


@pytest.fixture(scope="session")
def capture_of() -> CaptureOf:
    def make(
        body: bytes | str,
        content_type: str = "text/html; charset=utf-8",
        encoding: str = "",
        url: str = "https://news.example/story",
        captured_at: datetime = CAPTURED,
    ) -> Capture:
        headers = [("Content-Type", content_type)] if content_type else []
        if encoding:
            headers.append(("Content-Encoding", encoding))
        raw = body.encode() if isinstance(body, str) else body
        return Capture(url, captured_at, 200, tuple(headers), raw)

    return make


@pytest.fixture(scope="session")
def read(capture_of: CaptureOf) -> Read:
    reader = Reader()

    def go(body: bytes | str, **options: object) -> Page:
        return reader.read(capture_of(body, **options))

    return go
