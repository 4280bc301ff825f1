"""What every Words must do: pages are found to learn from, and get other scores, verdicts and links."""

from __future__ import annotations

from tests.contracts.pages import HOST, KEPT, NOW, REJECTED, found, place, url, visited
from tidings.model import (
    Channel,
    Content,
    Dating,
    DueVisit,
    Outcome,
    Page,
    Phase,
    Reason,
    Score,
    StoredWords,
    Typed,
    Verdict,
)
from tidings.ports import Store
from tidings.store.content import pack
from tidings.store.explained import explain
from tidings.urls import url_id

COPY = Verdict(Outcome.DUPLICATE, Reason.SAME_TEXT, url("a"))
FLOOD = Typed("flood", 0.8)


def numbers(words: object) -> list[int]:
    return [each.visit for each in words]


def test_the_words_of_the_last_visit_that_was_read_are_found(store: Store) -> None:
    visited(store, "a", base=0.3, cells=b"old")
    visited(store, "a", base=0.4, cells=b"new")
    visited(store, "a", Verdict(Outcome.FAILED, Reason.HTTP, "500"), score=None)
    assert store.words.of(url("a")) == StoredWords(2, url_id(url("a")), 0.4, b"new")
    assert store.words.of(url("b")) is None


def test_some_are_current_visits_that_were_read(store: Store) -> None:
    visited(store, "a")
    visited(store, "b", score=None)
    visited(store, "a")
    visited(store, "c", snapshot=True, verdict=REJECTED)
    visited(store, "d")
    first, second = sorted((url_id(url("a")), url_id(url("d"))))
    assert [each.id for each in store.words.some(9)] == [first, second]
    assert [each.id for each in store.words.some(1)] == [first]
    assert set(numbers(store.words.some(9))) == {3, 5}


def test_scores_decide_about_kept_and_rejected_pages_and_those_that_wait(store: Store) -> None:
    visited(store, "kept", KEPT)
    visited(store, "rejected", REJECTED)
    visited(store, "copy", COPY)
    visited(store, "language", Verdict(Outcome.REJECTED, Reason.LANGUAGE, "de"))
    visited(store, "again", REJECTED)
    store.words.reopen(5, 0.9, "score 0.9")
    visited(store, "kept", KEPT, snapshot=True, pointer=place(0))
    visited(store, "kept", KEPT, snapshot=True)
    assert numbers(store.words.decided()) == [1, 2, 5, 6]


def test_a_sample_is_the_same_each_time(store: Store) -> None:
    for name in range(20):
        visited(store, name, cells=str(name).encode())
    sample = store.words.sample(5)
    by_id = sorted(range(20), key=lambda name: url_id(url(name)))
    assert sample == [str(name).encode() for name in by_id[:5]]
    assert store.words.sample(5) == sample
    assert len(store.words.sample(100)) == 20


def test_rejected_pages_with_a_low_score_are_found(store: Store) -> None:
    visited(store, "low", REJECTED, base=0.1)
    visited(store, "high", REJECTED, base=0.3)
    visited(store, "kept", KEPT, base=0.1)
    assert numbers(store.words.rejected(0.2, 10)) == [1]
    assert store.words.rejected(0.2, 0) == []


def test_seeds_with_a_high_score_are_found(store: Store) -> None:
    visited(store, "link", base=0.9)
    visited(store, "low", base=0.3, channel=Channel.SEED)
    visited(store, "seed", base=0.4, channel=Channel.SEED)
    assert numbers(store.words.seeds(0.4)) == [3]


def test_visits_of_another_revision_are_due_in_order(store: Store) -> None:
    for name in range(5):
        visited(store, name, revision=int(name == 1))
    visited(store, "unread", score=None)
    assert store.words.last() == 6
    assert numbers(store.words.due(0, 6, 1, 10)) == [1, 3, 4, 5]
    assert numbers(store.words.due(1, 4, 1, 10)) == [3, 4]
    assert numbers(store.words.due(0, 6, 1, 2)) == [1, 3]
    assert numbers(store.words.due(0, 6, 0, 10)) == [2]


def test_a_visit_that_is_due_comes_with_its_link(store: Store) -> None:
    score = Score(0.7, {"topic": 0.7})
    visited(
        store, "a", base=0.6, cells=b"words", score=score, type=FLOOD, pointer=place(0), revision=2
    )
    due = DueVisit(
        1, 1, 0.6, b"words", 0.7, url_id(url("a")), url("a"), HOST, Phase.DONE, "kept", "score",
        archived=True, explained=explain(score), typed=FLOOD, current=True,
    )  # fmt: skip
    assert store.words.due(0, 1, 1, 10) == [due]
    visited(store, "a", REJECTED)
    before, now = store.words.due(0, 2, 1, 10)
    assert before == due._replace(current=False)
    assert (now.outcome, now.archived, now.typed, now.current) == ("rejected", False, None, True)


