"""Turns stored pages into pages of an index."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from tidings.collection.folder import made_judgements
from tidings.collection.pages.fields import Noted, all_noted, last_change
from tidings.collection.search.archived import ReadContent, stored_content
from tidings.collection.search.clusters import cluster_of
from tidings.learn.clusters import ClusterModel
from tidings.model import GeoPoint, IndexedPage, JudgedAs, Mention, ReadPage, TimeSpan
from tidings.read.about.source import source_kind
from tidings.store.rules import current
from tidings.urls import host_of, site_of, url_id

_DAY = 86_400.0
"""Seconds."""
_HALF_LIFE = 30.0
"""Days after which the closeness of a page is halved where the event has no lead or cooldown. It is a choice, as are
the two below: there were no judged searches to tune them by."""
_FAR = 0.2
"""Closeness of pages years away: a retrospective is still about the event."""
_UNDATED = 0.5
"""Closeness of undated pages: between the two."""


class JudgedPages(NamedTuple):
    """What people said about pages, by the id of the URL."""

    revision: int = 0
    """A number that grows with every revision of the page model, and with every change of an own field."""
    by_id: Mapping[int, str] = {}
    ever: tuple[int, ...] = ()
    """All URLs that were ever judged or noted, also those whose judgement was taken back."""
    noted: Mapping[int, Noted] = {}
    """The user's own fields and tags."""


def read_judgements(folder: Path) -> JudgedPages:
    """Return the judgements that count in a collection, and the own fields and tags of its pages."""
    judged, noted = _judgements(folder), all_noted(folder)
    if not noted:
        return judged
    by_id = {url_id(url): each for url, each in noted.items()}
    ever = tuple(sorted({*judged.ever, *by_id}))
    # both numbers only grow, so that their sum changes with each
    return JudgedPages(judged.revision + last_change(folder), judged.by_id, ever, by_id)


def _judgements(folder: Path) -> JudgedPages:
    store = made_judgements(folder)
    if store is None:
        return JudgedPages()
    try:
        newest = store.newest()
        revision = store.revision(newest)
        counting = current(store.judgements(revision.judgements if revision else ()))
        ever = sorted({url_id(each.url) for each in store.judgements()})
    finally:
        store.close()
    words = {True: JudgedAs.RELEVANT, False: JudgedAs.NOT_RELEVANT}
    by_id = {id_: words[each.relevant].value for id_, each in counting.items()}
    return JudgedPages(newest, by_id, tuple(ever))


def indexed_page(
    page: ReadPage,
    when: TimeSpan | None,
    judged: JudgedPages,
    read: ReadContent = stored_content,
    clusters: ClusterModel | None = None,
) -> IndexedPage:
    """Return a stored page as an index takes it in."""
    content = read(page)
    host = host_of(page.url)
    published = _moment(page.published)
    noted = judged.noted.get(page.id, Noted())
    return IndexedPage(
        key=page.number,
        title=page.title,
        text=content.text,
        language=page.language,
        host=host,
        domain=site_of(host),
        countries=tuple(each.place.country for each in content.places if each.place.country),
        places=tuple(map(_place, content.places)),
        points=tuple(
            GeoPoint(each.place.latitude, each.place.longitude, _place(each))
            for each in content.places
            if each.place.latitude is not None and each.place.longitude is not None
        ),
        people=tuple(each.name for each in content.people),
        organisations=tuple(each.name for each in content.organisations),
        type=page.type,
        genre=content.genre.name if content.genre else "",
        source_type=(content.source or source_kind(page.url)).name,
        outcome=page.outcome,
        channel=page.channel,
        session=page.session,
        story=page.story,
        cluster=cluster_of(clusters, page, content.text),
        judged=judged.by_id.get(page.id, ""),
        tags=noted.tags,
        own=noted.labels(),
        score=page.score or 0.0,
        published=published,
        captured=_moment(page.captured_at),
        closeness=closeness(published, when),
    )


def closeness(published: datetime | None, when: TimeSpan | None) -> float:
    """Return how close a date is to the event: 1 during it, less before and after."""
    if when is None:
        return 1.0
    if published is None:
        return _UNDATED
    period = when.nearest(published)
    half = (period.lead if published < period.start else period.cooldown).total_seconds() / _DAY
    days = period.distance(published).total_seconds() / _DAY
    return float(_FAR + (1 - _FAR) * 2.0 ** (-days / (half or _HALF_LIFE)))


def _place(mention: Mention) -> str:
    place = mention.place
    return f"{place.name}, {place.country}" if place.country else place.name


def _moment(seconds: float | None) -> datetime | None:
    return None if seconds is None else datetime.fromtimestamp(seconds, UTC)
