"""Lets a corrected event file take effect: judges stored pages again by it, and rules on links again.

It works before a crawl begins or without one, and reads no archive: a rejected page is judged by the lead of its text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from tidings.crawl.wiring import frontier_of
from tidings.event.noted import JudgedBy, judged_by
from tidings.feedback.judging_pages import Judged, Judging
from tidings.feedback.settling import Changes, Settling
from tidings.frontier.scope import ScopeRules, bounds_of
from tidings.learn.page_model import base_of
from tidings.model import DueVisit, Page, Phase, Reason, RuledLink, Score
from tidings.ports import LinkScorer, Store
from tidings.settings import Settings
from tidings.store.explained import explain_again

_BATCH = 200
"""Pages judged between two commits."""
_NO_REVISION = -1
"""A revision of the page model that no page has."""
_RULES = (
    Reason.SCOPE,
    Reason.DEPTH,
    Reason.LINK_SCORE,
    Reason.REDIRECTS,
    Reason.NOFOLLOW,
    Reason.LINKS_PER_PAGE,
)
"""Reasons to refuse a link that depend on the event file."""


class Rejudged(NamedTuple):
    """What a corrected event file has changed."""

    pages: Changes = Changes()
    opened: int = 0
    """Links that are in scope now."""
    closed: int = 0
    """Waiting links that no longer are."""

    def sentence(self) -> str:
        """Return the changes in one line."""
        pages = self.pages
        parts = [
            f"{pages.pages:,} pages judged again",
            f"{pages.kept:,} kept now",
            f"{pages.rejected:,} rejected now",
            f"{pages.reopened:,} of them to be fetched again" if pages.reopened else "",
            f"{self.opened:,} links in scope now" if self.opened else "",
            f"{self.closed:,} links no longer in scope" if self.closed else "",
        ]
        return ", ".join(filter(None, parts))


def rejudge(
    store: Store, settings: Settings, judging: Judging, scorer: Callable[[], LinkScorer]
) -> Rejudged:
    """Judge all stored pages and rule on all links by a corrected event file; commit now and then."""
    before = judged_by(store.state)
    opened, closed = _rule_again(store, settings, before, scorer)
    store.commit()
    pages = _judge_again(store, judging)
    store.commit()
    return Rejudged(pages, opened, closed)


def _rule_again(
    store: Store, settings: Settings, before: JudgedBy | None, scorer: Callable[[], LinkScorer]
) -> tuple[int, int]:
    """Let links wait that are in scope now, and refuse waiting ones that no longer are; return how many."""
    rules = ScopeRules(bounds_of(settings), settings.order.min_score, settings.fetch.redirects)
    wider = before is not None and settings.scope.links_per_page > before.links_per_page
    opened: list[RuledLink] = []
    closed = 0
    for ruled in store.links.ruled(_RULES):
        link = ruled.link
        if wider and link.barred is Reason.LINKS_PER_PAGE:
            link = link._replace(barred=None)
        ruling = rules.outside(link, ruled.score)
        waits = ruled.phase is Phase.WAITING
        if ruling is None and not waits:
            opened.append(ruled._replace(link=link))
        elif ruling and waits:
            store.links.finish(ruled.seq, ruling.verdict, final=ruling.final)
            closed += 1
    score = scorer().score if opened else None
    for ruled in opened:
        assert score
        store.links.wait(ruled.seq, score(ruled.link, Score(ruled.parent_score)))
    return len(opened), closed


def _judge_again(store: Store, judging: Judging) -> Changes:
    settings, revision = judging.settings, judging.revision
    settling = Settling(
        store.words, frontier_of(settings, store), settings, (Reason.SCORE, Reason.LANGUAGE)
    )
    store.words.prepare()
    last = store.words.last()
    ahead = judging.ahead(pages for _, pages in _batches(store, last))
    for batch, pages in _batches(store, last):
        # What another page changed in the meantime is in this batch, not in the one that was read ahead.
        scores: dict[int, Judged] = next(ahead, {})
        for due in batch:
            if due.visit in pages:
                judged = scores.get(due.visit) or judging.alone(pages[due.visit])
                settling.count(Changes(pages=1))
                _settle(store, settling, due, judged, revision)
        store.commit()
    while settling.reorder(_BATCH):
        pass
    return settling.changes


def _batches(store: Store, last: int) -> Iterator[tuple[list[DueVisit], dict[int, Page]]]:
    """Yield the visits that were read, some at a time, with what was kept of their pages."""
    after = 0
    while batch := store.words.due(after, last, _NO_REVISION, _BATCH):
        pages = store.words.pages([due.visit for due in batch])
        yield (
            batch,
            {visit: page for visit, page in pages.items() if page.text or page.title},
        )
        after = batch[-1].visit


def _settle(store: Store, settling: Settling, due: DueVisit, judged: Judged, revision: int) -> None:
    """Give a page its new score and verdict."""
    score, verdict = judged
    explained = explain_again(due, score)
    store.words.rebase(due.visit, base_of(score))
    store.words.rescore(due.visit, score.value, revision, explained, due.typed)
    settling.judge(due, score.value, verdict)
