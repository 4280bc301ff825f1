"""Judges stored pages again by a new revision of the page model, and moves their waiting links, a little at a time.

It works on the database of a collection and a frontier over it, beside a running crawl or without one, and reads no
archive. Each page is settled together with its links, so an interrupted rescoring can go on from any point.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable
from typing import TYPE_CHECKING, NamedTuple

from tidings.feedback.revisions import Revisions
from tidings.feedback.settling import Changes, Settling
from tidings.frontier.embedded import Frontier
from tidings.model import DueVisit, Outcome, Reason, Stop, Verdict
from tidings.ports import Store, TeachableCrawl, TeachableWorkers
from tidings.settings import Settings
from tidings.store.explained import revised

if TYPE_CHECKING:
    from tidings.learn.page_model import PageModel


class Pace(NamedTuple):
    """How much is done at a time, so that a crawl is not held up."""

    batch: int = 100
    """Pages settled at once: some milliseconds, with the links of each."""
    window: int = 20_000
    """Visit numbers searched at once for pages that are due."""
    step_seconds: float = 0.05
    """How long one step keeps the crawl from its work."""
    rest_seconds: float = 0.02
    """How long the crawl is left alone between two steps."""
    poll_seconds: float = 1.0
    """Time between two looks for a new revision."""


PACE = Pace()
"""The pace at which a running crawl stays fluent."""


class Rescoring:
    """Brings all pages of a collection to one revision of the page model."""

    def __init__(
        self, store: Store, frontier: Frontier, settings: Settings, pace: Pace = PACE
    ) -> None:
        self._store = store
        self._frontier = frontier
        self._words = store.words
        self._threshold = settings.relevance.threshold
        self._settling = Settling(store.words, frontier, settings)
        self.pace = pace
        self._model: PageModel | None = None
        """The model that pages are judged by now; None when all are done."""
        self._after = 0
        """Visits up to this number are done in the present pass."""
        self._any_due = False
        """Whether the present pass found a page to judge."""

    @property
    def changes(self) -> Changes:
        """Return what the present model has changed."""
        return self._settling.changes

    @property
    def revision(self) -> int:
        """Return the last revision that all pages were judged by."""
        return self._store.state.load().page_model

    def begin(self, model: PageModel) -> None:
        """Judge by this model from now on, from the first page."""
        self._words.prepare()
        self._model, self._after, self._any_due = model, 0, False
        self._settling.changes = Changes()

    def step(self, seconds: float | None = None) -> bool:
        """Go on for one step, or for some seconds; return whether there is more to do."""
        end = time.perf_counter() + (self.pace.step_seconds if seconds is None else seconds)
        while self._model and time.perf_counter() < end:
            self._advance(self._model)
        return self._model is not None

    def complete(self, model: PageModel) -> None:
        """Judge everything by this model, with no crawl running; commit about once a second."""
        self.begin(model)
        more = True
        while more:
            more = self.step(1.0)
            self._store.commit()

    def _advance(self, model: PageModel) -> None:
        """Do the next piece of work: settle a batch, skip an empty window, reorder hosts, or finish."""
        until = self._after + self.pace.window
        due = self._words.due(self._after, until, model.revision, self.pace.batch)
        if due:
            self._settle(model, due)
            self._after, self._any_due = due[-1].visit, True
        elif until < self._words.last():
            self._after = until
        elif self._settling.reorder(self.pace.batch):
            pass
        elif self._any_due or self._words.due(0, self._words.last(), model.revision, 1):
            # Another pass: workers may have delivered pages judged by the revision before.
            self._after, self._any_due = 0, False
        else:
            self._frontier.forget_scores()
            self._store.state.update(page_model=model.revision)
            self._model = None

    def _settle(self, model: PageModel, due: list[DueVisit]) -> None:
        """Give pages their new scores, and their links new places in the queue."""
        import numpy as np  # a crawl that nobody judges needs neither

        from tidings.learn.page_model import JUDGED, MEASURE, cells_of

        bases = np.array([page.base for page in due])
        values, probabilities = model.judge(bases, cells_of([page.cells for page in due]))
        self._settling.count(Changes(pages=len(due)))
        for page, value, probability in zip(
            due, values.tolist(), probabilities.tolist(), strict=True
        ):
            judgement = model.judged.get(page.id)
            score = value if judgement is None else float(judgement)
            note = model.note if judgement is None else _judged(judgement)
            parts = {MEASURE: page.base, JUDGED: probability}
            explained, typed = revised(page, parts, JUDGED, note, model.types.get(page.id, ""))
            self._words.rescore(page.visit, score, model.revision, explained, typed)
            self._settling.judge(page, score, _verdict(score, self._threshold, model.revision))


def _verdict(score: float, threshold: float, revision: int) -> Verdict:
    outcome = Outcome.KEPT if score >= threshold else Outcome.REJECTED
    return Verdict(
        outcome, Reason.SCORE, f"{score:.3f}, threshold {threshold:g}, version {revision}"
    )


def _judged(relevant: bool) -> str:
    return "judged relevant" if relevant else "judged not"


async def follow(
    rescoring: Rescoring,
    adopt: Callable[[PageModel], None],
    newest: Callable[[int], PageModel | None],
    adopted: int,
    settled: Callable[[], None],
) -> None:
    """Watch for new revisions while a crawl runs: teach the workers, then judge stored pages again in small steps.

    ``newest`` returns the newest model unless its revision is the one given. ``settled`` is called when all pages are
    judged by it.
    """
    while True:
        model = newest(rescoring.revision)
        if model:
            if model.revision != adopted:
                adopt(model)
                adopted = model.revision
            rescoring.begin(model)
            more = True
            while more:
                more = rescoring.step()
                await asyncio.sleep(rescoring.pace.rest_seconds)
            settled()
        await asyncio.sleep(rescoring.pace.poll_seconds)


@contextlib.asynccontextmanager
async def following(
    crawl: TeachableCrawl,
    rescoring: Rescoring,
    workers: TeachableWorkers[PageModel],
    revisions: Revisions,
    learned: PageModel | None,
) -> AsyncIterator[None]:
    """Let a crawl learn from judgements made before and while it runs.

    If that fails while it runs, the crawl ends in good order, then the error is raised.
    """
    if learned and learned.revision != rescoring.revision:
        rescoring.complete(learned)
        crawl.recount()

    def adopt(model: PageModel) -> None:
        workers.adopt(model)
        crawl.judge_by(model.revision)

    adopted = learned.revision if learned else 0
    crawl.judge_by(adopted)
    task = asyncio.create_task(follow(rescoring, adopt, revisions.newest, adopted, crawl.recount))
    task.add_done_callback(lambda _: crawl.stop(Stop.JUDGING_FAILED))
    try:
        yield
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
        # The crawl may have ended before all pages were judged.
        if model := revisions.newest(rescoring.revision):
            rescoring.complete(model)
    finally:
        task.cancel()
        revisions.close()
