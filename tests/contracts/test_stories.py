"""What every Stories must do: find the first page with nearly the same text by its fingerprint."""

from __future__ import annotations

from random import Random

import pytest

from tests.contracts.pages import url, visited
from tidings.model import Outcome, Reason, Verdict
from tidings.ports import Store, Stories
from tidings.read.words.fingerprint import SIZE


def mark(seed: int) -> bytes:
    """Return a fingerprint unlike any other."""
    return Random(seed).randbytes(SIZE)


def changed(fingerprint: bytes, places: range) -> bytes:
    """Return a fingerprint that differs in some bytes."""
    return bytes(byte ^ 0xFF if place in places else byte for place, byte in enumerate(fingerprint))


@pytest.fixture
def stories(store: Store) -> Stories:
    """Return the stories of a store with 300 kept pages, numbered from 1."""
    for number in range(1, 301):
        assert visited(store, number, score=None) == number
    return store.stories


def test_an_empty_store_has_no_stories(stories: Stories) -> None:
    assert stories.find(mark(1)) is None


def test_a_copy_is_found_and_others_are_not(stories: Stories) -> None:
    for page in range(1, 200):
        stories.begin(page, mark(page))
    assert stories.find(mark(17)) == 17
    assert stories.find(changed(mark(17), range(0, 8))) == 17
    assert stories.find(mark(1000)) is None


def test_too_many_changes_are_another_story(stories: Stories) -> None:
    stories.begin(1, mark(1))
    assert stories.find(changed(mark(1), range(0, 20))) is None, "wording"
    assert stories.find(changed(mark(1), range(32, 42))) is None, "facts"


def test_the_most_similar_page_is_found(stories: Stories) -> None:
    stories.begin(1, changed(mark(1), range(0, 9)))
    stories.begin(2, changed(mark(1), range(0, 3)))
    stories.begin(3, changed(mark(1), range(0, 6)))
    assert stories.find(mark(1)) == 2


def test_of_equally_similar_pages_the_first_is_found(stories: Stories) -> None:
    for page in (9, 4, 7):
        stories.begin(page, mark(1))
    assert stories.find(mark(1)) == 4


def test_pages_without_a_fingerprint_are_nobodys_copy(stories: Stories) -> None:
    stories.begin(1, b"")
    assert stories.find(b"") is None
    assert stories.story(1) is None


def test_a_story_gathers_its_copies(stories: Stories) -> None:
    stories.begin(3, mark(1))
    stories.begin(4, mark(2))
    stories.join(9, 3)
    stories.join(7, 3)
    assert [stories.story(page) for page in (3, 4, 7, 9, 8)] == [3, 4, 3, 3, None]


def test_a_copy_is_never_what_others_are_compared_with(stories: Stories) -> None:
    copy = changed(mark(1), range(1, 30, 2))
    stories.begin(1, mark(1))
    assert stories.find(copy) == 1
    stories.join(2, 1)
    assert stories.find(changed(copy, range(0, 10, 2))) is None


def test_beginning_and_joining_again_changes_nothing(stories: Stories) -> None:
    for _ in range(2):
        stories.begin(1, mark(1))
        stories.join(2, 1)
    assert stories.find(mark(1)) == 1
    assert stories.story(2) == 1


def test_a_page_that_was_judged_and_rejected_stands_for_nothing(
    store: Store, stories: Stories
) -> None:
    stories.begin(1, mark(1))
    assert stories.is_kept(1)
    store.words.judge(1, Verdict(Outcome.REJECTED, Reason.SCORE, "0.0, version 1"))
    assert not stories.is_kept(1)
    assert stories.find(mark(1)) is None
    stories.begin(2, mark(1))
    assert stories.find(mark(1)) == 2


def test_one_template_without_end_costs_no_more_than_a_few_comparisons(
    stories: Stories,
) -> None:
    alike = mark(1)[:32]
    for page in range(1, 300):
        stories.begin(page, alike + mark(page)[32:])
    assert stories.find(alike + mark(7)[32:]) == 7
    assert stories.find(alike + mark(1000)[32:]) is None


def test_a_visit_leads_to_its_page(stories: Stories) -> None:
    assert stories.page(17) == (17, url(17))
