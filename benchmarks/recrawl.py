"""Coming back: what it costs to choose among a million known pages, and how soon news of real front pages is found.

The replay needs ``../shared/data/frontpages/dev.jsonl.gz``, what 24 section pages showed hour by hour in two months.
"""

from __future__ import annotations

import gzip
import heapq
import json
import random
import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.floors import Floor
from tidings.crawl.again.returning import Returning
from tidings.crawl.pipeline import Pipeline
from tidings.frontier.coming_back.allowance import Allowance
from tidings.frontier.coming_back.change import faded
from tidings.frontier.coming_back.rhythm import interval, news_rate
from tidings.frontier.embedded import Frontier
from tidings.frontier.scope import ScopeRules
from tidings.lab.bench.clock import EPOCH, VirtualClock
from tidings.lab.web.web import GeneratedWeb
from tidings.model import (
    Candidate,
    Capture,
    Event,
    EventModel,
    Link,
    Outcome,
    PageKind,
    Reason,
    Tracked,
    Verdict,
    Visit,
    Waiting,
)
from tidings.settings import RecrawlSettings, Scope, Settings
from tidings.store.sqlite.database import Database
from tidings.store.sqlite.store import SqliteStore

PAGES, HOSTS = 1_000_000, 10_000
RETURNS = 3_000
"""Pages that come back while it is measured."""
WARM = 3 * HOSTS
"""Pages that come back before it is measured, so that nearly all hosts are known: a service meets each once."""
READ = 200
"""Pages that are read for comparison."""
HISTORIES = Path(__file__).resolve().parents[2] / "shared" / "data" / "frontpages" / "dev.jsonl.gz"
PER_PAGE = 4
"""Visits a day for each front page, on the average."""
_DAY, _HOUR = 86_400.0, 3_600.0
_WAITING = Waiting(0, Candidate(0, 0.0, Link("")), 0, 0)


def run() -> Sequence[Floor]:
    """Measure both, print them and return the floors."""
    share = _cost()
    floors = [Floor("choosing what comes back, share of CPU", 100 * share, 5.0, " %", at_most=True)]
    if not HISTORIES.exists():
        print(f"  not measured: {HISTORIES} is missing")
        return floors
    ours, fixed, nutch = _replayed()
    return [
        *floors,
        Floor("mean delay on real front pages, ours : fixed", ours / fixed, 1.0, "x", at_most=True),
        Floor(
            "mean delay on real front pages, ours : Nutch's", ours / nutch, 1.0, "x", at_most=True
        ),
    ]


# The cost


def _cost() -> float:
    print(f"recrawl: {PAGES:,} known pages, each with its rhythm", flush=True)
    with tempfile.TemporaryDirectory(prefix="tidings-bench-") as folder:
        store = SqliteStore(Database(Path(folder) / "tidings.db"))
        _fill(store)
        choosing = _choosing(store)
        store.close()
    reading = _reading()
    share = choosing / (choosing + reading)
    print(
        f"  choosing and planning {1e6 * choosing:.0f} µs of CPU a page, reading and judging {1e6 * reading:.0f} µs: "
        f"{share:.1%}",
        flush=True,
    )
    return share


def _fill(store: SqliteStore) -> None:
    """Write a million visited pages, each somewhere between its last visit and the next, as in a service that runs."""
    chance, now = random.Random(1), EPOCH.timestamp()
    many = store.database.connection.executemany
    store.tracked.save(Tracked(PAGES + 1))
    many(
        "INSERT INTO host (id, name) VALUES (?, ?)",
        ((n, f"{n}.example") for n in range(1, HOSTS + 1)),
    )
    many(
        "INSERT INTO link (seq, id, host, phase, score, depth, hops, parent, found_at, url, anchor, context, channel, "
        "outcome, reason, visit, due_at) VALUES (?, ?, ?, 2, .5, 1, 0, 0, 0, ?, '', '', 'link', 'kept', 'score', 1, ?)",
        (
            (
                n,
                n * 7919,
                n % HOSTS + 1,
                f"http://{n % HOSTS + 1}.example/{n}",
                now + chance.uniform(0, 30 * _DAY),
            )
            for n in range(1, PAGES + 1)
        ),
    )
    many(
        "INSERT INTO tracked VALUES (?, 'article', '\"x\"', '', 'd', ?, ?, 0, '86400 86400+ 90000', 0, 86400)",
        (
            (n, now - chance.random() * every, every)
            for n, every in ((n, chance.uniform(_DAY, 30 * _DAY)) for n in range(1, PAGES + 1))
        ),
    )
    kept = Verdict(Outcome.KEPT, Reason.SCORE)
    store.visits.save(1, Visit("http://2.example/1", EPOCH, 200, kept), None)  # it stands for all
    store.commit()


