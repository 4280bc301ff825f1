"""Pages that come back in a shared collection: each is known to the crawl that holds its host, plans are for all."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import psycopg

from tidings.errors import CollectionError
from tidings.model import Pass, Phase, Totals, Tracked
from tidings.store.again.sqlite import SqliteTracked
from tidings.store.postgres import statements
from tidings.store.postgres.working_set import LOCAL
from tidings.store.sqlite.state import SqliteState

if TYPE_CHECKING:
    from tidings.store.postgres.shared import SharedStore

_PARENT = "SELECT parent FROM link WHERE seq = ?"
_FOUND_ON = """
SELECT seq, phase FROM link
WHERE id = ? AND visit <> 0 AND (phase = 0 OR EXISTS (SELECT 1 FROM tracked WHERE link = link.seq))
"""
"""Unless nothing is known of it here: then others may have visited it since."""
_LOG = logging.getLogger(__name__)


class SharedTracked:
    """``TrackedPages`` of one crawl: what it saw is pushed; plans change the pages of all crawls at once."""

    def __init__(self, store: SharedStore) -> None:
        self._store = store
        self._here = SqliteTracked(store.here, made=True)
        self._later: list[tuple[int, Callable[[int, bool], None]]] = []
        self._sent = 0
        self._per_second = 0.0
        self._pass: Pass | None = None

    @property
    def _there(self) -> SqliteTracked:
        return SqliteTracked(self._store.others, made=True)

    def load(self, link: int) -> Tracked | None:
        """Return what is remembered of a page that waits here, or of one by its shared number."""
        return (self._here if link >= LOCAL else self._there).load(link)

    def save(self, page: Tracked) -> None:
        """Remember a page."""
        (self._here if page.link >= LOCAL else self._there).save(page)

    def kept(self, since: float = 0.0) -> Iterator[tuple[int, float | None]]:
        """Yield the id of every page that was kept, by any crawl, and when it was published."""
        return self._there.kept(since)

    def edges(self) -> Iterator[tuple[int, bytes]]:
        """Yield the shared number of every link that was read, and the ids of the links on it when it was read last."""
        return self._there.edges()

    def lists(self, since: float) -> Iterator[tuple[int, bytes]]:
        """Yield the same of pages without a date of publication that were read since a moment."""
        return self._there.lists(since)

    def known(self, ids: Iterable[int]) -> Sequence[int]:
        """Return the shared numbers of those links that were found."""
        return self._there.known(ids)

    def visits_per_second(self) -> float:
        """Return the visits that all rhythms together ask for, as far as the database can be reached."""
        with self._store.reading():
            self._per_second = self._there.visits_per_second()
        return self._per_second

    def found_on(self, link: int, change: Callable[[int, bool], None]) -> None:
        """Call ``change`` for the page that a link was found on: at once if it waits here, or with the next push."""
        read = self._store.here.connection.execute
        (parent,) = read(_PARENT, (link,)).fetchone()
        row = read(_FOUND_ON, (parent,)).fetchone()
        if row:
            change(row[0], row[1] == Phase.DONE)
        elif parent:
            self._later.append((parent, change))

    def change_others(self) -> None:
        """Change the pages of other crawls, inside a push."""
        self._sent = len(self._later)
        for id_, change in self._later:
            row = self._store.there.raw.execute(statements.VISITED, (id_,)).fetchone()
            if row:
                change(row[0], row[1] == Phase.DONE)

    def confirm(self) -> None:
        """Take the last push as durable: only of pages that wait here, more is remembered than in the database."""
        del self._later[: self._sent]
        self._sent = 0
        self._store.here.forget_tracked()

    # Plans

    def activate(self) -> None:
        """Let every page with a rhythm come back at its moment."""
        with self._alone():
            self._there.activate()

    def replan(self, factor: float, least: float, most: float) -> None:
        """Move the next visits: each rhythm is multiplied by a factor, within limits."""
        self._there.replan(factor, least, most)

    def schedule_all(self, due_at: float) -> int:
        """Let every page that was read come back at a moment; return how many there are."""
        return self._there.schedule_all(due_at)

    def join(self, what: str, now: float, before: Totals) -> Pass:
        """Take part in the pass that another crawl is making, else begin one."""
        if self._pass is None:
            leases = self._store.leases
            given = f"{what} %", leases.worker, leases.seconds
            with self._alone() as raw:
                made = raw.execute(statements.PASS_OF_OTHERS, given).fetchone()
                (text,) = made or (" ".join([what, repr(now), *map(str, before)]),)
                raw.execute(statements.MAKE_PASS, (text, leases.worker))
            _, until, *counts = text.split()
            self._pass = Pass(float(until), Totals(*map(int, counts)), is_new=made is None)
            leases.until = self._pass.until
        return self._pass

    @contextlib.contextmanager
    def planning(self, fact: str) -> Iterator[bool]:
        """Plan for all crawls; without the database, nothing is planned or noted until the next attempt."""
        here, began = SqliteState(self._store.here), False
        before = here.noted(fact)
        try:
            with self._alone():
                there = SqliteState(self._store.others)
                here.note(fact, there.noted(fact))
                began = True
                yield here.noted(fact) == before
                there.note(fact, here.noted(fact))
        except CollectionError as error:
            here.note(fact, before)
            _LOG.warning("pages that come back could not be planned: %s", error)
            if not began:
                yield False
        self._store.here.forget_fact(fact)

    @contextlib.contextmanager
    def _alone(self) -> Iterator[psycopg.Connection]:
        """Keep others from pushing or planning for a moment; all or nothing is written."""
        raw = self._store.there.raw
        try:
            with raw.transaction():
                raw.execute(statements.WAIT_LONG)
                raw.execute(statements.ALONE)
                yield raw
        except psycopg.Error as error:
            raise CollectionError(str(error).strip()) from error
