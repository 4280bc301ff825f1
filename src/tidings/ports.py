"""The seams of Tidings: everything that varies is one of these small protocols."""

from __future__ import annotations

from asyncio import Future
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Protocol, TypeVar, runtime_checkable

from tidings.model import (
    Added,
    Candidate,
    Capture,
    Fetched,
    Found,
    Host,
    Inbox,
    Lease,
    Link,
    Original,
    Outbox,
    Page,
    Part,
    Pointer,
    Reason,
    Score,
    Snapshot,
    Stop,
    Totals,
    Verdict,
    Visit,
    Waiting,
)


class Clock(Protocol):
    """Time, real or virtual; asyncio's own timers follow it."""

    def now(self) -> datetime:
        """Return the present moment, aware, in UTC."""


class Source(Protocol):
    """Pushes links, captures or snapshots into a crawl: seeds, feeds, streams, files, a scanned archive."""

    def __aiter__(self) -> AsyncIterator[Link | Capture | Snapshot]:
        """Yield what is found, as it is found; ends when there is no more."""


@runtime_checkable
class Resumable(Protocol):
    """A source that can go on where an earlier run stopped."""

    name: str
    """The same in every run."""

    @property
    def cursor(self) -> str:
        """Return the position behind the last item yielded, in the source's own words."""

    def resume(self, cursor: str) -> None:
        """Go on behind a position; empty means from the beginning."""


class Fetcher(Protocol):
    """Pulls what a link leads to, from the live web or from an archive; follows no redirects."""

    async def fetch(self, link: Link) -> Fetched:
        """Return the answer to a link; raise Refused, Failed or TryLater."""

    def delay(self, url: str) -> float:
        """Return the seconds the host of this address wants between two requests."""

    async def close(self) -> None:
        """Give back connections and files."""


class Holdings(Protocol):
    """An existing web archive that can be asked: a folder of files, or a service."""

    async def snapshots(self, url: str) -> Sequence[Snapshot]:
        """Return all captures of an address in the order of time; raise a FetchError."""

    async def load(self, snapshot: Snapshot) -> Capture:
        """Return a capture with its bytes, the archived record and its provenance; raise a FetchError."""

    async def close(self) -> None:
        """Give back connections and files."""


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
    """Guesses how much lies behind a link before it is visited."""

    def score(self, link: Link, parent: Score) -> float:
        """Return the priority of a link found on a page with that score, from 0 to 1."""


class History(Protocol):
    """What earlier runs of a collection did."""

    def followed(self, most: int) -> Sequence[str]:
        """Return the URLs found last that wait or were visited, in the order of discovery."""

    def visited(self, most: int) -> Sequence[tuple[str, float]]:
        """Return URL and score of the pages visited last, in the order of the visits."""


class Policy(Protocol):
    """Decides which scores links wait with, and what a judged page does to them."""

    def children(self, page: Link, visit: Visit) -> Sequence[Candidate]:
        """Return the links of a judged page with the scores they begin to wait with."""

    def siblings(self, page: Link, visit: Visit) -> float | None:
        """Return the new score of links found beside a judged page, None if they keep theirs."""

    def again(self, candidate: Candidate) -> float:
        """Return the score of a link whose turn has come: unchanged, or lower to postpone it."""

    def restore(self, history: History) -> None:
        """Learn from earlier runs what ``state`` does not hold."""

    def state(self) -> str:
        """Return what was learned, to be saved and given to the next run; empty if nothing is."""

    def forget(self) -> None:
        """Treat every link as news again, because the scores of waiting links were changed."""


class Ranking(Protocol):
    """Ranks hosts by their best waiting link and by what is known of them."""

    waits: bool
    """Whether a good host that is busy is worth waiting for, as one that rests is."""
    by_channel: bool
    """Whether the rank depends on the channel of a host's best link."""
    priors: Mapping[str, tuple[int, int]]
    """Good and bad pages of hosts in earlier collections, counted in."""

    def rank(self, host: Host, channel: str = "") -> float:
        """Return the rank of a host now, never below zero."""

    def learn(self, host: str, channel: str, *, kept: bool) -> None:
        """Count a judged page."""