def test_another_score_is_of_another_revision(store: Store) -> None:
    visited(store, "a", type=FLOOD)
    explained = explain(Score(0.2, {"judged": 0.2}))
    store.words.rescore(1, 0.2, 3, explained, None)
    assert store.words.due(0, 1, 3, 1) == []
    (due,) = store.words.due(0, 1, 4, 1)
    assert (due.score, due.explained, due.typed) == (0.2, explained, None)


def test_the_verdict_of_a_current_visit_is_that_of_its_link(store: Store) -> None:
    visited(store, "a", REJECTED)
    visited(store, "a", REJECTED)
    store.words.judge(1, KEPT)
    assert store.links.find(url_id(url("a"))) == (1, HOST, Phase.DONE, "rejected", 2)
    store.words.judge(2, KEPT)
    assert store.links.find(url_id(url("a"))) == (1, HOST, Phase.DONE, "kept", 2)
    assert store.visits.totals().kept == 1  # a page that was visited twice counts once


def test_an_archived_page_that_waits_to_be_visited_again_is_judged_without_its_link(
    store: Store,
) -> None:
    visited(store, "a", KEPT, pointer=place(0))
    store.links.schedule(1, 5.0)
    store.links.due(9.0, 1)
    (due,) = store.words.due(0, 1, 1, 1)
    assert (due.phase, due.outcome, due.reason) == (Phase.WAITING, "kept", Reason.SCORE)
    store.words.judge_alone(1, REJECTED)
    (due,) = store.words.due(0, 1, 1, 1)
    assert (due.phase, due.outcome) == (Phase.WAITING, "rejected")
    assert store.links.waiting() == 1


def test_the_waiting_links_of_a_page_move_and_move_back(store: Store) -> None:
    visited(store, "page")
    store.words.prepare()
    child = found(store, "child", 0.5, parent=url("page"))
    done = found(store, "done", 0.5, parent=url("page"))
    store.links.finish(done, REJECTED)
    other = found(store, "other", 0.6, parent=url("child"))
    assert store.words.move(url_id(url("page")), 0.75) == [HOST]
    assert store.links.head(HOST) == (1.0, child)
    assert store.words.move(url_id(url("page")), -0.75) == [HOST]
    assert store.links.head(HOST) == (0.6, other)
    store.links.finish(other, REJECTED)
    assert store.links.head(HOST) == (0.5, child)
    assert store.words.move(url_id(url("unknown")), 0.1) == []


def test_a_reopened_page_waits_with_its_new_score(store: Store) -> None:
    visited(store, "a", REJECTED)
    store.links.note_try(1, Reason.HTTP, "503", counts=True)
    store.words.reopen(1, 0.9, "score 0.9")
    waiting = store.links.best(HOST)
    assert waiting
    assert (waiting.candidate.score, waiting.tries) == (0.9, 0)
    assert store.links.find(url_id(url("a"))) == (1, HOST, Phase.WAITING, "", 1)
    (due,) = store.words.due(0, 1, 1, 1)
    assert (due.phase, due.reason) == (Phase.WAITING, Reason.AGAIN)


def test_a_host_that_closes_ends_no_page_that_was_to_be_visited_again(store: Store) -> None:
    for name, verdict in (("kept", KEPT), ("copy", COPY), ("rejected", REJECTED)):
        visited(store, name, verdict)
        seq = store.links.find(url_id(url(name))).seq
        store.links.schedule(seq, 5.0)
    found(store, "new")
    assert len(store.links.due(9.0, 9)) == 3
    assert [each.link.url for each in store.links.ruled(())] == [url("rejected"), url("new")]
    gone = Verdict(Outcome.FAILED, Reason.HOST_GAVE_UP)
    assert store.links.finish_host(HOST, gone, due_at=7.0) == 4
    assert store.links.waiting() == 0
    outcomes = {
        name: store.links.find(url_id(url(name))).outcome
        for name in ("kept", "copy", "rejected", "new")
    }
    assert outcomes == {"kept": "kept", "copy": "duplicate", "rejected": "failed", "new": "failed"}
    assert sorted(store.links.due(9.0, 9)) == sorted(
        (url_id(url(name)), HOST) for name in ("kept", "copy")
    )


def test_pages_come_back_as_far_as_they_were_kept(store: Store) -> None:
    dates = (Dating(NOW, "url", 0.9),)
    content = pack(Content("The river rose.", dates=dates))
    first = visited(store, "a", title="Flood", language="en", content=content)
    second = visited(store, "b", score=None)
    assert store.words.pages([first, second]) == {
        first: Page(url("a"), "Flood", "The river rose.", dates, language="en", captured_at=NOW)
    }


def test_a_page_gets_another_score_of_the_measure(store: Store) -> None:
    number = visited(store, "a", base=0.2, cells=b"x")
    store.words.rebase(number, 0.7)
    assert store.words.of(url("a")) == StoredWords(number, url_id(url("a")), 0.7, b"x")
