"""Fetches requisites beside the pages of a crawl, and archives the answers."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from tidings.archive.write.records import revisit_records
from tidings.collection.collection import Collection
from tidings.crawl.budget import exhausted
from tidings.crawl.progress import Tally
from tidings.crawl.requisites.queue import RequisiteQueue
from tidings.errors import Failed, FetchError, TidingsError, TryLater, Unreadable, in_short
from tidings.frontier.retry import retryable
from tidings.model import (
    FILM,
    Awaited,
    Capture,
    Channel,
    Link,
    Original,
    Outcome,
    Part,
    Pointer,
    Reason,
    Requisite,
    Verdict,
    Visit,
)
from tidings.ports import Clock, Fetcher, Workers
from tidings.settings import Settings

SHARE = 4
"""One connection in this many may fetch requisites while pages wait for connections."""
LONGEST_WAIT = 60.0
"""Seconds that a requisite waits for a host that asks to come back later; after more it has failed."""
_REVISIT = "warc/revisit"
_LOG = logging.getLogger("tidings.crawl")


class _Answer(NamedTuple):
    """The answer to one requisite, or the error instead."""

    awaited: Awaited
    at: float
    seconds: float
    capture: Capture | None = None
    visit: asyncio.Future[Visit] | None = None
    error: Exception | None = None

    def is_read(self) -> bool:
        return self.visit is None or self.visit.done()


class Completion:
    """Fetches what kept pages need, whenever the crawl has connections and hosts to spare."""

    def __init__(  # noqa: PLR0913 - the parts of a crawl
        self,
        settings: Settings,
        queue: RequisiteQueue,
        collection: Collection,
        fetcher: Fetcher,
        workers: Workers,
        clock: Clock,
        tally: Tally,
    ) -> None:
        self.queue = queue
        self._budget = settings.budget
        self._settings = settings.fetch
        self._most = max(1, settings.fetch.connections // SHARE)
        self._collection = collection
        self._fetcher = fetcher
        self._workers = workers
        self._clock = clock
        self._tally = tally
        self.wake: Callable[[], None] = lambda: None
        """Called when an answer arrives."""
        self.tasks: set[asyncio.Task[None]] = set()
        self._answers: deque[_Answer] = deque()
        self._is_full = False
        """Whether there was no room for more at last."""

    @property
    def under_way(self) -> int:
        """Count the requisites that are fetched or read now."""
        return len(self.tasks) + len(self._answers)

    def is_over(self, seconds: float) -> bool:
        """Return whether the budget of time or bytes is used up; that of pages does not count here."""
        return bool(exhausted(self._budget, self._tally.totals, seconds))

    def fill(self, now: float, room: int) -> None:
        """Start as many fetches as there is room for, and as hosts allow."""
        free = min(room, self._most) - self.under_way
        while free > 0 and (awaited := self.queue.pop(now)):
            task = asyncio.create_task(self._fetch(awaited))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)
            free -= 1
        self._is_full = free <= 0

    def rest(self, now: float) -> float | None:
        """Return the seconds until a host with waiting requisites may be asked, None if there is none or no room."""
        next_at = None if self._is_full else self.queue.next_at()
        return None if next_at is None else max(next_at - now, 0.0)

    async def _fetch(self, awaited: Awaited) -> None:
        url, use = awaited.requisite
        link = Link(url, anchor=use.value, depth=awaited.depth, channel=Channel.REQUISITE)
        begun = self._now()
        capture = visit = error = None
        try:
            capture = (await self._fetcher.fetch(link)).capture
            if capture:
                visit = self._workers.submit(link, capture)
                visit.add_done_callback(lambda _: self.wake())
        except Exception as problem:  # one strange address must not end a crawl
            error = problem
        now = self._now()
        self._answers.append(_Answer(awaited, now, now - begun, capture, visit, error))
        self.wake()

    def apply(self) -> int:
        """Enter the answers that were read; return how many."""
        entered = 0
        for _ in range(len(self._answers)):
            answer = self._answers.popleft()
            if answer.is_read():
                self._enter(answer)
                entered += 1
            else:
                self._answers.append(answer)
        return entered

    def _enter(self, answer: _Answer) -> None:
        awaited = answer.awaited
        delay = self._fetcher.delay(awaited.requisite.url)
        try:
            pause = self._entered(answer)
        except TidingsError:
            raise
        except Exception as error:
            _LOG.exception("%s: could not be entered", awaited.requisite.url)
            self._finish(answer, Verdict(Outcome.FAILED, Reason.ENTERING_FAILED, in_short(error)))
            pause = 0.0
        pause = max(pause, self._settings.pause(delay))
        self.queue.release(awaited, answer.at + pause, delay)

    def _entered(self, answer: _Answer) -> float:
        """Enter an answer; return the seconds for which its host asks, or needs, to be left alone."""
        if answer.error:
            return self._enter_error(answer, answer.error)
        if answer.capture is None or answer.visit is None:
            self._finish(answer, Verdict(Outcome.MISSING, Reason.NO_CAPTURE))
            return 0.0
        self.queue.count_answer(answer.awaited)
        if retryable(answer.capture) and self._tries_left(answer):
            self._put_back(answer, Reason.HTTP, str(answer.capture.status))
            asked = min(answer.capture.retry_after(), self._settings.retry_after)
            return asked or 2.0 ** (answer.awaited.tries + 1)
        try:
            visit = answer.visit.result()
        except (Unreadable, Failed) as error:
            self._finish(answer, Verdict(Outcome.UNREAD, error.reason, error.detail))
            return 0.0
        self._archive(answer, answer.capture, visit)
        return 0.0

    def _enter_error(self, answer: _Answer, error: Exception) -> float:
        if not isinstance(error, FetchError):
            _LOG.error("%s: could not be fetched", answer.awaited.requisite.url, exc_info=error)
            self._finish(answer, Verdict(Outcome.FAILED, Reason.FETCHING_FAILED, in_short(error)))
            return 0.0
        later = isinstance(error, TryLater) and error.seconds <= LONGEST_WAIT
        again = later or (isinstance(error, Failed) and error.retry)
        if again and self._tries_left(answer):
            self._put_back(answer, error.reason, error.detail)
        else:
            outcome = Outcome.FAILED if isinstance(error, Failed | TryLater) else Outcome.REFUSED
            self._finish(answer, Verdict(outcome, error.reason, error.detail))
        if isinstance(error, TryLater):
            return error.seconds
        retried = isinstance(error, Failed) and error.retry
        return self.queue.count_failure(answer.awaited, str(error)) if retried else 0.0

    def _archive(self, answer: _Answer, capture: Capture, visit: Visit) -> None:
        """Archive an answer, and let wait what it needs itself."""
        awaited = answer.awaited
        if visit.redirect:
            target = Requisite(visit.redirect, awaited.requisite.use)
            self.queue.add_found(awaited, (target,))
        elif visit.requisites:
            self.queue.add_found(awaited, visit.requisites)
        verdict, size = visit.verdict, visit.size
        if visit.records:
            verdict, size = self._saved(awaited, capture, visit)
            self._tally.count_part(size)
        self._finish(answer, verdict, size)

    def _saved(self, awaited: Awaited, capture: Capture, visit: Visit) -> tuple[Verdict, int]:
        """Save the records of an answer, as a revisit if its bytes are archived; return verdict and bytes."""
        visits, verdict = self._collection.visits, visit.verdict
        records, length, mime = visit.records, visit.response_length, visit.mime
        part = Part(
            capture.url, visit.captured_at, visit.status, mime, visit.digest, records, length
        )
        if visits.has_part(part):
            return verdict, 0
        original = self._original(visit)
        if original and not capture.record and not capture.url.startswith(FILM):
            records, length = _revisit(capture, visit.digest, original)
            part = replace(part, mime=_REVISIT, records=records, response_length=length)
            verdict = Verdict(Outcome.DUPLICATE, Reason.SAME_BYTES, original.url)
        file, offset, _ = self._collection.archive.append(records)
        visits.save_part(awaited.page, part, Pointer(file, offset, length))
        return verdict, length

    def _original(self, visit: Visit) -> Original | None:
        if visit.verdict.outcome is not Outcome.KEPT or not visit.size:
            return None
        visits = self._collection.visits
        return visits.original_part(visit.digest) or visits.original(visit.digest)

    def _finish(self, answer: _Answer, verdict: Verdict, size: int = 0) -> None:
        self.queue.finish(answer.awaited, verdict, size=size, seconds=answer.seconds)

    def _put_back(self, answer: _Answer, reason: Reason, detail: str) -> None:
        self.queue.put_back(answer.awaited, reason, detail, answer.seconds)

    def _tries_left(self, answer: _Answer) -> bool:
        return answer.awaited.tries + 1 < self._settings.tries

    def _now(self) -> float:
        return self._clock.now().timestamp()


def _revisit(capture: Capture, digest: str, original: Original) -> tuple[bytes, int]:
    return revisit_records(
        capture,
        {"duplicate-of": original.url},
        original_url=original.url,
        original_date=original.captured_at,
        digest=digest,
    )
