"""Decides when pages come back: at each visit, for each page that leads to new ones, and when the event moves on."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import NamedTuple

from tidings.crawl.again.remembering import READ, after, comes_back, kind_seen
from tidings.frontier.coming_back.allowance import Allowance, Portion
from tidings.frontier.coming_back.change import faded, faded_seconds, fruit_for
from tidings.frontier.coming_back.hubs import pure_hubs, rewards, top_hubs
from tidings.frontier.coming_back.phases import phase_of
from tidings.frontier.coming_back.rhythm import (
    NewsRate,
    bounded,
    factor_of,
    interval,
    least_yield,
    news_rate,
)
from tidings.frontier.coming_back.yields import LinkYields
from tidings.frontier.embedded import Frontier
from tidings.model import (
    Candidate,
    Capture,
    Channel,
    Link,
    Outcome,
    PageKind,
    Reason,
    RequestsLeft,
    State,
    Tracked,
    Visit,
    Waiting,
)
from tidings.ports import Clock, Store
from tidings.settings import Settings
from tidings.urls import normalise, url_id

_DAY = 86_400.0
_FAILED = 2.0
"""Factor of the interval after a page that could not be read."""
_IDLE = 5.0
"""Seconds between two looks for pages that are due while none is, unless pages may come back sooner."""
_LEAST_SHARE = 0.25
"""Share of the daily budget that stays for coming back, however many new pages there are."""
_MOST_PROMISE = 0.99
_RECENT, _LOOK = 4 * _DAY, _DAY
"""A hub links to kept pages of these seconds that no better hub links to; seconds between two looks for hubs."""
_REMEMBERED = 30 * _DAY
"""Seconds of which a list may still show kept pages: what it shows besides says how often it changes without news."""
_COUNTED = 600.0
"""Seconds after which the visits that all crawls plan are counted again."""
_ELSEWHERE = frozenset(
    {Channel.SCAN, Channel.POST, Channel.LISTING, Channel.VERSION, Channel.REQUISITE}
)
"""Channels of links that do not come back here: posts are pushed, feeds have a rhythm of their own."""
_ALLOWANCE, _PHASE, _NEXT_PASS, _YIELDS = "allowance", "phase", "next pass", "yields of links"
_HUBS = "hubs chosen at"
"""Names of facts in the store."""


class ReturnTo(NamedTuple):
    """Which pages come back in a run, and whether it goes on until it is stopped."""

    what: str
    """``due``, ``hubs``, ``seeds`` or ``all``."""
    keeps_going: bool = False


class Returning:
    """The pages of a crawl that come back."""

    def __init__(self, store: Store, frontier: Frontier, settings: Settings, clock: Clock) -> None:
        self._store, self._tracked, self._state = store, store.tracked, store.state
        self._frontier = frontier
        self._settings = settings.recrawl
        self._when = settings.event.when
        self._seeds = settings.seeds
        self._clock = clock
        self._begin = "off"
        """What comes back in this run."""
        self._until = math.inf
        """Pages that are due later do not come back in this run."""
        self._phase = phase_of(self._when, clock.now())
        self._planned = False
        """Whether all visits are planned for this phase, as far as that was looked up."""
        self._next_look = math.inf
        """When hubs are looked for again."""
        self._load = -1.0
        """Visits per second that all rhythms ask for; negative before it was counted."""
        self._count_at = math.inf
        """When they are counted again, because other crawls change them too."""
        self._idle_at = math.inf
        """When no page was due; not if one was since."""
        self._asked: dict[int, Tracked] = {}
        """Pages that are asked for again just now."""
        self._yields = LinkYields(self._state.noted(_YIELDS))
        self._new, self._new_at = 0.0, 0.0
        """Pages visited for the first time, about those of the last day, and when that was true."""

    # How a run begins

    def begin(self, what: str, *, keeps_going: bool) -> None:
        """Let pages come back in this run: those that are due, or hubs, seeds or all.

        Without ``keeps_going`` those that are due now wait at once, and each comes back at most once.
        """
        self._begin = what
        now = self._now()
        self._set_allowance()
        joined = None if keeps_going else self._tracked.join(what, now, self._store.visits.totals())
        now = joined.until if joined else now
        if what == "due":
            self._expect_of_hubs(now)
            self._replan_if_needed(now)
            self._tracked.activate()
        elif joined.is_new if joined else now >= self._next_pass():
            self._pass(now)
        if joined:
            self._until, before = joined.until, -1
            while self._frontier.waiting != before:
                before = self._frontier.waiting
                self._frontier.revive(now)

    def _set_allowance(self) -> None:
        """Count the requests of a day, alone or as the part that other crawls leave."""
        per_day, sharing = self._settings.requests_per_day, self._frontier.sharing
        if sharing:
            self._frontier.allowance = sharing.portion = Portion(per_day)
        else:
            self._frontier.allowance = Allowance(per_day, self._state.noted(_ALLOWANCE))

    @property
    def keeps_going(self) -> bool:
        """Return whether pages come back until the crawl is stopped."""
        return self._begin != "off" and self._until == math.inf

    def idle_state(self) -> tuple[State, str]:
        """Return the state of a crawl in which nothing waits while its sources may bring more."""
        if self.keeps_going:
            return State.WAITING, "nothing is due; pages come back when they are"
        return State.STARVED, "no link waits; listening to the sources"

    def _next_pass(self) -> float:
        return float(self._state.noted(_NEXT_PASS) or 0.0)

    def _pass(self, now: float) -> None:
        """Let the hubs, the seeds or all pages come back now."""
        with self._tracked.planning(_NEXT_PASS) as is_first:
            if not is_first:
                return
            self._state.note(_NEXT_PASS, repr(now + self._settings.every_hours * 3600.0))
            if self._begin == "all":
                self._tracked.schedule_all(now)
                return
            for link in self.hubs(now) if self._begin == "hubs" else self._seed_links():
                self._store.links.schedule(link, now)

    def hubs(self, now: float) -> list[int]:
        """Return the numbers of the pages that link to most recent relevant pages."""
        worth = rewards(self._tracked.kept(), now, self._settings.hub_days)
        chosen = top_hubs(self._tracked.edges(), worth, self._settings.hubs)
        return [hub.link for hub in chosen]

    def _seed_links(self) -> Sequence[int]:
        return self._tracked.known(url_id(normalise(url) or url) for url in self._seeds)

    def revive(self, now: float) -> None:
        """Let pages wait again whose moment has come; called at every commit."""
        allowance = self._frontier.allowance
        if allowance.per_day and not allowance.is_noted and self._begin != "off":
            self._state.note(_ALLOWANCE, allowance.to_text())
            allowance.is_noted = True
        if not self._yields.is_noted:
            self._state.note(_YIELDS, self._yields.to_text())
            self._yields.is_noted = True
        pause = min(_IDLE, self._settings.least_minutes * 60.0)
        looks = not self._idle_at <= now < self._idle_at + pause
        if looks:
            self._plan_ahead(now)
        before = self._frontier.waiting
        self._frontier.revive(min(now, self._until), look=looks)
        if looks:
            self._idle_at = now if self._frontier.waiting == before else math.inf

    def _plan_ahead(self, now: float) -> None:
        """Move visits if the event or its hubs have moved on, or begin another pass."""
        if self._begin == "due":
            if now >= self._next_look:
                self._expect_of_hubs(now)
            self._replan_if_needed(now)
        elif self.keeps_going and now >= self._next_pass():
            self._pass(now)

    def _replan_if_needed(self, now: float) -> None:
        """Move all visits when the event enters another phase."""
        before, self._phase = self._phase, phase_of(self._when, datetime.fromtimestamp(now, UTC))
        if self._planned and before is self._phase:
            return
        self._planned = True
        if self._state.noted(_PHASE) == self._phase.value:
            return
        with self._tracked.planning(_PHASE) as is_first:
            if is_first:
                least, most = self._settings.least_minutes * 60.0, self._settings.most_days * _DAY
                self._tracked.replan(self._stretch(), least, most)
                self._state.note(_PHASE, self._phase.value)

    def _expect_of_hubs(self, now: float) -> None:
        """Look for hubs, unless another crawl of the collection has."""
        self._next_look, shares = now + _LOOK, self._frontier.sharing is not None
        if shares and now < float(self._state.noted(_HUBS) or 0.0) + _LOOK / 2:
            return
        with self._tracked.planning(_HUBS) as is_first:
            if is_first:
                if shares:
                    self._state.note(_HUBS, repr(now))
                self._choose_hubs(now)

    def _choose_hubs(self, now: float) -> None:
        """Expect of the pages that link to most recent pages that they go on so; what is seen outweighs it in a day.

        Of pages that lead to the same news only the best comes back often: the others are left out.
        """
        since = now - _RECENT
        dated = {id_: at for id_, at in self._tracked.kept(now - _REMEMBERED) if at}
        young = {id_: at for id_, at in dated.items() if since < at <= now}
        if not young:
            return
        worth = {id_: faded(1.0, now - at) for id_, at in young.items()}
        watched = faded_seconds(max(now - min(young.values()), _DAY))
        chosen, others = pure_hubs(self._tracked.lists(since), worth, dated, self._settings.hubs)
        for hub in chosen:
            page = self._tracked.load(hub.link) or Tracked(hub.link, visited_at=now)
            fruit = fruit_for(hub.reward / watched, page.watched)
            page = page._replace(kind=PageKind.FRONT, fruit=max(page.fruit, fruit))
            self._hasten(page, is_done=True)
        seen = faded_seconds(
            _RECENT
        )  # the better lists were watched, and these would have shown nothing else
        for other in filter(None, map(self._tracked.load, others)):
            if other.fruit or other.watched < seen:
                page = other._replace(fruit=0.0, watched=max(other.watched, seen))
                self._plan(page, page.every, Outcome.UNCHANGED, now)

    # Visits

    def asked(self, waiting: Waiting) -> Link:
        """Return a link as the fetcher is to ask for it: a page that was visited only if it has changed."""
        link = waiting.candidate.link
        page = self._tracked.load(waiting.seq) if waiting.visit else None
        if page is None:
            return link
        self._asked[page.link] = page
        return link._replace(validators=page.validators())

    def enter(self, waiting: Waiting, capture: Capture, visit: Visit) -> Visit:
        """Note a visit and decide when the page comes back; return the visit with the links that are followed."""
        link, now = waiting.candidate.link, self._now()
        if link.channel in _ELSEWHERE or capture.provenance:
            return visit
        self._count(waiting, now)
        page, outcome = self._visited(waiting), visit.verdict.outcome
        if page is None and comes_back(link, visit):
            page = Tracked(waiting.seq, kind_seen(link, visit))
        if page:
            self._plan(after(page, capture, visit, now), page.every, outcome, now)
        if outcome is Outcome.KEPT and not waiting.is_kept:
            self._tracked.found_on(waiting.seq, partial(self._credit, visit=visit, now=now))
        if self._begin != "due":
            return visit
        return self._followed(waiting, visit, page.kind if page else kind_seen(link, visit), now)

    def _followed(self, waiting: Waiting, visit: Visit, kind: PageKind, now: float) -> Visit:
        """Learn from a page, and bar those of its links of whose kind hardly any is worth a request."""
        id_, yields = waiting.candidate.id, self._yields
        if visit.redirect:
            yields.redirected(id_, url_id(visit.redirect))
        else:
            yields.learn(id_, now, kept=visit.verdict.outcome is Outcome.KEPT)
        if not visit.links:
            return visit
        links = (self._worth_following(one, kind, now) for one in visit.links)
        return replace(visit, links=tuple(links))

    def _worth_following(self, one: Candidate, kind: PageKind, now: float) -> Candidate:
        """Return a link as it is, or barred if hardly any link of its kind is worth a request."""
        if one.link.barred or not one.score:
            return one
        yields, least = self._yields, least_yield(self._settings)
        room = yields.room(kind, one.score, least, now)
        if room < math.inf and (known := self._store.links.find(one.id)) and known.visit:
            return one  # it costs no request
        if room < 1.0 or yields.expected(kind, one.score, now) < least:
            return one._replace(link=one.link._replace(barred=Reason.LINK_YIELD))
        yields.follow(one.id, kind, one.score, now if room < math.inf else None)
        return one

    def failed(self, waiting: Waiting) -> None:
        """Note that a page could not be asked for; it comes back later."""
        page = self._visited(waiting)
        if page:
            self._plan(page, page.every, Outcome.FAILED, self._now())

    def _visited(self, waiting: Waiting) -> Tracked | None:
        """Return what is remembered of a page that was asked for, None if that was the first time."""
        page = self._asked.pop(waiting.seq, None)
        return page or (self._tracked.load(waiting.seq) if waiting.visit else None)

    def _save(self, page: Tracked) -> None:
        if page.link in self._asked:
            self._asked[page.link] = page
        self._tracked.save(page)

    def _plan(self, page: Tracked, before: float, outcome: Outcome, now: float) -> None:
        """Save a page with the moment of its next visit."""
        rate = news_rate(page)
        every = interval(rate, self._settings)
        if outcome not in READ:
            every = bounded(max(before, every) * _FAILED, self._settings)
        self._change_load(before, every)
        due_at = now + self._stretched(every)
        self._save(page._replace(every=every, due_at=due_at))
        if self._begin == "due":
            self._store.links.schedule(page.link, due_at, _promise(page, rate, due_at))

    def _credit(self, link: int, is_done: bool, *, visit: Visit, now: float) -> None:
        """Let the page count for more on which a kept page was found."""
        page = self._tracked.load(link) or Tracked(link, PageKind.FRONT, visited_at=now)
        if page.kind is PageKind.ARTICLE:
            return
        page = page._replace(fruit=page.fruit + self._gain(page, visit, now))
        self._hasten(page, is_done=is_done)

    def _hasten(self, page: Tracked, *, is_done: bool) -> None:
        """Save a page from which more is expected now; it may come back sooner."""
        rate, now = news_rate(page), self._now()
        every = interval(rate, self._settings)
        self._change_load(page.every, every)
        due_at = max(page.visited_at + self._stretched(every), now)
        if page.every:
            due_at = min(page.due_at, due_at)
        self._save(page._replace(every=every, due_at=due_at))
        if self._begin == "due" and is_done:
            self._store.links.schedule(page.link, due_at, _promise(page, rate, due_at))

    def _gain(self, page: Tracked, visit: Visit, now: float) -> float:
        """Return what a kept page counts for the one it was found on: what was there at first may be old."""
        published = visit.published.moment.timestamp() if visit.published else now
        days = self._settings.hub_days
        is_old = now - published > days * _DAY
        return 1.0 if page.watched and not is_old else 1.0 / days

    # The budget

    def _count(self, waiting: Waiting, now: float) -> None:
        """Count a page that is visited for the first time."""
        self._new *= math.exp((self._new_at - now) / _DAY) if now > self._new_at else 1.0
        self._new += not waiting.visit
        self._new_at = now

    def _change_load(self, before: float, after: float) -> None:
        if self._settings.requests_per_day:
            self._count_load()
            self._load += 1.0 / after - (1.0 / before if before else 0.0)

    def _count_load(self) -> None:
        """Count the visits that all rhythms ask for, once, or now and then if other crawls change them too."""
        if self._load < 0.0 or (self._frontier.sharing and self._now() >= self._count_at):
            self._load = self._tracked.visits_per_second()
            self._count_at = self._now() + _COUNTED

    def _stretched(self, every: float) -> float:
        return bounded(every * self._stretch(), self._settings)

    def _stretch(self) -> float:
        """Return the factor on all intervals: that of the phase, more if the budget does not suffice."""
        factor, per_day = factor_of(self._phase, self._settings), self._settings.requests_per_day
        if not per_day:
            return factor
        self._count_load()
        flow = RequestsLeft(per_day, 0.0).flow
        allowed = max(flow - self._new, _LEAST_SHARE * per_day) / _DAY
        return max(factor, self._load / allowed)

    def _now(self) -> float:
        return self._clock.now().timestamp()


def _promise(page: Tracked, rate: NewsRate, due_at: float) -> float:
    """Return the score of a page that comes back: the news it is expected to bring, below that of a sure new page."""
    return min(rate.all * (due_at - page.visited_at), _MOST_PROMISE)
