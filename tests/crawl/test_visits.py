"""One URL may be visited many times: what each visit leaves behind, and which one stands for the URL."""

from __future__ import annotations

import gzip
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.crawl.test_loop import ROOT, Answers, KeepingArchive, Run, Watched, page
from tidings.archive.files.loading import read_stored
from tidings.collection.collection import open_collection
from tidings.lab.bench.clock import EPOCH, VirtualClock
from tidings.model import Capture, Fetched, Query, Reason, Snapshot
from tidings.ports import Archive
from tidings.store.entries import Entry
from tidings.store.sqlite.database import Database
from tidings.store.sqlite.ledger import SqliteLedger
from tidings.store.sqlite.links import SqliteLinks
from tidings.store.sqlite.store import SqliteStore
from tidings.store.sqlite.visits import SqliteVisits
from tidings.urls import url_id

STORY = ROOT + "story"
NOT_MODIFIED = page(status=304)
IRRELEVANT = Capture(
    STORY,
    datetime(2020, 1, 1, tzinfo=UTC),
    200,
    (("Content-Type", "text/html"),),
    b"<html><body><p>Nothing but gardening and tulips.</p></body></html>",
)


@dataclass
class Visited:
    """A story that is linked from a front page, and visited again and again."""

    database: Database = field(default_factory=lambda: Database(None))
    archive: Archive = field(default_factory=KeepingArchive)
    day: int = 0

    def visit(self, answer: Capture | Fetched | Exception) -> Watched:
        """Crawl once more, with this answer to the story."""
        links = SqliteLinks(self.database)
        if story := links.find(url_id(STORY)):
            links.schedule(story.seq, 0.0)
            assert list(links.due(1.0, 10)) == [(url_id(STORY), story.host)]
        answers: Answers = {ROOT: page(STORY), STORY: answer}
        clock = VirtualClock(EPOCH + timedelta(days=self.day))
        self.day += 1
        return Run(answers, database=self.database, archive=self.archive, clock=clock).watched()

    def visits(self) -> list[Entry]:
        entries = SqliteLedger(self.database).entries(Query(all_visits=True))
        return [entry for entry in entries if entry.url == STORY]

    def entry(self) -> Entry:
        entry = SqliteLedger(self.database).entry(STORY)
        assert entry
        return entry

    def archived(self) -> list[Snapshot]:
        return [each for each in SqliteVisits(self.database).archived() if each.url == STORY]


@pytest.fixture
def story() -> Visited:
    return Visited()


def captured(text: str, day: int) -> Capture:
    """Return an archived capture of the story."""
    moment = datetime(2020, 1, day, tzinfo=UTC)
    return page(text=text)._replace(url=STORY, captured_at=moment, provenance=f"a.warc.gz:{day}")


def outcomes(visits: list[Entry]) -> list[tuple[str, Reason]]:
    return [(visit.outcome, visit.code) for visit in visits]


# Visited again


def test_a_page_that_has_changed_keeps_both_visits(story: Visited) -> None:
    story.visit(page(text="first words"))
    watched = story.visit(page("/more", text="second words"))
    first, second = story.visits()
    assert outcomes([first, second]) == [("kept", Reason.SCORE)] * 2
    assert story.entry().visit == second.visit
    assert first.digest != second.digest
    assert "first words" in first.content.text
    assert "second words" in second.content.text
    assert [each.digest for each in story.archived()] == [first.digest, second.digest]
    assert len({each.pointer for each in story.archived()}) == 2
    assert watched.order == [STORY, ROOT + "more"]
    assert SqliteLedger(story.database).edges(STORY) == (ROOT + "more",)


def test_a_kept_page_that_is_gone_stays_kept_and_the_visit_says_that_it_is_missing(
    story: Visited,
) -> None:
    story.visit(page(text="words"))
    before = story.entry()
    story.visit(page(status=404))
    assert outcomes(story.visits()) == [("kept", Reason.SCORE), ("missing", Reason.HTTP)]
    assert story.entry() == before
    assert len(story.archived()) == 1


def test_a_rejected_page_that_is_gone_is_missing(story: Visited) -> None:
    story.visit(IRRELEVANT)
    story.visit(page(status=404))
    assert (story.entry().outcome, story.entry().status) == ("missing", 404)


