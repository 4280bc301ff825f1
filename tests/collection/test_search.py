"""Search in a collection: its index follows the database whatever happens to either."""

from __future__ import annotations

import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

import tidings
from tests.collection.stored_pages import Shelf, StoredPage
from tidings.collection.folder import database_path, index_path, judgements_path, locked, read_store
from tidings.collection.search import opening
from tidings.collection.search.asking import Filters, ask
from tidings.collection.search.documents import JudgedPages
from tidings.collection.search.following import Following
from tidings.collection.search.searching import CollectionSearch, SearchAnswer, search_all
from tidings.disk import locking
from tidings.errors import CollectionError, QueryError
from tidings.index.fields import FACETS
from tidings.index.memory import MemoryIndex
from tidings.index.tantivy import TantivyIndex
from tidings.model import Outcome, Place, SearchQuery, Verdict
from tidings.store.sqlite.database import Database
from tidings.store.sqlite.judgements import SqliteJudgements
from tidings.store.sqlite.state import SqliteState
from tidings.store.sqlite.words import SqliteWords

BEIRA = Place("Beira", "MZ", -19.84, 34.84)
FLOOD = StoredPage(
    "http://news.a.example/flood",
    "The river broke the dam near Beira.\nRescuers search for people.",
    "Dam breaks",
    published=datetime(2024, 3, 2, 12, tzinfo=UTC),
    places=(BEIRA,),
    people=("Ana Silva",),
    type="flood/rain",
    score=0.9,
)
SPORT = StoredPage(
    "http://b.example/sport", "A match by the river", "Sport", outcome=Outcome.REJECTED
)
LATER = StoredPage(
    "http://a.example/later",
    "The dam is repaired",
    "Repairs",
    published=datetime(2024, 4, 9, tzinfo=UTC),
)
UNREAD = StoredPage("http://a.example/picture", score=None, outcome=Outcome.REJECTED)
EVERYTHING = SearchQuery(
    outcomes=(), facets=FACETS, facet_size=1000, limit=1000, fold_stories=False
)


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    made = Shelf(tmp_path)
    made.save(FLOOD, SPORT, LATER, UNREAD)
    return made


@pytest.fixture
def notices() -> list[str]:
    return []


@pytest.fixture
def search(tmp_path: Path, shelf: Shelf, notices: list[str]) -> Iterator[CollectionSearch]:
    store = read_store(tmp_path)
    search = CollectionSearch(tmp_path, store, notices.append)
    yield search
    search.close()
    store.close()


def urls(answer: SearchAnswer) -> set[str]:
    return {hit.entry.url for hit in answer.hits}


def test_a_collection_is_searched_by_words_and_filters(tmp_path: Path, shelf: Shelf) -> None:
    with tidings.open(tmp_path) as collection:
        assert urls(collection.search("dam")) == {FLOOD.url, LATER.url}
        assert urls(collection.search("dam", country="MZ", since="2024-03-01")) == {FLOOD.url}
        assert urls(collection.search("dams", person="ana silva", until=date(2024, 3, 2))) == {
            FLOOD.url
        }
        assert urls(collection.search("river", outcome="any")) == {FLOOD.url, SPORT.url}
        assert urls(collection.search(SearchQuery(words="repairs"))) == {LATER.url}
        assert collection.search().pages == 3
        assert [entry.url for entry in collection.pages()] == [FLOOD.url, LATER.url]


def test_hits_have_entry_copies_and_highlights(search: CollectionSearch) -> None:
    (hit,) = search.search(ask("breaking beira")).hits
    assert hit.entry.title == "Dam breaks"
    assert hit.copies == 0
    assert [hit.title.text[slice(*each)] for each in hit.title.highlights] == ["breaks"]
    assert [hit.snippet.text[slice(*each)] for each in hit.snippet.highlights] == ["Beira"]
    assert "\n" not in hit.snippet.text


