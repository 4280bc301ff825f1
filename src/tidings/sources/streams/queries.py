"""What is wanted of a stream: words, tags, accounts, languages and regions."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache

from tidings.model import Post
from tidings.read.posts.accounts import account_of
from tidings.settings import Settings

Region = tuple[float, float, float, float]
"""South, west, north and east, in degrees."""


@dataclass(frozen=True, slots=True)
class Queries:
    """A post is wanted if its language is, and any word, tag, account or region fits."""

    words: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    accounts: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    regions: tuple[Region, ...] = ()

    def wants(self, post: Post) -> bool:
        """Return whether a post is wanted."""
        if self.languages and post.language and post.language[:2] not in self.languages:
            return False
        if self.words and _pattern(self.words).search(f"{post.text} {post.card}".casefold()):
            return True
        if self.tags and any(tag.casefold() in self.tags for tag in post.tags):
            return True
        return self._is_followed(post) or self._is_inside(post)

    def mentions(self, text: str) -> bool:
        """Return whether a text has a wanted word."""
        return bool(self.words) and bool(_pattern(self.words).search(text.casefold()))

    def _is_followed(self, post: Post) -> bool:
        """Return whether the account is wanted, by its own name or the one in the address of the post."""
        if not self.accounts:
            return False
        return post.author in self.accounts or account_of(post.url) in self.accounts

    def _is_inside(self, post: Post) -> bool:
        if post.coordinates is None:
            return False
        latitude, longitude = post.coordinates
        return any(
            south <= latitude <= north and _between(west, longitude, east)
            for south, west, north, east in self.regions
        )


def _between(west: float, longitude: float, east: float) -> bool:
    """Return whether a longitude lies in a region, which may cross the date line."""
    if west <= east:
        return west <= longitude <= east
    return longitude >= west or longitude <= east


@lru_cache(maxsize=16)
def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    """Match any word or phrase where a word begins; scripts without spaces match anywhere."""
    return re.compile("|".join(_begun(word.casefold()) for word in words))


def _begun(word: str) -> str:
    escaped = r"\s+".join(map(re.escape, word.split()))
    return rf"(?<![^\W_]){escaped}" if word[:1].isascii() else escaped


def queries_of(settings: Settings) -> Queries:
    """Return the queries of an event file; without any, its keywords."""
    streams = settings.streams
    given = streams.words or streams.tags or streams.accounts or streams.regions
    return Queries(
        streams.words if given else tuple(settings.event.keywords),
        tuple(tag.lstrip("#").casefold() for tag in streams.tags),
        streams.accounts,
        streams.languages,
        tuple(map(region, streams.regions)),
    )


def region(written: str) -> Region:
    """Read 'south, west, north, east'; raise ValueError."""
    numbers = [float(part) for part in written.split(",")]
    if len(numbers) != 4:
        raise ValueError(f"found {written!r}; allowed: 'south, west, north, east' in degrees")
    south, west, north, east = numbers
    if not (-90 <= south < north <= 90 and -180 <= west <= 180 and -180 <= east <= 180):
        raise ValueError(f"found {written!r}; allowed: 'south, west, north, east' in degrees")
    return south, west, north, east


_FIELDS = {
    "word": "words",
    "tag": "tags",
    "account": "accounts",
    "language": "languages",
    "region": "regions",
}
"""Kinds of queries, and the fields that hold them."""


def with_changes(queries: Queries, add: Iterable[str], remove: Iterable[str]) -> Queries:
    """Return queries with some added and removed, each as ``word:flood`` or ``tag:harwick``; raise ValueError."""
    lists = {kind: dict.fromkeys(getattr(queries, field)) for kind, field in _FIELDS.items()}
    for query in add:
        kind, value = _read(query)
        lists[kind][value] = None
    for query in remove:
        with suppress(ValueError):  # what cannot be a query was never there
            kind, value = _read(query)
            lists[kind].pop(value, None)
    return Queries(**{field: tuple(lists[kind]) for kind, field in _FIELDS.items()})


def written(query: str) -> str:
    """Return a query in its usual spelling; raise ValueError."""
    kind, value = _read(query)
    return f"{kind}:{value if isinstance(value, str) else ', '.join(f'{edge:g}' for edge in value)}"


def _read(query: str) -> tuple[str, str | Region]:
    """Return the kind of a query and what is wanted."""
    kind, _, value = query.partition(":")
    if kind not in _FIELDS or not value.strip():
        allowed = ", ".join(f"{name}:..." for name in _FIELDS)
        raise ValueError(f"found {query!r}; allowed: {allowed}")
    if kind == "region":
        return kind, region(value)
    return kind, value.strip().lstrip("#").casefold() if kind == "tag" else value.strip()
