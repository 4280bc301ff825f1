"""The route of exports: the pages found, as a file for other programs."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Literal

from fastapi import APIRouter, BackgroundTasks, Query
from fastapi.responses import FileResponse
from pydantic import Field

from tidings.api.given import Opened
from tidings.api.models.basic import media
from tidings.api.models.search import FilterParameters
from tidings.collection.export.formats import FORMATS, write_entries
from tidings.collection.export.selection import found
from tidings.collection.export.wacz import write_selection, write_wacz
from tidings.collection.folder import plain_slug
from tidings.collection.pages.fields import own_columns
from tidings.collection.reading import CollectionReader
from tidings.errors import QueryError
from tidings.store.entries import Entry

router = APIRouter(prefix="/collections/{collection}", tags=["exports"])

_WACZ = "application/wacz"
_NUMBER = re.compile(r"[0-9]{1,18}")
_KINDS = (*(each.media_type.partition(";")[0] for each in FORMATS.values()), _WACZ)


class ExportParameters(FilterParameters):
    """The filters of a search, and the form of the file."""

    format: Literal["csv", "jsonl", "parquet", "geojson", "ris", "bibtex", "urls", "wacz"] = "csv"
    text: bool = Field(False, description="With the text of the pages.")
    pages: str | None = Field(
        None,
        max_length=60_000,
        description="Numbers of pages, separated by commas, instead of filters.",
    )

    def numbers(self) -> list[int]:
        """Return the numbers of the pages; raise QueryError for what is none."""
        given = [each for each in (self.pages or "").split(",") if each.strip()]
        wrong = next((each for each in given if not _NUMBER.fullmatch(each.strip())), None)
        if wrong is not None:
            raise QueryError(f"pages: found {wrong[:40]!r}; allowed: numbers such as 3,14,15")
        if not given:
            raise QueryError("pages: found no number; allowed: numbers such as 3,14,15")
        if others := self.model_fields_set - {"pages", "format", "text"}:
            raise QueryError(
                f"pages: found {', '.join(sorted(others))} beside it; allowed: no filter"
            )
        return [int(each) for each in given]


@router.get(
    "/export",
    response_class=FileResponse,
    responses=media(*_KINDS),
)
def export_pages(
    given: Annotated[ExportParameters, Query()], reader: Opened, after: BackgroundTasks
) -> FileResponse:
    """Send the pages found as a file; without pages and filters, a WACZ file holds everything that is archived."""
    folder = Path(tempfile.mkdtemp(prefix="tidings-"))
    after.add_task(shutil.rmtree, folder, ignore_errors=True)
    form = FORMATS.get(given.format)
    path = folder / f"{plain_slug(reader.folder.name)}{form.suffix if form else '.wacz'}"
    try:
        if form is None:
            _write_wacz(given, reader, path)
        else:
            with path.open("wb") as out:
                own, fields = own_columns(reader.folder)
                entries = _chosen(given, reader)
                write_entries(given.format, entries, out, own=own, fields=fields, text=given.text)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    media_type = form.media_type if form else _WACZ
    return FileResponse(path, media_type=media_type, filename=path.name)


def _chosen(given: ExportParameters, reader: CollectionReader) -> Iterable[Entry]:
    if given.pages is not None:
        return reader.all_numbered(given.numbers())
    return found(reader, given.query())


def _write_wacz(given: ExportParameters, reader: CollectionReader, path: Path) -> None:
    if not given.model_fields_set - {"format", "text", "fold"}:
        write_wacz(reader.folder, path)
        return
    numbers = {entry.number: None for entry in _chosen(given, reader)}
    write_selection(reader.folder, numbers, path)
