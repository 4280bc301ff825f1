"""The links of a page: resolved, normalised, each once, with the words in and around them."""

from __future__ import annotations

from collections.abc import Iterable

from tidings.model import Link
from tidings.read.html import Anchor, Document
from tidings.urls import MAX_LENGTH, normalise, origin_of

_ANCHOR_LENGTH = 200
_CONTEXT_SIDE = 100
_CONTEXT_REACH = 300
_CONTEXT_PARTS = 6
"""Pieces of text looked at on each side of a link; a bound for pages that are one block of links."""
_KEPT_LENGTH = 1000
"""How much of an address that is too long is written down."""
_ABSOLUTE = ("/", "http://", "https://")
"""Addresses that mean the same on every page of a site, so that resolving them is remembered."""


def links_of(document: Document, url: str, depth: int, body: range = range(0)) -> tuple[Link, ...]:
    """Return every distinct link in page order; of links to one address the one with the longest anchor.

    ``body`` are the blocks of the main text; links elsewhere are navigation.
    """
    base = (document.base and normalise(document.base, url)) or url
    root = origin_of(base) + "/"
    unwilling = _forbids_following(document.meta("robots").lower())
    found: dict[str, Link] = {}
    for anchor in _distinct(document.anchors):
        if len(anchor.href) > MAX_LENGTH:
            address, origin = normalise(anchor.href[:_KEPT_LENGTH], base) or "", "too-long"
        else:
            absolute = anchor.href.startswith(_ABSOLUTE)
            address = normalise(anchor.href, root if absolute else base) or ""
            origin = "nofollow" if unwilling or _is_nofollow(anchor) else "link"
        if not address or address == url:
            continue
        in_body = anchor.block.index in body
        link = Link(address, url, _words(anchor), _context(anchor), depth + 1, origin, 0, in_body)
        known = found.setdefault(address, link)
        if len(link.anchor) > len(known.anchor):
            found[address] = link._replace(origin=known.origin)
    following = document.relation("next")
    if following and (address := normalise(following, base) or url) != url:
        found.setdefault(address, Link(address, url, depth=depth + 1))
    return tuple(found.values())


def _distinct(anchors: Iterable[Anchor]) -> Iterable[Anchor]:
    """Drop repeated addresses as written, keeping the one with the most words at the place of the first."""
    best: dict[str, Anchor] = {}
    for anchor in anchors:
        known = best.get(anchor.href)
        if known is None or len(anchor.parts) > len(known.parts):
            best[anchor.href] = anchor
    return best.values()


def _forbids_following(directives: str) -> bool:
    return "nofollow" in directives or "none" in map(str.strip, directives.split(","))


def _is_nofollow(anchor: Anchor) -> bool:
    rel = anchor.attributes.get("rel")
    return bool(rel and "nofollow" in rel.lower())


def _words(anchor: Anchor) -> str:
    text = " ".join(" ".join(anchor.parts).split())
    if not text:
        attributes = anchor.attributes
        text = " ".join(
            (
                attributes.get("title")
                or attributes.get("aria-label")
                or attributes.get("alt")
                or ""
            ).split()
        )
    return text[:_ANCHOR_LENGTH]


def _context(anchor: Anchor) -> str:
    parts = anchor.block.parts
    begin, end = anchor.begin, anchor.end
    before = (
        "".join(parts[max(0, begin - _CONTEXT_PARTS) : begin])[-_CONTEXT_REACH:] if begin else ""
    )
    after = "".join(parts[end : end + _CONTEXT_PARTS])[:_CONTEXT_REACH] if end < len(parts) else ""
    if not before or before.isspace():
        return "" if not after or after.isspace() else _folded(after)[:_CONTEXT_SIDE]
    return f"{_folded(before)[-_CONTEXT_SIDE:]} {_folded(after)[: _CONTEXT_SIDE - 1]}".rstrip()


def _folded(text: str) -> str:
    return " ".join(text.split())
