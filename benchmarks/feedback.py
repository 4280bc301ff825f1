"""Judge pages of a large collection during a crawl: the time until all pages and links are re-scored, and the delay of
the crawl.

The collection is filled and measured in a separate process: ``python -m benchmarks.feedback PAGES LINKS FOLDER``.
"""

from __future__ import annotations

import asyncio
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from benchmarks.floors import Floor
from tidings.collection.folder import judgements_path
from tidings.crawl.loop import COMMIT_SECONDS
from tidings.feedback.judging import Feedback, JudgementInput
from tidings.feedback.rescoring import Rescoring, follow
from tidings.feedback.revisions import Revisions
from tidings.frontier.embedded import Frontier
from tidings.frontier.scope import ScopeRules
from tidings.learn.page_words import packed, terms_of
from tidings.model import (
    Candidate,
    Dating,
    Event,
    Link,
    Outcome,
    Page,
    Reason,
    Score,
    Verdict,
    Visit,
)
from tidings.read.words.words import words
from tidings.settings import Scope, Settings
from tidings.store.sqlite.database import Database
from tidings.store.sqlite.judgements import SqliteJudgements
from tidings.store.sqlite.links import SqliteLinks
from tidings.store.sqlite.reader import SqliteReader
from tidings.store.sqlite.store import SqliteStore
from tidings.store.sqlite.visits import SqliteVisits
from tidings.urls import url_id

PAGES, LINKS, HOSTS = 50_000, 1_000_000, 10_000
WORDS = 200
"""Distinct words per page."""
JUDGED = 20
PACE = 0.01
"""Seconds between two pops of the simulated crawl."""
FILL_BATCH = 500
_NOW = datetime(2024, 5, 1, tzinfo=UTC)
_SETTINGS = Settings(Event("flood"), ("http://a.example/",))


def run() -> Sequence[Floor]:
    """Measure, print and return the floors."""
    print(
        f"feedback: {PAGES:,} stored pages, {LINKS:,} waiting links on {HOSTS:,} hosts", flush=True
    )
    with tempfile.TemporaryDirectory(prefix="tidings-bench-") as folder:
        command = [sys.executable, "-m", "benchmarks.feedback", str(PAGES), str(LINKS), folder]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    figures: dict[str, float] = json.loads(done.stdout)
    print(
        f"  learning from {JUDGED} judgements {figures['learning']:.1f} s, re-scoring {figures['pages']:,.0f} pages and "
        f"moving {figures['links']:,.0f} links {figures['seconds']:.1f} s, in which the crawl took {figures['taken']:,.0f} "
        f"links and waited {figures['longest'] * 1000:.0f} ms at the longest; "
        f"the words of a page take {figures['hashing'] * 1e6:.0f} µs and {figures['bytes']:.0f} bytes",
        flush=True,
    )
    return (
        Floor("a judgement takes effect everywhere within", figures["learning"] + figures["seconds"], 60.0, " s", at_most=True),
        Floor("longest wait of the crawl meanwhile", figures["longest"], 3.0, " s", at_most=True),
        Floor("the words of a page, to be judged again by", figures["hashing"] * 1e6, 150.0, " µs", at_most=True),
    )  # fmt: skip


def measure(pages: int, links: int, folder: Path) -> dict[str, float]:
    """Fill a collection, judge some of its pages during a crawl, and return the figures."""
    database = Database(folder / "tidings.db")
    frontier = Frontier(SqliteLinks(database), ScopeRules(Scope(), 0.0, 10))
    urls = _fill(database, frontier, pages, links)
    store = SqliteJudgements(judgements_path(folder))
    begun = time.perf_counter()
    feedback = Feedback(_SETTINGS, SqliteReader(database), store)
    feedback.judge([JudgementInput(url, number % 2 == 0) for number, url in enumerate(urls)], _NOW)
    learning = time.perf_counter() - begun
    store.close()
    hashing, size = _hashing()
    return {
        "learning": learning,
        "hashing": hashing,
        "bytes": size,
        **asyncio.run(_follow(database, frontier, folder)),
    }


