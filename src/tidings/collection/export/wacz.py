"""Writes a collection, or some of its pages, as one WACZ file: archive, index, pages, event file and scores."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tidings.archive import wacz
from tidings.archive.index.cdx import REVISIT
from tidings.archive.objects.places import bring_back, is_away, open_away
from tidings.archive.write.records import warcinfo_record
from tidings.collection.collection import SOFTWARE
from tidings.collection.export.objects import as_json
from tidings.collection.export.rows import countries, row_of
from tidings.collection.folder import EVENT_FILE, read_store
from tidings.errors import CollectionError
from tidings.event.file import load
from tidings.model import Pointer, Query, Snapshot
from tidings.ports import StoreReader
from tidings.store.entries import Entry

_SELECTION = "selection.warc.gz"


def write_wacz(folder: Path, out: Path) -> None:
    """Write a collection as one WACZ file: archive, index, pages, event file and scores."""
    with contextlib.closing(read_store(folder)) as stored:
        stored.freeze()
        captures, state = list(stored.visits.archived()), stored.state.load()
        names = sorted({capture.pointer.file for capture in captures})
        bring_back(folder / "archive", names)
        warcs = [
            wacz.WarcPrefix(
                path, state.warc_length if path.name == state.warc_file else path.stat().st_size
            )
            for path in (folder / "archive" / name for name in names)
        ]
        kept = stored.ledger.entries(Query(outcome="kept", all_visits=True))
        scored = stored.ledger.entries(Query(all_visits=True))
        wacz.write_wacz(out, _contents(folder, warcs, captures, kept, scored))


def write_selection(folder: Path, numbers: Collection[int], out: Path) -> None:
    """Write some pages of a collection as one WACZ file: all their versions, and what they need to be shown.

    Raise CollectionError if none of them is archived.
    """
    with (
        contextlib.closing(read_store(folder)) as stored,
        tempfile.TemporaryDirectory(prefix="tidings-") as scratch,
    ):
        stored.freeze()
        visits = [entry for number in numbers for entry in stored.ledger.visits_of(number)]
        archived = [entry for entry in visits if entry.file]
        if not archived:
            raise CollectionError(f"{folder.name}: none of these pages is archived")
        warc = Path(scratch) / _SELECTION
        captures = _copied(folder / "archive", _of_pages(stored, archived), warc)
        warcs = [wacz.WarcPrefix(warc, warc.stat().st_size)]
        wacz.write_wacz(out, _contents(folder, warcs, captures, archived, visits))


def _of_pages(stored: StoreReader[Entry], visits: Sequence[Entry]) -> list[Snapshot]:
    """Return the captures of some visits, of what they need, and of the payloads that revisits refer to."""
    urls = {url for each in visits for url in stored.requisites.needed(each.visit or 0)}
    records = {(each.file, each.offset) for each in visits}
    everything = list(stored.visits.archived())
    chosen = [each for each in everything if each.pointer[:2] in records or each.url in urls]
    held = {each.digest for each in chosen if each.mime != REVISIT}
    lacking = {each.digest for each in chosen} - held
    for each in everything:
        if each.digest in lacking and each.mime != REVISIT:
            lacking.discard(each.digest)
            chosen.append(each)
    return chosen


def _copied(archive: Path, captures: Sequence[Snapshot], out: Path) -> list[Snapshot]:
    """Copy the records of captures into one WARC file; return the captures with their new places."""
    moved = []
    with out.open("wb") as file:
        file.write(warcinfo_record(out.name, SOFTWARE, {}))
        for capture in captures:
            start = file.tell()
            file.write(_record(archive, capture.pointer))
            pointer = Pointer(out.name, start, capture.pointer.length)
            moved.append(capture._replace(pointer=pointer))
    return moved


def _record(archive: Path, pointer: Pointer) -> bytes:
    path = archive / pointer.file
    try:
        with open_away(path) if is_away(path) else path.open("rb") as file:
            file.seek(pointer.offset)
            record = file.read(pointer.length)
    except OSError as error:
        raise CollectionError(f"{path}: cannot be read ({error.strerror or error}).") from error
    if len(record) < pointer.length:
        raise CollectionError(f"{path}: {pointer.length - len(record)} bytes are missing.")
    return record


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
    warcs: Sequence[wacz.WarcPrefix],
    captures: Sequence[Snapshot],
    pages: Iterable[Entry],
    scored: Iterable[Entry],
) -> wacz.WaczContents:
    return wacz.WaczContents(
        title=load(folder / EVENT_FILE, needs_seeds=False).event.name,
        software=SOFTWARE,
        created=datetime.now(UTC),
        warcs=warcs,
        captures=captures,
        pages=_pages(pages),
        extras={
            "tidings/event.toml": [(folder / EVENT_FILE).read_bytes()],
            "tidings/scores.jsonl": (
                as_json(row_of(entry, text=True)) + b"\n" for entry in scored if entry.score
            ),
        },
    )


def _pages(entries: Iterable[Entry]) -> Iterator[wacz.WaczPage]:
    for entry in entries:
        if entry.captured_at and entry.score:
            yield wacz.WaczPage(
                entry.url,
                entry.captured_at,
                entry.title,
                entry.score.value,
                text=entry.content.text,
                about=_about(entry),
            )
