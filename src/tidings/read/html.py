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
    "audio button canvas col datalist embed iframe img input math noembed noframes noscript object optgroup option param "
    "select source style svg template textarea track video wbr -comment -doctype"
)
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_DATE_MARKS = re.compile(r"date|time|publi|posted", re.IGNORECASE)


class Block:
    """A stretch of text that stands on its own lines, and where it stands in the tree of such blocks."""

    __slots__ = ("index", "level", "link_length", "marks", "parent", "parts", "tag", "unseen")

    def __init__(
        self, tag: str, index: int, parent: int = -1, level: int = 0, unseen: bool = False
    ) -> None:
        """Begin a block; ``parent`` is the index of the enclosing one, -1 for the root."""
        self.tag = tag
        self.index = index
        self.parent = parent
        self.level = level
        self.unseen = unseen
        self.marks = ""
        """Class, id and role as written: what the page's author called it."""
        self.parts: list[str] = []
        self.link_length = 0


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
"""The block and the anchor that the text inside an element belongs to."""

_Handler = Callable[["_Walk", LexborNode, str, Block, Anchor | None], _Owner | None]
"""What an element means: whose its content is, None if nobody should look at it."""


class _Walk:
    """The state of one walk over a tree."""

    def __init__(self) -> None:
        self.document = Document()
        self.blocks = self.document.blocks

    def over(self, root: LexborNode) -> None:
        # The hot loop of the product: down to the first child, else on to the next node, else up again.
        # White space between tags parts words in whatever block came before.
        block, anchor = Block("", -1), None
        parts, spaced = block.parts, True
        above: list[tuple[LexborNode, Block, Anchor | None]] = []
        node: LexborNode | None = root
        while node is not None:
            tag: str = node.tag  # type: ignore[assignment]  # None only for nodes no page has
            if tag == "-text":
                text: str = node.text_content  # type: ignore[assignment]  # text nodes have one
                if not text.isspace():
                    parts, spaced = block.parts, False
                    if not block.unseen:
                        parts.append(text)
                    if anchor is not None:
                        anchor.parts.append(text)
                        block.link_length += len(text)
                        if anchor.block is block:
                            anchor.end = len(parts)
                elif not spaced:
                    parts.append(" ")
                    spaced = True
            else:
                handle = _HANDLERS.get(tag)
                owner = (
                    (block, anchor) if handle is None else handle(self, node, tag, block, anchor)
                )
                if owner is not None and (child := node.child) is not None:
                    above.append((node, block, anchor))
                    block, anchor = owner
                    node = child
                    continue
            node = node.next
            while node is None and above:
                node, block, anchor = above.pop()
                node = node.next

    def block(
        self, node: LexborNode, tag: str, parent: Block, anchor: Anchor | None
    ) -> _Owner | None:
        if parent.parts:
            parent.parts.append(" ")
        blocks = self.blocks
        if len(blocks) >= MAX_BLOCKS:
            return parent, anchor
        block = Block(tag, len(blocks), parent.index, parent.level + 1, parent.unseen)
        blocks.append(block)
        attributes = node.attributes
        if attributes:
            get = attributes.get
            marks = get("class") or ""
            if "id" in attributes or "role" in attributes:
                marks = f"{marks} {get('id') or ''} {get('role') or ''}"
            if marks:
                block.marks = marks[:MAX_MARKS]
            if "hidden" in attributes or (
                "style" in attributes and _HIDDEN.search(get("style") or "")
            ):
                block.unseen = True
        return block, anchor

    def root(
        self, node: LexborNode, tag: str, block: Block, anchor: Anchor | None
    ) -> _Owner | None:
        attributes = node.attributes
        self.document.language = attributes.get("lang") or attributes.get("xml:lang") or ""
        return self.block(node, tag, block, anchor)

    def head(self, node: LexborNode, tag: str, block: Block, anchor: Anchor | None) -> _Owner:
        return Block("", -1), None

    def anchor(
        self, node: LexborNode, tag: str, block: Block, anchor: Anchor | None
    ) -> _Owner | None:
        attributes = node.attributes
        href = attributes.get("src" if tag == "frame" else "href")
        anchors = self.document.anchors
        if not href or href.isspace() or len(anchors) >= MAX_ANCHORS:
            return block, anchor
        anchor = Anchor(href, attributes, block)
        anchors.append(anchor)
        return block, anchor

    def line(self, node: LexborNode, tag: str, block: Block, anchor: Anchor | None) -> None:
        block.parts.append(" ")

    def nothing(self, node: LexborNode, tag: str, block: Block, anchor: Anchor | None) -> None:
        return None

    def title(self, node: LexborNode, tag: str, block: Block, anchor: Anchor | None) -> None:
        if not self.document.title:
            self.document.title = " ".join(node.text().split())

    def meta(self, node: LexborNode, tag: str, block: Block, anchor: Anchor | None) -> None:
        attributes = node.attributes
        if content := attributes.get("content"):
            for key in ("property", "name", "itemprop", "http-equiv"):
                if name := attributes.get(key):
                    self.document.metas.append((name.lower(), content))

    def link(self, node: LexborNode, tag: str, block: Block, anchor: Anchor | None) -> None:
        attributes = node.attributes
        if (rel := attributes.get("rel")) and (href := attributes.get("href")):
            self.document.relations.append((rel.lower(), href))

    def base(self, node: LexborNode, tag: str, block: Block, anchor: Anchor | None) -> None:
        self.document.base = self.document.base or node.attributes.get("href") or ""

    def script(self, node: LexborNode, tag: str, block: Block, anchor: Anchor | None) -> None:
        if "ld+json" in (node.attributes.get("type") or ""):
            self.document.scripts.append(node.text())

    def stamp(self, node: LexborNode, tag: str, block: Block, anchor: Anchor | None) -> _Owner:
        if block.index >= 0 and len(self.document.stamps) < MAX_STAMPS:
            self.document.stamps.append(Stamp(node.attributes, node.text()[:200], block.index))
        return block, anchor

    def span(self, node: LexborNode, tag: str, block: Block, anchor: Anchor | None) -> _Owner:
        marks = node.attributes.get("class")
        if marks and _marks_date(marks[:MAX_MARKS]):
            return self.stamp(node, tag, block, anchor)
        return block, anchor


@lru_cache(maxsize=8192)
def _marks_date(marks: str) -> bool:
    return bool(_DATE_MARKS.search(marks))


_HANDLERS: dict[str, _Handler] = {
    **dict.fromkeys(_UNSEEN.split(), _Walk.nothing),
    **dict.fromkeys(_BLOCKS.split(), _Walk.block),
    "html": _Walk.root,
    "head": _Walk.head,
    "a": _Walk.anchor,
    "area": _Walk.anchor,
    "frame": _Walk.anchor,
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
