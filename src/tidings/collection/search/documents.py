"""Turns stored pages into pages of an index."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from tidings.collection.folder import judgements_path
from tidings.model import IndexedPage, JudgedAs, Mention, TimeSpan
from tidings.store.content import unpack
from tidings.store.sqlite.judgements import Judgements, current
from tidings.store.sqlite.read_pages import ReadPage
from tidings.urls import host_of, site_of, url_id

_HALF_LIFE = 30.0
"""Days outside the time of the event after which the closeness of a page is halved."""
_FAR = 0.2
"""Closeness of pages years away: a retrospective is still about the event."""
_UNDATED = 0.5


class JudgedPages(NamedTuple):
    """What people said about pages, by the id of the URL."""

    revision: int = 0
    """The revision of the page model in which these judgements count."""
    by_id: Mapping[int, str] = {}
    ever: tuple[int, ...] = ()
    """All URLs that were ever judged, also those whose judgement was taken back."""


def read_judgements(folder: Path) -> JudgedPages:
    """Return the judgements that count in a collection."""
    path = judgements_path(folder)
    if not path.exists():
        return JudgedPages()
    store = Judgements(path, made=True)
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


def indexed_page(page: ReadPage, when: TimeSpan | None, judged: Mapping[int, str]) -> IndexedPage:
    """Return a stored page as an index takes it in."""
    content = unpack(page.packed)
    host = host_of(page.url)
    published = _moment(page.published)
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
            (each.place.latitude, each.place.longitude)
            for each in content.places
            if each.place.latitude is not None and each.place.longitude is not None
        ),
        people=tuple(each.name for each in content.people),
        organisations=tuple(each.name for each in content.organisations),
        type=page.type,
        outcome=page.outcome,
        channel=page.channel,
        story=page.story,
        judged=judged.get(page.id, ""),
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
    days = when.distance(published).total_seconds() / 86_400
    return float(_FAR + (1 - _FAR) * 2.0 ** (-days / _HALF_LIFE))


def _place(mention: Mention) -> str:
    place = mention.place
    return f"{place.name}, {place.country}" if place.country else place.name


def _moment(seconds: float | None) -> datetime | None:
    return None if seconds is None else datetime.fromtimestamp(seconds, UTC)
