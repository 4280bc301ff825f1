"""The nouns of Tidings: frozen values that travel between the parts; it knows no I/O and no settings."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime
from enum import IntEnum, StrEnum
from typing import NamedTuple

REDIRECTS = frozenset({301, 302, 303, 307, 308})
"""The statuses that lead elsewhere."""
GONE = frozenset({404, 410})


class TimeSpan(NamedTuple):
    """When the event happened; lead and cooldown say how long talk about it lasts around it."""

    start: datetime
    end: datetime
    lead: timedelta = timedelta(0)
    cooldown: timedelta = timedelta(0)

    def distance(self, moment: datetime) -> timedelta:
        """Return how far a moment lies outside the span, zero inside; lead and cooldown belong to it."""
        if moment < self.start - self.lead:
            return self.start - self.lead - moment
        return max(moment - self.end - self.cooldown, timedelta(0))


class Place(NamedTuple):
    """A place on Earth, as far as it could be resolved."""

    name: str
    country: str = ""
    latitude: float | None = None
    longitude: float | None = None
    admin: tuple[str, ...] = ()
    """What contains it, from the region to the country."""
    geonames: int = 0
    population: int = 0


@dataclass(frozen=True, slots=True)
class Mention:
    """A place named in a text, and how often."""

    place: Place
    count: int


class Named(NamedTuple):
    """A person or an organisation named in a text, and how often."""

    name: str
    times: int


class Typed(NamedTuple):
    """The type of crisis a page is about, and how likely it is."""

    name: str
    probability: float


class Genre(NamedTuple):
    """What kind of page is wanted: terms of the genre, of its content and of its address, each a word or a phrase."""

    terms: tuple[str, ...] = ()
    content: tuple[str, ...] = ()
    url: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, somewhere, at some time, as the event file describes it."""

    name: str
    keywords: Mapping[str, float] = field(default_factory=dict)
    references: tuple[str, ...] = ()
    places: Mapping[str, float] = field(default_factory=dict)
    when: TimeSpan | None = None
    who: Mapping[str, float] = field(default_factory=dict)
    """People and organisations."""
    genre: Genre = field(default_factory=Genre)


@dataclass(frozen=True, slots=True)
class EventModel:
    """What pages are compared with: stemmed topic words, place names, the time of the event, and who had a part in it."""

    topic: Mapping[str, float]
    places: Mapping[str, float]
    when: TimeSpan | None
    vocabulary: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """How often the references use each stem and each pair of stems, by language, the main one first."""
    keywords: Mapping[str, float] = field(default_factory=dict)
    """Those of the event file, as they are written there."""
    who: Mapping[str, float] = field(default_factory=dict)
    """Names of people and organisations."""
    genre: Genre = field(default_factory=Genre)


class Channel(StrEnum):
    """How a link came to the crawl."""

    SEED = "seed"
    LINK = "link"
    REDIRECT = "redirect"
    REFERENCE = "reference"
    FEED = "feed"
    SITEMAP = "sitemap"
    POST = "post"
    ARCHIVE = "archive"
    SCAN = "scan"
    """A capture met while scanning an archive; its links are not followed."""
    VERSION = "version"
    """A further snapshot of a URL that was asked for."""
    REQUISITE = "requisite"


class Reason(StrEnum):
    """Why a URL met its outcome: a code that programs compare, and the words a sentence about it begins with."""

    OTHER = ""
    # pages that were read
    SCORE = "score"
    LANGUAGE = "language"
    SAME_BYTES = "same bytes as"
    SAME_PAGE = "same page as"
    SAME_TEXT = "nearly the same text as"
    # answers that are not pages
    REDIRECT = "to"
    REDIRECT_NOWHERE = "redirect to nowhere"
    REDIRECT_TO_ITSELF = "redirect to itself"
    NOT_MODIFIED = "not modified"
    HTTP = "http"
    NOT_HTML = "not HTML"
    EMPTY = "empty"
    BINARY = "binary data served as"
    TOO_LARGE = "larger than"
    CUT_SHORT = "answer cut short"
    ENCODING = "unknown content encoding"
    COMPRESSION = "broken compression"
    READING_FAILED = "reading failed"
    READING_CRASHED = "reading crashed"
    READING_TOO_SLOW = "reading took over"
    # fetches that brought nothing
    DNS = "dns"
    CONNECT = "connect"
    TLS = "tls"
    TIMEOUT = "timeout"
    PROTOCOL = "protocol"
    HEADER_FLOOD = "header flood"
    ARCHIVE = "archive"
    CDX = "cdx"
    TIMEMAP = "timemap"
    TIMEGATE = "timegate"
    NO_CAPTURE = "no capture"
    NOT_ARCHIVED = "no archive holds it"
    NO_PAYLOAD = "no payload"
    HOST_GAVE_UP = "host gave up"
    FETCHING_FAILED = "fetching failed"
    ENTERING_FAILED = "entering failed"
    # URLs that are not asked for
    ROBOTS = "robots.txt"
    ROBOTS_UNREACHABLE = "robots.txt unreachable"
    IP_ADDRESS = "address"
    URL = "url"
    URL_TOO_LONG = "address too long"
    SCOPE = "scope"
    TRAP = "trap"
    NOFOLLOW = "nofollow"
    LINKS_PER_PAGE = "links per page"
    PAGES_PER_SITE = "pages per site"
    REDIRECTS = "more than"
    DEPTH = "depth"
    LINK_SCORE = "link score"
    # links that wait again
    AGAIN = "to be fetched again"

    def sentence(self, detail: str = "") -> str:
        """Return the reason in words."""
        if not (self and detail):
            return self.value or detail
        return f"{self.value}{' ' if self in _RUNS_ON else ': '}{detail}"

    @property
    def folds(self) -> bool:
        """Return whether a report counts all its details in one line: they are scores or URLs."""
        return self in _FOLDED

    @classmethod
    def parse(cls, sentence: str) -> tuple[Reason, str]:
        """Return the code and the detail of a sentence."""
        for reason in _LONGEST_FIRST:
            detail = sentence.removeprefix(reason.sentence("\0")[:-1])
            if sentence == reason.value or detail != sentence:
                return reason, "" if sentence == reason.value else detail
        return cls.OTHER, sentence


