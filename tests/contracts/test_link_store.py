"""What every LinkStore must do, whatever it is made of."""

from __future__ import annotations

import pytest

from tidings.model import (
    Candidate,
    Channel,
    Host,
    Link,
    Outcome,
    Phase,
    Reason,
    RuledLink,
    Verdict,
)
from tidings.ports import LinkStore, Store
from tidings.urls import url_id

REFUSED = Verdict(Outcome.REFUSED, Reason.SCOPE, "excluded")


@pytest.fixture
def links(store: Store) -> LinkStore:
    return store.links


def candidate(url: str, score: float, **known: object) -> Candidate:
    return Candidate(url_id(url), score, Link(url)._replace(**known))


def add(
    links: LinkStore,
    host: int,
    url: str,
    score: float,
    verdict: Verdict | None = None,
    final: bool = True,
    **known: object,
):
    return links.add(candidate(url, score, **known), host, 0.0, verdict, final=final)


def test_the_best_link_of_a_host_comes_first(links: LinkStore) -> None:
    host, other = links.add_host("a.example"), links.add_host("b.example")
    add(links, host, "http://a.example/low", 0.2)
    add(links, host, "http://a.example/high", 0.8)
    add(links, other, "http://b.example/higher", 0.9)
    best = links.best(host)
    assert best is not None
    assert best.candidate.link.url == "http://a.example/high"
    assert links.head(host) == (0.8, best.seq)
    assert links.waiting() == 3


def test_equal_links_come_in_order_of_discovery(links: LinkStore) -> None:
    host = links.add_host("a.example")
    for name in "cab":
        add(links, host, f"http://a.example/{name}", 0.5)
    found = []
    while waiting := links.best(host):
        found.append(waiting.candidate.link.url[-1])
        links.finish(waiting.seq, REFUSED)
    assert found == ["c", "a", "b"]


def test_a_known_link_may_rise_but_not_sink(links: LinkStore) -> None:
    host = links.add_host("a.example")
    assert add(links, host, "http://a.example/", 0.5, depth=4).new
    again = add(links, host, "http://a.example/", 0.3, depth=4)
    assert again == (0, False)
    raised = add(links, host, "http://a.example/", 0.7, depth=2)
    assert raised.seq
    assert not raised.new
    best = links.best(host)
    assert best is not None
    assert (best.candidate.score, best.candidate.link.depth) == (0.7, 2)
    assert links.waiting() == 1


def test_a_known_link_comes_nearer_even_with_a_lower_score(links: LinkStore) -> None:
    host = links.add_host("a.example")
    add(links, host, "http://a.example/", 0.5, depth=4)
    assert add(links, host, "http://a.example/", 0.3, depth=2) == (0, False)
    best = links.best(host)
    assert best is not None
    assert (best.candidate.score, best.candidate.link.depth) == (0.5, 2)


def test_a_waiting_link_may_be_passed_over(links: LinkStore) -> None:
    host = links.add_host("a.example")
    seq = add(links, host, "http://a.example/", 0.5, depth=4).seq
    links.finish(seq, REFUSED, final=False)
    assert links.find(url_id("http://a.example/")) == (seq, host, Phase.PASSED_OVER, "refused", 0)
    assert add(links, host, "http://a.example/", 0.4, depth=1).new


def test_a_finished_link_never_waits_again(links: LinkStore) -> None:
    host = links.add_host("a.example")
    seq = add(links, host, "http://a.example/", 0.5).seq
    links.finish(seq, Verdict(Outcome.KEPT, Reason.SCORE, "0.9"))
    assert add(links, host, "http://a.example/", 1.0) == (0, False)
    assert links.best(host) is None
    assert links.find(url_id("http://a.example/")) == (seq, host, Phase.DONE, "kept", 0)


def test_a_link_passed_over_waits_when_found_in_a_better_place(links: LinkStore) -> None:
    host = links.add_host("a.example")
    add(links, host, "http://a.example/", 0.5, REFUSED, final=False)
    assert links.best(host) is None
    assert add(links, host, "http://a.example/", 0.4).new
    assert links.best(host) is not None


def test_a_final_refusal_stays(links: LinkStore) -> None:
    host = links.add_host("a.example")
    add(links, host, "http://a.example/", 0.5, REFUSED)
    assert add(links, host, "http://a.example/", 0.9) == (0, False)


