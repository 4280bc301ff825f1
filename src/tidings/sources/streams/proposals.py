"""Proposes further queries: tags, names and accounts that kept pages and posts have much more often than others."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tidings.read.posts.fields import tags
from tidings.sources.streams.queries import Queries

_LEAST = 3
"""Kept pages that a proposal occurs on, at least."""
_FACTOR = 3.0
"""How much more frequent it is on kept pages than on others, at least."""

_SMOOTHED = 10
"""Pages without it that are added to the others, so that a few pages prove little."""


class QueryProposal(NamedTuple):
    """A query that may be worth following."""

    query: str
    """As ``tidings streams --add`` takes it, such as ``tag:harwick``."""
    kept: int
    """Kept pages and posts that it occurs on."""
    others: int
    """Rejected ones."""


class SeenPage(NamedTuple):
    """What one page says, as far as proposals need it."""

    text: str
    names: tuple[str, ...]
    kept: bool
    accounts: frozenset[str] = frozenset()
    """Of the posts that it shows; of a post, its own."""


def proposals(
    pages: Iterable[SeenPage], queries: Queries, most: int = 10, rejected: Iterable[str] = ()
) -> list[QueryProposal]:
    """Return what may be a new query, the strongest first, without rejected ones."""
    counts: dict[bool, Counter[str]] = {True: Counter(), False: Counter()}
    totals: Counter[bool] = Counter()
    for page in pages:
        totals[page.kept] += 1
        found = {f"tag:{tag.casefold()}" for tag in tags(page.text)}
        found |= {f"account:{account}" for account in page.accounts}
        counts[page.kept].update(found | {f"word:{name}" for name in page.names})
    known = {f"tag:{tag}" for tag in queries.tags}
    known |= {f"account:{account}".casefold() for account in queries.accounts}
    known |= {f"word:{word}".casefold() for word in queries.words}
    known |= {query.casefold() for query in rejected}
    made = [
        QueryProposal(query, kept, counts[False][query])
        for query, kept in counts[True].items()
        if kept >= _LEAST and query.casefold() not in known
        if _odds(kept, counts[False][query], totals) >= _FACTOR
    ]
    return sorted(made, key=lambda each: -_worth(each, totals))[:most]


def followed(made: Sequence[QueryProposal], present: Sequence[str], most: int) -> tuple[str, ...]:
    """Return the queries to follow: those followed so far as long as they are worth it, then the strongest."""
    strong = [each.query for each in made]
    kept = [query for query in present if query in strong]
    return tuple(dict.fromkeys((*kept, *strong)))[:most]


def _odds(kept: int, others: int, totals: Counter[bool]) -> float:
    return (kept / max(totals[True], 1)) / ((others + 0.5) / (totals[False] + _SMOOTHED))


def _worth(proposal: QueryProposal, totals: Counter[bool]) -> float:
    return proposal.kept * math.log(_odds(proposal.kept, proposal.others, totals))
