"""What every Visits must do: visits are numbered, one is the current one of its link, and archived ones are found."""

from __future__ import annotations

from dataclasses import replace

from tests.contracts.pages import HOST, KEPT, NOW, REJECTED, found, later, place, url, visited
from tidings.model import Channel, Outcome, Part, Phase, Reason, Snapshot, Totals, Verdict
from tidings.ports import Store
from tidings.urls import url_id

UNCHANGED = Verdict(Outcome.UNCHANGED, Reason.NOT_MODIFIED)
COPY = Verdict(Outcome.DUPLICATE, Reason.SAME_BYTES, url("a"))


def current(store: Store, name: str) -> tuple[str, int]:
    """Return the outcome of a link and the number of its current visit."""
    link = store.links.find(url_id(url(name)))
    assert link
    return link.outcome, link.visit


def test_visits_are_numbered_in_order(store: Store) -> None:
    assert [visited(store, name) for name in "abca"] == [1, 2, 3, 4]


def test_the_last_visit_is_the_current_one(store: Store) -> None:
    visited(store, "a", KEPT)
    visited(store, "a", REJECTED, captured_at=later(1))
    assert current(store, "a") == ("rejected", 2)


def test_an_unchanged_page_keeps_its_visit_and_outcome(store: Store) -> None:
    visited(store, "a", KEPT)
    visited(store, "a", UNCHANGED, score=None)
    assert current(store, "a") == ("kept", 1)
    link = store.links.find(url_id(url("a")))
    assert link
    assert link.phase is Phase.DONE


def test_a_page_that_has_changed_back_has_its_old_visit_again(store: Store) -> None:
    visited(store, "a", KEPT, digest="1")
    visited(store, "a", KEPT, digest="2")
    back = Verdict(Outcome.UNCHANGED, Reason.SAME_BYTES, url("a"))
    visited(store, "a", back, digest="1")
    assert current(store, "a") == ("kept", 1)
    visited(store, "a", back, digest="3")
    assert current(store, "a") == ("kept", 1)


def test_a_kept_snapshot_becomes_current_if_the_page_was_not_kept(store: Store) -> None:
    visited(store, "a", REJECTED)
    visited(store, "a", REJECTED, snapshot=True)
    assert current(store, "a") == ("rejected", 1)
    visited(store, "a", KEPT, snapshot=True)
    visited(store, "a", KEPT, snapshot=True)
    assert current(store, "a") == ("kept", 3)


def test_the_original_is_the_first_archived_page_that_is_kept(store: Store) -> None:
    visited(store, "rejected", REJECTED, digest="1", pointer=place(0))
    visited(store, "elsewhere", KEPT, digest="1")
    assert store.visits.original("1") is None
    visited(store, "first", KEPT, digest="1", pointer=place(10))
    visited(store, "second", KEPT, digest="1", pointer=place(20))
    assert store.visits.original("1") == (3, 3, url("first"), NOW)
    assert store.visits.original("2") is None
    store.words.judge(3, REJECTED)
    assert store.visits.original("1") == (4, 4, url("second"), NOW)


def test_every_visit_counts(store: Store) -> None:
    assert store.visits.totals() == Totals()
    visited(store, "a", KEPT, size=100)
    visited(store, "a", REJECTED, size=20)
    visited(store, "b", COPY, size=3)
    assert store.visits.totals() == Totals(pages=3, kept=1, size=123)


def test_the_archive_is_listed_in_the_order_of_visits(store: Store) -> None:
    first = visited(store, "a", KEPT, mime="text/html", digest="1", pointer=place(0))
    visited(store, "nowhere", REJECTED)
    visited(store, "b", COPY, mime="text/html", digest="1", pointer=place(90))
    part = Part(url("a.css"), later(1), 200, "text/css", "2", b"records", 5)
    assert not store.visits.has_part(part)
    store.visits.save_part(first, part, place(50))
    assert store.visits.has_part(part)
    assert not store.visits.has_part(replace(part, digest="3"))
    assert store.visits.totals().size == place(50).length
    assert list(store.visits.archived()) == [
        Snapshot(url("a"), NOW, "text/html", 200, "1", place(0)),
        Snapshot(url("a.css"), later(1), "text/css", 200, "2", place(50)),
        Snapshot(url("b"), NOW, "warc/revisit", 200, "1", place(90)),
    ]


def test_texts_are_stored_without_nul(store: Store) -> None:
    visited(store, "a", mime="text/\0html", title="Fl\0ood", pointer=place(0))
    (snapshot,) = store.visits.archived()
    assert snapshot.mime == "text/html"


def _posted(store: Store, name: str) -> None:
    """Store a post, and a link that was found in it."""
    about = {"mime": "application/json", "title": "A secret", "pointer": place(7)}
    visited(store, name, KEPT, channel=Channel.POST, **about)
    found(store, f"{name}/child", parent=url(name), anchor="A secret", context="of mine")


def test_a_withdrawn_post_is_forgotten_with_the_words_at_its_links(store: Store) -> None:
    visited(store, "a", KEPT)
    _posted(store, "b")
    assert store.visits.withdraw(url("never met")) == []
    assert store.visits.withdraw(url("a")) == []  # no post
    assert list(store.visits.withdraw(url("b"))) == [place(7)]
    assert current(store, "b")[0] == "refused"
    assert list(store.visits.archived()) == []
    assert store.words.of(url("b")) is None
    waiting = store.links.best(HOST)
    assert waiting
    assert (waiting.candidate.link.anchor, waiting.candidate.link.context) == ("", "")
    assert store.visits.withdraw(url("b")) == []


def test_an_account_is_withdrawn_by_the_beginning_of_its_urls(store: Store) -> None:
    for name in ("b", "bc", "d"):
        _posted(store, name)
    assert len(store.visits.withdraw(url("b"), account=True)) == 2
    assert [current(store, name)[0] for name in ("b", "bc", "d")] == ["refused", "refused", "kept"]
