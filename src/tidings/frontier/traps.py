"""Recognises traps while a crawl runs: shapes of URLs whose pages bring nothing new, and session ids in URLs.

A page brings something new if its text has words that the last pages of the same shape had not. It also does if it
links to unknown URLs of other shapes. The pages of an endless calendar do neither, but link to more of their kind.
"""

from __future__ import annotations

import json
import logging
import re
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from tidings.learn.page_words import text_bits
from tidings.model import Candidate, Channel, Link, Outcome, Reason, Visit
from tidings.urls import host_of

_LOG = logging.getLogger(__name__)

STALE_PAGES = 8.0
"""Pages in a row that bring nothing but links to more of their kind, after which their shape is a trap."""
_ENDS = 0.25
"""A page without any new links counts as much: there may be many of the kind, but not endlessly many."""
_SHORT = 20
"""Distinct words below which a page without new links does not count at all."""
_NEWS = 3.0
"""Stale pages that one page with something new makes up for."""
_LEAST_WORDS, _LEAST_SHARE = 3, 0.06
"""A text is new with more unknown words than this, if they are also at least this share of its words."""
_BITS = 1 << 14
_PAGES = 8
"""Pages whose words are compared; words further back may come again."""
_SHAPES = 4_000
"""Shapes remembered: 2 kB each."""
_SESSION_PAIRS, _SESSION_SHARE = 3, 0.8
"""Pages that came again under another session id, and their share of all with the same rest, that show session ids."""
_KEYS = 200_000
"""URLs without their session ids that are remembered."""
_FOLLOWED = frozenset({Channel.LINK, Channel.REDIRECT})
_DUPLICATES = frozenset({Reason.SAME_BYTES, Reason.SAME_PAGE, Reason.SAME_TEXT})

_SESSION = re.compile(
    r"(?<![A-Za-z0-9])(?![A-Za-z]+[0-9]{1,6}(?![A-Za-z0-9]))(?=[a-z0-9]*[0-9])(?=[a-z0-9]*[a-z])"
    r"[a-z0-9]{6,}(?![A-Za-z0-9])",
    re.IGNORECASE,
)
"""Letters mixed with digits, as in 8f3a91bc; not a word with a number, as in article17."""
_DIGITS = re.compile(r"\d+")

Why = tuple[Reason, str]
"""A reason and its detail."""


@lru_cache(maxsize=4096)
def shape_of(url: str) -> str:
    """Return the shape of a URL: numbers, words and ids replaced by what they are, all but the first segment."""
    path, _, query = url.split("/", 3)[-1].partition("?")
    first, *others = path.split("/")
    segments = [_kind(first) if _SESSION.search(first) else _DIGITS.sub("9", first)]
    segments += map(_kind, others[:12])
    names = sorted(part.split("=")[0] for part in query.split("&"))[:8] if query else []
    shape = "/" + "/".join(segments)
    return f"{shape}?{'&'.join(names)}" if names else shape


def _kind(segment: str) -> str:
    """Return 9 for a number, # for an id, * for a word."""
    if not segment:
        return ""
    if _SESSION.search(segment):
        return "#"
    digits = _DIGITS.sub("9", segment)
    return digits if not re.search("[A-Za-z]", digits) else "*"


@lru_cache(maxsize=4096)
def without_session(url: str) -> str:
    """Return a URL with everything that may be a session id replaced, the URL itself if there is nothing."""
    start = url.find("/", url.find("//") + 2)
    return url if start < 0 else url[:start] + _SESSION.sub("#", url[start:])


@dataclass(slots=True)
class _Shape:
    """What was seen of one shape."""

    words: int = 0
    """The words of its last pages, as a bit map."""
    pages: int = 0
    stale: float = 0.0
    ids: set[int] = field(default_factory=set)
    """URLs counted already, so that a page which is visited again does not count as stale."""

    def is_new(self, bits: int) -> bool:
        """Return whether a text has words that the last pages had not, and remember them."""
        fresh, total = (bits & ~self.words).bit_count(), bits.bit_count()
        self.pages += 1
        self.words = bits if self.pages % _PAGES == 0 else bits | self.words
        return fresh > _LEAST_WORDS and fresh >= _LEAST_SHARE * total


