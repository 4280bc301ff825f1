"""Routes of pages: the ledger, one page, its visits, why a URL has its outcome."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import islice
from typing import Annotated

from fastapi import APIRouter, Query

from tidings.api.given import Folder, Opened, PageEntry
from tidings.api.models.basic import ItemList, cursor_of, number_of
from tidings.api.models.pages import (
    FieldsRequest,
    FieldView,
    LineView,
    NotedView,
    PageParameters,
    PageView,
    TagsRequest,
    VisitView,
    WhyView,
)
from tidings.api.served import NotServed
from tidings.api.views import pages as views
from tidings.api.views.news import due
from tidings.collection.pages.fields import Noted, field_kinds, noted, set_fields, set_tags
from tidings.collection.search.documents import read_judgements
from tidings.model import Query as LedgerQuery
from tidings.urls import url_id

router = APIRouter(prefix="/collections/{collection}", tags=["pages"])


@router.get("/pages")
def list_pages(given: Annotated[PageParameters, Query()], reader: Opened) -> ItemList[LineView]:
    """List the URLs of a collection with their outcomes, in order of discovery."""
    query = LedgerQuery(**given.model_dump(exclude={"limit", "cursor"}))
    rows = reader.entries(query, after=number_of(given.cursor), limit=given.limit + 1)
    entries = list(islice(rows, given.limit + 1))
    shown = entries[: given.limit]
    further = cursor_of(str(shown[-1].number)) if len(entries) > given.limit else None
    return ItemList(
        items=[views.line(each) for each in shown], next=further, total=reader.count(query)
    )


@router.get("/pages/{page}")
def show_page(entry: PageEntry, reader: Opened) -> PageView:
    """Show everything known about a page."""
    judged = read_judgements(reader.folder).by_id.get(url_id(entry.url), "")
    notes = noted(reader.folder, entry.url)
    shown = views.page(reader.explained(entry), reader.visits(entry.number), judged, notes)
    again = reader.news.comes_back(entry.number)
    return shown.model_copy(update={"comes_back": due(again) if again else None})


@router.get("/pages/{page}/visits")
def list_visits(entry: PageEntry, reader: Opened) -> ItemList[VisitView]:
    """List the visits to a page, the oldest first."""
    visits = [views.visit(each, entry.visit) for each in reader.visits(entry.number)]
    return ItemList(items=visits, total=len(visits))


@router.get("/fields")
def list_fields(folder: Folder) -> ItemList[FieldView]:
    """List the analysts' own fields, which the event file names."""
    kinds = field_kinds(folder)
    items = [
        FieldView(name=each.name, kind=each.kind, choices=list(each.choices)) for each in kinds
    ]
    return ItemList(items=items, total=len(items))


@router.put("/pages/{page}/fields")
def set_page_fields(given: FieldsRequest, entry: PageEntry, folder: Folder) -> NotedView:
    """Set own fields of a page."""
    return _notes(set_fields(folder, entry.url, given.values, datetime.now(UTC)))


@router.put("/pages/{page}/tags")
def set_page_tags(given: TagsRequest, entry: PageEntry, folder: Folder) -> NotedView:
    """Give a page these tags and no others."""
    return _notes(set_tags(folder, entry.url, given.tags, datetime.now(UTC)))


def _notes(notes: Noted) -> NotedView:
    return NotedView(tags=list(notes.tags), fields=dict(notes.fields))


@router.get("/why")
def show_why(
    url: Annotated[str, Query(max_length=10_000, description="Any URL.")], reader: Opened
) -> WhyView:
    """Explain the outcome of a URL, and how the crawl found it."""
    answer = reader.why(url)
    if answer is None:
        raise NotServed(f"{url[:200]}: never met in this collection")
    return views.why(answer)