_FOLDED = frozenset(
    {
        Reason.SCORE, Reason.LINK_SCORE, Reason.REDIRECT,
        Reason.SAME_BYTES, Reason.SAME_PAGE, Reason.SAME_TEXT,
    }
)  # fmt: skip
_RUNS_ON = _FOLDED | {
    Reason.HTTP, Reason.BINARY, Reason.TOO_LARGE, Reason.READING_TOO_SLOW, Reason.REDIRECTS, Reason.DEPTH,
}  # fmt: skip
"""The detail goes on without a colon."""
_LONGEST_FIRST = sorted(filter(None, Reason), key=len, reverse=True)


_HEADLINE = 3
"""Blanks in an anchor that says more than "read more here"."""
_DIGIT = re.compile(r"\d")


class Link(NamedTuple):
    """An address to visit, and all that was known about it when it was found."""

    url: str
    parent: str = ""
    anchor: str = ""
    context: str = ""
    depth: int = 0
    channel: Channel = Channel.LINK
    hops: int = 0
    """How many redirects led here from the link that was found."""
    in_body: bool = False
    """Whether it stands in the main text of its page, not in menus, lists and margins."""
    barred: Reason | None = None
    """Why its page does not let it be followed."""
    found_at: float = 0.0
    """Seconds since 1970: when it was published where it was found; 0 means when it came in."""

    def surroundings(self) -> str:
        """Return the words around it that may tell of it: beside a headline, which speaks for itself, only a day does."""
        context = self.context
        if context and self.anchor.count(" ") >= _HEADLINE and not _DIGIT.search(context):
            return ""
        return context


class Capture(NamedTuple):
    """One answer of a server, byte for byte after de-chunking; bodies stay compressed as they came."""

    url: str
    captured_at: datetime
    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes
    reason: str = ""
    request_headers: tuple[tuple[str, str], ...] = ()
    ip: str = ""
    """IP address of the server that answered."""
    truncated: str = ""
    """Why the body is not whole: ``length``, ``time`` or ``disconnect``."""
    record: bytes = b""
    """The archived record it was read from, as one gzip member of WARC, to be copied as it is."""
    provenance: str = ""
    """The archive it was read from, empty for the live web."""

    def header(self, name: str) -> str:
        """Return the first header of that name, or an empty string."""
        wanted, length = name.lower(), len(name)
        for key, value in self.headers:
            if len(key) == length and key.lower() == wanted:
                return value
        return ""

    def retry_after(self) -> float:
        """Return the seconds the server asks to be left alone for, 0 if it does not say."""
        value = self.header("Retry-After").strip()
        if value.isascii() and value.isdigit():
            return float(value)
        try:
            return max((parsedate_to_datetime(value) - self.captured_at).total_seconds(), 0.0)
        except (ValueError, TypeError, OverflowError):  # no date, or none with a time zone
            return 0.0


class Dating(NamedTuple):
    """A date a page seems to carry, and where it was read."""

    moment: datetime
    evidence: str
    """Where the date was read, such as ``url``, ``meta`` or ``text``."""
    confidence: float
    kind: str = "published"
    precision: str = "day"
    """How exact the moment is: ``time``, ``day`` or ``month``."""


