"""Writes a collection for other programs: CSV, JSON lines, a list of URLs, WACZ."""

from __future__ import annotations

import contextlib
import csv
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

from tidings.archive import wacz
from tidings.collection.collection import SOFTWARE
from tidings.collection.folder import EVENT_FILE, read_store
from tidings.event.file import load
from tidings.model import Content, CrawlState, Reason, Snapshot
from tidings.store.entries import Entry, Query

_COLUMNS = (
    "url", "outcome", "reason", "score", "topic", "place", "date", "who", "title", "language",
    "published", "dated_by", "captured_at", "status", "mime", "size", "digest", "depth",
    "origin", "parent", "anchor", "priority", "tries", "found_at", "file", "offset", "length", "story",
    "provenance", "names", "type", "type_probability", "countries", "keywords", "lead",
)  # fmt: skip
_ORIGINS = {
    Reason.NOFOLLOW.value: "nofollow",
    Reason.URL_TOO_LONG.value: "too-long",
    Reason.LINKS_PER_PAGE.value: "over-limit",
}
"""Values of the column ``origin`` for barred links; for others it is the channel."""
LEAD_LENGTH = 300
"""Characters of the text that a table shows."""
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""Characters with which a spreadsheet formula begins."""


def write_csv(entries: Iterable[Entry], out: IO[str]) -> None:
    """Write a row for every visit, and for every URL that was never visited."""
    writer = csv.writer(out)
    writer.writerow(_COLUMNS)
    for entry in entries:
        values = flat(entry)
        values["names"] = "; ".join(f"{name} ({count})" for name, count in entry.who)
        values["countries"] = " ".join(values["countries"])
        values["keywords"] = " ".join(values["keywords"])
        writer.writerow([_cell(values[name]) for name in _COLUMNS])


def write_jsonl(entries: Iterable[Entry], out: IO[str]) -> None:
    """Write a JSON object for each row of the table, with text, places, dates and the evidence behind its score."""
    for entry in entries:
        out.write(json_line(entry) + "\n")


def json_line(entry: Entry) -> str:
    """Return an entry and the evidence for its score as one line of JSON."""
    values = flat(entry)
    content = entry.content
    values["names"] = dict(entry.who)
    values["text"] = content.text
    values["places"] = [
        {
            "name": place.name,
            "country": place.country,
            "latitude": place.latitude,
            "longitude": place.longitude,
            "count": count,
        }
        for place, count in ((mention.place, mention.count) for mention in content.places)
    ]
    values["dates"] = [date._asdict() for date in content.dates]
    values["evidence"] = [item._asdict() for item in entry.score.evidence] if entry.score else []
    return json.dumps(values, ensure_ascii=False, default=datetime.isoformat)


def write_urls(entries: Iterable[Entry], out: IO[str]) -> None:
    """Write one URL per line."""
    for entry in entries:
        out.write(entry.url + "\n")


FORMATS: dict[str, Callable[[Iterable[Entry], IO[str]], None]] = {
    "csv": write_csv,
    "jsonl": write_jsonl,
    "urls": write_urls,
}


def flat(entry: Entry) -> dict[str, Any]:
    """Return an entry as plain values, with the main parts of its score as separate values."""
    parts = entry.score.parts if entry.score else {}
    values: dict[str, Any] = {name: getattr(entry, name, None) for name in _COLUMNS}
    values["score"] = entry.score.value if entry.score else None
    values["origin"] = _ORIGINS.get(entry.barred, entry.channel)
    values["type"], values["type_probability"] = entry.type or (None, None)
    content = entry.content
    values["countries"] = countries(content)
    values["keywords"] = content.keywords
    values["lead"] = " ".join(content.text[:LEAD_LENGTH].split())
    return values | {name: parts.get(name) for name in ("topic", "place", "date", "who")}


def countries(content: Content) -> list[str]:
    """Return the countries a page names, the most frequent first."""
    counts: Counter[str] = Counter()
    for mention in content.places:
        if mention.place.country:
            counts[mention.place.country] += mention.count
    return [country for country, _ in counts.most_common()]


def _cell(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, str) and value.startswith(_FORMULA):
        return "'" + value
    return value


def write_wacz(folder: Path, out: Path) -> None:
    """Write a collection as one WACZ file: archive, index, pages, event file and scores."""
    with contextlib.closing(read_store(folder)) as stored:
        stored.freeze()
        captures, state = list(stored.visits.archived()), stored.state.load()
        wacz.write_wacz(out, _contents(folder, captures, state, stored.ledger.entries))


def _about(entry: Entry) -> dict[str, Any]:
    """Return facts about a page for the list of pages in a WACZ file."""
    about = {
        "language": entry.language,
        "countries": countries(entry.content),
        "names": [name.name for name in entry.who],
        "type": entry.type.name if entry.type else "",
    }
    return {name: value for name, value in about.items() if value}


def _contents(
    folder: Path,
    captures: Sequence[Snapshot],
    state: CrawlState,
    entries: Callable[[Query], Iterator[Entry]],
) -> wacz.WaczContents:
    names = sorted({capture.pointer.file for capture in captures})
    return wacz.WaczContents(
        title=load(folder / EVENT_FILE).event.name,
        software=SOFTWARE,
        created=datetime.now(UTC),
        warcs=[
            wacz.WarcPrefix(
                path, state.warc_length if path.name == state.warc_file else path.stat().st_size
            )
            for path in (folder / "archive" / name for name in names)
        ],
        captures=captures,
        pages=(
            wacz.WaczPage(
                entry.url,
                entry.captured_at,
                entry.title,
                entry.score.value,
                text=entry.content.text,
                about=_about(entry),
            )
            for entry in entries(Query(outcome="kept", all_visits=True))
            if entry.captured_at and entry.score
        ),
        extras={
            "tidings/event.toml": [(folder / EVENT_FILE).read_bytes()],
            "tidings/scores.jsonl": (
                (json_line(entry) + "\n").encode(errors="replace")
                for entry in entries(Query(all_visits=True))
                if entry.score
            ),
        },
    )
