"""A shared collection as one store, for what changes many pages at once: it waits until no crawl is at work."""

from __future__ import annotations

from typing import cast

from tidings.errors import CollectionBusy
from tidings.store.postgres import statements
from tidings.store.postgres.database import PostgresDatabase, only_row
from tidings.store.sqlite.database import Database
from tidings.store.sqlite.store import SqliteStore


class WholeStore(SqliteStore):
    """All links and pages of a shared collection; no crawl joins until it is closed."""

    def __init__(self, url: str, name: str) -> None:
        """Open the collection; raise CollectionBusy if a crawl is at work on any computer."""
        self._there = PostgresDatabase(url, name)
        (alone,) = only_row(self._there.raw, statements.NO_CRAWLS)
        if not alone:
            self._there.close()
            raise CollectionBusy(
                f"{name}: crawls are at work in this shared collection; `tidings status` names them"
            )
        self._there.commit()
        super().__init__(cast(Database, self._there))
        self.commit = self._commit
        self.close = self._close
        self._changed = False

    def _commit(self) -> None:
        self._there.commit()
        self._changed = True

    def _close(self) -> None:
        """Let crawls find the hosts by their best links again."""
        if self._changed:
            self._there.write(statements.ALL_TOPS)
            self._there.commit()
        self._there.close()
