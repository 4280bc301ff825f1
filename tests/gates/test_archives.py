"""Archives on real files: the right snapshot is chosen every time, and every record is seen that other readers agree on."""

from __future__ import annotations

import csv
import hashlib
import warnings
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import pytest
from warcio.archiveiterator import ArchiveIterator as WarcioIterator
from warcio.exceptions import ArchiveLoadFailed

from tests.corpora import DATA, corpus
from tidings.archive.files.stored import Damage, scan
from tidings.archive.holdings import LocalHoldings
from tidings.archive.index.cdx import REVISIT
from tidings.archive.index.dialects import read_any_index
from tidings.archive.selection import choose
from tidings.model import Snapshot, TimeSpan

with warnings.catch_warnings():  # fastwarc warns about its own legacy classes when imported
    warnings.simplefilter("ignore", DeprecationWarning)
    from fastwarc.warc import ArchiveIterator as FastwarcIterator

VERSIONS, EXPECTED = "webs/versions-dev.warc.gz", "webs/versions-dev.expected.tsv"
EXPECTED_DIGEST = "5dc07ec5322317791b292ad9fdbbb8fcafd801282ea6c45e8e43a6d8d06be3a9"
EXPECTED_ROWS = 29_900
SAMPLES = sorted((DATA / "warc").glob("*arc*"))
DAMAGED = {
    "ipwb-broken.warc",
    "resiliparse-clipped.warc.gz",
    "warcio-wrong-chunks.warc.gz",
}
"""Those, and no others, are known to be damaged."""


class Seen(NamedTuple):
    """A capture as a reader sees it."""

    kind: str
    url: str
    date: datetime | None
    digest: str
    offset: int


def moment(text: str) -> datetime | None:
    """Return a date if it is a proper one."""
    try:
        return datetime.fromisoformat(text).astimezone(UTC).replace(microsecond=0)
    except ValueError:
        return None


def seen(kind: str, url: str | None, date: str, digest: str | None, offset: int) -> Iterator[Seen]:
    target = (url or "").strip("<>")
    if kind in ("response", "resource", "revisit") and target.startswith("http"):
        yield Seen(
            "revisit" if kind == "revisit" else "capture",
            target,
            moment(date),
            digest or "",
            offset,
        )


def seen_by_fastwarc(path: Path) -> Iterator[Seen]:
    try:
        for record in FastwarcIterator(str(path), parse_http=False, fsspec_args=False):
            told = record.headers
            yield from seen(
                str(record.record_type),
                told.get("WARC-Target-URI"),
                told.get("WARC-Date", ""),
                told.get("WARC-Payload-Digest"),
                record.stream_pos,
            )
    except OSError:
        return


def seen_by_warcio(path: Path) -> Iterator[Seen]:
    try:
        with path.open("rb") as file:
            iterator = WarcioIterator(file, arc2warc=True, no_record_parse=True)
            for record in iterator:
                told = record.rec_headers
                yield from seen(
                    record.rec_type,
                    told.get_header("WARC-Target-URI"),
                    told.get_header("WARC-Date") or "",
                    told.get_header("WARC-Payload-Digest"),
                    iterator.get_record_offset(),
                )
    except ArchiveLoadFailed:
        return


def seen_by_us(path: Path) -> tuple[dict[tuple[int, str], Snapshot], dict[int, str]]:
    found = list(scan(path, path.name))
    snapshots = [each for each in found if isinstance(each, Snapshot)]
    places = {each.offset: each.reason for each in found if isinstance(each, Damage)}
    return {(each.pointer.offset, each.url): each for each in snapshots}, places


@pytest.fixture(scope="module")
def versions(tmp_path_factory: pytest.TempPathFactory) -> LocalHoldings:
    digest = hashlib.sha256(corpus(EXPECTED).read_bytes()).hexdigest()
    assert digest == EXPECTED_DIGEST, f"{EXPECTED} has changed: check it and pin its digest"
    archive = LocalHoldings([corpus(VERSIONS)], tmp_path_factory.mktemp("index") / "captures.index")
    assert archive.update().counts == (1, 5262, 0)
    return archive


@pytest.mark.gate
async def test_every_expected_snapshot_is_chosen(versions: LocalHoldings) -> None:
    rows = wrong = 0
    with corpus(EXPECTED).open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            span = TimeSpan(
                *(
                    datetime.strptime(row[end] + "+0000", "%Y%m%d%H%M%S%z")
                    for end in ("from", "until")
                )
            )
            found = choose(await versions.snapshots(row["url"]), span)
            rows += 1
            wrong += not found or f"{found.captured_at:%Y%m%d%H%M%S}" != row["timestamp"]
    assert (rows, wrong) == (EXPECTED_ROWS, 0)


@pytest.mark.gate
@pytest.mark.parametrize("path", SAMPLES or [None], ids=lambda path: path.name if path else "none")
def test_what_readers_agree_on_is_in_the_index(path: Path | None) -> None:
    path = path or corpus("warc")
    warcio = set(seen_by_warcio(path))
    agreed = warcio if ".arc" in path.name else warcio & set(seen_by_fastwarc(path))
    ours, damages = seen_by_us(path)
    for record in agreed:
        snapshot = ours.get((record.offset, record.url))
        if not snapshot:
            assert record.offset in damages, record
            continue
        assert (snapshot.mime == REVISIT) == (record.kind == "revisit")
        assert record.date in (snapshot.captured_at, None)
        assert record.digest in (snapshot.digest, "")
    assert bool(damages) == (path.name in DAMAGED), damages
    if path.name not in DAMAGED and "one-gzip-member" not in path.name:
        assert set(ours) == {(each.offset, each.url) for each in warcio}


@pytest.mark.gate
def test_a_real_index_says_the_same_of_the_same_file() -> None:
    path = corpus("warc/pywb-iana.warc.gz")
    ours = {
        (each.url, each.captured_at, each.digest, each.pointer[1:])
        for each in scan(path, path.name)
        if isinstance(each, Snapshot)
    }
    for name in ("pywb-iana.cdxj", "pywb-iana.cdx"):
        told = list(read_any_index(path.with_name(name)))
        rows = {
            (each.url, each.captured_at, each.digest, each.pointer[1:])
            for each in told
            if isinstance(each, Snapshot)
        }
        assert len(rows) == len(told) == 171
        assert rows == ours


@pytest.mark.gate
async def test_every_capture_with_a_payload_can_be_read(tmp_path: Path) -> None:
    archive = LocalHoldings([corpus("warc")], tmp_path / "captures.index")
    assert archive.update().counts.files == len(SAMPLES)
    read = 0
    for snapshots in archive.by_url():
        for snapshot in snapshots:
            capture = await archive.load(snapshot)
            assert (capture.url, capture.status) == (snapshot.url, snapshot.status)
            assert capture.record.startswith(b"\x1f\x8b")
            read += 1
    assert read >= 600
    await archive.close()
