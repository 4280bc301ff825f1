"""Pages of old: what browsers of their time showed and the standard of today hides.

A comment that never ended was taken to end with its first ``>``. What stands beside frames was for readers without
them, as we are one.
"""

from __future__ import annotations

import re

from selectolax.lexbor import LexborHTMLParser

_FRAMES = re.compile(rb"<(/?)(?:(?:frameset|noframes)|(frame))(?=[\s/>])", re.IGNORECASE)
_BEGIN, _END = b"<!--", b"-->"
_UNTIL_THE_NEXT = b"<!  "
"""How a comment begins that ends with the next ``>``."""


def mended(html: bytes, tree: LexborHTMLParser) -> bytes:
    """Return the page as it was meant, given also what the standard makes of it; most are returned as they are."""
    if tree.body is None:
        html = _FRAMES.sub(_without_frame, html)
    if _may_end_in_comment(tree):
        ended = html.rfind(_END) + 1
        if html.find(_BEGIN, ended) >= 0:
            html = html[:ended] + html[ended:].replace(_BEGIN, _UNTIL_THE_NEXT)
    return html


def _without_frame(tag: re.Match[bytes]) -> bytes:
    """Return a set of frames or its alternative as a division, and a frame as an area that leads to its page."""
    return b"<%barea" % tag[1] if tag[2] else b"<%bdiv" % tag[1]


def _may_end_in_comment(tree: LexborHTMLParser) -> bool:
    """Tell whether a comment is the last there is, or nothing is there: it may all be in one before."""
    node = tree.root
    while node is not None and (last := node.last_child) is not None:
        node = last
    return node is not None and node.tag in ("-comment", "body")
