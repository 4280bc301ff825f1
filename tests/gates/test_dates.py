"""Dates on a thousand real pages, with floors: the day is right, and confidence means what it says."""

from __future__ import annotations

import csv
import hashlib
import warnings
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import NamedTuple

import pytest

from tests.corpora import corpus
from tidings.model import Capture, Dating
from tidings.read.reader import Reader

with warnings.catch_warnings():  # fastwarc warns about its own legacy classes when imported
    warnings.simplefilter("ignore", DeprecationWarning)
    from fastwarc.warc import ArchiveIterator, WarcRecordType

GOLD, PAGES = "dates/htmldate.tsv", "dates/htmldate.warc.gz"
GOLD_DIGEST = "0776be1a993deb32fbabc0e072b22b838de24e9fc60efda0b6b04ab073d1795f"

ACCURACY = 0.92
PRECISION = 0.94
"""Of the pages that got a date."""
SURE = 0.9
SURE_PRECISION = 0.97
SURE_SHARE = 0.75
"""Being sure of little would make precision cheap."""
GLANCE_ACCURACY = 0.89


class Dated(NamedTuple):
    """A page's true day and the chosen dating."""

    day: str
    dating: Dating | None

    @property
    def right(self) -> bool:
        return self.dating is not None and self.dating.moment.date().isoformat() == self.day


def captures() -> Iterator[Capture]:
    with corpus(PAGES).open("rb") as file:
        for record in ArchiveIterator(file, record_types=WarcRecordType.response):
            headers = tuple((name, value) for name, value in record.http_headers)
            url, moment = record.headers["WARC-Target-URI"], record.headers["WARC-Date"]
            captured_at = datetime.fromisoformat(moment).astimezone(UTC)
            yield Capture(url, captured_at, 200, headers, record.reader.read())


@pytest.fixture(scope="module")
def readings() -> dict[str, list[Dated]]:
    """Return the pages as dated at a glance and with care."""
    gold = corpus(GOLD)
    digest = hashlib.sha256(gold.read_bytes()).hexdigest()
    assert digest == GOLD_DIGEST, f"{GOLD} has changed: measure again and pin floors and digest"
    with gold.open(encoding="utf-8", newline="") as file:
        days = {row["url"]: row["date"] for row in csv.DictReader(file, delimiter="\t")}
    reader, dated = Reader(), {"glance": [], "care": []}
    for capture in captures():
        reading = reader.open(capture)
        for way, page in (("glance", reading.glance()), ("care", reading.page())):
            dated[way].append(Dated(days[capture.url], page.dates[0] if page.dates else None))
    return dated


@pytest.fixture(scope="module")
def pages(readings: dict[str, list[Dated]]) -> list[Dated]:
    return readings["care"]


@pytest.mark.gate
def test_the_day_is_right_at_a_glance(readings: dict[str, list[Dated]]) -> None:
    pages = readings["glance"]
    sure = [page for page in pages if page.dating and page.dating.confidence >= SURE]
    assert share_right(pages) >= GLANCE_ACCURACY
    assert share_right(sure) >= SURE_PRECISION


def share_right(pages: list[Dated]) -> float:
    return sum(page.right for page in pages) / len(pages)


@pytest.mark.gate
def test_the_day_is_right(pages: list[Dated]) -> None:
    assert len(pages) == 1000
    answered = [page for page in pages if page.dating]
    assert share_right(pages) >= ACCURACY
    assert share_right(answered) >= PRECISION


@pytest.mark.gate
def test_confidence_means_what_it_says(pages: list[Dated]) -> None:
    sure = [page for page in pages if page.dating and page.dating.confidence >= SURE]
    assert share_right(sure) >= SURE_PRECISION
    assert len(sure) >= SURE_SHARE * len(pages)


@pytest.mark.gate
@pytest.mark.parametrize("low", [0.7, 0.9, 0.95])
def test_more_confidence_is_more_often_right(pages: list[Dated], low: float) -> None:
    above = [page for page in pages if page.dating and page.dating.confidence >= low]
    below = [page for page in pages if page.dating and page.dating.confidence < low]
    assert share_right(above) > share_right(below)
    assert share_right(above) >= low
