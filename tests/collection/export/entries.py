"""Entries as a store returns them, and their exports as bytes."""

from __future__ import annotations

import io
from datetime import UTC, datetime

from tidings.collection.export.formats import write_entries
from tidings.model import Evidence, Reason, Score
from tidings.store.entries import Entry

MOMENT = datetime(2024, 5, 1, 12, tzinfo=UTC)


def entry(**values: object) -> Entry:
    usual: dict[str, object] = {
        "number": 1, "visit": 1, "scored_by": "", "url": "http://a.example/1", "outcome": "kept",
        "code": Reason.SCORE, "detail": "0.900, threshold 0.4",
        "priority": 0.5, "depth": 1, "channel": "link", "barred": "", "parent": "http://a.example/",
        "anchor": "more", "found_at": MOMENT, "tries": 0, "captured_at": MOMENT, "status": 200,
        "mime": "text/html", "size": 1234, "digest": "sha1:X", "title": "Flood", "language": "en",
        "published": MOMENT, "dated_by": "meta",
        "score": Score(0.9, {"topic": 0.8, "place": 1.0}, (Evidence("topic", "flood", 0.8),)),
        "file": "flood-00000.warc.gz", "offset": 10, "length": 20,
    }  # fmt: skip
    return Entry(**(usual | values))  # type: ignore[arg-type]


UNVISITED = {
    "captured_at": None, "status": None, "published": None, "score": None, "outcome": "refused",
}  # fmt: skip


def exported(name: str, *entries: Entry, **options: object) -> bytes:
    out = io.BytesIO()
    write_entries(name, entries, out, **options)  # type: ignore[arg-type]
    return out.getvalue()