def _choosing(store: SqliteStore) -> float:
    """Return the CPU seconds per page of noticing that it is due and planning its next visit."""
    frontier = Frontier(store.links, ScopeRules(Scope(), 0.0, 10))
    clock = VirtualClock(EPOCH)
    settings = Settings(
        Event("x", {"flood": 1.0}), (), recrawl=RecrawlSettings(requests_per_day=100_000)
    )
    returning = Returning(store, frontier, settings, clock)
    returning.begin("due", keeps_going=True)
    capture = Capture("", EPOCH, 200, (("ETag", '"y"'),), b"body")
    visit = Visit("", EPOCH, 200, Verdict(Outcome.UNCHANGED, Reason.NOT_MODIFIED), digest="d")
    done, begun = -WARM, 0.0  # the first ones load tables and meet hosts
    while done < RETURNS:
        if done >= 0 and not begun:
            done, begun = 0, time.process_time()
        clock.seconds += 1.0
        now = clock.now().timestamp()
        returning.revive(now)
        while waiting := frontier.pop(now):
            returning.asked(waiting)
            frontier.finish(waiting, visit.verdict)
            returning.enter(waiting, capture, visit)
            frontier.release(waiting, 0.0, 0.0)
            done += 1
    seconds = time.process_time() - begun
    return seconds / done


def _reading() -> float:
    """Return the CPU seconds of reading and judging a page."""
    web = GeneratedWeb(1, 1000)
    model = EventModel(topic={"flood": 1.0}, places={}, when=None)
    pipeline = Pipeline(Settings(Event("x", {"flood": 1.0}), ()), model)
    captures = []
    for url in sorted(web.pages)[: 2 * READ]:
        answer = web.answer(url, EPOCH)
        if answer.status == 200:
            captures.append(Capture(url, EPOCH, 200, answer.headers, answer.body))
    pipeline.process(Link(captures[0].url), captures[0])  # it loads tables
    begun = time.process_time()
    for capture in captures[:READ]:
        pipeline.process(Link(capture.url), capture)
    return (time.process_time() - begun) / len(captures[:READ])


# Real front pages


class _Shown(NamedTuple):
    """What a front page showed: every change with its moment."""

    moments: list[float]
    changes: list[tuple[list[str], list[str]]]


def _histories() -> dict[str, _Shown]:
    pages: dict[str, _Shown] = defaultdict(lambda: _Shown([], []))
    with gzip.open(HISTORIES, "rt", encoding="utf-8") as lines:
        rows = sorted((json.loads(line) for line in lines), key=lambda row: str(row["seen"]))
    for row in rows:
        shown = pages[row["page"]]
        shown.moments.append(datetime.fromisoformat(row["seen"]).replace(tzinfo=UTC).timestamp())
        removed = [each if isinstance(each, str) else each["url"] for each in row["removed"]]
        shown.changes.append(([each["url"] for each in row["added"]], removed))
    return dict(pages)


Planner = Callable[[dict[str, Any], int, bool, float], float]
"""From the memory of a page, its new articles, whether it changed and the seconds since the last visit: the next pause."""


