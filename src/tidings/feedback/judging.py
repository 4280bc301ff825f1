"""Judgements of people on the pages of a collection: each makes a new version of the page model, to compare and to go back to."""

from __future__ import annotations

import contextlib
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import numpy as np

from tidings.collection.folder import (
    EVENT_FILE,
    database_path,
    existing,
    judgements_path,
    locked,
    model_path,
    open_database,
)
from tidings.crawl.wiring import frontier_of
from tidings.errors import CollectionBusy, TidingsError
from tidings.event.file import load
from tidings.event.model_file import load_model
from tidings.feedback.rescoring import Changes, Rescoring
from tidings.feedback.revisions import Revisions, model_of
from tidings.learn.asking import most_informative
from tidings.learn.fit import Array
from tidings.learn.lessons import Lesson, learn, rarity
from tidings.learn.page_model import PageModel, cells_of, text_terms, untaught
from tidings.model import EventModel
from tidings.settings import Settings
from tidings.store.sqlite.database import Database
from tidings.store.sqlite.judgements import Judgement, Judgements, Revision, current
from tidings.store.sqlite.ledger import Ledger
from tidings.store.sqlite.store import SqliteStore
from tidings.store.sqlite.words import StoredWords, Words

_PRESUMED = 100
"""Rejected pages taken for examples of what is not sought."""
_FAR = 0.5
"""They must score under this share of the threshold."""
_SAMPLE = 5_000
"""Pages that tell which words are rare."""
_TOGETHER = 5_000
"""Pages judged at once: some hundred megabytes."""


class JudgementInput(NamedTuple):
    """What a person says of an address."""

    url: str
    relevant: bool
    type: str = ""


class ChangedSide(NamedTuple):
    """A page that is on another side under another version."""

    visit: int
    before: float
    after: float
    kept: bool


class Feedback:
    """The judgements of one collection and what is learned from them; it only reads the collection's database."""

    def __init__(
        self,
        settings: Settings,
        database: Database,
        store: Judgements,
        model: EventModel | None = None,
    ) -> None:
        self._words = Words(database)
        self._store = store
        self._threshold = settings.relevance.threshold
        self._references = model.vocabulary if model else {}

    def judge(self, said: Sequence[JudgementInput], at: datetime) -> int:
        """Write down judgements and return the version they make."""
        for one in said:
            if self._words.of(one.url) is None:
                raise TidingsError(
                    f"{one.url}: cannot be judged; allowed: pages that were fetched and read in this collection"
                )
        first = f"{'relevant' if said[0].relevant else 'not'}: {said[0].url}"
        note = first if len(said) == 1 else f"{first} and {len(said) - 1} more"
        with self._store.alone():
            numbers = self._store.record(said, at)
            return self._make(note, [*self._counting(), *numbers], at)

    def undo(self, at: datetime) -> int:
        """Take the last judgement back and return the version without it."""
        with self._store.alone():
            counting = self._counting()
            if not counting:
                raise TidingsError("there is no judgement to take back")
            (last,) = self._store.judgements(counting[-1:])
            return self._make(f"without {last.url}", counting[:-1], at)

    def revert(self, number: int, at: datetime) -> int:
        """Make a version that is as an earlier one was; later judgements no longer count."""
        with self._store.alone():
            if number == 0:
                return self._make("as before all judgements", [], at)
            figures = self._figures(model_of(self._store, number))
            before = next(one for one in self._store.revisions() if one.number == number)
            note = f"as version {number}"
            return self._store.add_revision(note, before.judgements, before.model, figures, at)

    def ask(self, most: int) -> list[int]:
        """Return the numbers of the pages whose judgement would teach most."""
        readings = list(self._words.all())
        judged = {one.visit for said in self.judgements() if (one := self._words.of(said.url))}
        places = {n for n, one in enumerate(readings) if one.visit in judged}
        model = learn(self._lessons(self._counting()), self._sample(), self._threshold, 1)
        logits = np.concatenate([np.zeros(0), *_logits(model, readings)])
        terms = [one.cells for one in readings]
        chosen = most_informative(logits, terms, sorted(places), most, rarity(self._sample()))
        return [readings[place].visit for place in chosen]

    def compare(self, before: int, after: int) -> list[ChangedSide]:
        """Return the pages that are on different sides under two versions; 0 is the measure alone."""
        return list(self._turned(self._model(before), self._model(after)))

    def judgements(self) -> list[Judgement]:
        """Return the judgements that count now, in the order in which they were made."""
        return self._store.judgements(self._counting())

    def revisions(self) -> list[Revision]:
        """Return all versions, the oldest first."""
        return self._store.revisions()

    def _counting(self) -> list[int]:
        newest = self._store.revision(self._store.newest())
        return list(newest.judgements) if newest else []

    def _model(self, number: int) -> PageModel:
        return model_of(self._store, number) if number else untaught(self._threshold)

    def _make(self, note: str, numbers: Sequence[int], at: datetime) -> int:
        if numbers:
            model = learn(self._lessons(numbers), self._sample(), self._threshold, 1)
            said = current(self._store.judgements(numbers))
            model = replace(model, judged={id_: one.relevant for id_, one in said.items()})
        else:
            model = untaught(self._threshold)
        return self._store.add_revision(note, numbers, model.to_bytes(), self._figures(model), at)

    def _figures(self, model: PageModel) -> Mapping[str, int]:
        """Count which pages change sides against the current version."""
        turned = [page.kept for page in self._turned(self._model(self._store.newest()), model)]
        return {"kept": sum(turned), "rejected": len(turned) - sum(turned)}

    def _sample(self) -> list[bytes]:
        return self._words.sample(_SAMPLE)

    def _lessons(self, numbers: Sequence[int]) -> list[Lesson]:
        """Return what was judged, what the references say, and what may be presumed."""
        counting = current(self._store.judgements(numbers)).values()
        judged = [(one.relevant, self._words.of(one.url)) for one in counting]
        known = [(relevant, one) for relevant, one in judged if one]
        said = [Lesson(one.cells, one.base, relevant) for relevant, one in known]
        references = [
            Lesson(text_terms(counts), self._threshold, relevant=True)
            for counts in self._references.values()
        ]
        return [*said, *references, *self._presumed({one.visit for _, one in known})]

    def _presumed(self, judged: Container[int]) -> list[Lesson]:
        """Take seeds that score well for relevant, and some rejected pages that do not at all for the contrary."""
        near = self._words.seeds(self._threshold)
        far = self._words.rejected(_FAR * self._threshold, _PRESUMED)
        return [
            Lesson(one.cells, one.base, relevant, presumed=True)
            for relevant, found in ((True, near), (False, far))
            for one in found
            if one.visit not in judged
        ]

    def _turned(self, before: PageModel, after: PageModel) -> Iterator[ChangedSide]:
        for readings in _batches(self._words.decided()):
            old, new = (_scores(model, readings) for model in (before, after))
            changed = (old >= self._threshold) != (new >= self._threshold)
            for place in np.flatnonzero(changed):
                kept = bool(new[place] >= self._threshold)
                yield ChangedSide(readings[place].visit, float(old[place]), float(new[place]), kept)


