"""Values that travel from the web into a collection: links, captures, pages, scores."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from email.utils import parsedate_to_datetime
from typing import NamedTuple

from tidings.model.about import NOTHING_DECLARED, Declared, Guess
from tidings.model.event import Place
from tidings.model.outcome import Channel, Reason
from tidings.model.requisite import NOTHING_DISPLAYED, Displayed

REDIRECTS = frozenset({301, 302, 303, 307, 308})
"""HTTP statuses of redirects."""
GONE = frozenset({404, 410})
_OF_THE_BODY = frozenset({"content-type", "content-encoding", "content-length"})
"""Headers that describe the body."""
NOT_MODIFIED = 304


class Pointer(NamedTuple):
    """The place of a capture in the archive."""

    file: str
    offset: int
    length: int


class Snapshot(NamedTuple):
    """A capture in an archive, as its index describes it; the bytes are loaded when needed."""

    url: str
    captured_at: datetime
    mime: str
    status: int
    digest: str
    pointer: Pointer


class ScanPart(NamedTuple):
    """Snapshots that lie together in one archive file and are read in one go."""

    snapshots: tuple[Snapshot, ...]
    passed: tuple[int, ...]
    """For each of them, how many captures of the archive have been passed with it."""


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


_HEADLINE = 3
"""Spaces in an anchor that says more than "read more here"."""
_DIGIT = re.compile(r"\d")


class Link(NamedTuple):
    """A URL to visit, with all that its page says about it."""

    url: str
    parent: str = ""
    anchor: str = ""
    context: str = ""
    depth: int = 0
    channel: Channel = Channel.LINK
    hops: int = 0
    """Redirects followed from the link that was found."""
    in_body: bool = False
    """Whether it is in the main text of its page, not in a menu, a list or the margin."""
    barred: Reason | None = None
    """Why it must not be followed, None if it may."""
    found_at: float = 0.0
    """Seconds since 1970: when its source published it; 0 means when it arrived."""
    validators: tuple[tuple[str, str], ...] = ()
    """Request headers that ask for an answer only if it has changed."""

    def surroundings(self) -> str:
        """Return the words around the link that may describe its target.

        An anchor as long as a headline describes it well enough; the words around it count only if they may hold a
        date.
        """
        context = self.context
        if context and self.anchor.count(" ") >= _HEADLINE and not _DIGIT.search(context):
            return ""
        return context


MADE_HERE = "urn:"
"""How the names of records begin that no server sent, such as pictures of pages."""
FILM = f"{MADE_HERE}film:"
"""Before the URL of a film or its player, the name of the record that holds it."""
RENDERED = f"{MADE_HERE}rendered:"
"""Before the URL of a page, the name of the record that holds what a browser showed of it."""


class Rendering(NamedTuple):
    """What a browser made of an answer."""

    html: bytes
    """The page as the browser shows it, as UTF-8; empty if the browser failed."""
    note: str = ""
    """How it went, in words."""


class Capture(NamedTuple):
    """One answer of a server, byte for byte after de-chunking; the body stays compressed if it came so."""

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
    """The archived record it was read from, as one gzip member of WARC, to be copied unchanged."""
    provenance: str = ""
    """The archive it was read from, empty for the live web."""
    rendering: Rendering | None = None
    """What a browser made of it, None if none was asked."""

    def shown(self) -> Capture:
        """Return the capture as a reader should see it: what a browser showed instead of what the server sent."""
        if self.rendering is None or not self.rendering.html:
            return self
        kept = [each for each in self.headers if each[0].lower() not in _OF_THE_BODY]
        headers = (*kept, ("Content-Type", "text/html; charset=utf-8"))
        return self._replace(headers=headers, body=self.rendering.html)

    def header(self, name: str) -> str:
        """Return the first header of that name, or an empty string."""
        wanted, length = name.lower(), len(name)
        for key, value in self.headers:
            if len(key) == length and key.lower() == wanted:
                return value
        return ""

    def retry_after(self) -> float:
        """Return the seconds the server asks to wait before the next request, 0 if it does not say."""
        value = self.header("Retry-After").strip()
        if value.isascii() and value.isdigit():
            return float(value)
        try:
            return max((parsedate_to_datetime(value) - self.captured_at).total_seconds(), 0.0)
        except (ValueError, TypeError, OverflowError):  # not a date, or without a time zone
            return 0.0


class Fetched(NamedTuple):
    """The result of fetching a link."""

    capture: Capture | None = None
    """The answer, None if there is none."""
    snapshots: tuple[Capture, ...] = ()
    """Further snapshots of the same URL, from an archive; each is judged."""
    parts: tuple[Capture, ...] = ()
    """Resources needed to show the page; archived if it is kept, never judged."""


class Dating(NamedTuple):
    """A date found for a page, and where it was read."""

    moment: datetime
    evidence: str
    """Where the date was read, such as ``url``, ``meta`` or ``text``."""
    confidence: float
    kind: str = "published"
    precision: str = "day"
    """How exact the moment is: ``time``, ``day``, ``month`` or ``year``, of which it is the beginning then."""


@dataclass(frozen=True, slots=True)
class Page:
    """A capture as a person would read it: text, dates, places and links."""

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
    feeds: tuple[str, ...] = ()
    """Feeds that it declares."""
    shared: float = 0.0
    """How widely a post was shared, from 0 to 1."""
    notes: tuple[tuple[str, str], ...] = ()
    """Facts for the archive about a post; only posts have any."""
    listing: Channel | None = None
    """How its links came, if it is a feed or a sitemap; such a page is not judged."""
    declared: Declared = NOTHING_DECLARED
    """Empty unless the page was read carefully."""
    displayed: Displayed = NOTHING_DISPLAYED
    """What it shows beside its text; empty unless it was read carefully, by a reader that looks for this."""
    needs_scripts: bool = False
    """Whether it seems to show its content only with scripts."""

    @property
    def published(self) -> Dating | None:
        """Return the chosen publication date."""
        return self.dates[0] if self.dates else None


class Content(NamedTuple):
    """The content of a page, as a collection keeps it."""

    text: str = ""
    """Whole for a kept page, the first part for a rejected one."""
    places: tuple[Mention, ...] = ()
    people: tuple[Named, ...] = ()
    organisations: tuple[Named, ...] = ()
    dates: tuple[Dating, ...] = ()
    """All candidates, the chosen one first."""
    keywords: tuple[str, ...] = ()
    """The words most typical of the page, the strongest first; found when the page is read from the store."""
    source: Guess | None = None
    """The kind of source; like everything below, only of a kept page."""
    genre: Guess | None = None
    declared: Declared = NOTHING_DECLARED


LOG_ODDS = "odds"
"""The aspect of evidence that holds the log-odds of another aspect."""


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
    of_list: float | None = None
    """The score of a list of links were it no list: lists are not kept, but lead to what they list."""

    @property
    def inherited(self) -> float:
        """Return what the links of the page take from it."""
        return self.value if self.of_list is None else self.of_list
