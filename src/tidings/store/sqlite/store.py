"""All that a collection stores, in one SQLite database."""

from __future__ import annotations

from tidings.store.again.sqlite import SqliteTracked
from tidings.store.requisites.sqlite import SqliteRequisites
from tidings.store.sqlite.database import Database
from tidings.store.sqlite.ledger import SqliteLedger
from tidings.store.sqlite.links import SqliteLinks
from tidings.store.sqlite.state import SqliteState
from tidings.store.sqlite.stories import SqliteStories
from tidings.store.sqlite.visits import SqliteVisits
from tidings.store.sqlite.words import SqliteWords


class SqliteStore:
    """A ``Store`` in one SQLite database; everything written is durable at ``commit``, or none of it."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.links = SqliteLinks(database)
        self.visits = SqliteVisits(database)
        self.requisites = SqliteRequisites(database)
        self.stories = SqliteStories(database)
        self.words = SqliteWords(database)
        self.tracked = SqliteTracked(database)
        self.state = SqliteState(database)
        self.ledger = SqliteLedger(database)
        self.commit = database.commit
        self.rollback = database.rollback
        self.close = database.close