def test_facets_have_domains_places_and_days(search: CollectionSearch) -> None:
    answer = search.search(ask("dam", facets=FACETS))
    values = {facet: dict(counts) for facet, counts in answer.facets.items()}
    assert values["host"] == {"news.a.example": 1, "a.example": 1}
    assert values["domain"] == {"a.example": 2}
    assert values["place"] == {"Beira, MZ": 1}
    assert values["day"] == dict(answer.timeline) == {"2024-03-02": 1, "2024-04-09": 1}
    assert values["week"] == {"2024-W09": 1, "2024-W15": 1}
    assert values["type"] == {"flood/rain": 1}


def test_more_like_a_page_leaves_it_out(tmp_path: Path, shelf: Shelf) -> None:
    with tidings.open(tmp_path) as collection:
        assert urls(collection.like(FLOOD.url)) == {LATER.url}
        with pytest.raises(QueryError, match="no keywords"):
            collection.like(UNREAD.url)
        with pytest.raises(CollectionError, match="never met"):
            collection.like("http://never.example/")


@pytest.mark.parametrize(
    ("filters", "message"),
    [
        ({"facets": ["colour"]}, "facets: found 'colour'; allowed: host"),
        ({"sort": "worst"}, "sort: found 'worst'; allowed: best, newest, score"),
        (
            {"outcome": "waiting"},
            "outcome: found 'waiting'; allowed: kept, rejected, duplicate, any",
        ),
        ({"judged": "maybe"}, "judged: found 'maybe'; allowed: relevant, not relevant"),
        ({"since": "yesterday"}, "since: found 'yesterday'; allowed: a day"),
        ({"until": "2024-13"}, "until: found '2024-13'; allowed: a day"),
        ({"limit": 10_001}, "limit 10,001"),
        ({"offset": -1}, "after -1"),
        ({"minimum_score": 2.0}, "minimum score: found 2; allowed: 0 to 1"),
        ({"facet_size": 0}, "facet size: found 0"),
        ({"zoom": 23}, "zoom: found 23; allowed: 0 to 22"),
    ],
)
def test_values_that_are_not_allowed_are_named(filters: dict[str, object], message: str) -> None:
    with pytest.raises(QueryError, match=message):
        ask("dam", **filters)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("given", "since", "until"),
    [
        ("2024", "2024-01-01T00:00", "2024-12-31T23:59"),
        ("2024-02", "2024-02-01T00:00", "2024-02-29T23:59"),
        ("2024-12", "2024-12-01T00:00", "2024-12-31T23:59"),
        ("2024-03-05", "2024-03-05T00:00", "2024-03-05T23:59"),
        ("2024-03-05T06:30", "2024-03-05T06:30", "2024-03-05T06:30"),
    ],
)
def test_a_day_begins_and_ends(given: str, since: str, until: str) -> None:
    query = ask("", since=given, until=given)
    assert query.since
    assert query.until
    assert (f"{query.since:%Y-%m-%dT%H:%M}", f"{query.until:%Y-%m-%dT%H:%M}") == (since, until)
    assert query.since.tzinfo is UTC


def test_a_search_finds_what_came_in_after_the_last_one(
    search: CollectionSearch, shelf: Shelf
) -> None:
    assert search.search(ask("earthquake")).count == 0
    shelf.save(
        StoredPage("http://c.example/", "An earthquake"), replace(FLOOD, text="No words on it")
    )
    assert search.search(ask("earthquake")).count == 1
    assert urls(search.search(ask("dam"))) == {FLOOD.url, LATER.url}  # its title still has the word
    assert search.search(ask("rescuers")).count == 0


def test_a_page_whose_current_visit_was_not_read_is_deleted(
    search: CollectionSearch, shelf: Shelf
) -> None:
    assert search.search(ask("dam")).count == 2
    shelf.save(replace(LATER, score=None, outcome=Outcome.REJECTED))
    answer = search.search(ask("dam", outcome="any"))
    assert (urls(answer), answer.pages) == ({FLOOD.url}, 2)


