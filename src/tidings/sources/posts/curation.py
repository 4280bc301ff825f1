"""Which of the pages that posts link to make good seeds, after a look at each: hubs first, then by what they add."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from tidings.urls import host_of, site_of


class SeedKind(StrEnum):
    """What a seed is good for, as Farag (2016, table 9) divides them."""

    HUB = "hub"
    """About the event, with links to further pages about it."""
    TUNNEL = "tunnel"
    """Not about the event, but with such links."""
    DEAD_END = "dead end"
    """About the event, without such links."""
    USELESS = "useless"
    """Neither."""


class LookedAt(NamedTuple):
    """A page that somebody has looked at."""

    url: str
    """Where it is, after all redirects."""
    is_relevant: bool
    """Whether a crawl would keep it."""
    promising: frozenset[int]
    """Ids of its links whose words, places and days speak for the event, without the link to itself."""
    posts: int = 1
    """Posts that share it."""

    @property
    def kind(self) -> SeedKind:
        """Return what it is good for as a seed."""
        if self.promising:
            return SeedKind.HUB if self.is_relevant else SeedKind.TUNNEL
        return SeedKind.DEAD_END if self.is_relevant else SeedKind.USELESS


class CuratedSeed(NamedTuple):
    """A chosen seed."""

    page: LookedAt
    new: int
    """Promising links that no seed before it has."""


def curated(pages: Iterable[LookedAt], most: int) -> list[CuratedSeed]:
    """Return ``most`` seeds, hubs first; useless pages are never chosen.

    Each next seed is the one with the largest product of coverage and diversity. Coverage is what it adds to the
    links of the seeds before it, diversity falls with each seed that its site already has.
    """
    left = {page.url: page for page in pages if page.kind is not SeedKind.USELESS}
    covered: set[int] = set()
    sites: Counter[str] = Counter()
    chosen: list[CuratedSeed] = []
    while left and len(chosen) < most:
        best = max(left.values(), key=lambda page: _rank(page, covered, sites))
        chosen.append(CuratedSeed(best, len(best.promising - covered)))
        covered |= best.promising
        sites[_site(best)] += 1
        del left[best.url]
    return chosen


def _rank(
    page: LookedAt, covered: set[int], sites: Counter[str]
) -> tuple[bool, float, int, int, str]:
    """Return hubs before all others, then coverage times diversity, then what most posts share."""
    adds = len(page.promising - covered) + page.is_relevant
    worth = adds / (1 + sites[_site(page)])
    return page.kind is SeedKind.HUB, worth, len(page.promising), page.posts, page.url


def _site(page: LookedAt) -> str:
    return site_of(host_of(page.url))
