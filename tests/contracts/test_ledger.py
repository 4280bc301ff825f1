"""What every Ledger must do: report what earlier runs did, in the order of the visits, and count the reasons."""

from __future__ import annotations

from itertools import pairwise

from tests.contracts.pages import HOST, KEPT, REJECTED, found, later, url, visited
from tidings.model import Candidate, Channel, Link, Outcome, Reason, Score, Verdict
from tidings.ports import Store
from tidings.urls import url_id

REFUSED = Verdict(Outcome.REFUSED, Reason.SCOPE, "excluded")


def test_links_that_wait_or_were_visited_were_followed(store: Store) -> None:
    found(store, "waits")
    visited(store, "kept")
    passed_over = found(store, "passed over")
    store.links.finish(passed_over, REFUSED, final=False)
    visited(store, "last")
    assert list(store.ledger.followed(10)) == [url("waits"), url("kept"), url("last")]
    assert list(store.ledger.followed(2)) == [url("kept"), url("last")]


def test_visits_come_in_the_order_in_which_they_were_made(store: Store) -> None:
    visited(store, "late", captured_at=later(2), score=Score(0.2))
    visited(store, "early", captured_at=later(1), score=None)
    visited(store, "late", captured_at=later(3), score=Score(0.3))
    visits = [(url("early"), 0.0), (url("late"), 0.2), (url("late"), 0.3)]
    assert list(store.ledger.visited(10)) == visits
    assert list(store.ledger.visited(2)) == visits[1:]


def test_captures_of_archives_come_in_the_order_of_discovery(store: Store) -> None:
    host = store.links.add_host("a.example")
    urls = [url(number) for number in range(3)]
    for number, minutes in enumerate((30, 10, 20)):
        link = Link(url(number))
        candidate = Candidate(url_id(link.url), 0.5, link)
        store.links.add(candidate, host, float(number), None, final=False)
        visited(store, number, captured_at=later(minutes), provenance="a.warc.gz")
    assert [each for each, _ in store.ledger.visited(10)] == urls
    assert [each for each, _ in store.ledger.visited(2)] == urls[1:]
    assert list(store.ledger.followed(2)) == urls[1:]


def test_judged_pages_come_with_host_and_channel_in_the_order_of_visits(store: Store) -> None:
    visited(store, "late", KEPT, captured_at=later(2))
    visited(store, "early", REJECTED, captured_at=later(1), channel=Channel.SEED)
    visited(store, "failed", Verdict(Outcome.FAILED, Reason.HTTP, "500"), score=None)
    found(store, "waits")
    host = "https://paper.example"
    assert list(store.ledger.tried()) == [(host, "seed", False), (host, "link", True)]


def test_reasons_that_differ_in_numbers_are_one_line(store: Store) -> None:
    sentences = {
        "score 0.120, threshold 0.4": "score",
        "score 0.100, threshold 0.4": "score",
        "link score 0.07 under 0.30": "link score",
        "depth 3 over 2": "depth 3 over 2",
    }
    for number, sentence in enumerate(sentences):
        verdict = Verdict(Outcome.REFUSED, *Reason.parse(sentence))
        assert verdict.sentence == sentence
        seq = found(store, number)
        store.links.finish(seq, verdict)
    found(store, "waits")
    lines = store.ledger.reasons()
    assert {line.reason for line in lines} == {*sentences.values(), ""}
    assert [(line.outcome, line.count) for line in lines] == [
        ("refused", 2), ("refused", 1), ("refused", 1), ("waiting", 1),
    ]  # fmt: skip
    assert lines[0].code is Reason.SCORE


def test_further_snapshots_are_counted_but_not_earlier_visits(store: Store) -> None:
    for name, provenance in (("live", ""), ("archived", "a.warc.gz")):
        for further in (False, True):
            snapshot = further and bool(provenance)
            visited(store, name, provenance=provenance, snapshot=snapshot)
    (line,) = store.ledger.reasons()
    assert (line.outcome, line.count) == ("kept", 3)


def test_details_are_stored_without_nul(store: Store) -> None:
    store.links.finish(found(store, "a"), Verdict(Outcome.FAILED, Reason.PROTOCOL, "bad\0 header"))
    (line,) = store.ledger.reasons()
    assert "\0" not in line.reason
    assert line.reason.endswith("bad header")


def test_the_most_frequent_reason_of_an_outcome_comes_first(store: Store) -> None:
    for number in range(10):
        seq = found(store, number)
        reason = (Reason.DNS, Reason.TLS, Reason.CONNECT)[number % 5 % 3]
        store.links.finish(seq, Verdict(Outcome.FAILED, reason))
    counts = [line.count for line in store.ledger.reasons()]
    assert all(one >= other for one, other in pairwise(counts))
    assert sum(counts) == 10
    assert store.links.head(HOST) is None
