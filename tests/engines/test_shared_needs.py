"""What kept pages need, in a shared collection: offered by one crawl, fetched once by whoever holds the host."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from uuid import uuid4

import pytest

from tests.engines.postgres_server import Server
from tests.engines.shared_worker import KEPT, NOW, Worker
from tidings.crawl.requisites.queue import RequisiteQueue
from tidings.model import Event, Outcome, Reason, Requisite, Use, Verdict, Visit
from tidings.settings import Settings
from tidings.store.postgres.database import FORMAT, PostgresDatabase
from tidings.store.requisites.sqlite import SqliteRequisites

PAGE = "http://a.example/1"
STYLE = Requisite("http://cdn.example/a.css", Use.STYLE)
PICTURE = Requisite("http://cdn.example/b.png", Use.IMAGE)
DONE = Verdict(Outcome.KEPT, Reason.OTHER)
KEYS = """
SELECT conname FROM pg_constraint
WHERE conrelid IN ('link'::regclass, 'requisite'::regclass) AND contype = 'u' ORDER BY 1
"""


class Fetcher(Worker):
    """A crawl that also completes pages."""

    def __init__(self, server: Server, schema: str, name: str, parts: int) -> None:
        super().__init__(server, schema, name, parts=parts)
        self.queue = RequisiteQueue(Settings(Event("Dam"), ()), self.store, self.frontier)

    def keep(self, *needed: Requisite) -> None:
        """Visit the page that waits, and keep it."""
        waiting = self.pop()
        assert waiting
        number = self.store.visits.save(waiting.seq, Visit(PAGE, NOW, 200, KEPT), None)
        self.queue.add_page(number, needed)
        self.frontier.finish(waiting, KEPT)
        self.frontier.release(waiting, 5.0, 1.0)

    def fetch(self, *found: Requisite) -> str:
        """Fetch one requisite, which needs others; return its URL, empty if none waits here."""
        awaited = self.queue.pop(1e12)
        if awaited is None:
            return ""
        self.queue.add_found(awaited, found)
        self.queue.finish(awaited, DONE, size=100, seconds=1.0)
        self.queue.release(awaited, 5.0, 1.0)
        return awaited.requisite.url


Hire = Callable[[str], Fetcher]


@pytest.fixture
def hire(server: Server, parts: int) -> Iterator[Hire]:
    schema = f"test_{uuid4().hex}"
    with ExitStack() as stack:

        def hired(name: str) -> Fetcher:
            worker = Fetcher(server, schema, name, parts)
            stack.callback(worker.store.close)
            return worker

        yield hired


def test_whoever_holds_the_host_fetches_what_another_found_and_only_once(hire: Hire) -> None:
    first, second = hire("first"), hire("second")
    first.find(PAGE)
    first.commit()
    first.keep(STYLE)
    first.store.commit()  # offered, but the host is not claimed yet, nor are its files here
    assert first.fetch() == ""
    workers = [second, first]
    fetched = []
    for _ in range(4):
        for worker in workers:
            worker.commit()
            fetched += [url for url in [worker.fetch(PICTURE)] if url]
    assert fetched == [STYLE.url, PICTURE.url]
    for worker in workers:
        worker.commit()
        assert worker.leases.is_complete
        assert not worker.leases.others_need()
    stored = SqliteRequisites(first.store.others)
    assert stored.completeness().captured == 2
    (page,) = stored.pages()
    assert (page.url, page.completeness.captured) == (PAGE, 2)
    assert first.store.requisites.spent(None).size == 200


def test_requisites_of_a_host_that_is_lost_are_fetched_by_another(hire: Hire) -> None:
    first, second = hire("first"), hire("second")
    first.find(PAGE)
    first.commit()
    first.keep(STYLE, PICTURE)
    first.commit()
    first.commit()
    assert first.fetch() == STYLE.url
    first.store.there.raw.execute("UPDATE host SET lease_until = '-infinity', next_at = 0")
    second.commit()  # before the first could report
    fetched = [second.fetch(), second.fetch()]
    second.commit()
    first.commit()
    assert first.fetch() == ""
    assert sorted(fetched) == [STYLE.url, PICTURE.url]
    assert second.leases.is_complete


def test_older_tables_are_brought_up_to_date(server: Server) -> None:
    schema = f"test_{uuid4().hex}"
    with closing(PostgresDatabase(server.url, schema)) as database:
        raw = database.raw
        raw.execute("ALTER TABLE requisite DROP COLUMN lease")
        for table in ("link", "requisite"):
            key = f"{table}_id_host_key"
            raw.execute(f"ALTER TABLE {table} DROP CONSTRAINT {key}, ADD UNIQUE (id)".encode())
        raw.execute(
            "ALTER TABLE worker DROP COLUMN best, DROP COLUMN may_fetch, DROP COLUMN may_keep,"
            " DROP COLUMN may_ask, DROP COLUMN pass, DROP COLUMN requisite_bytes"
        )
        raw.execute("DROP TABLE tracked")
        raw.execute("DROP TABLE judgement, version")
        raw.execute("ALTER TABLE host DROP COLUMN site")
        raw.execute("DROP TABLE turn")
        raw.execute("DROP INDEX host_free")
        raw.execute("CREATE INDEX host_free ON host (top) WHERE top IS NOT NULL AND closed = ''")
        raw.execute("UPDATE fact SET value = '1' WHERE name = 'format'")
        database.commit()
    for _ in range(2):
        with closing(PostgresDatabase(server.url, schema)) as database:
            made = database.raw.execute("SELECT value FROM fact WHERE name = 'format'").fetchone()
            assert made == (str(FORMAT),)
            database.raw.execute("SELECT lease FROM requisite")
            database.raw.execute("SELECT best, site FROM worker, host")
            database.raw.execute("SELECT until FROM turn")
            database.raw.execute("SELECT may_fetch, may_keep, may_ask, pass FROM worker")
            database.raw.execute("SELECT link FROM tracked")
            database.raw.execute("SELECT judgement.number, model FROM judgement, version")
            keys = database.raw.execute(KEYS).fetchall()
            assert keys == [("link_id_host_key",), ("requisite_id_host_key",)]
