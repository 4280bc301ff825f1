"""Markup that would cost a parser quadratic time is cut down before it is parsed; ordinary pages pass untouched.

A parser looks through all open elements for many a tag, and through all attributes of a tag for each new one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from math import isqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

MAX_DEPTH = 512
"""Elements nested deeper lose their tags, not their text; browsers draw the same line."""
MAX_FORMATTING = 20
"""Unclosed ``<b>`` and their kin are opened again in every paragraph that follows."""
MAX_TAGS = 300_000
"""A page with more is a dump; the rest is not looked at."""
MAX_ATTRIBUTES = 1_000
"""A tag with more is dropped."""
_FEW_TAGS = 8_000
"""So few can not be nested deeply enough to matter: at worst they cost a parser 0.15 s."""
_STRIDE = 8_192
"""A tag twice as long fills at least one such stretch of the page from end to end."""
_SQUARE = 32
"""What grows with a square may be that many times the root of the page's size: at worst 0.2 s for 100 kB."""
_TAG_ENDS = 8
"""So many possible ends of a tag are looked at before all beginnings are."""
_MANY_OPENINGS = 1_000
_FEW_ROOTS = 4
_MANY_LINKS = 1_500
"""So many may be nested, in a drawing or a formula, where links do not close each other, and each is read with all in it."""
_SMALL = 50_000
"""The attributes of all roots of a page up to this size cost 0.2 s at most."""

_Numbers = NDArray[Any]


def _names(*places: str) -> tuple[_Numbers, ...]:
    """Return for each letter of some names of tags which bytes it may be."""
    return tuple(
        np.isin(np.arange(256), list(f"{either}{either.upper()}".encode())) for either in places
    )


_ROOTS = _names("hb", "to", "md", "ly")
"""How ``<html>`` and ``<body>`` begin, and no other element there is."""
_LINKS = _names("a")
_DRAWINGS = _names("sm", "va", "gt")
"""How ``<svg>`` and ``<math>`` begin."""

_MARKUP = re.compile(rb"<[a-zA-Z/!?]")
_SPACE = rb" \t\n\r\f"
_VALUE = rb"\"[^\"]*+\"?+|'[^']*+'?+|[^S>\"'][^S>]*+"
_ATTRIBUTE = rb"(?:=[^S/>=]*+|[^S/>=]++)(?:[S]*+=[S]*+(?:" + _VALUE + rb")?+)?+"
"""As browsers read one: a quote that does not follow an equals sign is a letter."""
_INSIDE = rb"(?:[S/]++|" + _ATTRIBUTE + rb")"
_TAG = rb"<(/?)([a-zA-Z][^S/>]*+)" + _INSIDE + rb"*+>?"


def _compiled(pattern: bytes) -> re.Pattern[bytes]:
    return re.compile(pattern.replace(b"S", _SPACE))


_OPENING = re.compile(rb"<[a-zA-Z]")
_WHOLE_TAG = _compiled(_TAG)
_ROOT = _compiled(rb"<(?i:html|body)(?=[S/>])" + _INSIDE + rb"*+>?")
_SOUND = _compiled(
    rb"(?:[^<]++|<(?!/?[a-zA-Z])|</?[a-zA-Z][^S/>]*+%b{0,%d}+(?:>|\Z))*+"
    % (_INSIDE, 2 * MAX_ATTRIBUTES)
)
"""As much of a page as has no tag with too many attributes; what stands between them counts too."""
_TOKEN = _compiled(rb"<!--|<!\[CDATA\[|" + _TAG + rb"|<(?:[!?]|/[^a-zA-Z])[^>]*+>?")
_COMMENT_END = re.compile(rb"--!?>")
_UNNESTED = frozenset(
    b"area base body br col dd dt embed head hr html img input li link meta option p param source tbody td tfoot th thead tr "
    b"track wbr".split()
)
"""Elements without content, closed by their next sibling, or opened once."""
_FORMATTING = frozenset(b"a b big code em font i nobr s small strike strong tt u".split())
_ONCE = frozenset((b"a", b"nobr"))
"""Formatting that closes the one before."""
_BARRIERS = frozenset(
    b"table template object applet marquee select svg math frameset button".split()
)
"""Elements inside which the end tag of an element outside means nothing."""
_NO_RAW_TEXT = frozenset(b"select svg math frameset".split())
_RAW_TEXT = {
    name: re.compile(rb"</%s(?=[ \t\n\r\f/>])" % name, re.IGNORECASE)
    for name in b"script style textarea title xmp iframe noembed noframes".split()
}
"""Elements that hold text only, with their ends."""


