"""Local archives are listed and read back in any compression; damage is reported and never fatal."""

from __future__ import annotations

import gzip
import io
import os
import random
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import cache

import pytest
from warcio.archiveiterator import ArchiveIterator

from tests.archive.stored_files import (
    NOON,
    PACKINGS,
    PAGE,
    arc_header,
    arc_record,
    gzipped,
    holdings,
    http,
    one_member,
    record,
    revisit,
    sha1_of,
)
from tidings.archive.holdings import LocalHoldings
from tidings.archive.index.cdx import REVISIT
from tidings.archive.index.indexing import MAX_DAMAGES
from tidings.errors import Failed
from tidings.model import Capture, Snapshot

URL = "http://news.example/flood"
INFO = record("", b"software: x\r\n", kind="warcinfo", without=["WARC-Target-URI"])
REQUEST = record(URL, b"GET /flood HTTP/1.1\r\n\r\n", kind="request")


async def only(archive: LocalHoldings, url: str = URL) -> Snapshot:
    (found,) = await archive.snapshots(url)
    return found


async def loaded(archive: LocalHoldings, url: str = URL) -> Capture:
    return await archive.load(await only(archive, url))


def damages(archive: LocalHoldings) -> list[tuple[int, str]]:
    return [(each.offset, each.reason) for each in archive.damages()]


def copied(capture: Capture):
    """Return the copied record as warcio reads it, its digests checked."""
    iterator = ArchiveIterator(io.BytesIO(capture.record), check_digests="raise")
    (found,) = ((each, each.content_stream().read()) for each in iterator)
    return found


@pytest.mark.parametrize("version", ["0.18", "1.0", "1.1"])
@pytest.mark.parametrize("suffix", PACKINGS)
async def test_any_packing_gives_the_same_captures(tmp_path, suffix: str, version: str) -> None:
    pages = [record(f"{URL}/{number}", version=version) for number in range(3)]
    records = [INFO, REQUEST, *pages, REQUEST]
    (tmp_path / f"a{suffix}").write_bytes(PACKINGS[suffix](records))
    archive = LocalHoldings([tmp_path], tmp_path / "captures.index")
    assert archive.update().counts == (1, 3, 0)
    for number in range(3):
        capture = await loaded(archive, f"{URL}/{number}")
        assert capture.url == f"{URL}/{number}"
        assert (capture.status, capture.reason, capture.captured_at) == (200, "OK", NOON)
        assert capture.header("Content-Type") == "text/html; charset=utf-8"
        assert capture.body == PAGE
        assert gzip.decompress(capture.record) == pages[number]
        assert capture.provenance.startswith(f"a{suffix}:")
    await archive.close()


async def test_a_gzip_member_is_copied_as_the_very_bytes_of_the_file(tmp_path) -> None:
    members = [gzip.compress(each, 9, mtime=7) for each in (INFO, record(), REQUEST)]
    archive = holdings(tmp_path, a__warc__gz=b"".join(members))
    capture = await loaded(archive)
    assert capture.record == members[1]
    assert capture.provenance == f"a.warc.gz:{len(members[0])}"


@pytest.mark.parametrize("pack", [b"".join, gzipped, one_member])
@pytest.mark.parametrize("version", [1, 2])
async def test_arc_becomes_warc_with_the_same_http_bytes(tmp_path, pack, version: int) -> None:
    page = arc_record()
    if version == 2:
        page = page.replace(b" text/html ", b" text/html 200 - - 0 a.arc ", 1)
    dns = arc_record("dns:news.example", b"20160722120000\n192.0.2.7\n", kind="text/dns")
    archive = holdings(tmp_path, a__arc=pack([arc_header(version), dns, page, page]))
    assert archive.index.counts() == (1, 2, 0)
    snapshot = await only(archive)
    assert (snapshot.status, snapshot.mime, snapshot.digest) == (200, "text/html", sha1_of(PAGE))
    capture = await archive.load(snapshot)
    assert (capture.body, capture.captured_at, capture.ip) == (PAGE, NOON, "192.0.2.7")
    stored, body = copied(capture)
    assert stored.rec_type == "response"
    assert stored.rec_headers.get_header("WARC-Target-URI") == URL
    assert stored.rec_headers.get_header("WARC-Date") == "2016-07-22T12:00:00Z"
    assert stored.rec_headers.get_header("WARC-IP-Address") == "192.0.2.7"
    assert stored.rec_headers.get_header("WARC-Payload-Digest") == sha1_of(PAGE)
    assert gzip.decompress(capture.record).endswith(http() + b"\r\n\r\n")
    assert body == PAGE