def test_tries_are_counted_and_the_words_of_a_link_kept(links: LinkStore) -> None:
    host = links.add_host("a.example")
    add(links, host, "http://a.example/", 0.5)
    known = {
        "parent": "http://a.example/",
        "anchor": "Flood",
        "context": "in the city",
        "depth": 1,
        "hops": 2,
        "channel": Channel.REDIRECT,
    }
    seq = add(links, host, "http://a.example/x", 0.9, **known).seq
    links.note_try(seq, Reason.HTTP, "503", counts=True)
    links.note_try(seq, Reason.ROBOTS, "connect: refused", counts=False)
    best = links.best(host)
    assert best is not None
    assert best.tries == 1
    assert best.candidate.link == Link("http://a.example/x", **known)


def test_a_link_may_be_lowered(links: LinkStore) -> None:
    host = links.add_host("a.example")
    first = add(links, host, "http://a.example/1", 0.9)
    second = add(links, host, "http://a.example/2", 0.5)
    links.lower(first.seq, 0.7)
    assert links.head(host) == (0.5, second.seq)
    assert add(links, host, "http://a.example/1", 0.6) == (first.seq, False)


def test_what_waits_beside_a_link_gets_another_score(links: LinkStore) -> None:
    host, other = links.add_host("a.example"), links.add_host("b.example")
    page = {"parent": "http://a.example/page", "depth": 1}
    judged = add(links, host, "http://a.example/judged", 0.5, **page)
    links.finish(judged.seq, Verdict(Outcome.KEPT, Reason.SCORE, "0.7"))
    low = add(links, other, "http://b.example/low", 0.1, **page)
    add(links, other, "http://b.example/same", 0.7, **page)
    high = add(links, host, "http://a.example/high", 0.9, **page)
    add(links, host, "http://a.example/out", 0.1, REFUSED, final=False, **page)
    stranger = add(links, host, "http://a.example/stranger", 0.8, parent="http://b.example/")
    seed = add(links, other, "http://b.example/seed", 0.2)
    moved = links.score_siblings(url_id("http://a.example/judged"), 0.7)
    assert sorted(moved) == sorted(
        [(url_id("http://b.example/low"), other), (url_id("http://a.example/high"), host)]
    )
    assert links.head(host) == (0.8, stranger.seq)
    assert links.head(other) == (0.7, low.seq)
    links.finish(stranger.seq, REFUSED)
    assert links.head(host) == (0.7, high.seq)
    assert not links.score_siblings(url_id("http://b.example/seed"), 0.4)
    assert links.find(url_id("http://b.example/seed")) == (seed.seq, other, Phase.WAITING, "", 0)


def test_a_redirected_link_stands_where_the_first_of_the_chain_was_found(links: LinkStore) -> None:
    host = links.add_host("a.example")
    beside = add(links, host, "http://a.example/beside", 0.1, parent="http://a.example/page")
    add(links, host, "http://a.example/1", 0.1, REFUSED, parent="http://a.example/page")
    add(links, host, "http://a.example/2", 0.1, REFUSED, parent="http://a.example/1", hops=1)
    add(links, host, "http://a.example/3", 0.1, REFUSED, parent="http://a.example/2", hops=2)
    moved = links.score_siblings(url_id("http://a.example/3"), 0.6)
    assert list(moved) == [(url_id("http://a.example/beside"), host)]
    assert links.head(host) == (0.6, beside.seq)


def test_all_links_of_a_host_can_be_finished_at_once(links: LinkStore) -> None:
    host, other = links.add_host("a.example"), links.add_host("b.example")
    for number in range(5):
        add(links, host, f"http://a.example/{number}", 0.5)
    add(links, other, "http://b.example/", 0.5)
    assert links.finish_host(host, REFUSED) == 5
    assert links.waiting() == 1


