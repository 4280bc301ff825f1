"""Parse a page once into its declarations and a flat list of text blocks; it judges nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser, LexborNode

from tidings.read.html.old import mended
from tidings.read.html.taming import tamed
from tidings.read.types import FEED_TYPES

MAX_BLOCKS = 50_000
"""A page with more is a trap or a dump; text in further blocks goes to the block around them."""

MAX_TEXT = 1_000_000
"""Characters read of all links, paragraphs or scripts of a page: nested elements repeat the text inside them."""
MAX_SCRIPTS = 200
MAX_STAMPS = 40
STAMP_LENGTH = 200
MAX_HEADINGS = 5
"""Main headings that may be the title."""
MAX_MARKS = 500
"""Characters of an element's class, id and role; more is data, and they are cached."""

_MENDINGS = 2
"""A page may need both: an unclosed comment may have hidden frames."""

_BLOCKS = (
    "address article aside blockquote body caption center dd details dialog dir div dl dt fieldset "
    "figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 header hr html li main menu nav "
    "ol p pre section summary table tbody td tfoot th thead tr ul"
)
_UNSEEN = (
    "area audio base button canvas col datalist embed frame head iframe img input link math meta noembed noframes noscript "
    "object optgroup option param script select source style svg template textarea title track video wbr -comment -doctype"
)
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_DATE_MARKS = re.compile(r"date|time|publi|posted", re.IGNORECASE)
_BY_LINES = (
    "[class*=date],[class*=Date],[class*=time],[class*=publi],[class*=posted],[class*=byline],"
    "[class*=meta],[id*=date],[itemprop*=date]"
)
ANCHORS = "a[href],area[href],area[src]"
"""Elements that link to other pages; an area with ``src`` was a frame."""
_DECLARATIONS = f'{ANCHORS},title,meta[content],h1,link[rel],base[href],script[type*="ld+json"],time,abbr[title]'


class Block:
    """An element whose text starts on a new line, and its position in the tree of such elements."""

    __slots__ = (
        "index",
        "level",
        "link_length",
        "marks",
        "node",
        "parent",
        "parts",
        "tag",
        "unseen",
    )

    def __init__(
        self, tag: str, index: int, parent: int = -1, level: int = 0, unseen: bool = False
    ) -> None:
        """Create a block; ``parent`` is the index of the enclosing one, -1 for the root."""
        self.tag = tag
        self.index = index
        self.parent = parent
        self.level = level
        self.unseen = unseen
        self.node: LexborNode | None = None
        self.marks = ""
        """Class, id and role as written."""
        self.parts: list[str] = []
        self.link_length = 0


class Stamp(NamedTuple):
    """An element that marks up a date; ``block`` is the index of the block around it, -1 if unknown."""

    attributes: dict[str, str | None]
    text: str
    block: int = -1
    after: int = -1
    """Index of the block that was opened last before it, which may be another one."""


@dataclass(slots=True)
class Document:
    """The declarations of a page and, after ``walk``, its blocks, all in page order."""

    title: str = ""
    headings: list[str] = field(default_factory=list)
    """Its first main headings."""
    language: str = ""
    base: str = ""
    metas: list[tuple[str, str]] = field(default_factory=list)
    """Lower-cased name, property, itemprop or http-equiv, with its content."""
    relations: list[tuple[str, str]] = field(default_factory=list)
    """Lower-cased rel of ``<link>`` elements, with its URL."""
    feeds: list[str] = field(default_factory=list)
    """URLs of feeds with the same news, as written."""
    scripts: list[str] = field(default_factory=list)
    """JSON-LD as written."""
    anchors: list[LexborNode] = field(default_factory=list)
    """The elements that link to other pages."""
    times: list[Stamp] = field(default_factory=list)
    """Dates in ``<time>`` and ``<abbr>`` elements."""
    blocks: list[Block] = field(default_factory=list)
    stamps: list[Stamp] = field(default_factory=list)
    """All dates in markup, with their blocks."""

    def texts(self) -> list[str]:
        """Return the text directly in each block, with white space collapsed."""
        return [
            " ".join("".join(block.parts).split()) if block.parts else "" for block in self.blocks
        ]

    def meta(self, name: str) -> str:
        """Return the first content of this name."""
        return next((content for key, content in self.metas if key == name), "")

    def relation(self, name: str) -> str:
        """Return the URL of the first ``<link>`` with this relation."""
        return next((href for rel, href in self.relations if name in rel.split()), "")


