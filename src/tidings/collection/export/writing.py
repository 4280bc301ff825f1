"""Writes pages of a collection to a file, in the format that its name shows."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from tidings.collection.export.formats import FORMATS, write_entries
from tidings.collection.pages.fields import own_columns
from tidings.disk.writing import atomic_file
from tidings.errors import TidingsError
from tidings.store.entries import Entry

if TYPE_CHECKING:
    from tidings.collection.reading import CollectionReader


def export(
    reader: CollectionReader,
    path: Path,
    entries: Iterable[Entry],
    format_name: str = "",
    *,
    text: bool = False,
) -> None:
    """Write entries to a file; it appears when it is complete."""
    name = format_name or _format_of(path)
    if name not in FORMATS:
        raise TidingsError(f"format: found {name!r}; allowed: {', '.join(FORMATS)}")
    own, fields = own_columns(reader.folder)
    with atomic_file(path) as out:
        write_entries(name, entries, out, own=own, fields=fields, text=text)


def _format_of(path: Path) -> str:
    """Return the format with the ending of a file."""
    endings = {form.suffix: name for name, form in FORMATS.items()}
    if path.suffix not in endings:
        allowed = ", ".join(endings)
        raise TidingsError(f"{path}: found an unknown ending; allowed: {allowed}, or a format")
    return endings[path.suffix]
