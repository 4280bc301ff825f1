"""An index that is rebuilt, read from the archive, or kept current by a follower."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

import tidings
from tests.collection.stored_pages import NOW, Shelf, StoredPage
from tests.collection.test_search import EVERYTHING, FLOOD, LATER, SPORT
from tidings.archive.write.records import response_records
from tidings.cli import main
from tidings.collection.collection import open_collection
from tidings.collection.export.selection import found
from tidings.collection.folder import (
    database_path,
    index_path,
    judgements_path,
    locked,
    read_store,
)
from tidings.collection.reading import CollectionReader
from tidings.collection.search import following, opening
from tidings.collection.search.asking import ask
from tidings.collection.search.follower import IndexFollower
from tidings.collection.search.opening import Indexing
from tidings.collection.search.searching import CollectionSearch
from tidings.disk import locking
from tidings.errors import CollectionBusy
from tidings.index.tantivy import TantivyIndex
from tidings.model import Capture, Mark
from tidings.store.sqlite.database import Database
from tidings.store.sqlite.judgements import SqliteJudgements


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    made = Shelf(tmp_path)
    made.save(FLOOD, SPORT, LATER)
    return made


@pytest.fixture
def followed(tmp_path: Path, shelf: Shelf) -> Iterator[CollectionSearch]:
    """Return a search that, while a crawl runs, only opens what a follower wrote."""
    with closing(read_store(tmp_path)) as store:
        search = CollectionSearch(tmp_path, store, followed=True)
        yield search
        search.close()


def test_a_rebuilt_index_equals_the_one_of_before(tmp_path: Path, shelf: Shelf) -> None:
    with tidings.open(tmp_path) as collection:
        before = collection.search(EVERYTHING)
        assert collection.searching.rebuild() == 3
        assert collection.search(EVERYTHING) == before
    shutil.rmtree(index_path(tmp_path))
    with tidings.open(tmp_path) as collection:
        assert collection.searching.rebuild() == 3
        assert collection.search(EVERYTHING).facets == before.facets


def test_rebuilding_removes_what_the_database_does_not_have(tmp_path: Path, shelf: Shelf) -> None:
    with tidings.open(tmp_path) as collection:
        assert collection.search("dam").count == 2
    database = Database(database_path(tmp_path))
    database.write("UPDATE link SET visit = 0 WHERE url = ?", (LATER.url,))  # without a change
    database.commit()
    database.close()
    with tidings.open(tmp_path) as collection:
        assert collection.search("dam").count == 2
        assert collection.searching.rebuild() == 2
        assert collection.search("dam").count == 1


def test_the_command_rebuilds(
    tmp_path: Path, shelf: Shelf, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["search", str(tmp_path), "dam", "--rebuild"]) == 0
    printed = capsys.readouterr()
    assert printed.err == f"{tmp_path}: indexed 3 pages again\n"
    assert "Dam breaks" in printed.out


def test_an_index_that_another_process_writes_is_not_rebuilt(
    tmp_path: Path,
    shelf: Shelf,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tidings.collection.search.opening._PATIENCE", 0.1)
    lock = index_path(tmp_path).with_name("search.lock")
    lock.parent.mkdir(exist_ok=True)
    with locking.locked(lock, RuntimeError()):
        assert main(["search", str(tmp_path), "dam", "--rebuild"]) == 1
    assert "another process updates the search index" in capsys.readouterr().err


def test_a_follower_takes_in_what_changes(
    tmp_path: Path, shelf: Shelf, followed: CollectionSearch
) -> None:
    follower = IndexFollower(lambda: [tmp_path, tmp_path / "nothing"])
    assert follower.step() == 1
    assert followed.search(ask("dam")).count == 2
    assert follower.step() == 0
    shelf.save(StoredPage("http://c.example/", "another dam"))
    with locked(tmp_path):  # a crawl runs
        assert followed.search(ask("dam")).count == 2
    assert follower.step() == 1
    assert followed.search(ask("dam")).count == 3


def test_without_a_crawl_a_followed_search_looks_itself(
    tmp_path: Path, shelf: Shelf, followed: CollectionSearch
) -> None:
    assert followed.search(ask("dam")).count == 2
    shelf.save(StoredPage("http://c.example/", "another dam"))
    assert followed.search(ask("dam")).count == 3


def test_judgements_are_found_at_once_beside_a_crawl(
    tmp_path: Path, shelf: Shelf, followed: CollectionSearch
) -> None:
    with locked(tmp_path):
        assert followed.search(ask(judged="relevant")).count == 0
        store = SqliteJudgements(judgements_path(tmp_path))
        numbers = store.record([(FLOOD.url, True, "")], datetime.now(UTC))
        store.add_revision("one", numbers, b"", {}, datetime.now(UTC))
        store.close()
        assert followed.search(ask(judged="relevant")).count == 1


def test_without_an_index_a_followed_search_makes_one(followed: CollectionSearch) -> None:
    assert followed.search(ask("dam")).count == 2


def test_a_follower_works_in_a_thread_until_it_is_stopped(
    tmp_path: Path, shelf: Shelf, followed: CollectionSearch
) -> None:
    looked = threading.Semaphore(0)

    def folders() -> Iterator[Path]:
        yield tmp_path
        looked.release()

    follower = IndexFollower(folders, pause=0.0)
    follower.start()
    assert looked.acquire(timeout=60)
    shelf.save(StoredPage("http://c.example/", "another dam"))
    for _ in range(2):  # the look under way, and one that began afterwards
        assert looked.acquire(timeout=60)
    follower.stop()
    assert followed.search(ask("dam")).count == 3


def test_a_follower_goes_on_after_a_broken_collection(tmp_path: Path, shelf: Shelf) -> None:
    broken = tmp_path / "broken"
    broken.mkdir()
    database_path(broken).write_bytes(b"rubbish" * 1000)
    notices: list[str] = []
    follower = IndexFollower(lambda: [broken, tmp_path], notice=notices.append)
    assert follower.step() == 1
    assert "not kept current" in notices[0]
    assert (follower.step(), len(notices)) == (0, 1)


def archive(folder: Path, url: str, body: bytes) -> None:
    """Archive a page of a collection, and remove its content from the database."""
    capture = Capture(url, NOW, 200, (("Content-Type", "text/html"),), body)
    with open_collection(folder, prefix="x", warc_megabytes=1) as collection:
        pointer = collection.archive.append(response_records(capture, {})[0])
    database = Database(database_path(folder))
    (visit,) = database.connection.execute(
        "SELECT visit FROM link WHERE url = ?", (url,)
    ).fetchone()
    database.write("UPDATE reading SET content = x'' WHERE visit = ?", (visit,))
    database.write(
        "UPDATE visit SET file = ?, byte_offset = ? WHERE seq = ?",
        (pointer.file, pointer.offset, visit),
    )
    database.commit()
    database.close()


def test_a_text_that_the_database_lacks_is_read_from_the_archive(
    tmp_path: Path, shelf: Shelf
) -> None:
    body = "<p>A landslide near Maputo. It happened in the night and many people fled.</p>" * 3
    archive(tmp_path, LATER.url, f"<html><title>x</title><body>{body}</body></html>".encode())
    with tidings.open(tmp_path) as collection:
        assert collection.search("landslide", country="MZ").count == 1
        assert collection.search("text:repaired").count == 0


@pytest.mark.parametrize("damage", ["gone", "cut"])
def test_a_page_whose_archive_is_damaged_is_found_by_its_title(
    tmp_path: Path, shelf: Shelf, damage: str
) -> None:
    archive(tmp_path, LATER.url, b"<html><body><p>A landslide.</p></body></html>")
    (file,) = (tmp_path / "archive").glob("*.warc*")
    if damage == "gone":
        file.unlink()
    else:
        file.write_bytes(file.read_bytes()[:-200])
    with tidings.open(tmp_path) as collection:
        assert collection.search("repairs").count == 1
        assert collection.search("landslide").count == 0


def test_while_another_makes_the_index_a_followed_search_says_how_far_it_is(
    tmp_path: Path, followed: CollectionSearch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "_FEW", 0)
    answer = followed.search(ask("dam"))
    assert answer.count == 0
    assert answer.indexing == Indexing(0, 3)
    assert answer.indexing.is_partial
    assert IndexFollower(lambda: [tmp_path]).step() == 1
    answer = followed.search(ask("dam"))
    assert answer.count == 2
    assert answer.indexing is None


def test_a_followed_search_does_not_wait_for_a_busy_index(
    tmp_path: Path, followed: CollectionSearch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "_PATIENCE", 0.0)
    busy = CollectionBusy("busy")
    index_path(tmp_path).mkdir(parents=True)
    with locking.locked(index_path(tmp_path).with_name("search.lock"), busy):
        assert followed.search(ask("dam")).indexing == Indexing(0, 3)


def test_an_unfinished_index_is_not_exported(
    tmp_path: Path, shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "_FEW", 0)
    with (
        CollectionReader(tmp_path, followed=True) as reader,
        pytest.raises(CollectionBusy, match="0 of 3 pages"),
    ):
        list(found(reader, ask("dam")))


def test_a_follower_makes_a_lost_index_again(tmp_path: Path, shelf: Shelf) -> None:
    follower = IndexFollower(lambda: [tmp_path])
    assert follower.step() == 1
    shutil.rmtree(index_path(tmp_path))
    assert follower.step() == 1
    assert follower.step() == 0


def test_a_new_index_finds_the_first_pages_early(
    tmp_path: Path, shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(following, "FIRST_COMMIT", 1)
    monkeypatch.setattr(following, "BATCH", 1)
    marks: list[int] = []
    monkeypatch.setattr(TantivyIndex, "commit", noting(TantivyIndex.commit, marks), raising=True)
    IndexFollower(lambda: [tmp_path]).step()
    assert marks == [1, 3, 3]


def noting(
    commit: Callable[[TantivyIndex, Mark], None], marks: list[int]
) -> Callable[[TantivyIndex, Mark], None]:
    """Return a commit that notes its marks."""

    def committed(self: TantivyIndex, mark: Mark) -> None:
        marks.append(mark.changed)
        commit(self, mark)

    return committed
