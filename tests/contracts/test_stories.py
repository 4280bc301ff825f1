"""What every Stories must do: find the first page with nearly the same text by its fingerprint."""

from __future__ import annotations

from random import Random

import pytest

from tests.contracts.pages import KEPT, NOW, REJECTED, url, visited
from tidings.model import Candidate, Link, Outcome, Reason, Verdict, Visit
from tidings.ports import Store, Stories
from tidings.read.words.resemblance import SIZE
from tidings.urls import url_id


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
    assert not stories.similar(mark(1))


def test_a_copy_is_found_and_others_are_not(stories: Stories) -> None:
    for page in range(1, 200):
        stories.begin(page, mark(page))
    assert stories.similar(mark(17))[0] == 17
    assert stories.similar(changed(mark(17), range(0, 8)))[0] == 17
    assert not stories.similar(mark(1000))


def test_too_many_changes_are_another_story(stories: Stories) -> None:
    stories.begin(1, mark(1))
    assert not stories.similar(changed(mark(1), range(0, 20))), "wording"
    assert not stories.similar(changed(mark(1), range(32, 42))), "facts"


def test_the_most_similar_page_is_found(stories: Stories) -> None:
    stories.begin(1, changed(mark(1), range(0, 9)))
    stories.begin(2, changed(mark(1), range(0, 3)))
    stories.begin(3, changed(mark(1), range(0, 6)))
    assert list(stories.similar(mark(1))) == [2, 3, 1]


def test_of_equally_similar_pages_the_first_is_found(stories: Stories) -> None:
    for page in (9, 4, 7):
        stories.begin(page, mark(1))
    assert stories.similar(mark(1))[0] == 4


def test_pages_without_a_fingerprint_are_nobodys_copy(stories: Stories) -> None:
    stories.begin(1, b"")
    assert not stories.similar(b"")
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
    assert stories.similar(copy)[0] == 1
    stories.join(2, 1)
    assert not stories.similar(changed(copy, range(0, 10, 2)))


def test_beginning_and_joining_again_changes_nothing(stories: Stories) -> None:
    for _ in range(2):
        stories.begin(1, mark(1))
        stories.join(2, 1)
    assert stories.similar(mark(1))[0] == 1
    assert stories.story(2) == 1


def test_a_page_that_was_judged_and_rejected_stands_for_nothing(
    store: Store, stories: Stories
) -> None:
    stories.begin(1, mark(1))
    assert stories.is_kept(1)
    store.words.judge(1, Verdict(Outcome.REJECTED, Reason.SCORE, "0.0, version 1"))
    assert not stories.is_kept(1)
    assert not stories.similar(mark(1))
    stories.begin(2, mark(1))
    assert stories.similar(mark(1))[0] == 2


def test_one_template_without_end_costs_no_more_than_a_few_comparisons(
    stories: Stories,
) -> None:
    alike = mark(1)[:32]
    for page in range(1, 300):
        stories.begin(page, alike + mark(page)[32:])
    assert stories.similar(alike + mark(7)[32:])[0] == 7
    assert not stories.similar(alike + mark(1000)[32:])


def test_neighbours_are_the_last_other_pages_of_the_host(store: Store, stories: Stories) -> None:
    other = store.links.add_host("https://other.example")
    link = Link("https://other.example/page")
    seq = store.links.add(Candidate(url_id(link.url), 0.5, link), other, 0.0, None, final=False).seq
    assert store.visits.save(seq, Visit(link.url, NOW, 200, KEPT), None) == 301
    assert visited(store, "gone", Verdict(Outcome.MISSING, Reason.HTTP, "404")) == 302
    assert visited(store, "unlike", REJECTED) == 303
    link_of_299, _ = stories.page(299)
    assert list(stories.neighbours(link_of_299, 3)) == [303, 300, 298]
    assert list(stories.neighbours(seq, 3)) == []


def test_a_visit_leads_to_its_page(stories: Stories) -> None:
    assert stories.page(17) == (17, url(17))
