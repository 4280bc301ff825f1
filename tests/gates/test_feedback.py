"""What twenty answers are worth, with a floor: a vague event file, a crawl, and a person who knows what is sought."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from statistics import fmean

import pytest

from tidings.archive.write.memory import CountingArchive
from tidings.collection.collection import Collection
from tidings.crawl.wiring import wire
from tidings.crawl.workers import started
from tidings.crawl.workers.tasks import Setup
from tidings.event.references import make_model
from tidings.feedback.judging import Feedback, JudgementInput
from tidings.feedback.rescoring import Rescoring
from tidings.feedback.revisions import model_of
from tidings.lab.bench.clock import VirtualClock
from tidings.lab.serving.in_process import InProcessWeb
from tidings.lab.web.targets import LabEvent
from tidings.lab.web.web import GeneratedWeb
from tidings.model import Event
from tidings.settings import (
    Budget,
    FetchSettings,
    OrderSettings,
    RelevanceSettings,
    RunSettings,
    Settings,
)
from tidings.sources.choice import sources
from tidings.store.sqlite.database import Database
from tidings.store.sqlite.judgements import SqliteJudgements
from tidings.store.sqlite.ledger import SqliteLedger
from tidings.store.sqlite.reader import SqliteReader
from tidings.store.sqlite.store import SqliteStore

SEEDS = (1, 2)
EVENTS = 2
PAGES = 2000
VISITED = 500
ROUNDS, ASKED = 4, 5
RISE = 0.15
NOW = datetime(2024, 5, 1, tzinfo=UTC)


def vague(event: Event) -> Event:
    """Return an event of which three words and a country are known, but no day and no page."""
    keywords = dict(list(event.keywords.items())[:3])
    country = list(event.places)[2]
    return replace(event, keywords=keywords, places={country: 1.0}, when=None, references=())


async def crawled(
    web: GeneratedWeb, target: LabEvent, measure: str, clock: VirtualClock
) -> tuple[float, float]:
    """Crawl, judge in rounds, and return F1 of the keep decision before and after."""
    settings = Settings(
        vague(target.event),
        target.seeds,
        budget=Budget(pages=VISITED),
        relevance=RelevanceSettings(measure=measure),
        order=OrderSettings(policy="best-first"),
        fetch=FetchSettings(contact="https://lab.example/"),
        run=RunSettings(workers=0),
    )
    database, fetcher = Database(None), InProcessWeb(web, clock)
    model = await make_model(settings, Path(), fetcher)
    async with started(Setup(settings, model)) as workers:
        collection = Collection(SqliteStore(database), CountingArchive())
        crawl = wire(settings, collection, fetcher, workers, clock, lockstep=True)
        await crawl.run(sources(settings))
        before = f1(database, target, settings)
        store = SqliteJudgements(None)
        feedback = Feedback(settings, SqliteReader(database), store, model)
        for _ in range(ROUNDS):
            asked = [entry.url for n in feedback.ask(ASKED) if (entry := feedback.entry(n))]
            feedback.judge([JudgementInput(url, url in target.relevant) for url in asked], NOW)
        rescoring = Rescoring(SqliteStore(database), crawl.frontier, settings)
        rescoring.complete(model_of(store, store.newest()))
    return before, f1(database, target, settings)


def f1(database: Database, target: LabEvent, settings: Settings) -> float:
    read = [entry for entry in SqliteLedger(database).entries() if entry.score]
    kept = {one.url for one in read if one.score.value >= settings.relevance.threshold}
    relevant = {one.url for one in read if one.url in target.relevant}
    return 2 * len(kept & relevant) / max(len(kept) + len(relevant), 1)


@pytest.mark.gate
@pytest.mark.slow
@pytest.mark.parametrize("measure", ["event", "auto"])
def test_twenty_judgements_mend_a_vague_event_file(measure: str) -> None:
    found = []
    for seed in SEEDS:
        web = GeneratedWeb(seed, PAGES)
        for target in web.events[:EVENTS]:
            clock = VirtualClock()
            found.append(clock.run(crawled(web, target, measure, clock)))
    figures = ", ".join(f"{before:.2f} -> {after:.2f}" for before, after in found)
    assert len(found) == len(SEEDS) * EVENTS
    assert fmean(after - before for before, after in found) >= RISE, figures
