"""Gives stored pages new scores and verdicts, and moves their links; it does not know why they are judged again."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from tidings.frontier.embedded import Frontier
from tidings.frontier.order import ORDERS
from tidings.model import DueVisit, Outcome, Phase, Reason, Verdict
from tidings.ports import Words
from tidings.settings import Settings

_SIDES = (Outcome.KEPT, Outcome.REJECTED)
_LEAST_CHANGE = 0.001
"""A smaller change of score moves no links."""
_INHERITED_BY_MEASURE = {"temporal": 1.0, "genre": 1.0}
"""Share of a change of a page's score that its links inherit, if the order leaves it open; 0.5 for other measures."""


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


class Settling:
    """Settles pages one by one: each together with its links, so that it can be interrupted at any point."""

    def __init__(
        self,
        words: Words,
        frontier: Frontier,
        settings: Settings,
        reasons: Collection[Reason] = (Reason.SCORE,),
    ) -> None:
        """Change only outcomes that have one of some reasons."""
        self._words = words
        self._frontier = frontier
        self._share = inherited(settings)
        self._reasons = reasons
        self._moved: set[int] = set()
        """Hosts whose waiting links have moved since the frontier looked at them."""
        self.changes = Changes()

    def judge(self, page: DueVisit, score: float, verdict: Verdict) -> None:
        """Keep or reject a page by its new verdict, and move its links; archived pages stay in the archive."""
        kept = verdict.outcome is Outcome.KEPT
        waits = page.phase == Phase.WAITING and page.current
        if waits and not page.archived:
            self._judge_waiting(page, score, verdict)
        elif page.reason not in self._reasons or page.outcome not in _SIDES:
            pass
        elif kept and page.outcome == Outcome.REJECTED and not page.archived:
            self._reopen(page, score, verdict)
        else:  # an archived page that is to be visited again goes on waiting
            (self._words.judge_alone if waits else self._words.judge)(page.visit, verdict)
            if page.outcome != verdict.outcome:
                self._frontier.revise(page.host, good=2 * kept - 1, bad=1 - 2 * kept)
                self.count(Changes(kept=kept, rejected=not kept))
        self._move_links(page, score)

    def reorder(self, most: int) -> bool:
        """Let the frontier look at some hosts whose links have moved; return whether there were any."""
        if not self._moved:
            return False
        for _ in range(min(most, len(self._moved))):
            self._frontier.revise(self._moved.pop())
        return True

    def count(self, changes: Changes) -> None:
        """Add to the counts."""
        self.changes = self.changes.plus(changes)

    def _move_links(self, page: DueVisit, score: float) -> None:
        change = self._share * (score - page.score)
        if page.current and abs(change) >= _LEAST_CHANGE:
            hosts = self._words.move(page.id, change)
            self._moved.update(hosts)
            self.count(Changes(links=len(hosts)))

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
        self.count(Changes(kept=1, reopened=1))

    def _judge_waiting(self, page: DueVisit, score: float, verdict: Verdict) -> None:
        """Judge a page that was reopened before: it goes on waiting only if it would still be kept."""
        if self._frontier.hosts.by_id[page.host].busy == page.link:  # it is being fetched
            return
        if verdict.outcome is Outcome.KEPT:
            self._words.reopen(page.link, score, verdict.sentence)
            self._frontier.revise(page.host)
            return
        self._words.judge(page.visit, verdict)
        self._frontier.revise(page.host, reopened=-1, bad=1)
        self.count(Changes(rejected=1))
