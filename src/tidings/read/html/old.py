"""Rewrite markup of the 1990s that browsers then displayed and a standard parser now hides.

Browsers ended an unclosed comment at its first ``>``. A page of frames has a text alternative, which we read.
"""

from __future__ import annotations

import re

from selectolax.lexbor import LexborHTMLParser

_FRAMES = re.compile(rb"<(/?)(?:(?:frameset|noframes)|(frame))(?=[\s/>])", re.IGNORECASE)
_BEGIN, _END = b"<!--", b"-->"
_BOGUS = b"<!  "
"""Opens a bogus comment, which ends at the next ``>``."""


def mended(html: bytes, tree: LexborHTMLParser) -> bytes:
    """Return the page as its author meant it, most often unchanged; ``tree`` is the page as the standard parses it."""
    if tree.body is None:
        html = _FRAMES.sub(_without_frame, html)
    if _may_end_in_comment(tree):
        last = html.rfind(_END) + 1
        if html.find(_BEGIN, last) >= 0:
            html = html[:last] + html[last:].replace(_BEGIN, _BOGUS)
    return html


def _without_frame(tag: re.Match[bytes]) -> bytes:
    """Turn ``frameset`` and ``noframes`` into ``div``, and a ``frame`` into an ``area`` that links to its page."""
    return b"<%barea" % tag[1] if tag[2] else b"<%bdiv" % tag[1]


def _may_end_in_comment(tree: LexborHTMLParser) -> bool:
    """Return whether the last node is a comment, or the body is empty because a comment swallowed it."""
    node = tree.root
    while node is not None and (last := node.last_child) is not None:
        node = last
    return node is not None and node.tag in ("-comment", "body")
