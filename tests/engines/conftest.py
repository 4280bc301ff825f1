"""A PostgreSQL server for the tests of one file, and crawls that share a store in it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any
from uuid import uuid4

import pytest

from tests.engines.postgres_server import Server, postgres
from tests.engines.shared_worker import Hire, Worker


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with postgres() as server:
        yield server


@pytest.fixture(params=[0, 3])
def parts(request: pytest.FixtureRequest) -> int:
    """Return into how many partitions the tables of links are divided."""
    return int(request.param)


@pytest.fixture
def hire(server: Server, parts: int) -> Iterator[Hire]:
    schema_ = f"test_{uuid4().hex}"
    with ExitStack() as stack:

        def hired(name: str, most: int = 100, **more: Any) -> Worker:
            worker = Worker(server, schema_, name, most, parts=parts, **more)
            stack.callback(worker.store.close)
            return worker

        yield hired
