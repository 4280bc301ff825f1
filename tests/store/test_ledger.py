"""What is stored about a page can be read back."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tidings.model import (
    Candidate,
    Content,
    Link,
    Named,
    Outcome,
    Query,
    Reason,
    Score,
    Typed,
    Verdict,
    Visit,
)
from tidings.store.content import pack
from tidings.store.sqlite.database import Database
from tidings.store.sqlite.ledger import SqliteLedger
from tidings.store.sqlite.links import SqliteLinks
from tidings.store.sqlite.visits import SqliteVisits
from tidings.urls import url_id

URL = "http://news.example/a"
ROOT = "http://a.example/"
NAMES = (Named("Anna Berg", 2), Named("ООН", 1))  # noqa: RUF001 - Cyrillic


def test_names_type_and_score_of_a_page_are_stored() -> None:
    database = Database(None)
    links = SqliteLinks(database)
    candidate = Candidate(url_id(URL), 0.5, Link(URL))
    seq = links.add(candidate, links.add_host("news.example"), 0.0, None, final=False).seq
    moment = datetime(2024, 5, 1, tzinfo=UTC)
    verdict, score = Verdict(Outcome.KEPT, Reason.SCORE), Score(0.9, {"topic": 0.9})
    judged = Visit(
        URL,
        moment,
        200,
        verdict,
        title="Fl\0ood",
        score=score,
        content=pack(Content(people=NAMES)),
        type=Typed("flood/rain", 0.9),
    )
    SqliteVisits(database).save(seq, judged, None)
    entry = SqliteLedger(database).entry(URL)
    assert entry
    assert (entry.who, entry.score) == (NAMES, score)
    assert entry.type == Typed("flood/rain", 0.9)
    assert entry.title == "Flood"
    database.close()


@pytest.mark.parametrize("by_priority", [False, True])
def test_a_listing_of_all_visits_can_go_on_between_two_visits_of_one_link(
    by_priority: bool,
) -> None:
    links, visits = SqliteLinks(database := Database(None)), SqliteVisits(database)
    host = links.add_host("a.example")
    kept = Verdict(Outcome.KEPT, Reason.SCORE)
    for number in range(3):
        link = Candidate(number + 1, number / 4, Link(f"{ROOT}{number}"))
        seq = links.add(link, host, 0.0, None, final=False).seq
        for _ in range(number):
            visits.save(
                seq, Visit(link.link.url, datetime(2024, 5, 1, tzinfo=UTC), 200, kept), None
            )
    ledger = SqliteLedger(database)
    query = Query(all_visits=True, by_priority=by_priority)
    seen: list[tuple[int, int | None]] = []
    while page := list(
        ledger.entries(
            query,
            after=seen[-1][0] if seen else 0,
            after_visit=(seen[-1][1] or 0) if seen else 0,
            limit=1,
        )
    ):
        seen += [(entry.number, entry.visit) for entry in page]
    whole = [(entry.number, entry.visit) for entry in ledger.entries(query)]
    assert seen == whole
    assert len(seen) == 4


def test_further_snapshots_are_counted_but_not_earlier_visits() -> None:
    links, visits = SqliteLinks(database := Database(None)), SqliteVisits(database)
    moment = datetime(2024, 5, 1, tzinfo=UTC)
    kept = Verdict(Outcome.KEPT, Reason.SCORE, "0.9")
    for number, provenance in enumerate(("", "a.warc.gz")):
        candidate = Candidate(number + 1, 0.5, Link(f"{ROOT}{number}"))
        seq = links.add(candidate, links.add_host(f"{number}"), 0.0, kept, final=True).seq
        visit = Visit(candidate.link.url, moment, 200, kept, provenance=provenance)
        visits.save(seq, visit, None)
        visits.save(seq, visit, None, entered_at=99.0, snapshot=bool(provenance))
    (line,) = SqliteLedger(database).reasons()
    assert (line.outcome, line.count) == ("kept", 3)
    further = [
        e for e in SqliteLedger(database).entries(Query(all_visits=True)) if e.channel == "version"
    ]
    assert [entry.found_at.timestamp() for entry in further] == [moment.timestamp(), 99.0]
