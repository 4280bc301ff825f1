"""WARC files in an object store: sent when they are sealed, read in ranges, none lost at a kill."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.end_to_end.world import World, crawl, crawl_to_the_end, entries, served, write_event
from tests.engines.s3_server import s3
from tidings.archive.files.loading import capture_of, read_stored
from tidings.archive.holdings import LocalHoldings
from tidings.archive.index.cdx import write_index
from tidings.archive.index.parquet import write_parquet
from tidings.archive.objects import bucket
from tidings.archive.objects.bucket import Bucket
from tidings.archive.objects.uploading import UploadedArchive, Uploads
from tidings.archive.write.records import response_records
from tidings.cli import main
from tidings.collection.collection import archive_in
from tidings.collection.folder import read_store
from tidings.collection.pages.archived import CollectionHoldings
from tidings.collection.prepare import prepare
from tidings.errors import CollectionError
from tidings.event.template import toml
from tidings.job import Extraction, run
from tidings.model import Capture, Pointer

NOW = datetime(2026, 1, 1, tzinfo=UTC)
PATIENCE = 120.0


@pytest.fixture(scope="module")
def objects() -> Iterator[str]:
    with s3() as url:
        yield url


def records(number: int) -> bytes:
    body = f"<p>Page {number}</p>".encode()
    capture = Capture(url(number), NOW, 200, (("Content-Type", "text/html"),), body)
    return response_records(capture, {})[0]


def url(number: int) -> str:
    return f"http://a.example/{number}"


def body_of(folder: Path, number: int, pointer: Pointer) -> bytes:
    path = folder / "archive" / pointer.file
    return capture_of(read_stored(path, pointer.offset, url(number), NOW), "").body


def wait_until_gone(path: Path) -> None:
    until = time.monotonic() + PATIENCE
    while path.exists():
        assert time.monotonic() < until, f"{path} was not uploaded"
        time.sleep(0.02)


def test_sealed_files_are_sent_and_read_where_they_are(tmp_path: Path, objects: str) -> None:
    place = f"{objects}/sealed"
    with archive_in(tmp_path, "a", 0.0001, {}, ("", 0), place) as archive:
        pointers = [archive.append(records(number)) for number in range(3)]
        archive.flush()
        assert len({pointer.file for pointer in pointers}) == 3
        archive.committed(pointers[1].file)
        wait_until_gone(tmp_path / "archive" / pointers[0].file)
        assert (tmp_path / "archive" / pointers[1].file).exists()
        archive.blank(pointers[0])  # withdrawn, wherever it is
        archive.close()
    assert not list((tmp_path / "archive").glob("*.warc.gz"))
    assert body_of(tmp_path, 1, pointers[1]) == b"<p>Page 1</p>"
    assert body_of(tmp_path, 2, pointers[2]) == b"<p>Page 2</p>"
    content = b"".join(Bucket(place).fetch(pointers[0].file))
    assert b"Page 0" not in content
    with archive_in(tmp_path, "a", 0.0001, {}, archive.durable, place) as archive:
        assert archive.append(records(3)).file == "a-00003.warc.gz"


def test_a_file_that_was_sent_but_not_deleted_is_not_written_to(
    tmp_path: Path, objects: str
) -> None:
    """The crawl is killed between the two."""
    place = f"{objects}/killed"
    with archive_in(tmp_path, "a", 1, {}, ("", 0), "") as archive:
        pointer = archive.append(records(0))
        durable = archive.flush()
        archive.close()
    Bucket(place).create(pointer.file, tmp_path / "archive" / pointer.file)
    with archive_in(tmp_path, "a", 1, {}, durable, place) as archive:
        assert archive.append(records(1)).file == "a-00001.warc.gz"
        archive.close()
    assert body_of(tmp_path, 0, pointer) == b"<p>Page 0</p>"


def test_an_object_of_somebody_else_is_never_written_over(tmp_path: Path, objects: str) -> None:
    file = tmp_path / "a-00000.warc.gz"
    file.write_bytes(b"ours")
    bucket = Bucket(f"{objects}/other")
    bucket.replace(file.name, b"theirs, and longer")
    with pytest.raises(CollectionError, match="18 bytes"):
        bucket.create(file.name, file)
    assert file.exists()


def test_what_cannot_be_sent_stays(tmp_path: Path) -> None:
    with pytest.raises(CollectionError, match="allowed: URLs such as s3://"):
        Uploads(tmp_path / "archive", "nothing://x", "a")
    with archive_in(tmp_path, "a", 1, {}, ("", 0), f"file://{tmp_path}") as archive:
        pointer = archive.append(records(0))
        (tmp_path / pointer.file).write_text("somebody else's", encoding="utf-8")
        archive.flush()
        archive.close()
    assert isinstance(archive, UploadedArchive)
    assert (tmp_path / "archive" / pointer.file).exists()


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with served(tmp_path_factory.mktemp("web"), seed=3, pages=60) as world:
        yield world


def test_a_killed_crawl_loses_nothing_on_the_way_to_the_object_store(
    tmp_path: Path, objects: str, world: World
) -> None:
    place = f"{objects}/crawl"
    folder = write_event(
        tmp_path / "c", world.web.events[0], world.port,
        fetch="delay = 0.02", scope=f"exclude = {toml(world.tedious())}", run="workers = 0",
        archive=f'requisites = "none"\nwarc_megabytes = 0.02\nupload = {toml(place)}',
    )  # fmt: skip
    with crawl(folder) as process:
        until = time.monotonic() + PATIENCE
        first = Bucket(place)
        while process.poll() is None and first.size(f"{name_of(folder)}-00000.warc.gz") is None:
            assert time.monotonic() < until
            time.sleep(0.02)
        process.kill()
    crawl_to_the_end(folder)
    assert not list((folder / "archive").glob("*.warc.gz"))
    with closing(read_store(folder)) as store:
        archived = list(store.visits.archived())
    assert len({row.pointer.file for row in archived}) > 2
    holdings = CollectionHoldings(folder)
    for row in archived:
        assert holdings.load_now(row).url == row.url
    holdings.close_now()
    assert main(["export", str(folder), "--format", "wacz", "-o", str(tmp_path / "c.wacz")]) == 0


@pytest.mark.parametrize("scan", [False, True], ids=["crawled", "scanned"])
def test_an_archive_in_an_object_store_is_extracted_by_its_index(
    tmp_path: Path, objects: str, world: World, scan: bool
) -> None:
    """Only wanted captures are read, by their range; nothing is copied here."""
    old = tmp_path / "old"
    with archive_in(old, "old", 0.2, {}, ("", 0), "") as archive:
        for page in world.web.pages:
            answer = world.web.answer(page, NOW)
            if answer.status:
                capture = Capture(page, NOW, answer.status, answer.headers, answer.body)
                archive.append(response_records(capture, {})[0])
        archive.flush()
        archive.close()
    files = sorted((old / "archive").glob("*.warc.gz"))
    local = LocalHoldings(files, tmp_path / "index")
    local.update()
    rows = [each._replace(pointer=each.pointer._replace(file=Path(each.pointer.file).name))
            for each in local.captures()]  # fmt: skip
    write_index(tmp_path / "old.cdxj", rows)
    write_parquet([tmp_path / "old.cdxj"], tmp_path / "old.parquet")
    place = f"{objects}/old-{scan}"
    for path in files:
        Bucket(place).create(path.name, path)
    here, there = tmp_path / "here", tmp_path / "there"
    for folder, names, cdx in ((here, (str(old),), ""), (there, (place,), str(tmp_path / "old.parquet"))):  # fmt: skip
        write_event(folder, world.web.events[0], world.port, run="workers = 0")
        run(prepare(folder), lambda _: None, extraction=Extraction(names, scan, cdx=cdx))
    pages = [sorted((each.url, each.score) for each in entries(folder)) for folder in (here, there)]
    assert pages[0] == pages[1]
    assert any(each.outcome == "kept" for each in entries(there))
    assert not list((there / "indexes").rglob("old*.warc.gz"))


def test_a_large_file_is_sent_in_pieces_and_never_over_another(
    tmp_path: Path, objects: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bucket, "_AT_ONCE", 5 << 20)
    content = bytes(range(256)) * (6 << 12)  # 6 MB
    (tmp_path / "large").write_bytes(content)
    place = Bucket(f"{objects}/large")
    place.create("large", tmp_path / "large")
    assert place.size("large") == len(content)
    assert place.read("large", (5 << 20) - 2, 4) == content[(5 << 20) - 2 :][:4]
    place.create("large", tmp_path / "large")  # it was sent before a kill
    (tmp_path / "large").write_bytes(content + b"more")
    with pytest.raises(CollectionError, match="two crawls"):
        place.create("large", tmp_path / "large")


def name_of(folder: Path) -> str:
    from tidings.collection.folder import plain_slug
    from tidings.event.file import load

    return plain_slug(load(folder / "event.toml").event.name)