class Leases(Protocol):
    """Divides the hosts of a collection among the crawls that share it; a crawl asks only hosts that it holds."""

    def sync(self, outbox: Outbox) -> Inbox:
        """Hand over what was found and done since the last sync; return the hosts that were lost and claimed."""

    def give_back(self, leases: Sequence[Lease]) -> None:
        """Return hosts for others to claim; a ``sync`` comes first."""


class LinkStore(Protocol):
    """Holds every link ever met: those that wait, and what became of the others. The caller commits."""

    def add(
        self,
        candidate: Candidate,
        host: int,
        found_at: float,
        verdict: Verdict | None,
        *,
        final: bool,
    ) -> Added:
        """Remember a link: waiting without a verdict, else done, or passed over if not final."""

    def best(self, host: int) -> Waiting | None:
        """Return the best waiting link of a host."""

    def head(self, host: int) -> tuple[float, int] | None:
        """Return score and number of the best waiting link of a host."""

    def channel(self, seq: int) -> str:
        """Return by which channel a link came: its origin."""

    def find(self, id_: int) -> Found | None:
        """Return where an address stands, if it was ever met."""

    def finish(self, seq: int, verdict: Verdict, *, final: bool = True) -> None:
        """Write down what became of a link, or that it was passed over if that is not final."""

    def score_siblings(self, id_: int, score: float) -> Sequence[tuple[int, int]]:
        """Give the links that wait beside this one, found on the same page, a score; return identity and host of those it changed."""

    def lower(self, seq: int, by: float) -> None:
        """Let a link wait with a lower score."""

    def note_try(self, seq: int, reason: Reason, detail: str, *, counts: bool) -> None:
        """Note why a link that was tried goes on waiting, and that it was tried once more if it counts."""

    def finish_host(self, host: int, verdict: Verdict) -> int:
        """Give every waiting link of a host the same verdict; return how many there were."""

    def waiting(self) -> int:
        """Count the waiting links."""

    def add_host(self, name: str) -> int:
        """Remember a host and return its number."""

    def save_host(self, host: Host) -> None:
        """Write down a host's clock and record."""

    def hosts(self) -> Iterator[Host]:
        """Yield every host with the head of its queue."""


class Visits(Protocol):
    """Holds every visit to a link: one answer at one time. The caller commits."""

    def save(
        self, link: int, visit: Visit, pointer: Pointer | None, *, snapshot: bool = False
    ) -> int:
        """Write down one answer to a link and return its number; it stands for the link, as the snapshot of a kept one does not."""

    def save_part(self, visit: int, part: Part, pointer: Pointer) -> None:
        """Write down where a part of a kept page is archived."""

    def original(self, digest: str) -> Original | None:
        """Return the first archived page with this payload, if there is one."""

    def totals(self) -> Totals:
        """Return how many pages and bytes were fetched and how many pages kept."""

    def archived(self) -> Iterator[Snapshot]:
        """Yield everything in the archive, in the order of visits."""


Model = TypeVar("Model", contravariant=True)


class Workers(Protocol):
    """Turns captures into visits, in any order."""

    def submit(
        self, link: Link, source: Capture | Snapshot, parts: Sequence[Capture] = ()
    ) -> Future[Visit]:
        """Begin to process a capture, or a snapshot that the worker loads itself; the future may raise Unreadable or Failed."""

    @property
    def outstanding(self) -> int:
        """Count the captures begun and not yet answered."""

    async def close(self) -> None:
        """End all processes."""


class TeachableWorkers(Workers, Protocol[Model]):
    """Workers that can be taught while they work."""

    def adopt(self, learned: Model) -> None:
        """Judge every capture submitted from now on by this page model."""


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
        """Add finished records and say where they begin; durable only after ``flush``."""

    def flush(self) -> tuple[str, int]:
        """Make everything appended durable; return the current file and its length."""

    def close(self) -> None:
        """Finish the current file."""
