"""Lists come back by the news they led to, whatever the verdict on their own text."""

from __future__ import annotations

from array import array
from datetime import timedelta

from tidings.crawl.again.returning import Returning
from tidings.frontier.embedded import Frontier
from tidings.frontier.scope import ScopeRules
from tidings.lab.bench.clock import EPOCH, VirtualClock
from tidings.model import (
    Candidate,
    Capture,
    Dating,
    Event,
    Link,
    Outcome,
    PageKind,
    Reason,
    Tracked,
    Verdict,
    Visit,
)
from tidings.settings import Scope, Settings
from tidings.store.memory.store import MemoryStore
from tidings.urls import url_id

HOUR, DAY = 3600.0, 86_400.0
FRONT, STORY = "http://a.example/", "http://a.example/story"


def test_a_list_with_one_recent_page_comes_back_soon() -> None:
    store, clock = MemoryStore(), VirtualClock(EPOCH)
    frontier = Frontier(store.links, ScopeRules(Scope(), 0.0, 10))
    returning = Returning(store, frontier, Settings(Event("x", {"flood": 1.0}), ()), clock)
    published = Dating(EPOCH - timedelta(days=3), "meta", 1.0)
    edges = array("q", [url_id(STORY), *range(20)]).tobytes()
    for url, visit in (
        (FRONT, Visit(FRONT, EPOCH, 200, Verdict(Outcome.REJECTED, Reason.SCORE), edges=edges)),
        (
            STORY,
            Visit(STORY, EPOCH, 200, Verdict(Outcome.KEPT, Reason.SCORE), published=published),
        ),
    ):
        frontier.add([Candidate(url_id(url), 1.0, Link(url))], 0.0)
        waiting = frontier.pop(clock.now().timestamp())
        assert waiting
        store.visits.save(waiting.seq, visit, None)
        frontier.finish(waiting, visit.verdict)
        frontier.release(waiting, 0.0, 0.0)
    returning.begin("due", keeps_going=True)
    tracked = store.tracked.load(1)
    assert tracked
    assert tracked.every < DAY


def test_a_list_that_is_like_another_page_comes_back_like_one_that_was_rejected() -> None:
    assert _rhythms(Outcome.DUPLICATE) == _rhythms(Outcome.REJECTED)


def _rhythms(outcome: Outcome) -> list[float]:
    """Return the intervals of a front page that all visits find unchanged, which its server does not say."""
    store, clock = MemoryStore(), VirtualClock(EPOCH)
    frontier = Frontier(store.links, ScopeRules(Scope(), 0.0, 10))
    returning = Returning(store, frontier, Settings(Event("x", {"flood": 1.0}), ()), clock)
    returning.begin("due", keeps_going=True)
    frontier.add([Candidate(url_id(FRONT), 1.0, Link(FRONT))], 0.0)
    store.tracked.save(Tracked(1, PageKind.FRONT, visited_at=EPOCH.timestamp() - HOUR))
    rhythms = []
    for _ in range(4):
        waiting = frontier.pop(clock.now().timestamp())
        assert waiting
        capture = Capture(FRONT, clock.now(), 200, (("ETag", '"1"'),), b"a list")
        visit = Visit(FRONT, clock.now(), 200, Verdict(outcome, Reason.SAME_TEXT))
        returning.asked(waiting)
        frontier.finish(waiting, visit.verdict)
        store.visits.save(waiting.seq, visit, None)
        returning.enter(waiting._replace(visit=1), capture, visit)
        frontier.release(waiting, 0.0, 0.0)
        tracked = store.tracked.load(waiting.seq)
        assert tracked
        assert tracked.validators() == (("If-None-Match", '"1"'),)
        rhythms.append(tracked.every)
        clock.seconds += tracked.every + 10
        returning.revive(clock.now().timestamp())
    return rhythms
