"""What a search found, as answers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from tidings.api.models.search import (
    CellView,
    FacetValue,
    HitList,
    HitView,
    IndexingView,
    MarkedView,
)
from tidings.api.views.pages import places, published, short
from tidings.collection.pages.fields import Noted, all_noted
from tidings.collection.search.documents import read_judgements
from tidings.collection.search.searching import PageHit, SearchAnswer
from tidings.model import FacetCount, MapCell
from tidings.urls import host_of, url_id


class Annotations(NamedTuple):
    """What people said about the pages of a collection."""

    judged: Mapping[int, str]
    """By the id of the URL."""
    noted: Mapping[str, Noted]
    """By URL."""


def listing(answer: SearchAnswer) -> HitList:
    """Return a part of the hits, with the cursor of the next one."""
    folders = {each.folder for each in answer.hits}
    said = {each: Annotations(read_judgements(each).by_id, all_noted(each)) for each in folders}
    return HitList(
        items=[_hit(each, said[each.folder]) for each in answer.hits],
        next=answer.next or None,
        total=answer.count,
        stories=answer.stories,
        searched=answer.pages,
        facets=facets(answer.facets),
        indexing=indexing(answer),
    )


def indexing(answer: SearchAnswer) -> IndexingView | None:
    """Return how far the index is, None if it contains everything."""
    return IndexingView(**answer.indexing._asdict()) if answer.indexing else None


def facets(counted: Mapping[str, Sequence[FacetCount]]) -> dict[str, list[FacetValue]]:
    """Return counts by facet."""
    return {
        name: [FacetValue(value=each.value, pages=each.pages) for each in values]
        for name, values in counted.items()
    }


def _hit(hit: PageHit, said: Annotations) -> HitView:
    entry, content = hit.entry, hit.entry.content
    return HitView(
        collection=hit.folder.name,
        id=entry.number,
        url=entry.url,
        title=short(entry.title),
        title_highlights=[
            (start, end) for start, end in hit.title.highlights if end <= len(short(entry.title))
        ],
        snippet=MarkedView(text=hit.snippet.text, highlights=list(hit.snippet.highlights)),
        rank=hit.rank,
        score=entry.score.value if entry.score else None,
        parts=dict(entry.score.parts) if entry.score else {},
        published=published(entry),
        captured=entry.captured_at,
        host=host_of(entry.url),
        language=entry.language,
        countries=_countries(each.place.country for each in content.places),
        places=places(content.places),
        people=[each.name for each in content.people],
        type=entry.type.name if entry.type else "",
        genre=entry.genre.name if entry.genre else "",
        source_type=entry.source_type.name,
        outcome=entry.outcome,
        channel=entry.channel,
        story=entry.story,
        copies=hit.copies,
        judged=said.judged.get(url_id(entry.url), ""),
        tags=list(said.noted.get(entry.url, Noted()).tags),
    )


def _countries(codes: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(code for code in codes if code))


def cells(found: Iterable[MapCell]) -> list[CellView]:
    """Return the parts of the map that pages name."""
    return [
        CellView(
            lat=each.latitude,
            lon=each.longitude,
            pages=each.pages,
            places=[place.value for place in each.places],
        )
        for each in found
    ]
