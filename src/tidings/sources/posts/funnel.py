"""From the posts of a file to its sources: every link passes the same filters, and each filter counts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import Enum, auto
from functools import lru_cache
from typing import NamedTuple

from tidings.model import Post, Withdrawn
from tidings.sources.posts.distinct import Distinct
from tidings.sources.posts.known import is_noise, is_platform, is_short
from tidings.urls import host_of, normalise

_LINKS_PER_SOURCE = 64
"""Links of one source that are remembered, those shared most often."""
_SHORT_LINKS = 100_000
"""Short links that are remembered to be expanded, about 50 MB."""
_DAY = 86_400


@dataclass(slots=True)
class SharedLink:
    """A link that posts share."""

    url: str
    posts: int = 0
    first_at: float = 0.0
    """When the first post shared it, 0 if unknown."""
    popularity: int = 0
    words: str = ""
    """The text of the first post."""

    def add(self, post: Post) -> None:
        """Count a post with this link."""
        self.posts += 1
        self.popularity += post.popularity
        if post.posted_at and (not self.first_at or post.posted_at < self.first_at):
            self.first_at = post.posted_at


@dataclass(slots=True)
class LinkSource:
    """A host, and the links to it that passed all filters."""

    host: str
    links: int = 0
    """Distinct links."""
    posts: int = 0
    """Posts with these links."""
    rest: int = 0
    """Distinct links to this host without a keyword."""
    best: dict[str, SharedLink] = field(default_factory=dict)


class _Kind(Enum):
    """What a link leads to."""

    UNUSABLE = auto()
    PLATFORM = auto()
    SHORT = auto()
    NOISE = auto()
    PAGE = auto()


class Stage(NamedTuple):
    """A line of the funnel."""

    name: str
    left: int


class Funnel:
    """Filters the links of posts as Farag (2016) does for seeds, and counts what is left after each filter."""

    def __init__(
        self, keywords: Iterable[str] = (), languages: Iterable[str] = (), *, only: str = "any"
    ) -> None:
        """Filter by keywords, in the URL or the post, or ``only`` in one; and by languages of posts, if given."""
        self._keywords = _pattern(keywords)
        self._languages = frozenset(languages)
        self._only = only
        self.lines = self.malformed = 0
        """Of the files, for the report."""
        self.posts = self.in_language = self.with_links = self.links = 0
        self._written, self._normal = Distinct(), Distinct()
        self.short = self.unusable = self.platform = self.noise = self.no_keyword = 0
        self.shortened: dict[str, SharedLink] = {}
        """Short links, which ``expand`` takes again once somebody knows where they lead."""
        self.expanded = 0
        self.kept = 0
        self._kept = Distinct()
        self.days: Counter[int] = Counter()
        self.languages: Counter[str] = Counter()
        self.sources: dict[str, LinkSource] = {}

    def take(self, posts: Iterable[Post | Withdrawn]) -> None:
        """Count posts and their links."""
        wanted, days, languages = self._languages, self.days, self.languages
        for post in posts:
            if post.__class__ is not Post:
                continue
            self.posts += 1
            if post.posted_at is not None:
                days[int(post.posted_at // _DAY)] += 1
            languages[post.language] += 1
            if wanted and post.language not in wanted:
                continue
            self.in_language += 1
            if post.links:
                self.with_links += 1
                for link in post.links:
                    self._take_link(link, post)

    def _take_link(self, link: str, post: Post) -> None:
        self.links += 1
        self._written.add(hash(link))
        self._filter(link, post)

    def _filter(self, link: str, post: Post) -> None:
        url, host, kind = _looked_at(link)
        if kind is _Kind.UNUSABLE:
            self.unusable += 1
            return
        new = self._normal.add(hash(url))
        if kind is _Kind.PLATFORM:
            self.platform += new
        elif kind is _Kind.SHORT:
            self.short += new
            self._remember(url, post)
        elif kind is _Kind.NOISE:
            self.noise += new
        elif self._has_keyword(url, post):
            self._keep(url, host, post)
        else:
            self.no_keyword += new
            if new:
                self._source(host).rest += 1

    def _remember(self, url: str, post: Post) -> None:
        link = self.shortened.get(url)
        if link is None:
            if len(self.shortened) >= _SHORT_LINKS:
                return
            link = self.shortened[url] = SharedLink(url, words=post.text[:200])
        link.add(post)

    def expand(self, targets: Mapping[str, str]) -> None:
        """Take the targets of short links through the filters, in place of these links."""
        for short, target in targets.items():
            link = self.shortened.pop(short, None)
            if link is None or target == short:
                continue
            self.expanded += 1
            self.short -= 1
            post = Post("", "", "", link.words, link.first_at or None, popularity=link.popularity)
            self._filter(target, post)
            kept = self._kept_link(target)
            if kept:
                kept.posts += link.posts - 1

    def _kept_link(self, url: str) -> SharedLink | None:
        normal, host, _ = _looked_at(url)
        source = self.sources.get(host.removeprefix("www."))
        return source.best.get(normal) if source else None

    def _has_keyword(self, url: str, post: Post) -> bool:
        if self._keywords is None:
            return True
        found = self._keywords.search
        if self._only != "post" and found(url.lower()):
            return True
        return self._only != "url" and bool(found(post.text.lower()) or found(post.card.lower()))

    def _source(self, host: str) -> LinkSource:
        host = host.removeprefix("www.")
        source = self.sources.get(host)
        if source is None:
            source = self.sources[host] = LinkSource(host)
        return source

    def _keep(self, url: str, host: str, post: Post) -> None:
        source = self._source(host)
        if self._kept.add(hash(url)):
            self.kept += 1
            source.links += 1
        source.posts += 1
        link = source.best.get(url)
        if link is None:
            if len(source.best) >= _LINKS_PER_SOURCE:
                del source.best[min(source.best, key=lambda each: source.best[each].posts)]
            link = source.best[url] = SharedLink(url, words=post.text[:200])
        link.add(post)

    def stages(self) -> Iterator[Stage]:
        """Yield what is left after each filter."""
        left = len(self._normal) - self.expanded
        yield Stage("posts", self.posts)
        yield Stage("posts in the languages", self.in_language)
        yield Stage("posts with links", self.with_links)
        yield Stage("links", self.links)
        yield Stage("distinct links", len(self._written))
        yield Stage("distinct addresses, normalised", left)
        if self.expanded:
            yield Stage("of them expanded from short links", self.expanded)
        left -= self.platform
        yield Stage("outside social services", left)
        left -= self.short
        yield Stage("not shortened", left)
        left -= self.noise
        yield Stage("without noise", left)
        yield Stage("with a keyword", self.kept)
        ranked = self.ranked()
        yield Stage("sources", len(ranked))
        yield Stage("sources with 2 links or more", sum(source.links >= 2 for source in ranked))
        yield Stage("sources with 10 links or more", sum(source.links >= 10 for source in ranked))

    def ranked(self) -> list[LinkSource]:
        """Return the sources with links that passed all filters, those with the most links first."""
        sources = [source for source in self.sources.values() if source.links]
        return sorted(sources, key=lambda source: (-source.links, -source.posts, source.host))

    def per_day(self) -> list[tuple[str, int]]:
        """Return the number of posts of each day."""
        return [
            (f"{datetime.fromtimestamp(day * _DAY, UTC):%Y-%m-%d}", count)
            for day, count in sorted(self.days.items())
        ]


@lru_cache(maxsize=1 << 16)
def _looked_at(link: str) -> tuple[str, str, _Kind]:
    """Return the address of a link, its host and what it leads to; many posts share one link."""
    url = normalise(link)
    if url is None:
        return "", "", _Kind.UNUSABLE
    host = host_of(url)
    if is_platform(host):
        return url, host, _Kind.PLATFORM
    if is_short(url, host):
        return url, host, _Kind.SHORT
    return url, host, _Kind.NOISE if is_noise(url) else _Kind.PAGE


def chosen(sources: list[LinkSource], most: int, each: int) -> list[SharedLink]:
    """Return ``most`` links, ``each`` of the first sources, those shared most: the first of all, then the second."""
    tops = [
        sorted(source.best.values(), key=lambda link: (-link.posts, -link.popularity, link.url))[
            :each
        ]
        for source in sources[: -(-most // each)]
    ]
    rounds = (link for turn in range(each) for top in tops for link in top[turn : turn + 1])
    return list(rounds)[:most]


def _pattern(keywords: Iterable[str]) -> re.Pattern[str] | None:
    words = sorted({word.lower().strip() for word in keywords} - {""})
    if not words:
        return None
    return re.compile("|".join(rf"(?<![^\W_]){re.escape(word)}" for word in words))
