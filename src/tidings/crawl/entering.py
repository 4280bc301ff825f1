"""Enters the answer to a link: retries it, or gives it a verdict, archives the page and follows its links.

It has no loop and fetches nothing; everything it writes is durable at the collection's next commit.
"""

from __future__ import annotations

import asyncio
import logging
import random
from dataclasses import replace
from typing import NamedTuple

from tidings.collection.collection import Collection
from tidings.crawl.again.comparing import Comparison, is_another
from tidings.crawl.again.listing import FOLLOWED, Listings
from tidings.crawl.again.returning import Returning
from tidings.crawl.progress import Tally
from tidings.crawl.pushed.cursors import Position
from tidings.crawl.requisites.queue import RequisiteQueue
from tidings.errors import Failed, FetchError, TidingsError, TryLater, Unreadable
from tidings.frontier.embedded import Frontier
from tidings.frontier.retry import retryable
from tidings.model import (
    Candidate,
    Capture,
    Channel,
    Link,
    Outcome,
    Part,
    Pointer,
    Reason,
    Snapshot,
    Verdict,
    Visit,
    Waiting,
)
from tidings.ports import Clock, Fetcher
from tidings.settings import Settings
from tidings.urls import url_id

_LOG = logging.getLogger("tidings.crawl")

TRAPS = "traps"
"""The name under which the traps of a collection are noted."""
_LEADS = frozenset({Outcome.KEPT, Outcome.UNCHANGED, Outcome.DUPLICATE, Outcome.LISTED})
"""Outcomes of pages whose links are followed, even if those of all others are not."""
SAVE_PAGES = 500
"""Pages between two saves of what the order has learned."""

Judging = tuple[Capture | Snapshot, asyncio.Future[Visit]]
"""A capture, or a snapshot that a worker loads, and its visit once the worker is done."""


class Arrival(NamedTuple):
    """The answer to a link, or a capture that a source pushed."""

    candidate: Candidate
    at: float
    waiting: Waiting | None = None
    """The link that was fetched, None for a capture that a source pushed."""
    answer: Judging | None = None
    error: FetchError | None = None
    snapshots: tuple[Judging, ...] = ()
    """Further snapshots of the same URL; all are committed together."""
    position: Position | None = None
    """Where its source stands once it is entered."""

    def is_judged(self) -> bool:
        """Return whether the workers have finished all its captures."""
        answers = (self.answer, *self.snapshots)
        return all(future.done() for _, future in filter(None, answers))