async def test_a_resource_is_a_good_capture(tmp_path) -> None:
    archive = holdings(tmp_path, a__warc=record(block=PAGE, kind="resource"))
    snapshot = await only(archive)
    assert (snapshot.status, snapshot.mime, snapshot.digest) == (200, "text/html", sha1_of(PAGE))
    capture = await archive.load(snapshot)
    assert (capture.status, capture.headers, capture.body) == (
        200,
        (("Content-Type", "text/html"),),
        PAGE,
    )


@pytest.mark.parametrize(
    ("original", "fields"),
    [
        (URL, {}),
        ("http://other.example/", {"WARC_Refers_To_Target_URI": "http://other.example/"}),
        ("http://other.example/", {}),
    ],
    ids=["same address", "named address", "same digest"],
)
async def test_a_revisit_has_the_payload_of_its_original(tmp_path, original: str, fields) -> None:
    archive = holdings(
        tmp_path,
        a__warc__gz=gzipped([revisit(**fields)]),
        b__warc__gz=gzipped([record(original, WARC_Payload_Digest=sha1_of(PAGE))]),
    )
    snapshot = (await archive.snapshots(URL))[-1]
    assert (snapshot.mime, snapshot.status) == (REVISIT, 200)
    capture = await archive.load(snapshot)
    assert (capture.url, capture.captured_at, capture.body) == (URL, NOON + timedelta(days=1), PAGE)
    stored, body = copied(capture)
    assert (stored.rec_type, body) == ("response", PAGE)
    assert stored.rec_headers.get_header("WARC-Date") == "2016-07-23T12:00:00Z"
    assert stored.rec_headers.get_header("WARC-Payload-Digest") == sha1_of(PAGE)


@pytest.mark.parametrize("kind", ["response", "resource"])
@pytest.mark.parametrize("head", [b"", b"HTTP/1.1 200 OK\r\nX-A: b"])
async def test_a_revisit_without_a_whole_head_is_made_whole(
    tmp_path, kind: str, head: bytes
) -> None:
    page = record(block=PAGE if kind == "resource" else http(), kind=kind)
    empty = record(
        block=head, kind="revisit", date="2016-07-23T12:00:00Z", WARC_Payload_Digest=sha1_of(PAGE)
    )
    archive = holdings(tmp_path, a__warc__gz=gzipped([page, empty]))
    capture = await archive.load((await archive.snapshots(URL))[-1])
    assert (capture.status, capture.body) == (200, PAGE)
    assert copied(capture)[1] == PAGE


async def test_a_revisit_that_says_nothing_else_is_as_good_as_its_original(tmp_path) -> None:
    unmodified = revisit().replace(b"HTTP/1.1 200 OK", b"HTTP/1.1 304 NO")
    page = record(WARC_Payload_Digest=sha1_of(PAGE))
    archive = holdings(tmp_path, a__warc__gz=gzipped([page, unmodified]))
    assert [each.status for each in await archive.snapshots(URL)] == [200, 200]
    nothing = revisit(url="http://a.example/", body=b"nowhere")
    archive = holdings(tmp_path, b__warc__gz=gzipped([nothing]))
    assert await archive.snapshots("http://a.example/") == []
    lost = next(each for each in archive.captures() if each.url == "http://a.example/")
    with pytest.raises(Failed, match="without its original") as failure:
        await archive.load(lost)
    assert not failure.value.retry


CHUNKED = b"5\r\n<html\r\n8;x=y\r\n>flooded\r\n0\r\n\r\n"


