"""What becomes of a link that came back: another try, a verdict, a place in the archive, links to follow.

It owns no loop and fetches nothing; everything it writes is durable at the collection's next commit.
"""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace
from typing import NamedTuple

from tidings.archive.write.records import revisit_records
from tidings.collection.collection import Collection
from tidings.crawl.progress import Tally
from tidings.errors import Failed, FetchError, TidingsError, TryLater, Unreadable
from tidings.frontier.embedded import Frontier
from tidings.frontier.order.learned import LINK_MODEL
from tidings.frontier.retry import retryable
from tidings.model import (
    Candidate,
    Capture,
    Channel,
    Link,
    Original,
    Outcome,
    Pointer,
    Reason,
    Verdict,
    Visit,
    Waiting,
)
from tidings.ports import Clock, Fetcher
from tidings.settings import Settings
from tidings.store.sqlite.readings import JUDGED_BY
from tidings.urls import url_id

SAVE_PAGES = 500
"""Pages between two saves of what the order has learned."""


class Arrival(NamedTuple):
    """A link that came back from the fetcher, in one way or the other."""

    waiting: Waiting
    """Its number is 0 for an answer that was not asked for: a source pushed it, or it is a further version."""
    at: float
    capture: Capture | None = None
    visit: asyncio.Future[Visit] | None = None
    error: FetchError | None = None
    versions: tuple[asyncio.Future[Visit], ...] = ()
    """Judgements of further versions, which follow: all become durable with it, or none."""

    def is_judged(self) -> bool:
        """Return whether all is known that can be known."""
        first = self.visit is None or self.visit.done()
        return first and all(version.done() for version in self.versions)


