"""Markup that would cost a parser quadratic time is cut down before it is parsed; ordinary pages pass untouched."""

from __future__ import annotations

import re
from itertools import islice

MAX_DEPTH = 512
"""Elements nested deeper lose their tags, not their text; browsers draw the same line."""
MAX_FORMATTING = 20
"""Unclosed ``<b>`` and their kin are opened again in every paragraph that follows."""
MAX_TAGS = 300_000
"""A page with more is a dump; the rest is not looked at."""
_FEW_TAGS = 3_000
_MANY_TAGS = 40_000
_MANY_UNCLOSED = 1_000
_MAX_TAG = 100_000
_STRIDE = _MAX_TAG // 2
_MARKUP = re.compile(rb"<[a-zA-Z/!?]")
_LONG_TAG = re.compile(rb"<[a-zA-Z][^<>]{%d,}>?" % _MAX_TAG)
_TAG = re.compile(rb"<(/?)([a-zA-Z][a-zA-Z0-9]*)[^<>]*>?")
_UNNESTED = frozenset(
    b"area base br col dd dt embed hr img input li link meta option p param source tbody td tfoot th thead tr track wbr".split()
)
"""Elements without content, or closed by their next sibling."""
_FORMATTING = frozenset(b"a b big code em font i nobr s small strike strong tt u".split())


def tamed(html: bytes) -> bytes:
    """Return the page with bounded nesting, and with bounded tags, not too many."""
    if any(html.find(b"<", at, at + _STRIDE) < 0 for at in range(0, len(html) - _STRIDE, _STRIDE)):
        html = _LONG_TAG.sub(b"", html)
    tags = html.count(b"<")
    if tags > MAX_TAGS and (rest := next(islice(_MARKUP.finditer(html), MAX_TAGS, None), None)):
        html = html[: rest.start()]
    if tags > _MANY_TAGS or (tags > _FEW_TAGS and tags - 2 * html.count(b"</") > _MANY_UNCLOSED):
        return _flattened(html)
    return html


def _flattened(html: bytes) -> bytes:
    nested = formatting = done = 0
    kept = []
    for tag in _TAG.finditer(html):
        name = tag[2].lower()
        if name in _UNNESTED:
            continue
        opens = 0 if tag[1] else 1
        if name in _FORMATTING:
            formatting += opens
            drop = formatting > MAX_FORMATTING
            formatting = max(0, formatting - 1 + opens)
        else:
            nested += opens
            drop = nested > MAX_DEPTH
            nested = max(0, nested - 1 + opens)
        if drop:
            kept.append(html[done : tag.start()])
            done = tag.end()
    kept.append(html[done:])
    return b"".join(kept)