@dataclass(frozen=True, slots=True)
class Page:
    """A capture as a person would read it."""

    url: str
    title: str = ""
    text: str = ""
    dates: tuple[Dating, ...] = ()
    """Candidates, the chosen one first; none means undated."""
    places: tuple[Mention, ...] = ()
    language: str = ""
    links: tuple[Link, ...] = ()
    canonical: str = ""
    captured_at: datetime | None = None

    @property
    def published(self) -> Dating | None:
        """Return the chosen publication date."""
        return self.dates[0] if self.dates else None


class Evidence(NamedTuple):
    """One reason behind a score: a term, a place or a date, and what it contributed."""

    aspect: str
    what: str
    amount: float
    note: str = ""


class Score(NamedTuple):
    """How much a page is about the event, from 0 to 1, with its parts and the evidence for them."""

    value: float
    parts: Mapping[str, float] = {}
    evidence: tuple[Evidence, ...] = ()


class Outcome(StrEnum):
    """What became of an address."""

    KEPT = "kept"
    REJECTED = "rejected"
    DUPLICATE = "duplicate"
    REDIRECTED = "redirected"
    UNREAD = "unread"
    MISSING = "missing"
    FAILED = "failed"
    REFUSED = "refused"


class Verdict(NamedTuple):
    """An outcome and the reason for it, with its details."""

    outcome: Outcome
    reason: Reason
    detail: str = ""

    @property
    def sentence(self) -> str:
        """Return the reason in words."""
        return self.reason.sentence(self.detail)


class Phase(IntEnum):
    """Where a link stands in its life."""

    WAITING = 0
    PASSED_OVER = 1
    """Not followed from where it was found; found again in a better place, it may be."""
    DONE = 2


class State(StrEnum):
    """What a crawl is doing, or why it is not doing anything."""

    RUNNING = "running"
    WAITING = "waiting"
    PAUSED = "paused"
    STOPPED = "stopped"
    STARVED = "starved"
    OUT_OF_BUDGET = "out of budget"
    FINISHED = "finished"


class Stop(StrEnum):
    """Who ended a crawl before its time."""

    INTERRUPTED = "interrupted"
    ASKED = "asked to stop"
    JUDGING_FAILED = "judgements could not be applied"


class Pointer(NamedTuple):
    """Where a capture lies in the archive."""

    file: str
    offset: int
    length: int


class Snapshot(NamedTuple):
    """A capture an archive holds, as its index tells it; the bytes are loaded when they are wanted."""

    url: str
    captured_at: datetime
    mime: str
    status: int
    digest: str
    pointer: Pointer


class Candidate(NamedTuple):
    """A found link with its identity and priority, ready for the frontier."""

    id: int
    score: float
    link: Link


class Added(NamedTuple):
    """What adding a link changed: its number, 0 for nothing, and whether it is newly waiting."""

    seq: int
    new: bool


class Found(NamedTuple):
    """Where an address stands that was met before."""

    seq: int
    host: int
    phase: Phase
    outcome: str


class Waiting(NamedTuple):
    """A link taken from the frontier, to be given back with a verdict."""

    seq: int
    """Order of discovery, and the link's number in the store."""
    candidate: Candidate
    tries: int
    host: int


@dataclass(slots=True)
class Host:
    """The clock and the record of one server; its one owner is the frontier."""

    id: int
    name: str
    next_at: float = 0.0
    """No request before this moment, in seconds since 1970."""
    delay: float = 0.0
    fetched: int = 0
    good: int = 0
    bad: int = 0
    failures: int = 0
    """Failures in a row."""
    closed: Verdict | None = None
    """Why nothing more is fetched from here."""
    head: tuple[float, int] | None = None
    """Score and number of its best waiting link."""
    busy: int = 0
    """Number of the link that is being fetched from it, 0 for none."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What a worker found out about one capture: small facts, scored links and finished archive records."""

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
    """Of the text of a kept page, to find pages with nearly the same."""
    who: tuple[Named, ...] = ()
    """The people and organisations a kept page names."""
    type: Typed | None = None
    """The type of crisis a kept page is about, if it was asked for."""
    base: float = 0.0
    """The score of a page by the measure alone, before the page model corrected it."""
    terms: bytes = b""
    """The words of a page that was read, for judging it again (``learn/pages.py``)."""
    version: int = 0
    """The version of the page model that corrected its score, 0 for none."""
    redirect: str = ""
    links: tuple[Candidate, ...] = ()
    records: bytes = b""
    """Compressed WARC records, the response first; empty when nothing is to be archived."""
    provenance: str = ""
    """The archive it was read from, empty for the live web."""
    response_length: int = 0
    """How many of these bytes are the response record."""


class Original(NamedTuple):
    """The archived page that another one repeats byte for byte."""

    seq: int
    url: str
    captured_at: datetime


class Totals(NamedTuple):
    """What a collection has cost and brought so far."""

    pages: int = 0
    kept: int = 0
    size: int = 0
