"""Finds where a search goes on, and folds copies; the same for every engine."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from tidings.model import After, SearchQuery

_SAME_RANK = 0.01
"""Share of a rank: it moves by less when other pages come in, which changes how rare words are."""


class Ranked(NamedTuple):
    """A page in the order of a search."""

    rank: float
    key: int
    story: int


def folded(ranked: Iterable[Ranked]) -> list[Ranked]:
    """Return the first page of each story, and all pages without one."""
    stories: set[int] = set()
    first = []
    for hit in ranked:
        if hit.story not in stories:
            first.append(hit)
        if hit.story:
            stories.add(hit.story)
    return first


def start(ranked: Sequence[Ranked], after: After) -> int:
    """Return the place of the first hit behind the last one that was seen.

    If that one is gone or has moved, the first hit that is not better than it: rather one twice than one lost.
    """
    for place, hit in enumerate(ranked):
        if hit.key == after.key and _same(hit.rank, after.rank):
            return place + 1
    return next((place for place, hit in enumerate(ranked) if hit.rank <= after.rank), len(ranked))


def _same(one: float, other: float) -> bool:
    return one == other or math.isclose(one, other, rel_tol=_SAME_RANK)


def hits(query: SearchQuery, count: int, ranked: Callable[[int], list[Ranked]]) -> list[Ranked]:
    """Return the hits of a query with ``count`` matches; ask for more until enough follow the last one seen.

    ``ranked`` returns that number of matches, the best first.
    """
    expected = (query.after.seen if query.after else query.offset) + query.limit
    most = min(2 * expected if query.fold_stories else expected, count)
    while True:
        rows = ranked(most)
        rows = folded(rows) if query.fold_stories else rows
        first = start(rows, query.after) if query.after else query.offset
        if len(rows) >= first + query.limit or most >= count:
            return rows[first : first + query.limit]
        most = min(4 * most, count)