def tree_of(html: bytes) -> LexborHTMLParser:
    """Parse UTF-8 HTML as the browsers of its time did."""
    tree = _tree(html)
    for _ in range(_MENDINGS):
        rewritten = mended(html, tree)
        if rewritten is html:
            break
        html, tree = rewritten, _tree(rewritten)
    return tree


def _tree(html: bytes) -> LexborHTMLParser:
    return LexborHTMLParser(tamed(html), options=LexborDocumentOptions.WO_EVENTS)


def declared(tree: LexborHTMLParser) -> Document:
    """Return the declarations of a page: title, language, metadata, links, scripts and times."""
    document = Document()
    if tree.root is not None:
        attributes = tree.root.attributes
        document.language = attributes.get("lang") or attributes.get("xml:lang") or ""
    anchors = document.anchors
    for node in tree.css(_DECLARATIONS):
        tag = node.tag or ""
        if tag in _ANCHOR_TAGS:
            anchors.append(node)
        else:
            _DECLARERS[tag](document, node, node.attributes)
    return document


def by_lines(tree: LexborHTMLParser) -> list[str]:
    """Return the short texts of elements whose class or id suggests a date."""
    nodes = islice(tree.css(_BY_LINES), MAX_STAMPS)
    texts = (" ".join(node.text(separator=" ").split()) for node in nodes)
    return [text for text in texts if 0 < len(text) < STAMP_LENGTH]


_ANCHOR_TAGS = frozenset(("a", "area"))
_Attributes = dict[str, str | None]


def _title(document: Document, node: LexborNode, attributes: _Attributes) -> None:
    if not document.title and (node.parent is None or node.parent.tag != "svg"):
        document.title = " ".join(node.text().split())


def _heading(document: Document, node: LexborNode, attributes: _Attributes) -> None:
    if len(document.headings) < MAX_HEADINGS and (
        text := " ".join(node.text(separator=" ").split())
    ):
        document.headings.append(text[:STAMP_LENGTH])


def _meta(document: Document, node: LexborNode, attributes: _Attributes) -> None:
    if content := attributes["content"]:
        for key in ("property", "name", "itemprop", "http-equiv"):
            if key in attributes and (name := attributes[key]):
                document.metas.append((name.lower(), content))


def _link(document: Document, node: LexborNode, attributes: _Attributes) -> None:
    if (rel := attributes["rel"]) and (href := attributes.get("href")):
        document.relations.append((rel.lower(), href))
        if "type" in attributes and (attributes["type"] or "").lower() in FEED_TYPES:
            document.feeds.append(href)


def _base(document: Document, node: LexborNode, attributes: _Attributes) -> None:
    document.base = document.base or attributes["href"] or ""


def _script(document: Document, node: LexborNode, attributes: _Attributes) -> None:
    scripts = document.scripts
    if len(scripts) < MAX_SCRIPTS and sum(map(len, scripts)) < MAX_TEXT:
        scripts.append(node.text())


def _time(document: Document, node: LexborNode, attributes: _Attributes) -> None:
    if len(document.times) < MAX_STAMPS:
        document.times.append(Stamp(attributes, node.text()[:STAMP_LENGTH]))


_DECLARERS: dict[str, Callable[[Document, LexborNode, _Attributes], None]] = {
    "title": _title,
    "h1": _heading,
    "meta": _meta,
    "link": _link,
    "base": _base,
    "script": _script,
    "time": _time,
    "abbr": _time,
}


def marks_of(attributes: Mapping[str, str | None]) -> str:
    """Return class, id and role of an element in one string."""
    marks = attributes.get("class") or ""
    if "id" in attributes or "role" in attributes:
        marks = f"{marks} {attributes.get('id') or ''} {attributes.get('role') or ''}"
    return marks[:MAX_MARKS]


def is_hidden(attributes: Mapping[str, str | None]) -> bool:
    """Return whether an element is hidden from readers."""
    return "hidden" in attributes or (
        "style" in attributes and bool(_HIDDEN.search(attributes["style"] or ""))
    )


_Owner = tuple[Block, bool]
"""The block that owns the text inside an element, and whether that text is in a link."""