def test_a_page_that_is_judged_again_moves_to_the_other_side(
    tmp_path: Path, search: CollectionSearch
) -> None:
    assert urls(search.search(ask("river"))) == {FLOOD.url}
    database = Database(database_path(tmp_path))
    SqliteWords(database).judge(2, Verdict(Outcome.KEPT, tidings.model.Reason.SCORE, "0.9"))
    database.commit()
    database.close()
    assert urls(search.search(ask("river"))) == {FLOOD.url, SPORT.url}


def test_judgements_are_a_facet_as_soon_as_they_are_made(
    tmp_path: Path, search: CollectionSearch
) -> None:
    assert search.search(ask(facets=["judged"])).facets["judged"] == ()
    store = SqliteJudgements(judgements_path(tmp_path))
    numbers = store.record([(FLOOD.url, True, ""), (LATER.url, False, "")], datetime.now(UTC))
    store.add_revision("two", numbers, b"", {}, datetime.now(UTC))
    answer = search.search(ask(facets=["judged"]))
    assert dict(answer.facets["judged"]) == {"relevant": 1, "not relevant": 1}
    store.add_revision("one taken back", numbers[:1], b"", {}, datetime.now(UTC))
    store.close()
    answer = search.search(ask(facets=["judged"], judged="relevant"))
    assert (urls(answer), dict(answer.facets["judged"])) == ({FLOOD.url}, {"relevant": 1})
    assert search.search(ask(judged="not relevant")).count == 0


