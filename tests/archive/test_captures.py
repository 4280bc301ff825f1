"""The index of captures: looked up, kept up to date, shared between processes, exchanged with other programs."""

from __future__ import annotations

import gzip
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.archive.stored_files import NOON, PAGE, gzipped, holdings, record, revisit, sha1_of
from tidings.archive.files.stored import Damage
from tidings.archive.holdings import LocalHoldings
from tidings.archive.index.captures import CaptureIndex, packed_digest
from tidings.archive.index.cdx import surt, write_index
from tidings.archive.index.dialects import read_any_index
from tidings.archive.index.indexing import FileStamp, IndexWriter, archive_files, update_index
from tidings.archive.index.spelling import spelled, url_of
from tidings.archive.write.records import uri
from tidings.errors import CollectionError, Failed
from tidings.model import Pointer, Snapshot

URL = "http://news.example/flood"


def index_of(folder: Path, *urls: str) -> CaptureIndex:
    (folder / "a.warc.gz").write_bytes(gzipped([record(url) for url in urls]))
    update_index([folder], folder / "captures.index")
    return CaptureIndex(folder / "captures.index")


def urls(snapshots) -> list[str]:
    return [each.url for each in snapshots]


ODD = [
    "http://a.example/",
    "https://www.a.example/b/",
    "http://a.example/B?z=1&a=2",
    "https://www2.a.example:8080/x//y/../z",
    "http://[2001:db8::1]/a",
    "http://192.0.2.1:81/",
    "http://user:word@a.example/",
    "http://a.example/?x",
    "HTTP://A.example/",
    "http://a.example",
    "http://a.example/%FC?q=%c3%bc#part",
    "http://a.example./a.",
    "http://www.com/",
    "http://1a.example/",
]


@pytest.mark.parametrize("url", ODD)
def test_an_address_comes_back_as_it_was(tmp_path: Path, url: str) -> None:
    with closing(index_of(tmp_path, url)) as index:
        assert urls(index.snapshots(url)) == [url]


@given(st.text(alphabet="ahtps:/.w?=&%#2FC)(,@[]-~A", max_size=40))
def test_any_spelling_comes_back(text: str) -> None:
    for url in (uri(text), uri(f"http://{text}"), uri(f"https://www.a.example/{text}")):
        key = surt(url)
        assert url_of(key, spelled(url, key)) == url


def test_most_addresses_need_no_spelling() -> None:
    for url in ("http://a.example/b?c", "https://www.a.example/b/", "https://a.example:8080/"):
        assert isinstance(spelled(url, surt(url)), int)


@pytest.mark.parametrize(
    "digest",
    [sha1_of(PAGE), "sha256:" + "ab" * 32, "md5:abc", "", "sha1:short", "sha1:" + "7" * 32],
)
def test_digests_come_back(tmp_path: Path, digest: str) -> None:
    writer = IndexWriter(tmp_path / "captures.index")
    row = Snapshot(URL, NOON, "text/html", 200, digest, Pointer("a", 0, 1))
    writer.add({"a": FileStamp(1, 1)}, [row])
    writer.finish()
    with closing(CaptureIndex(tmp_path / "captures.index")) as index:
        assert index.snapshots(URL) == [row]
    assert packed_digest(sha1_of(PAGE)) == packed_digest(
        sha1_of(PAGE).removeprefix("sha1:").lower()
    )


def test_look_up_is_by_key_and_in_the_order_of_time(tmp_path: Path) -> None:
    dates = [f"20{year:02d}-01-01T00:00:00Z" for year in (16, 9, 12)]
    pages = [record(url, date=date) for date in dates for url in (URL, f"{URL}/x")]
    archive = holdings(tmp_path, a__warc__gz=gzipped(pages))
    found = archive.index.snapshots("https://www.news.example/Flood/")
    assert [each.captured_at.year for each in found] == [2009, 2012, 2016]
    assert archive.index.snapshots("http://news.example/") == []


def test_captures_come_in_the_order_of_their_file(tmp_path: Path) -> None:
    held = [
        "http://a.example/news",
        "http://a.example/",
        "http://b.a.example/",
        "http://aa.example/",
    ]
    with closing(index_of(tmp_path, *held)) as index:
        assert urls(index.by_file()) == held


