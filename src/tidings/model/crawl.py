"""What travels inside a crawl: scored links, hosts, and the result of each visit."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from datetime import datetime
from operator import attrgetter
from typing import Any, NamedTuple

from tidings.model.outcome import Phase, Verdict
from tidings.model.page import Capture, Dating, Evidence, Link, Score, Typed
from tidings.model.requisite import Requisite


class Candidate(NamedTuple):
    """A found link with its id and score, ready for the frontier."""

    id: int
    score: float
    link: Link
    experts: tuple[float, ...] = ()
    """What each expert of the link scorer adds to its log-odds; empty where one alone decides."""


class Added(NamedTuple):
    """The result of adding a link: its number, 0 if nothing changed, and whether it is newly waiting."""

    seq: int
    new: bool


class LinkStatus(NamedTuple):
    """The state of a URL that was found before."""

    seq: int
    host: int
    phase: Phase
    outcome: str
    visit: int = 0
    """Number of its current visit, 0 for none."""


class Waiting(NamedTuple):
    """A link taken from the frontier, to be given back with a verdict."""

    seq: int
    """Order of discovery, and the link's number in the store."""
    candidate: Candidate
    tries: int
    host: int
    visit: int = 0
    """Number of its current visit, 0 for none."""
    is_kept: bool = False
    """Whether that visit is kept: then no answer but a kept one takes its place."""


@dataclass(slots=True)
class Host:
    """The clock and the record of one server; only the frontier changes them."""

    id: int
    name: str
    next_at: float = 0.0
    """Seconds since 1970: no request before this moment."""
    delay: float = 0.0
    """Seconds between two requests."""
    fetched: int = 0
    good: int = 0
    """Pages kept, and copies of kept pages of other hosts."""
    bad: int = 0
    """Pages rejected."""
    failures: int = 0
    """Failures in a row."""
    closed: Verdict | None = None
    """Why nothing more is fetched from here."""
    head: tuple[float, int] | None = None
    """Score and number of its best waiting link."""
    busy: int = 0
    """Number of the link that is being fetched from it, 0 for none."""


@dataclass(frozen=True, slots=True)
class Part:
    """An answer archived with a kept page because the page needs it, never judged."""

    url: str
    captured_at: datetime
    status: int
    mime: str
    digest: str
    records: bytes
    """Compressed WARC records, the response first."""
    response_length: int


@dataclass(frozen=True, slots=True)
class Visit:
    """The result of processing one capture: facts about it, scored links and finished archive records."""

    url: str
    captured_at: datetime
    status: int
    verdict: Verdict
    mime: str = ""
    size: int = 0
    digest: str = ""
    title: str = ""
    language: str = ""
    published: Dating | None = None
    score: Score | None = None
    canonical: str = ""
    fingerprint: bytes = b""
    """Of the text of a kept page, to find pages with nearly the same text."""
    type: Typed | None = None
    """The type of crisis a kept page is about, if the event file asks for it."""
    base: float = 0.0
    """The score of a page by the measure alone, before the page model corrected it."""
    cells: bytes = b""
    """The words of a page in buckets, for judging it again (``learn/page_model.py``)."""
    content: bytes = b""
    """Text, places, names, dates and keywords, packed (``store/content.py``)."""
    edges: bytes = b""
    """Ids of all links on the page, eight bytes each."""
    edge_scores: bytes = b""
    """The scores of these links if the page is kept, four bytes each."""
    revision: int = 0
    """The revision of the page model that corrected its score, 0 for none."""
    redirect: str = ""
    links: tuple[Candidate, ...] = ()
    """The links on the page that may be news to the frontier."""
    records: bytes = b""
    """Compressed WARC records, the response first; empty when nothing is to be archived."""
    response_length: int = 0
    """How many of these bytes are the response record."""
    provenance: str = ""
    """The archive it was read from, empty for the live web."""
    parts: tuple[Part, ...] = ()
    """Archived with a kept page."""
    requisites: tuple[Requisite, ...] = ()
    """What a kept page needs to be shown, to be fetched later."""
    needs_browser: bool = False
    """Whether its content seems to be shown only by a browser."""
    head: Capture | None = None
    """The capture without its body, if the worker loaded it."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Return what is pickled: links and evidence as plain tuples, which takes a third of the time."""
        links = [(id_, score, tuple(link), experts) for id_, score, link, experts in self.links]
        if self.score is None:
            return _visit, (_others(self), links, None)
        value, parts, evidence, of_list = self.score
        return _visit, (_others(self), links, (value, parts, [*map(tuple, evidence)], of_list))


_OTHERS = [each.name for each in fields(Visit) if each.name not in ("links", "score")]
_others = attrgetter(*_OTHERS)


def _visit(others: Iterable[Any], links: Iterable[Any], score: Iterable[Any] | None) -> Visit:
    """Return a visit from what was pickled of it."""
    candidates = [
        Candidate(id_, value, Link(*link), experts) for id_, value, link, experts in links
    ]
    known = None
    if score:
        value, parts, evidence, of_list = score
        known = Score(value, parts, tuple([Evidence(*each) for each in evidence]), of_list)
    return Visit(links=tuple(candidates), score=known, **dict(zip(_OTHERS, others, strict=True)))


class Original(NamedTuple):
    """An archived page with the same bytes as another one."""

    visit: int
    link: int
    url: str
    captured_at: datetime


class Totals(NamedTuple):
    """Pages fetched, pages kept and bytes received so far."""

    pages: int = 0
    kept: int = 0
    size: int = 0