class Bookkeeper:
    """Enters arrivals into the frontier, the store and the archive, one by one."""

    def __init__(
        self,
        settings: Settings,
        collection: Collection,
        frontier: Frontier,
        fetcher: Fetcher,
        clock: Clock,
    ) -> None:
        self._settings = settings
        self._collection = collection
        self._frontier = frontier
        self._fetcher = fetcher
        self._clock = clock
        self.listings = Listings(collection.store, frontier, settings.streams, clock)
        self.needed = RequisiteQueue(settings, collection.store, frontier)
        self.returning = Returning(collection.store, frontier, settings, clock)
        self._comparison = Comparison(collection)
        self._random = random.Random(settings.order.seed)
        self.tally = Tally(collection.visits.totals())
        self.unwritten = 0
        """Pages entered since the last commit."""
        self.revision = 0
        """The revision of the page model that pages are judged by."""

    def push(self, candidate: Candidate) -> None:
        """Take in a link of a source; a feed with the time of its news is asked again at once."""
        self._frontier.add([candidate], self._now())
        if candidate.link.channel is Channel.LISTING and candidate.link.found_at:
            self.listings.wake(candidate.link.url)

    def asked(self, waiting: Waiting) -> Link:
        """Return a link as the fetcher is to ask for it: what was visited before only if it has changed."""
        link = waiting.candidate.link
        if link.channel is Channel.LISTING:
            return self.listings.asked(link)
        return self.returning.asked(waiting)

    def enter(self, arrival: Arrival) -> None:
        """Enter one arrival and set the clock of its host."""
        waiting = arrival.waiting
        if waiting is None:
            self._enter_pushed(arrival)
            return
        delay = self._fetcher.delay(waiting.candidate.link.url)
        next_at = arrival.at + delay
        if arrival.error:
            again = self._enter_error(waiting, arrival.error)
            next_at = max(next_at, again) if again else 0.0
        elif arrival.answer is None:
            self._frontier.finish(waiting, Verdict(Outcome.MISSING, Reason.NO_CAPTURE))
        else:
            next_at = max(next_at, self._enter_answer(waiting, *_result(*arrival.answer)))
            for snapshot in arrival.snapshots:
                self._enter_snapshot(waiting, snapshot)
        self._frontier.release(waiting, next_at, delay)
        if next_at == arrival.at + delay:  # its host asked for no more
            self.needed.rest(waiting.host, arrival.at + self._settings.fetch.pause(delay))

    def _enter_pushed(self, arrival: Arrival) -> None:
        """Enter a capture that a source pushed; its host was not asked and keeps its clock."""
        waiting = self._frontier.admit(arrival.candidate, arrival.at)
        if waiting is None or arrival.answer is None:
            return
        try:
            self._finish(waiting, *_result(*arrival.answer))
        except Failed as error:  # the archive could not load it
            verdict = Verdict(Outcome.FAILED, error.reason, error.detail)
            self._frontier.finish(waiting, verdict)
        except TidingsError:
            raise
        except Exception as error:  # one strange capture must not end a scan
            _LOG.exception("%s: could not be entered", waiting.candidate.link.url)
            detail = f"{type(error).__name__}: {error}"[:300]
            self._frontier.finish(waiting, Verdict(Outcome.FAILED, Reason.ENTERING_FAILED, detail))
        self._frontier.settle_host(waiting)

    def give_up(self, waiting: Waiting, at: float, error: str) -> None:
        """End a link whose answer could not be entered."""
        self._frontier.finish(waiting, Verdict(Outcome.FAILED, Reason.ENTERING_FAILED, error))
        delay = self._fetcher.delay(waiting.candidate.link.url)
        self._frontier.release(waiting, at + delay, delay)

    def _enter_error(self, waiting: Waiting, error: FetchError) -> float:
        """Put a link back or end it after an error; return when its host may be asked again.

        0 means at once, for links that were refused or can never work. Most of them cost no request, and the
        fetcher itself waits after those that did.
        """
        url = waiting.candidate.link.url
        if isinstance(error, TryLater):
            _LOG.info("%s: put back for %.0f s, %s", url, error.seconds, error)
            self._frontier.put_back(waiting, error.reason, error.detail, counts=False)
            if error.slow:
                self._frontier.hosts.slow.add(waiting.host)
            return self._now() + error.seconds
        if not isinstance(error, Failed):
            self._frontier.finish(waiting, Verdict(Outcome.REFUSED, error.reason, error.detail))
            self.returning.failed(waiting)
            return 0.0
        if not (error.retry and self._tries_left(waiting)):
            tries = f"{waiting.tries + 1} tries" if error.retry else ""
            detail = ", ".join(filter(None, (error.detail, tries)))
            verdict = Verdict(Outcome.FAILED, error.reason, detail)
            _LOG.info("%s: given up, %s", url, verdict.sentence)
            self._frontier.finish(waiting, verdict)
            self.returning.failed(waiting)
            if waiting.candidate.link.channel is Channel.LISTING:
                self.listings.enter(waiting, None, Visit(url, self._clock.now(), 0, verdict))
        else:
            _LOG.info("%s: will be tried again, %s", url, error)
            self._frontier.put_back(waiting, error.reason, error.detail, counts=True)
        lost = self._settings.fetch.first_byte if error.reason is Reason.TIMEOUT else 0.0
        return self._back_off(waiting, str(error), lost) if error.retry else 0.0

    def _enter_answer(self, waiting: Waiting, capture: Capture, visit: Visit) -> float:
        """Enter the answer to a link, or put the link back; return when its host may be asked again."""
        again = retryable(capture)
        self._frontier.count_answer(waiting, healthy=not (again or capture.provenance))
        if not again:
            self._finish(waiting, capture, visit)
            return 0.0
        if self._tries_left(waiting):
            url, (_, reason, detail) = waiting.candidate.link.url, visit.verdict
            _LOG.info("%s: will be tried again, %s", url, visit.verdict.sentence)
            self._frontier.put_back(waiting, reason, detail, counts=True)
        else:
            self._finish(waiting, capture, visit)
        asked = min(capture.retry_after(), self._settings.fetch.retry_after)
        lost = self._settings.fetch.first_byte if capture.truncated == "time" else 0.0
        return self._now() + asked if asked else self._back_off(waiting, lost=lost)

    def _enter_snapshot(self, waiting: Waiting, snapshot: Judging) -> None:
        """Enter a further snapshot of a URL; the first one kept becomes the current visit of its link."""
        try:
            visit, _ = self._save(waiting, *_result(*snapshot), snapshot=True)
        except TidingsError:
            raise
        except Exception:  # the other snapshots may still be entered
            _LOG.exception("a snapshot of %s could not be entered", waiting.candidate.link.url)
            return
        self._frontier.count_visit(waiting, visit.verdict)
        self._follow(waiting.candidate, visit)

    def _tries_left(self, waiting: Waiting) -> bool:
        return waiting.tries + 1 < self._settings.fetch.tries

    def _back_off(self, waiting: Waiting, last_error: str = "", lost: float = 0.0) -> float:
        """Return when a failing host may be asked again; with a last error, close it after too many failures."""
        verdict = Verdict(Outcome.FAILED, Reason.HOST_GAVE_UP, last_error) if last_error else None
        pause = self._frontier.count_failure(waiting, verdict, lost)
        return self._now() + pause * self._random.uniform(1.0, 1.25)

    def _finish(self, waiting: Waiting, capture: Capture, visit: Visit) -> None:
        """Save a visit, end its link and follow the links of its page."""
        visit, _ = self._save(waiting, capture, visit)
        self._frontier.finish(waiting, visit.verdict)
        if waiting.candidate.link.channel is Channel.LISTING and not visit.redirect:
            self.listings.enter(waiting, capture, visit)
            return
        visit = self.returning.enter(waiting, capture, visit)
        if is_another(waiting.candidate.link, visit.canonical):
            self._settle_twin(waiting.candidate, visit)
        self._follow(waiting.candidate, visit)
        if self.listings.discovers and visit.verdict.outcome is Outcome.KEPT and visit.score:
            self.listings.add_sitemaps(waiting.candidate, visit.score.value, self._fetcher)

    def _save(
        self, waiting: Waiting, capture: Capture, visit: Visit, *, snapshot: bool = False
    ) -> tuple[Visit, int]:
        """Archive and store a visit; return it, with its verdict if it is a copy, and its number."""
        visit, story = self._compared(waiting, capture, visit, snapshot)
        pointer = self._archived(visit.records, visit.response_length) if visit.records else None
        beside = waiting.is_kept and visit.verdict.outcome not in (Outcome.KEPT, Outcome.UNCHANGED)
        number = self._collection.visits.save(
            waiting.seq, visit, pointer, entered_at=self._now(), snapshot=snapshot or beside
        )
        size = visit.size + sum(self._save_part(number, part) for part in visit.parts)
        if (
            visit.score and visit.revision != self.revision
        ):  # judged by an older revision: a rescoring must begin again
            self._collection.state.update(page_model=visit.revision)
        if story:
            self._collection.stories.join(number, story)
        elif visit.verdict.outcome is Outcome.KEPT:
            self._collection.stories.begin(number, visit.fingerprint)
        if visit.requisites and visit.verdict.outcome is Outcome.KEPT:
            self.needed.add_page(number, visit.requisites)
        self.tally.count(visit.verdict.outcome, size, again=waiting.is_kept and not snapshot)
        self.unwritten += 1
        return visit, number

    def _save_part(self, visit: int, part: Part) -> int:
        """Archive a part of a page unless the same is archived; return the bytes that this takes."""
        visits = self._collection.visits
        if visits.has_part(part):
            return 0
        visits.save_part(visit, part, self._archived(part.records, part.response_length))
        return part.response_length

    def _archived(self, records: bytes, response_length: int) -> Pointer:
        file, offset, _ = self._collection.archive.append(records)
        return Pointer(file, offset, response_length)

    def _compared(
        self, waiting: Waiting, capture: Capture, visit: Visit, snapshot: bool
    ) -> tuple[Visit, int | None]:
        """Compare a visit with what is archived; return it and the story it belongs to."""
        url = waiting.candidate.link.url
        is_feed = visit.verdict.outcome is Outcome.LISTED
        if is_feed and (reason := self.listings.same(url, visit)):
            visit = replace(visit, verdict=Verdict(Outcome.UNCHANGED, reason, url))
            same = reason is Reason.SAME_BYTES
            return replace(visit, records=b"", links=()) if same else visit, None
        return self._comparison.compared(waiting, capture, visit, snapshot)

    def _settle_twin(self, candidate: Candidate, visit: Visit) -> None:
        """End the canonical URL of a kept page as a duplicate, because a visit would bring the same page."""
        if visit.verdict.outcome is Outcome.KEPT:
            link = candidate.link._replace(url=visit.canonical)
            twin = Candidate(url_id(visit.canonical), 0.0, link)
            verdict = Verdict(Outcome.DUPLICATE, Reason.SAME_PAGE, visit.url)
            self._frontier.settle(twin, self._now(), verdict)

    def _followed(self, link: Link, visit: Visit) -> Visit:
        """Return a visit without its links, if only those of kept pages and seeds are followed."""
        is_lead = not link.depth or visit.verdict.outcome in _LEADS
        follows = is_lead or self._settings.scope.follow == "all"
        return visit if follows else replace(visit, links=())

    def _follow(self, candidate: Candidate, visit: Visit) -> None:
        """Add the links of a visit to the frontier, except in a scan, which sees every capture anyway."""
        link, now = candidate.link, self._now()
        if link.channel is Channel.SCAN:
            return
        if visit.redirect:
            kept = link.channel in FOLLOWED
            target = link._replace(
                url=visit.redirect,
                parent=link.url,
                channel=link.channel if kept else Channel.REDIRECT,
                hops=link.hops + 1,
            )
            self._frontier.add([Candidate(url_id(target.url), candidate.score, target)], now)
        if visit.verdict.outcome is Outcome.LISTED:
            self.listings.take(visit)
            return
        self._frontier.follow(candidate, self._followed(link, visit), now)
        if self._frontier.traps.changed:
            self._collection.state.note(TRAPS, self._frontier.traps.to_text())
        if self.tally.totals.pages % SAVE_PAGES == 0:
            self.save_lessons()

    def recount(self) -> None:
        """Count the kept pages again, after some were judged again."""
        self.tally.totals = self._collection.visits.totals()

    def save_lessons(self) -> None:
        """Save what the order has learned, if anything."""
        if state := self._frontier.policy.state():
            self._collection.state.update(link_model=state)

    def _now(self) -> float:
        return self._clock.now().timestamp()


def _result(source: Capture | Snapshot, future: asyncio.Future[Visit]) -> tuple[Capture, Visit]:
    """Return the capture that was processed, and its visit; raise Failed if it could not be loaded."""
    try:
        visit = future.result()
    except Unreadable as error:
        capture = source if isinstance(source, Capture) else _lost(source)
        verdict = Verdict(Outcome.UNREAD, error.reason, error.detail)
        size = len(capture.body)
        return capture, Visit(capture.url, capture.captured_at, capture.status, verdict, size=size)
    capture = source if isinstance(source, Capture) else visit.head or _lost(source)
    return capture, visit


def _lost(snapshot: Snapshot) -> Capture:
    """Return the capture of a snapshot whose worker crashed, as far as the index describes it."""
    url, captured_at, _, status, _, pointer = snapshot
    return Capture(url, captured_at, status, (), b"", provenance=f"{pointer.file}:{pointer.offset}")
