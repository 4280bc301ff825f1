"""What every store of requisites must do: keep the queue, the outcomes and who needs what."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tidings.model import (
    Candidate,
    Completeness,
    Link,
    Need,
    Outcome,
    Part,
    Pointer,
    Reason,
    Requisite,
    Use,
    Verdict,
    Visit,
)
from tidings.ports import Store
from tidings.urls import url_id

KEPT = Verdict(Outcome.KEPT, Reason.OTHER)
GONE = Verdict(Outcome.MISSING, Reason.HTTP, "404")
OVER = Verdict(Outcome.REFUSED, Reason.PAGE_LIMIT, "2 requisites")
DAY = datetime(2026, 3, 1, tzinfo=UTC)


def visited(store: Store, host: int, name: str) -> int:
    """Save a kept page and return the number of its visit."""
    url = f"http://a.example/{name}"
    seq = store.links.add(Candidate(url_id(url), 1.0, Link(url)), host, 0.0, None, final=False).seq
    visit = store.visits.save(seq, Visit(url, DAY, 200, Verdict(Outcome.KEPT, Reason.SCORE)), None)
    store.links.finish(seq, Verdict(Outcome.KEPT, Reason.SCORE))
    store.requisites.note_page(visit)
    return visit


@pytest.fixture
def host(store: Store) -> int:
    return store.links.add_host("a.example")


def style(name: str) -> Requisite:
    return Requisite(f"http://a.example/{name}.css", Use.STYLE)


def image(name: str) -> Requisite:
    return Requisite(f"http://a.example/{name}.png", Use.IMAGE)


def test_nothing_is_needed_at_first(store: Store) -> None:
    requisites = store.requisites
    assert requisites.waiting() == {}
    assert requisites.completeness() == Completeness()
    assert requisites.next(1) is None
    assert not requisites.is_noted(1)
    assert [*requisites.pages(), *requisites.missing()] == []
    assert requisites.reopen() == 0


def test_each_url_waits_once_and_styles_come_first(store: Store, host: int) -> None:
    first, second = visited(store, host, "one"), visited(store, host, "two")
    requisites = store.requisites
    assert requisites.add(image("a"), host, Need(first))
    assert requisites.add(style("b"), host, Need(first))
    assert not requisites.add(image("a"), host, Need(second))
    assert requisites.waiting() == {host: 2}
    awaited = requisites.next(host)
    assert awaited
    assert (awaited.requisite, awaited.page, awaited.depth, awaited.tries) == (
        style("b"), first, 1, 0,
    )  # fmt: skip
    requisites.finish(awaited.seq, KEPT, size=10, seconds=0.5)
    assert requisites.next(host).requisite == image("a")  # type: ignore[union-attr]
    assert requisites.spent(first) == (2, 10, 0.5)
    assert requisites.spent(second) == (0, 0, 0.0)
    assert requisites.spent(None) == (2, 10, 0.5)


def test_a_page_is_as_complete_as_its_style_sheets(store: Store, host: int) -> None:
    first, second = visited(store, host, "one"), visited(store, host, "two")
    requisites = store.requisites
    sheet = requisites.add(style("b"), host, Need(first))
    requisites.add(style("b"), host, Need(second))
    requisites.finish(sheet, KEPT)
    found = requisites.add(image("inside"), host, Need(first, sheet, 2))
    assert requisites.completeness(second) == Completeness(2, 1, 1)
    requisites.finish(found, GONE)
    assert [(page.visit, page.completeness) for page in requisites.pages()] == [
        (first, Completeness(2, 1, 0)),
        (second, Completeness(2, 1, 0)),
    ]
    assert requisites.completeness().missing == 1
    (missing,) = requisites.missing()
    assert (missing.url, missing.use, missing.page) == (
        image("inside").url, Use.IMAGE, "http://a.example/one",
    )  # fmt: skip
    assert (missing.outcome, missing.reason, missing.detail) == ("missing", Reason.HTTP, "404")


def test_style_sheets_that_import_each_other_end(store: Store, host: int) -> None:
    page, requisites = visited(store, host, "one"), store.requisites
    first = requisites.add(style("a"), host, Need(page))
    second = requisites.add(style("b"), host, Need(page, first, 2))
    assert requisites.add(style("a"), host, Need(page, second, 3)) == 0
    assert requisites.completeness(page).seen == 2


def test_tries_are_counted_and_lost_ones_can_wait_again(store: Store, host: int) -> None:
    page, requisites = visited(store, host, "one"), store.requisites
    seq = requisites.add(image("a"), host, Need(page))
    requisites.note_try(seq, Reason.TIMEOUT, "slow", 2.0)
    assert requisites.next(host).tries == 1  # type: ignore[union-attr]
    assert requisites.finish_host(host, Verdict(Outcome.FAILED, Reason.HOST_GAVE_UP)) == 1
    assert requisites.waiting() == {}
    assert requisites.reopen() == 1
    assert requisites.next(host).tries == 0  # type: ignore[union-attr]
    assert requisites.spent(page) == (1, 0, 0.0)


def test_what_is_over_the_limit_of_one_page_is_new_for_another(store: Store, host: int) -> None:
    first, second = visited(store, host, "one"), visited(store, host, "two")
    requisites = store.requisites
    seq = requisites.add(image("a"), host, Need(first))
    requisites.finish(seq, OVER)
    assert requisites.spent(first).number == 0
    assert requisites.add(image("a"), host, Need(first)) == 0
    assert requisites.add(image("a"), host, Need(second)) == seq
    assert requisites.waiting() == {host: 1}


def test_the_first_part_with_a_payload_is_the_original(store: Store, host: int) -> None:
    page = visited(store, host, "one")
    part = Part(image("a").url, DAY, 200, "image/png", "sha1:A", b"", 5)
    assert store.visits.original_part("sha1:A") is None
    store.visits.save_part(page, part, Pointer("f", 0, 5))
    original = store.visits.original_part("sha1:A")
    assert original
    assert (original.url, original.captured_at) == (image("a").url, DAY)
