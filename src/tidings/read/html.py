"""One parse and one walk: HTML becomes a flat list of text blocks, anchors and metadata; it judges nothing."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser, LexborNode

from tidings.read.depth import tamed

MAX_ANCHORS = 20_000
"""A page with more links is a trap or a dump; the rest is not looked at."""

MAX_BLOCKS = 50_000
"""As with links; what stands in more blocks is read as text of the block around them."""

MAX_STAMPS = 40
MAX_MARKS = 500
"""Characters of an author's names for an element: more is data, and names are remembered."""

_BLOCKS = (
    "address article aside blockquote body caption center dd details dialog dir div dl dt fieldset "
    "figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 header hr html li main menu nav "
    "ol p pre section summary table tbody td tfoot th thead tr ul"
)
_UNSEEN = (
    "audio button canvas datalist embed head iframe math noembed noframes noscript object optgroup option "
    "select style svg template textarea video -comment -doctype"
)
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_DATE_MARKS = re.compile(r"date|time|publi|posted", re.IGNORECASE)


class Block:
    """A stretch of text that stands on its own lines, and where it stands in the tree of such blocks."""

    marks = ""
    """Class, id and role as written: what the page's author called it."""
    link_length = 0
    level = 0
    parent = -1
    """Index of the enclosing block; -1 for the root."""
    unseen = False

    def __init__(self, tag: str, index: int, parent: Block | None = None) -> None:
        self.tag = tag
        self.index = index
        self.parts: list[str] = []
        if parent is not None:
            self.parent = parent.index
            self.level = parent.level + 1
            if parent.unseen:
                self.unseen = True


class Anchor:
    """A link as written: its address, its words and its position in a block."""

    __slots__ = ("attributes", "begin", "block", "end", "href", "parts")

    def __init__(self, href: str, attributes: dict[str, str | None], block: Block) -> None:
        self.href = href
        self.attributes = attributes
        self.block = block
        self.begin = self.end = len(block.parts)
        self.parts: list[str] = []


class Stamp(NamedTuple):
    """An element that marks up a date: its attributes, its text, and the block it stands in."""

    attributes: dict[str, str | None]
    text: str
    block: int


@dataclass(slots=True)
class Document:
    """What the walk found, in page order."""

    blocks: list[Block] = field(default_factory=list)
    anchors: list[Anchor] = field(default_factory=list)
    title: str = ""
    language: str = ""
    base: str = ""
    metas: list[tuple[str, str]] = field(default_factory=list)
    """Lower-cased name, property, itemprop or http-equiv, with its content."""
    relations: list[tuple[str, str]] = field(default_factory=list)
    """Lower-cased rel of ``<link>`` elements, with its address."""
    scripts: list[str] = field(default_factory=list)
    """JSON-LD as written."""
    stamps: list[Stamp] = field(default_factory=list)

    def texts(self) -> list[str]:
        """Return the text that stands directly in each block, white space folded."""
        return [
            " ".join("".join(block.parts).split()) if block.parts else "" for block in self.blocks
        ]

    def meta(self, name: str) -> str:
        """Return the first content of that name."""
        return next((content for key, content in self.metas if key == name), "")

    def relation(self, name: str) -> str:
        """Return the address of the first ``<link>`` with that relation."""
        return next((href for rel, href in self.relations if name in rel.split()), "")


def parse(html: bytes) -> Document:
    """Walk once over a page given as UTF-8."""
    tree = LexborHTMLParser(tamed(html), options=LexborDocumentOptions.WO_EVENTS)
    walk = _Walk()
    if tree.root is not None:
        walk.over(tree.root)
    return walk.document


_Owner = tuple[Block, Anchor | None]
"""The block and the anchor that the text inside an element belongs to; None where text is not shown."""


