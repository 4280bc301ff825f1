"""The seams of a store: links, visits, stories, words and the state of a crawl, committed together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Protocol

from tidings.model import (
    Added,
    Awaited,
    Candidate,
    Completeness,
    CrawlState,
    DueVisit,
    Host,
    LinkStatus,
    MissingPart,
    Need,
    Original,
    Page,
    PageNeeds,
    Part,
    Pointer,
    Reason,
    ReasonCount,
    Requisite,
    RuledLink,
    Snapshot,
    Spending,
    StoredWords,
    Totals,
    Typed,
    Verdict,
    Visit,
    Waiting,
)
from tidings.ports.again import TrackedPages


class LinkStore(Protocol):
    """Holds every link ever found: those that wait, and the outcome of the others."""

    def add(
        self,
        candidate: Candidate,
        host: int,
        found_at: float,
        verdict: Verdict | None,
        *,
        final: bool,
    ) -> Added:
        """Add a link: waiting without a verdict, else done, or passed over if the verdict is not final."""

    def best(self, host: int) -> Waiting | None:
        """Return the best waiting link of a host."""

    def head(self, host: int) -> tuple[float, int] | None:
        """Return score and number of the best waiting link of a host."""

    def channel(self, seq: int) -> str:
        """Return the channel a link came by."""

    def find(self, id_: int) -> LinkStatus | None:
        """Return the state of a URL, None if it was never found."""

    def finish(self, seq: int, verdict: Verdict, *, final: bool = True) -> None:
        """Set the outcome of a link, or pass it over if that is not final; an unchanged page keeps its own."""

    def score_siblings(self, id_: int, score: float) -> Sequence[tuple[int, int]]:
        """Set the score of the waiting links found on the same page; return id and host of those changed."""

    def combine(self, id_: int, score: float) -> tuple[int, int, float] | None:
        """Raise a waiting link that one more page links to with a score; return its number, host and new score."""

    def lower(self, seq: int, by: float) -> None:
        """Lower the score of a waiting link."""

    def note_try(self, seq: int, reason: Reason, detail: str, *, counts: bool) -> None:
        """Note why a link that was tried still waits, and count the try if it counts."""

    def finish_host(self, host: int, verdict: Verdict, due_at: float | None = None) -> int:
        """Give every waiting link of a host the same verdict; return how many there were.

        A page that was to be visited again has the outcome of its last visit again, and is due at ``due_at``.
        """

    def reopen(self, reason: Reason) -> None:
        """Let all links that ended for a reason wait again, except those of closed hosts."""

    def ruled(self, reasons: Sequence[Reason]) -> Iterator[RuledLink]:
        """Yield the links that wait for their first page, and those that were refused for one of some reasons."""

    def wait(self, seq: int, score: float) -> None:
        """Let a link that was refused wait with a score."""

    def begin_again(self) -> None:
        """Let links that failed or were refused wait again, and reset hosts except for their rest."""

    def schedule(self, seq: int, due_at: float, score: float | None = None) -> None:
        """Set the moment from which a link, once finished, is visited again, and the score of a finished one then."""

    def due(self, now: float, most: int) -> Sequence[tuple[int, int]]:
        """Let finished links that are due wait again, the longest overdue first; return id and host of each."""

    def waiting(self) -> int:
        """Count the waiting links."""

    def add_host(self, name: str) -> int:
        """Return the number of a host, which is added if it is not known."""

    def save_host(self, host: Host) -> None:
        """Save a host's clock and record."""

    def host_name(self, number: int) -> str:
        """Return the name of a host."""

    def hosts(self, most: int = -1) -> Iterator[Host]:
        """Yield all hosts with their heads, by number; with ``most``, only the best of those never asked."""


