"""Rules that every store follows, whatever it is made of."""

from __future__ import annotations

from collections.abc import Iterable

from tidings.model import Judgement, Outcome
from tidings.urls import url_id

GOOD = frozenset((Outcome.KEPT, Outcome.DUPLICATE, Outcome.LISTED))
"""Outcomes that a page has again, as every archived one has, if it was to be visited again and is not."""
MAX_FINDS = 4
"""Pages whose scores for a link are combined: each further one counts less, from the fifth on hardly anything."""

PUBLISHED = frozenset({"feed", "sitemap", "post"})
"""Channels whose links may have been found before they arrived: when their source published them."""


def storable(text: str) -> str:
    """Return a text without NUL characters, which PostgreSQL refuses."""
    return text.replace("\0", "") if "\0" in text else text


def clipped(score: float) -> float:
    """Return a link score between 0 and 1; a stored one may lie outside, see ``Words.move``."""
    return 0.0 if score < 0.0 else 1.0 if score > 1.0 else score


def current(judgements: Iterable[Judgement]) -> dict[int, Judgement]:
    """Return the last judgement of each URL, by the id of the URL."""
    return {url_id(judgement.url): judgement for judgement in judgements}
