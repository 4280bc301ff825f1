"""All that a collection stores, in one SQLite database."""

from __future__ import annotations

from tidings.store.sqlite.database import Database
from tidings.store.sqlite.ledger import Ledger
from tidings.store.sqlite.links import SqliteLinks
from tidings.store.sqlite.state import SqliteState
from tidings.store.sqlite.stories import Stories
from tidings.store.sqlite.visits import SqliteVisits
from tidings.store.sqlite.words import Words


class SqliteStore:
    """A ``Store`` in one SQLite database: what is written is durable at ``commit``, all or nothing."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.links = SqliteLinks(database)
        self.visits = SqliteVisits(database)
        self.stories = Stories(database)
        self.words = Words(database)
        self.state = SqliteState(database)
        self.ledger = Ledger(database)
        self.commit = database.commit
        self.rollback = database.rollback
        self.close = database.close