@pytest.mark.parametrize(
    ("stored", "body"),
    [
        (CHUNKED, b"<html>flooded"),
        (CHUNKED[:-7], b"<html>flooded"),
        (PAGE, PAGE),
        (b"abc\r\nis no chunk", b"abc\r\nis no chunk"),
        (b"0\r\n\r\n", b""),
        (b"", b""),
    ],
)
async def test_chunks_are_joined_only_where_there_are_some(tmp_path, stored, body) -> None:
    block = http(stored, extra="Transfer-Encoding: chunked\r\n")
    archive = holdings(tmp_path, a__warc=record(block=block))
    capture = await loaded(archive)
    assert capture.body == body
    assert gzip.decompress(capture.record) == record(block=block)


async def test_compressed_bodies_are_left_alone(tmp_path) -> None:
    body = gzip.compress(PAGE)
    archive = holdings(
        tmp_path, a__warc=record(block=http(body, extra="Content-Encoding: gzip\r\n"))
    )
    assert (await loaded(archive)).body == body


@pytest.mark.parametrize("suffix", [".warc", ".warc.gz", ".warc.zst", "-one-member.warc.gz"])
async def test_too_large_records_are_known_and_not_loaded(tmp_path, suffix: str) -> None:
    large = record(block=http(b"x" * 3_000_000))
    (tmp_path / f"a{suffix}").write_bytes(PACKINGS[suffix]([large, record(f"{URL}/2")]))
    archive = LocalHoldings([tmp_path], tmp_path / "captures.index", max_bytes=1_000_000)
    assert archive.update().counts.captures == 2
    with pytest.raises(Failed, match="too large"):
        await loaded(archive)
    assert (await loaded(archive, f"{URL}/2")).body == PAGE


GOOD = [record(f"{URL}/{number}") for number in range(4)]


@cache
def bad_files() -> dict[str, tuple[bytes, Sequence[int], str]]:
    """Return damaged files with the numbers of the good captures that are still found, and the reason reported."""
    noise = random.Random(1).randbytes(400_000)
    large = record(f"{URL}/large", http(noise))
    members = [gzip.compress(each, mtime=0) for each in GOOD]
    packed = gzip.compress(large, mtime=0)
    hole = b"".join([members[0], packed[:200_000], *members[1:]])
    flipped = bytearray(b"".join([members[0], packed, *members[1:]]))
    flipped[len(members[0]) + 300_000] ^= 0xFF
    long_record = record(f"{URL}/x", length=len(http()) + 100)
    short_record = record(f"{URL}/x", length=len(http()) - 10)
    first, *rest = GOOD
    return {
        "cut.warc.gz": (gzipped(GOOD)[:-20], (0, 1, 2), "ends within"),
        "hole.warc.gz": (hole, (0, 1, 2, 3), "within a compressed"),
        "flipped.warc.gz": (bytes(flipped), (0, 1, 2, 3), "broken compression"),
        "junk-between.warc.gz": (members[0] + b"junk" * 50 + members[1], (0, 1), "not gzip"),
        "junk-at-end.warc.gz": (members[0] + b"\0" * 600, (0,), "not gzip"),
        "cut.warc.zst": (PACKINGS[".warc.zst"](GOOD)[:-20], (0, 1, 2), "ends within"),
        "cut-one-member.warc.gz": (
            one_member([*GOOD, large])[:-200_000],
            (0, 1, 2, 3),
            "ends within",
        ),
        "cut.warc": (b"".join(GOOD)[:-40], (0, 1, 2), "shorter than"),
        "long.warc": (b"".join([first, long_record, *rest]), (0, 1, 2, 3), "Content-Length"),
        "short.warc": (b"".join([first, short_record, *rest]), (0, 1, 2, 3), "longer than"),
        "long.warc.gz": (gzipped([first, long_record, *rest]), (0, 1, 2, 3), "shorter than"),
        "short.warc.gz": (gzipped([first, short_record, *rest]), (0, 1, 2, 3), "longer than"),
        "short-one-member.warc.gz": (
            one_member([first, short_record, *rest]),
            (0, 1, 2, 3),
            "longer",
        ),
        "no-length.warc": (
            b"".join([first, record(without=["Content-Length"]), *rest]),
            (0, 1, 2, 3),
            "Content-Length",
        ),
        "huge-length.warc": (
            b"".join([first, record(length=int("9" * 4000)), *rest]),
            (0, 1, 2, 3),
            "Content-Length",
        ),
        "no-type.warc": (
            b"".join([first, record(without=["WARC-Type"]), *rest]),
            (0, 1, 2, 3),
            "no WARC-Type",
        ),
        "no-date.warc": (
            b"".join([first, record(without=["WARC-Date"]), *rest]),
            (0, 1, 2, 3),
            "no date",
        ),
        "no-address.warc": (
            b"".join([first, record(without=["WARC-Target-URI"]), *rest]),
            (0, 1, 2, 3),
            "no address",
        ),
        "bad-date.warc": (
            b"".join([first, record(date="last Tuesday"), *rest]),
            (0, 1, 2, 3),
            "no usable date",
        ),
        "no-status.warc": (
            b"".join([first, record(block=b"<html>"), *rest]),
            (0, 1, 2, 3),
            "no HTTP status",
        ),
        "endless-head.warc": (b"WARC/1.0\r\n" + b"X-A: b\r\n" * 20_000, (), "does not end"),
        "endless-head.warc.gz": (
            gzipped([b"WARC/1.0\r\n" + b"X-A: b\r\n" * 20_000, first]),
            (0,),
            "does not end",
        ),
        "empty.warc.gz": (b"", (), "empty"),
        "text.warc.gz": (
            b"This is a shopping list.\nMilk\n" * 10_000,
            (),
            "not a WARC or ARC record",
        ),
        "cut-arc.arc": ((arc_header() + arc_record(f"{URL}/0") * 2)[:-40], (0,), "shorter than"),
        "bad-dictionary.warc.zst": (
            b"\x5d\x2a\x4d\x18\x08\0\0\0\x28\xb5\x2f\xfdjunk",
            (),
            "broken dictionary",
        ),
        "picture.warc": (random.Random(2).randbytes(300_000), (), "not a WARC or ARC record"),
    }