@dataclass(slots=True)
class _Sessions:
    """Pages of a host that came under several session ids."""

    same: int = 0
    other: int = 0

    @property
    def are_shown(self) -> bool:
        return self.same >= _SESSION_PAIRS and self.same >= _SESSION_SHARE * (
            self.same + self.other
        )


class Traps:
    """The traps of a crawl, learned from the pages it visits."""

    def __init__(self, noted: str = "") -> None:
        """Begin with the traps that an earlier run noted."""
        self._shapes: OrderedDict[tuple[str, str], _Shape] = OrderedDict()
        self._keys: OrderedDict[str, int] = OrderedDict()
        """URLs without their session ids that were visited, and the hash of their content."""
        self._sessions: dict[str, _Sessions] = {}
        self._known: dict[str, set[str]] = {}
        """Shapes that are traps, by host; an empty one stands for session ids."""
        for host, shapes in json.loads(noted or "{}").items():
            self._known[host] = set(shapes)
        self.changed = False
        """Whether there are traps that ``to_text`` has not written yet."""

    def to_text(self) -> str:
        """Return the traps as JSON."""
        self.changed = False
        return json.dumps({host: sorted(shapes) for host, shapes in self._known.items()})

    def why_not(self, link: Link) -> Why | None:
        """Return why a link leads into a trap, None if it does not as far as is known."""
        if not self._known:
            return None
        shapes = self._known.get(host_of(link.url))
        if not shapes or link.channel not in _FOLLOWED or not link.depth:
            return None
        if "" in shapes:
            key = without_session(link.url)
            if key != link.url and key in self._keys:
                return Reason.TRAP, f"session id in {_path(key)}"
        shape = shape_of(link.url)
        return (Reason.TRAP, f"{shape} brings nothing new") if shape in shapes else None

    def visited(self, candidate: Candidate, visit: Visit, found: Sequence[str]) -> None:
        """Learn from a page that was judged; ``found`` are the URLs that became known by it."""
        if not visit.cells or visit.verdict.outcome is Outcome.UNCHANGED:
            return
        url = candidate.link.url
        host, shape = host_of(url), shape_of(url)
        self._note_session(host, url, visit)
        record = self._shapes.setdefault((host, shape), _Shape())
        self._shapes.move_to_end((host, shape))
        if len(self._shapes) > _SHAPES:
            self._shapes.popitem(last=False)
        if candidate.id in record.ids or len(record.ids) > 1000:
            return
        record.ids.add(candidate.id)
        is_copy = visit.verdict.reason in _DUPLICATES
        bits, words = text_bits(visit.cells, _BITS)
        is_new = record.is_new(bits) and not is_copy
        if is_new or any(self._leads_on(each, host, shape) for each in found):
            record.stale = max(record.stale - _NEWS, 0.0)
            record.ids.clear()
            return
        if found:
            record.stale += 1.0
        elif is_copy or words >= _SHORT:
            record.stale += _ENDS
        if record.stale >= STALE_PAGES and shape != "/":
            self._trap(host, shape)

    def _leads_on(self, url: str, host: str, shape: str) -> bool:
        """Return whether a link leads out of a shape, and not into a trap."""
        return host_of(url) != host or shape_of(url) not in {shape, *self._known.get(host, ())}

    def _note_session(self, host: str, url: str, visit: Visit) -> None:
        """Compare a page with the one that had the same URL but for its session id."""
        key = without_session(url)
        if key == url:
            return
        content = hash(visit.content) if visit.content else 0
        before = self._keys.get(key)
        self._keys[key] = content
        if len(self._keys) > _KEYS:
            self._keys.popitem(last=False)
        if before is None:
            return
        sessions = self._sessions.setdefault(host, _Sessions())
        is_same = visit.verdict.reason in _DUPLICATES or bool(content and content == before)
        sessions.same += is_same
        sessions.other += not is_same
        if sessions.are_shown:
            self._trap(host, "")

    def _trap(self, host: str, shape: str) -> None:
        shapes = self._known.setdefault(host, set())
        if shape not in shapes:
            _LOG.warning("%s: %s is a trap", host, shape or "a session id in its addresses")
            shapes.add(shape)
            self.changed = True


def _path(url: str) -> str:
    """Return the path of a URL, shortened."""
    return "/" + url.split("/", 3)[-1][:80]
