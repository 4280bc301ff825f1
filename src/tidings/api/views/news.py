"""What is new, what comes back and what has fallen silent, as answers."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from tidings.api.models.monitor import (
    ChangedPageView,
    DueView,
    HubView,
    LostPageView,
    NewPageView,
    NewsView,
    RhythmView,
)
from tidings.api.views.pages import short
from tidings.collection.summary.hubs import StandingHub
from tidings.collection.summary.news import CollectionNews
from tidings.frontier.coming_back.change import from_text
from tidings.model import DuePage, NewVisit, Tracked

_SENTENCES = 20
"""Sentences of a changed page; the difference of the two visits shows all."""


def news(found: CollectionNews, limit: int) -> NewsView:
    """Return what happened in a collection; of each kind at most ``limit`` pages."""
    changed = [
        ChangedPageView(
            **_page(each.visit),
            before=each.visit.before,
            added=list(each.change.added[:_SENTENCES]),
            removed=list(each.change.removed[:_SENTENCES]),
            notices=list(each.change.notices),
        )
        for each in found.changed[:limit]
    ]
    return NewsView(
        since=found.since,
        visits=found.visits,
        hosts=len(found.hosts),
        new_count=len(found.new),
        changed_count=len(found.changed) + found.more_changed,
        new=[NewPageView(**_page(visit)) for visit in found.new[:limit]],
        changed=changed,
        lost=[LostPageView(**_page(each.visit), fate=each.fate) for each in found.lost[:limit]],
    )


def _page(visit: NewVisit) -> dict[str, Any]:
    published = visit.published
    return {
        "page": visit.number,
        "visit": visit.visit,
        "url": visit.url,
        "host": visit.host,
        "title": short(visit.title),
        "entered": datetime.fromtimestamp(visit.entered_at, UTC),
        "published": None if published is None else datetime.fromtimestamp(published, UTC),
        "language": visit.language,
        "score": visit.score,
    }


def due(page: DuePage) -> DueView:
    """Return a page that comes back."""
    moment = datetime.fromtimestamp(page.due_at, UTC)
    return DueView(page=page.number, url=page.url, due=moment, rhythm=rhythm(page.rhythm))


def rhythm(page: Tracked | None) -> RhythmView | None:
    """Return how often a page comes back, None if nothing is remembered of it."""
    if page is None:
        return None
    looks = from_text(page.history)
    return RhythmView(
        kind=page.kind.value,
        every_hours=round(page.every / 3600.0, 2),
        visits=len(looks),
        changed=sum(look.changed for look in looks),
    )


def hub(found: StandingHub) -> HubView:
    """Return a page that links to recent kept pages."""
    return HubView(**{**found._asdict(), "title": short(found.title)})
