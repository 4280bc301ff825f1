"""Judges stored pages again when the page model has a new version, and moves their waiting links, a little at a time.

It works on the database of a collection and on a frontier over it, whether a crawl is going on or not, and reads no
archive. Each page is settled together with its links, so that it may be interrupted anywhere and goes on from there.
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
from tidings.model import Outcome, Phase, Reason, Stop, Verdict
from tidings.ports import TeachableCrawl, TeachableWorkers
from tidings.settings import Settings
from tidings.store.sqlite.store import SqliteStore
from tidings.store.sqlite.words import Due, revised, verdict_of

BATCH = 100
"""Pages settled at once: some milliseconds, with the links of each."""
WINDOW = 20_000
"""Numbers looked through at once for pages that are due."""
STEP_SECONDS, REST_SECONDS = 0.05, 0.02
"""How long a crawl is kept from its work at a time, and how long it is left alone after that."""
POLL_SECONDS = 1.0
_SIDES = (Outcome.KEPT, Outcome.REJECTED)
_SLIGHT = 0.001
"""A smaller change of a page's score moves no links."""
_INHERITED_BY_MEASURE = {"temporal": 1.0, "genre": 1.0}
"""Share of a change of a page's score that its links inherit, if the order leaves it open; 0.5 for other measures."""


class Changes(NamedTuple):
    """What judging again has changed."""

    pages: int = 0
    kept: int = 0
    """Pages kept now that were not; those that were not archived wait to be fetched again."""
    rejected: int = 0
    reopened: int = 0
    links: int = 0

    def plus(self, other: Changes) -> Changes:
        """Return both together."""
        return Changes(*map(sum, zip(self, other, strict=True)))


def inherited(settings: Settings) -> float:
    """Return the share of a change of a page's score that its links inherit."""
    share = ORDERS[settings.order.policy].inherited
    if share is None:
        share = _INHERITED_BY_MEASURE.get(settings.relevance.measure, 0.5)
    return share


class Rescoring:
    """Brings all pages of a collection to one version of the page model."""

    def __init__(self, store: SqliteStore, frontier: Frontier, settings: Settings) -> None:
        self._store = store
        self._frontier = frontier
        self._words = store.words
        self._threshold = settings.relevance.threshold
        self._share = inherited(settings)
        self._model: PageModel | None = None
        self._after = 0
        self._found = False
        self._moved: set[int] = set()
        self.changes = Changes()

    @property
    def revision(self) -> int:
        """Return the version that all pages were judged by last."""
        return self._store.state.load().page_model

    def begin(self, model: PageModel) -> None:
        """Judge by this model from now on, from the first page."""
        self._words.prepare()
        self._model, self._after, self._found = model, 0, False
        self.changes = Changes()

    def step(self, seconds: float = STEP_SECONDS) -> bool:
        """Go on for about so long; return whether there is more to do."""
        end = time.perf_counter() + seconds
        while self._model and time.perf_counter() < end:
            self._advance(self._model)
        return self._model is not None

    def complete(self, model: PageModel) -> None:
        """Judge everything by this model at once, committing now and then, with nothing else going on."""
        self.begin(model)
        more = True
        while more:
            more = self.step(1.0)
            self._store.commit()

    def _advance(self, model: PageModel) -> None:
        until = self._after + WINDOW
        due = self._words.due(self._after, until, model.revision, BATCH)
        if due:
            self._settle(model, due)
            self._after, self._found = due[-1].visit, True
        elif until < self._words.last():
            self._after = until
        elif self._moved:
            for _ in range(min(BATCH, len(self._moved))):
                self._frontier.revise(self._moved.pop())
        elif self._found or self._words.due(0, self._words.last(), model.revision, 1):
            # workers may have judged pages by the version before that came in meanwhile
            self._after, self._found = 0, False
        else:
            self._frontier.forget_scores()
            self._store.state.update(page_model=model.revision)
            self._model = None

    def _settle(self, model: PageModel, due: list[Due]) -> None:
        bases = np.array([page.base for page in due])
        values, likely = model.judge(bases, cells_of([page.cells for page in due]))
        self._count(Changes(pages=len(due)))
        for page, value, chance in zip(due, values.tolist(), likely.tolist(), strict=True):
            said = model.judged.get(page.id)
            score = value if said is None else float(said)
            note = f"version {model.revision}" if said is None else _said(said)
            parts = {MEASURE: page.base, JUDGED: chance}
            explained, typed = revised(page, parts, JUDGED, note, model.types.get(page.id, ""))
            self._words.rescore(page.visit, score, model.revision, explained, typed)
            self._judge(page, score, model.revision)
            self._move_links(page, score)

    def _move_links(self, page: Due, score: float) -> None:
        change = self._share * (score - page.score)
        if page.current and abs(change) >= _SLIGHT:
            hosts = self._words.move(page.id, change)
            self._moved.update(hosts)
            self._count(Changes(links=len(hosts)))

    def _judge(self, page: Due, score: float, revision: int) -> None:
        """Let a page change sides; what was archived stays archived."""
        verdict = verdict_of(score, self._threshold, revision)
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

    def _reopen(self, page: Due, score: float, verdict: Verdict) -> None:
        """Let a page that was not archived be fetched again, unless that cannot be."""
        closed = self._frontier.hosts.by_id[page.host].closed
        if closed or not page.current:  # asked for its URL, an archive gives the current snapshot
            hindrance = closed.sentence if closed else "a further version of its address"
            detail = f"{verdict.detail}; not fetched again, {hindrance}"
            self._words.judge(page.visit, Verdict(Outcome.REJECTED, Reason.SCORE, detail))
            return
        self._words.reopen(page.link, score, verdict.sentence)
        self._frontier.revise(page.host, reopened=1, bad=-1)
        self._count(Changes(kept=1, reopened=1))

    def _judge_waiting(self, page: Due, score: float, verdict: Verdict) -> None:
        """Let a page that waits to be fetched again, since a version before, go on waiting or not."""
        if self._frontier.hosts.by_id[page.host].busy == page.link:
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


def _said(relevant: bool) -> str:
    return "judged relevant" if relevant else "judged not"


async def follow(
    rescoring: Rescoring,
    adopt: Callable[[PageModel], None],
    newest: Callable[[int], PageModel | None],
    adopted: int,
    settled: Callable[[], None],
) -> None:
    """Watch for new versions while a crawl runs: teach the workers, then judge again without holding up the crawl.

    ``newest`` returns the current model if it is another than that of the version given, ``settled`` is called when all
    is judged by it. A page that was at a worker meanwhile, and comes in judged by the version before, begins it anew.
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
                await asyncio.sleep(REST_SECONDS)
            settled()
        await asyncio.sleep(POLL_SECONDS)


@contextlib.asynccontextmanager
async def following(
    crawl: TeachableCrawl,
    rescoring: Rescoring,
    workers: TeachableWorkers[PageModel],
    revisions: Revisions,
    learned: PageModel | None,
) -> AsyncIterator[None]:
    """Let a crawl learn from judgements made while it runs; if that fails it ends in good order, then the error is told."""

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
        if model := revisions.newest(
            rescoring.revision
        ):  # the crawl was over before all was judged
            rescoring.complete(model)
    finally:
        task.cancel()
        revisions.close()
