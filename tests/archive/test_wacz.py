"""A collection in one file: valid to the reference program, replayed by pywb, unpacked without harm."""

from __future__ import annotations

import gzip
import json
import os
import random
import stat
import subprocess
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from urllib.request import Request, urlopen
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

import pytest

from tests.archive.captures import FACTS, NOON, VARIED, capture
from tests.oracle import oracle, program, pywb
from tidings.archive.index.cdx import cdxj_line
from tidings.archive.wacz import WaczContents, WaczPage, WarcPrefix, warc_members, write_wacz
from tidings.archive.write.records import response_records
from tidings.archive.write.warc import WarcArchive
from tidings.errors import CollectionError, StorageFull
from tidings.model import Snapshot

EVENT = b'[event]\nname = "Ahr flood"\n'
SCORES = [b'{"url": "http://news.example/flood", "score": 0.71}\n', b'{"score": 0.1}\n']


def packed(folder: Path, count: int = 3000) -> tuple[Path, list[Snapshot]]:
    """Write some WARC files, then a WACZ file of them; the last WARC file has an unfinished end."""
    files = WarcArchive(folder / "archive", "flood", 400_000, "tidings/test")
    bodies = random.Random(3)
    pages = [page for kind, page in VARIED.items() if kind != "large"]
    pages += [
        capture(f"http://news.example/{n}", bodies.randbytes(300), captured_at=NOON + timedelta(n))
        for n in range(count)
    ]
    rows = []
    for page in pages:
        records, length, digest = response_records(page, FACTS)
        pointer = files.append(records)._replace(length=length)
        mime = page.header("Content-Type")
        rows.append(Snapshot(page.url, page.captured_at, mime, page.status, digest, pointer))
    last, length = files.flush()
    files.close()
    lengths = {path.name: path.stat().st_size for path in (folder / "archive").iterdir()}
    with (folder / "archive" / last).open("ab") as file:
        file.write(b"never committed")
    out = folder / "flood.wacz"
    write_wacz(
        out,
        WaczContents(
            title="Ahr flood",
            software="Tidings/test",
            created=datetime(2026, 11, 16, tzinfo=UTC),
            warcs=[
                WarcPrefix(folder / "archive" / name, lengths[name]) for name in sorted(lengths)
            ],
            captures=reversed(rows),
            pages=[
                WaczPage("http://news.example/7", NOON + timedelta(7), "Überflutung", 0.71234),
                WaczPage(pages[0].url, NOON, ""),
            ],
            extras={"tidings/event.toml": [EVENT], "tidings/scores.jsonl": SCORES},
        ),
    )
    return out, rows


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("wacz")


@pytest.fixture(scope="module")
def wacz(folder: Path) -> tuple[Path, list[Snapshot]]:
    return packed(folder)


def test_it_holds_archive_index_pages_event_and_scores(wacz):
    path, rows = wacz
    with ZipFile(path) as package:
        names = package.namelist()
        assert [name for name in names if name.startswith("archive/")] == sorted(
            {f"archive/{row.pointer.file}" for row in rows}
        )
        assert len(names) - names.index("indexes/index.cdx.gz") == 7
        assert package.read("tidings/event.toml") == EVENT
        assert package.read("tidings/scores.jsonl") == b"".join(SCORES)
        lines = package.read("pages/pages.jsonl").splitlines()
        stored = [each.filename for each in package.infolist() if each.compress_type == ZIP_STORED]
    assert stored == [name for name in names if name.endswith(".gz")]
    header, first, second = map(json.loads, lines)
    assert header == {
        "format": "json-pages-1.0",
        "id": "pages",
        "title": "Ahr flood",
        "hasText": True,
    }
    assert (first["url"], first["ts"]) == ("http://news.example/7", "2026-11-22T12:00:00Z")
    assert (first["title"], first["score"]) == ("Überflutung", 0.7123)
    assert second["title"] == second["url"]
    assert first["id"] != second["id"]


def test_the_index_is_sorted_and_found_by_blocks(wacz):
    path, rows = wacz
    with ZipFile(path) as package:
        data = package.read("indexes/index.cdx.gz")
        head, *blocks = package.read("indexes/index.idx").decode().splitlines()
    assert json.loads(head.removeprefix("!meta 0 ")) == {
        "format": "cdxj-gzip-1.0",
        "filename": "index.cdx.gz",
    }
    lines = gzip.decompress(data).decode().splitlines()
    assert lines == sorted(cdxj_line(*row) for row in rows)
    assert len(blocks) == 3
    for number, block in enumerate(blocks):
        key, _, text = block.partition(" {")
        place = json.loads("{" + text)
        piece = data[place["offset"] : place["offset"] + place["length"]]
        first = gzip.decompress(piece).decode().splitlines()[0]
        assert first == lines[number * 1024]
        assert first.startswith(key + " {")
        assert place["digest"] == f"sha256:{sha256(piece).hexdigest()}"


