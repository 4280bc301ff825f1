"""The versions of a page: where each can be seen as it was archived, and what differs between two."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel

from tidings.api.given import Name, Opened, PageEntry
from tidings.api.served import NotServed
from tidings.archive.replay.names import Names, room, stamp_of
from tidings.collection.pages.difference import Row, TextPiece, difference
from tidings.collection.reading import CollectionReader
from tidings.store.entries import Entry

router = APIRouter(prefix="/collections/{collection}", tags=["pages"])


class ReplayView(BaseModel):
    """A page as it was archived, without its scripts."""

    url: str
    """On another origin; to be shown in a frame with an empty ``sandbox``."""
    captured: datetime


class PieceView(BaseModel):
    """A part of a sentence, and whether the other version has it differently."""

    text: str
    changed: bool = False


class RowView(BaseModel):
    """A sentence before and after: same, added, removed, changed or moved."""

    kind: str
    before: list[PieceView] = []
    after: list[PieceView] = []


class DifferenceView(BaseModel):
    """The texts of two visits side by side."""

    rows: list[RowView]
    counts: dict[str, int]
    """Rows by kind."""
    whole: bool
    """Whether both texts were compared to their end."""


@router.get("/pages/{page}/replay")
def show_replay(
    request: Request,
    collection: Name,
    entry: PageEntry,
    reader: Opened,
    visit: Annotated[
        int | None, Query(ge=1, description="A visit; default: the current one.")
    ] = None,
) -> ReplayView:
    """Say where a page can be seen as it was archived."""
    settings = request.app.state.settings
    if not settings.replay_origin:
        raise NotServed("archived pages are not shown by this server")
    visits = [each for each in reader.visits(entry.number) if each.file and each.captured_at]
    wanted = entry.visit if visit is None else visit
    chosen = next((each for each in visits if each.visit == wanted), None)
    if chosen is None or chosen.captured_at is None:
        raise NotServed(f"{entry.url[:200]}: this visit is not in the archive")
    names = Names(room(settings.replay_token, collection), stamp_of(chosen.captured_at))
    return ReplayView(
        url=settings.replay_origin + names.path(entry.url), captured=chosen.captured_at
    )


@router.get("/pages/{page}/difference")
def compare_visits(
    entry: PageEntry,
    reader: Opened,
    before: Annotated[int, Query(alias="from", ge=1, lt=2**63, description="A visit.")],
    after: Annotated[int, Query(alias="to", ge=1, lt=2**63, description="Another visit.")],
) -> DifferenceView:
    """Compare the texts of two visits to a page."""
    texts = [_visit(reader, entry, number).content.text for number in (before, after)]
    compared = difference(texts[0], texts[1], entry.language)
    return DifferenceView(
        rows=[_row(row) for row in compared.rows],
        counts=dict(compared.counts()),
        whole=compared.is_whole,
    )


def _visit(reader: CollectionReader, entry: Entry, number: int) -> Entry:
    for each in reader.visits(entry.number):
        if each.visit == number:
            return each
    raise NotServed(f"{number}: no such visit to this page")


def _row(row: Row) -> RowView:
    return RowView(kind=row.kind.value, before=_pieces(row.before), after=_pieces(row.after))


def _pieces(pieces: tuple[TextPiece, ...]) -> list[PieceView]:
    return [PieceView(text=each.text, changed=each.changed) for each in pieces]
