"""Every store remembers pages that come back in the same way."""

from __future__ import annotations

from array import array
from datetime import UTC, datetime, timedelta

import pytest

from tidings.model import (
    Candidate,
    Dating,
    Link,
    Outcome,
    PageKind,
    Pass,
    Reason,
    Score,
    Totals,
    Tracked,
    Verdict,
    Visit,
)
from tidings.ports import Store
from tidings.urls import url_id

MOMENT = datetime(2026, 1, 2, tzinfo=UTC)


def visited(store: Store, number: int, outcome: Outcome = Outcome.KEPT, edges: bytes = b"") -> int:
    """Add a link with one visit and return its number."""
    url = f"http://a.example/{number}"
    host = store.links.add_host(f"{number}.example")
    candidate = Candidate(url_id(url), 0.5, Link(url))
    seq = store.links.add(candidate, host, 0.0, None, final=False).seq
    verdict = Verdict(outcome, Reason.SCORE)
    published = Dating(MOMENT, "meta", 1.0) if number == 1 else None
    visit = Visit(url, MOMENT, 200, verdict, score=Score(0.5), published=published, edges=edges)
    store.visits.save(seq, visit, None)
    store.links.finish(seq, verdict)
    return seq


def test_a_page_is_remembered(store: Store) -> None:
    seq = visited(store, 1)
    assert store.tracked.load(seq) is None
    page = Tracked(seq, PageKind.LIVE, '"a"', "Mon", "sha1:x", 5.0, 60.0, 65.0, "60+", 1.5, 9.0)
    store.tracked.save(page)
    assert store.tracked.load(seq) == page
    store.tracked.save(page._replace(every=120.0))
    store.tracked.save(Tracked(seq + 1000))
    assert store.tracked.load(seq) == page._replace(every=120.0)
    assert store.tracked.visits_per_second() == pytest.approx(1 / 120)


def test_pages_come_back_at_their_moments_once_that_is_wanted(store: Store) -> None:
    one, two = visited(store, 1), visited(store, 2)
    store.tracked.save(Tracked(one, visited_at=10.0, every=60.0, due_at=70.0))
    store.tracked.save(Tracked(two))  # it never comes back
    assert store.links.due(1000.0, 10) == []
    store.tracked.activate()
    assert store.links.due(69.0, 10) == []
    assert [id_ for id_, _ in store.links.due(70.0, 10)] == [url_id("http://a.example/1")]


def test_a_new_phase_moves_all_visits(store: Store) -> None:
    one = visited(store, 1)
    store.tracked.save(Tracked(one, visited_at=100.0, every=60.0, due_at=160.0))
    store.tracked.activate()
    store.tracked.replan(4.0, 10.0, 1000.0)
    assert store.links.due(339.0, 10) == []
    assert len(store.links.due(340.0, 10)) == 1
    store.tracked.replan(100.0, 10.0, 1000.0)
    page = store.tracked.load(one)
    assert page
    assert (page.every, page.due_at) == (60.0, 1100.0)


def test_all_pages_that_were_read_can_come_back(store: Store) -> None:
    outcomes = (Outcome.KEPT, Outcome.REJECTED, Outcome.MISSING)
    for number, outcome in enumerate(outcomes, 1):
        visited(store, number, outcome)
    assert store.tracked.schedule_all(50.0) == 2
    assert len(store.links.due(50.0, 10)) == 2


def test_the_graph_has_kept_pages_and_the_edges_of_all(store: Store) -> None:
    ids = array("q", [url_id("http://a.example/1"), 7]).tobytes()
    one = visited(store, 1)
    two = visited(store, 2, Outcome.REJECTED, ids)
    assert list(store.tracked.kept()) == [(url_id("http://a.example/1"), MOMENT.timestamp())]
    assert list(store.tracked.edges()) == [(two, ids)]
    assert one != two
    assert list(store.tracked.kept(4e9)) == []
    assert {seq for seq, _ in store.tracked.lists(0.0)} <= {two}
    assert list(store.tracked.lists(4e9)) == []


def test_the_edges_of_a_list_are_those_of_its_last_reading_though_its_text_is_the_same(
    store: Store,
) -> None:
    before, after = (array("q", [number]).tobytes() for number in (1, 2))
    seq = visited(store, 2, edges=before)
    same = Verdict(Outcome.UNCHANGED, Reason.SAME_TEXT)
    later = MOMENT + timedelta(days=1)
    again = Visit("http://a.example/2", later, 200, same, score=Score(0.5), edges=after)
    store.visits.save(seq, again, None)
    not_modified = Verdict(Outcome.UNCHANGED, Reason.NOT_MODIFIED)
    store.visits.save(seq, Visit("http://a.example/2", later, 304, not_modified), None)
    assert list(store.tracked.edges()) == [(seq, after)]
    assert list(store.tracked.lists(MOMENT.timestamp() + 60)) == [(seq, after)]
    assert list(store.tracked.lists(0.0)) == [(seq, after)]


def test_links_are_known_by_their_ids(store: Store) -> None:
    seqs = [visited(store, number) for number in (1, 2)]
    ids = [url_id(f"http://a.example/{number}") for number in (1, 2, 3)]
    assert sorted(store.tracked.known(ids)) == seqs
    assert list(store.tracked.known([])) == []


def test_the_visited_page_is_found_that_a_link_was_on(store: Store) -> None:
    above = visited(store, 1)
    found: list[tuple[int, bool]] = []
    for number, parent in ((2, "http://a.example/1"), (3, "http://a.example/unknown"), (4, "")):
        url = f"http://a.example/{number}"
        candidate = Candidate(url_id(url), 0.5, Link(url, parent))
        seq = store.links.add(candidate, store.links.add_host("a"), 0.0, None, final=False).seq
        store.tracked.found_on(seq, lambda link, is_done: found.append((link, is_done)))
    assert found == [(above, True)]


def test_a_crawl_alone_begins_every_pass_and_plans_at_once(store: Store) -> None:
    before = Totals(3, 2, 1)
    assert store.tracked.join("due", 7.0, before) == Pass(7.0, before, is_new=True)
    with store.tracked.planning("phase") as is_first:
        assert is_first
