"""One collection opened for judging, by a command or later a server; its event file is loaded once."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from tidings.collection.collection import open_store
from tidings.collection.folder import (
    EVENT_FILE,
    existing,
    locked,
    model_path,
    open_judgements,
    read_store,
)
from tidings.crawl.wiring import frontier_of
from tidings.errors import CollectionBusy
from tidings.event.file import load
from tidings.event.model_file import load_model
from tidings.feedback.judging import Feedback
from tidings.feedback.rescoring import Rescoring
from tidings.feedback.revisions import Revisions
from tidings.feedback.settling import Changes
from tidings.learn.types.model import NONE, open_types


class JudgingSession:
    """Judging in one collection folder: record judgements with ``open``, then ``apply`` them to the pages."""

    def __init__(self, folder: Path) -> None:
        """Load the event file; raise CollectionError if there is none."""
        self._folder = folder
        self._settings = load(existing(folder / EVENT_FILE), needs_seeds=False)

    def types(self) -> tuple[str, ...]:
        """Return the types of events that the collection's type model knows."""
        model = open_types(self._settings.types.model)
        return tuple(label for label in model.labels if label != NONE) if model else ()

    @contextlib.contextmanager
    def open(self) -> Iterator[Feedback]:
        """Open the judgements of the collection, and its database for reading."""
        with contextlib.ExitStack() as stack:
            stored = read_store(self._folder)
            stack.callback(stored.close)
            store = open_judgements(self._folder)
            stack.callback(store.close)
            model = load_model(model_path(self._folder), self._settings)
            yield Feedback(self._settings, stored, store, model)

    def apply(self) -> Changes | None:
        """Judge all pages by the newest revision; return None if a running crawl will do it."""
        with contextlib.suppress(CollectionBusy), locked(self._folder):
            return self._apply()
        return None

    def _apply(self) -> Changes:
        with contextlib.ExitStack() as stack:
            revisions = Revisions(self._folder)
            stack.callback(revisions.close)
            store = open_store(self._folder)
            stack.callback(store.close)
            rescoring = Rescoring(store, frontier_of(self._settings, store), self._settings)
            if model := revisions.newest(rescoring.revision):
                rescoring.complete(model)
            return rescoring.changes