def test_not_modified_is_unchanged_and_leaves_the_outcome(story: Visited) -> None:
    story.visit(page(text="words"))
    before = story.entry()
    watched = story.visit(NOT_MODIFIED)
    assert outcomes(story.visits()) == [
        ("kept", Reason.SCORE),
        ("unchanged", Reason.NOT_MODIFIED),
    ]
    assert story.entry() == before
    assert [each.mime for each in story.archived()] == ["text/html", "warc/revisit"]
    assert watched.ending.totals.kept == 2  # the front page and the story


def test_not_modified_means_nothing_for_a_page_never_seen(story: Visited) -> None:
    story.visit(NOT_MODIFIED)
    assert outcomes(story.visits()) == [("failed", Reason.HTTP)]


def test_not_modified_leaves_a_rejected_page_rejected(story: Visited) -> None:
    story.visit(IRRELEVANT)
    before = story.entry()
    assert before.outcome == "rejected"
    story.visit(NOT_MODIFIED)
    assert story.entry() == before


def test_the_same_bytes_are_unchanged_with_a_revisit_record(story: Visited) -> None:
    story.visit(page(text="words"))
    before = story.entry()
    story.visit(page(text="words"))
    assert outcomes(story.visits()) == [("kept", Reason.SCORE), ("unchanged", Reason.SAME_BYTES)]
    assert story.entry() == before
    first, again = story.archived()
    assert (first.mime, again.mime) == ("text/html", "warc/revisit")
    assert first.digest == again.digest
    assert isinstance(story.archive, KeepingArchive)
    record = gzip.decompress(story.archive.records[-1]).decode()
    assert "WARC-Type: revisit" in record
    assert f"WARC-Refers-To-Target-URI: {STORY}" in record


def test_of_a_page_that_has_changed_back_the_first_visit_stands_again(story: Visited) -> None:
    for text in ("one", "two", "one"):
        story.visit(page(text=f"{text} " * 30))
    first, second, third = story.visits()
    assert (second.outcome, third.outcome) == ("kept", "unchanged")
    assert story.entry().visit == first.visit
    assert story.entry().outcome == "kept"
    story.visit(NOT_MODIFIED)
    assert story.entry().visit == first.visit


def test_a_visit_that_fails_leaves_the_earlier_one(story: Visited) -> None:
    story.visit(page(text="words"))
    before = story.entry()
    story.visit(ZeroDivisionError("odd"))
    assert story.entry() == before
    assert len(story.archived()) == 1


def test_a_page_of_which_only_counters_changed_is_unchanged_and_archived(story: Visited) -> None:
    text = "The water rose again last night and many people left their homes on the river. " * 6
    story.visit(page(text=f"{text} Read by 1,204 readers"))
    story.visit(page(text=f"{text} Read by 1,377 readers"))
    story.visit(page(text=f"{text} Fifteen people have died since Monday, the mayor said"))
    assert outcomes(story.visits()) == [
        ("kept", Reason.SCORE),
        ("unchanged", Reason.SAME_TEXT),
        ("kept", Reason.SCORE),
    ]
    assert [each.mime for each in story.archived()] == ["text/html"] * 3


def test_both_records_lie_in_the_archive_and_in_the_index(tmp_path: Path) -> None:
    for day, text in enumerate(("first words", "second words")):
        with open_collection(tmp_path, prefix="x", warc_megabytes=1) as collection:
            assert isinstance(collection.store, SqliteStore)
            story = Visited(collection.store.database, collection.archive, day)
            story.visit(page(text=text))
            snapshots = story.archived()
    lines = (tmp_path / "indexes" / "index.cdxj").read_text(encoding="utf-8").splitlines()
    assert len([line for line in lines if f'"{STORY}"' in line]) == 2
    bodies = [
        read_stored(tmp_path / "archive" / pointer.file, pointer.offset, STORY, captured_at).body
        for _, captured_at, *_, pointer in snapshots
    ]
    assert b"first words" in bodies[0]
    assert b"second words" in bodies[1]


# Further snapshots from an archive


def test_further_snapshots_are_visits_of_one_link(story: Visited) -> None:
    snapshots = (captured("later " * 30, 2), captured("last " * 30, 3))
    watched = story.visit(Fetched(captured("early " * 30, 1), snapshots))
    first, *further = story.visits()
    assert [visit.outcome for visit in story.visits()] == ["kept"] * 3
    assert story.entry().visit == first.visit
    assert {visit.channel for visit in further} == {"version"}
    assert len(story.archived()) == 3
    assert watched.ending.totals == (4, 4, watched.ending.totals.size)
    assert SqliteLedger(story.database).count() == 2


