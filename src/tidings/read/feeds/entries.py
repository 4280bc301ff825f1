"""What all kinds of feeds have in common."""

from __future__ import annotations

from typing import NamedTuple


class Item(NamedTuple):
    """One entry of a feed or sitemap."""

    url: str
    title: str = ""
    summary: str = ""
    at: float = 0.0
    """Seconds since 1970: when it was published or changed, 0 if unknown."""
    paid: bool = False
    is_listing: bool = False
    """Whether it leads to another sitemap."""


class Items(NamedTuple):
    """The entries of a feed or sitemap, the newest first."""

    title: str
    entries: tuple[Item, ...]


MOST_ENTRIES = 1_000
"""Items that are taken from one feed or sitemap, the newest."""


def newest(title: str, entries: list[Item]) -> Items:
    """Return the newest entries; those without a time keep their order behind them."""
    ordered = sorted(entries, key=lambda entry: -entry.at)
    return Items(title, tuple(ordered[:MOST_ENTRIES]))