class Bookkeeper:
    """Enters arrivals into the frontier, the catalog and the archive, one after the other."""

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
        self._random = random.Random(settings.order.seed)
        self.tally = Tally(collection.catalog.totals())
        self.unwritten = 0
        """Pages entered since the last commit."""
        self.version = 0
        """The version of the page model that pages are judged by."""

    def enter(self, arrival: Arrival) -> None:
        """Write down one arrival and set the clock of its host."""
        waiting = arrival.waiting
        if not waiting.seq:
            self._enter_pushed(arrival)
            return
        delay = self._fetcher.delay(waiting.candidate.link.url)
        next_at = arrival.at + delay
        if arrival.error:
            again = self._apply_error(waiting, arrival.error)
            next_at = max(next_at, again) if again else 0.0
        elif arrival.capture is None or arrival.visit is None:
            self._frontier.finish(waiting, Verdict(Outcome.MISSING, Reason.NO_CAPTURE))
        else:
            next_at = max(next_at, self._apply_judged(arrival.capture, waiting, arrival.visit))
        self._frontier.release(waiting, next_at, delay)

    def _enter_pushed(self, arrival: Arrival) -> None:
        """Write down an answer that no host was asked for."""
        waiting = self._frontier.admit(arrival.waiting.candidate, arrival.at)
        if not (waiting and arrival.capture and arrival.visit):
            return
        try:
            self._save(waiting, arrival.capture, _result(arrival.visit, arrival.capture))
        except TidingsError:
            raise
        except Exception as error:  # one odd answer must not end a scan
            detail = f"{type(error).__name__}: {error}"[:300]
            self._frontier.finish(waiting, Verdict(Outcome.FAILED, Reason.ENTERING_FAILED, detail))
        self._frontier.settle_host(waiting)

    def give_up(self, arrival: Arrival, error: str) -> None:
        """End a link whose answer could not be entered."""
        verdict = Verdict(Outcome.FAILED, Reason.ENTERING_FAILED, error)
        self._frontier.finish(arrival.waiting, verdict)
        delay = self._fetcher.delay(arrival.waiting.candidate.link.url)
        self._frontier.release(arrival.waiting, arrival.at + delay, delay)

    def _apply_error(self, waiting: Waiting, error: FetchError) -> float:
        """Deal with a link that brought nothing; return when its host may be asked again.

        That is at once, 0, for a link that was refused or can never work: most cost no request, and
        after those that did the fetcher keeps the distance.
        """
        if isinstance(error, TryLater):
            self._frontier.put_back(waiting, error.reason, error.detail, counts=False)
            return self._now() + error.seconds
        if not isinstance(error, Failed):
            self._frontier.finish(waiting, Verdict(Outcome.REFUSED, error.reason, error.detail))
            return 0.0
        if not (error.retry and self._tries_left(waiting)):
            tries = f"{waiting.tries + 1} tries" if error.retry else ""
            detail = ", ".join(filter(None, (error.detail, tries)))
            self._frontier.finish(waiting, Verdict(Outcome.FAILED, error.reason, detail))
        else:
            self._frontier.put_back(waiting, error.reason, error.detail, counts=True)
        return self._back_off(waiting, str(error)) if error.retry else 0.0

    def _apply_judged(
        self, capture: Capture, waiting: Waiting, future: asyncio.Future[Visit]
    ) -> float:
        visit = _result(future, capture)
        again = retryable(capture)
        self._frontier.count_answer(waiting, healthy=not (again or capture.provenance))
        if not again:
            self._save(waiting, capture, visit)
            return 0.0
        if self._tries_left(waiting):
            _, reason, detail = visit.verdict
            self._frontier.put_back(waiting, reason, detail, counts=True)
        else:
            self._save(waiting, capture, visit)
        asked = min(capture.retry_after(), self._settings.fetch.retry_after)
        return self._now() + asked if asked else self._back_off(waiting)

    def _tries_left(self, waiting: Waiting) -> bool:
        return waiting.tries + 1 < self._settings.fetch.tries

    def _back_off(self, waiting: Waiting, last_word: str = "") -> float:
        """Return when a failing host may be asked again; with a last word, close it after too many failures."""
        verdict = Verdict(Outcome.FAILED, Reason.HOST_GAVE_UP, last_word) if last_word else None
        pause = self._frontier.count_failure(waiting, verdict)
        return self._now() + pause * self._random.uniform(1.0, 1.25)

    def _save(self, waiting: Waiting, capture: Capture, visit: Visit) -> None:
        now = self._now()
        visit, first = self._unless_duplicate(waiting.candidate.link, capture, visit)
        pointer = None
        if visit.records:
            file, offset, _ = self._collection.archive.append(visit.records)
            pointer = Pointer(file, offset, visit.response_length)
        self._collection.catalog.save(waiting.seq, visit, pointer)
        if visit.score and visit.version != self.version:  # it was at a worker meanwhile
            self._collection.database.remember(JUDGED_BY, str(visit.version))
        if first:
            self._collection.stories.join(waiting.seq, first)
        elif visit.verdict.outcome is Outcome.KEPT:
            self._collection.stories.begin(waiting.seq, visit.fingerprint)
        self._frontier.finish(waiting, visit.verdict)
        self._follow(waiting.candidate, visit, now)
        self.tally.count(visit.verdict.outcome, visit.size)
        self.unwritten += 1

    def _unless_duplicate(
        self, link: Link, capture: Capture, visit: Visit
    ) -> tuple[Visit, int | None]:
        """Turn a page that is kept already into a pointer to it; return also the story it belongs to.

        The same bytes become a revisit, nearly the same text is archived too: its bytes are its own.
        """
        stories, catalog = self._collection.stories, self._collection.catalog
        if visit.verdict.outcome is not Outcome.KEPT:
            return visit, None
        if original := catalog.original(visit.digest):
            return _revisit(capture, visit, original), stories.story(original.seq)
        if _is_another(link, visit.canonical):
            found = self._collection.links.find(url_id(visit.canonical))
            first = stories.story(found.seq) if found else None
            stands = first is None or stories.is_kept(first)
            if found and found.outcome in (Outcome.KEPT, Outcome.DUPLICATE) and stands:
                same = _duplicate(visit, Reason.SAME_PAGE, visit.canonical)
                return replace(same, records=b""), first
        if first := stories.find(visit.fingerprint):
            return _duplicate(visit, Reason.SAME_TEXT, stories.url(first)), first
        return visit, None

    def _follow(self, candidate: Candidate, visit: Visit, now: float) -> None:
        if visit.redirect and candidate.link.channel is not Channel.SCAN:
            link = candidate.link
            target = link._replace(
                url=visit.redirect, parent=link.url, channel=Channel.REDIRECT, hops=link.hops + 1
            )
            self._frontier.add([Candidate(url_id(target.url), candidate.score, target)], now)
        if _is_another(candidate.link, visit.canonical) and visit.verdict.outcome is Outcome.KEPT:
            twin = Candidate(
                url_id(visit.canonical), 0.0, candidate.link._replace(url=visit.canonical)
            )
            verdict = Verdict(Outcome.DUPLICATE, Reason.SAME_PAGE, str(visit.url))
            self._frontier.settle(twin, now, verdict)
        if candidate.link.channel is not Channel.SCAN:
            self._frontier.follow(candidate, visit, now)
            if self.tally.totals.pages % SAVE_PAGES == 0:
                self.remember_lessons()

    def recount(self) -> None:
        """Count again how many pages are kept, after some were judged again."""
        self.tally.totals = self._collection.catalog.totals()

    def remember_lessons(self) -> None:
        """Save what the order has learned, if anything."""
        if state := self._frontier.policy.state():
            self._collection.database.remember(LINK_MODEL, state)

    def _now(self) -> float:
        return self._clock.now().timestamp()


def _is_another(link: Link, canonical: str) -> bool:
    """Tell whether a page calls another address its own; versions of a page have the same one."""
    return bool(canonical) and canonical != link.url and link.channel is not Channel.VERSION


def _duplicate(visit: Visit, reason: Reason, url: str) -> Visit:
    return replace(visit, verdict=Verdict(Outcome.DUPLICATE, reason, url))


def _revisit(capture: Capture, visit: Visit, original: Original) -> Visit:
    records, length = revisit_records(
        capture,
        {"duplicate-of": original.url, **_provenance(capture)},
        original_url=original.url,
        original_date=original.captured_at,
        digest=visit.digest,
    )
    same = _duplicate(visit, Reason.SAME_BYTES, original.url)
    return replace(same, records=records, response_length=length)


def _provenance(capture: Capture) -> dict[str, str]:
    return {"provenance": capture.provenance} if capture.provenance else {}


def _result(future: asyncio.Future[Visit], capture: Capture) -> Visit:
    try:
        return future.result()
    except Unreadable as error:
        return Visit(
            url=capture.url,
            captured_at=capture.captured_at,
            status=capture.status,
            verdict=Verdict(Outcome.UNREAD, error.reason, error.detail),
            size=len(capture.body),
        )
