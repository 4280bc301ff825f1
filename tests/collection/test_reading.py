"""What a collection answers to those who read it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

import tidings
from tidings.collection.collection import open_collection
from tidings.collection.folder import locked
from tidings.collection.reading import CollectionReader
from tidings.errors import CollectionError
from tidings.model import (
    Candidate,
    Channel,
    Link,
    Outcome,
    Query,
    Reason,
    Score,
    State,
    Verdict,
    Visit,
)
from tidings.urls import host_of, url_id

ROOT = "http://a.example/"
KEPT = "http://a.example/flood"
REJECTED = "http://b.example/100%_sport"
WAITING = ("http://a.example/1", "http://a.example/2", "http://b.example/3")
EVENT = """
name = "Flood"
seeds = ["http://a.example/"]
[what]
keywords = ["flood"]
[relevance]
threshold = 0.3
"""
DAYS = [datetime(2024, 5, day, tzinfo=UTC) for day in range(1, 7)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a collection with a seed, a kept and a rejected page and three links that wait."""
    folder = tmp_path_factory.mktemp("reading")
    (folder / "event.toml").write_text(EVENT, encoding="utf-8")
    with open_collection(folder, prefix="x", warc_megabytes=1) as collection:
        links = collection.links
        hosts = {name: links.add_host(name) for name in ("a.example", "b.example")}

        def add(url: str, parent: str, score: float, day: int, outcome: Outcome | None) -> None:
            link = Link(
                url, parent=parent, anchor="more", channel=Channel.LINK if parent else Channel.SEED
            )
            verdict = Verdict(outcome, Reason.SCORE, str(score)) if outcome else None
            candidate = Candidate(url_id(url), score, link)
            host = hosts[host_of(url)]
            found_at = DAYS[day].timestamp()
            seq = links.add(candidate, host, found_at, verdict, final=bool(outcome)).seq
            if verdict:
                title = url.rpartition("/")[2].title()
                visit = Visit(url, DAYS[day], 200, verdict, title=title, score=Score(score))
                collection.visits.save(seq, visit, None)

        add(ROOT, "", 1.0, 0, Outcome.KEPT)
        add(KEPT, ROOT, 0.9, 1, Outcome.KEPT)
        add(REJECTED, KEPT, 0.1, 2, Outcome.REJECTED)
        for day, (url, score) in enumerate(zip(WAITING, (0.5, 0.7, 0.7), strict=True), 3):
            add(url, KEPT, score, day, None)
        collection.state.update(state="running", reason="5 pages under way")
        collection.state.update(estimate="about 3 pages")
    return folder


@pytest.fixture
def collection(folder: Path) -> Iterator[CollectionReader]:
    with tidings.open(folder) as collection:
        yield collection


def urls(collection: CollectionReader, **query: object) -> list[str]:
    return [entry.url for entry in collection.entries(Query(**query))]  # type: ignore[arg-type]


def test_a_collection_is_opened_by_its_folder_or_its_event_file(folder: Path) -> None:
    for target in (folder, str(folder), folder / "event.toml"):
        with tidings.open(target) as collection:
            assert collection.count() == 6


def test_where_there_is_no_collection_none_is_opened(tmp_path: Path) -> None:
    with pytest.raises(CollectionError, match="no such collection"):
        tidings.open(tmp_path)


def test_status_has_state_estimate_and_outcomes(collection: CollectionReader) -> None:
    status = collection.status()
    assert (status.state, status.reason) == (State.RUNNING, "5 pages under way")
    assert status.estimate == "about 3 pages"
    assert {line.outcome: line.count for line in status.outcomes} == {
        "kept": 2,
        "rejected": 1,
        "waiting": 3,
    }


def test_a_crawl_that_does_not_run_but_never_ended_is_broken_off(
    collection: CollectionReader,
) -> None:
    assert collection.status().is_broken_off
    with locked(collection.folder):
        status = collection.status()
    assert status.is_running
    assert not status.is_broken_off


def test_why_has_the_entry_its_threshold_and_the_way_back_to_the_seed(
    collection: CollectionReader,
) -> None:
    why = collection.why("HTTP://B.example/100%_sport")
    assert why
    assert (why.entry.outcome, why.threshold) == ("rejected", 0.3)
    assert [entry.url for entry in why.path] == [KEPT, ROOT]


@pytest.mark.parametrize("url", ["http://never.example/", "nothing at all", ""])
def test_why_is_none_for_what_was_never_met(collection: CollectionReader, url: str) -> None:
    assert collection.why(url) is None


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({}, [ROOT, KEPT, REJECTED, *WAITING]),
        ({"outcome": "kept"}, [ROOT, KEPT]),
        ({"outcome": "waiting"}, list(WAITING)),
        ({"host": "b.example"}, [REJECTED, WAITING[2]]),
        ({"host": "c.example"}, []),
        ({"channel": "seed"}, [ROOT]),
        ({"text": "FLOOD"}, [KEPT]),
        ({"text": "100%_"}, [REJECTED]),
        ({"text": "%"}, [REJECTED]),
        ({"minimum_score": 0.9}, [ROOT, KEPT]),
        ({"minimum_score": 0.0}, [ROOT, KEPT, REJECTED]),
        ({"since": DAYS[2]}, [REJECTED, *WAITING]),
        ({"outcome": "kept", "since": DAYS[1]}, [KEPT]),
        ({"outcome": "waiting", "by_priority": True}, [WAITING[1], WAITING[2], WAITING[0]]),
    ],
    ids=str,
)
def test_entries_are_chosen_by_a_query(
    collection: CollectionReader, query: dict[str, object], expected: list[str]
) -> None:
    assert urls(collection, **query) == expected
    assert collection.count(Query(**query)) == len(expected)  # type: ignore[arg-type]


@pytest.mark.parametrize("by_priority", [False, True])
@pytest.mark.parametrize("limit", [1, 2, 6])
def test_pages_of_entries_follow_each_other(
    collection: CollectionReader, limit: int, by_priority: bool
) -> None:
    query = Query(by_priority=by_priority)
    listed, after = [], 0
    while page := list(collection.entries(query, after=after, limit=limit)):
        assert len(page) <= limit
        listed += page
        after = page[-1].number
    assert [entry.url for entry in listed] == urls(collection, by_priority=by_priority)


def test_pages_of_hosts_follow_each_other(collection: CollectionReader) -> None:
    first, *rest = hosts = [record.host for record in collection.hosts()]
    assert sorted(hosts) == ["a.example", "b.example"]
    assert [record.host for record in collection.hosts(limit=1)] == [first]
    assert [record.host for record in collection.hosts(after=first)] == rest
    assert {record.host: record.waiting for record in collection.hosts()} == {
        "a.example": 2,
        "b.example": 1,
    }


def test_arms_have_counts_an_estimate_and_their_share(collection: CollectionReader) -> None:
    arms = {(arm.host, arm.channel): arm for arm in collection.arms()}
    assert sum(arm.share for arm in arms.values()) == pytest.approx(1)
    good, bad = arms["a.example", "link"], arms["b.example", "link"]
    assert (good.tried, good.kept, good.waiting) == (1, 1, 2)
    assert good.estimate > bad.estimate
