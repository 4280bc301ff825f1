"""Judges stored pages again by a new revision of the page model, and moves their waiting links, a little at a time.

It works on the database of a collection and a frontier over it, beside a running crawl or without one, and reads no
archive. Each page is settled together with its links, so an interrupted rescoring can go on from any point.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable
from typing import NamedTuple

import numpy as np

from tidings.feedback.revisions import Revisions
from tidings.frontier.embedded import Frontier
from tidings.frontier.order import ORDERS
from tidings.learn.page_model import JUDGED, MEASURE, PageModel, cells_of
from tidings.model import DueVisit, Outcome, Phase, Reason, Stop, Verdict
from tidings.ports import Store, TeachableCrawl, TeachableWorkers
from tidings.settings import Settings
from tidings.store.explained import revised

_SIDES = (Outcome.KEPT, Outcome.REJECTED)
_LEAST_CHANGE = 0.001
"""A smaller change of score moves no links."""
_INHERITED_BY_MEASURE = {"temporal": 1.0, "genre": 1.0}
"""Share of a change of a page's score that its links inherit, if the order leaves it open; 0.5 for other measures."""


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


class Changes(NamedTuple):
    """Counts of what judging again has changed."""

    pages: int = 0
    kept: int = 0
    """Pages kept now that were rejected before."""
    rejected: int = 0
    reopened: int = 0
    """Pages among ``kept`` that were never archived and wait to be fetched again."""
    links: int = 0

    def plus(self, other: Changes) -> Changes:
        """Return the sum of both."""
        return Changes(*map(sum, zip(self, other, strict=True)))


def inherited(settings: Settings) -> float:
    """Return the share of a change of a page's score that its links inherit."""
    share = ORDERS[settings.order.policy].inherited
    if share is None:
        share = _INHERITED_BY_MEASURE.get(settings.relevance.measure, 0.5)
    return share


class Rescoring:
    """Brings all pages of a collection to one revision of the page model."""

    def __init__(
        self, store: Store, frontier: Frontier, settings: Settings, pace: Pace = PACE
    ) -> None:
        self._store = store
        self._frontier = frontier
        self._words = store.words
        self._threshold = settings.relevance.threshold
        self._share = inherited(settings)
        self.pace = pace
        self._model: PageModel | None = None
        """The model that pages are judged by now; None when all are done."""
        self._after = 0
        """Visits up to this number are done in the present pass."""
        self._any_due = False
        """Whether the present pass found a page to judge."""
        self._moved: set[int] = set()
        """Hosts whose waiting links have moved since the frontier looked at them."""
        self.changes = Changes()

    @property
    def revision(self) -> int:
        """Return the last revision that all pages were judged by."""
        return self._store.state.load().page_model

    def begin(self, model: PageModel) -> None:
        """Judge by this model from now on, from the first page."""
        self._words.prepare()
        self._model, self._after, self._any_due = model, 0, False
        self.changes = Changes()

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
        elif self._moved:
            for _ in range(min(self.pace.batch, len(self._moved))):
                self._frontier.revise(self._moved.pop())
        elif self._any_due or self._words.due(0, self._words.last(), model.revision, 1):
            # Another pass: workers may have delivered pages judged by the revision before.
            self._after, self._any_due = 0, False
        else:
            self._frontier.forget_scores()
            self._store.state.update(page_model=model.revision)
            self._model = None

    def _settle(self, model: PageModel, due: list[DueVisit]) -> None:
        """Give pages their new scores, and their links new places in the queue."""
        bases = np.array([page.base for page in due])
        values, probabilities = model.judge(bases, cells_of([page.cells for page in due]))
        self._count(Changes(pages=len(due)))
        for page, value, probability in zip(
            due, values.tolist(), probabilities.tolist(), strict=True
        ):
            judgement = model.judged.get(page.id)
            score = value if judgement is None else float(judgement)
            note = f"version {model.revision}" if judgement is None else _judged(judgement)
            parts = {MEASURE: page.base, JUDGED: probability}
            explained, typed = revised(page, parts, JUDGED, note, model.types.get(page.id, ""))
            self._words.rescore(page.visit, score, model.revision, explained, typed)
            self._judge(page, score, model.revision)
            self._move_links(page, score)

    def _move_links(self, page: DueVisit, score: float) -> None:
        change = self._share * (score - page.score)
        if page.current and abs(change) >= _LEAST_CHANGE:
            hosts = self._words.move(page.id, change)
            self._moved.update(hosts)
            self._count(Changes(links=len(hosts)))

    def _judge(self, page: DueVisit, score: float, revision: int) -> None:
        """Keep or reject a page by its new score; archived pages stay in the archive."""
        verdict = _verdict(score, self._threshold, revision)
        kept = verdict.outcome is Outcome.KEPT
        if page.phase == Phase.WAITING and page.current:
            self._judge_waiting(page, score, verdict)
        elif page.reason != Reason.SCORE or page.outcome not in _SIDES:
            return
        elif kept and page.outcome == Outcome.REJECTED and not page.archived:
            self._reopen(page, score, verdict)
        else:
            self._words.judge(page.visit, verdict)
            if page.outcome != verdict.outcome:
                self._frontier.revise(page.host, good=2 * kept - 1, bad=1 - 2 * kept)
                self._count(Changes(kept=kept, rejected=not kept))

    def _reopen(self, page: DueVisit, score: float, verdict: Verdict) -> None:
        """Let a page that was not archived be fetched again, unless that is impossible."""
        closed = self._frontier.hosts.by_id[page.host].closed
        if closed or not page.current:  # asked for its URL, an archive gives the current snapshot
            obstacle = closed.sentence if closed else "a further snapshot of its URL"
            detail = f"{verdict.detail}; not fetched again, {obstacle}"
            self._words.judge(page.visit, Verdict(Outcome.REJECTED, Reason.SCORE, detail))
            return
        self._words.reopen(page.link, score, verdict.sentence)
        self._frontier.revise(page.host, reopened=1, bad=-1)
        self._count(Changes(kept=1, reopened=1))

    def _judge_waiting(self, page: DueVisit, score: float, verdict: Verdict) -> None:
        """Judge a page that an earlier revision reopened: it goes on waiting only if it would still be kept."""
        if self._frontier.hosts.by_id[page.host].busy == page.link:  # it is being fetched
            return
        if verdict.outcome is Outcome.KEPT:
            self._words.reopen(page.link, score, verdict.sentence)
            self._frontier.revise(page.host)
            return
        self._words.judge(page.visit, verdict)
        self._frontier.revise(page.host, reopened=-1, bad=1)
        self._count(Changes(rejected=1))

    def _count(self, changes: Changes) -> None:
        self.changes = self.changes.plus(changes)


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
