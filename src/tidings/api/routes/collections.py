"""Routes of collections: cards, one collection, its status."""

from __future__ import annotations

from fastapi import APIRouter

from tidings.api.given import Folder, OpenReaders, Served
from tidings.api.models.basic import ItemList
from tidings.api.models.collections import CollectionCard, CollectionView, StatusView
from tidings.api.models.monitor import RunView
from tidings.api.views import collections as views
from tidings.collection.folder import database_path
from tidings.lab.report.stored import reports

router = APIRouter(tags=["collections"])


@router.get("/collections")
def list_collections(served: Served, readers: OpenReaders) -> ItemList[CollectionCard]:
    """List the collections, each in short."""
    cards = [views.card(folder, readers) for folder in served.collections().values()]
    return ItemList(items=cards, total=len(cards))


@router.get("/collections/{collection}")
def show_collection(folder: Folder, readers: OpenReaders) -> CollectionView:
    """Show a collection with its event and the settings that matter."""
    return views.full(folder, readers)


@router.get("/collections/{collection}/status")
def show_status(folder: Folder, readers: OpenReaders) -> StatusView:
    """Show what the crawl does, and how many URLs have each outcome."""
    if not database_path(folder).exists():
        return views.not_begun()
    with readers.reader(folder) as reader:
        return views.status(reader, readers)


@router.get("/lab/runs", tags=["lab"])
def list_runs(served: Served) -> ItemList[RunView]:
    """List the reports of lab runs in the served folders."""
    found = [report for root in served.roots for report in reports(root)]
    items = [RunView.model_validate(each, from_attributes=True) for each in found]
    return ItemList(items=items, total=len(items))
