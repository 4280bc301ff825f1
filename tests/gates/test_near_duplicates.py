"""The promise on copies, with floors: edited copies are found, and what is merely alike is not taken for one."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from functools import cache

import pytest

from benchmarks.near_duplicates import keep_all
from benchmarks.newswire import REPORT, Newswire
from tidings.read.words.fingerprint import fingerprint
from tidings.read.words.novelty import is_copy
from tidings.store.sqlite.database import Database
from tidings.store.sqlite.stories import SqliteStories

SEED = 1
PAGES = 40_000
"""Among 100,000 pages the figures are the same: .981 of the copies, and nothing else."""
RECALL = 0.98
PRECISION = 0.999
CHUNK = 1_000


@cache
def newswire() -> Newswire:
    return Newswire(SEED)


def fingerprints(first: int) -> list[tuple[bytes, int | None]]:
    """Return fingerprint and original of each page of a chunk."""
    pages = map(newswire().page, range(first, first + CHUNK))
    return [(fingerprint(page.text), page.original) for page in pages]


def repeats(number: int, known: int) -> bool:
    """Return whether the text of a page says nothing that an earlier one does not say."""
    return is_copy(newswire().page(number).text, newswire().page(known).text)


@pytest.mark.gate
@pytest.mark.slow
def test_edited_copies_are_found_and_nothing_else() -> None:
    database = Database(None)
    keep_all(database, PAGES)
    stories, told = SqliteStories(database), []
    copies = right = wrong = reports = 0
    with ProcessPoolExecutor(2) as pool:
        chunks = pool.map(fingerprints, range(0, PAGES, CHUNK))
        pages = (page for chunk in chunks for page in chunk)
        for number, (mark, original) in enumerate(pages):
            told.append(number if original is None else original)
            copies += original is not None
            found = next(
                (story for story in stories.similar(mark) if repeats(number, story - 1)), None
            )
            if found is None:
                stories.begin(number + 1, mark)
            elif told[found - 1] == told[number]:
                right += 1
            else:
                wrong += 1
                reports += number % 10 == REPORT
    figures = f"{copies} copies, {right} found; {wrong} wrong, {reports} reports from a template"
    assert copies == pytest.approx(PAGES / 10, rel=0.01), figures
    assert right / copies >= RECALL, figures
    assert right / (right + wrong) >= PRECISION, figures
