"""What sources push, as candidates for the frontier."""

from __future__ import annotations

from tidings.model import Candidate, Capture, Channel, Link, Score, Snapshot
from tidings.ports import LinkScorer
from tidings.urls import normalise, url_id

_UNSCORED = frozenset({Channel.SEED, Channel.REFERENCE, Channel.ARCHIVE})
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
    return Candidate(url_id(url), 1.0, Link(url, channel=Channel.SCAN))
