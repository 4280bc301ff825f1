"""The seams of a crawl: where links and pages come from, how they are judged and ordered, where they are archived."""

from __future__ import annotations

from asyncio import Future
from collections.abc import AsyncIterator, Awaitable, Mapping, Sequence
from datetime import datetime
from typing import Protocol, TypeVar, runtime_checkable

from tidings.model import (
    Candidate,
    Capture,
    Fetched,
    Host,
    Inbox,
    Lease,
    Limit,
    Link,
    Message,
    Outbox,
    Page,
    Pointer,
    ScanPart,
    Score,
    Snapshot,
    Stop,
    Visit,
    Withdrawn,
)
from tidings.ports.store import History
from tidings.settings import Budget


class Clock(Protocol):
    """Time, real or virtual; asyncio's own timers follow it."""

    def now(self) -> datetime:
        """Return the present moment, aware, in UTC."""


class Source(Protocol):
    """Pushes links, captures or snapshots into a crawl: seeds, feeds, streams, a scanned archive.

    It may also ask to withdraw a post.
    """

    def __aiter__(self) -> AsyncIterator[Link | Capture | Snapshot | Withdrawn]:
        """Yield items as they are found."""


@runtime_checkable
class Resumable(Protocol):
    """A source that can continue where an earlier run stopped."""

    name: str
    """The same in every run."""

    @property
    def cursor(self) -> str:
        """Return the position after the last item yielded, in the source's own format."""

    def resume(self, cursor: str) -> None:
        """Continue after a position; empty means from the beginning."""


@runtime_checkable
class Countable(Protocol):
    """A source that knows how many items it has to pass, such as the captures of an archive."""

    passed: int
    """Items passed so far, wanted or not."""
    total: int
    """Items there are, 0 until they are counted."""


@runtime_checkable
class Listening(Resumable, Protocol):
    """A resumable source that moves its cursor only after the crawl has taken the item before it.

    So its cursor may be saved at any time, also while it passes over what nobody wants.
    """

    never_ahead: bool
    """True."""


class Tap(Protocol):
    """A connection to a social service; ``sources/streams/stream.py`` reconnects it and filters what it brings."""

    name: str
    """The same in every run."""

    def messages(self, cursor: str) -> AsyncIterator[Message]:
        """Connect and yield messages after a cursor until the connection ends.

        Raise Refused if the service will never answer, TryLater or Failed if it may.
        """

    def cursor_at(self, moment: float) -> str:
        """Return the place of a moment, in seconds since 1970; empty if the service cannot go back."""


class Fetcher(Protocol):
    """Fetches links from the live web or from an archive; follows no redirects."""

    async def fetch(self, link: Link) -> Fetched:
        """Return the answer to a link; raise Refused, Failed or TryLater."""

    def delay(self, url: str) -> float:
        """Return the seconds that the host of this URL wants between two requests."""

    async def close(self) -> None:
        """Close connections and files."""


@runtime_checkable
class KnowsSitemaps(Protocol):
    """A fetcher that knows the sitemaps of the sites it has asked."""

    def sitemaps(self, url: str) -> tuple[str, ...]:
        """Return the sitemaps of a URL's site."""


@runtime_checkable
class Renders(Protocol):
    """A fetcher that can show a capture in a browser."""

    async def render(self, link: Link, capture: Capture) -> Fetched:
        """Return a capture with what a browser makes of it and all that it loads; the capture itself if it may not."""


class Holdings(Protocol):
    """An existing web archive: a folder of files, or a service."""

    async def snapshots(self, url: str) -> Sequence[Snapshot]:
        """Return all captures of a URL, the oldest first; raise a FetchError."""

    async def load(self, snapshot: Snapshot) -> Capture:
        """Return a capture with its bytes, the archived record and its provenance; raise a FetchError."""

    async def close(self) -> None:
        """Close connections and files."""


class Captures(Protocol):
    """Lists what an archive of files holds."""

    def snapshots(self, url: str) -> Sequence[Snapshot]:
        """Return all captures of a URL, the oldest first."""

    def original(self, digest: str) -> Snapshot | None:
        """Return a capture with this payload, not one that repeats another."""


class PageReader(Protocol):
    """Turns captures into pages."""

    def open(self, capture: Capture, depth: int = 0) -> Opened:
        """Open a capture found ``depth`` links away from a seed; raise Unreadable."""


class Opened(Protocol):
    """A page that can be read quickly and carefully."""

    def glance(self) -> Page:
        """Return the page from a quick reading, good enough to judge it."""

    def page(self) -> Page:
        """Return the page from a careful reading."""


class Relevance(Protocol):
    """Judges how much a page is about the event."""

    def score(self, page: Page) -> Score:
        """Return the score of a page, with its parts and evidence."""


class LinkScorer(Protocol):
    """Estimates the relevance of a page from a link to it."""

    def score(self, link: Link, parent: Score) -> float:
        """Return the priority of a link found on a page with that score, from 0 to 1."""