def tamed(html: bytes) -> bytes:
    """Return the page with bounded nesting and bounded tags, not too many."""
    letters = np.frombuffer(html, np.uint8)
    openings = np.flatnonzero(letters == ord("<"))
    tags = len(openings)
    if len(html) > _SMALL and _begin(_ROOTS, letters, openings) > _FEW_ROOTS:
        html = b"".join(_without_roots(html))
    if tags > MAX_TAGS and (rest := next(islice(_MARKUP.finditer(html), MAX_TAGS, None), None)):
        html = html[: rest.start()]
    stride = max(_STRIDE, _SQUARE * isqrt(len(html)))
    quotes = _Quotes(html)
    if any(_may_be_inside_a_tag(quotes, at, stride) for at in range(stride, len(html), stride)):
        html = b"".join(_sound_parts(html))
    many = tags > _FEW_TAGS and tags > _SQUARE * isqrt(len(html))
    if not many and tags > _MANY_LINKS and _begin(_LINKS, letters, openings) > _MANY_LINKS:
        many = _begin(_DRAWINGS, letters, openings) > 0
    return _Flattening(html).flat() if many else html


def _begin(names: Sequence[_Numbers], letters: _Numbers, openings: _Numbers) -> int:
    """Return how many tags begin with one of the letters given for each place, in any case."""
    for place, either in enumerate(names, 1):
        openings = openings[either[letters.take(openings + place, mode="clip")]]
    return len(openings)


def _without_roots(html: bytes) -> Iterator[bytes]:
    at = length = 0
    for root in _ROOT.finditer(html):
        length += len(root[0])
        if length > 2 * _STRIDE:
            yield html[at : root.start()]
            at = root.end()
    yield html[at:]


def _may_be_inside_a_tag(quotes: _Quotes, begin: int, stride: int) -> bool:
    """Tell whether a stretch may lie inside of one tag that begins in the stretch before."""
    html = quotes.html
    end = min(begin + stride, len(html))
    at = begin
    for _ in range(_TAG_ENDS):
        at = html.find(b">", at, end) + 1
        if not at:
            break
        if not quotes.may_hold(at - 1):
            return False
    openings = [tag.start() for tag in _OPENING.finditer(html, begin - stride, begin + 1)]
    return len(openings) > _MANY_OPENINGS or any(_leads_to(html, at, end) for at in openings)


def _leads_to(html: bytes, opening: int, end: int) -> bool:
    """Tell whether a tag is still open at a position."""
    tag = _WHOLE_TAG.match(html, opening, end)
    return tag is None or (tag.end() == end and html[end - 1 : end] != b">")


class _Quotes:
    """Tells where values may be quoted, of positions that go from the beginning to the end."""

    def __init__(self, html: bytes) -> None:
        self.html = html
        self._last = {b'"': -1, b"'": -1}
        self._looked = 0

    def may_hold(self, at: int) -> bool:
        """Tell whether the last quote of a kind before a position may begin a value: then it follows an equals sign."""
        html, looked, self._looked = self.html, self._looked, at
        held = False
        for quote, before in self._last.items():
            opening = html.rfind(quote, looked, at)
            if opening < 0:
                opening = before
            self._last[quote] = opening
            ahead = html[max(0, opening - 8) : max(0, opening)].rstrip()
            held |= ahead.endswith(b"=") or (opening >= 0 and not ahead)
        return held


