"""The queries of a collection's streams, and further ones that its pages suggest."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from tidings.collection.reading import CollectionReader
from tidings.model import Channel, Query
from tidings.read.posts.accounts import SITES, account_of
from tidings.settings import Settings
from tidings.sources.streams.changes import read_changes, read_followed, write_followed
from tidings.sources.streams.proposals import QueryProposal, SeenPage, followed, proposals
from tidings.sources.streams.queries import Queries, queries_of, with_changes
from tidings.urls import host_of

_LOOKED_AT = 4_000
"""The last pages that proposals are made from."""
_EMBEDDED = 2_000
"""Links to the posts of one site that are looked at."""
_MOST_QUERIES = 10


def present(folder: Path, settings: Settings) -> Queries:
    """Return the queries of the event file, as they were changed since; raise CollectionError."""
    return with_changes(queries_of(settings), *read_changes(folder))


def proposed(
    collection: CollectionReader, settings: Settings, most: int = _MOST_QUERIES
) -> list[QueryProposal]:
    """Return queries that the last pages suggest, without those that a person gave or the crawl follows already."""
    taken = {query.casefold() for query in read_followed(collection.folder)}
    found = _found(collection, settings, most + len(taken))
    return [each for each in found if each.query.casefold() not in taken][:most]


def follow(collection: CollectionReader, settings: Settings) -> tuple[str, ...]:
    """Choose the queries that a crawl follows by itself, and return them; what is no longer worth it is dropped."""
    now = read_followed(collection.folder)
    chosen = followed(_found(collection, settings, 100), now, settings.streams.follow)
    if list(chosen) != now:
        write_followed(collection.folder, chosen)
    return chosen


def _found(collection: CollectionReader, settings: Settings, most: int) -> list[QueryProposal]:
    _, removed = read_changes(collection.folder)
    queries = present(collection.folder, settings)
    return proposals(_pages(collection, settings), queries, most, removed)


def _pages(collection: CollectionReader, settings: Settings) -> Iterator[SeenPage]:
    """Yield the last pages that were judged, with the accounts of the posts that they show."""
    shown = _shown_accounts(collection, settings)
    last = collection.last_change()
    for _, entry in collection.changes(max(last - _LOOKED_AT, 0), _LOOKED_AT):
        if entry.outcome not in ("kept", "rejected"):
            continue
        names = tuple(name for name, _ in entry.who)
        own = account_of(entry.url) if entry.channel == Channel.POST.value else ""
        accounts = shown[entry.url] | ({own} if own else set())
        yield SeenPage(entry.content.text, names, entry.outcome == "kept", frozenset(accounts))


def _shown_accounts(collection: CollectionReader, settings: Settings) -> dict[str, set[str]]:
    """Return the accounts of the posts that pages embed or link to, by page."""
    own = [host_of(service) for service in settings.streams.services if "//" in service]
    shown: dict[str, set[str]] = defaultdict(set)
    for host in dict.fromkeys((*SITES, *own)):
        links = Query(host=host, channel=Channel.LINK.value)
        for entry in collection.entries(links, limit=_EMBEDDED):
            if account := account_of(entry.url):
                shown[entry.parent].add(account)
    return shown
