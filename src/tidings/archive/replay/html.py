"""Writes a page again from its parsed tree: what is not known to be harmless is not written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape

from selectolax.lexbor import LexborHTMLParser, LexborNode

from tidings.archive.replay.css import rewritten
from tidings.archive.replay.names import Names, ResourceKind
from tidings.archive.replay.tables import (
    ADDRESSES,
    BACKGROUNDS,
    DRAWINGS,
    DROPPED,
    EMPTY,
    FRAMES,
    LEFT_OUT,
    LINKS,
    LOADED,
    METAS,
    PAINTED,
    PLAIN_TEXT,
    UNWRAPPED,
    WITHIN,
)
from tidings.read.html.taming import tamed
from tidings.read.requisites.pictures import LAZY_SETS, Attributes, lazy_source, widest
from tidings.urls import normalise

MAX_BYTES = 10_000_000
"""Bytes of a page that are shown; what comes after is cut off."""

_DOCTYPE = re.compile(
    rb"\s*(<!doctype\s+html(?:\s+(?:public|system)(?:\s*(?:\"[\w\s:/.+-]*\"|'[\w\s:/.+-]*'))+)?\s*>)",
    re.IGNORECASE,
)
_TAG = re.compile(r"[a-zA-Z][a-zA-Z0-9-]*", re.ASCII)
_ATTRIBUTE = re.compile(r"[a-zA-Z_][-a-zA-Z0-9_.:]*", re.ASCII)


def rewritten_page(html: bytes, names: Names, url: str) -> bytes:
    """Return a page in UTF-8 with every URL inside the archive, and nothing that runs or sends."""
    html = html[:MAX_BYTES]
    doctype = _DOCTYPE.match(html)
    tree = LexborHTMLParser(tamed(html))
    base = _base(tree, url)
    head = doctype[1] if doctype else b""
    body = "".join(_Writing(names, base).parts(tree.root)) if tree.root else ""
    return head + b'<meta charset="utf-8">' + body.encode("utf-8", "replace")


def _base(tree: LexborHTMLParser, url: str) -> str:
    first = tree.css_first("base[href]")
    return (normalise(first.attributes["href"] or "", url) if first else None) or url


class _Writing:
    """Writes elements in page order, with a stack of what must be closed instead of recursion."""

    def __init__(self, names: Names, base: str) -> None:
        self._names = names
        self._base = base
        self._drawn = 0
        """Elements ``svg`` and ``math`` that are open."""

    def parts(self, root: LexborNode) -> Iterator[str]:
        waiting: list[LexborNode | str] = [root]
        while waiting:
            node = waiting.pop()
            if isinstance(node, str):
                self._drawn -= node in ("</svg>", "</math>")
                yield node
            elif node.tag == "-text":
                yield escape(node.text_content or "", quote=False)
            elif (
                node.tag is not None
                and node.tag.lower() not in DROPPED
                and _TAG.fullmatch(node.tag)
            ):
                yield from self._element(node, node.tag, waiting)

    def _element(
        self, node: LexborNode, tag: str, waiting: list[LexborNode | str]
    ) -> Iterator[str]:
        name = tag.lower()
        if name in UNWRAPPED or (name == "source" and _is_of_a_picture(node)):
            waiting.extend(_children(node))
            return
        if name in PLAIN_TEXT:
            yield f"<pre>{escape(node.text() or '', quote=False)}</pre>"
            return
        attributes = self._attributes(name, node.attributes)
        if attributes is None:
            return
        yield f"<{tag}{attributes}>"
        if name == "style":
            yield self._style(node) + f"</{tag}>"
        elif name in FRAMES:
            yield f"</{tag}>" if name == "iframe" else ""
        elif name not in EMPTY:
            self._drawn += name in DRAWINGS
            waiting.append(f"</{tag}>")
            waiting.extend(_children(node))
            yield (
                "\n" if name in ("pre", "textarea") else ""
            )  # a parser swallows the first line end

    def _style(self, node: LexborNode) -> str:
        css = rewritten(node.text() or "", self._names, self._base)
        if self._drawn:  # inside a drawing, style holds markup like any other element
            return css.replace("&", r"\26 ").replace("<", r"\3c ")
        return css.replace("</", r"<\/")

    def _attributes(self, tag: str, attributes: Attributes) -> str | None:
        """Return the attributes of an element as text, None if it is left out altogether."""
        if tag == "meta" and (attributes.get("name") or "").lower() not in METAS:
            return None
        if tag == "link":
            return self._sheet(attributes)
        given = _with_picture(attributes) if tag in ("img", "image") else attributes
        pairs = [
            (name, self._value(tag, name.lower(), value or "")) for name, value in given.items()
        ]
        written = [f' {name}="{escape(value)}"' for name, value in pairs if value is not None]
        return "".join(written) + (' sandbox=""' if tag == "iframe" else "")

    def _value(self, tag: str, name: str, value: str) -> str | None:
        """Return the new value of an attribute, None if it is left out."""
        if not _ATTRIBUTE.fullmatch(name) or name.startswith("on") or name in LEFT_OUT:
            return None
        if name == "style":
            return rewritten(value, self._names, self._base)
        if name in PAINTED and "(" in value:
            return rewritten(value, self._names, self._base)
        plain = name.removeprefix("xlink:")
        return self._address(tag, plain, value) if plain in ADDRESSES else value

    def _address(self, tag: str, name: str, value: str) -> str | None:
        if tag in LINKS and name == "href":
            return self._names.linked(value, self._base) or None
        if tag in WITHIN and name == "href":
            return value if value.strip().startswith("#") else None
        kind = LOADED.get((tag, name))
        if name == "background" and tag in BACKGROUNDS:
            kind = ResourceKind.IMAGE
        if kind is None:
            return None
        path = self._names.loaded(value, self._base, kind)
        return None if path.startswith("#") and kind is ResourceKind.FRAME else path or None

    def _sheet(self, attributes: Attributes) -> str | None:
        """Return the attributes of a link to a style sheet, also of one that a script was to apply; None for others."""
        relations = (attributes.get("rel") or "").lower().split()
        delayed = "preload" in relations and (attributes.get("as") or "").lower() == "style"
        path = self._names.loaded(attributes.get("href") or "", self._base, ResourceKind.STYLE)
        if not path or path.startswith("#") or not ("stylesheet" in relations or delayed):
            return None
        switched = delayed or "media" in (attributes.get("onload") or "")
        media = "" if switched else attributes.get("media") or ""
        alternate = "alternate " if "alternate" in relations else ""
        return (
            f' rel="{alternate}stylesheet" href="{escape(path)}"'
            + (f' media="{escape(media)}"' if media else "")
            + (f' title="{escape(attributes.get("title") or "")}"' if alternate else "")
        )


def _children(node: LexborNode) -> Iterator[LexborNode]:
    """Yield the children, the last one first."""
    child = node.last_child
    while child is not None:
        yield child
        child = child.prev


def _is_of_a_picture(node: LexborNode) -> bool:
    return node.parent is not None and node.parent.tag == "picture"


def _with_picture(attributes: Attributes) -> Attributes:
    """Return the attributes of an image with its picture in ``src`` alone: archives hold one of many sizes."""
    source = attributes.get("src") or ""
    late = lazy_source(attributes)
    if late and (not source or source.startswith("data:")):
        source = late
    if not source or source.startswith("data:image/gif"):
        sets = filter(None, map(attributes.get, ("srcset", *LAZY_SETS)))
        source = widest(next(sets, "")) or source
    rest = {name: value for name, value in attributes.items() if name not in ("src", "srcset")}
    return {**rest, "src": source} if source else rest