def test_a_finished_link_waits_again_when_it_is_due(links: LinkStore) -> None:
    host, closed = links.add_host("a.example"), links.add_host("b.example")
    kept = Verdict(Outcome.KEPT, Reason.SCORE, "0.9")
    seqs = [add(links, host, f"http://a.example/{number}", 0.5).seq for number in range(5)]
    for seq, due_at in zip(seqs, (30.0, 20.0, 10.0, 99.0), strict=False):
        links.finish(seq, kept)
        links.schedule(seq, due_at)
    links.schedule(seqs[4], 1.0)  # it waits for its first visit
    other = add(links, closed, "http://b.example/", 0.5, REFUSED)
    links.schedule(other.seq, 1.0)
    links.save_host(Host(closed, "b.example", closed=REFUSED))
    assert links.waiting() == 1
    ids = [url_id(f"http://a.example/{number}") for number in range(5)]
    assert sorted(links.due(50.0, 2)) == sorted([(ids[2], host), (ids[1], host)])
    assert list(links.due(50.0, 2)) == [(ids[0], host)]
    assert links.due(50.0, 2) == []
    assert links.waiting() == 4
    found = links.find(ids[2])
    assert found
    assert (found.phase, found.outcome) == (Phase.WAITING, "")
    links.finish(seqs[4], kept)
    assert list(links.due(50.0, 2)) == [(ids[4], host)]


def test_planning_a_visit_leaves_a_link_waiting_where_it_is(links: LinkStore) -> None:
    host = links.add_host("a.example")
    seqs = [add(links, host, f"http://a.example/{number}", 0.5).seq for number in range(2)]
    links.finish(seqs[0], Verdict(Outcome.KEPT, Reason.SCORE, "0.9"))
    for seq in seqs:
        links.schedule(seq, 10.0, 0.1)
    assert links.head(host) == (0.5, seqs[1])
    waiting = links.best(host)
    assert waiting is not None
    assert (waiting.seq, waiting.candidate.score) == (seqs[1], 0.5)
    links.finish(seqs[1], Verdict(Outcome.KEPT, Reason.SCORE, "0.9"))
    assert len(links.due(50.0, 9)) == 2
    assert sorted([links.head(host) or (0.0, 0)]) == [(0.5, seqs[1])]


def test_pages_of_a_closed_host_come_back_once_it_is_opened(links: LinkStore) -> None:
    host, url = links.add_host("a.example"), "http://a.example/"
    seq = add(links, host, url, 0.5).seq
    links.finish(seq, Verdict(Outcome.KEPT, Reason.SCORE, "0.9"))
    links.schedule(seq, 10.0)
    links.save_host(Host(host, "a.example", closed=REFUSED))
    assert list(links.due(50.0, 2)) == []
    links.begin_again()
    assert list(links.due(60.0, 2)) == [(url_id(url), host)]


def test_hosts_come_back_as_they_were(links: LinkStore) -> None:
    idle, busy = links.add_host("idle.example"), links.add_host("busy.example")
    seq = add(links, busy, "http://busy.example/", 0.5).seq
    closed = Verdict(Outcome.FAILED, Reason.HOST_GAVE_UP, "connect: refused")
    record = Host(idle, "idle.example", 12.5, 2.0, 7, 3, 4, 1, closed)
    links.save_host(record)
    assert list(links.hosts()) == [record, Host(busy, "busy.example", head=(0.5, seq))]


def test_a_link_that_more_pages_link_to_rises_a_little_less_each_time(links: LinkStore) -> None:
    # The second page adds .6 * .4 / 4 = .06, the third .54 * .4 / 9 = .024, the fourth .516 * .4 / 16 = .0129.
    host = links.add_host("a.example")
    seq = add(links, host, "http://a.example/", 0.4).seq
    scores = []
    while combined := links.combine(url_id("http://a.example/"), 0.4):
        assert combined[:2] == (seq, host)
        scores.append(combined[2])
    assert scores == pytest.approx([0.46, 0.484, 0.4969], abs=1e-4)
    assert links.head(host) == (scores[-1], seq)
    links.finish(seq, REFUSED)
    assert links.combine(url_id("http://a.example/"), 0.4) is None
    assert links.combine(url_id("http://a.example/unknown"), 0.4) is None


def test_the_channel_of_a_link_is_known(links: LinkStore) -> None:
    host = links.add_host("a.example")
    seed = add(links, host, "http://a.example/", 0.5, channel=Channel.SEED)
    assert links.channel(seed.seq) == "seed"


def test_a_link_whose_parent_was_never_found_has_none(links: LinkStore) -> None:
    host = links.add_host("a.example")
    add(links, host, "http://a.example/", 0.5, parent="http://b.example/", in_body=True)
    best = links.best(host)
    assert best is not None
    assert best.candidate.link == Link("http://a.example/")


