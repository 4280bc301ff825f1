"""Loads revisions of a collection's page model from its file of judgements."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

from tidings.collection.folder import judgements_path, open_judgements
from tidings.errors import CollectionError
from tidings.learn.page_model import PageModel, from_bytes
from tidings.model import Judgement
from tidings.ports import Judgements
from tidings.store.rules import current


def model_of(store: Judgements, number: int) -> PageModel:
    """Return the model of a revision, with the judgements that count in it."""
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
    path = judgements_path(folder)
    if not path.exists():
        return {}
    with contextlib.closing(open_judgements(path, made=True)) as store:
        newest = store.revision(store.newest())
        return current(store.judgements(newest.judgements if newest else ()))


class Revisions:
    """Watches for new revisions of one collection while others judge its pages."""

    def __init__(self, folder: Path) -> None:
        self._path = judgements_path(folder)
        self._store: Judgements | None = None

    def newest(self, judged_by: int) -> PageModel | None:
        """Return the newest model unless its revision is ``judged_by``; never wait for a writer."""
        if self._store is None and not self._path.exists():
            return None
        with contextlib.suppress(sqlite3.OperationalError):  # somebody is writing; try next time
            self._store = self._store or open_judgements(self._path, made=True)
            number = self._store.newest()
            return model_of(self._store, number) if number not in (0, judged_by) else None
        return None

    def close(self) -> None:
        """Close the file, if it was opened."""
        if self._store:
            self._store.close()