def test_a_kept_snapshot_stands_for_a_rejected_first_one(story: Visited) -> None:
    kept = captured("story " * 30, 2)
    story.visit(Fetched(IRRELEVANT, (kept, captured("another " * 30, 3))))
    assert [visit.outcome for visit in story.visits()] == ["rejected", "kept", "kept"]
    entry = story.entry()
    assert (entry.outcome, entry.provenance) == ("kept", kept.provenance)
    assert entry.visit == story.visits()[1].visit
    assert len(story.archived()) == 2


def test_a_rejected_snapshot_does_not_stand_for_a_kept_first_one(story: Visited) -> None:
    story.visit(Fetched(captured("story " * 30, 1), (IRRELEVANT,)))
    assert [visit.outcome for visit in story.visits()] == ["kept", "rejected"]
    assert story.entry().outcome == "kept"


# Parts

STYLE = Capture(
    "http://cdn.example/style.css",
    datetime(2024, 5, 1, tzinfo=UTC),
    200,
    (("Content-Type", "text/css"),),
    b"p { color: red }",
)
IMAGE = STYLE._replace(url="http://cdn.example/flood.png", headers=(("Content-Type", "image/png"),))


def parts_of(story: Visited) -> list[tuple[str, str]]:
    archived = SqliteVisits(story.database).archived()
    return [(each.url, each.mime) for each in archived if "cdn" in each.url]


def test_parts_of_a_kept_page_are_archived_and_never_judged(story: Visited) -> None:
    watched = story.visit(Fetched(page(text="words"), parts=(STYLE, IMAGE)))
    assert parts_of(story) == [(STYLE.url, "text/css"), (IMAGE.url, "image/png")]
    assert watched.ending.totals.pages == 2
    assert SqliteLedger(story.database).entry(STYLE.url) is None
    assert isinstance(story.archive, KeepingArchive)
    assert b"p { color: red }" in b"".join(map(gzip.decompress, story.archive.records))


def test_parts_of_a_rejected_page_are_not_archived(story: Visited) -> None:
    story.visit(Fetched(IRRELEVANT, parts=(STYLE,)))
    assert story.entry().outcome == "rejected"
    assert parts_of(story) == []


def test_parts_of_an_unchanged_page_are_not_archived_again(story: Visited) -> None:
    for _ in range(2):
        story.visit(Fetched(page(text="words"), parts=(STYLE,)))
    assert parts_of(story) == [(STYLE.url, "text/css")]


def test_a_part_of_two_pages_is_archived_once_and_counts_for_the_budget(story: Visited) -> None:
    newer = STYLE._replace(body=b"p { color: blue }")
    answers = {
        ROOT: page("/1", "/2", "/3"),
        ROOT + "1": Fetched(page(text="flood one"), parts=(STYLE,)),
        ROOT + "2": Fetched(page(text="flood two"), parts=(STYLE, IMAGE)),
        ROOT + "3": Fetched(page(text="flood three"), parts=(newer,)),
    }
    watched = Run(answers, database=story.database, archive=story.archive).watched()
    assert sorted(parts_of(story)) == [
        (IMAGE.url, "image/png"),
        (STYLE.url, "text/css"),
        (STYLE.url, "text/css"),
    ]
    totals = SqliteVisits(story.database).totals()
    assert watched.ending.totals == totals
    bodies = sum(entry.size for entry in SqliteLedger(story.database).entries())
    assert totals.size > bodies


def test_parts_of_a_page_that_is_not_archived_are_not_either(story: Visited) -> None:
    own = page(text="words")
    canonical = f'<html><head><link rel="canonical" href="{ROOT}own"></head>'.encode()
    twins = [
        own._replace(body=own.body.replace(b"<html>", canonical).replace(b"words", text))
        for text in (b"one", b"two")
    ]
    answers = {
        ROOT: page("/1", "/2"),
        ROOT + "1": Fetched(twins[0], parts=(STYLE,)),
        ROOT + "2": Fetched(twins[1], parts=(IMAGE,)),
    }
    watched = Run(answers, database=story.database, archive=story.archive).watched()
    assert watched.outcome(ROOT + "2") == ("duplicate", f"same page as {ROOT}own")
    assert parts_of(story) == [(STYLE.url, "text/css")]
