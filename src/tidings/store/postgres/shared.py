"""The store of a crawl that shares its collection with others: a working set in memory, pushed once a second."""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import Callable, Iterator, Sequence
from typing import cast

import psycopg

from tidings.errors import CollectionBusy, CollectionError
from tidings.model import (
    CrawlState,
    DueVisit,
    Original,
    Outcome,
    Page,
    PageKind,
    Part,
    Phase,
    Pointer,
    Reason,
    Totals,
    Tracked,
    Visit,
)
from tidings.store.again.shared import SharedTracked
from tidings.store.postgres import statements
from tidings.store.postgres.database import PostgresDatabase, only_row
from tidings.store.postgres.needs import SharedRequisites, has_part, original_part
from tidings.store.postgres.office import PostgresLeases, Returned
from tidings.store.postgres.pushing import Pusher
from tidings.store.postgres.working_set import LOCAL, WorkingSet
from tidings.store.sqlite.database import Database
from tidings.store.sqlite.ledger import SqliteLedger
from tidings.store.sqlite.links import SqliteLinks
from tidings.store.sqlite.state import SqliteState
from tidings.store.sqlite.stories import SqliteStories
from tidings.store.sqlite.visits import SqliteVisits
from tidings.store.sqlite.words import SqliteWords
from tidings.urls import url_id

PATIENCE = 120.0
"""Seconds without the database after which a crawl gives up."""
_LOG = logging.getLogger(__name__)


