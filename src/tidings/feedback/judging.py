"""Learns from people's judgements of pages: each change of the judgements makes a new revision of the page model."""

from __future__ import annotations

from collections import deque
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import islice
from typing import NamedTuple

import numpy as np

from tidings.errors import TidingsError
from tidings.feedback.revisions import model_of
from tidings.learn.asking import most_informative
from tidings.learn.fit import Array
from tidings.learn.lessons import Lesson, learn, rarity
from tidings.learn.page_model import LOOKED, PageModel, cells_of, on_top, untaught
from tidings.learn.page_words import text_terms
from tidings.model import EventModel, Judgement, Outcome, Revision, StoredWords
from tidings.ports import Judgements, StoreReader
from tidings.relevance.second_look import given_of, look_again, looks_again
from tidings.settings import Settings
from tidings.store.entries import Entry
from tidings.store.rules import current

_PRESUMED_IRRELEVANT = 100
"""Rejected pages used as examples of irrelevant ones."""
_PRESUMED_BELOW = 0.5
"""Share of the threshold: rejected pages with a lower score are presumed irrelevant."""
_RARITY_SAMPLE = 5_000
"""Pages from which the rarity of words is computed."""
_RECENT_VERDICTS = 20
"""Verdicts that the quality of a model is measured by; more would hide that it improves."""
_ASKED_ABOUT = 20_000
"""Pages among which those that teach most are looked for; of more pages, these are a fair sample."""
_BATCH = 5_000
"""Pages scored at once: some hundred megabytes."""


class JudgementInput(NamedTuple):
    """A person's judgement of a URL, before it is recorded."""

    url: str
    relevant: bool
    type: str = ""
    """The type of event the person named, empty if none."""


class ChangedSide(NamedTuple):
    """A visit that one revision keeps and another rejects."""

    visit: int
    before: float
    after: float
    kept: bool
    """Whether the later revision keeps it."""