_Handler = Callable[["_Walk", LexborNode, str, Block, bool], _Owner | None]
"""Handles an element; returns the owner of its content, None to skip it."""


def walk(tree: LexborHTMLParser, document: Document, *, without_scripts: bool = False) -> None:
    """Fill in the blocks of a document and its dates in markup, optionally as browsers without scripts show it."""
    document.blocks.clear()
    document.stamps.clear()
    if tree.root is not None:
        _Walk(document, _PLAIN_HANDLERS if without_scripts else _HANDLERS).over(tree.root)


class _Walk:
    """The state of one walk over a tree."""

    def __init__(self, document: Document, handlers: dict[str, _Handler]) -> None:
        self.blocks = document.blocks
        self.stamps = document.stamps
        self._handlers = handlers

    def over(self, root: LexborNode) -> None:
        # The hot loop of the product, without recursion: down to the first child, else on to the next
        # node, else up again. White space between tags separates words of the block that came before.
        block, linked = Block("", -1), False
        parts, spaced = block.parts, True
        above: list[tuple[LexborNode, Block, bool]] = []
        node: LexborNode | None = root
        handler_of = self._handlers.get
        while node is not None:
            tag: str = node.tag  # type: ignore[assignment]  # None only for nodes no page has
            if tag == "-text":
                text: str = node.text_content  # type: ignore[assignment]  # text nodes have one
                if not text.isspace():
                    parts, spaced = block.parts, False
                    if not block.unseen:
                        parts.append(text)
                    if linked:
                        block.link_length += len(text)
                elif not spaced:
                    parts.append(" ")
                    spaced = True
            else:
                handle = handler_of(tag)
                owner = (
                    (block, linked) if handle is None else handle(self, node, tag, block, linked)
                )
                if owner is not None and (child := node.child) is not None:
                    above.append((node, block, linked))
                    block, linked = owner
                    node = child
                    continue
            node = node.next
            while node is None and above:
                node, block, linked = above.pop()
                node = node.next

    def block(self, node: LexborNode, tag: str, parent: Block, linked: bool) -> _Owner | None:
        if parent.parts:
            parent.parts.append(" ")
        blocks = self.blocks
        if len(blocks) >= MAX_BLOCKS:
            return parent, linked
        block = Block(tag, len(blocks), parent.index, parent.level + 1, parent.unseen)
        block.node = node
        blocks.append(block)
        attributes = node.attributes
        if attributes:
            block.marks = marks_of(attributes)
            if is_hidden(attributes):
                block.unseen = True
        return block, linked

    def anchor(self, node: LexborNode, tag: str, block: Block, linked: bool) -> _Owner | None:
        return block, linked or "href" in node.attrs

    def line(self, node: LexborNode, tag: str, block: Block, linked: bool) -> None:
        block.parts.append(" ")

    def nothing(self, node: LexborNode, tag: str, block: Block, linked: bool) -> None:
        return None

    def stamp(self, node: LexborNode, tag: str, block: Block, linked: bool) -> _Owner:
        if block.index >= 0 and len(self.stamps) < MAX_STAMPS:
            self.stamps.append(
                Stamp(
                    node.attributes, node.text()[:STAMP_LENGTH], block.index, len(self.blocks) - 1
                )
            )
        return block, linked

    def span(self, node: LexborNode, tag: str, block: Block, linked: bool) -> _Owner:
        marks = node.attributes.get("class")
        if marks and _marks_date(marks[:MAX_MARKS]):
            return self.stamp(node, tag, block, linked)
        return block, linked


@lru_cache(maxsize=8192)
def _marks_date(marks: str) -> bool:
    return bool(_DATE_MARKS.search(marks))


UNSEEN = frozenset(_UNSEEN.split())
"""Elements without text for readers."""

_HANDLERS: dict[str, _Handler] = {
    **dict.fromkeys(UNSEEN, _Walk.nothing),
    **dict.fromkeys(_BLOCKS.split(), _Walk.block),
    "a": _Walk.anchor,
    "br": _Walk.line,
    "time": _Walk.stamp,
    "abbr": _Walk.stamp,
    "span": _Walk.span,
}
_PLAIN_HANDLERS = {**_HANDLERS, "noscript": _Walk.block}
"""For a browser without scripts, which shows what the others do not."""