@pytest.mark.parametrize("name", bad_files())
async def test_damage_is_reported_and_the_rest_is_found(tmp_path, name: str) -> None:
    content, good, reason = bad_files()[name]
    (tmp_path / name).write_bytes(content)
    archive = LocalHoldings([tmp_path], tmp_path / "captures.index")
    counts = archive.update().counts
    found = [number for number in range(4) if await archive.snapshots(f"{URL}/{number}")]
    assert tuple(found) == good
    assert (counts.captures, counts.damaged) == (len(good), len(damages(archive)))
    assert 1 <= counts.damaged <= 2
    offset, reported = damages(archive)[0]
    assert reason in reported
    assert 0 <= offset < max(len(content), 1)
    for number in good:
        assert (await loaded(archive, f"{URL}/{number}")).body == PAGE


@pytest.mark.parametrize("pack", [b"".join, one_member])
def test_endless_damage_ends(tmp_path, pack) -> None:
    archive = holdings(tmp_path, a__warc__gz=pack([b"WARC/1.0\r\n" * 2_500]))
    assert 2_000 <= archive.index.counts().damaged <= 2_001
    assert len(damages(archive)) == MAX_DAMAGES


@pytest.mark.parametrize("seed", range(60))
async def test_no_damage_whatever_is_fatal(tmp_path, seed: int) -> None:
    rng = random.Random(seed)
    suffix = rng.choice(list(PACKINGS))
    content = bytearray(PACKINGS[suffix]([INFO, *GOOD, revisit()]))
    for _ in range(rng.randrange(1, 6)):
        at = rng.randrange(len(content))
        match rng.randrange(3):
            case 0:
                content[at] = rng.randrange(256)
            case 1:
                del content[at : at + rng.randrange(1, 40)]
            case _:
                content[at:at] = rng.randbytes(rng.randrange(1, 40))
    (tmp_path / f"a{suffix}").write_bytes(content)
    archive = LocalHoldings([tmp_path], tmp_path / "captures.index")
    archive.update()
    for snapshot in archive.captures():
        try:
            await archive.load(snapshot)
        except Failed as failure:
            assert str(failure)  # noqa: PT017 (any reason will do, any other error will not)


