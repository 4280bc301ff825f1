"""The outcome of a URL, the reason for it, and the channel it came by; the state of a crawl."""

from __future__ import annotations

from enum import IntEnum, StrEnum
from typing import NamedTuple


class Channel(StrEnum):
    """The way a link came to the crawl."""

    SEED = "seed"
    LINK = "link"
    REDIRECT = "redirect"
    REFERENCE = "reference"
    FEED = "feed"
    SITEMAP = "sitemap"
    POST = "post"
    LISTING = "listing"
    """A feed or a sitemap itself; it is read for its links, and falls due again."""
    ARCHIVE = "archive"
    SCAN = "scan"
    """A capture met while scanning an archive; its links are not followed."""
    VERSION = "version"
    """A further snapshot of a URL, beside the one chosen."""
    REQUISITE = "requisite"


class Reason(StrEnum):
    """Why a URL has its outcome: a code for programs, whose value is the beginning of a sentence for people."""

    OTHER = ""
    # pages that were read
    SCORE = "score"
    LANGUAGE = "language"
    SAME_BYTES = "same bytes as"
    SAME_PAGE = "same page as"
    SAME_TEXT = "nearly the same text as"
    SAME_ENTRIES = "same entries as"
    # answers that are not pages
    REDIRECT = "to"
    REDIRECT_NOWHERE = "redirect to nowhere"
    REDIRECT_TO_ITSELF = "redirect to itself"
    NOT_MODIFIED = "not modified"
    HTTP = "http"
    NOT_HTML = "not HTML"
    EMPTY = "empty"
    ENTITIES = "declares entities"
    ENTRIES = "entries"
    DOCUMENT = "document"
    PASSWORD = "needs a password"
    BINARY = "binary data served as"
    TOO_LARGE = "larger than"
    CUT_SHORT = "answer cut short"
    ENCODING = "unknown content encoding"
    COMPRESSION = "broken compression"
    WITHDRAWN = "withdrawn by its service"
    READING_FAILED = "reading failed"
    READING_CRASHED = "reading crashed"
    READING_TOO_SLOW = "reading took over"
    # pages that show something else than their content
    CONSENT = "asks for consent before it shows anything"
    LOGIN = "asks to log in"
    SCRIPTS = "shows hardly any text, perhaps only with scripts"
    SOFT_404 = "says that it was not found"
    # fetches without an answer
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
    # URLs that are not requested
    ROBOTS = "robots.txt"
    ROBOTS_UNREACHABLE = "robots.txt unreachable"
    IP_ADDRESS = "address"
    URL = "url"
    URL_TOO_LONG = "address too long"
    SCOPE = "scope"
    TRAP = "trap"
    NOFOLLOW = "nofollow"
    PAID = "paid link"
    CROSS_SITE = "links to other sites"
    LINKS_PER_PAGE = "links per page"
    NEW_HOSTS = "links to unknown hosts"
    PAGES_PER_SITE = "pages per site"
    PAGE_LIMIT = "limit of its page"
    REDIRECTS = "more than"
    DEPTH = "depth"
    LINK_SCORE = "link score"
    LINK_YIELD = "hardly any link like it leads to a kept page"
    HELD_ELSEWHERE = "host held by another crawl"
    # links that wait again
    AGAIN = "to be fetched again"

    def sentence(self, detail: str = "") -> str:
        """Return the reason in words."""
        if not (self and detail):
            return self.value or detail
        return f"{self.value}{' ' if self in _RUNS_ON else ': '}{detail}"

    @property
    def folds(self) -> bool:
        """Return whether reports add up all URLs with this reason, because each has other details: scores or URLs."""
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
        Reason.SAME_BYTES, Reason.SAME_PAGE, Reason.SAME_TEXT, Reason.SAME_ENTRIES,
    }
)  # fmt: skip
_RUNS_ON = _FOLDED | {
    Reason.HTTP, Reason.BINARY, Reason.TOO_LARGE, Reason.READING_TOO_SLOW, Reason.REDIRECTS, Reason.DEPTH,
}  # fmt: skip
"""The detail goes on without a colon."""
_LONGEST_FIRST = sorted(filter(None, Reason), key=len, reverse=True)


class Outcome(StrEnum):
    """How a URL ended."""

    KEPT = "kept"
    REJECTED = "rejected"
    DUPLICATE = "duplicate"
    UNCHANGED = "unchanged"
    """Fetched again, and the same as before."""
    REDIRECTED = "redirected"
    LISTED = "listed"
    """A feed or a sitemap: archived, and read for its links."""
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


STAYS = Verdict(Outcome.UNCHANGED, Reason.OTHER)
"""The verdict of a link that keeps the outcome of its current visit."""


class Phase(IntEnum):
    """The stages in the life of a link."""

    WAITING = 0
    PASSED_OVER = 1
    """Not followed so far; it may be once it is found in a better place."""
    DONE = 2


class State(StrEnum):
    """The state of a crawl: what it does now, or how it ended."""

    RUNNING = "running"
    WAITING = "waiting"
    PAUSED = "paused"
    STOPPED = "stopped"
    STARVED = "starved"
    OUT_OF_BUDGET = "out of budget"
    FINISHED = "finished"


class Stop(StrEnum):
    """Why a crawl ended early."""

    INTERRUPTED = "interrupted"
    ASKED = "asked to stop"
    CHANGED = "the event file changed"
    """It begins again at once with the new one."""
    JUDGING_FAILED = "judgements could not be applied"
    MEMORY = "more memory used than run.memory_megabytes allows; start it again to go on"