class _Walk:
    """The state of one walk over a tree."""

    def __init__(self) -> None:
        self.document = Document()
        self.blocks = self.document.blocks

    def over(self, root: LexborNode) -> None:
        # The hot loop of the product. Half of all nodes are white space between tags: it parts words
        # in whatever block came before, and needs no look at its parent.
        outside: _Owner = (Block("", -1), None)
        owners: dict[int, _Owner | None] = {}
        parts, spaced = outside[0].parts, True
        for node in root.traverse(include_text=True):
            tag: str = node.tag  # type: ignore[assignment]  # None only for nodes no page has
            if tag == "-text":
                text: str = node.text_content  # type: ignore[assignment]  # text nodes have one
                if text.isspace():
                    if not spaced:
                        parts.append(" ")
                        spaced = True
                    continue
                owner = owners.get(node.parent.mem_id)  # type: ignore[union-attr]
                if owner is None:
                    continue
                block, anchor = owner
                parts, spaced = block.parts, False
                if not block.unseen:
                    parts.append(text)
                if anchor is not None:
                    anchor.parts.append(text)
                    block.link_length += len(text)
                    if anchor.block is block:
                        anchor.end = len(parts)
                continue
            parent = node.parent
            owner = owners.get(parent.mem_id, outside) if parent is not None else outside
            handle = _HANDLERS.get(tag)
            owners[node.mem_id] = owner if handle is None else handle(self, node, tag, owner)

    def block(self, node: LexborNode, tag: str, owner: _Owner | None) -> _Owner | None:
        if owner is None:
            return None
        parent, anchor = owner
        if parent.parts:
            parent.parts.append(" ")
        blocks = self.blocks
        if len(blocks) >= MAX_BLOCKS:
            return owner
        block = Block(tag, len(blocks), parent)
        blocks.append(block)
        attributes = node.attributes
        if attributes:
            get = attributes.get
            block.marks = get("class") or ""
            if "id" in attributes or "role" in attributes:
                block.marks = f"{block.marks} {get('id') or ''} {get('role') or ''}"
            block.marks = block.marks[:MAX_MARKS]
            if "hidden" in attributes or (
                "style" in attributes and _HIDDEN.search(get("style") or "")
            ):
                block.unseen = True
        return block, anchor

    def root(self, node: LexborNode, tag: str, owner: _Owner | None) -> _Owner | None:
        attributes = node.attributes
        self.document.language = attributes.get("lang") or attributes.get("xml:lang") or ""
        return self.block(node, tag, owner)

    def anchor(self, node: LexborNode, tag: str, owner: _Owner | None) -> _Owner | None:
        anchors = self.document.anchors
        if owner is None or len(anchors) >= MAX_ANCHORS:
            return owner
        attributes = node.attributes
        href = attributes.get("href")
        if not href or href.isspace():
            return owner
        anchor = Anchor(href, attributes, owner[0])
        anchors.append(anchor)
        return owner[0], anchor

    def line(self, node: LexborNode, tag: str, owner: _Owner | None) -> None:
        if owner is not None:
            owner[0].parts.append(" ")

    def nothing(self, node: LexborNode, tag: str, owner: _Owner | None) -> None:
        return None

    def title(self, node: LexborNode, tag: str, owner: _Owner | None) -> None:
        if not self.document.title:
            self.document.title = " ".join(node.text().split())

    def meta(self, node: LexborNode, tag: str, owner: _Owner | None) -> None:
        attributes = node.attributes
        if content := attributes.get("content"):
            for key in ("property", "name", "itemprop", "http-equiv"):
                if name := attributes.get(key):
                    self.document.metas.append((name.lower(), content))

    def link(self, node: LexborNode, tag: str, owner: _Owner | None) -> None:
        attributes = node.attributes
        if (rel := attributes.get("rel")) and (href := attributes.get("href")):
            self.document.relations.append((rel.lower(), href))

    def base(self, node: LexborNode, tag: str, owner: _Owner | None) -> None:
        self.document.base = self.document.base or node.attributes.get("href") or ""

    def script(self, node: LexborNode, tag: str, owner: _Owner | None) -> None:
        if "ld+json" in (node.attributes.get("type") or ""):
            self.document.scripts.append(node.text())

    def stamp(self, node: LexborNode, tag: str, owner: _Owner | None) -> _Owner | None:
        if owner is not None and len(self.document.stamps) < MAX_STAMPS:
            self.document.stamps.append(Stamp(node.attributes, node.text()[:200], owner[0].index))
        return owner

    def span(self, node: LexborNode, tag: str, owner: _Owner | None) -> _Owner | None:
        marks = node.attributes.get("class")
        return self.stamp(node, tag, owner) if marks and _marks_date(marks[:MAX_MARKS]) else owner


@lru_cache(maxsize=8192)
def _marks_date(marks: str) -> bool:
    return bool(_DATE_MARKS.search(marks))


_Handler = Callable[[_Walk, LexborNode, str, _Owner | None], _Owner | None]
_HANDLERS: dict[str, _Handler] = {
    **dict.fromkeys(_UNSEEN.split(), _Walk.nothing),
    **dict.fromkeys(_BLOCKS.split(), _Walk.block),
    "html": _Walk.root,
    "a": _Walk.anchor,
    "area": _Walk.anchor,
    "br": _Walk.line,
    "title": _Walk.title,
    "meta": _Walk.meta,
    "link": _Walk.link,
    "base": _Walk.base,
    "script": _Walk.script,
    "time": _Walk.stamp,
    "abbr": _Walk.stamp,
    "span": _Walk.span,
}
