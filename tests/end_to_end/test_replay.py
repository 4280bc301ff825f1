"""What a crawl leaves behind opens in the replay tool archivists use."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from urllib.parse import quote
from urllib.request import Request, urlopen

import pytest

from tests.archive.captures import stored_capture
from tests.end_to_end.world import crawl_to_the_end, entries, served, write_event
from tests.oracle import oracle, pywb
from tidings.model import Pointer

pytestmark = pytest.mark.oracle


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("replay")
    with served(folder, seed=2, pages=200) as world:
        settings = {"fetch": "delay = 0.02", "budget": "pages = 120"}
        path = write_event(folder / "collection", world.web.events[0], world.port, **settings)
        crawl_to_the_end(path)
    return path


def body_of(url: str) -> bytes:
    with urlopen(Request(url, headers={"Accept-Encoding": "identity"}), timeout=60) as answer:
        body = answer.read()
    return gzip.decompress(body) if body[:2] == b"\x1f\x8b" else body


def test_pywb_replays_kept_pages_and_finds_them_in_its_index(collection: Path) -> None:
    kept = entries(collection, "kept")
    assert len(kept) > 5
    with pywb(collection) as base:
        for entry in kept[:5]:
            stamp = f"{entry.captured_at:%Y%m%d%H%M%S}"
            pointer = Pointer(entry.file, entry.offset, entry.length)
            stored = stored_capture(collection / "archive", pointer).body
            plain = gzip.decompress(stored) if stored[:2] == b"\x1f\x8b" else stored
            assert body_of(f"{base}/{stamp}id_/{entry.url}") == plain
            rewritten = body_of(f"{base}/{stamp}mp_/{entry.url}").decode("utf-8", "replace")
            assert entry.title.split(" | ")[0].split("'")[0][:20] in rewritten
            lines = body_of(f"{base}/cdx?url={quote(entry.url, safe='')}&output=json").splitlines()
            found = [json.loads(line) for line in lines]
            assert [line["timestamp"] for line in found] == [stamp]
            assert found[0]["digest"].removeprefix("sha1:") == entry.digest.removeprefix("sha1:")


def test_a_redirect_leads_to_its_target_in_replay(collection: Path) -> None:
    moved = entries(collection, "redirected")
    assert moved, "the web held no redirect, the test shows nothing"
    for entry in moved[:3]:
        capture = stored_capture(
            collection / "archive", Pointer(entry.file, entry.offset, entry.length)
        )
        assert capture.status in (301, 302, 303, 307, 308)
        assert capture.header("Location")


def test_the_independent_indexer_agrees_with_our_index(collection: Path) -> None:
    files = sorted((collection / "archive").glob("*.warc.gz"))
    theirs = oracle("cdxj-indexer", "-s", *files).stdout.splitlines()
    ours = (collection / "indexes" / "index.cdxj").read_text(encoding="utf-8").splitlines()
    assert len(ours) == len(theirs)
    assert [line.split("{")[0] for line in ours] == [line.split("{")[0] for line in theirs]
