"""A store that several crawls share: leases, fences, shares, breaks of the connection, and moving it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import psycopg
import pytest

from tests.collection.stored_pages import Shelf, StoredPage
from tests.engines.postgres_server import Server
from tests.engines.shared_worker import Hire, outcomes
from tidings.cli import main
from tidings.collection.folder import database_path, read_store
from tidings.errors import CollectionError
from tidings.model import Outcome, Query, Reason, Verdict
from tidings.store.postgres.database import PostgresDatabase
from tidings.store.postgres.pointer import shared_store
from tidings.store.postgres.spelling import schema, spelled


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


def test_statements_are_spelled_for_postgresql() -> None:
    assert spelled("SELECT 'a?b%' , ? WHERE x = :name") == "SELECT 'a?b%%' , %s WHERE x = %(name)s"
    assert "unnest" not in spelled("x IN (SELECT value FROM json_each(?))")
    assert "jsonb_array_elements_text(%s::jsonb)" in spelled(
        "x IN (SELECT value FROM json_each(?))"
    )
    assert schema("a INTEGER PRIMARY KEY, b REAL, c BLOB").count("bigint") == 1


def test_a_collection_moves_into_a_database_and_back_unchanged(
    tmp_path: Path, server: Server, parts: int, capsys: pytest.CaptureFixture[str]
) -> None:
    shelf = Shelf(tmp_path)
    shelf.save(StoredPage("http://a.example/", "A dam broke."), StoredPage("http://b.example/"))
    event = 'name = "Dam"\nseeds = ["http://a.example/"]\n[what]\nkeywords = ["dam"]\n'
    event += f"[store]\npartitions = {parts}\n"
    (tmp_path / "event.toml").write_text(event, encoding="utf-8")
    before = rows(tmp_path)
    name = f"moved_{parts}"
    assert main(["move", str(tmp_path), server.url, "--name", name]) == 0
    assert shared_store(database_path(tmp_path)) == (server.url, name)
    assert partitions(server, name) == ["link"] * parts + ["requisite"] * parts
    assert rows(tmp_path) == before
    assert main(["search", str(tmp_path), "dam"]) == 0
    assert "1 page" in capsys.readouterr().out
    assert main(["status", str(tmp_path)]) == 0
    assert "moved" in capsys.readouterr().out
    assert main(["move", str(tmp_path), "file"]) == 0
    assert shared_store(database_path(tmp_path)) is None
    assert rows(tmp_path) == before


def partitions(server: Server, schema: str) -> list[str]:
    """Return the table of each partition in a schema."""
    query = """
    SELECT parent.relname FROM pg_inherits JOIN pg_class AS parent ON parent.oid = inhparent
    WHERE relkind = 'p' AND relnamespace = %s::regnamespace
    """
    with psycopg.connect(server.url) as connection:
        return sorted(name for (name,) in connection.execute(query, (schema,)))


def rows(folder: Path) -> list[str]:
    store = read_store(folder)
    try:
        return [repr(entry) for entry in store.ledger.entries(Query())]
    finally:
        store.close()


def test_the_same_may_be_noted_twice_between_two_pushes(hire: Hire) -> None:
    worker = hire("only")
    for value in ("a", "b"):
        worker.store.state.note("fact", value)
        worker.store.state.move_cursor("feed", value)
    worker.commit()
    found = worker.store.there.raw.execute("SELECT value, cursor FROM fact, source").fetchall()
    assert ("b", "b") in found


def test_errors_name_the_database_but_not_its_password(server: Server) -> None:
    with pytest.raises(CollectionError) as caught:
        PostgresDatabase("postgresql://me:secret@127.0.0.1:1/nothing", "x")
    assert "secret" not in str(caught.value)
    with pytest.raises(CollectionError, match="no such collection"):
        PostgresDatabase(server.url, "nothing_here", read_only=True)
