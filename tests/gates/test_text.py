"""The main text of 181 real article pages, with a floor, measured as the article-extraction-benchmark does.

A text becomes a bag of overlapping runs of four words (``\\w+``, as written; a shorter text is one run). True, false
and missed runs are counted on each page, with their multiplicity. Precision is the mean over the pages for which we
return a text, recall the mean over the pages that have one. F1 is computed from these two means.
"""

from __future__ import annotations

import hashlib
import json
import re
import statistics
import warnings
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import NamedTuple

import pytest

from tests.corpora import corpus
from tidings.model import Capture
from tidings.read.reader import Reader

with warnings.catch_warnings():  # fastwarc warns about its own legacy classes when imported
    warnings.simplefilter("ignore", DeprecationWarning)
    from fastwarc.warc import ArchiveIterator, WarcRecordType

GOLD, PAGES = "text/aeb.gold.json", "text/aeb.warc.gz"
GOLD_DIGEST = "99ce0a79197fb81950636a1a4dc1d1c94afa8cfaf8f18d17e0584d6c3eef9033"

F1 = 0.96
GLANCE_F1 = 0.935
RUN = 4


class Agreement(NamedTuple):
    """How many runs of words two texts share, and how many each has."""

    shared: int
    found: int
    true: int


def agreement(found: str, true: str) -> Agreement:
    found_runs, true_runs = runs(found), runs(true)
    return Agreement((found_runs & true_runs).total(), found_runs.total(), true_runs.total())


def runs(text: str) -> Counter[tuple[str, ...]]:
    words = re.findall(r"\w+", text)
    pieces = (tuple(words[i : i + RUN]) for i in range(max(1, len(words) - RUN + 1)))
    return Counter(piece for piece in pieces if piece)


def f1(pages: list[Agreement]) -> float:
    precision = statistics.mean(page.shared / page.found for page in pages if page.found)
    recall = statistics.mean(page.shared / page.true for page in pages if page.true)
    return 2 * precision * recall / (precision + recall)


def captures() -> Iterator[Capture]:
    with corpus(PAGES).open("rb") as file:
        for record in ArchiveIterator(file, record_types=WarcRecordType.response):
            headers = tuple((name, value) for name, value in record.http_headers)
            url, moment = record.headers["WARC-Target-URI"], record.headers["WARC-Date"]
            captured_at = datetime.fromisoformat(moment).astimezone(UTC)
            yield Capture(url, captured_at, 200, headers, record.reader.read())


@pytest.fixture(scope="module")
def readings() -> dict[str, list[Agreement]]:
    """Return how the pages as read at a glance and with care agree with the true texts."""
    gold = corpus(GOLD)
    digest = hashlib.sha256(gold.read_bytes()).hexdigest()
    assert digest == GOLD_DIGEST, f"{GOLD} has changed: measure again and pin floor and digest"
    articles = json.loads(gold.read_text(encoding="utf-8"))
    reader, pages = Reader(), {"glance": [], "care": []}
    for capture in captures():
        reading, true = reader.open(capture), articles[capture.url]["text"]
        pages["glance"].append(agreement(reading.glance().text, true))
        pages["care"].append(agreement(reading.page().text, true))
    return pages


def test_the_measure_is_the_one_of_the_benchmark() -> None:
    assert agreement("a b c d e", "a b c d x a b c d") == Agreement(1, 2, 6)
    assert agreement("one two", "one two") == Agreement(1, 1, 1)
    assert agreement("", "one two") == Agreement(0, 0, 1)
    assert f1([Agreement(1, 2, 1), Agreement(0, 0, 1)]) == pytest.approx(0.5)


@pytest.mark.gate
@pytest.mark.parametrize(("way", "floor"), [("care", F1), ("glance", GLANCE_F1)])
def test_the_main_text_is_right(
    readings: dict[str, list[Agreement]], way: str, floor: float
) -> None:
    assert len(readings[way]) == 181
    assert f1(readings[way]) >= floor