class Feedback:
    """The judgements of one collection and what is learned from them; it only reads the collection's database."""

    def __init__(
        self,
        settings: Settings,
        stored: StoreReader[Entry],
        store: Judgements,
        model: EventModel | None = None,
    ) -> None:
        self._words = stored.words
        self._ledger = stored.ledger
        self._store = store
        self.threshold = settings.relevance.threshold
        self._references = model.vocabulary if model else {}
        self._given = given_of(model) if model and looks_again(model, settings.relevance) else None

    def judge(self, inputs: Sequence[JudgementInput], at: datetime) -> int:
        """Record judgements and return the number of the revision they make."""
        for judgement in inputs:
            if self._words.of(judgement.url) is None:
                raise TidingsError(
                    f"{judgement.url}: cannot be judged; allowed: pages that were fetched and read in this collection"
                )
        with self._store.alone():
            foreseen = self._foreseen(inputs)
            numbers = self._store.record(inputs, at)
            return self._learn(_note(inputs), [*self._counting(), *numbers], at, foreseen)

    def look_again(self, at: datetime) -> int | None:
        """Learn from the pages read, and from judgements if there are any; return the revision that this makes.

        None if nothing new was learned, or if place and day decide about this event.
        """
        with self._store.alone():
            start, newest = self._start(), self._store.revision(self._store.newest())
            if start is None and not (newest and self._given):
                return None
            counting = self._counting()
            model = self._taught(counting, start)
            if newest and newest.model == model.to_bytes():
                return None
            return self._add(LOOKED, counting, model, at)

    def undo(self, at: datetime) -> int:
        """Take the last judgement back and return the number of the revision without it."""
        with self._store.alone():
            counting = self._counting()
            if not counting:
                raise TidingsError("there is no judgement to take back")
            (last,) = self._store.judgements(counting[-1:])
            return self._learn(f"without {last.url}", counting[:-1], at)

    def withdraw(self, judgement: int, at: datetime) -> int:
        """Take one judgement back, by its number, and return the number of the revision without it."""
        with self._store.alone():
            counting = self._counting()
            if judgement not in counting:
                raise TidingsError(f"found no judgement {judgement} that counts")
            (withdrawn,) = self._store.judgements([judgement])
            others = [number for number in counting if number != judgement]
            return self._learn(f"without {withdrawn.url}", others, at)

    def revert(self, number: int, at: datetime) -> int:
        """Make a revision equal to an earlier one; judgements made after that one no longer count."""
        with self._store.alone():
            if number == 0:
                return self._add("as before all judgements", [], untaught(self.threshold), at)
            figures = self._figures(model_of(self._store, number))
            before = next(each for each in self._store.revisions() if each.number == number)
            note = f"as version {number}"
            return self._store.add_revision(note, before.judgements, before.model, figures, at)

    def ask(self, most: int) -> list[int]:
        """Return the visits whose judgement would teach the model most."""
        judged = {
            words.visit: words for each in self.judgements() if (words := self._words.of(each.url))
        }
        some = list(self._words.some(_ASKED_ABOUT))
        pages = [*judged.values(), *(page for page in some if page.visit not in judged)]
        sample = [page.cells for page in some[:_RARITY_SAMPLE]]
        model = self._taught(self._counting(), self._start(some), sample)
        logits = np.concatenate([np.zeros(0), *_logits(model, pages)])
        cells = [page.cells for page in pages]
        chosen = most_informative(logits, cells, range(len(judged)), most, rarity(sample))
        return [pages[place].visit for place in chosen]

    def compare(self, before: int, after: int) -> list[ChangedSide]:
        """Return the visits that two revisions disagree on, the largest changes first; 0 is the measure alone."""
        changed = self._changed_sides(self._model(before), self._model(after))
        return sorted(changed, key=lambda each: (-abs(each.after - each.before), each.visit))

    def judgements(self) -> list[Judgement]:
        """Return the judgements that count now, in the order in which they were made."""
        return self._store.judgements(self._counting())

    def revisions(self) -> list[Revision]:
        """Return all revisions, the oldest first."""
        return self._store.revisions()

    def entry(self, visit: int) -> Entry | None:
        """Return the entry of a visit."""
        return self._ledger.of_visit(visit)

    def copies(self, inputs: Iterable[JudgementInput]) -> list[Entry]:
        """Return the judged pages that are copies: the original's score decides about them, not their own."""
        entries = (self._ledger.entry(judgement.url) for judgement in inputs)
        return [entry for entry in entries if entry and entry.outcome == Outcome.DUPLICATE]

    def _counting(self) -> list[int]:
        """Return the numbers of the judgements that count in the newest revision."""
        newest = self._store.revision(self._store.newest())
        return list(newest.judgements) if newest else []

    def _model(self, number: int) -> PageModel:
        return model_of(self._store, number) if number else untaught(self.threshold)

    def _foreseen(self, inputs: Sequence[JudgementInput]) -> Mapping[str, int]:
        """Count the judgements, and those that the newest revision would have made itself."""
        model = self._model(self._store.newest())
        pages = [page for each in inputs if (page := self._words.of(each.url))]
        kept = _scores(model, pages) >= self.threshold
        right = sum(bool(side) == each.relevant for side, each in zip(kept, inputs, strict=True))
        return {"verdicts": len(inputs), "foreseen": right}

    def _learn(
        self,
        note: str,
        numbers: Sequence[int],
        at: datetime,
        foreseen: Mapping[str, int] | None = None,
    ) -> int:
        """Add a revision that has learned from the judgements with these numbers; return its number."""
        model = self._taught(numbers, self._start())
        return self._add(note, numbers, model, at, foreseen)

    def _add(
        self,
        note: str,
        numbers: Sequence[int],
        model: PageModel,
        at: datetime,
        foreseen: Mapping[str, int] | None = None,
    ) -> int:
        figures = {**self._figures(model), **(foreseen or {})}
        return self._store.add_revision(note, numbers, model.to_bytes(), figures, at)

    def _start(self, pages: Sequence[StoredWords] | None = None) -> PageModel | None:
        """Return what the pages read teach by themselves."""
        if self._given is None:
            return None
        some = list(self._words.some(_ASKED_ABOUT)) if pages is None else pages
        bases = np.array([page.base for page in some])
        return look_again(bases, [page.cells for page in some], self._given, self.threshold)

    def _taught(
        self,
        numbers: Sequence[int],
        start: PageModel | None,
        sample: Sequence[bytes] | None = None,
    ) -> PageModel:
        """Return the model that judgements teach on top of what the pages read do.

        With a sample of all pages, presumed cases teach even before the first judgement.
        """
        if not numbers and sample is None:
            return start or untaught(self.threshold)
        lessons = self._lessons(numbers)
        if start:
            scores, _ = start.judge(
                np.array([lesson.base for lesson in lessons]),
                cells_of([lesson.terms for lesson in lessons]),
            )
            lessons = [
                lesson._replace(base=base)
                for lesson, base in zip(lessons, scores.tolist(), strict=True)
            ]
        model = on_top(start, learn(lessons, sample or self._sample(), self.threshold, 1))
        judged = current(self._store.judgements(numbers))
        return replace(model, judged={id_: each.relevant for id_, each in judged.items()})

    def _figures(self, model: PageModel) -> Mapping[str, int]:
        """Count the pages on which a model and the newest revision disagree."""
        changed = self._changed_sides(self._model(self._store.newest()), model)
        sides = [each.kept for each in changed]
        return {"kept": sum(sides), "rejected": len(sides) - sum(sides)}

    def _sample(self) -> list[bytes]:
        return self._words.sample(_RARITY_SAMPLE)

    def _lessons(self, numbers: Sequence[int]) -> list[Lesson]:
        """Return lessons from judged pages, from the references and from pages presumed to be clear cases."""
        counting = current(self._store.judgements(numbers)).values()
        pages = [(each.relevant, self._words.of(each.url)) for each in counting]
        judged = [(relevant, page) for relevant, page in pages if page]
        references = [
            Lesson(text_terms(counts), self.threshold, relevant=True)
            for counts in filter(None, self._references.values())
        ]
        return [
            *(Lesson(page.cells, page.base, relevant) for relevant, page in judged),
            *references,
            *self._presumed({page.visit for _, page in judged}),
        ]

    def _presumed(self, judged: Container[int]) -> list[Lesson]:
        """Presume that seeds with high scores are relevant, and some rejected pages with very low ones are not."""
        relevant = self._words.seeds(self.threshold)
        irrelevant = self._words.rejected(_PRESUMED_BELOW * self.threshold, _PRESUMED_IRRELEVANT)
        return [
            Lesson(page.cells, page.base, is_relevant, presumed=True)
            for is_relevant, pages in ((True, relevant), (False, irrelevant))
            for page in pages
            if page.visit not in judged
        ]

    def _changed_sides(self, before: PageModel, after: PageModel) -> Iterator[ChangedSide]:
        for pages in _batches(self._words.decided()):
            old, new = (_scores(model, pages) for model in (before, after))
            changed = (old >= self.threshold) != (new >= self.threshold)
            for place in np.flatnonzero(changed):
                kept = bool(new[place] >= self.threshold)
                yield ChangedSide(pages[place].visit, float(old[place]), float(new[place]), kept)


