"""Files that are no files: pipes, devices and holes are refused at once, with one line that says why."""

from __future__ import annotations

import gzip
import os
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from tidings.archive.files import loading
from tidings.archive.files.loading import read_stored
from tidings.archive.files.spool import SPOOLS
from tidings.archive.files.stored import Damage, scan
from tidings.archive.open import open_local
from tidings.disk.reading import check_regular
from tidings.errors import CollectionError, EventFileError, TidingsError
from tidings.event.document import read_values
from tidings.event.references import read_file
from tidings.learn.link_model import read_links
from tidings.read.reader import Reader
from tidings.sources.posts.files import PostFile

GIGABYTES = 6


def pipe(folder: Path, name: str) -> Path:
    os.mkfifo(folder / name)
    return folder / name


def device(folder: Path, name: str) -> Path:
    (folder / name).symlink_to("/dev/zero")
    return folder / name


def noise(folder: Path, name: str) -> Path:
    (folder / name).symlink_to("/dev/urandom")
    return folder / name


def holes(folder: Path, name: str) -> Path:
    with (folder / name).open("wb") as file:
        file.truncate(GIGABYTES * 10**9)
    return folder / name


Make = Callable[[Path, str], Path]
special = pytest.mark.parametrize("make", [pipe, device, noise])
with_holes = pytest.mark.parametrize("make", [pipe, device, noise, holes])


@with_holes
def test_no_reference(make: Make, tmp_path: Path) -> None:
    with pytest.raises(EventFileError, match=r"not a regular file|larger than 100 MB"):
        read_file(make(tmp_path, "reference.html"), Reader())


@special
def test_no_event_file(make: Make, tmp_path: Path) -> None:
    with pytest.raises(EventFileError, match="not a regular file"):
        read_values(make(tmp_path, "event.toml"), [])


@special
def test_no_archive(make: Make, tmp_path: Path) -> None:
    with pytest.raises(CollectionError, match="not a regular file; allowed: files and folders"):
        open_local([str(make(tmp_path, "a.warc.gz"))], tmp_path / "collection", print)


@with_holes
def test_no_archive_in_a_folder(make: Make, tmp_path: Path) -> None:
    (found,) = scan(make(tmp_path, "a.warc.gz"), "a")
    reason = (
        "a hole, not a file: it takes no space on the disk"
        if make is holes
        else "not a regular file"
    )
    assert found == Damage("a", 0, f"cannot be read ({reason})")


@special
def test_no_file_of_posts_and_no_model(make: Make, tmp_path: Path) -> None:
    with pytest.raises((OSError, TidingsError), match="not a regular file"):
        list(PostFile(make(tmp_path, "posts.jsonl")))
    with pytest.raises(OSError, match="not a regular file"):
        read_links(make(tmp_path, "links.json"))


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        check_regular(tmp_path)


def many_records(path: Path, count: int) -> None:
    """Write a file that is one gzip member, as some tools do."""
    with gzip.open(path, "wb", compresslevel=1) as file:
        for number in range(count):
            block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + b"%d " % number * 1500
            head = (
                "WARC/1.0\r\nWARC-Type: response\r\nWARC-Date: 2024-05-01T00:00:00Z\r\n"
                f"WARC-Target-URI: http://a.example/{number}\r\nContent-Length: {len(block)}\r\n\r\n"
            )
            file.write(head.encode() + block + b"\r\n\r\n")


def test_many_records_in_one_member_are_unpacked_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "many.warc.gz"
    many_records(path, 3000)
    found = [each for each in scan(path, "many") if not isinstance(each, Damage)]
    assert len(found) == 3000
    opened = []
    members = loading.members
    monkeypatch.setattr(loading, "members", lambda *given: opened.append(given) or members(*given))
    random.Random(1).shuffle(found)
    for each in found:
        stored = read_stored(path, each.pointer.offset, each.url, each.captured_at)
        number = each.url.rpartition("/")[2].encode()
        assert stored.body == number + b" " + (number + b" ") * 1499
    assert len(opened) < 100  # those before the first one that lies deep enough
    assert len(SPOOLS._spools) <= 2
