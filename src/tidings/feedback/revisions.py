"""The versions of a collection's page model, from the file of judgements to the model that pages are judged by."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

from tidings.collection.folder import judgements_path
from tidings.errors import CollectionError
from tidings.learn.page_model import PageModel, from_bytes
from tidings.store.sqlite.judgements import Judgements, current


def model_of(store: Judgements, number: int) -> PageModel:
    """Return the model of a version, with the judgements that count in it."""
    revision = store.revision(number)
    if revision is None:
        raise CollectionError(f"found no version {number}; `tidings judge --versions` lists them")
    counting = current(store.judgements(revision.judgements))
    judged = {id_: one.relevant for id_, one in counting.items()}
    types = {id_: one.type for id_, one in counting.items() if one.type}
    try:
        return from_bytes(revision.model, number, judged, types)
    except ValueError as error:
        raise CollectionError(f"version {number} cannot be read: {error}") from error


class Revisions:
    """The current version, as a crawl sees it while others judge."""

    def __init__(self, folder: Path) -> None:
        self._path = judgements_path(folder)
        self._store: Judgements | None = None

    def newest(self, known: int) -> PageModel | None:
        """Return the current model if it is of another version than the one known; do not wait for a writer."""
        if self._store is None and not self._path.exists():
            return None
        with contextlib.suppress(sqlite3.OperationalError):  # somebody is writing; next time
            self._store = self._store or Judgements(self._path, made=True)
            number = self._store.newest()
            return model_of(self._store, number) if number not in (0, known) else None
        return None

    def close(self) -> None:
        """Close the file, if there is one."""
        if self._store:
            self._store.close()
