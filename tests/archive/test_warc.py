"""WARC files hold exactly what was committed, whatever happened in between."""

from __future__ import annotations

import errno
import os
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from warcio.archiveiterator import ArchiveIterator

from tests.archive.captures import FACTS, NOON, VARIED, capture, stored_capture
from tidings.archive.files.loading import read_stored
from tidings.archive.files.members import Broken
from tidings.archive.write.records import response_records
from tidings.archive.write.warc import WarcArchive
from tidings.errors import CollectionError, StorageFull
from tidings.model import Pointer

MANY = 10**9


def archive(
    folder: Path, max_bytes: int = MANY, resume: tuple[str, int] | None = None
) -> WarcArchive:
    return WarcArchive(folder, "flood", max_bytes, "tidings/test", resume)


def page(number: int, size: int = 50) -> bytes:
    body = f"<p>page {number}".encode().ljust(size, b".")
    return response_records(capture(f"http://news.example/{number}", body), FACTS)[0]


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def urls(folder: Path) -> list[str]:
    """Return the captures of a folder, checking on the way that every byte of every file is read."""
    found = []
    for path in sorted(folder.glob("*.warc.gz")):
        with path.open("rb") as file:
            records = ArchiveIterator(file, check_digests="raise")
            for number, record in enumerate(records):
                record.content_stream().read()
                assert (record.rec_type == "warcinfo") == (number == 0)
                if record.rec_type == "response":
                    found.append(record.rec_headers.get_header("WARC-Target-URI"))
            assert records.get_record_offset() + records.get_record_length() == path.stat().st_size
    return found


def open_files() -> int:
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


