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
    Score,
    Tracked,
    Verdict,
    Visit,
)
from tidings.ports import TrackedPages
from tidings.settings import Scope, Settings
from tidings.store.memory.store import MemoryStore
from tidings.urls import url_id

HOUR, DAY = 3600.0, 86_400.0
FRONT, STORY = "http://a.example/", "http://a.example/story"
DOSSIER = "http://a.example/flood"


def test_a_list_with_one_recent_page_comes_back_soon() -> None:
    tracked = _read({FRONT: [url_id(STORY), *range(20)]}).load(1)
    assert tracked
    assert tracked.every < DAY


def test_a_page_whose_news_a_purer_list_shows_too_comes_back_rarely() -> None:
    store = _read({FRONT: [url_id(STORY), *range(20)], DOSSIER: [url_id(STORY), 7]}, FRONT)
    front, dossier = store.load(1), store.load(2)
    assert front
    assert dossier
    assert dossier.every < DAY
    assert front.every > 5 * DAY, "the last four days were watched by way of the dossier"


def _read(lists: dict[str, list[int]], *known: str) -> TrackedPages:
    """Return what is planned for lists with such links, where one of these is kept and three days old."""
    store, clock = MemoryStore(), VirtualClock(EPOCH)
    frontier = Frontier(store.links, ScopeRules(Scope(), 0.0, 10))
    returning = Returning(store, frontier, Settings(Event("x", {"flood": 1.0}), ()), clock)
    published = Dating(EPOCH - timedelta(days=3), "meta", 1.0)
    poor, good = Verdict(Outcome.REJECTED, Reason.SCORE), Verdict(Outcome.KEPT, Reason.SCORE)
    visits = {
        url: Visit(url, EPOCH, 200, poor, edges=array("q", ids).tobytes(), score=Score(0.1))
        for url, ids in lists.items()
    }
    visits[STORY] = Visit(STORY, EPOCH, 200, good, published=published)
    for url, visit in visits.items():
        frontier.add([Candidate(url_id(url), 1.0, Link(url))], 0.0)
        waiting = frontier.pop(clock.now().timestamp())
        assert waiting
        store.visits.save(waiting.seq, visit, None)
        frontier.finish(waiting, visit.verdict)
        frontier.release(waiting, 0.0, 0.0)
        clock.seconds += 1.0
        if url in known:
            store.tracked.save(Tracked(waiting.seq, PageKind.FRONT, visited_at=EPOCH.timestamp()))
    returning.begin("due", keeps_going=True)
    return store.tracked


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