def _sound_parts(html: bytes) -> Iterator[bytes]:
    at = 0
    while sound := _SOUND.match(html, at):
        yield sound[0]
        overloaded = _WHOLE_TAG.match(html, sound.end())
        if overloaded is None:
            return
        at = overloaded.end()


class _Frame:
    """What was opened, in order and by name, since the last element that end tags do not reach across."""

    __slots__ = ("barrier", "names", "opened")

    def __init__(self, barrier: bytes) -> None:
        self.barrier = barrier
        self.names: list[bytes] = []
        self.opened: Counter[bytes] = Counter()


class _Flattening:
    """One pass over a page with many tags that leaves out those nested too deeply.

    Where it is not sure that a parser would close an element it takes it as still open.
    """

    def __init__(self, html: bytes) -> None:
        self._html = html
        self._frames = [_Frame(b"")]
        self._depth = 0
        self._formatting: Counter[bytes] = Counter()
        self._formats = 0
        self._plain = 0
        """How many elements are open in which nothing holds text only."""

    def flat(self) -> bytes:
        html, done, kept = self._html, 0, []
        at = 0
        while token := _TOKEN.search(html, at):
            name = token[2]
            at = token.end()
            if name is None:
                at = self._behind(token)
                continue
            name = name.lower()
            if name in _UNNESTED:
                continue
            if name in _RAW_TEXT and not self._plain:
                at = at if token[1] else self._behind_text(name, at)
                continue
            if self._closes(name) if token[1] else self._opens(name):
                kept.append(html[done : token.start()])
                done = at
        kept.append(html[done:])
        return b"".join(kept)

    def _behind_text(self, name: bytes, at: int) -> int:
        end = _RAW_TEXT[name].search(self._html, at)
        return end.start() if end else len(self._html)

    def _behind(self, token: re.Match[bytes]) -> int:
        """Return where a comment and its kin end."""
        html, at = self._html, token.end()
        if token[0] == b"<!--":
            if html.startswith((b">", b"->"), at):
                return at
            end = _COMMENT_END.search(html, at)
            return end.end() if end else len(html)
        if token[0] == b"<![CDATA[":
            end_at = html.find(b"]]>" if self._plain else b">", at)
            return end_at if end_at >= 0 else len(html)
        return at

    def _nests(self, name: bytes) -> bool:
        """Tell whether a link does not close the one before."""
        return name == b"a" and self._plain > 0

    def _opens(self, name: bytes) -> bool:
        """Take note of an element; tell whether it is too deep."""
        if name in _FORMATTING and not self._nests(name):
            if name not in _ONCE or not self._formatting[name]:
                self._formatting[name] += 1
                self._formats += 1
            return self._formats > MAX_FORMATTING
        if name in _BARRIERS:
            self._frames.append(_Frame(name))
            self._plain += name in _NO_RAW_TEXT
        else:
            frame = self._frames[-1]
            frame.names.append(name)
            frame.opened[name] += 1
        self._depth += 1
        return self._depth > MAX_DEPTH

    def _closes(self, name: bytes) -> bool:
        """Take note of an end tag; tell whether its element was too deep."""
        if name in _FORMATTING and not self._nests(name):
            too_many = self._formats > MAX_FORMATTING
            if not self._formatting[name]:
                return too_many
            self._formatting[name] -= 1
            self._formats -= 1
            return too_many
        frame = self._frames[-1]
        if frame.barrier == name:
            self._depth -= len(frame.names) + 1
            self._plain -= name in _NO_RAW_TEXT
            self._frames.pop()
        elif frame.opened[name]:
            while (inner := frame.names.pop()) != name:
                frame.opened[inner] -= 1
                self._depth -= 1
            frame.opened[name] -= 1
            self._depth -= 1
        else:
            return self._depth > MAX_DEPTH
        return self._depth >= MAX_DEPTH