def test_copies_are_folded_and_counted(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    (first,) = shelf.save(StoredPage("http://a.example/1", "the dam broke"))
    with_story = StoredPage("http://a.example/1", "the dam broke", story=first)
    shelf.save(with_story, replace(with_story, url="http://a.example/2", outcome=Outcome.DUPLICATE))
    with tidings.open(tmp_path) as collection:
        (hit,) = collection.search("dam").hits
        answer = collection.search("dam", outcome=["kept", "duplicate"])
    assert hit.copies == 1
    assert (len(answer.hits), answer.count, answer.stories) == (1, 2, 1)


def test_several_collections_are_searched_at_once(tmp_path: Path) -> None:
    for name, score in (("one", 0.2), ("two", 0.8)):
        Shelf(tmp_path / name).save(replace(FLOOD, score=score), LATER)
    stores = [read_store(tmp_path / name) for name in ("one", "two")]
    searches = [
        CollectionSearch(tmp_path / name, store)
        for name, store in zip(("one", "two"), stores, strict=True)
    ]
    answer = search_all(searches, ask("dam beira", facets=["host", "country"], limit=1))
    assert (answer.count, answer.pages, len(answer.hits)) == (2, 4, 1)
    assert answer.hits[0].folder.name == "two"
    assert dict(answer.facets["host"]) == {"news.a.example": 2}
    second = search_all(searches, ask("dam beira", limit=1, offset=1))
    assert second.hits[0].folder.name == "one"
    for each in (*searches, *stores):
        each.close()


def walked(searches: list[CollectionSearch], query: SearchQuery, between: object) -> list[str]:
    """Return the pages of all answers, with something done between two answers."""
    listed: list[str] = []
    while True:
        answer = search_all(searches, query)
        listed += [f"{hit.folder.name} {hit.entry.url}" for hit in answer.hits]
        if not answer.next:
            return listed
        between()  # type: ignore[operator]
        query = replace(query, cursor=answer.next)


@pytest.mark.parametrize("sort", ["best", "newest", "score"])
def test_cursors_list_every_page_once_while_a_crawl_writes(tmp_path: Path, sort: str) -> None:
    rng, shelves = random.Random(3), [Shelf(tmp_path / name) for name in ("one", "two")]
    for number, shelf in enumerate(shelves):
        urls = (f"http://h{n}.example/{number}" for n in range(11 + 8 * number))
        shelf.save(*(replace(FLOOD, url=url, score=rng.random()) for url in urls))
    stores = [read_store(tmp_path / name) for name in ("one", "two")]
    searches = [
        CollectionSearch(tmp_path / name, store)
        for name, store in zip(("one", "two"), stores, strict=True)
    ]
    written: list[str] = []

    def write() -> None:
        url = f"http://new{len(written)}.example/"
        shelves[len(written) % 2].save(
            StoredPage(url, "dam " * 40, score=rng.random()),
            replace(FLOOD, url="http://h3.example/0", score=rng.random()),
        )
        written.append(url)

    before = search_all(searches, ask("dam", sort=sort, limit=100))
    listed = walked(searches, ask("dam", sort=sort, limit=4), write)
    assert len(listed) == len(set(listed)) == 30
    assert listed == [f"{hit.folder.name} {hit.entry.url}" for hit in before.hits]
    assert written
    for each in (*searches, *stores):
        each.close()


def test_a_cursor_goes_on_in_another_process(tmp_path: Path, shelf: Shelf) -> None:
    shelf.save(*(replace(LATER, url=f"http://h{n}.example/", score=n / 10) for n in range(9)))
    listed: list[str] = []
    cursor = ""
    while cursor or not listed:
        with tidings.open(tmp_path) as collection:  # nothing is remembered
            answer = collection.search("dam", limit=3, cursor=cursor)
        listed += [hit.entry.url for hit in answer.hits]
        cursor = answer.next
    assert len(listed) == len(set(listed)) == 11


@pytest.mark.parametrize(
    ("cursor", "message"),
    [
        ("nonsense!", "allowed: the next of an answer"),
        ("bnVsbA", "allowed: the next of an answer"),
        ("WyJhIixbMSwyLCJ4Iiw0LDVdXQ", "allowed: the next of an answer"),
        ("WyJhIl0", "that of another search"),
        ("W" * 200_000, "allowed: the next of an answer"),
    ],
    ids=["not base64", "not a list", "not a rank", "no positions", "long"],
)
def test_a_cursor_that_is_none_is_refused(
    search: CollectionSearch, cursor: str, message: str
) -> None:
    with pytest.raises(QueryError, match=message):
        search.search(ask("dam", cursor=cursor))


def test_a_cursor_belongs_to_one_search(search: CollectionSearch) -> None:
    answer = search.search(ask("dam", limit=1))
    assert search.search(ask("dam", limit=5, cursor=answer.next, facets=["host"])).hits
    for words, filters in (("river", {}), ("dam", {"country": "MZ"}), ("dam", {"sort": "newest"})):
        with pytest.raises(QueryError, match="another search"):
            search.search(ask(words, limit=1, cursor=answer.next, **filters))  # type: ignore[arg-type]
    with pytest.raises(QueryError, match="one of them"):
        ask("dam", cursor=answer.next, offset=3)


def test_pages_are_counted_by_the_run_that_brought_them(tmp_path: Path, shelf: Shelf) -> None:
    database = Database(database_path(tmp_path))
    state = SqliteState(database)
    for day in (1, 2):
        state.begin_run(datetime(2024, 5, day, tzinfo=UTC).timestamp() - 60)
    database.commit()
    database.close()
    with tidings.open(tmp_path) as collection:
        answer = collection.search(facets=["session"], session="2024-04-30T23:59:00Z")
    assert dict(answer.facets["session"]) == {"2024-04-30T23:59:00Z": 2}


def test_a_map_of_several_collections_adds_their_cells(tmp_path: Path) -> None:
    for name in ("one", "two"):
        Shelf(tmp_path / name).save(FLOOD, LATER)
    with tidings.open(tmp_path / "one") as one, tidings.open(tmp_path / "two") as two:
        (cell,) = search_all([one.searching, two.searching], ask("dam", zoom=4)).cells
        assert (cell.pages, cell.latitude, cell.places) == (2, BEIRA.latitude, (("Beira, MZ", 2),))
        assert one.search("dam", zoom=4).cells[0].pages == 1


def test_every_facet_is_a_filter() -> None:
    assert set(FACETS) <= set(Filters.__annotations__)


def test_an_empty_collection_has_no_pages(tmp_path: Path) -> None:
    Shelf(tmp_path).save()
    with tidings.open(tmp_path) as collection:
        answer = collection.search("dam", facets=["host"])
    assert (answer.hits, answer.count, answer.pages) == ((), 0, 0)
    assert not index_path(tmp_path).exists()


def test_pages_that_were_never_read_are_not_searched(tmp_path: Path) -> None:
    Shelf(tmp_path).save(UNREAD)
    with tidings.open(tmp_path) as collection:
        assert collection.search(outcome="any").pages == 0


def everything(index: TantivyIndex | MemoryIndex) -> object:
    result = index.search(EVERYTHING)
    return (
        {hit.key for hit in result.hits},
        result.count,
        result.stories,
        result.facets,
        index.mark(),
    )


def test_the_index_equals_a_count_over_the_database(tmp_path: Path, shelf: Shelf) -> None:
    shelf.save(
        *(replace(FLOOD, url=f"http://h{n % 7}.example/{n}", score=n / 100) for n in range(60))
    )
    (tmp_path / "index").mkdir()
    oracle, index = MemoryIndex(), TantivyIndex(tmp_path / "index")
    store = read_store(tmp_path)
    for each in (oracle, index):
        Following(each, store.read_pages, None, JudgedPages()).run(commit=17)
    store.close()
    assert everything(index) == everything(oracle)
    index.close()


@pytest.mark.parametrize("damage", ["meta", "segment", "empty", "foreign", "other event", "ahead"])
def test_an_index_that_cannot_be_used_is_rebuilt_with_a_word(
    tmp_path: Path, shelf: Shelf, damage: str
) -> None:
    with tidings.open(tmp_path) as collection:
        assert collection.search("dam").count == 2
    path = index_path(tmp_path)
    if damage == "meta":
        (path / "meta.json").write_text("{", encoding="utf-8")
    elif damage == "segment":
        for file in path.glob("*.idx"):
            file.write_bytes(b"rubbish")
    elif damage == "empty":
        for file in path.glob("*.store"):
            file.unlink()
    elif damage == "foreign":
        shutil.rmtree(path)
        path.mkdir()
        (path / "meta.json").write_text('{"tables": []}', encoding="utf-8")
    elif damage == "other event":
        shutil.rmtree(path)
        path.mkdir()
        other = TantivyIndex(path, "another collection")
        other.commit(tidings.model.Mark(4, 0))
        other.close()
    else:
        database = Database(database_path(tmp_path))
        database.write("UPDATE visit SET changed = changed - 2 WHERE changed > 2 AND seq = 4")
        database.write("UPDATE visit SET changed = 0 WHERE seq = 3")
        database.commit()
        database.close()
    notices: list[str] = []
    store = read_store(tmp_path)
    search = CollectionSearch(tmp_path, store, notices.append)
    assert search.search(ask("beira", facets=FACETS)).count == 1
    assert [notice for notice in notices if "rebuilt" in notice]
    search.close()
    store.close()


def test_where_no_index_can_be_kept_a_temporary_one_is_used(
    tmp_path: Path, search: CollectionSearch, notices: list[str]
) -> None:
    shutil.rmtree(tmp_path / "indexes", ignore_errors=True)
    (tmp_path / "indexes").write_text("a file where the folder should be", encoding="utf-8")
    assert search.search(ask("dam")).count == 2
    assert "a temporary one is used" in notices[0]
    search.close()
    assert not list(Path(opening.tempfile.gettempdir()).glob("tidings-search-*/meta.json"))


def test_an_index_that_another_process_updates_is_used_as_it_is(
    tmp_path: Path,
    search: CollectionSearch,
    shelf: Shelf,
    notices: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert search.search(ask("dam")).count == 2
    shelf.save(StoredPage("http://c.example/", "another dam"))
    monkeypatch.setattr(opening, "_PATIENCE", 0.2)
    with locking.locked(index_path(tmp_path).with_name("search.lock"), RuntimeError()):
        assert search.search(ask("dam")).count == 2
    assert "another process updates" in notices[0]
    assert search.search(ask("dam")).count == 3


def test_a_search_waits_for_the_first_pages_of_an_index(
    tmp_path: Path, search: CollectionSearch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "_PATIENCE", 0.0)
    path = index_path(tmp_path)
    path.mkdir(parents=True)
    looks: list[int] = []
    lock = ExitStack()
    lock.enter_context(locking.locked(path.with_name("search.lock"), RuntimeError()))
    TantivyIndex(path, "made by another process, without a page").close()

    def wait(_seconds: float) -> None:
        looks.append(len(looks))
        if len(looks) == 3:
            lock.close()

    monkeypatch.setattr(opening.time, "sleep", wait)
    assert search.search(ask("dam")).count == 2
    assert len(looks) == 3


def test_search_works_beside_a_running_crawl(tmp_path: Path, search: CollectionSearch) -> None:
    with locked(tmp_path):
        assert search.search(ask("dam")).count == 2


UPDATE = """
import sys, time
from pathlib import Path
from tidings.collection.folder import index_path, read_store
from tidings.collection.search import following
from tidings.collection.search.documents import JudgedPages
from tidings.index.tantivy import TantivyIndex
folder, last = Path(sys.argv[1]), int(sys.argv[2])
following.BATCH = 50
steps = 0

class Index(TantivyIndex):
    def put(self, batch):
        self.step(super().put, batch)

    def commit(self, mark):
        self.step(super().commit, mark)

    def step(self, work, argument):
        global steps
        steps += 1
        if steps == last:
            print("the last step", flush=True)
        work(argument)
        if steps == last:
            time.sleep(60)

index_path(folder).mkdir(parents=True, exist_ok=True)
index = Index(index_path(folder), "x")
following.Following(index, read_store(folder).read_pages, None, JudgedPages()).run(commit=100)
index.close()
"""
STEPS = 12
"""Puts and commits of 400 changes, 50 at a time, with a commit after two."""


@pytest.mark.slow
def test_an_index_killed_again_and_again_equals_a_rebuilt_one(tmp_path: Path) -> None:
    shelf, rng = Shelf(tmp_path), random.Random(5)
    sentence = "the dam river flood water town rescue " * 60
    update = [sys.executable, "-c", UPDATE, str(tmp_path)]
    for batch in range(8):
        fresh = (f"http://h{n % 9}.example/{batch % 5}/{n}" for n in range(400))
        shelf.save(*(StoredPage(url, f"{sentence} {url}", score=rng.random()) for url in fresh))
        last = str(rng.randint(1, STEPS))
        with subprocess.Popen([*update, last], stdout=subprocess.PIPE) as process:
            assert process.stdout
            assert process.stdout.readline() == b"the last step\n"
            time.sleep(rng.uniform(0, 0.05))  # during the step, or just after it
            assert process.poll() is None
            process.send_signal(signal.SIGKILL)
    subprocess.run([*update, "0"], check=True, capture_output=True)
    resumed, rebuilt = TantivyIndex(index_path(tmp_path), "x"), MemoryIndex()
    store = read_store(tmp_path)
    Following(rebuilt, store.read_pages, None, JudgedPages()).run()
    store.close()
    limit = replace(EVERYTHING, limit=10_000)
    assert everything(resumed) == everything(rebuilt)
    for words in ("dam", '"flood water"', "h3 OR 77"):
        expected, found = (each.search(replace(limit, words=words)) for each in (rebuilt, resumed))
        assert {hit.key for hit in found.hits} == {hit.key for hit in expected.hits}
