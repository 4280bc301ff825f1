"""Routes that search one collection or all: hits, facets, timeline, map."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Query

from tidings.api.given import Opened, OpenReaders, PageEntry, Served
from tidings.api.models.search import (
    FacetParameters,
    FacetsView,
    HitList,
    MapParameters,
    MapView,
    PeriodView,
    SearchParameters,
    TimelineParameters,
    TimelineView,
)
from tidings.api.views import search as views
from tidings.collection.folder import database_path
from tidings.collection.search.searching import search_all
from tidings.errors import QueryError

router = APIRouter(prefix="/collections/{collection}", tags=["search"])
everywhere = APIRouter(tags=["search"])


@everywhere.get("/search")
def search_everywhere(
    given: Annotated[SearchParameters, Query()], served: Served, readers: OpenReaders
) -> HitList:
    """Find pages in all collections, the best first."""
    query = given.query()
    folders = [each for each in served.collections().values() if database_path(each).exists()]
    if not folders:
        return HitList(items=[], total=0)
    with ExitStack() as stack:
        opened = [stack.enter_context(readers.reader(folder)) for folder in folders]
        answer = search_all([each.searching for each in opened], query)
    return views.listing(answer)


@router.get("/search")
def search(given: Annotated[SearchParameters, Query()], reader: Opened) -> HitList:
    """Find pages of a collection, the best first, with facets."""
    return views.listing(reader.search(given.query()))


@router.get("/facets")
def count_facets(given: Annotated[FacetParameters, Query()], reader: Opened) -> FacetsView:
    """Count the values of facets over all pages found."""
    if not given.facet:
        raise QueryError("facet: found none; allowed: facet=host and others, which may be repeated")
    answer = reader.search(replace(given.query(), limit=0))
    return FacetsView(
        facets=views.facets(answer.facets), total=answer.count, indexing=views.indexing(answer)
    )


@router.get("/timeline")
def show_timeline(given: Annotated[TimelineParameters, Query()], reader: Opened) -> TimelineView:
    """Count the pages found by day, week or month of publication."""
    answer = reader.search(replace(given.query(), limit=0))
    periods = [
        PeriodView(start=each.value, pages=each.pages) for each in answer.facets[given.interval]
    ]
    return TimelineView(
        interval=given.interval,
        items=periods,
        total=answer.count,
        indexing=views.indexing(answer),
    )


@router.get("/map")
def show_map(given: Annotated[MapParameters, Query()], reader: Opened) -> MapView:
    """Count the pages found by part of the map."""
    answer = reader.search(replace(given.query(), limit=0))
    return MapView(
        zoom=given.zoom,
        items=views.cells(answer.cells),
        total=answer.count,
        indexing=views.indexing(answer),
    )


@router.get("/pages/{page}/similar")
def find_similar(
    entry: PageEntry, given: Annotated[SearchParameters, Query()], reader: Opened
) -> HitList:
    """Find pages that share the strongest keywords of a page."""
    return views.listing(reader.searching.like(entry, given.query()))