def qualities(revisions: Iterable[Revision]) -> list[float | None]:
    """Return for each revision how good the model was by then: the share of recent verdicts it had foreseen.

    Each verdict is compared with what the revision before it would have decided, so that no model is asked about
    pages it has learned from. None means that no verdict was given yet.
    """
    recent: deque[bool] = deque(maxlen=_RECENT_VERDICTS)
    found: list[float | None] = []
    for revision in revisions:
        verdicts, right = (revision.figures.get(name, 0) for name in ("verdicts", "foreseen"))
        recent.extend([True] * right + [False] * (verdicts - right))
        found.append(sum(recent) / len(recent) if recent else None)
    return found


def _note(inputs: Sequence[JudgementInput]) -> str:
    """Return the note of a revision made by some judgements."""
    first = f"{'relevant' if inputs[0].relevant else 'not'}: {inputs[0].url}"
    return first if len(inputs) == 1 else f"{first} and {len(inputs) - 1} more"


def _scores(model: PageModel, pages: Sequence[StoredWords]) -> Array:
    """Return the scores of pages, with people's judgements in place of the model's."""
    bases = np.array([page.base for page in pages])
    scores, _ = model.judge(bases, cells_of([page.cells for page in pages]))
    for place, page in enumerate(pages):
        if page.id in model.judged:
            scores[place] = model.judged[page.id]
    return scores


def _logits(model: PageModel, pages: Sequence[StoredWords]) -> Iterator[Array]:
    for batch in _batches(iter(pages)):
        bases = np.array([page.base for page in batch])
        yield model.logits(bases, cells_of([page.cells for page in batch]))


def _batches(pages: Iterator[StoredWords]) -> Iterator[list[StoredWords]]:
    while batch := list(islice(pages, _BATCH)):
        yield batch