def test_files_are_read_when_new_or_changed_and_forgotten_when_gone(tmp_path: Path) -> None:
    folder = tmp_path / "archive" / "deep"
    folder.mkdir(parents=True)
    index = tmp_path / "cache" / "captures.index"
    read: list[str] = []

    def update():
        read.clear()
        return update_index(
            [tmp_path / "archive"], index, progress=lambda name, *_: read.append(name)
        )

    (folder / "a.warc.gz").write_bytes(gzipped([record(), b"junk"]))
    (folder / "b.WARC").write_bytes(record(f"{URL}/b"))
    (folder / "notes.txt").write_bytes(b"not an archive")
    update_one = update()
    assert update_one[:3] == (2, 0, 0)
    assert update_one.counts == (2, 2, 1)
    assert update().added == 0
    assert read == []
    (folder / "a.warc.gz").write_bytes(gzipped([record(f"{URL}/a"), record(f"{URL}/c")]))
    (folder / "b.WARC").unlink()
    (folder / "d.warc.gz").write_bytes(gzipped([record(f"{URL}/d")]))
    changed = update()
    assert changed[:3] == (2, 1, 0)
    assert changed.counts == (2, 3, 0)
    assert sorted(Path(name).name for name in read) == ["a.warc.gz", "d.warc.gz"]
    with closing(CaptureIndex(index)) as opened:
        assert sorted(urls(opened.by_file())) == [f"{URL}/a", f"{URL}/c", f"{URL}/d"]
        assert list(opened.damages()) == []
    assert sorted(path.name for path in index.parent.iterdir()) == [
        "captures.index",
        "captures.index.lock",
    ]


