"""A store that several crawls share: leases, fences, shares, breaks of the connection, and moving it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast
from uuid import uuid4

import psycopg
import pytest

from tests.collection.stored_pages import Shelf, StoredPage
from tests.engines.postgres_server import Server, postgres
from tidings.cli import main
from tidings.collection.folder import database_path, read_store
from tidings.errors import CollectionError
from tidings.frontier.embedded import Frontier
from tidings.frontier.scope import ScopeRules
from tidings.model import Candidate, Link, Outcome, Reason, Verdict, Visit, Waiting
from tidings.settings import Scope
from tidings.store.entries import Query
from tidings.store.postgres.database import PostgresDatabase
from tidings.store.postgres.office import PostgresLeases
from tidings.store.postgres.pointer import shared_store
from tidings.store.postgres.shared import SharedStore
from tidings.store.postgres.spelling import schema, spelled
from tidings.urls import url_id

KEPT = Verdict(Outcome.KEPT, Reason.SCORE, "0.9")
NOW = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with postgres() as server:
        yield server


class Worker:
    """A crawl without a network: its store and frontier."""

    def __init__(self, server: Server, schema_: str, name: str, most: int = 100) -> None:
        self.leases = PostgresLeases(name, 30.0, most, 1.0)
        self.store = SharedStore(server.url, schema_, self.leases)
        self.frontier = Frontier(self.store.links, ScopeRules(Scope(), 0.0, 5))
        self.frontier.share()

    def find(self, *urls: str, score: float = 0.5, **more: Any) -> None:
        links = [Link(url, "http://parent.example/", **more) for url in urls]
        self.frontier.add([Candidate(url_id(link.url), score, link) for link in links], 1.0)

    def commit(self) -> None:
        sharing = self.frontier.sharing
        assert sharing
        sharing.exchange(self.leases, 1.0)
        self.store.commit()
        sharing.exchange(self.leases, 1.0)

    def pop(self, now: float = 1e12) -> Waiting | None:
        return self.frontier.pop(now)

    def visit(self, waiting: Waiting) -> None:
        url = waiting.candidate.link.url
        self.store.visits.save(waiting.seq, Visit(url, NOW, 200, KEPT, title="A"), None)
        self.frontier.count_answer(waiting, healthy=True)
        self.frontier.finish(waiting, KEPT)
        self.frontier.release(waiting, 5.0, 1.0)


Hire = Callable[..., Worker]


@pytest.fixture
def hire(server: Server) -> Iterator[Hire]:
    schema_ = f"test_{uuid4().hex}"
    with ExitStack() as stack:

        def hired(name: str, most: int = 100) -> Worker:
            worker = Worker(server, schema_, name, most)
            stack.callback(worker.store.close)
            return worker

        yield hired


def outcomes(worker: Worker) -> dict[str, str]:
    rows = worker.store.there.raw.execute("SELECT url, phase, outcome FROM link").fetchall()
    return {url: outcome if phase else "waiting" for url, phase, outcome in rows}


def test_a_link_found_by_one_crawl_is_visited_by_another_and_only_once(hire: Hire) -> None:
    first, second = hire("first"), hire("second")
    first.find("http://a.example/1")
    first.commit()
    waiting = first.pop()
    assert waiting
    first.visit(waiting)
    first.commit()
    second.find("http://a.example/1")
    for worker in (second, first, second):
        worker.commit()
    assert second.pop() is None
    assert outcomes(first) == {"http://a.example/1": "kept"}
    assert first.leases.is_complete
    assert second.leases.totals.pages == 1


def test_hosts_are_divided_evenly_and_given_back_by_those_who_have_too_many(hire: Hire) -> None:
    first = hire("first")
    first.find(*(f"http://h{n}.example/" for n in range(10)))
    first.commit()
    assert first.frontier.waiting == 10
    second = hire("second")
    for _ in range(3):
        second.commit()
        first.commit()
    assert first.frontier.waiting == second.frontier.waiting == 5


def test_the_verdict_of_a_crawl_that_lost_its_host_is_refused(hire: Hire) -> None:
    first, second = hire("first"), hire("second")
    first.find("http://a.example/1")
    first.commit()
    waiting = first.pop()
    assert waiting
    expire = "UPDATE host SET lease_until = '-infinity' WHERE worker = 'first'"
    first.store.there.raw.execute(expire)
    second.commit()
    first.visit(waiting)
    first.commit()
    assert outcomes(first) == {"http://a.example/1": "waiting"}
    assert first.pop() is None
    again = second.pop()
    assert again
    assert (
        second.frontier.hosts.by_id[again.host].next_at > 1e9
    )  # it rests once: who asked it last is not known
    second.visit(again)
    second.commit()
    assert outcomes(first) == {"http://a.example/1": "kept"}
    count = first.store.there.raw.execute("SELECT count(*) FROM visit").fetchone()
    assert count == (1,)


def test_a_crawl_that_lost_its_host_visits_the_page_again_when_it_gets_it_back(hire: Hire) -> None:
    worker = hire("only")
    worker.find("http://a.example/1")
    worker.commit()
    waiting = worker.pop()
    assert waiting
    worker.visit(waiting)
    worker.store.there.raw.execute("UPDATE host SET lease_until = '-infinity'")
    worker.commit()
    assert worker.frontier.waiting == 1
    again = worker.pop()
    assert again
    worker.visit(again)
    worker.commit()
    assert outcomes(worker) == {"http://a.example/1": "kept"}


def test_a_break_of_the_connection_loses_nothing(hire: Hire, server: Server) -> None:
    worker = hire("only")
    worker.find("http://a.example/1", "http://b.example/1")
    worker.commit()
    waiting = worker.pop()
    assert waiting
    worker.visit(waiting)
    server.stop("immediate")
    worker.commit()  # notes the failure and keeps everything
    assert worker.store.visits.original("no such digest") is None
    server.start()
    worker.commit()
    kept = [url for url, outcome in outcomes(worker).items() if outcome == "kept"]
    assert kept == [waiting.candidate.link.url]


def test_without_the_database_nothing_is_asked_for_long(
    hire: Hire, monkeypatch: pytest.MonkeyPatch
) -> None:
    worker = hire("only")
    worker.commit()
    assert worker.leases.may_ask()
    monkeypatch.setattr(worker.leases, "_pushed_at", worker.leases._pushed_at - 16.0)
    assert not worker.leases.may_ask()


def test_a_link_that_one_page_bars_stays_what_it_is_for_the_others(hire: Hire) -> None:
    """The crawl that holds a host passes over links that wait there, or were visited, without knowing them."""
    first, second = hire("first"), hire("second")
    waits, visited = "http://a.example/waits", "http://a.example/visited"
    first.find(visited)
    first.commit()
    waiting = first.pop()
    assert waiting
    first.visit(waiting)
    first.commit()  # its host has no links any more
    first.commit()
    second.find("http://a.example/other")
    second.commit()
    first.find(waits)
    first.commit()
    second.find(waits, visited, barred=Reason.NOFOLLOW)
    second.commit()
    assert outcomes(second)[visited] == "kept"
    assert outcomes(second)[waits] == "waiting"
    assert second.frontier.waiting == 2


def test_a_link_that_was_passed_over_waits_as_it_is_found_later(hire: Hire) -> None:
    first, second = hire("first"), hire("second")
    first.find("http://a.example/1", score=0.9, barred=Reason.NOFOLLOW, hops=3, depth=4)
    first.commit()
    assert first.leases.is_complete
    second.find("http://a.example/1", score=0.7, depth=3)
    second.find("http://a.example/1", score=0.6, depth=2)
    second.commit()
    waiting = second.pop()
    assert waiting
    link = waiting.candidate.link
    assert (waiting.candidate.score, link.depth, link.hops, link.barred) == (0.7, 2, 0, None)


def test_links_to_a_closed_host_are_refused_whoever_finds_them(hire: Hire) -> None:
    first, second = hire("first"), hire("second")
    first.find("http://a.example/1", "http://a.example/2")
    first.commit()
    waiting = first.pop()
    assert waiting
    closed = Verdict(Outcome.FAILED, Reason.HOST_GAVE_UP, "no answer")
    first.frontier.finish(waiting, closed)
    first.frontier.close(first.frontier.hosts.by_id[waiting.host], closed)
    first.frontier.release(waiting, 5.0, 1.0)
    first.commit()
    second.find("http://a.example/3")
    second.commit()
    assert set(outcomes(first).values()) == {"failed"}
    assert second.leases.is_complete


class Breaking:
    """A connection that breaks right after the next transaction has come through."""

    def __init__(self, raw: Any) -> None:
        self._raw = raw

    def __getattr__(self, name: str) -> Any:
        return getattr(self._raw, name)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        with self._raw.transaction():
            yield
        self._raw.close()
        raise psycopg.OperationalError("the connection broke")


def test_a_push_whose_end_never_arrived_is_not_forgotten(hire: Hire) -> None:
    first, second = hire("first"), hire("second")
    first.find("http://a.example/1")
    first.commit()
    waiting = first.pop()
    assert waiting
    first.visit(waiting)
    first.find("http://b.example/1")
    second.find("http://a.example/2")
    second.commit()
    first.store.there.raw = cast(Any, Breaking(first.store.there.raw))
    first.commit()
    assert first.pop() is None
    first.commit()
    assert first.leases.totals.pages == 1
    again = first.pop()
    assert again
    assert again.candidate.link.url == "http://a.example/2"


def test_a_host_that_is_given_back_is_not_asked_although_new_links_arrive(hire: Hire) -> None:
    first = hire("first")
    urls = [f"http://h{n}.example/" for n in range(10)]
    first.find(*urls)
    first.commit()
    second = hire("second")
    second.find(*(f"{url}new" for url in urls), score=0.6)
    for worker in (second, first, first, second):
        worker.commit()
    holder = dict(first.store.there.raw.execute("SELECT name, worker FROM host").fetchall())
    asked = set()
    for worker in (first, second):
        while waiting := worker.pop():
            name = worker.frontier.hosts.by_id[waiting.host].name
            assert holder[name] == worker.leases.worker
            asked.add(name)
    assert len(asked) == 10


def test_statements_are_spelled_for_postgresql() -> None:
    assert spelled("SELECT 'a?b%' , ? WHERE x = :name") == "SELECT 'a?b%%' , %s WHERE x = %(name)s"
    assert "unnest" not in spelled("x IN (SELECT value FROM json_each(?))")
    assert "jsonb_array_elements_text(%s::jsonb)" in spelled(
        "x IN (SELECT value FROM json_each(?))"
    )
    assert schema("a INTEGER PRIMARY KEY, b REAL, c BLOB").count("bigint") == 1


def test_a_collection_moves_into_a_database_and_back_unchanged(
    tmp_path: Path, server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    shelf = Shelf(tmp_path)
    shelf.save(StoredPage("http://a.example/", "A dam broke."), StoredPage("http://b.example/"))
    event = 'name = "Dam"\nseeds = ["http://a.example/"]\n[what]\nkeywords = ["dam"]\n'
    (tmp_path / "event.toml").write_text(event, encoding="utf-8")
    before = rows(tmp_path)
    assert main(["move", str(tmp_path), server.url, "--name", "moved"]) == 0
    assert shared_store(database_path(tmp_path)) == (server.url, "moved")
    assert rows(tmp_path) == before
    assert main(["search", str(tmp_path), "dam"]) == 0
    assert "1 page" in capsys.readouterr().out
    assert main(["status", str(tmp_path)]) == 0
    assert "moved" in capsys.readouterr().out
    assert main(["move", str(tmp_path), "file"]) == 0
    assert shared_store(database_path(tmp_path)) is None
    assert rows(tmp_path) == before


def rows(folder: Path) -> list[str]:
    store = read_store(folder)
    try:
        return [repr(entry) for entry in store.ledger.entries(Query())]
    finally:
        store.close()


def test_errors_name_the_database_but_not_its_password(server: Server) -> None:
    with pytest.raises(CollectionError) as caught:
        PostgresDatabase("postgresql://me:secret@127.0.0.1:1/nothing", "x")
    assert "secret" not in str(caught.value)
    with pytest.raises(CollectionError, match="no such collection"):
        PostgresDatabase(server.url, "nothing_here", read_only=True)
