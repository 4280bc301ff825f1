"""A real pywb is asked in every way it offers, and gives back what was archived, byte for byte."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from tests.archive.captures import FACTS, HTML, NOON, VARIED, capture, encoded, stored_capture
from tests.oracle import pywb
from tests.web.conftest import AGENT, LOOPBACK, ManualClock
from tidings.archive.digests import payload_digest
from tidings.archive.index.cdx import REVISIT, write_index
from tidings.archive.remote import open_remote
from tidings.archive.write.records import response_records, revisit_records, uri
from tidings.archive.write.warc import WarcArchive
from tidings.model import Capture, Snapshot
from tidings.ports import Holdings
from tidings.settings import FetchSettings

pytestmark = pytest.mark.oracle

MOMENT = NOON.replace(microsecond=0)
GZIP = VARIED["gzip"]
LATER = MOMENT + timedelta(days=1)
AGAIN = MOMENT + timedelta(days=2)
ELSEWHERE = "https://other.example/new?utm_source=x&y#z"
BUSY = capture(
    "http://news.example/busy",
    headers=(
        ("Content-Type", "text/html"),
        ("Date", "Sun, 15 Nov 2026 11:59:59 GMT"),
        ("Link", "</a.css>; rel=preload"),
        ("Cache-Control", "max-age=1"),
        ("Content-Length", str(len(HTML.encode()))),
    ),
)
PAGES = [
    *(page for kind, page in VARIED.items() if kind not in ("large", "odd headers", "no headers")),
    encoded(GZIP.url, "gzip", GZIP.body, captured_at=LATER),
    capture("http://news.example/moved-away", b"", status=302, headers=(("Location", ELSEWHERE),)),
    BUSY,
]


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("remote")
    files = WarcArchive(folder / "archive", "flood", 10**9, "tidings/test")
    rows = []
    for page in PAGES:
        records, length, digest = response_records(page, FACTS)
        pointer = files.append(records)._replace(length=length)
        mime = page.header("Content-Type")
        rows.append(Snapshot(page.url, page.captured_at, mime, page.status, digest, pointer))
    first = next(row for row in rows if row.url == GZIP.url)
    records, length = revisit_records(
        GZIP._replace(captured_at=AGAIN),
        FACTS,
        original_url=first.url,
        original_date=first.captured_at,
        digest=first.digest,
    )
    pointer = files.append(records)._replace(length=length)
    rows.append(Snapshot(GZIP.url, AGAIN, REVISIT, 200, first.digest, pointer))
    files.close()
    (folder / "indexes").mkdir()
    write_index(folder / "indexes" / "index.cdxj", rows)
    return folder


@pytest.fixture(scope="module")
def served(collection: Path) -> Iterator[str]:
    with pywb(collection) as root:
        yield root


FORMS = {
    "detected": "{root}",
    "cdx": "cdx+{root}/cdx",
    "link": "memento+{root}/timemap/link/",
    "json": "memento+{root}/timemap/json/",
    "cdxj": "memento+{root}/timemap/cdxj/",
}


@pytest.fixture(params=FORMS)
async def holdings(request, served: str, clock: ManualClock) -> AsyncIterator[Holdings]:
    settings = FetchSettings(delay=0.0, allow=LOOPBACK)
    name = FORMS[request.param].format(root=served)
    opened = open_remote(name, settings, AGENT, clock, near=AGAIN)
    yield opened
    await opened.close()


async def test_all_captures_of_an_address_are_listed_and_loaded(holdings: Holdings) -> None:
    found = await holdings.snapshots(GZIP.url)
    assert [each.captured_at for each in found] == [MOMENT, LATER, AGAIN]
    for each in found:
        loaded = await holdings.load(each)
        assert (loaded.url, loaded.captured_at, loaded.status) == (GZIP.url, each.captured_at, 200)
        assert (loaded.body, loaded.header("Content-Encoding")) == (GZIP.body, "gzip")
        assert each.digest in ("", payload_digest(loaded.body))
        assert loaded.provenance == each.pointer.file


async def test_an_unknown_address_has_no_captures(holdings: Holdings) -> None:
    await holdings.snapshots(GZIP.url)
    assert await holdings.snapshots("http://nowhere.example/") == []


@pytest.fixture
async def cdx(served: str, clock: ManualClock) -> AsyncIterator[Holdings]:
    settings = FetchSettings(delay=0.0, allow=LOOPBACK)
    opened = open_remote(f"cdx+{served}/cdx", settings, AGENT, clock)
    yield opened
    await opened.close()


async def loaded_again(holdings: Holdings, page: Capture) -> Capture:
    found = await holdings.snapshots(uri(page.url))
    wanted = page.captured_at.replace(microsecond=0)
    return await holdings.load(next(each for each in found if each.captured_at == wanted))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.url)
async def test_every_kind_of_capture_comes_back_as_it_was(cdx: Holdings, page: Capture) -> None:
    loaded = await loaded_again(cdx, page)
    assert (loaded.url, loaded.status, loaded.body) == (uri(page.url), page.status, page.body)
    assert payload_digest(loaded.body) == payload_digest(page.body)
    for name in ("Content-Type", "Location", "Link", "Cache-Control"):
        assert loaded.header(name) == page.header(name)


async def test_the_archives_own_headers_are_gone(cdx: Holdings) -> None:
    assert set((await loaded_again(cdx, BUSY)).headers) == set(BUSY.headers)


async def test_kept_again_it_has_the_archived_date_and_digest(
    cdx: Holdings, tmp_path: Path
) -> None:
    loaded = await loaded_again(cdx, GZIP)
    records, length, digest = response_records(loaded, {"provenance": loaded.provenance})
    files = WarcArchive(tmp_path, "copy", 10**9, "tidings/test")
    pointer = files.append(records)._replace(length=length)
    files.close()
    kept = stored_capture(tmp_path, pointer)
    assert (kept.captured_at, kept.body) == (MOMENT, GZIP.body)
    assert digest == payload_digest(GZIP.body)


async def test_a_timegate_leads_to_the_nearest(served: str, clock: ManualClock) -> None:
    settings = FetchSettings(delay=0.0, allow=LOOPBACK)
    opened = open_remote(f"timegate+{served}/", settings, AGENT, clock, near=LATER)
    (found,) = await opened.snapshots(GZIP.url)
    assert found.captured_at == LATER
    assert (await opened.load(found)).body == GZIP.body
    await opened.close()
