"""The pages that link to most recent kept pages, as a list to read."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from tidings.collection.reading import CollectionReader
from tidings.frontier.coming_back.hubs import rewards, top_hubs


class StandingHub(NamedTuple):
    """A hub, and what it adds to those before it."""

    page: int
    url: str
    title: str
    reward: float
    pages: int
    """Kept pages that no better hub links to."""


def standing_hubs(
    reader: CollectionReader, now: datetime, most: int, days: float
) -> list[StandingHub]:
    """Return the hubs of a collection, the best first; pages older than ``days`` count little."""
    tracked = reader.news.tracked
    worth = rewards(tracked.kept(), now.timestamp(), days)
    hubs = []
    for link, reward, pages in top_hubs(tracked.edges(), worth, most):
        entry = reader.numbered(link)
        if entry:
            hubs.append(StandingHub(link, entry.url, entry.title, reward, pages))
    return hubs
