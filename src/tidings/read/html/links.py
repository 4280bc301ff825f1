"""Extract the links of a page: resolved, normalised, each once, with the words in and around them."""

# ruff: noqa: RUF001 - arrows of print are meant

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from selectolax.lexbor import LexborNode

from tidings.model import Link, Reason
from tidings.read.html.parse import ANCHORS, MAX_TEXT, Document
from tidings.urls import MAX_LENGTH, normalise, origin_of

MAX_ANCHORS = 20_000
"""A page with more links is a trap or a dump; the rest is ignored."""
_ANCHOR_LENGTH = 200
_CONTEXT_SIDE = 100
"""Characters of context kept on each side of a link."""
_CONTEXT_REACH = 300
"""Characters read on each side, before white space is collapsed."""
_INLINE = frozenset(("b", "i", "em", "strong", "span", "font", "u"))
"""Elements that do not start a new line."""
_CUT_TO = 1000
"""Characters recorded of a URL that is too long."""
_ABSOLUTE = ("/", "http://", "https://")
"""URLs that resolve alike on every page of a site, so that resolving them is cached by site."""
_NEXT = "next"
_NEXT_WORDS = frozenset(
    """next|next page|next »|next ›|next >|older|older posts|older entries|more|load more|show more|»|›|>|>>
    |weiter|nächste|nächste seite|ältere beiträge|suivant|page suivante|suivante|siguiente|página siguiente|anteriores
    |successivo|avanti|pagina successiva|próxima|próximo|volgende|volgende pagina|następna|sonraki""".replace(
        "\n    ", ""
    ).split("|")
)
"""Anchors of links to the next page of a list."""
_LONGEST_NEXT = max(map(len, _NEXT_WORDS))
_PAGE_NUMBER = re.compile(
    r"(?:[?&](?:page|p|paged|pg|seite|pagina|start|offset)=|/page[/-]?|/p/)(\d{1,6})(?=[/?&#.]|$)",
    re.IGNORECASE,
)
_MOST_PAGES = 200
"""Page number up to which a list goes on without a step of depth; more is a calendar or a trap."""
_REFRESH = re.compile(r"\s*\d{1,3}(?:\.\d+)?\s*[;,]\s*url\s*=\s*(\S.*)", re.IGNORECASE)
_Anchor = tuple[LexborNode, dict[str, str | None], str]
"""A link as written: its element, with its attributes and text."""


def links_of(
    document: Document, url: str, depth: int, body: LexborNode | None = None
) -> tuple[Link, ...]:
    """Return each linked URL once, in page order, with its longest anchor text.

    ``body`` is the element of the main text; links elsewhere are navigation and get no context.
    """
    base = (document.base and normalise(document.base, url)) or url
    root = origin_of(base) + "/"
    forbidden = _forbids_following(document.meta("robots").lower())
    usual = Reason.NOFOLLOW if forbidden else None
    inside = {node.mem_id for node in body.css(ANCHORS)} if body is not None else ()
    links: dict[str, Link] = {}
    for href, (node, attributes, text) in _distinct(document.anchors).items():
        barred = usual
        if (rel := attributes.get("rel")) and "nofollow" in rel.lower():
            barred = Reason.NOFOLLOW
        if len(href) > MAX_LENGTH:
            href, barred = href[:_CUT_TO], Reason.URL_TOO_LONG
        target = normalise(href, root if href.startswith(_ABSOLUTE) else base)
        if not target or target == url:
            continue
        words = " ".join(text.split())[:_ANCHOR_LENGTH] or _described(attributes)
        previous = links.get(target)
        if previous is not None and len(words) <= len(previous.anchor):
            continue
        in_body = node.mem_id in inside
        context = _context(node) if in_body or body is None else ""
        if previous is not None:
            barred = previous.barred
        links[target] = Link(target, url, words, context, depth + 1, in_body=in_body, barred=barred)
    following = document.relation("next")
    if following and (target := normalise(following, base)) and target != url:
        links.setdefault(target, Link(target, url, _NEXT, depth=depth + 1))
    found = [
        link if len(link.anchor) > _LONGEST_NEXT else _paged(link, depth) for link in links.values()
    ]
    if (refreshed := _refreshed(document, base)) and refreshed not in (url, *links):
        found.insert(0, Link(refreshed, url, depth=depth))
    return tuple(found)


def _paged(link: Link, depth: int) -> Link:
    """Return a link to another page of the same list without a step of depth; only small page numbers count."""
    anchor = link.anchor
    if not (anchor.isdecimal() or anchor.casefold() in _NEXT_WORDS):
        return link
    number = _PAGE_NUMBER.search(link.url)
    is_near = number is not None and int(number[1]) <= _MOST_PAGES
    return link._replace(depth=depth) if is_near else link


def _refreshed(document: Document, base: str) -> str | None:
    """Return where a page sends its readers on by itself."""
    match = _REFRESH.match(document.meta("refresh"))
    return normalise(match[1].strip(" '\""), base) if match else None


def _distinct(anchors: Sequence[LexborNode]) -> dict[str, _Anchor]:
    """Return the link with the longest text for each href as written, in the order of first occurrence."""
    best: dict[str, _Anchor] = {}
    room = MAX_TEXT
    for node in anchors[:MAX_ANCHORS]:
        attributes = node.attributes
        href = attributes.get("href") or attributes.get("src")
        if not href or href.isspace():
            continue
        text = node.text(separator=" ") if room > 0 else ""
        room -= len(text)
        previous = best.get(href)
        if previous is None or (len(text) > len(previous[2]) and not text.isspace()):
            best[href] = node, attributes, text
    return best


def _forbids_following(directives: str) -> bool:
    return "nofollow" in directives or "none" in map(str.strip, directives.split(","))


def _described(attributes: Mapping[str, str | None]) -> str:
    """Return the description of a link without text, such as a picture."""
    get = attributes.get
    words = get("title") or get("aria-label") or get("alt") or ""
    return _collapsed(words)[:_ANCHOR_LENGTH]


def _context(node: LexborNode) -> str:
    """Return the words before and after a link on its line."""
    before, after = node.prev, node.next
    if before is None and after is None:
        parent = node.parent
        if parent is None or parent.tag not in _INLINE:
            return ""
        before, after = parent.prev, parent.next
    left = _line(before)[-_CONTEXT_REACH:]
    right = _line(after)[:_CONTEXT_REACH]
    if not left or left.isspace():
        return "" if not right or right.isspace() else _collapsed(right)[:_CONTEXT_SIDE]
    return f"{_collapsed(left)[-_CONTEXT_SIDE:]} {_collapsed(right)[: _CONTEXT_SIDE - 1]}".rstrip()


def _line(node: LexborNode | None) -> str:
    """Return the text of a neighbour on the same line."""
    if node is None:
        return ""
    tag = node.tag
    if tag == "-text":
        return node.text_content or ""
    return node.text() if tag in _INLINE else ""


def _collapsed(text: str) -> str:
    return " ".join(text.split())