def test_links_that_ended_for_a_reason_wait_again(links: LinkStore) -> None:
    host, closed = links.add_host("a.example"), links.add_host("b.example")
    missing = Verdict(Outcome.MISSING, Reason.NO_CAPTURE)
    seq = add(links, host, "http://a.example/", 0.5, missing).seq
    add(links, host, "http://a.example/refused", 0.5, REFUSED)
    add(links, closed, "http://b.example/", 0.5, missing)
    links.save_host(Host(closed, "b.example", closed=REFUSED))
    links.reopen(Reason.NO_CAPTURE)
    assert links.waiting() == 1
    assert links.find(url_id("http://a.example/")) == (seq, host, Phase.WAITING, "", 0)


def test_links_that_failed_begin_again_but_their_hosts_still_rest(links: LinkStore) -> None:
    host = Host(links.add_host("a.example"), "a.example", next_at=99.0, good=2, failures=3)
    host.closed = Verdict(Outcome.FAILED, Reason.DNS)
    links.save_host(host)
    for number, outcome in enumerate((Outcome.FAILED, Outcome.REFUSED, Outcome.KEPT)):
        verdict = Verdict(outcome, Reason.OTHER)
        seq = add(links, host.id, f"http://a.example/{number}", 0.5, verdict).seq
        links.note_try(seq, Reason.OTHER, "", counts=True)
    links.begin_again()
    assert links.waiting() == 2
    best = links.best(host.id)
    assert best is not None
    assert best.tries == 0
    (again,) = links.hosts()
    assert again == Host(host.id, "a.example", 99.0, good=2, head=(0.5, 1))


def test_a_saved_host_is_a_copy(links: LinkStore) -> None:
    host = Host(links.add_host("a.example"), "a.example", fetched=1)
    links.save_host(host)
    host.fetched = 2
    assert next(links.hosts()).fetched == 1


def test_a_link_that_is_finished_and_reopened_is_found_once(links: LinkStore) -> None:
    host = links.add_host("a.example")
    seq = add(links, host, "http://a.example/", 0.5).seq
    for _ in range(3):
        links.finish(seq, Verdict(Outcome.MISSING, Reason.NO_CAPTURE))
        links.reopen(Reason.NO_CAPTURE)
    assert links.waiting() == 1
    links.finish(seq, REFUSED)
    assert links.best(host) is None


def test_texts_are_stored_without_nul(links: LinkStore) -> None:
    host = links.add_host("a.example")
    words = {"anchor": "Fl\0ood", "context": "in the\0 city"}
    for known in ({}, words):  # passed over, then found again
        verdict = None if known else REFUSED
        seq = add(links, host, "http://a.example/", 0.5, verdict, final=False, **known).seq
    links.note_try(seq, Reason.PROTOCOL, "bad\0 header", counts=True)
    add(links, host, "http://a.example/new", 0.4, **words)
    for _ in range(2):
        best = links.best(host)
        assert best is not None
        assert best.candidate.link.anchor == "Flood"
        assert best.candidate.link.context == "in the city"
        links.finish(best.seq, Verdict(Outcome.FAILED, Reason.PROTOCOL, "bad\0 header"))


def test_waiting_and_refused_links_are_ruled_on_again(links: LinkStore) -> None:
    host = links.add_host("a.example")
    waiting = add(links, host, "http://a.example/w", 0.5, depth=2, anchor="words").seq
    barred = Verdict(Outcome.REFUSED, Reason.NOFOLLOW)
    refused = add(
        links, host, "http://a.example/r", 0.25, barred, final=False, barred=Reason.NOFOLLOW
    ).seq
    add(links, host, "http://a.example/s", 0.5, REFUSED)
    found = list(links.ruled([Reason.NOFOLLOW, Reason.DEPTH]))
    link = Link("http://a.example/w", depth=2, anchor="words")
    assert found[0] == RuledLink(waiting, 0.5, Phase.WAITING, link, 0.0)
    assert [(one.seq, one.link.barred) for one in found] == [
        (waiting, None),
        (refused, Reason.NOFOLLOW),
    ]
    links.wait(refused, 0.75)
    best = links.best(host)
    assert best
    assert (best.seq, best.candidate.score, best.candidate.link.barred) == (refused, 0.75, None)
