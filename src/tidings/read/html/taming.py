"""Cut down markup that would cost a parser quadratic time; ordinary pages pass unchanged.

A parser searches all open elements at many tags, and all attributes of a tag at each new attribute.
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
"""Elements nested deeper lose their tags, not their text; browsers have the same limit."""
MAX_FORMATTING = 20
"""Unclosed formatting elements such as ``<b>``, which a parser opens again in every following paragraph."""
MAX_TAGS = 300_000
"""A page with more is a dump; the rest is cut off."""
MAX_ATTRIBUTES = 1_000
"""A tag with more is dropped."""
_FEW_TAGS = 8_000
"""Tags up to which nesting is not checked: at worst it costs a parser 0.15 s."""
_STRIDE = 8_192
"""Bytes: the page is checked in windows of this size; a tag twice as long fills at least one of them."""
_ROOT_FACTOR = 32
"""Allowed length of quadratic work, times the square root of the page size: at worst 0.2 s for 100 kB."""
_TAG_ENDS = 8
"""Possible ends of a tag tried in a window before the tags of the window before are parsed."""
_MANY_OPENINGS = 1_000
"""Tags in a window that are too many to parse one by one."""
_FEW_ROOTS = 4
"""``<html>`` and ``<body>`` tags that are left alone."""
_MANY_LINKS = 1_500
"""Links left alone inside ``<svg>`` or ``<math>``, where they nest and each is read with all inside it."""
_SMALL_PAGE = 50_000
"""Bytes of a page whose ``<html>`` and ``<body>`` attributes cost 0.2 s at most."""

_Numbers = NDArray[Any]


def _prefix(*alternatives: str) -> tuple[_Numbers, ...]:
    """Return a table of allowed bytes for each letter of a tag name, in either case."""
    return tuple(
        np.isin(np.arange(256), list(f"{letters}{letters.upper()}".encode()))
        for letters in alternatives
    )


_ROOTS = _prefix("hb", "to", "md", "ly")
"""Matches ``<html>`` and ``<body>`` and no other element of HTML."""
_LINKS = _prefix("a")
_DRAWINGS = _prefix("sm", "va", "gt")
"""Matches ``<svg>`` and ``<math>``."""

_MARKUP = re.compile(rb"<[a-zA-Z/!?]")
_SPACE = rb" \t\n\r\f"
_VALUE = rb"\"[^\"]*+\"?+|'[^']*+'?+|[^S>\"'][^S>]*+"
_ATTRIBUTE = rb"(?:=[^S/>=]*+|[^S/>=]++)(?:[S]*+=[S]*+(?:" + _VALUE + rb")?+|)?+"
"""An attribute as browsers parse it: a quote that does not follow an equals sign is a letter.

