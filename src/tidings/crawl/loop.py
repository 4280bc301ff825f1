"""The only loop: links go out politely, captures come back, judgements are applied in the order of arrival.

It knows neither the web nor the disk: a Fetcher brings captures, Workers judge them, a Collection keeps them.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable, Iterable

from tidings.collection.collection import Collection
from tidings.crawl.entering import Arrival, Bookkeeper
from tidings.crawl.progress import SHOWN_HOSTS, HostLine, Progress
from tidings.crawl.workers import Workers
from tidings.errors import Failed, FetchError, TidingsError
from tidings.frontier.embedded import Frontier
from tidings.frontier.order import ORDERS, policy_of
from tidings.frontier.order.learned import LINK_MODEL
from tidings.frontier.rank.bandit import Bandit
from tidings.frontier.rank.importance import HostRanking
from tidings.frontier.scope import ScopeRules
from tidings.frontier.stopping import Estimate, Outlook
from tidings.model import Candidate, Capture, Channel, Link, Reason, State, Stop, Waiting
from tidings.ports import Clock, Fetcher, Policy, Ranking, Source
from tidings.settings import Settings
from tidings.store.sqlite.ledger import Ledger
from tidings.urls import normalise, url_id

COMMIT_SECONDS = 1.0
COMMIT_PAGES = 500
TICK_SECONDS = 1.0


class Crawl:
    """One run over a collection, from the waiting links to a state with a reason."""

    def __init__(
        self,
        settings: Settings,
        collection: Collection,
        fetcher: Fetcher,
        workers: Workers,
        clock: Clock,
        *,
        lockstep: bool = False,
    ) -> None:
        """Wire a crawl; ``lockstep`` chooses nothing while captures are being read, for virtual time."""
        self._settings = settings
        self._collection = collection
        self._fetcher = fetcher
        self._workers = workers
        self._clock = clock
        self._lockstep = lockstep
        rules = ScopeRules(settings.scope, settings.order.min_score, settings.fetch.redirects)
        self.frontier = Frontier(
            collection.links,
            rules,
            patience=settings.order.patience,
            policy=_policy(settings, collection),
            ranking=_ranking(settings, collection),
            outlook=Outlook.from_text(collection.database.fact("outlook")),
        )
        self._seconds_before = float(collection.database.fact("seconds", "0"))
        self._started = self._now()
        self._committed = self._started
        self._books = Bookkeeper(settings, collection, self.frontier, fetcher, clock)
        self._arrived: deque[Arrival] = deque()
        self._fetching: dict[asyncio.Task[None], Waiting] = {}
        self._feeding: set[asyncio.Task[None]] = set()
        self._wake = asyncio.Event()
        self._room = asyncio.Event()
        self._paused = False
        self._stopping: Stop | None = None
        self._complaint = ""
        self.complete = "every link in scope has been visited"
        """What is so when nothing is left to do."""
        self._enough = ""
        """Why nothing more is fetched although links wait: hardly anything is left to find."""
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
        """Return how the crawl is doing."""
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
            cause=self._collection.commonest_reason() if state is State.STARVED else None,
        )

    def judge_by(self, version: int) -> None:
        """Take note which version of the page model pages are judged by from now on."""
        self._books.version = version

    def recount(self) -> None:
        """Count again what was kept, and what hosts brought, after pages were judged again."""
        self._books.recount()
        ranking = _ranking(self._settings, self._collection)
        if ranking.by_channel:  # others look at the records of hosts
            self.frontier.hosts.rank_by(ranking)

    # The loop

    async def run(
        self, sources: Iterable[Source], tick: Callable[[], None] = lambda: None
    ) -> Progress:
        """Crawl until nothing is left, the budget is spent or somebody stops it; return how it ended."""
        self._feeding = {asyncio.create_task(self._feed(source)) for source in sources}
        try:
            while not self._ended():
                self._fill()
                self._room.set()
                await self._sleep()
                self._apply_arrived()
                if self.frontier.outlook.completed != self._looked_after:
                    self._look_ahead()
                self._commit_if_due()
                tick()
            ending = self.progress()
            self._books.remember_lessons()
            self._commit(self._now())
            return ending
        finally:
            await self._abandon()

    async def _feed(self, source: Source) -> None:
        """Take in what a source finds; one that fails ends alone, and the crawl tells it with its state."""
        try:
            async for item in source:
                if isinstance(item, Link):
                    self.frontier.add([Candidate(url_id(item.url), 1.0, item)], self._now())
                    self._wake.set()
                else:
                    await self._take_in(item)
        except TidingsError:
            raise
        except Exception as error:
            self._complaint = f"; a source failed: {_in_short(error)}"
        finally:
            self._wake.set()

    async def _take_in(self, capture: Capture) -> None:
        """Judge a capture that a source pushes; the source waits while enough is under way."""
        while not self._may_start(self._now()):
            self._room.clear()
            await self._room.wait()
        url = normalise(capture.url) or capture.url
        candidate = Candidate(url_id(url), 1.0, Link(url, channel=Channel.SCAN))
        if self.frontier.admits(candidate, self._now()):
            self._arrived.append(self._pushed(candidate, capture))

    def _pushed(self, candidate: Candidate, capture: Capture) -> Arrival:
        return self._judging(Waiting(0, candidate, 0, 0), capture)

    def _judging(self, waiting: Waiting, capture: Capture) -> Arrival:
        visit = self._workers.submit(waiting.candidate.link, capture)
        visit.add_done_callback(lambda _: self._wake.set())
        return Arrival(waiting, self._now(), capture, visit)

    def _fill(self) -> None:
        """Start as many fetches as may run."""
        now = self._now()
        while self._may_start(now):
            waiting = self.frontier.pop(now)
            if waiting is None:
                return
            self._fetching[asyncio.create_task(self._fetch(waiting))] = waiting

    def _may_start(self, now: float) -> bool:
        if self._stopping or self._enough or self._paused or (self._lockstep and self._arrived):
            return False
        if self._in_flight >= self._settings.fetch.connections or self._spent(now):
            return False
        return self._books.tally.totals.pages + self._in_flight < self._settings.budget.pages

    async def _fetch(self, waiting: Waiting) -> None:
        try:
            arrivals = await self._ask(waiting)
        except FetchError as error:
            arrivals = [Arrival(waiting, self._now(), error=error)]
        except Exception as error:  # one odd address must neither end nor hang a crawl
            failure = Failed(Reason.FETCHING_FAILED, f"{_in_short(error)}", retry=False)
            arrivals = [Arrival(waiting, self._now(), error=failure)]
        self._arrived.extend(arrivals)
        task = asyncio.current_task()
        if task:
            self._fetching.pop(task, None)
        self._wake.set()

    async def _ask(self, waiting: Waiting) -> list[Arrival]:
        captures = await self._fetcher.fetch(waiting.candidate.link)
        if not captures:
            return [Arrival(waiting, self._now())]
        first, *rest = captures
        arrival = self._judging(waiting, first)
        further = [self._pushed(_version(waiting.candidate, each), each) for each in rest]
        versions = tuple(each.visit for each in further if each.visit)
        return [arrival._replace(versions=versions), *further]

    async def _sleep(self) -> None:
        """Wait for an arrival, a judgement, a host that becomes ready, or the next tick."""
        seconds, now = TICK_SECONDS, self._now()
        if self._may_start(now):
            next_at = self.frontier.hosts.next_at()
            if next_at is not None:
                seconds = min(seconds, max(next_at - now, 0.0))
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._wake.wait()
        self._wake.clear()

    def _apply_arrived(self) -> None:
        while self._arrived and self._arrived[0].is_judged():
            arrival = self._arrived.popleft()
            try:
                self._books.enter(arrival)
            except TidingsError:
                raise
            except (
                Exception
            ) as error:  # one odd answer must not end this crawl and every resumed one
                self._books.give_up(arrival, _in_short(error))

    # Time, budget, state

    @property
    def _in_flight(self) -> int:
        return len(self._fetching) + len(self._arrived)

    def _now(self) -> float:
        return self._clock.now().timestamp()

    def _seconds(self, now: float) -> float:
        return self._seconds_before + now - self._started

    def _spent(self, now: float) -> str:
        """Return which budget is used up, if one is."""
        budget, totals = self._settings.budget, self._books.tally.totals
        if totals.pages > budget.pages:  # it was made smaller
            return f"budget of {budget.pages:,} pages used up ({totals.pages:,} fetched)"
        if totals.pages == budget.pages:
            return f"{budget.pages} pages fetched"
        if budget.minutes and self._seconds(now) >= budget.minutes * 60:
            return f"{budget.minutes:g} minutes used"
        if budget.megabytes and totals.size >= budget.megabytes * 1e6:
            return f"{budget.megabytes:g} MB received"
        return ""

    def _look_ahead(self) -> None:
        """Estimate what is still to come, and decide whether that is worth the effort."""
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
        """Guess how long the budget lasts, or the waiting links if they end sooner."""
        left = []
        if self._settings.budget.minutes:
            left.append(self._settings.budget.minutes * 60 - self._seconds(now))
        if rate > 0:
            pages = self._settings.budget.pages - self._books.tally.totals.pages
            left.append(min(pages, self.frontier.waiting + self._in_flight) / rate)
        return max(min(left), 0.0) if left else None

    def _ended(self) -> bool:
        feeding = self._feeding_now()  # first: a source that could not write must end the crawl
        if self._in_flight:
            return False
        if self._stopping or self._enough or self._spent(self._now()):
            return True
        return not self.frontier.waiting and not feeding

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
        spent = self._spent(now)
        if spent:
            return State.OUT_OF_BUDGET, spent
        if self._paused:
            return State.PAUSED, f"{self.frontier.waiting:,} links wait"
        if self._in_flight:
            return State.RUNNING, f"{self._in_flight} pages under way"
        if self._enough:
            return State.FINISHED, self._enough
        if self.frontier.waiting:
            return self._waiting_state(now)
        if self._books.tally.totals.pages and not self._feeding:
            return State.FINISHED, self.complete
        if self._feeding:
            return State.STARVED, "no link waits; listening to the sources"
        return State.STARVED, f"no page could be fetched: {self._collection.commonest_fate()}"

    def _waiting_state(self, now: float) -> tuple[State, str]:
        next_at = self.frontier.hosts.next_at()
        if next_at is None or next_at <= now:
            return State.RUNNING, "choosing the next link"
        trouble = f"; last answer: {self.frontier.trouble}" if self.frontier.trouble else ""
        ready, _ = self.frontier.hosts.counts(now)
        what = "poor links wait for better ones" if ready else "every host rests"
        return State.WAITING, f"{what}, the next host for {next_at - now:.1f} s{trouble}"

    def _commit_if_due(self) -> None:
        now = self._now()
        if self._books.unwritten >= COMMIT_PAGES or abs(now - self._committed) >= COMMIT_SECONDS:
            self._commit(now)

    def _commit(self, now: float) -> None:
        state, reason = self._state(now)
        self._collection.database.remember("seconds", f"{self._seconds(now):.3f}")
        self._collection.database.remember("state", f"{state}: {reason}")
        self._collection.database.remember("outlook", self.frontier.outlook.to_text())
        self._collection.database.remember("estimate", str(self._estimate or ""))
        self._collection.commit()
        self._committed, self._books.unwritten = now, 0

    async def _abandon(self) -> None:
        """Cancel whatever still runs; its links simply go on waiting."""
        tasks = [*self._fetching, *self._feeding]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _policy(settings: Settings, collection: Collection) -> Policy:
    """Return the policy of the settings, with what it learned in earlier runs."""
    state = collection.database.fact(LINK_MODEL)
    policy = policy_of(settings.order, state, settings.event.genre)
    policy.restore(Ledger(collection.database))
    return policy


def _ranking(settings: Settings, collection: Collection) -> Ranking:
    """Return the ranking of hosts that the settings name, with what it learned in earlier runs."""
    if settings.order.sources == "bandit":
        return Bandit(Ledger(collection.database).tried())
    waits = ORDERS[settings.order.policy].waits
    return HostRanking(settings.order.sources, settings.order.seed, waits=waits)


def _version(candidate: Candidate, capture: Capture) -> Candidate:
    """Return the same address at another time, as something of its own."""
    id_ = url_id(f"{capture.captured_at:%Y%m%d%H%M%S} {candidate.link.url}")
    return candidate._replace(id=id_, link=candidate.link._replace(channel=Channel.VERSION))


def _in_short(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:300]