@contextmanager
def file_size_limit(size: int) -> Iterator[None]:
    """Let the kernel refuse writes beyond a size, as a full disk does."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_pointer_says_where_records_begin(tmp_path: Path):
    files = archive(tmp_path)
    first, second = files.append(page(1)), files.append(page(2))
    assert files.flush() == ("flood-00000.warc.gz", second.offset + second.length)
    files.close()
    assert second.offset == first.offset + first.length
    assert urls(tmp_path) == ["http://news.example/1", "http://news.example/2"]


@pytest.mark.parametrize("kind", VARIED)
def test_capture_reads_back(tmp_path: Path, kind: str):
    sent = VARIED[kind]
    files = archive(tmp_path)
    files.append(page(1))
    records, *_ = response_records(sent, FACTS)
    pointer = files.append(records)
    files.close()
    found = stored_capture(tmp_path, pointer)
    assert (found.body, found.status, found.captured_at) == (
        sent.body,
        sent.status,
        sent.captured_at,
    )
    assert (found.ip, found.truncated) == (sent.ip, sent.truncated)
    if kind not in ("odd headers", "unicode"):
        assert (found.url, found.reason) == (sent.url, sent.reason)
        kept = [pair for pair in found.headers if pair in sent.headers]
        assert len(kept) == len(sent.headers) - (kind in ("gzip", "brotli", "truncated"))


def test_capture_from_other_software_reads_back(tmp_path: Path):
    block = "HTTP/1.0 200\nContent-Type: text/html\n;charset=x\nX-Folded: a\n  b\n\n<p>é"
    size = len(block.encode())
    record = (
        "WARC/1.0\nwarc-type: response\nWARC-Target-URI: <http://a.example/>\n"
        f"WARC-Date: 2001-02-03T04:05:06Z\nContent-length: {size}\n\n{block}\n\n"
    )
    (tmp_path / "old.warc").write_text(record, encoding="utf-8")
    found = stored_capture(tmp_path, Pointer("old.warc", 0, len(record.encode())))
    assert (found.url, found.status, found.reason) == ("http://a.example/", 200, "")
    assert found.header("X-Folded") == "a b"
    assert found.body == "<p>é".encode()


@pytest.mark.parametrize(
    "pointer",
    [
        Pointer("flood-00000.warc.gz", 0, 10_000),
        Pointer("flood-00000.warc.gz", 7, 100),
        Pointer("flood-00000.warc.gz", 10**9, 100),
        Pointer("flood-00009.warc.gz", 0, 100),
        Pointer("../flood-00000.warc.gz", 0, 0),
    ],
)
def test_pointer_to_nothing_is_a_clear_error(tmp_path: Path, pointer: Pointer):
    files = archive(tmp_path)
    files.append(page(1))
    files.close()
    with pytest.raises((Broken, OSError), match=r"record|not gzip|flood-0000\d.warc.gz"):
        read_stored(tmp_path / pointer.file, pointer.offset, "http://news.example/1", NOON)


def test_cut_response_is_a_clear_error(tmp_path: Path):
    files = archive(tmp_path)
    pointer = files.append(page(1))
    files.close()
    os.truncate(tmp_path / pointer.file, pointer.offset + 100)
    with pytest.raises(Broken, match="ends within a compressed record"):
        read_stored(tmp_path / pointer.file, pointer.offset, "http://news.example/1", NOON)


def test_files_rotate_and_each_begins_with_its_name(tmp_path: Path):
    files = archive(tmp_path, max_bytes=3000)
    pointers = [files.append(page(number)) for number in range(10)]
    assert files.flush() == (pointers[-1].file, pointers[-1].offset + pointers[-1].length)
    files.close()
    assert names(tmp_path) == sorted({pointer.file for pointer in pointers})
    assert len(names(tmp_path)) > 2
    for number, pointer in enumerate(pointers):
        assert stored_capture(tmp_path, pointer).url == f"http://news.example/{number}"
    assert len(urls(tmp_path)) == 10


def test_nothing_appended_leaves_no_file(tmp_path: Path):
    files = archive(tmp_path / "new" / "archive")
    assert files.flush() == ("", 0)
    files.close()
    assert names(tmp_path / "new" / "archive") == []


def test_existing_files_are_not_touched_without_resume(tmp_path: Path):
    files = archive(tmp_path)
    files.append(page(1))
    files.close()
    with pytest.raises(CollectionError, match=r"holds flood-00000.warc.gz already. Resume"):
        archive(tmp_path)
    assert urls(tmp_path) == ["http://news.example/1"]


def test_nothing_committed_begins_again(tmp_path: Path):
    files = archive(tmp_path)
    files.append(page(1))
    files.close()
    (tmp_path / "other-00000.warc.gz").write_bytes(b"")
    (tmp_path / "flood-notes.txt").write_bytes(b"")
    files = archive(tmp_path, resume=("", 0))
    files.append(page(2))
    files.close()
    assert names(tmp_path) == ["flood-00000.warc.gz", "flood-notes.txt", "other-00000.warc.gz"]
    (tmp_path / "other-00000.warc.gz").unlink()
    assert urls(tmp_path) == ["http://news.example/2"]


@pytest.mark.parametrize(
    ("resume", "message"),
    [
        (("flood-00000.warc.gz", 10**6), "1000000 bytes were committed"),
        (("flood-00003.warc.gz", 10), "10 bytes were committed, 0 are there"),
        (("../flood-00000.warc.gz", 10), "is not a WARC file of this collection"),
        (("other-00000.warc.gz", 10), "is not a WARC file of this collection"),
    ],
)
def test_lost_files_are_reported(tmp_path: Path, resume: tuple[str, int], message: str):
    files = archive(tmp_path, max_bytes=1)
    files.append(page(1))
    files.append(page(2))
    files.close()
    with pytest.raises(CollectionError, match=message):
        archive(tmp_path, resume=resume)
    assert len(urls(tmp_path)) == 2


@settings(max_examples=60, deadline=None)
@given(
    sizes=st.lists(st.integers(1, 400), min_size=1, max_size=12),
    flushed_after=st.integers(0, 12),
    max_bytes=st.integers(1, 6000),
    tail=st.floats(0, 1),
)
def test_killed_anywhere_resumes_with_exactly_the_committed(
    sizes: list[int], flushed_after: int, max_bytes: int, tail: float
):
    """The disk after a kill: all that was flushed, and any part of what was not."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        files = archive(folder, max_bytes)
        for number, size in enumerate(sizes[:flushed_after]):
            files.append(page(number, size))
        committed = files.flush()
        for number, size in enumerate(sizes[flushed_after:]):
            files.append(page(100 + number, size))
        files.close()
        newest = max(folder.iterdir())
        floor = committed[1] if newest.name == committed[0] else 0
        os.truncate(newest, floor + int((newest.stat().st_size - floor) * tail))

        files = archive(folder, max_bytes, resume=committed)
        files.append(page(999))
        files.close()
        expected = [*range(len(sizes[:flushed_after])), 999]
        assert urls(folder) == [f"http://news.example/{number}" for number in expected]