def _fill(database: Database, frontier: Frontier, pages: int, links: int) -> list[str]:
    """Write pages with random words and links on random hosts; return the URLs of some pages."""
    rng, draw = random.Random(1), np.random.default_rng(1)
    catalog, each = SqliteVisits(database), links // pages
    for number in range(pages):
        url = _url(number, rng)
        candidate = Candidate(url_id(url), 0.5, Link(url))
        waiting = frontier.admit(candidate, 0.0)
        assert waiting
        judged = _judged(url, rng.random(), draw)
        catalog.save(waiting.seq, judged, None)
        frontier.finish(waiting, judged.verdict)
        targets = [_url(pages + number * each + n, rng) for n in range(each)]
        candidates = []
        for target in targets:
            link = Link(target, url, "The river rose again", "Latest news", 1)
            candidates.append(Candidate(url_id(target), rng.random(), link))
        frontier.add(candidates, 0.0)
        if number % FILL_BATCH == 0:
            database.commit()
    database.commit()
    query = "SELECT url FROM reading JOIN link ON link.visit = reading.visit LIMIT ?"
    rows = database.connection.execute(query, (JUDGED,))
    return [url for (url,) in rows]


def _url(number: int, rng: random.Random) -> str:
    day = f"2016/03/{number % 28 + 1:02}"
    return f"https://www.paper-{rng.randrange(HOSTS)}.example/{day}/the-river-rose-again-{number}"


def _judged(url: str, score: float, draw: np.random.Generator) -> Visit:
    buckets = np.minimum(draw.zipf(1.3, WORDS), 1 << 18) - 1  # frequent and rare words
    kept = score >= _SETTINGS.relevance.threshold
    return Visit(
        url=url,
        captured_at=_NOW,
        status=200,
        verdict=Verdict(
            Outcome.KEPT if kept else Outcome.REJECTED,
            Reason.SCORE,
            f"{score:.3f}, threshold 0.4",
        ),
        title="The river rose again",
        score=Score(score, {"topic": score, "place": score, "date": score}),
        base=score,
        cells=packed(dict.fromkeys(buckets.tolist(), 1)),
    )


async def _follow(database: Database, frontier: Frontier, folder: Path) -> dict[str, float]:
    """Re-score everything while a simulated crawl pops links; return the time and the longest delay."""
    rescoring = Rescoring(SqliteStore(database), frontier, _SETTINGS)
    revisions = Revisions(folder)
    begun = time.perf_counter()
    task = asyncio.create_task(
        follow(rescoring, lambda _: None, revisions.newest, 0, settled=lambda: None)
    )
    taken, longest, last, committed = 0, 0.0, begun, begun
    while not rescoring.revision and not task.done():
        _visit(frontier, time.time())
        taken += 1
        if last - committed >= COMMIT_SECONDS:
            database.commit()
            committed = last
        await asyncio.sleep(PACE)
        now = time.perf_counter()
        longest, last = max(longest, now - last), now
    task.cancel()
    database.commit()
    changes = rescoring.changes
    return {
        "seconds": time.perf_counter() - begun,
        "pages": changes.pages,
        "links": changes.links,
        "taken": taken,
        "longest": longest,
    }


def _visit(frontier: Frontier, now: float) -> None:
    waiting = frontier.pop(now)
    if waiting:
        frontier.finish(waiting, Verdict(Outcome.REJECTED, Reason.SCORE, "0.100, threshold 0.4"))
        frontier.release(waiting, now + 1.0, 1.0)


def _hashing(rounds: int = 300) -> tuple[float, float]:
    """Return the cost of preparing the words of a page of usual length, in seconds and bytes."""
    rng = random.Random(2)
    vocabulary = [
        "".join(rng.choices("abcdefghijklmnoprstuvw", k=rng.randint(2, 10))) for _ in range(5000)
    ]
    pages = []
    for number in range(rounds):
        chosen = (vocabulary[min(int(rng.paretovariate(0.6)), 5000) - 1] for _ in range(800))
        dated = (Dating(_NOW, "meta", 1.0),)
        url, title = _url(number, rng), "The river rose again in the night"
        pages.append(Page(url, title, " ".join(chosen), dated, language="en"))
    seconds, size = 0.0, 0
    for page in pages:
        words(page.text)  # fills the cache, as a measure has done before
        begun = time.process_time()
        size += len(terms_of(page))
        seconds += time.process_time() - begun
    return seconds / rounds, size / rounds


if __name__ == "__main__":
    print(json.dumps(measure(int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]))))