class SharedStore:
    """A ``Store`` that several crawls write to; ``commit`` pushes what this one did, all or nothing.

    The database is the truth. Whatever was not pushed when a crawl is killed is forgotten, and its hosts go to
    others when their leases end. Without the database a crawl goes on for some time with what it has; it asks no
    host any more when its leases may have ended.
    """

    def __init__(
        self,
        url: str,
        name: str,
        leases: PostgresLeases,
        *,
        by_domain: bool = False,
        parts: int = 0,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._url, self._name, self._now = url, name, now
        self.leases = leases
        self.there = PostgresDatabase(url, name, parts=parts)
        self.there.raw.autocommit = True
        self.here = WorkingSet()
        self._pusher = Pusher(self.here, by_domain=by_domain)
        self._failing_since: float | None = None
        self.links = _Links(self)
        self.visits = _Visits(self)
        self.stories = _Stories(self)
        self.words = _Words(self)
        self.requisites = SharedRequisites(self)
        self.tracked = SharedTracked(self)
        self._pusher.change_others = self.tracked.change_others
        self.state = _State(self)
        self.ledger = SqliteLedger(self.here)
        self.pushed = self._pusher.shared
        self.pushed_file: Callable[[str], None] = lambda file: None
        """Called with the WARC file that a push ended in."""
        try:
            self._join()
        except BaseException:
            self.there.close()
            self.here.close()
            raise

    @property
    def is_durable(self) -> bool:
        """Return whether the last commit reached the database."""
        return self._failing_since is None

    def _join(self) -> None:
        """Take part, with what the collection knows of its sources and of earlier runs."""
        raw = self.there.raw
        self._begin_work()
        self._pusher.know_sites(raw)
        raw.execute(statements.JOIN, (self.leases.worker,))
        raw.execute(statements.RELEASE_AFTER_CRASH, (self.leases.delay, self.leases.worker))
        self.leases.totals = Totals(*only_row(raw, statements.TOTALS))
        for table in ("source", "fact"):
            for row in raw.execute(f"SELECT * FROM {table}").fetchall():
                self.here.write(f"INSERT INTO {table} VALUES (?, ?)", row)
        shared = SqliteState(self.others).load()
        names = [each for each in CrawlState.__dataclass_fields__ if not each.startswith("warc_")]
        SqliteState(self.here).update(**{name: getattr(shared, name) for name in names})
        self.here.forget_changes()

    def _begin_work(self) -> None:
        """Let nobody change many pages at once until this connection ends."""
        try:
            self.there.raw.execute(statements.AT_WORK)
        except psycopg.errors.LockNotAvailable as error:
            raise CollectionBusy(
                f"{self._name}: its pages are being judged again; try again when that has ended"
            ) from error

    @property
    def others(self) -> Database:
        """Return what all crawls have pushed; the statements of the store run on it."""
        return cast(Database, self.there)

    def commit(self) -> None:
        """Push everything since the last commit; keep it for the next one while the database cannot be reached."""
        state = SqliteState(self.here).load()
        report = state.state, state.reason, state.warc_file, state.warc_length
        try:
            self._reconnect()
            self.leases.push(self.there.raw, self._pusher, report, self._now())
        except (psycopg.OperationalError, CollectionError) as error:
            self._note_failure(error)
            return
        except psycopg.Error as error:
            raise CollectionError(f"{self._name}: cannot write ({str(error).strip()})") from error
        self._failing_since = None
        self._confirm()
        self.pushed_file(state.warc_file)
        self.requisites.take(self.leases.taken, self.leases.left)
        self._take_back(self.leases.returned)
        self.here.forget_changes()

    def _confirm(self) -> None:
        """Take the last push as durable."""
        self._pusher.confirm()
        self.tracked.confirm()

    def _take_back(self, returned: Returned) -> None:
        """Know what others know of the pages that come back to this crawl, before they wait here."""
        numbers = {}
        for id_, tries, *visit in returned.visits:
            link = self.links.find(id_)
            if link and link.phase is Phase.WAITING:
                continue
            if link:
                self.here.pass_over(link.seq)
            host, candidate = returned.links[id_]
            number, found_at = self.links.add_host(host), candidate.link.found_at
            numbers[id_] = self.links.add(candidate, number, found_at, None, final=False).seq
            self.here.take_back(numbers[id_], tries, visit)
        for id_, _, kind, *more in returned.tracked:
            if id_ in numbers:
                self.tracked.save(Tracked(numbers[id_], PageKind(kind), *more))

    @contextlib.contextmanager
    def reading(self) -> Iterator[None]:
        """Do without what other crawls have stored while the database cannot be reached."""
        with contextlib.suppress(CollectionError):
            yield

    def _reconnect(self) -> None:
        """Connect again after a break, and find out whether the last push had come through."""
        if not (self.there.raw.closed or self.there.raw.broken):
            return
        self.there = PostgresDatabase(self._url, self._name)
        self.there.raw.autocommit = True
        self._begin_work()
        query = "SELECT batch FROM worker WHERE name = %s"
        (batch,) = only_row(self.there.raw, query, (self.leases.worker,))
        if self.leases.came_through(batch):
            self._confirm()

    def _note_failure(self, error: Exception) -> None:
        now = time.monotonic()
        if self._failing_since is None:
            self._failing_since = now
            _LOG.warning(
                "the database cannot be reached, will be tried again: %s", str(error).strip()
            )
        if now - self._failing_since > PATIENCE:
            raise CollectionError(f"{self._name}: {str(error).strip()}") from error

    def rollback(self) -> None:
        """Forget everything since the last commit."""
        self.here.rollback()

    def close(self) -> None:
        """Give all hosts back."""
        with contextlib.suppress(psycopg.Error):
            self.there.raw.execute(statements.RELEASE_ALL, (self.leases.worker,))
            self.there.raw.execute(statements.WORK_ENDS)  # closing would take a moment longer
        self.there.close()
        self.here.close()


class _State(SqliteState):
    """The state of the crawl; each has WARC files of its own."""

    def __init__(self, store: SharedStore) -> None:
        super().__init__(store.here)
        columns = "SELECT warc_file, warc_length FROM worker WHERE name = %s"
        row = store.there.raw.execute(columns, (store.leases.worker,)).fetchone()
        if row:
            self.update(warc_file=row[0], warc_length=row[1])


class _Links(SqliteLinks):
    """The links of this crawl, and some of others by their shared numbers."""

    def __init__(self, store: SharedStore) -> None:
        super().__init__(store.here)
        self._store = store

    def schedule(self, seq: int, due_at: float, score: float | None = None) -> None:
        """Set the moment from which a link is to be visited again, and its score then."""
        if seq < LOCAL:
            SqliteLinks(self._store.others).schedule(seq, due_at, score)
        else:
            super().schedule(seq, due_at, score)

    def due(self, now: float, most: int) -> list[tuple[int, int]]:
        """Return nothing: a push finds the links that are due, and brings them to the crawl that holds their host."""
        return []


class _Visits(SqliteVisits):
    """The visits of this crawl, and those of others where they matter."""

    def __init__(self, store: SharedStore) -> None:
        super().__init__(store.here)
        self._store = store

    def save(
        self,
        link: int,
        visit: Visit,
        pointer: Pointer | None,
        *,
        entered_at: float | None = None,
        snapshot: bool = False,
    ) -> int:
        """Save one answer to a link; bytes that another crawl has seen there make its visit current again."""
        seq = super().save(link, visit, pointer, entered_at=entered_at, snapshot=snapshot)
        outcome, reason, _ = visit.verdict
        if not snapshot and outcome is Outcome.UNCHANGED and reason is Reason.SAME_BYTES:
            with self._store.reading():
                self._change_back(link, visit.digest)
        return seq

    def _change_back(self, link: int, digest: str) -> None:
        read, given = (
            self._store.others.connection.execute,
            (*self._store.here.ids([link]).values(),),
        )
        first = read(statements.FIRST_KEPT, (*given, digest)).fetchone()
        if first:
            self._store.here.take_visit(link, first)
            self._write("UPDATE link SET visit = ? WHERE seq = ?", (first[0], link))

    def original(self, digest: str) -> Original | None:
        """Return the first archived and kept page with this payload, of any crawl."""
        found = super().original(digest)
        if found is None:
            with self._store.reading():
                found = SqliteVisits(self._store.others).original(digest)
        if found and found.link < LOCAL:
            here = self._store.links.find(url_id(found.url))
            return found._replace(link=here.seq) if here else found
        return found

    def has_part(self, part: Part) -> bool:
        """Return whether the same bytes of the same URL are archived as a part already, by any crawl."""
        found = super().has_part(part)
        if not found:
            with self._store.reading():
                found = has_part(self._store.others, part)
        return found

    def original_part(self, digest: str) -> Original | None:
        """Return the first part with this payload that is archived in full, by any crawl."""
        found = super().original_part(digest)
        if found is None:
            with self._store.reading():
                found = original_part(self._store.others, digest)
        return found

    def totals(self) -> Totals:
        """Return how many pages all crawls fetched and kept as of the last push, and this one since."""
        pages, kept, size = self._store.leases.totals
        for row in self._store.here.changed("visit"):
            if not self._store.pushed(row["seq"]):
                pages, size = pages + 1, size + row["size"]
                kept += self._store.here.is_newly_kept(row)
        return Totals(pages, kept, size)


class _Stories(SqliteStories):
    """The stories of this crawl, and those of others: their numbers are lower."""

    def __init__(self, store: SharedStore) -> None:
        super().__init__(store.here)
        self._store = store

    def _of(self, visit: int) -> SqliteStories:
        return SqliteStories(self._store.here if visit >= LOCAL else self._store.others)

    def similar(self, fingerprint: bytes) -> list[int]:
        """Return the stories of kept pages whose text seems nearly the same, of this crawl before those of others."""
        stories = super().similar(fingerprint)
        with self._store.reading():
            stories += SqliteStories(self._store.others).similar(fingerprint)
        return stories

    def page(self, visit: int) -> tuple[int, str]:
        """Return number and URL of the link of a visit; the number that it has here, if it is known here."""
        number, url = self._of(visit).page(visit)
        here = self._store.links.find(url_id(url)) if number < LOCAL else None
        return here.seq if here else number, url

    def is_kept(self, visit: int) -> bool:
        """Return whether the page of a visit is still kept."""
        return self._of(visit).is_kept(visit)

    def story(self, visit: int) -> int | None:
        """Return the story of a visit."""
        return self._of(visit).story(visit)


class _Words(SqliteWords):
    """The words of this crawl's pages, and the texts of all: those that were pushed are read where they are."""

    def __init__(self, store: SharedStore) -> None:
        super().__init__(store.here)
        self._store = store

    def due(self, after: int, until: int, revision: int, most: int) -> list[DueVisit]:
        """Return nothing: stored pages are judged again when no crawl is at work."""
        return []

    def last(self) -> int:
        """Return 0 for the same reason."""
        return 0

    def pages(self, visits: Sequence[int]) -> dict[int, Page]:
        """Return the pages of some visits, here or in the shared collection."""
        pages = super().pages(visits)
        pushed = {self._store.pushed(visit): visit for visit in visits if visit not in pages}
        pushed.pop(0, None)
        if pushed:
            with self._store.reading():
                found = SqliteWords(self._store.others).pages(list(pushed))
                pages |= {pushed[number]: page for number, page in found.items()}
        return pages