class Policy(Protocol):
    """Sets the scores of waiting links, and changes them when a page is judged."""

    def children(self, page: Link, visit: Visit) -> Sequence[Candidate]:
        """Return the links of a judged page with their first scores."""

    def siblings(self, page: Link, visit: Visit) -> float | None:
        """Return the new score of links found on the same page as a judged one, None to keep theirs."""

    def again(self, candidate: Candidate) -> float:
        """Return the score of a link about to be fetched: unchanged, or lower to postpone it."""

    def hear(self, url: str, score: float) -> None:
        """Take note of a page that another crawl has judged."""

    def restore(self, history: History) -> None:
        """Learn from earlier runs what ``state`` does not hold."""

    def state(self) -> str:
        """Return what was learned, to be saved for the next run; empty if nothing was."""

    def forget(self) -> None:
        """Treat every link as new again, because the scores of waiting links were changed."""


class Ranking(Protocol):
    """Ranks hosts by their best waiting link and their record."""

    waits: bool
    """Whether to wait for a good host that is busy, as for one that is resting."""
    by_channel: bool
    """Whether the rank depends on the channel of a host's best link."""
    priors: Mapping[str, tuple[int, int]]
    """Good and bad pages of hosts in earlier collections, counted in."""

    def rank(self, host: Host, channel: str = "") -> float:
        """Return the rank of a host now, never below zero."""

    def learn(self, host: str, channel: str, *, kept: bool) -> None:
        """Count a judged page."""


class Leases(Protocol):
    """Divides hosts and budget of a collection among crawls; a crawl sends requests only to hosts it holds."""

    @property
    def limit(self) -> Limit | None:
        """Return this crawl's share of the budget; None if it has all of it."""

    def share(self, budget: Budget, requests_per_day: int) -> None:
        """Divide this budget among the crawls from now on, and these requests for pages that come back."""

    def sync(self, outbox: Outbox) -> Inbox:
        """Hand over what was found and done since the last sync; return the hosts lost and claimed."""

    def give_back(self, leases: Sequence[Lease]) -> None:
        """Return hosts for others to claim; a ``sync`` comes first."""

    def may_ask(self) -> bool:
        """Return whether the leases surely still hold, so that requests may be sent."""

    def others_work(self) -> bool:
        """Return whether other crawls may still find links for this one."""

    def others_need(self) -> bool:
        """Return whether requisites of pages wait at any crawl."""


Model = TypeVar("Model", contravariant=True)


class Workers(Protocol):
    """Turns captures into visits, in any order."""

    def submit(
        self, link: Link, source: Capture | Snapshot, parts: Sequence[Capture] = ()
    ) -> Future[Visit]:
        """Process a capture, or a snapshot that the worker loads itself; the future may raise Unreadable or Failed."""

    @property
    def outstanding(self) -> int:
        """Count the captures submitted and not yet processed."""

    async def close(self) -> None:
        """End all processes."""


class TeachableWorkers(Workers, Protocol[Model]):
    """Workers that can be taught while they work."""

    def adopt(self, learned: Model) -> None:
        """Judge every capture submitted from now on by this page model."""


class ReadsAhead(Protocol):
    """Reads the captures of a scan in parts, some of them before the crawl asks for them."""

    ahead: int
    """Parts to be begun before they are needed."""

    def begin(self, part: ScanPart, wanted: Sequence[Snapshot]) -> None:
        """Begin to read the wanted captures of a part."""

    def end(self, part: ScanPart) -> None:
        """Note that all wanted captures of a part were submitted."""


class TeachableCrawl(Protocol):
    """A crawl that learns from people's judgements while it runs."""

    def judge_by(self, revision: int) -> None:
        """Note the revision of the page model that pages are judged by from now on."""

    def recount(self) -> None:
        """Count the kept pages again, after stored pages were judged again."""

    def stop(self, reason: Stop) -> None:
        """Fetch nothing more, finish what is under way, then end."""


class Archive(Protocol):
    """Keeps captures for good."""

    def append(self, records: bytes) -> Pointer:
        """Append finished records and return their place; durable only after ``flush``."""

    def blank(self, pointer: Pointer) -> None:
        """Remove the content of a record for good; its place stays taken."""

    def flush(self) -> tuple[str, int]:
        """Make everything appended durable; return the current file and its length."""

    def close(self) -> None:
        """Finish the current file."""


class SharedTurns(Protocol):
    """Lets one process after the other ask a host, or what is asked politely instead."""

    async def take(self, host: str, delay: float, pause: float = 0.0) -> None:
        """Wait until a delay after the last page of a host and a pause after anything; ``give_back`` must follow."""
        ...

    def give_back(self, host: str, *, part: bool = False) -> None:
        """Note the end of a request for a page, or a part of one, and let others ask the host."""
        ...

    def close(self) -> Awaitable[None] | None:
        """Give all turns back; what it returns ends when that is done."""
        ...