def _scores(model: PageModel, readings: Sequence[StoredWords]) -> Array:
    bases = np.array([one.base for one in readings])
    scores, _ = model.judge(bases, cells_of([one.cells for one in readings]))
    for place, one in enumerate(readings):
        if one.id in model.judged:
            scores[place] = model.judged[one.id]
    return scores


def _logits(model: PageModel, readings: Sequence[StoredWords]) -> Iterator[Array]:
    for some in _batches(iter(readings)):
        bases = np.array([one.base for one in some])
        yield model.logits(bases, cells_of([one.cells for one in some]))


def _batches(readings: Iterator[StoredWords]) -> Iterator[list[StoredWords]]:
    while some := list(islice(readings, _TOGETHER)):
        yield some


@contextlib.contextmanager
def open_feedback(folder: Path) -> Iterator[tuple[Feedback, Ledger]]:
    """Open the judgements of a collection, and its ledger to look pages up in."""
    settings = load(existing(folder / EVENT_FILE))
    database = open_database(folder)
    try:
        store = Judgements(judgements_path(folder))
        try:
            model = load_model(model_path(folder), settings)
            yield Feedback(settings, database, store, model), Ledger(database)
        finally:
            store.close()
    finally:
        database.close()


def apply(folder: Path) -> Changes | None:
    """Judge all pages by the current version; None if a crawl is running, which does it by itself."""
    settings = load(existing(folder / EVENT_FILE))
    with contextlib.suppress(CollectionBusy), locked(folder):
        return _apply(folder, settings)
    return None


def _apply(folder: Path, settings: Settings) -> Changes:
    revisions, database = Revisions(folder), Database(database_path(folder))
    try:
        store = SqliteStore(database)
        rescoring = Rescoring(store, frontier_of(settings, store), settings)
        model = revisions.newest(rescoring.revision)
        if model:
            rescoring.complete(model)
        return rescoring.changes
    finally:
        revisions.close()
        database.close()
