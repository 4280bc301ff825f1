"""Routes of captures: the archived record as it is, and the text that was read."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Response
from fastapi.responses import PlainTextResponse

from tidings.api.given import Number, Opened
from tidings.api.models.basic import media
from tidings.api.served import NotServed, inside
from tidings.store.entries import Entry

router = APIRouter(prefix="/collections/{collection}/visits/{visit}", tags=["captures"])

_LARGEST = 200_000_000
"""Bytes of a record that is sent."""
WARC = "application/warc"


def _visited(visit: Number, reader: Opened) -> Entry:
    entry = reader.of_visit(visit)
    if entry is None:
        raise NotServed(f"{visit}: no such visit in this collection")
    return entry


Visited = Annotated[Entry, Depends(_visited)]


@router.get("/record", response_class=Response, responses=media(WARC))
def read_record(entry: Visited, reader: Opened) -> Response:
    """Send the archived record of a visit, a gzip member of WARC, byte for byte."""
    if not entry.file or not 0 < entry.length <= _LARGEST:
        raise NotServed(f"visit {entry.visit}: not archived")
    try:
        with inside(reader.folder, f"archive/{entry.file}").open("rb") as file:
            file.seek(entry.offset)
            record = file.read(entry.length)
    except OSError as error:
        raise NotServed(f"visit {entry.visit}: its file cannot be read") from error
    name = f"visit-{entry.visit}.warc.gz"
    return Response(record, 200, _safe(f'attachment; filename="{name}"'), WARC)


@router.get("/text", response_class=PlainTextResponse, responses=media("text/plain"))
def read_text(entry: Visited) -> PlainTextResponse:
    """Send the text that was read on a visit."""
    text = entry.content.text.encode("utf-8", "replace").decode()
    return PlainTextResponse(text, headers=_safe("inline"))


def _safe(disposition: str) -> dict[str, str]:
    """Return headers that keep a browser from doing anything with what it gets."""
    return {
        "Content-Disposition": disposition,
        "Content-Security-Policy": "sandbox; default-src 'none'",
    }
