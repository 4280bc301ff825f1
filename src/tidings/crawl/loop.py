"""The only loop: it fetches links, has their captures judged, and applies the results in the order of arrival.

It knows neither the web nor the disk: a Fetcher fetches captures, Workers judge them, a Collection keeps them.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Callable, Iterable

from tidings.crawl import pushed
from tidings.crawl.budget import is_swollen, room, seconds_left, spent
from tidings.crawl.entering import Arrival, Judging
from tidings.crawl.parts import Parts
from tidings.crawl.progress import SHOWN_HOSTS, HostLine, Progress, waiting_state
from tidings.crawl.pushed.cursors import Cursors
from tidings.crawl.slots import Slots
from tidings.crawl.workers.rendering import judged
from tidings.errors import Failed, FetchError, TidingsError, in_short
from tidings.frontier.hosts import is_proven
from tidings.frontier.sharing import SharedHosts
from tidings.frontier.stopping import Estimate
from tidings.model import Capture, Link, Reason, Snapshot, State, Stop, Waiting, Withdrawn
from tidings.ports import LinkScorer, Source
from tidings.settings import Settings

COMMIT_SECONDS, COMMIT_PAGES = 1.0, 500
"""A commit is due after this time or number of pages, whichever comes first."""
TICK_SECONDS = 1.0
"""Longest sleep of the loop."""
IDLE_SECONDS = 60.0
"""The same in virtual time: nobody looks on, and there may be weeks to pass."""
ITEMS_AT_ONCE = 25
"""Items taken from sources before the loop gets its turn; tried: 100 block it for 85 ms, 50 for 43, 25 for 29."""
_LOG = logging.getLogger("tidings.crawl")


class Crawl:
    """One run of a crawl over a collection."""

    def __init__(self, settings: Settings, parts: Parts, *, lockstep: bool = False) -> None:
        """Prepare a crawl; with ``lockstep``, which virtual time needs, no fetch starts while captures are judged."""
        self._settings = settings
        self._parts = parts
        self.frontier = parts.frontier
        self._shared = SharedHosts(self.frontier, parts.leases, lambda: self._in_flight)
        self._collection = parts.collection
        self._books = parts.books
        self._lockstep = lockstep
        self._seconds_before = parts.collection.state.load().seconds
        self._started = self._committed = self._now()
        parts.collection.state.begin_run(self._started)
        self._arrived: deque[Arrival] = deque()
        self._fetching = Slots(settings.fetch.connections)
        self._feeding: set[asyncio.Task[None]] = set()
        self._wake = asyncio.Event()
        self._completion = parts.completion
        self._completion.wake = self._wake.set
        self._room = asyncio.Event()
        """Set once per turn of the loop; sources wait for it."""
        self._taken = 0
        """Items taken from all sources in this turn."""
        self._cursors = Cursors(parts.collection.state)
        self._scorer: LinkScorer | None = None
        self._paused = False
        self._stopping: Stop | None = None
        self._complaint = self._enough = ""
        """What went wrong; why nothing more is fetched although links wait; why nothing is left to do."""
        self.complete = "every link in scope has been visited"
        self._estimate: Estimate | None = None
        self._looked_after = -1
        self._look_ahead()

    # Steering from outside

    def stop(self, reason: Stop) -> None:
        """Fetch nothing more, finish what is under way, then end."""
        if not self._stopping:
            self._stopping = reason
            self._wake.set()

    def pause(self, paused: bool) -> None:
        """Fetch nothing more until unpaused."""
        if paused != self._paused:
            self._paused = paused
            self._wake.set()

    def progress(self) -> Progress:
        """Return the present state and figures of the crawl."""
        now = self._now()
        state, reason = self._state(now)
        seconds = now - self._started
        ready, resting = self.frontier.hosts.counts(now)
        rate = self._books.tally.rate(seconds)
        return Progress(
            state=state,
            reason=reason,
            totals=self._books.tally.totals,
            seconds=self._seconds(now),
            rate=rate,
            recent=self._books.tally.recent,
            waiting=self.frontier.waiting,
            in_flight=self._in_flight,
            ready=ready,
            resting=resting,
            hosts=tuple(map(HostLine.of, self.frontier.hosts.best(SHOWN_HOSTS))),
            seconds_left=self._seconds_left(now, rate),
            estimate=str(self._estimate or ""),
            stopped=self._stopping,
            captures=self._cursors.captures(),
            cause=self._collection.most_frequent_reason() if state is State.STARVED else None,
        )

    def judge_by(self, revision: int) -> None:
        """Note the revision of the page model that pages are judged by from now on."""
        self._books.revision = revision

    def recount(self) -> None:
        """Count the kept pages again, in all and by host, after stored pages were judged again."""
        self._books.recount()
        ranking = self._parts.ranking()
        if ranking.by_channel:  # other rankings read the records of hosts
            self.frontier.hosts.rank_by(ranking)

    # The loop

    async def run(
        self, sources: Iterable[Source], tick: Callable[[], None] = lambda: None
    ) -> Progress:
        """Crawl until nothing is left, the budget is spent or the crawl is stopped; return how it ended."""
        if self._parts.link_scorer:  # it loads tables, which holds up the loop if done later
            self._scorer = await asyncio.to_thread(self._parts.link_scorer)
        self._feeding = {asyncio.create_task(self._feed(source)) for source in sources}
        try:
            while not self._ended():
                self._fill()
                self._taken = 0
                self._room.set()
                await self._sleep()
                self._apply_arrived()
                if self.frontier.outlook.completed != self._looked_after:
                    self._look_ahead()
                self._commit_if_due()
                tick()
            ending = self.progress()
            self._books.save_lessons()
            self._commit(self._now())
            return ending
        finally:
            await self._abandon()

    async def _feed(self, source: Source) -> None:
        """Take in the items of a source, a few at a time; if it fails, the crawl goes on and its state says so."""
        self._cursors.resume(source)
        try:
            async for item in source:
                if isinstance(item, Link | Withdrawn):
                    self._take_link(item)
                    self._cursors.passed(source)
                else:
                    await self._take_capture(item, source)
                self._taken += 1
                if self._taken >= ITEMS_AT_ONCE:
                    self._wake.set()
                    await self._turn()
        except TidingsError:
            raise
        except Exception as error:
            self._complaint = f"; a source failed: {in_short(error)}"
            _LOG.exception("a source failed")
        finally:
            self._wake.set()

    def _take_link(self, link: Link | Withdrawn) -> None:
        if isinstance(link, Withdrawn):
            pushed.withdraw(link, self._collection)
            return
        self._books.push(pushed.of_link(link, self._scorer))
        self._wake.set()

    async def _take_capture(self, item: Capture | Snapshot, source: Source) -> None:
        """Judge a capture that a source pushes; the source waits while the crawl is busy."""
        while not self._may_start(self._now()):
            # What is under way wakes the loop; hurrying it would keep a core busy.
            await self._turn()
        candidate = pushed.of_capture(item)
        if self.frontier.admits(candidate, self._now()):
            answer = self._judging(candidate.link, item)
            position = self._cursors.begin(source)
            arrival = Arrival(candidate, self._now(), answer=answer, position=position)
            self._arrived.append(arrival)
        else:
            self._cursors.passed(source)

    async def _turn(self) -> None:
        self._room.clear()
        await self._room.wait()

    def _judging(
        self, link: Link, item: Capture | Snapshot, parts: tuple[Capture, ...] = ()
    ) -> Judging:
        visit = self._parts.workers.submit(link, item, parts)
        visit.add_done_callback(lambda _: self._wake.set())
        return item, visit

    def _fill(self) -> None:
        """Start as many fetches as are allowed."""
        now = self._now()
        self._fetching.make_way(now)
        while self._may_start(now):
            waiting = self._fetching.choose(now, len(self._arrived), self.frontier)
            if waiting is None:
                break
            task = asyncio.create_task(self._fetch(waiting))
            host = self.frontier.hosts.by_id[waiting.host]
            self._fetching.begin(task, now, proven=is_proven(host))
        if self._may_complete(now) and not (self._lockstep and self._arrived):
            self._completion.fill(now, self._settings.fetch.connections - self._in_flight)

    def _may_complete(self, now: float) -> bool:
        """Return whether kept pages may be completed, also when no more pages are fetched."""
        return not (self._stopping or self._paused or self._completion.is_over(self._seconds(now)))

    def _may_start(self, now: float) -> bool:
        if self._stopping or self._enough or self._paused or (self._lockstep and self._arrived):
            return False
        busy = len(self._arrived) + self._completion.under_way
        if self._fetching.are_full(now, busy) or self._spent(now) or not self._shared.may_ask():
            return False
        budget = self._shared.part(self._settings.budget)
        return room(budget, self._books.tally.totals, self._in_flight)

    async def _fetch(self, waiting: Waiting) -> None:
        task = asyncio.current_task()
        try:
            arrival = await self._ask(waiting)
        except FetchError as error:
            arrival = Arrival(waiting.candidate, self._now(), waiting, error=error)
        except asyncio.CancelledError:
            if not self._fetching.gave_way(task):
                raise
            failure = Failed(Reason.TIMEOUT, "gave way to faster hosts")
            arrival = Arrival(waiting.candidate, self._now(), waiting, error=failure)
        except Exception as error:  # one strange URL must neither end nor hang a crawl
            _LOG.exception("%s: could not be fetched", waiting.candidate.link.url)
            failure = Failed(Reason.FETCHING_FAILED, in_short(error), retry=False)
            arrival = Arrival(waiting.candidate, self._now(), waiting, error=failure)
        self._arrived.append(arrival)
        self._fetching.end(task)
        self._wake.set()

    async def _ask(self, waiting: Waiting) -> Arrival:
        candidate = waiting.candidate
        fetcher = self._parts.fetcher
        fetched = await fetcher.fetch(self._books.asked(waiting))
        answer = await judged(fetcher, self._judging, candidate.link, fetched)
        snapshots = tuple(self._judging(candidate.link, each) for each in fetched.snapshots)
        return Arrival(candidate, self._now(), waiting, answer, snapshots=snapshots)

    async def _sleep(self) -> None:
        """Wait for an arrival, a judgement, a host that becomes ready, or the next tick."""
        seconds, now = TICK_SECONDS, self._now()
        if self._may_start(now):
            next_at = self.frontier.hosts.next_at()
            rest = max(next_at - now, 0.0) if next_at is not None else IDLE_SECONDS
            idle = self._lockstep and rest >= IDLE_SECONDS
            seconds = min(rest, IDLE_SECONDS if idle else seconds)
        rests = self._completion.rest(now) if self._may_complete(now) else None
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds if rests is None else min(seconds, rests)):
                await self._wake.wait()
        self._wake.clear()

    def _apply_arrived(self) -> None:
        self._books.unwritten += self._completion.apply()
        while self._arrived and self._arrived[0].is_judged():
            arrival = self._arrived.popleft()
            self._cursors.end(arrival.position)
            try:
                self._books.enter(arrival)
            except TidingsError:
                raise
            except Exception as error:  # one strange answer must not end this and every resumed run
                if arrival.waiting is None:
                    raise
                _LOG.exception("%s: could not be entered", arrival.candidate.link.url)
                self._books.give_up(arrival.waiting, arrival.at, in_short(error))

    # Time, budget, state

    @property
    def _in_flight(self) -> int:
        return len(self._fetching) + len(self._arrived)

    def _now(self) -> float:
        return self._parts.clock.now().timestamp()

    def _seconds(self, now: float) -> float:
        return self._seconds_before + now - self._started

    def _spent(self, now: float) -> str:
        return spent(self._settings.budget, self._books.tally.totals, self._seconds(now))

    def _look_ahead(self) -> None:
        """Estimate how much is left to find, and decide whether to go on."""
        totals, outlook = self._books.tally.totals, self.frontier.outlook
        budget = self._settings.budget
        self._looked_after = outlook.completed
        self._estimate = outlook.estimate(totals.kept)
        if self._estimate and budget.coverage and self._estimate.coverage >= budget.coverage:
            self._enough = f"{self._estimate}; stopping"
        elif outlook.recent_yield < budget.harvest:
            share = f"{outlook.recent_yield:.1%}"
            self._enough = f"only {share} of the last links led to pages to keep; stopping"

    def _seconds_left(self, now: float, rate: float) -> float | None:
        links = self.frontier.waiting + self._in_flight
        budget, totals = self._settings.budget, self._books.tally.totals
        return seconds_left(budget, totals, self._seconds(now), links, rate)

    def _ended(self) -> bool:
        feeding = self._feeding_now()  # first: raises the error of a source that could not write
        if self._in_flight or self._completion.under_way:
            return False
        now = self._now()
        needed = self._completion.queue.waiting or self._shared.others_need()
        if needed and self._may_complete(now):
            return False
        if self._stopping or self._enough or self._spent(now):
            return True
        if not self.frontier.waiting:
            self._shared.exchange(now)
        return not (self.frontier.waiting or feeding or self._shared.others_work())

    def _feeding_now(self) -> bool:
        for task in [task for task in self._feeding if task.done()]:
            self._feeding.discard(task)
            task.result()
        return bool(self._feeding)

    def _state(self, now: float) -> tuple[State, str]:
        state, reason = self._state_alone(now)
        return state, reason + self._complaint

    def _state_alone(self, now: float) -> tuple[State, str]:
        if self._stopping:
            return State.STOPPED, self._stopping.value
        needed = self._completion.queue.waiting
        finding = self._in_flight or (self.frontier.waiting and self._may_start(now))
        if needed and not finding and self._may_complete(now):
            return State.RUNNING, f"fetching {needed:,} files that kept pages need"
        if used := self._spent(now):
            return State.OUT_OF_BUDGET, used
        if self._paused:
            return State.PAUSED, f"{self.frontier.waiting:,} links wait"
        if self._in_flight:
            return State.RUNNING, f"{self._in_flight} pages under way"
        if self._enough:
            return State.FINISHED, self._enough
        if self.frontier.waiting or self._shared.others_work():
            return waiting_state(self.frontier, now)
        if self._books.tally.totals.pages and not self._feeding:
            return State.FINISHED, self.complete
        if self._feeding:
            return self._books.returning.idle_state()
        outcome = self._collection.most_frequent_outcome()
        return State.STARVED, f"no page could be fetched: {outcome}"

    def _commit_if_due(self) -> None:
        now = self._now()
        if self._books.unwritten >= COMMIT_PAGES or abs(now - self._committed) >= COMMIT_SECONDS:
            self._commit(now)

    def _commit(self, now: float) -> None:
        self._shared.exchange(now)
        self._books.returning.revive(now)
        if is_swollen(self._settings.run.memory_megabytes):
            self.stop(Stop.MEMORY)
        state, reason = self._state(now)
        self._collection.state.update(
            state=state.value,
            reason=reason,
            seconds=round(self._seconds(now), 3),
            outlook=self.frontier.outlook.to_text(),
            estimate=str(self._estimate or ""),
        )
        self._cursors.save()
        self._collection.commit()
        self._shared.take_in(now, self._books.recount)
        self._committed, self._books.unwritten = now, 0

    async def _abandon(self) -> None:
        """Cancel what still runs; its links go on waiting."""
        tasks = [*self._fetching, *self._feeding, *self._completion.tasks]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