class Visits(Protocol):
    """Holds every visit to a link: one answer at one time."""

    def save(
        self,
        link: int,
        visit: Visit,
        pointer: Pointer | None,
        *,
        entered_at: float | None = None,
        snapshot: bool = False,
    ) -> int:
        """Save one answer to a link and return its number; ``entered_at`` is by default when it was captured.

        It becomes the current visit of the link, unless it is unchanged or a further snapshot beside a kept one.
        Unchanged bytes of an earlier visit make that one current again.
        """

    def save_part(self, visit: int, part: Part, pointer: Pointer) -> None:
        """Save where a part of a kept page is archived."""

    def has_part(self, part: Part) -> bool:
        """Return whether the same bytes of the same URL are archived as a part already."""

    def original_part(self, digest: str) -> Original | None:
        """Return the first part with this payload that is archived in full."""

    def original(self, digest: str) -> Original | None:
        """Return the first archived and kept page with this payload."""

    def withdraw(self, url: str, *, account: bool = False) -> Sequence[Pointer]:
        """Forget what a post says, or all posts whose URLs begin so, also beside their links; return their places."""

    def totals(self) -> Totals:
        """Return how many pages and bytes were fetched, with the parts of pages, and how many pages kept."""

    def archived(self) -> Iterator[Snapshot]:
        """Yield everything in the archive, in the order of visits."""


class Requisites(Protocol):
    """Holds what kept pages need to be shown: what waits to be fetched, and how each ended."""

    def note_page(self, visit: int) -> None:
        """Note that a page was searched for what it needs."""

    def is_noted(self, visit: int) -> bool:
        """Return whether a page was searched for what it needs."""

    def add(self, requisite: Requisite, host: int, need: Need) -> int:
        """Add a requisite and who needs it; return its number if it is new and waits, else 0.

        One that was over the limit of another page is new again.
        """

    def next(self, host: int) -> Awaited | None:
        """Return the most important waiting requisite of a host."""

    def waiting(self) -> Mapping[int, int]:
        """Count the waiting requisites of each host."""

    def finish(self, seq: int, verdict: Verdict, *, size: int = 0, seconds: float = 0.0) -> None:
        """Set the outcome of a requisite, and what it cost."""

    def finish_host(self, host: int, verdict: Verdict) -> int:
        """Give every waiting requisite of a host the same verdict; return how many there were."""

    def note_try(self, seq: int, reason: Reason, detail: str, seconds: float) -> None:
        """Note why a requisite that was tried still waits."""

    def spent(self, page: int | None) -> Spending:
        """Return what the requisites that a page needed first have cost, or those of all pages."""

    def reopen(self) -> int:
        """Let all requisites wait again that were not captured; return how many."""

    def completeness(self, visit: int | None = None) -> Completeness:
        """Count the requisites of a page, or of all pages."""

    def pages(self) -> Iterator[PageNeeds]:
        """Yield the completeness of every kept page, in the order of visits."""

    def missing(self) -> Iterator[MissingPart]:
        """Yield the requisites that are not captured, in the order they were found."""


class Stories(Protocol):
    """Groups pages with nearly the same text; a story has the number of the first visit to one of them."""

    def similar(self, fingerprint: bytes) -> Sequence[int]:
        """Return the stories of kept pages whose text seems nearly the same, the most similar first."""

    def neighbours(self, link: int, most: int) -> Sequence[int]:
        """Return some of the last visits that were kept or rejected to other pages of the host of a link."""

    def begin(self, visit: int, fingerprint: bytes) -> None:
        """Begin a story with a visit, unless the fingerprint is empty."""

    def join(self, visit: int, first: int) -> None:
        """Add a visit to a story as a copy."""

    def page(self, visit: int) -> tuple[int, str]:
        """Return number and URL of the link of a visit."""

    def is_kept(self, visit: int) -> bool:
        """Return whether the page of a visit is still kept."""

    def story(self, visit: int) -> int | None:
        """Return the story of a visit."""