def _replay(pages: dict[str, _Shown], plan: Planner, per_day: int) -> tuple[list[float], int, int]:
    """Visit the pages by a plan within a budget; return the delays, the articles missed and the visits."""
    begin = min(shown.moments[0] for shown in pages.values()) + _DAY
    end = max(shown.moments[-1] for shown in pages.values())
    first_seen: dict[str, float] = {}
    for shown in pages.values():
        for at, (added, _) in zip(shown.moments, shown.changes, strict=True):
            for url in added:
                first_seen[url] = min(at, first_seen.get(url, at))
    allowance, memory = Allowance(per_day), {page: dict[str, Any]() for page in pages}
    position, listed = dict.fromkeys(pages, 0), {page: set[str]() for page in pages}
    heap = [(begin + number * 60.0, page, 0.0) for number, page in enumerate(sorted(pages))]
    heapq.heapify(heap)
    met: set[str] = set()
    delays, visits = [], 0
    while heap and heap[0][0] < end:
        at, page, last = heapq.heappop(heap)
        if not allowance.has(at):
            heapq.heappush(heap, (at + 300.0, page, last))
            continue
        allowance.counted(_WAITING)
        visits += 1
        changed = _advance(pages[page], position, listed[page], page, at)
        new = [url for url in listed[page] if url not in met]
        met.update(new)
        fresh = [url for url in new if first_seen[url] >= begin]
        delays += [at - first_seen[url] for url in fresh]
        pause = plan(memory[page], len(fresh) if last else 0, changed, at - last if last else 0.0)
        heapq.heappush(heap, (at + pause, page, at))
    wanted = sum(begin <= at < end - _DAY for at in first_seen.values())
    return delays, max(wanted - len(delays), 0), visits


def _advance(
    shown: _Shown, position: dict[str, int], listed: set[str], page: str, at: float
) -> bool:
    """Bring what a page lists up to a moment; return whether it changed."""
    before = position[page]
    while position[page] < len(shown.moments) and shown.moments[position[page]] <= at:
        added, removed = shown.changes[position[page]]
        listed.difference_update(removed)
        listed.update(added)
        position[page] += 1
    return position[page] > before


def _fixed(memory: dict[str, Any], new: int, changed: bool, seconds: float) -> float:
    return _DAY / PER_PAGE


def _nutch(memory: dict[str, Any], new: int, changed: bool, seconds: float) -> float:
    """Return the pause of Nutch's AdaptiveFetchSchedule with its default rates, between 10 minutes and 30 days."""
    pause = memory.get("pause", _DAY / PER_PAGE)
    memory["pause"] = min(max(pause * (0.8 if changed else 1.4), 600.0), 30 * _DAY)
    return float(memory["pause"])


def _ours(pages: int) -> Planner:
    """Return our plan: the same functions as in a crawl, stretched to the budget."""
    settings, rhythms = RecrawlSettings(), dict[int, float]()

    def plan(memory: dict[str, Any], new: int, changed: bool, seconds: float) -> float:
        page = memory.get("page") or Tracked(1, PageKind.FRONT)
        page = page._replace(
            fruit=faded(page.fruit, seconds) + new, watched=faded(page.watched, seconds) + seconds
        )
        memory["page"] = page
        rhythms[id(memory)] = every = interval(news_rate(page), settings)
        load = sum(_DAY / each for each in rhythms.values())
        return every * max(1.0, load / (PER_PAGE * pages))

    return plan


def _replayed() -> Iterator[float]:
    pages = _histories()
    budget = PER_PAGE * len(pages)
    print(f"  {len(pages)} real front pages, {budget} visits a day", flush=True)
    plans = {"ours": _ours(len(pages)), "fixed": _fixed, "Nutch": _nutch}
    for name, plan in plans.items():
        delays, missed, visits = _replay(pages, plan, budget)
        mean, middle = statistics.fmean(delays) / _HOUR, statistics.median(delays) / _HOUR
        print(
            f"    {name:6} {visits:6,} visits, {len(delays):6,} articles found after {mean:.2f} h (mean), "
            f"{middle:.2f} h (median), {missed:,} never seen",
            flush=True,
        )
        yield mean
