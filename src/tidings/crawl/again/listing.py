"""Feeds and sitemaps of a crawl: when each is due again, and what to ask its server for."""

from __future__ import annotations

import json
from array import array
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from hashlib import sha1
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from tidings.frontier.embedded import Frontier
from tidings.model import (
    Candidate,
    Capture,
    Channel,
    Dating,
    Link,
    Outcome,
    Page,
    Phase,
    Reason,
    Visit,
    Waiting,
)
from tidings.ports import Clock, Fetcher, KnowsSitemaps, Store
from tidings.settings import StreamsSettings
from tidings.urls import normalise, url_id

FOLLOWED = frozenset({Channel.FEED, Channel.SITEMAP, Channel.POST, Channel.LISTING})
"""Channels that the targets of redirects keep, with the time of the source that named them first."""
_READ = frozenset({Outcome.LISTED, Outcome.UNCHANGED})
_SLOWER, _FASTER = 1.5, 0.5
"""Factors of the pause after a visit without and with new entries."""
_FIRST = 900.0
"""Seconds until the second visit, before anything is known."""
_FAILED = 2.0
"""Factor of the pause after a failure."""
_ENTRIES = 20
"""Newest entries whose times show the rhythm of a feed."""
_FEEDS_OF_PAGE = 3
"""Feeds of one page that are followed: the first are the site's and the section's."""
_CONFIDENCE = {Channel.FEED: 0.7, Channel.SITEMAP: 0.5, Channel.POST: 0.35}
"""How far the time of an entry or a post is believed as the date of the page."""


def dated(page: Page, link: Link) -> Page:
    """Return a page that has no date of its own with that of the feed or post that linked to it."""
    confidence = _CONFIDENCE.get(link.channel)
    if confidence is None or page.dates or not link.found_at:
        return page
    moment = datetime.fromtimestamp(link.found_at, UTC)
    if not link.context.startswith(f"{moment:%Y-%m-%d}"):  # not published: when it arrived
        return page
    return replace(page, dates=(Dating(moment, str(link.channel), confidence, precision="time"),))


def feeds_of(page: Page) -> list[str]:
    """Return the feeds that a page declares, without those of comments."""
    addresses = [normalise(feed, page.url) for feed in page.feeds if "comment" not in feed.lower()]
    return list(dict.fromkeys(filter(None, addresses)))[:_FEEDS_OF_PAGE]


def newest_entry(page: Page) -> Dating | None:
    """Return when the newest entry of a feed was published, None if none says so."""
    newest = max((link.found_at for link in page.links), default=0.0)
    moment = datetime.fromtimestamp(newest, UTC)
    return Dating(moment, "feed", 1.0, precision="time") if newest else None


@dataclass(frozen=True, slots=True)
class Rhythm:
    """What is remembered of a feed from one visit to the next."""

    every: float = 0.0
    """Seconds between two visits, 0 before the first."""
    etag: str = ""
    modified: str = ""
    digest: str = ""
    """Of its last content."""
    entries: str = ""
    """Digest of the addresses of its last entries."""

    @classmethod
    def from_text(cls, text: str) -> Rhythm:
        """Read what ``to_text`` wrote."""
        return cls(**json.loads(text)) if text else cls()

    def to_text(self) -> str:
        """Return it as JSON."""
        return json.dumps({name: getattr(self, name) for name in self.__slots__})

    def validators(self) -> tuple[tuple[str, str], ...]:
        """Return the headers of a conditional request."""
        pairs = (("If-None-Match", self.etag), ("If-Modified-Since", self.modified))
        return tuple((name, value) for name, value in pairs if value)


class Poll(NamedTuple):
    """The result of one visit to a feed."""

    outcome: Outcome
    new: int
    """Links that the crawl did not know."""
    entry_times: tuple[float, ...] = ()
    """When the entries were published."""