@pytest.mark.parametrize(
    ("raw", "url"),
    [
        (b"http://news.example/\xfcber", "http://news.example/%FCber"),
        ("http://news.example/über".encode(), "http://news.example/%C3%BCber"),
        (b"<http://news.example/a>", "http://news.example/a"),
        (b"http://news.example/a b", "http://news.example/a%20b"),
    ],
)
async def test_odd_addresses_are_found(tmp_path, raw: bytes, url: str) -> None:
    archive = holdings(tmp_path, a__warc__gz=gzipped([record(raw)]))
    capture = await loaded(archive, url)
    assert (capture.url, capture.body) == (url, PAGE)
    assert raw in gzip.decompress(capture.record)


@pytest.mark.parametrize(
    ("date", "moment"),
    [
        ("1985-01-01T00:00:00Z", datetime(1985, 1, 1, tzinfo=UTC)),
        ("1969-12-31T23:59:59Z", datetime(1969, 12, 31, 23, 59, 59, tzinfo=UTC)),
        ("2016-07-22T12:00:00.123456Z", NOON.replace(microsecond=123456)),
        ("2016-07-22T14:00:00+02:00", NOON),
        ("2016-07-204T05:00:00-0700", NOON),
    ],
)
async def test_dates_are_read_as_they_were_written(tmp_path, date: str, moment: datetime) -> None:
    archive = holdings(tmp_path, a__warc__gz=gzipped([record(date=date)]))
    assert (await only(archive)).captured_at == moment.replace(microsecond=0)
    assert (await loaded(archive)).captured_at == moment


async def test_the_same_capture_in_two_archives_is_one(tmp_path) -> None:
    twice = gzipped([record(), record()])
    archive = holdings(tmp_path, a__warc__gz=twice, b__warc=record())
    assert archive.index.counts().captures == 3
    assert (await only(archive)).pointer.file == "a.warc.gz"


async def test_an_archive_that_changed_since_is_not_believed(tmp_path) -> None:
    archive = holdings(tmp_path, a__warc__gz=gzipped([record()]))
    snapshot = await only(archive)
    (tmp_path / "a.warc.gz").write_bytes(gzipped([record("http://other.example/")]))
    with pytest.raises(Failed, match="has changed"):
        await archive.load(snapshot)
    (tmp_path / "a.warc.gz").write_bytes(b"")
    with pytest.raises(Failed, match="ends before"):
        await archive.load(snapshot)
    (tmp_path / "a.warc.gz").unlink()
    with pytest.raises(Failed, match="No such file"):
        await archive.load(snapshot)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
async def test_an_unreadable_file_is_reported(tmp_path) -> None:
    (tmp_path / "a.warc.gz").write_bytes(gzipped([record()]))
    (tmp_path / "a.warc.gz").chmod(0)
    archive = LocalHoldings([tmp_path], tmp_path / "captures.index")
    assert archive.update().counts.damaged == 1
    assert "Permission" in damages(archive)[0][1]


def test_files_with_damage_or_without_captures_are_reported_in_a_line(tmp_path) -> None:
    whole = gzipped([record(URL), record(URL + "/2")])
    (tmp_path / "whole.warc.gz").write_bytes(whole)
    (tmp_path / "cut.warc.gz").write_bytes(whole[:-20])
    (tmp_path / "info.warc").write_bytes(INFO)
    (tmp_path / "page.html").write_bytes(PAGE)
    archive = LocalHoldings([tmp_path, tmp_path / "page.html"], tmp_path / "index.db")
    archive.update()
    second = len(gzipped([record(URL)]))
    assert [str(each) for each in archive.troubles()] == [
        f"cut.warc.gz: 1 damaged place, the first at {second}: the file ends within a compressed record",
        "info.warc: no captures",
        "page.html: no captures (not a WARC or ARC record)",
    ]
