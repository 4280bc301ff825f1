"""Files of posts are read as a stream, whatever their form, and bad lines are counted."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
import zstandard

from tests.read.posts import samples
from tidings.errors import TidingsError
from tidings.sources.posts import files
from tidings.sources.posts.files import PostFile

_LINES = b"\n".join(
    json.dumps(each).encode()
    for each in (samples.TWEET, samples.JETSTREAM, samples.MASTODON, samples.PAGE_OF_TWEETS)
)


@pytest.mark.parametrize("name", ["posts.jsonl", "posts.jsonl.gz", "posts.json.zst"])
def test_plain_and_packed_files_hold_the_same_posts(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    pack = {"gz": gzip.compress, "st": zstandard.compress}.get(name[-2:], bytes)
    path.write_bytes(pack(_LINES[:900]) + pack(_LINES[900:]))  # several members
    file = PostFile(path)
    assert [post.service for post in file] == [
        "twitter",
        "bluesky",
        "mastodon",
        "twitter",
        "twitter",
    ]
    assert (file.lines, file.malformed) == (4, 0)


def test_tables_have_named_fields(tmp_path: Path) -> None:
    path = tmp_path / "posts.csv"
    path.write_text(
        '\ufefftext,created_at,urls\n"Flood,\nhere",2024-03-05,http://a.example/1\n,,\n', "utf-8"
    )
    file = PostFile(path)
    (post,) = file
    assert post.text == "Flood,\nhere"
    assert post.links == ("http://a.example/1",)
    assert (file.lines, file.malformed) == (2, 1)


def test_bad_lines_are_counted_and_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "LONGEST_LINE", 5_000)
    path = tmp_path / "posts.jsonl"
    tweet = json.dumps(samples.TWEET).encode()
    long = b'{"text": "' + b"x" * 3_000_000 + b'"}'
    path.write_bytes(
        b"\n".join([b"{", tweet, b"\xff\xfe", b"", b"[1]", long, b"{}", b"null", tweet, long])
    )
    file = PostFile(path)
    assert len(list(file)) == 2
    assert file.malformed == 8


def test_other_messages_of_a_service_are_not_malformed(tmp_path: Path) -> None:
    path = tmp_path / "posts.jsonl"
    path.write_text('{"limit": {"track": 5}}\n{"did": "d", "kind": "identity"}\n', "utf-8")
    file = PostFile(path)
    assert list(file) == []
    assert (file.lines, file.malformed) == (2, 0)


@pytest.mark.parametrize("name", ["posts.jsonl.gz", "posts.jsonl.zst"])
def test_a_cut_file_gives_what_it_holds_and_then_its_error(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    lines = b"\n".join(json.dumps({**samples.TWEET, "id_str": str(n), "noise": str(hash(n * 7.1))}).encode()
                       for n in range(5_000))  # fmt: skip
    packed = gzip.compress(lines) if name.endswith("gz") else zstandard.compress(lines)
    path.write_bytes(packed[: len(packed) // 2])
    file = PostFile(path)
    with pytest.raises(TidingsError, match="cannot be read after line"):
        list(file)
    assert 500 < file.lines < 5_000


@pytest.mark.parametrize("content", [b"", b"\n\n\n", b"no archive"])
def test_files_that_are_not_what_they_say(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "posts.jsonl.gz"
    path.write_bytes(content)
    if content:
        with pytest.raises(TidingsError, match=r"posts\.jsonl\.gz"):
            list(PostFile(path))
    else:
        assert list(PostFile(path)) == []
