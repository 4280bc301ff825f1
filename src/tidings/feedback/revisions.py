"""Loads revisions of a collection's page model from its file of judgements."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING

from tidings.collection.folder import made_judgements
from tidings.errors import CollectionBusy, CollectionError
from tidings.model import Judgement
from tidings.ports import Judgements
from tidings.store.rules import current

if TYPE_CHECKING:
    from tidings.learn.page_model import PageModel


def model_of(store: Judgements, number: int) -> PageModel:
    """Return the model of a revision, with the judgements that count in it."""
    from tidings.learn.page_model import from_bytes  # it loads numpy

    revision = store.revision(number)
    if revision is None:
        raise CollectionError(f"found no version {number}; `tidings judge --versions` lists them")
    counting = current(store.judgements(revision.judgements))
    judged = {id_: judgement.relevant for id_, judgement in counting.items()}
    types = {id_: judgement.type for id_, judgement in counting.items() if judgement.type}
    try:
        return from_bytes(revision.model, number, judged, types)
    except ValueError as error:
        raise CollectionError(f"version {number} cannot be read: {error}") from error


def counting_judgements(folder: Path) -> dict[int, Judgement]:
    """Return the judgements that count in a collection now, by the id of the URL."""
    store = made_judgements(folder)
    if store is None:
        return {}
    with contextlib.closing(store):
        newest = store.revision(store.newest())
        return current(store.judgements(newest.judgements if newest else ()))


class Revisions:
    """Watches for new revisions of one collection while others judge its pages."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._store: Judgements | None = None

    def newest(self, judged_by: int) -> PageModel | None:
        """Return the newest model unless its revision is ``judged_by``; never wait for a writer."""
        with contextlib.suppress(sqlite3.OperationalError, CollectionBusy):  # try next time
            self._store = self._store or made_judgements(self._folder)
            number = self._store.newest() if self._store else 0
            if self._store and number not in (0, judged_by):
                return model_of(self._store, number)
        return None

    def close(self) -> None:
        """Close the file, if it was opened."""
        if self._store:
            self._store.close()