def test_everything_is_described_with_its_hash(wacz):
    path, _ = wacz
    with ZipFile(path) as package:
        description = package.read("datapackage.json")
        described = json.loads(description)
        for resource in described["resources"]:
            data = package.read(resource["path"])
            assert resource["hash"] == f"sha256:{sha256(data).hexdigest()}"
            assert resource["bytes"] == len(data)
        signed = json.loads(package.read("datapackage-digest.json"))
        assert len(described["resources"]) == len(package.namelist()) - 2
    assert (described["wacz_version"], described["title"]) == ("1.1.1", "Ahr flood")
    assert signed["hash"] == f"sha256:{sha256(description).hexdigest()}"


@pytest.mark.oracle
def test_the_reference_program_finds_it_valid(wacz):
    result = oracle("wacz", "validate", "-f", wacz[0])
    assert result.returncode == 0, result.stdout + result.stderr
    assert "Validation succeeded" in result.stdout


@pytest.mark.oracle
def test_the_reference_program_would_notice_damage(wacz, tmp_path: Path):
    bad = tmp_path / "bad.wacz"
    with ZipFile(wacz[0]) as package, ZipFile(bad, "w") as out:
        for each in package.infolist():
            data = package.read(each)
            out.writestr(each, data + b" " if each.filename.endswith("pages.jsonl") else data)
    assert "invalid" in oracle("wacz", "validate", "-f", bad).stdout


@pytest.mark.oracle
def test_pywb_replays_it(wacz, tmp_path: Path):
    path, rows = wacz
    for command in (["init", "flood"], ["add", "--unpack-wacz", "flood", str(path)]):
        subprocess.run(
            [program("wb-manager"), *command],
            cwd=tmp_path,
            check=True,
            capture_output=True,
            timeout=60,
        )
    with pywb(tmp_path / "collections" / "flood") as root:
        for kind in ("plain", "gzip", "brotli"):
            page = VARIED[kind]
            address = f"{root}/20261115120000id_/{page.url}"
            with urlopen(Request(address, headers={"Accept-Encoding": "gzip, br"})) as answer:
                assert answer.read() == page.body
        with urlopen(f"{root}/cdx?url=http://news.example/2999&output=json") as answer:
            assert json.loads(answer.read())["digest"] == rows[-1].digest


def test_a_failed_write_leaves_the_old_file(wacz, tmp_path: Path):
    out = tmp_path / "flood.wacz"
    out.write_bytes(b"old")
    missing = [WarcPrefix(tmp_path / "gone.warc.gz", 10)]
    for warcs, reason in ((missing, "cannot be read"), ([WarcPrefix(wacz[0], 1 << 40)], "missing")):
        contents = WaczContents("x", "y", NOON, warcs, [], [])
        with pytest.raises(CollectionError, match=reason):
            write_wacz(out, contents)
        assert out.read_bytes() == b"old"
        assert list(tmp_path.iterdir()) == [out]
    with pytest.raises(CollectionError, match="cannot be written"):
        write_wacz(tmp_path / "no" / "x.wacz", WaczContents("x", "y", NOON, [], [], []))


def test_an_empty_collection_can_be_written(tmp_path: Path):
    path = tmp_path / "empty.wacz"
    write_wacz(path, WaczContents("Nothing", "Tidings/test", NOON, [], [], []))
    with ZipFile(path) as package:
        assert package.testzip() is None
    with pytest.raises(CollectionError, match="holds no WARC files"):
        warc_members(path, tmp_path / "out")


# Taking out


def test_the_files_come_out_as_they_went_in(wacz, folder: Path, tmp_path: Path):
    path, _ = wacz
    found = warc_members(path, tmp_path / "cache")
    assert sorted(found) == sorted((tmp_path / "cache").iterdir())
    for each in found:
        original = (folder / "archive" / each.name).read_bytes()
        assert each.read_bytes() == original.removesuffix(b"never committed")


