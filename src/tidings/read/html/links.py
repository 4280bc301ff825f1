"""The links of a page: resolved, normalised, each once, with the words in and around them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from selectolax.lexbor import LexborNode

from tidings.model import Link, Reason
from tidings.read.html.parse import ANCHORS, MAX_TEXT, Document
from tidings.urls import MAX_LENGTH, normalise, origin_of

MAX_ANCHORS = 20_000
"""A page with more links is a trap or a dump; the rest is not looked at."""
_ANCHOR_LENGTH = 200
_CONTEXT_SIDE = 100
_CONTEXT_REACH = 300
_INLINE = frozenset(("b", "i", "em", "strong", "span", "font", "u"))
"""Elements around a link that are part of a line."""
_KEPT_LENGTH = 1000
"""How much of an address that is too long is written down."""
_ABSOLUTE = ("/", "http://", "https://")
"""Addresses that mean the same on every page of a site, so that resolving them is remembered."""
_Anchor = tuple[LexborNode, dict[str, str | None], str]
"""A link as written: its element, the attributes and the text of that."""


def links_of(
    document: Document, url: str, depth: int, body: LexborNode | None = None
) -> tuple[Link, ...]:
    """Return every distinct link in page order; of links to one address the one with the longest anchor.

    ``body`` is the element of the main text; links elsewhere are navigation, and what stands around them says nothing.
    """
    base = (document.base and normalise(document.base, url)) or url
    root = origin_of(base) + "/"
    forbidden = _forbids_following(document.meta("robots").lower())
    usual = Reason.NOFOLLOW if forbidden else None
    inside = {node.mem_id for node in body.css(ANCHORS)} if body is not None else ()
    found: dict[str, Link] = {}
    for href, (node, attributes, text) in _distinct(document.anchors).items():
        barred = usual
        if (rel := attributes.get("rel")) and "nofollow" in rel.lower():
            barred = Reason.NOFOLLOW
        if len(href) > MAX_LENGTH:
            href, barred = href[:_KEPT_LENGTH], Reason.URL_TOO_LONG
        address = normalise(href, root if href.startswith(_ABSOLUTE) else base)
        if not address or address == url:
            continue
        words = " ".join(text.split())[:_ANCHOR_LENGTH] or _described(attributes)
        known = found.get(address)
        if known is not None and len(words) <= len(known.anchor):
            continue
        in_body = node.mem_id in inside
        context = _context(node) if in_body or body is None else ""
        if known is not None:
            barred = known.barred
        found[address] = Link(
            address, url, words, context, depth + 1, in_body=in_body, barred=barred
        )
    following = document.relation("next")
    if following and (address := normalise(following, base)) and address != url:
        found.setdefault(address, Link(address, url, depth=depth + 1))
    return tuple(found.values())


def _distinct(anchors: Sequence[LexborNode]) -> dict[str, _Anchor]:
    """Return the links once for each address as written, with the most words, at the place of the first."""
    best: dict[str, _Anchor] = {}
    room = MAX_TEXT
    for node in anchors[:MAX_ANCHORS]:
        written = node.attributes
        href = written.get("href") or written.get("src")
        if not href or href.isspace():
            continue
        text = node.text(separator=" ") if room > 0 else ""
        room -= len(text)
        known = best.get(href)
        if known is None or (len(text) > len(known[2]) and not text.isspace()):
            best[href] = node, written, text
    return best


def _forbids_following(directives: str) -> bool:
    return "nofollow" in directives or "none" in map(str.strip, directives.split(","))


def _described(attributes: Mapping[str, str | None]) -> str:
    """Return the words written for a link without any: one that is a picture."""
    get = attributes.get
    words = get("title") or get("aria-label") or get("alt") or ""
    return _folded(words)[:_ANCHOR_LENGTH]


def _context(node: LexborNode) -> str:
    """Return the words before and behind a link on its line."""
    before, after = node.prev, node.next
    if before is None and after is None:
        parent = node.parent
        if parent is None or parent.tag not in _INLINE:
            return ""
        before, after = parent.prev, parent.next
    ahead = _line(before)[-_CONTEXT_REACH:]
    behind = _line(after)[:_CONTEXT_REACH]
    if not ahead or ahead.isspace():
        return "" if not behind or behind.isspace() else _folded(behind)[:_CONTEXT_SIDE]
    return f"{_folded(ahead)[-_CONTEXT_SIDE:]} {_folded(behind)[: _CONTEXT_SIDE - 1]}".rstrip()


def _line(node: LexborNode | None) -> str:
    """Return the text of a neighbour that is part of the same line."""
    if node is None:
        return ""
    tag = node.tag
    if tag == "-text":
        return node.text_content or ""
    return node.text() if tag in _INLINE else ""


def _folded(text: str) -> str:
    return " ".join(text.split())