class Listings:
    """The feeds of a crawl: their links enter the frontier, their rhythms are kept with the cursors of sources."""

    def __init__(
        self, store: Store, frontier: Frontier, settings: StreamsSettings, clock: Clock
    ) -> None:
        self._states, self._links = store.state, store.links
        self._frontier = frontier
        self._clock = clock
        self.discovers = settings.discover == "kept"
        """Whether the feeds and sitemaps of kept pages are followed."""
        self._least, self._most = settings.poll_minutes * 60, settings.poll_hours * 3600

    def wake(self, url: str) -> None:
        """Let a feed that waits for its next visit be due now, because it has news."""
        known = self._links.find(url_id(url))
        if known and known.phase is Phase.DONE and self._states.cursor(_name(url)):
            self._links.schedule(known.seq, self._now())

    def asked(self, link: Link) -> Link:
        """Return a link as the fetcher is to ask for it: a feed only if it has changed."""
        if link.channel is not Channel.LISTING:
            return link
        return link._replace(validators=self._rhythm(link.url).validators())

    def enter(self, waiting: Waiting, capture: Capture | None, visit: Visit) -> None:
        """Take in the links of a feed, and note when it is due again."""
        before = self._frontier.waiting
        self.take(visit)
        new = self._frontier.waiting - before
        due_at = self.next_visit(waiting.candidate.link.url, capture, visit, new, self._now())
        self._links.schedule(waiting.seq, due_at)

    def take(self, visit: Visit) -> None:
        """Take in the links of a feed, each as old as its entry."""
        self._frontier.add(visit.links, self._now())

    def add_sitemaps(self, page: Candidate, score: float, fetcher: Fetcher) -> None:
        """Follow the sitemaps of the site of a kept page, as far as its robots.txt names them."""
        if isinstance(fetcher, KnowsSitemaps):
            link = page.link
            for address in fetcher.sitemaps(link.url):
                if url := normalise(address, link.url):
                    sitemap = Link(url, link.url, depth=link.depth + 1, channel=Channel.LISTING)
                    self._frontier.add([Candidate(url_id(url), score, sitemap)], self._now())

    def _now(self) -> float:
        return self._clock.now().timestamp()

    def same(self, url: str, visit: Visit) -> Reason | None:
        """Return why a feed is as on the last visit, None if it has other entries."""
        before = self._rhythm(url)
        if visit.digest and visit.digest == before.digest:
            return Reason.SAME_BYTES
        return Reason.SAME_ENTRIES if _entries(visit) == before.entries else None

    def next_visit(
        self, url: str, capture: Capture | None, visit: Visit, new: int, now: float
    ) -> float:
        """Note a visit and return when the next one is due."""
        times = tuple(each.link.found_at for each in visit.links if each.link.found_at)
        before = self._rhythm(url)
        every = pause(before.every, Poll(visit.verdict.outcome, new, times))
        every = min(max(every, self._least, _asked(capture)), self._most)
        if capture and visit.digest and visit.verdict.outcome in _READ:
            etag, modified = capture.header("ETag"), capture.header("Last-Modified")
            is_same = visit.verdict.reason is Reason.SAME_BYTES
            entries = before.entries if is_same else _entries(visit)
            before = Rhythm(every, etag[:500], modified[:100], visit.digest, entries)
        self._states.move_cursor(_name(url), replace(before, every=every).to_text())
        return now + every

    def _rhythm(self, url: str) -> Rhythm:
        return Rhythm.from_text(self._states.cursor(_name(url)))


def pause(before: float, poll: Poll) -> float:
    """Return the seconds to the next visit: half the usual gap between entries, slower while nothing is new."""
    if poll.outcome not in _READ:
        return (before or _FIRST) * _FAILED
    if not poll.new and before:
        return before * _SLOWER
    newest = sorted(poll.entry_times, reverse=True)[:_ENTRIES]
    if len(newest) < 3:
        return before * _FASTER if before else _FIRST
    gap = median(later - earlier for later, earlier in pairwise(newest))
    return gap / 2


def _asked(capture: Capture | None) -> float:
    """Return the seconds that a server asks to wait: Retry-After, or how long its answer stays fresh."""
    if capture is None:
        return 0.0
    fresh = 0.0
    for part in capture.header("Cache-Control").split(","):
        name, _, value = part.strip().partition("=")
        if name.lower() == "max-age" and value.isascii() and value.isdigit():
            fresh = min(float(value), 86_400.0)
    return max(fresh, capture.retry_after())


def _entries(visit: Visit) -> str:
    """Return a digest of the addresses of entries: many feeds say at every request when they were built."""
    ids = sorted(each.id for each in visit.links)
    return sha1(array("q", ids).tobytes(), usedforsecurity=False).hexdigest()


def _name(url: str) -> str:
    return f"feed {url}"
