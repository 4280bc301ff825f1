"""What a collection says: quotations of independent sources, the names they have most, and clusters."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request

from tidings.api.given import Opened
from tidings.api.models.basic import ItemList
from tidings.api.models.summary import (
    ClusterPage,
    ClusterView,
    QuotationView,
    ReportedView,
    SummaryName,
    SummaryView,
)
from tidings.collection.reading import CollectionReader
from tidings.collection.summary.kept import KeptSummaries
from tidings.collection.summary.summary import SENTENCES, NamedBy, NumberBy, Quotation
from tidings.learn.clusters import MOST_CLUSTERS
from tidings.model import FacetCount
from tidings.urls import host_of

router = APIRouter(prefix="/collections/{collection}", tags=["summary"])

_EXAMPLES = 3


@router.get("/summary")
def show_summary(
    request: Request,
    reader: Opened,
    sentences: Annotated[int, Query(ge=1, le=50)] = SENTENCES,
) -> SummaryView:
    """Summarise a collection by quoting it."""
    kept: KeptSummaries = request.app.state.summaries
    summary = kept.summary(reader, sentences)
    return SummaryView(
        sentences=[_quotation(each) for each in summary.quotations],
        places=[_name(each) for each in summary.places],
        people=[_name(each) for each in summary.people],
        organisations=[_name(each) for each in summary.organisations],
        numbers=[_reported(each) for each in summary.numbers],
        pages=summary.pages,
    )


@router.get("/clusters")
def list_clusters(reader: Opened) -> ItemList[ClusterView]:
    """List the clusters of the kept pages, the largest first, each with its best pages."""
    counted = reader.search("", facets=["cluster"], facet_size=MOST_CLUSTERS, limit=1)
    items = [_cluster(reader, each) for each in counted.facets["cluster"]]
    return ItemList(items=items, total=len(items))


def _cluster(reader: CollectionReader, counted: FacetCount) -> ClusterView:
    best = reader.search("", cluster=counted.value, sort="score", limit=_EXAMPLES).hits
    pages = [
        ClusterPage(id=hit.entry.number, url=hit.entry.url, title=hit.entry.title) for hit in best
    ]
    words = counted.value.split(", ")
    return ClusterView(name=counted.value, words=words, pages=counted.pages, examples=pages)


def _quotation(quotation: Quotation) -> QuotationView:
    entry = quotation.entry
    return QuotationView(
        text=quotation.text,
        start=quotation.start,
        page=entry.number,
        url=entry.url,
        host=host_of(entry.url),
        title=entry.title,
        language=entry.language,
        when=quotation.when,
        published=quotation.is_published,
        score=entry.score.value if entry.score else None,
    )


def _reported(reported: NumberBy) -> ReportedView:
    entry = reported.entry
    return ReportedView(
        **reported.number._asdict(),
        page=entry.number,
        url=entry.url,
        host=host_of(entry.url),
        published=reported.when,
    )


def _name(named: NamedBy) -> SummaryName:
    place = named.place
    return SummaryName(
        name=named.name,
        sites=named.sites,
        pages=named.pages,
        country=place.country if place else "",
        lat=place.latitude if place else None,
        lon=place.longitude if place else None,
    )