class Words(Protocol):
    """The words of visited pages, and the scores and verdicts that a page model gives them."""

    def of(self, url: str) -> StoredWords | None:
        """Return the words of the last visit to a URL that was read."""

    def some(self, most: int) -> Iterator[StoredWords]:
        """Yield the words of the current visits of at most ``most`` links, the same each time, in order of ids."""

    def decided(self) -> Iterator[StoredWords]:
        """Yield the words of pages whose score decides their outcome: not copies, not other languages."""

    def sample(self, most: int) -> list[bytes]:
        """Return the words of some pages, the same each time."""

    def rejected(self, below: float, most: int) -> list[StoredWords]:
        """Return some rejected pages that the measure gave a low score."""

    def seeds(self, least: float) -> list[StoredWords]:
        """Return the seeds that the measure gave a high score."""

    def due(self, after: int, until: int, revision: int, most: int) -> list[DueVisit]:
        """Return visits between two numbers that a revision has not scored yet, in order."""

    def pages(self, visits: Sequence[int]) -> dict[int, Page]:
        """Return the pages of some visits as far as they were kept: without links, a rejected one with its lead."""

    def rebase(self, visit: int, base: float) -> None:
        """Give a visit another score by the measure alone."""

    def last(self) -> int:
        """Return the highest number of a visit, 0 if there is none."""

    def prepare(self) -> None:
        """Make ``move`` fast."""

    def rescore(
        self, visit: int, score: float, revision: int, explained: str, typed: Typed | None
    ) -> None:
        """Give a visit another score."""

    def judge_alone(self, visit: int, verdict: Verdict) -> None:
        """Give a visit another verdict and leave its link alone, which waits to be visited again."""

    def judge(self, visit: int, verdict: Verdict) -> None:
        """Give a visit another verdict, and its link, too, if it is the current visit."""

    def move(self, id_: int, by: float) -> list[int]:
        """Change the scores of waiting links found on a page; return their hosts.

        Scores may leave the range from 0 to 1 and are clipped when read, so that moving back restores them.
        """

    def reopen(self, link: int, score: float, detail: str) -> None:
        """Let a page that was not archived wait to be fetched again."""


class OwnFields(Protocol):
    """The values of the user's own fields and tags, by URL; apart from the collection, so that they outlive it."""

    def of(self, url: str) -> Mapping[str, Any]:
        """Return the values of a page by field."""

    def all(self) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """Yield every page that ever had a value, in order of URLs, with its values."""

    def save(self, changes: Iterable[tuple[str, Mapping[str, Any]]], at: datetime) -> None:
        """Set values of pages, all or none; None removes one."""

    def last_change(self) -> int:
        """Return a number that grows with every change, 0 at the beginning."""

    def close(self) -> None:
        """Close the file."""


class CrawlStates(Protocol):
    """Holds the state of the crawl, and how far each source has been read."""

    def load(self) -> CrawlState:
        """Return the state as last updated."""

    def update(self, **fields: Any) -> None:
        """Set some fields of the state."""

    def cursor(self, source: str) -> str:
        """Return the position a source has been read to; empty at the beginning."""

    def move_cursor(self, source: str, cursor: str) -> None:
        """Note the position a source has been read to."""

    def note(self, name: str, value: str) -> None:
        """Note a fact about the collection under a name."""

    def noted(self, name: str) -> str:
        """Return a fact about the collection, empty if it was never noted."""

    def begin_run(self, at: float) -> None:
        """Note that a run of the crawl begins at this moment, in seconds since 1970."""

    def runs(self) -> Sequence[float]:
        """Return when the runs of the crawl began, in order."""


class History(Protocol):
    """What earlier runs of a collection did."""

    def followed(self, most: int) -> Sequence[str]:
        """Return the URLs found last that wait or were visited, in the order of discovery."""

    def visited(self, most: int) -> Sequence[tuple[str, float]]:
        """Return URL and score of the pages visited last, in the order of the visits."""


class Ledger(History, Protocol):
    """The outcomes of all links, as far as a crawl asks about them."""

    def tried(self) -> Iterator[tuple[str, str, bool]]:
        """Yield host, channel and whether it was kept for every judged page, in the order of the visits."""

    def reasons(self) -> Sequence[ReasonCount]:
        """Count URLs by outcome and kind of reason, the most frequent first within each outcome."""


class Store(Protocol):
    """All that a collection stores; everything written is durable at ``commit``, or none of it."""

    @property
    def links(self) -> LinkStore:
        """Return the links."""

    @property
    def visits(self) -> Visits:
        """Return the visits."""

    @property
    def requisites(self) -> Requisites:
        """Return what kept pages need to be shown."""

    @property
    def stories(self) -> Stories:
        """Return the stories."""

    @property
    def words(self) -> Words:
        """Return the words."""

    @property
    def tracked(self) -> TrackedPages:
        """Return the pages that come back."""

    @property
    def state(self) -> CrawlStates:
        """Return the state of the crawl."""

    @property
    def ledger(self) -> Ledger:
        """Return the ledger."""

    def commit(self) -> None:
        """Make everything written since the last commit durable, all or nothing."""

    def rollback(self) -> None:
        """Forget everything written since the last commit."""

    def close(self) -> None:
        """Close all files; what was not committed is lost."""
