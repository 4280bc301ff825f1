"""What sources push, as candidates for the frontier."""

from __future__ import annotations

from tidings.collection.collection import Collection
from tidings.model import POST_TYPE, Candidate, Capture, Channel, Link, Score, Snapshot, Withdrawn
from tidings.ports import LinkScorer
from tidings.read.posts.apis import data_of
from tidings.urls import normalise, url_id

_UNSCORED = frozenset({Channel.SEED, Channel.REFERENCE, Channel.ARCHIVE, Channel.LISTING})
"""Channels of links that a person or the crawl itself asks for; they need no score."""


def of_link(link: Link, scorer: LinkScorer | None) -> Candidate:
    """Score a pushed link as if a page with the highest score linked to it."""
    score = 1.0
    if scorer and link.channel not in _UNSCORED:
        score = scorer.score(link, Score(1.0))
    return Candidate(url_id(link.url), score, link)


def of_capture(item: Capture | Snapshot) -> Candidate:
    """Return the URL of a pushed capture as a candidate."""
    url = normalise(item.url) or item.url
    channel = Channel.POST if is_post(item) else Channel.SCAN
    return Candidate(url_id(url), 1.0, Link(url, channel=channel))


def withdraw(item: Withdrawn, collection: Collection) -> None:
    """Remove what a post says from a collection, because its service asks for it."""
    account = not item.id
    url = item.url if account else normalise(item.url) or item.url
    for address in filter(None, (url, _as_data(url, account))):
        for pointer in collection.visits.withdraw(address, account=account):
            collection.archive.blank(pointer)


def _as_data(url: str, account: bool) -> str:
    """Return where a post, or what begins so, was fetched as data; empty if it cannot be."""
    if not account:
        return normalise(data_of(url)) or ""
    return (normalise(data_of(f"{url}x")) or "")[:-1]  # the address of one post, without its name


def is_post(item: Capture | Snapshot) -> bool:
    """Return whether a capture is a post of a social service."""
    return isinstance(item, Capture) and item.header("Content-Type") == POST_TYPE