async def test_a_collection_can_be_moved_with_its_index(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    await holdings(tmp_path / "one", a__warc__gz=gzipped([record()])).close()
    (tmp_path / "one").rename(tmp_path / "two")
    archive = LocalHoldings([tmp_path / "two"], tmp_path / "two" / "captures.index")
    assert archive.update().added == 0
    (snapshot,) = await archive.snapshots(URL)
    assert (await archive.load(snapshot)).body == PAGE


def test_readers_keep_the_version_they_opened(tmp_path: Path) -> None:
    with (
        closing(index_of(tmp_path, URL)) as old,
        closing(index_of(tmp_path, URL, f"{URL}/2")) as new,
    ):
        assert len(list(old.by_file())) == 1
        assert len(list(new.by_file())) == 2


def test_an_interrupted_update_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "captures.index"
    for name in "ab":
        (tmp_path / f"{name}.warc.gz").write_bytes(gzipped([record(f"{URL}/{name}")]))

    def stop_at_second(name: str, number: int, count: int) -> None:
        if number == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        update_index([tmp_path], path, progress=stop_at_second)
    assert not path.exists()
    assert update_index([tmp_path], path).counts.captures == 2
    draft = tmp_path / "captures.index.new"
    draft.write_bytes(b"torn by a power failure" * 1000)
    (tmp_path / "c.warc.gz").write_bytes(gzipped([record(f"{URL}/c")]))
    assert update_index([tmp_path], path).counts.captures == 3
    assert not draft.exists()


HOLD_THE_LOCK = """
import fcntl, os, sys
handle = os.open(sys.argv[1], os.O_RDWR | os.O_CREAT)
fcntl.flock(handle, fcntl.LOCK_EX)
print("locked", flush=True)
sys.stdin.read()
"""


def test_there_is_one_writer(tmp_path: Path) -> None:
    lock = tmp_path / "captures.index.lock"
    (tmp_path / "a.warc.gz").write_bytes(gzipped([record()]))
    command = [sys.executable, "-c", HOLD_THE_LOCK, str(lock)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout
        other.stdout.readline()
        with pytest.raises(CollectionError, match="another process"):
            update_index([tmp_path], tmp_path / "captures.index")
        other.communicate(b"")
    assert update_index([tmp_path], tmp_path / "captures.index").counts.captures == 1


def test_a_missing_folder_is_an_error_and_a_vanished_file_is_not(tmp_path: Path) -> None:
    (tmp_path / "a.warc.gz").write_bytes(gzipped([record()]))
    (tmp_path / "gone.warc.gz").symlink_to(tmp_path / "nowhere")
    assert len(archive_files([tmp_path])) == 2
    counts = update_index([tmp_path], tmp_path / "captures.index").counts
    assert (counts.captures, counts.damaged) == (1, 1)
    with pytest.raises(CollectionError, match="no such file or folder"):
        update_index([tmp_path / "unplugged"], tmp_path / "captures.index")
    with closing(CaptureIndex(tmp_path / "captures.index")) as index:
        assert index.counts().captures == 1


@pytest.mark.parametrize("content", [b"", b"no database" * 100])
def test_what_is_no_index_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "captures.index"
    path.write_bytes(content)
    with pytest.raises(CollectionError, match=r"captures\.index"):
        CaptureIndex(path)
    with pytest.raises(CollectionError, match="none"):
        CaptureIndex(tmp_path / "none")
    assert not (tmp_path / "none").exists()


async def test_a_damaged_index_is_reported(tmp_path: Path) -> None:
    index_of(tmp_path, *(f"{URL}/{number}" for number in range(300))).close()
    path = tmp_path / "captures.index"
    content = path.read_bytes()
    path.write_bytes(content[:4096] + b"\xff" * (len(content) - 4096))
    archive = LocalHoldings([tmp_path], path)
    with pytest.raises(Failed, match="damaged index"):
        await archive.snapshots(URL)
    with pytest.raises(CollectionError, match="Delete it"):
        archive.update()


def test_a_file_name_that_cannot_be_kept_is_refused(tmp_path: Path) -> None:
    (tmp_path / os.fsdecode(b"\xff.warc")).write_bytes(record())
    with pytest.raises(CollectionError, match="not UTF-8"):
        update_index([tmp_path], tmp_path / "captures.index")


def test_an_index_of_another_version_is_refused(tmp_path: Path) -> None:
    index_of(tmp_path, URL).close()
    path = tmp_path / "captures.index"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 99")
        connection.commit()
    with pytest.raises(CollectionError, match="Delete it"):
        update_index([tmp_path], path)


async def test_the_index_is_written_and_read_as_cdxj(tmp_path: Path) -> None:
    pages = [
        record(
            f"{URL}/{number % 5}",
            date=f"2016-07-{1 + number:02d}T12:00:00Z",
            WARC_Payload_Digest=sha1_of(PAGE),
        )
        for number in range(20)
    ]
    archive = holdings(
        tmp_path, a__warc__gz=gzipped([*pages, pages[3], revisit()]), b__warc=b"".join(pages)
    )
    path = tmp_path / "index.cdxj"
    write_index(path, archive.captures())
    lines = path.read_text().splitlines()
    assert lines == sorted(lines)
    assert sorted(read_any_index(path)) == sorted(archive.index.by_file())  # type: ignore[type-var]


async def test_an_existing_index_spares_reading_the_files(tmp_path: Path) -> None:
    archive = holdings(tmp_path, a__warc__gz=gzipped([record(), record(f"{URL}/2")]))
    write_index(tmp_path / "index.cdxj", archive.captures())
    with (tmp_path / "index.cdxj").open("a") as file:
        file.write("a bad line\n")
    (tmp_path / "b.warc").write_bytes(record(f"{URL}/b"))
    read: list[str] = []
    other = LocalHoldings([tmp_path], tmp_path / "other" / "captures.index")
    update = other.update(
        helpers=[tmp_path / "index.cdxj"], progress=lambda name, *_: read.append(Path(name).name)
    )
    assert (update.bad_lines, update.counts) == (1, (2, 3, 0))
    assert read == ["b.warc"]
    for url in (URL, f"{URL}/2", f"{URL}/b"):
        (snapshot,) = await other.snapshots(url)
        assert (await other.load(snapshot)).body == PAGE


KEY = "example,news)/flood"
DIGEST = sha1_of(PAGE).removeprefix("sha1:")


@pytest.mark.parametrize(
    ("text", "length"),
    [
        (
            f" CDX N b a m s k r M S V g\n{KEY} 20160722120000 {URL} text/html 200 {DIGEST} - - 90 7 a.warc.gz\n",
            90,
        ),
        (
            f" CDX N b a m s k r V g\n{KEY} 20160722120000 {URL} text/html 200 {DIGEST} - 7 a.warc.gz\n",
            0,
        ),
        (f" CDX b g V a s m k\n20160722120000 a.warc.gz 7 {URL} 200 text/html {DIGEST}\n", 0),
        (f"{KEY} 20160722120000 {URL} text/html 200 {DIGEST} - - 90 7 a.warc.gz\n", 90),
        (f"{KEY} 20160722120000 {URL} text/html 200 {DIGEST} - 7 a.warc.gz\n", 0),
        (
            f'!meta {{"format": "cdxj"}}\n{KEY} 20160722120000 {{"url": "{URL}", "mime": "text/html", "status": "200", '
            f'"digest": "{DIGEST}", "length": "90", "offset": "7", "filename": "a.warc.gz"}}\n',
            90,
        ),
        (
            f'{KEY} 20160722120000 {{"original": "{URL}", "mimetype": "text/html", "statuscode": 200, '
            f'"digest": "sha1:{DIGEST}", "offset": 7, "filename": "a.warc.gz"}}\n',
            0,
        ),
    ],
    ids=["11 fields", "9 fields", "own legend", "11 bare", "9 bare", "CDXJ", "other names"],
)
@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_dialects_are_understood(tmp_path: Path, text: str, length: int, pack) -> None:
    path = tmp_path / "index.cdx"
    path.write_bytes(pack(text.encode()))
    expected = Snapshot(
        URL, NOON, "text/html", 200, f"sha1:{DIGEST}", Pointer("a.warc.gz", 7, length)
    )
    assert list(read_any_index(path)) == [expected]


@pytest.mark.parametrize(
    "line",
    [
        "nothing",
        f"{KEY} 20160722120000",
        f"{KEY} yesterday {URL} text/html 200 {DIGEST} - 7 a.warc.gz",
        f"{KEY} 20169999999999 {URL} text/html 200 {DIGEST} - 7 a.warc.gz",
        f"{KEY} 20160722120000 {URL} text/html 200 {DIGEST} - seven a.warc.gz",
        f"{KEY} 20160722120000 {URL} text/html 200 {DIGEST} - 7 -",
        f'{KEY} 20160722120000 {{"url": "{URL}"',
        f"{KEY} 20160722120000 {{}}",
        f"{KEY} 20160722120000 {URL} text/html 200 {DIGEST} - {'9' * 30} a.warc.gz",
        f"{KEY} 20160722120000 {URL} text/html {'9' * 30} {DIGEST} - 7 a.warc.gz",
        f"{KEY} 20160722120000 [1]",
        "\udcff\udcfe {",
    ],
)
def test_bad_lines_are_reported(tmp_path: Path, line: str) -> None:
    path = tmp_path / "index.cdx"
    good = f"{KEY} 20160722120000 {URL} text/html 200 {DIGEST} - 7 a.warc.gz"
    path.write_bytes(f"{good}\n{line}\n\n{good}\n".encode("utf-8", "surrogateescape"))
    first, bad, last = read_any_index(path)
    assert isinstance(bad, Damage)
    assert (bad.file, bad.offset) == ("index.cdx", 2)
    assert first == last


def test_short_and_long_timestamps_are_understood(tmp_path: Path) -> None:
    path = tmp_path / "index.cdx"
    stamps = ["2016", "201607", "20160722", "20160722120000123"]
    path.write_text("".join(f"{KEY} {each} {URL} - 200 - - 7 a.warc\n" for each in stamps))
    found = [each.captured_at for each in read_any_index(path) if isinstance(each, Snapshot)]
    assert found == [
        datetime(2016, 1, 1, tzinfo=UTC),
        datetime(2016, 7, 1, tzinfo=UTC),
        NOON - timedelta(hours=12),
        NOON,
    ]
