"""Crawls that share a collection use no more of a budget than a single one, and stop by what all have found."""

from __future__ import annotations

import pytest

from tests.engines.shared_worker import Hire, Worker
from tidings.model import Outcome, Reason, Verdict, Waiting
from tidings.settings import Budget

REJECTED = Verdict(Outcome.REJECTED, Reason.SCORE, "0.1")


def commit(worker: Worker, *, under_way: int = 0) -> None:
    sharing = worker.frontier.sharing
    assert sharing
    sharing.exchange(worker.leases, 1.0, under_way)
    worker.store.commit()
    sharing.exchange(worker.leases, 1.0, under_way)


def free(worker: Worker) -> int:
    """Return how many pages a crawl may begin, beyond all that were pushed."""
    return worker.leases.limit.pages - worker.leases.totals.pages


def visited(worker: Worker, verdict: Verdict | None = None) -> Waiting:
    waiting = worker.pop()
    assert waiting
    worker.visit(waiting, *([verdict] if verdict else []))
    return waiting


@pytest.fixture
def two(hire: Hire) -> tuple[Worker, Worker]:
    """Two crawls with some hosts each, of ten pages, and a budget of eight."""
    first, second = (hire(name, budget=Budget(pages=8)) for name in ("first", "second"))
    first.find(*(f"http://h{host}.example/{n}" for host in range(10) for n in range(10)))
    for worker in (first, second, first, second):
        commit(worker)
    return first, second


def test_a_budget_is_divided_equally(two: tuple[Worker, Worker]) -> None:
    assert [free(worker) for worker in two] == [4, 4]


def test_what_is_under_way_is_not_given_to_others(two: tuple[Worker, Worker]) -> None:
    first, second = two
    for _ in range(3):
        visited(first)
    commit(first)
    assert free(first) == 1
    commit(second, under_way=4)
    assert free(second) == 4
    for worker in (first, second, first):
        commit(worker, under_way=4 if worker is second else 0)
    assert free(first) + free(second) + first.leases.totals.pages == 8


def test_a_crawl_with_nothing_to_do_reserves_nothing(hire: Hire) -> None:
    first, second = (hire(name, budget=Budget(pages=3)) for name in ("first", "second"))
    first.find(*(f"http://a.example/{n}" for n in range(9)))
    for worker in (first, second, first, second):
        commit(worker)
    used = [free(worker) for worker in (first, second)]
    assert used == [2, 0]
    visited(first)
    visited(first)
    commit(first)
    assert free(first) == 1


def test_a_crawl_that_ended_leaves_its_part_to_others(two: tuple[Worker, Worker]) -> None:
    first, second = two
    second.store.state.update(state="stopped")
    commit(second)
    commit(first)
    assert [free(worker) for worker in two] == [8, 0]


def test_a_killed_crawl_has_its_part_until_its_leases_end(two: tuple[Worker, Worker]) -> None:
    first, _ = two
    raw = first.store.there.raw
    silent = "UPDATE worker SET seen_at = clock_timestamp() - interval '%s s' WHERE name = 'second'"
    for seconds, left in ((20, 4), (31, 8)):
        raw.execute((silent % seconds).encode())
        commit(first)
        assert free(first) == left


def test_pages_to_keep_are_divided_too(hire: Hire) -> None:
    budget = Budget(pages=1000, kept=5)
    first, second = (hire(name, budget=budget) for name in ("first", "second"))
    first.find(*(f"http://h{host}.example/{n}" for host in range(10) for n in range(10)))
    for worker in (first, second, first, second):
        commit(worker)
    assert [worker.leases.limit.kept for worker in (first, second)] == [3, 2]
    for _ in range(3):
        visited(first)
    for _ in range(2):
        visited(second, REJECTED)
    commit(first)
    commit(second)
    assert (first.leases.totals.pages, second.leases.totals.kept) == (3, 3)
    assert second.leases.limit.kept == 4
    visited(second)
    commit(second)
    assert second.leases.limit.kept == 5
    visited(second)
    for worker in (second, first):
        commit(worker)
    assert first.leases.totals.kept == 5
    assert free(first) == free(second) == 0


def test_nothing_may_be_fetched_before_the_first_push(hire: Hire) -> None:
    worker = hire("only")
    assert worker.leases.limit.pages == 0


def test_pages_count_while_the_database_is_away(two: tuple[Worker, Worker]) -> None:
    first, _ = two
    visited(first)
    assert first.store.visits.totals().pages == 1
    commit(first)
    assert first.store.visits.totals() == first.leases.totals
    assert first.leases.totals.pages == 1


def test_a_crawl_expects_as_much_as_the_others_found(hire: Hire) -> None:
    first, second = hire("first"), hire("second")
    first.find(*(f"http://a.example/{n}" for n in range(100)))
    for worker in (first, second):
        commit(worker)
    for number in range(100):
        visited(first, REJECTED if number % 4 else None)
    for worker in (first, second):
        commit(worker)
    assert first.frontier.outlook.to_text() == second.frontier.outlook.to_text() == "[[25], 0, 0]"


def test_a_page_that_comes_back_elsewhere_is_no_page_without_success(hire: Hire) -> None:
    first, second = hire("first"), hire("second")
    first.find("http://a.example/1", "http://a.example/2")
    for worker in (first, second):
        commit(worker)
    visited(first)
    visited(first)
    commit(first)
    commit(second)
    before = second.frontier.outlook.to_text()
    first.store.there.raw.execute("UPDATE link SET due_at = 1")
    commit(first)
    again = visited(first)
    assert again.is_kept
    commit(first)
    commit(second)
    assert second.leases.totals == first.leases.totals
    assert (second.leases.totals.pages, second.leases.totals.kept) == (3, 2)
    assert second.frontier.outlook.to_text() == before
