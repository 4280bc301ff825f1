"""What is written down about a page can be read back."""

from __future__ import annotations

from datetime import UTC, datetime

from tidings.model import (
    Candidate,
    Content,
    Host,
    Link,
    Named,
    Outcome,
    Reason,
    Score,
    Typed,
    Verdict,
    Visit,
)
from tidings.store.content import pack
from tidings.store.entries import Query
from tidings.store.sqlite.database import Database
from tidings.store.sqlite.ledger import SqliteLedger
from tidings.store.sqlite.links import SqliteLinks
from tidings.store.sqlite.visits import SqliteVisits
from tidings.urls import url_id

URL = "http://news.example/a"
ROOT = "http://a.example/"
NAMES = (Named("Anna Berg", 2), Named("ООН", 1))  # noqa: RUF001 - Cyrillic


def test_who_a_page_names_and_its_type_are_kept_with_its_score() -> None:
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
        score=score,
        content=pack(Content(people=NAMES)),
        type=Typed("flood/rain", 0.9),
    )
    SqliteVisits(database).save(seq, judged, None)
    entry = SqliteLedger(database).entry(URL)
    assert entry
    assert (entry.who, entry.score) == (NAMES, score)
    assert entry.type == Typed("flood/rain", 0.9)
    database.close()


def test_visits_to_an_archive_are_told_in_the_order_in_which_they_were_made() -> None:
    database = Database(None)
    links, catalog = SqliteLinks(database), SqliteVisits(database)
    host = links.add_host("a.example")
    for number, year in enumerate((2020, 2010, 2015)):
        link = Link(f"{ROOT}{number}")
        kept = Verdict(Outcome.KEPT, Reason.SCORE)
        seq = links.add(Candidate(number + 1, 0.5, link), host, number, kept, final=True).seq
        captured = datetime(year, 1, 1, tzinfo=UTC)
        judged = Visit(link.url, captured, 200, kept, provenance="a.warc.gz", score=Score(0.1))
        catalog.save(seq, judged, None)
    visited = [url for url, _ in SqliteLedger(database).visited(10)]
    assert visited == [f"{ROOT}{number}" for number in range(3)]
    assert [url for url, _ in SqliteLedger(database).visited(2)] == visited[1:]
    assert SqliteLedger(database).followed(2) == visited[1:]


def test_hosts_begin_again_but_rest_as_they_were_told() -> None:
    database = Database(None)
    links = SqliteLinks(database)
    host = Host(links.add_host("news.example"), "news.example", next_at=99.0, failures=3)
    host.closed = Verdict(Outcome.FAILED, Reason.DNS)
    links.save_host(host)
    for number, outcome in enumerate((Outcome.FAILED, Outcome.REFUSED), 1):
        candidate = Candidate(number, 0.5, Link(f"{URL}{number}"))
        links.add(candidate, host.id, 0.0, Verdict(outcome, Reason.SCORE), final=True)
    links.begin_again()
    (again,) = links.hosts()
    assert links.waiting() == 2
    assert (again.closed, again.failures, again.next_at) == (None, 0, 99.0)


def test_reasons_that_differ_in_numbers_are_one_line() -> None:
    lines = {
        "score 0.120, threshold 0.4": "score",
        "link score 0.07 under 0.30": "link score",
        "depth 3 over 2": "depth 3 over 2",
    }
    links = SqliteLinks(database := Database(None))
    host = links.add_host("a.example")
    for number, sentence in enumerate(lines):
        verdict = Verdict(Outcome.REFUSED, *Reason.parse(sentence))
        assert verdict.sentence == sentence
        candidate = Candidate(number + 1, 0.5, Link(f"http://a.example/{number}"))
        links.add(candidate, host, 0.0, verdict, final=True)
    assert {line.reason for line in SqliteLedger(database).reasons()} == set(lines.values())


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