def test_what_is_cut_off_after_a_crash_is_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    files = archive(tmp_path, 3000)
    files.append(page(1))
    name, length = committed = files.flush()
    for number in range(2, 8):
        files.append(page(number, 1000))
    files.close()
    first, *others = sorted(tmp_path.iterdir())
    size = first.stat().st_size
    archive(tmp_path, resume=committed).close()
    assert first.name == name
    assert set(caplog.messages) == {
        f"{first}: cut back from {size} to the {length} bytes of the last commit",
        *(f"{path}: deleted, it was begun after the last commit" for path in others),
    }


def test_full_disk_while_appending(tmp_path: Path):
    files = archive(tmp_path)
    kept = files.append(page(1))
    committed = files.flush()
    with (
        file_size_limit(committed[1] + 100),
        pytest.raises(StorageFull, match=r"flood-00000.*Free some space"),
    ):
        files.append(os.urandom(2_000_000))
    with pytest.raises(StorageFull):
        files.append(page(2))
    assert files.flush() == committed
    files.close()
    files.close()
    assert stored_capture(tmp_path, kept).url == "http://news.example/1"

    files = archive(tmp_path, resume=committed)
    files.append(page(3))
    files.close()
    assert urls(tmp_path) == ["http://news.example/1", "http://news.example/3"]


def test_full_disk_while_flushing(tmp_path: Path):
    files = archive(tmp_path)
    with file_size_limit(10):
        files.append(page(1))
        with pytest.raises(StorageFull):
            files.flush()
        assert files.flush() == ("", 0)
        files.close()
    assert (tmp_path / "flood-00000.warc.gz").stat().st_size == 10
    files = archive(tmp_path, resume=("", 0))
    files.append(page(2))
    files.close()
    assert urls(tmp_path) == ["http://news.example/2"]


@pytest.mark.parametrize(
    ("number", "expected"), [(errno.ENOSPC, StorageFull), (errno.EIO, CollectionError)]
)
def test_disk_that_fails_at_fsync(
    tmp_path: Path, monkeypatch, number: int, expected: type[Exception]
):
    def refuse(descriptor: int) -> None:
        raise OSError(number, os.strerror(number))

    files = archive(tmp_path, max_bytes=1)
    files.append(page(1))
    committed = files.flush()
    files.append(page(2))
    files.append(page(3))
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", refuse)
        with pytest.raises(expected, match="flood-00002"):
            files.flush()
    assert files.flush() == committed
    files.close()
    archive(tmp_path, resume=committed).close()
    assert urls(tmp_path) == ["http://news.example/1"]


def test_full_disk_while_beginning_a_file(tmp_path: Path, monkeypatch):
    def refuse(*_: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    files = archive(tmp_path, max_bytes=1)
    files.append(page(1))
    committed = files.flush()
    with monkeypatch.context() as patch:
        patch.setattr(os, "open", refuse)
        with pytest.raises(StorageFull):
            files.append(page(2))
    assert files.flush() == committed
    files.close()
    assert urls(tmp_path) == ["http://news.example/1"]


def test_short_writes_are_continued(tmp_path: Path, monkeypatch):
    write = os.write
    monkeypatch.setattr(os, "write", lambda descriptor, data: write(descriptor, data[:7]))
    files = archive(tmp_path)
    files.append(page(1))
    files.close()
    assert urls(tmp_path) == ["http://news.example/1"]


def test_every_file_begun_since_the_last_flush_is_synced_and_closed(tmp_path: Path, monkeypatch):
    synced: set[int] = set()
    fsync, opened = os.fsync, open_files()

    def noting(descriptor: int) -> None:
        synced.add(os.fstat(descriptor).st_ino)
        fsync(descriptor)

    files = archive(tmp_path, max_bytes=1)
    for number in range(3):
        files.append(page(number))
    monkeypatch.setattr(os, "fsync", noting)
    files.flush()
    assert synced == {path.stat().st_ino for path in (*tmp_path.iterdir(), tmp_path)}
    assert open_files() == opened + 1
    files.close()
    assert open_files() == opened


def test_closed_archive_takes_no_more(tmp_path: Path):
    files = archive(tmp_path)
    files.append(page(1))
    files.close()
    with pytest.raises(CollectionError, match="closed"):
        files.append(page(2))
