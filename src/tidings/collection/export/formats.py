"""The formats of an export, by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import BinaryIO, NamedTuple

from tidings.collection.export.citations import write_bibtex, write_ris
from tidings.collection.export.objects import write_geojson, write_jsonl
from tidings.collection.export.parquet import write_parquet
from tidings.collection.export.rows import COLUMNS, OwnValues, Row, rows
from tidings.collection.export.tables import write_csv, write_urls
from tidings.store.entries import Entry


class Format(NamedTuple):
    """A form of files for other programs."""

    write: Callable[[Iterable[Row], BinaryIO, Sequence[str]], None]
    """Writes rows that have these columns."""
    media_type: str
    suffix: str
    is_binary: bool = False
    """Whether a terminal should not show it."""
    of_pages: bool = False
    """Whether it makes sense only for pages, not for URLs that were never fetched."""
    has_text: bool = False
    """Whether it always has the text."""


FORMATS: dict[str, Format] = {
    "csv": Format(write_csv, "text/csv; charset=utf-8", ".csv"),
    "jsonl": Format(write_jsonl, "application/jsonl", ".jsonl", has_text=True),
    "parquet": Format(write_parquet, "application/vnd.apache.parquet", ".parquet", is_binary=True),
    "geojson": Format(write_geojson, "application/geo+json", ".geojson", of_pages=True),
    "ris": Format(write_ris, "application/x-research-info-systems", ".ris", of_pages=True),
    "bibtex": Format(write_bibtex, "application/x-bibtex", ".bib", of_pages=True),
    "urls": Format(write_urls, "text/plain; charset=utf-8", ".txt"),
}
"""All formats that are made of rows; a WACZ file holds the whole collection (``wacz.py``)."""


def write_entries(
    name: str,
    entries: Iterable[Entry],
    out: BinaryIO,
    *,
    own: OwnValues | None = None,
    fields: Sequence[str] = (),
    text: bool = False,
) -> None:
    """Write entries in a format, one after the other; ``fields`` are the names of the user's own fields."""
    text = text or FORMATS[name].has_text
    columns = [*COLUMNS, *fields, *(["text"] if text else [])]
    FORMATS[name].write(rows(entries, own, text=text), out, columns)
