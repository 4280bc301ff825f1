"""Writes a collection as one WACZ file: archive, index, pages, event file and scores."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tidings.archive import wacz
from tidings.collection.collection import SOFTWARE
from tidings.collection.export.objects import as_json
from tidings.collection.export.rows import countries, row_of
from tidings.collection.folder import EVENT_FILE, read_store
from tidings.event.file import load
from tidings.model import CrawlState, Snapshot
from tidings.store.entries import Entry, Query


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
                as_json(row_of(entry, text=True)) + b"\n"
                for entry in entries(Query(all_visits=True))
                if entry.score
            ),
        },
    )
