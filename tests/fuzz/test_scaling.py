"""Four times as much of anything takes about four times as long to read."""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator

import pytest

from tests.fuzz.shapes import SHAPES
from tests.fuzz.targets import Case, captured, pipeline
from tidings.crawl.workers.tasks import GARBAGE
from tidings.model import Link

SIZE = 50_000
FACTOR = 4
MOST = 8.0
"""Linear is 4, quadratic would be 16."""
NEGLIGIBLE = 0.15
"""Seconds below which a ratio is noise."""
TRIES = 5


def seconds(data: bytes, enough: float = 0.0) -> float:
    """Return the least processor time of reading in a few tries; stop at the first below ``enough``."""
    capture = captured(Case("page", data, {}))
    least = 1e9
    for _ in range(TRIES):
        gc.collect()
        begin = time.process_time()
        pipeline("event").process(Link(capture.url), capture)
        least = min(least, time.process_time() - begin)
        if least < enough:
            break
    return least


@pytest.fixture(scope="module", autouse=True)
def loaded() -> Iterator[None]:
    """Look for cyclic garbage as seldom as workers do; looking through all of pytest would count as reading."""
    usual = gc.get_threshold()
    gc.set_threshold(GARBAGE)
    seconds(b"<p>Some words about Paris")
    gc.freeze()
    yield
    gc.unfreeze()
    gc.set_threshold(*usual)


@pytest.mark.parametrize("name", SHAPES)
def test_reading_takes_time_in_proportion(name: str) -> None:
    small, large = (SHAPES[name](size).encode() for size in (SIZE, FACTOR * SIZE))
    growth = MOST / FACTOR * len(large) / len(small)
    limit = max(NEGLIGIBLE, growth * seconds(small, NEGLIGIBLE / MOST))
    assert seconds(large, limit) < min(limit, len(large) / 100_000)
