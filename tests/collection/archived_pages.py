"""Collections whose archive holds given captures, without a crawl."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from tests.collection.stored_pages import EVENT
from tidings.archive.digests import payload_digest
from tidings.archive.write.records import response_records, revisit_records
from tidings.collection.collection import Collection, open_collection
from tidings.model import Candidate, Capture, Link, Outcome, Reason, Verdict, Visit
from tidings.urls import host_of, url_id


def archive(folder: Path, captures: Iterable[Capture]) -> Path:
    """Make a collection that holds captures, a page with known bytes as a revisit; return its folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "event.toml").write_text(EVENT, encoding="utf-8")
    with open_collection(folder, prefix="web", warc_megabytes=1) as collection:
        for capture in captures:
            _save(collection, capture)
    return folder


def _save(collection: Collection, capture: Capture) -> None:
    links, digest = collection.links, payload_digest(capture.body)
    original = collection.visits.original(digest)
    reason = Reason.SAME_BYTES if original else Reason.SCORE
    verdict = Verdict(
        Outcome.DUPLICATE if original else Outcome.KEPT, reason, original.url if original else ""
    )
    link = links.find(url_id(capture.url))
    if link is None:
        host = next((each.id for each in links.hosts() if each.name == host_of(capture.url)), None)
        candidate = Candidate(url_id(capture.url), 0.5, Link(capture.url))
        host = host or links.add_host(host_of(capture.url))
        link = links.add(candidate, host, capture.captured_at.timestamp(), verdict, final=True)
    links.finish(link.seq, verdict)
    if original:
        records, length = revisit_records(
            capture,
            {},
            original_url=original.url,
            original_date=original.captured_at,
            digest=digest,
        )
    else:
        records, length, _ = response_records(capture, {})
    pointer = collection.archive.append(records)._replace(length=length)
    mime = capture.header("Content-Type").partition(";")[0]
    visit = Visit(
        capture.url, capture.captured_at, capture.status, verdict, mime=mime, digest=digest, size=len(capture.body)
    )  # fmt: skip
    collection.visits.save(link.seq, visit, pointer)
