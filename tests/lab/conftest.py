"""One small generated web for all lab tests."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from isal import igzip

from tidings.lab.web.web import Answer, GeneratedWeb

NOW = datetime(2026, 1, 1, 9, 30, tzinfo=UTC)


@pytest.fixture(scope="session")
def web() -> GeneratedWeb:
    return GeneratedWeb(1, 1200)


@pytest.fixture
def now() -> datetime:
    return NOW


@pytest.fixture(scope="session")
def text_of():
    def decoded(answer: Answer) -> str:
        headers = dict(answer.headers)
        body = igzip.decompress(answer.body) if "Content-Encoding" in headers else answer.body
        return body.decode(headers["Content-Type"].partition("charset=")[2])

    return decoded