def test_what_was_taken_out_before_is_not_written_again(wacz, tmp_path: Path):
    first = [(each, each.stat().st_ino) for each in warc_members(wacz[0], tmp_path)]
    first[0][0].unlink()
    (tmp_path / first[1][0].name).write_bytes(b"changed")
    again = warc_members(wacz[0], tmp_path)
    assert [each for each, _ in first] == again
    assert [each.stat().st_ino for each in again[2:]] == [number for _, number in first[2:]]
    assert again[1].read_bytes() != b"changed"


def zipped(path: Path, *members: tuple[str | ZipInfo, bytes], packed: bool = False) -> Path:
    with ZipFile(path, "w", ZIP_DEFLATED if packed else ZIP_STORED) as package:
        for name, data in members:
            package.writestr(name, data)
    return path


def test_packed_warc_files_come_out_too(tmp_path: Path):
    body = bytes(range(256)) * 100
    path = zipped(tmp_path / "a.wacz", ("archive/a.warc", body), packed=True)
    (found,) = warc_members(path, tmp_path / "out")
    assert found.read_bytes() == body


def link() -> ZipInfo:
    info = ZipInfo("archive/link.warc.gz")
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    return info


HOSTILE = {
    "up": ([("archive/../../evil.warc.gz", b"x")], "points out of the folder"),
    "up by backslash": ([("archive\\..\\..\\evil.warc.gz", b"x")], "points out of the folder"),
    "absolute": ([("/tmp/evil.warc.gz", b"x")], "no plain path"),
    "drive": ([("C:/evil.warc.gz", b"x")], "no plain path"),
    "control characters": ([("archive/\x1b[31m.warc.gz", b"x")], "no plain path"),
    "symbolic link": ([(link(), b"/etc/passwd")], "no plain file"),
    "twice": ([("archive/a.warc.gz", b"x"), ("other/a.warc.gz", b"y")], "there twice"),
    "bomb": ([("archive/a.warc.gz", b"\0" * 5_000_000)], "200 times its size"),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_nothing_harmful_is_taken_out(tmp_path: Path, kind: str):
    members, reason = HOSTILE[kind]
    path = zipped(tmp_path / "evil.wacz", *members, packed=True)
    with pytest.raises(CollectionError, match=reason) as caught:
        warc_members(path, tmp_path / "in" / "out")
    assert str(caught.value).isprintable()
    assert list(tmp_path.rglob("*")) == [path]


def test_a_file_that_is_not_what_is_described_is_refused(tmp_path: Path):
    described = {"resources": [{"path": "archive/a.warc.gz", "hash": "sha256:" + "0" * 64}]}
    path = zipped(
        tmp_path / "a.wacz",
        ("archive/a.warc.gz", b"x"),
        ("datapackage.json", json.dumps(described).encode()),
    )
    with pytest.raises(CollectionError, match="does not match its description"):
        warc_members(path, tmp_path / "out")
    assert list((tmp_path / "out").iterdir()) == []


@pytest.mark.parametrize("description", [b"[]", b'{"resources": 3}', b'{"resources": [1]}'])
def test_a_description_without_content_is_ignored(tmp_path: Path, description: bytes):
    path = zipped(
        tmp_path / "a.wacz", ("archive/a.warc.gz", b"x"), ("datapackage.json", description)
    )
    assert len(warc_members(path, tmp_path / "out")) == 1


def damaged(data: bytes) -> list[bytes]:
    where = data.index(b"x" * 100)
    crc = bytearray(data)
    crc[where] ^= 1
    return [b"", b"no zip", data[: len(data) // 2], bytes(crc), data[:-30] + b"\xff" * 30]


def test_what_is_no_zip_is_said(tmp_path: Path):
    good = zipped(tmp_path / "good.wacz", ("archive/a.warc.gz", b"x" * 1000)).read_bytes()
    for data in damaged(good):
        path = tmp_path / "bad.wacz"
        path.write_bytes(data)
        with pytest.raises(CollectionError, match="not a WACZ file, or a damaged one"):
            warc_members(path, tmp_path / "out")
    with pytest.raises(CollectionError, match="cannot be read"):
        warc_members(tmp_path / "none.wacz", tmp_path / "out")


def test_random_damage_is_no_traceback(tmp_path: Path):
    good = zipped(
        tmp_path / "good.wacz", ("archive/a.warc.gz", b"x" * 300), packed=True
    ).read_bytes()
    chance = random.Random(5)
    for _ in range(300):
        data = bytearray(good)
        for _ in range(chance.randint(1, 4)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        path = tmp_path / "bad.wacz"
        path.write_bytes(data)
        os.utime(path, ns=(1, chance.randrange(1 << 50)))
        with suppress(CollectionError, StorageFull):
            warc_members(path, tmp_path / "out")
