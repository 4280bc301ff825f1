"""A ledger as files other programs read: CSV, JSON lines, a plain list of addresses."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import IO, Any

from tidings.store.ledger import Entry

_COLUMNS = (
    "url", "outcome", "reason", "score", "topic", "place", "date", "title", "language",
    "published", "dated_by", "captured_at", "status", "mime", "size", "digest", "depth",
    "origin", "parent", "anchor", "priority", "tries", "found_at", "file", "offset", "length", "story",
)  # fmt: skip
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for a formula at the beginning of a cell."""


def write_csv(entries: Iterable[Entry], out: IO[str]) -> None:
    """Write one row per address."""
    writer = csv.writer(out)
    writer.writerow(_COLUMNS)
    for entry in entries:
        values = flat(entry)
        writer.writerow([_cell(values[name]) for name in _COLUMNS])


def write_jsonl(entries: Iterable[Entry], out: IO[str]) -> None:
    """Write one JSON object per address, with the evidence behind its score."""
    for entry in entries:
        values = flat(entry)
        values["evidence"] = (
            [item._asdict() for item in entry.score.evidence] if entry.score else []
        )
        out.write(json.dumps(values, ensure_ascii=False, default=str) + "\n")


def write_urls(entries: Iterable[Entry], out: IO[str]) -> None:
    """Write one address per line."""
    for entry in entries:
        out.write(entry.url + "\n")


FORMATS: dict[str, Callable[[Iterable[Entry], IO[str]], None]] = {
    "csv": write_csv,
    "jsonl": write_jsonl,
    "urls": write_urls,
}


def flat(entry: Entry) -> dict[str, Any]:
    """Return an entry as plain values, the parts of its score beside it."""
    parts = entry.score.parts if entry.score else {}
    values: dict[str, Any] = {name: getattr(entry, name, None) for name in _COLUMNS}
    values["score"] = entry.score.value if entry.score else None
    return values | {name: parts.get(name) for name in ("topic", "place", "date")}


def _cell(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, str) and value.startswith(_FORMULA):
        return "'" + value
    return value
