"""Keys and lines agree with the reference programs; an index is written whole and read back."""

from __future__ import annotations

import errno
import json
import os
import random
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from tests.oracle import oracle
from tidings.archive.files.stored import Damage
from tidings.archive.index.cdx import cdxj_line, surt, write_index
from tidings.archive.index.dialects import read_any_index
from tidings.errors import CollectionError, StorageFull
from tidings.model import Pointer, Snapshot
from tidings.urls import normalise

NOON = datetime(2026, 11, 15, 12, 0, 0, tzinfo=UTC)
SESSION = "0123456789abcdef" * 2


def row(url: str, **changes: object) -> Snapshot:
    plain = Snapshot(url, NOON, "text/html", 200, "sha1:AAAA", Pointer("a-00000.warc.gz", 5, 9))
    return plain._replace(**changes)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("url", "key"),
    [
        ("http://www.Example.org", "org,example)/"),
        ("https://www2.example.org:443/A/B/?B=2&a=1#x", "org,example)/a/b?a=1&b=2"),
        ("http://example.org:443/x", "org,example:443)/x"),
        ("http://user:word@example.org./x", "org,example)/x"),
        ("http://www.com/", "com)/"),
        ("http://münchen.de/ä?q=Ü", "de,xn--mnchen-3ya)/%c3%a4?q=%c3%9c"),
        ("http://example.org/a%252Fb%20c//d/../e/.", "org,example)/a/b%20c/e"),
        ("http://example.org/100%", "org,example)/100%25"),
        ("http://example.org/a?b&a&c=&a=1", "org,example)/a?a&a=1&b&c="),
        ("http://example.org/a?b-=1&b=2", "org,example)/a?b=2&b-=1"),
        (f"http://example.org/a?x=1&PHPSESSID={SESSION}&y=2", "org,example)/a?x=1&y=2"),
        (f"http://example.org/a?sid={SESSION}", "org,example)/a"),
        ("http://example.org/a?CFID=1&CFTOKEN=2&x=1", "org,example)/a?x=1"),
        ("http://example.org/(S(4hqa0555fwsecu455xqckv45))/a.aspx", "org,example)/a.aspx"),
        ("http://127.0.0.1:8000/a", "1,0,0,127:8000)/a"),
        ("http://[2001:DB8::1]:81/a", "2001:db8::1:81)/a"),
        ("", ")/"),
    ],
)
def test_key(url: str, key: str):
    assert surt(url) == key


def odd_addresses(seed: int, count: int) -> list[str]:
    """Return normalised addresses made of what makes keys difficult."""
    rng = random.Random(seed)
    hosts = [
        "www.Example.org",
        "www2.a.b.co.uk",
        "münchen.de",
        "127.0.0.1:8000",
        "[::1]:81",
        "a.org:443",
    ]
    pieces = [
        *(
            "a",
            "B",
            "/",
            "//",
            "%2F",
            "%20",
            "%252f",
            "?",
            "&",
            "=",
            "b=1",
            "A=2",
            "&c",
            "ä",
            "%E4",
            "%zz",
        ),
        *(
            "..",
            "/../",
            "/./",
            "%3F",
            "%26",
            "#x",
            "+",
            "x.aspx",
            "~",
            "'",
            "%C3%A4",
            "_",
            "-",
            ",",
            "😀",
            "|",
        ),
        *(
            f"sid={SESSION}",
            f"&PHPSESSID={SESSION}",
            f";jsessionid={SESSION}",
            f"jsessionid={SESSION}&",
        ),
        *(
            "cfid=1&cftoken=2",
            "(4hqa0555fwsecu455xqckv45)/",
            "(S(4hqa0555fwsecu455xqckv45))/",
            "%25",
            "%00",
        ),
    ]
    made = (
        f"http://{rng.choice(hosts)}/{''.join(rng.choices(pieces, k=rng.randrange(9)))}"
        for _ in range(count)
    )
    return [url for url in map(normalise, made) if url]


@pytest.mark.oracle
def test_keys_are_those_of_the_reference():
    urls = odd_addresses(seed=1, count=3000)
    code = "import sys, json; from surt import surt; print(json.dumps([surt(u) for u in json.load(sys.stdin)]))"
    result = oracle("python", "-W", "ignore", "-c", code, stdin=json.dumps(urls))
    assert result.returncode == 0, result.stderr
    theirs = json.loads(result.stdout)
    assert [(url, surt(url)) for url in urls] == list(zip(urls, theirs, strict=True))


def test_line_has_key_time_and_fields():
    berlin = NOON.astimezone(timezone(timedelta(hours=1)))
    line = cdxj_line(
        "http://a.example/Ü",
        berlin,
        "text/html; charset=utf-8",
        200,
        "sha1:A",
        Pointer("f.warc.gz", 1, 2),
    )
    assert line == (
        'example,a)/%c3%9c 20261115120000 {"url": "http://a.example/%C3%9C", "mime": "text/html", "status": "200", '
        '"digest": "sha1:A", "length": "2", "offset": "1", "filename": "f.warc.gz"}'
    )


def test_index_is_sorted_as_bytes_and_reads_back(tmp_path: Path):
    rows = [
        row("http://b.example/"),
        row("http://a.example/B", captured_at=NOON + timedelta(seconds=1)),
        row("http://a.example/b"),
        row("http://a.example/a-b", mime="warc/revisit"),
        row("http://a.example/a", mime="", status=404),
        row("http://a.example/%C3%BC"),
    ]
    write_index(tmp_path / "index.cdxj", rows)
    lines = (tmp_path / "index.cdxj").read_bytes().splitlines()
    assert lines == sorted(lines)
    assert sorted(read_any_index(tmp_path / "index.cdxj")) == sorted(rows)
    assert [path.name for path in tmp_path.iterdir()] == ["index.cdxj"]


def test_other_programs_lines_read(tmp_path: Path):
    text = (
        '!OpenWayback-CDXJ 1.0\n\norg,a)/ 20010203040506 {"url": "http://a.org/", "filename": "x.warc", '
        '"offset": "0", "length": "7", "status": "-"}\n'
    )
    (tmp_path / "other.cdxj").write_text(text)
    (found,) = read_any_index(tmp_path / "other.cdxj")
    moment = datetime(2001, 2, 3, 4, 5, 6, tzinfo=UTC)
    assert found == Snapshot("http://a.org/", moment, "", 0, "", Pointer("x.warc", 0, 7))


@pytest.mark.parametrize(
    "line",
    [
        "nonsense",
        "k 2026 {}",
        "k 20260101000000 {",
        "k 20260101000000 []",
        'k 20260101000000 {"url": 1}',
    ],
)
def test_damaged_index_names_the_line(tmp_path: Path, line: str):
    (tmp_path / "bad.cdxj").write_text(f"\n{line}\n")
    (bad,) = read_any_index(tmp_path / "bad.cdxj")
    assert isinstance(bad, Damage)
    assert (bad.file, bad.offset) == ("bad.cdxj", 2)


def test_missing_index_is_reported(tmp_path: Path):
    with pytest.raises(CollectionError, match=r"none\.cdxj: cannot be read"):
        list(read_any_index(tmp_path / "none.cdxj"))


def test_full_disk_leaves_the_old_index(tmp_path: Path, monkeypatch):
    def refuse(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    path = tmp_path / "index.cdxj"
    write_index(path, [row("http://a.example/")])
    before = path.read_bytes()
    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(StorageFull, match=r"index\.cdxj"):
        write_index(path, [row("http://b.example/")])
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]