Before Python 3.11.5, a possessive group that fails halfway leaves the match where it failed; so these end in ``|``.
"""
_INSIDE = rb"(?:[S/]++|" + _ATTRIBUTE + rb")"
_TAG = rb"<(/?)([a-zA-Z][^S/>]*+)" + _INSIDE + rb"*+>?"


def _compiled(pattern: bytes) -> re.Pattern[bytes]:
    return re.compile(pattern.replace(b"S", _SPACE))


_OPENING = re.compile(rb"</?[a-zA-Z]")
_WHOLE_TAG = _compiled(_TAG)
_ROOT = _compiled(rb"<(?i:html|body)(?=[S/>])" + _INSIDE + rb"*+>?")
_SOUND = _compiled(
    rb"(?:[^<]++|<(?!/?[a-zA-Z])|</?[a-zA-Z][^S/>]*+%b{0,%d}+(?:>|\Z)|)*+"
    % (_INSIDE, 2 * MAX_ATTRIBUTES)
)
"""The longest prefix without an overloaded tag; gaps between attributes count as attributes."""
_TOKEN = _compiled(rb"<!--|<!\[CDATA\[|" + _TAG + rb"|<(?:[!?]|/[^a-zA-Z])[^>]*+>?")
_COMMENT_END = re.compile(rb"--!?>")
_UNNESTED = frozenset(
    b"area base body br col dd dt embed head hr html img input li link meta option p param source tbody td tfoot th thead tr "
    b"track wbr".split()
)
"""Elements that do not nest: empty, closed by the next sibling, or opened once."""
_FORMATTING = frozenset(b"a b big code em font i nobr s small strike strong tt u".split())
_ONCE = frozenset((b"a", b"nobr"))
"""Formatting elements that close an open one of the same name."""
_BARRIERS = frozenset(
    b"table template object applet marquee select svg math frameset button".split()
)
"""Elements whose content cannot close an element outside."""
_NO_RAW_TEXT = frozenset(b"select svg math frameset".split())
"""Elements inside which script and style hold markup like any other element."""
_RAW_TEXT = {
    name: re.compile(rb"</%s(?=[ \t\n\r\f/>])" % name, re.IGNORECASE)
    for name in b"script style textarea title xmp iframe noembed noframes".split()
}
"""Elements that contain only text, with the pattern of their end tag."""


def tamed(html: bytes) -> bytes:
    """Return the page with a bounded number of tags, of attributes per tag, and of nested elements."""
    data = np.frombuffer(html, np.uint8)
    openings = np.flatnonzero(data == ord("<"))
    tags = len(openings)
    if len(html) > _SMALL_PAGE and _count(_ROOTS, data, openings) > _FEW_ROOTS:
        html = b"".join(_without_roots(html))
    if tags > MAX_TAGS and (rest := next(islice(_MARKUP.finditer(html), MAX_TAGS, None), None)):
        html = html[: rest.start()]
    stride = max(_STRIDE, _ROOT_FACTOR * isqrt(len(html)))
    quotes = _Quotes(html), _Quotes(html)
    if any(_may_be_inside_a_tag(*quotes, at, stride) for at in range(stride, len(html), stride)):
        html = b"".join(_sound_parts(html))
    many = tags > _FEW_TAGS and tags > _ROOT_FACTOR * isqrt(len(html))
    if not many and tags > _MANY_LINKS and _count(_LINKS, data, openings) > _MANY_LINKS:
        many = _count(_DRAWINGS, data, openings) > 0
    return _Flattening(html).flat() if many else html


def _count(prefix: Sequence[_Numbers], data: _Numbers, openings: _Numbers) -> int:
    """Return how many tags begin with a prefix."""
    for offset, allowed in enumerate(prefix, 1):
        openings = openings[allowed[data.take(openings + offset, mode="clip")]]
    return len(openings)


def _without_roots(html: bytes) -> Iterator[bytes]:
    """Drop further ``<html>`` and ``<body>`` tags: a parser merges their attributes into the first."""
    at = length = 0
    for root in _ROOT.finditer(html):
        length += len(root[0])
        if length > 2 * _STRIDE:
            yield html[at : root.start()]
            at = root.end()
    yield html[at:]


def _may_be_inside_a_tag(inside: _Quotes, before: _Quotes, begin: int, stride: int) -> bool:
    """Return whether a window may lie inside one tag that starts in the window before.

    Quotes are looked for in the window itself and, which is seldom needed, in the one before.
    """
    html = inside.html
    end = min(begin + stride, len(html))
    at = begin
    for _ in range(_TAG_ENDS):
        at = html.find(b">", at, end) + 1
        if not at:
            break
        if not inside.may_hold(at - 1):
            return False
    closed = html.rfind(b">", begin - stride, begin)  # tags before it end there at the latest
    if closed < 0 or before.may_hold(closed):
        closed = begin - stride
    openings = [tag.start() for tag in _OPENING.finditer(html, closed, begin + 1)]
    return len(openings) > _MANY_OPENINGS or any(_is_open_at(html, at, end) for at in openings)


def _is_open_at(html: bytes, opening: int, end: int) -> bool:
    """Return whether the tag at ``opening`` is still open at ``end``."""
    tag = _WHOLE_TAG.match(html, opening, end)
    return tag is None or (tag.end() == end and html[end - 1 : end] != b">")


class _Quotes:
    """Finds the last quotes before a position; positions must be asked for in ascending order."""

    def __init__(self, html: bytes) -> None:
        self.html = html
        self._last = {b'"': -1, b"'": -1}
        self._searched = 0

    def may_hold(self, at: int) -> bool:
        """Return whether a position may be in a quoted value: the last quote before it follows an equals sign."""
        html, searched, self._searched = self.html, self._searched, at
        quoted = False
        for quote, before in self._last.items():
            opening = html.rfind(quote, searched, at)
            if opening < 0:
                opening = before
            self._last[quote] = opening
            ahead = html[max(0, opening - 8) : max(0, opening)].rstrip()
            quoted |= ahead.endswith(b"=") or (opening >= 0 and not ahead)
        return quoted


def _sound_parts(html: bytes) -> Iterator[bytes]:
    """Yield the page without its overloaded tags."""
    at = 0
    while sound := _SOUND.match(html, at):
        yield sound[0]
        overloaded = _WHOLE_TAG.match(html, sound.end())
        if overloaded is None:
            return
        at = overloaded.end()


class _Frame:
    """The elements open since the last barrier, in order and by name."""

    __slots__ = ("barrier", "names", "opened")

    def __init__(self, barrier: bytes) -> None:
        self.barrier = barrier
        self.names: list[bytes] = []
        self.opened: Counter[bytes] = Counter()


class _Flattening:
    """One pass over a page that drops tags nested too deeply.

    An element that a parser might close or not counts as open.
    """

    def __init__(self, html: bytes) -> None:
        self._html = html
        self._frames = [_Frame(b"")]
        self._depth = 0
        self._formatting: Counter[bytes] = Counter()
        self._formats = 0
        self._plain = 0
        """Number of open elements inside which raw text elements are ordinary ones."""

    def flat(self) -> bytes:
        """Return the page without the tags that are too deep."""
        html, copied, parts = self._html, 0, []
        at = 0
        while token := _TOKEN.search(html, at):
            name = token[2]
            at = token.end()
            if name is None:
                at = self._after_comment(token)
                continue
            name = name.lower()
            if name in _UNNESTED:
                continue
            if name in _RAW_TEXT and not self._plain:
                at = at if token[1] else self._after_raw_text(name, at)
                continue
            if self._closes(name) if token[1] else self._opens(name):
                parts.append(html[copied : token.start()])
                copied = at
        parts.append(html[copied:])
        return b"".join(parts)

    def _after_raw_text(self, name: bytes, at: int) -> int:
        end = _RAW_TEXT[name].search(self._html, at)
        return end.start() if end else len(self._html)

    def _after_comment(self, token: re.Match[bytes]) -> int:
        """Return where a comment, CDATA section or declaration ends."""
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
        """Return whether this is a link that does not close an open one: inside a drawing."""
        return name == b"a" and self._plain > 0

    def _opens(self, name: bytes) -> bool:
        """Record a start tag; return whether its element is too deep."""
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
        """Record an end tag; return whether its element was too deep."""
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
