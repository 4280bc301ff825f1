"""What we write passes the tools archivists use: warcio's check, cdxj-indexer, pywb."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from tests.archive.captures import FACTS, HTML, NOON, VARIED
from tests.oracle import oracle, pywb
from tidings.archive.index.cdx import REVISIT, write_index
from tidings.archive.write.records import response_records, revisit_records, uri
from tidings.archive.write.warc import WarcArchive
from tidings.model import Snapshot

pytestmark = pytest.mark.oracle

AGAIN = NOON + timedelta(days=2)


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with all kinds of captures, a revisit among them, and our index of it."""
    folder = tmp_path_factory.mktemp("collection")
    files = WarcArchive(folder / "archive", "flood", 5000, "tidings/test")
    rows = []
    for page in VARIED.values():
        records, length, digest = response_records(page, FACTS)
        pointer = files.append(records)._replace(length=length)
        rows.append(
            Snapshot(
                page.url,
                page.captured_at,
                page.header("Content-Type"),
                page.status,
                digest,
                pointer,
            )
        )
    original = rows[1]
    again = VARIED["gzip"]._replace(url="http://news.example/again", captured_at=AGAIN)
    records, length = revisit_records(
        again,
        FACTS,
        original_url=original.url,
        original_date=original.captured_at,
        digest=original.digest,
    )
    pointer = files.append(records)._replace(length=length)
    rows.append(Snapshot(again.url, AGAIN, REVISIT, again.status, original.digest, pointer))
    files.close()
    (folder / "indexes").mkdir()
    write_index(folder / "indexes" / "index.cdxj", rows)
    return folder


@pytest.fixture(scope="module")
def replay(collection: Path) -> Iterator[str]:
    with pywb(collection) as base:
        yield base


def get(address: str, **headers: str) -> bytes:
    with urlopen(Request(address, headers=headers), timeout=60) as answer:
        return bytes(answer.read())


def warcs(collection: Path) -> list[Path]:
    return sorted((collection / "archive").iterdir())


def test_missing_environment_fails_and_says_how():
    with pytest.raises(AssertionError, match="make oracle"):
        oracle("no-such-program")


def test_warcio_check_is_clean(collection: Path):
    result = oracle("warcio", "check", "-v", *warcs(collection))
    assert result.returncode == 0, result.stdout + result.stderr
    assert result.stderr == ""
    verdicts = Counter(line.strip() for line in result.stdout.splitlines() if "digest" in line)
    records = sum(2 + bool(page.request_headers) for page in VARIED.values())
    assert verdicts == {
        "digest pass": len(warcs(collection)) + records + 2,  # request and metadata of the revisit
        "digest present but not checked (revisit)": 1,
    }


def test_check_would_notice_damage(collection: Path, tmp_path: Path):
    data = gzip.decompress(warcs(collection)[0].read_bytes()).replace(
        b"four metres", b"five metres"
    )
    (tmp_path / "bad.warc").write_bytes(data)
    assert oracle("warcio", "check", tmp_path / "bad.warc").returncode != 0


def test_cdxj_indexer_writes_the_same_index(collection: Path):
    result = oracle("cdxj-indexer", "-s", *warcs(collection))
    assert result.returncode == 0, result.stderr
    assert (
        collection / "indexes" / "index.cdxj"
    ).read_text().splitlines() == result.stdout.splitlines()


@pytest.mark.parametrize("kind", [kind for kind in VARIED if kind not in ("empty", "redirect")])
def test_pywb_returns_the_bytes_we_kept(replay: str, kind: str):
    page = VARIED[kind]
    request = f"{replay}/20261115120000id_/{uri(page.url)}"
    if kind == "not found":
        with pytest.raises(OSError, match="404"):
            get(request)
    else:
        assert get(request, **{"Accept-Encoding": "gzip, br"}) == page.body


def test_pywb_shows_the_page(replay: str):
    for kind in ("plain", "gzip", "brotli"):
        shown = get(f"{replay}/20261115120000mp_/{VARIED[kind].url}").decode()
        assert "The river Ahr rose by four metres. Überflutung" in shown
        assert "wombat" in shown  # rewritten for replay, so pywb took it for a page


def test_pywb_finds_it_through_our_index(replay: str):
    answer = get(f"{replay}/cdx?url=news.example/br%3Fa%3D1%26b%3D2&output=json").splitlines()
    (found,) = map(json.loads, answer)
    assert found["url"] == VARIED["brotli"].url
    assert (found["timestamp"], found["status"], found["mime"]) == (
        "20261115120000",
        "200",
        "text/html",
    )
    everything = get(f"{replay}/cdx?url=news.example/*&output=json").splitlines()
    assert len(everything) == 13


def test_revisit_replays_the_original_bytes(replay: str):
    body = get(
        f"{replay}/20261117120000id_/http://news.example/again", **{"Accept-Encoding": "gzip"}
    )
    assert gzip.decompress(body) == HTML.encode()
    assert "four metres" in get(f"{replay}/20261117120000mp_/http://news.example/again").decode()
