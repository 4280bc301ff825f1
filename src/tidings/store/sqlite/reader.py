"""The reading side of a store in SQLite; quick to import."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from tidings.store.requisites.sqlite import SqliteRequisites
from tidings.store.sqlite.database import Database
from tidings.store.sqlite.ledger import SqliteLedger
from tidings.store.sqlite.read_pages import SqliteReadPages
from tidings.store.sqlite.reading.captures import SqliteCaptures
from tidings.store.sqlite.reading.graph import SqliteGraph
from tidings.store.sqlite.reading.monitoring import SqliteMonitor
from tidings.store.sqlite.reading.news import SqliteNews
from tidings.store.sqlite.state import SqliteState
from tidings.store.sqlite.visits import SqliteVisits
from tidings.store.sqlite.words import SqliteWords

if TYPE_CHECKING:
    from tidings.store.sqlite.stories import SqliteStories


class SqliteReader:
    """The parts of a store that are read while a crawl may write; close it."""

    def __init__(self, database: Database) -> None:
        self.visits = SqliteVisits(database)
        self.requisites = SqliteRequisites(database)
        self.words = SqliteWords(database)
        self.state = SqliteState(database)
        self.ledger = SqliteLedger(database)
        self.read_pages = SqliteReadPages(database)
        self.monitor = SqliteMonitor(database)
        self.news = SqliteNews(database)
        self.graph = SqliteGraph(database)
        self.captures = SqliteCaptures(database)
        self.close = database.close
        self._database = database
        self._execute = database.connection.execute

    @cached_property
    def stories(self) -> SqliteStories:
        """Return the groups of pages with nearly the same text."""
        from tidings.store.sqlite.stories import SqliteStories  # it loads numpy

        return SqliteStories(self._database)

    def freeze(self) -> None:
        """Show the present state until the reader is closed, whatever a crawl writes meanwhile."""
        self._execute("BEGIN")
