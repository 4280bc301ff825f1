"""One small generated web for all lab tests, rendered and searched for links once."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from isal import igzip

from tidings.lab.web.linking import Anchor
from tidings.lab.web.plan import Plan, make_plan
from tidings.lab.web.web import Answer, GeneratedWeb

NOW = datetime(2026, 1, 1, 9, 30, tzinfo=UTC)


@pytest.fixture(scope="session")
def web() -> GeneratedWeb:
    return GeneratedWeb(1, 1200)


@pytest.fixture(scope="session")
def plan() -> Plan:
    return make_plan(1, 1200)


@pytest.fixture(scope="session")
def answers(web: GeneratedWeb) -> dict[str, Answer]:
    """The answer of every listed page."""
    return {url: web.answer(url, NOW) for url in web.pages}


@pytest.fixture(scope="session")
def links(web: GeneratedWeb) -> dict[str, tuple[Anchor, ...]]:
    """The links of every listed page."""
    return {url: web.links_of(url) for url in web.pages}


@pytest.fixture(scope="session")
def now() -> datetime:
    return NOW


@pytest.fixture(scope="session")
def text_of():
    def decoded(answer: Answer) -> str:
        headers = dict(answer.headers)
        body = igzip.decompress(answer.body) if "Content-Encoding" in headers else answer.body
        return body.decode(headers["Content-Type"].partition("charset=")[2])

    return decoded
