"""Reads documents that are zip files of XML: Word, OpenDocument, EPUB and spreadsheets.

What comes out of the file is counted, since its directory may lie. No entity may be declared.
"""

from __future__ import annotations

import io
import posixpath
import zipfile
import zlib
from collections.abc import Callable
from typing import NamedTuple
from urllib.parse import unquote
from xml.parsers import expat

from selectolax.lexbor import LexborHTMLParser

from tidings.documents import MOST_BYTES, MOST_LINKS, MOST_TEXT, Extracted, broken
from tidings.errors import Unreadable
from tidings.model import Reason

_MOST_MEMBERS = 5_000
_CHUNK = 1 << 16
_MOST_PARTS = 500
"""Chapters of a book and sheets of a workbook that are read."""
_BREAKS = frozenset({"p", "h", "br", "tr", "table-row", "row", "line-break", "page-break", "cr"})
_TABS = frozenset({"tab", "table-cell", "c"})


class Packed:
    """The members of a zip file, within limits."""

    def __init__(self, body: bytes) -> None:
        try:
            self._file = zipfile.ZipFile(io.BytesIO(body))
        except (zipfile.BadZipFile, ValueError, OverflowError, NotImplementedError) as error:
            raise broken(f"not a usable zip file ({error})"[:200]) from None
        self.names = self._file.namelist()
        if len(self.names) > _MOST_MEMBERS:
            raise Unreadable(Reason.TOO_LARGE, f"{_MOST_MEMBERS:,} members of a zip file")
        if len(set(self.names)) != len(self.names):
            raise broken("a zip file with two members of one name")
        if any(member.flag_bits & 1 for member in self._file.infolist()):
            raise Unreadable(Reason.PASSWORD)
        self._room = MOST_BYTES

    def read(self, name: str) -> bytes:
        """Return a member, empty if there is none of that name; raise Unreadable."""
        if name not in self.names:
            return b""
        pieces = []
        try:
            with self._file.open(name) as member:
                while piece := member.read(_CHUNK):
                    self._room -= len(piece)
                    if self._room < 0:
                        raise Unreadable(Reason.TOO_LARGE, f"{MOST_BYTES / 1e6:g} MB unpacked")
                    pieces.append(piece)
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError) as error:
            raise broken(f"{name}: {error}"[:200]) from None
        return b"".join(pieces)


class Element(NamedTuple):
    """The start of an element of XML, without namespaces."""

    name: str
    attributes: dict[str, str]


def walk(
    xml: bytes,
    start: Callable[[Element], object],
    end: Callable[[str], object] = lambda _: None,
    text: Callable[[str], None] = lambda _: None,
) -> None:
    """Parse XML and call back for every element and text; raise Unreadable if it declares entities or is broken."""
    if not xml:
        return
    parser = expat.ParserCreate(namespace_separator=" ")

    def started(name: str, attributes: dict[str, str]) -> None:
        start(Element(_local(name), {_local(key): value for key, value in attributes.items()}))

    def refuse(*_: object) -> None:
        raise Unreadable(Reason.ENTITIES)

    parser.StartElementHandler = started
    parser.EndElementHandler = lambda name: end(_local(name))
    parser.CharacterDataHandler = text
    parser.EntityDeclHandler = refuse
    parser.buffer_text = True
    try:
        parser.Parse(xml, True)
    except expat.ExpatError as error:
        raise broken(f"broken XML ({error})") from None


def _local(name: str) -> str:
    return name.rpartition(" ")[2]


def read_packed(kind: str, body: bytes) -> Extracted:
    """Return what a zipped document holds; raise Unreadable."""
    packed = Packed(body)
    found = _KINDS[kind](packed)
    if not found.text.strip():
        raise Unreadable(Reason.EMPTY)
    return found._replace(text=found.text[:MOST_TEXT].strip(), first_page=found.text[:3_000])


class _Prose:
    """Gathers the text and the links of a document."""

    def __init__(self, targets: dict[str, str], *, only: str = "") -> None:
        """Follow links by ``targets``; with ``only``, text counts inside elements of that name alone."""
        self._targets = targets
        self._only = only
        self._inside = 0
        self.pieces: list[str] = []
        self.links: list[tuple[str, str]] = []
        self._open: list[tuple[str, int]] = []
        """Targets of the links that are open, and where their words begin."""

    def start(self, element: Element) -> None:
        name, attributes = element
        self._inside += name == self._only
        if name in _BREAKS:
            self.pieces.append("\n")
        elif name in _TABS:
            self.pieces.append("\t")
        elif name == "s":  # spaces of OpenDocument
            self.pieces.append(" ")
        elif name in ("hyperlink", "a"):
            target = self._targets.get(attributes.get("id", "")) or attributes.get("href", "")
            self._open.append((target, len(self.pieces)))

    def end(self, name: str) -> None:
        self._inside -= name == self._only
        if name in ("hyperlink", "a") and self._open:
            target, begin = self._open.pop()
            words = " ".join("".join(self.pieces[begin:]).split())[:300]
            if target and len(self.links) < MOST_LINKS:
                self.links.append((target, words))

    def text(self, text: str) -> None:
        if self._inside or not self._only:
            self.pieces.append(text)


def _properties(xml: bytes) -> dict[str, str]:
    """Return the texts and figures of a file of properties by the name of their element."""
    found: dict[str, str] = {}
    names: list[str] = []

    def start(element: Element) -> None:
        names.append(element.name)
        if element.name == "document-statistic":
            found["pages"] = element.attributes.get("page-count", "")

    def text(text: str) -> None:
        if names and text.strip():
            found[names[-1]] = (found.get(names[-1], "") + text)[:500]

    walk(xml, start, lambda _: names.pop(), text)
    return found


def _described(properties: dict[str, str], prose: _Prose) -> Extracted:
    pages = properties.get("Pages") or properties.get("pages") or "0"
    return Extracted(
        "".join(prose.pieces),
        title=properties.get("title", "").strip(),
        author=(properties.get("initial-creator") or properties.get("creator", "")).strip(),
        created=(properties.get("created") or properties.get("creation-date", "")).strip(),
        modified=(properties.get("modified") or properties.get("date", "")).strip(),
        language=properties.get("language", "").strip(),
        links=tuple(prose.links),
        pages=int(pages) if pages.isdecimal() and len(pages) < 9 else 0,
        generator=(properties.get("Application") or properties.get("generator", "")).strip(),
    )


def _relations(xml: bytes) -> dict[str, str]:
    found: dict[str, str] = {}

    def start(element: Element) -> None:
        if element.name == "Relationship":
            found[element.attributes.get("Id", "")] = element.attributes.get("Target", "")

    walk(xml, start)
    return found


def _word(packed: Packed) -> Extracted:
    if "word/document.xml" not in packed.names:
        raise broken("no word/document.xml in it")
    prose = _Prose(_relations(packed.read("word/_rels/document.xml.rels")), only="t")
    walk(packed.read("word/document.xml"), prose.start, prose.end, prose.text)
    properties = _properties(packed.read("docProps/app.xml"))
    return _described(properties | _properties(packed.read("docProps/core.xml")), prose)


def _open_document(packed: Packed) -> Extracted:
    if "content.xml" not in packed.names:
        raise broken("no content.xml in it")
    prose = _Prose({})
    walk(packed.read("content.xml"), prose.start, prose.end, prose.text)
    return _described(_properties(packed.read("meta.xml")), prose)


def _workbook(packed: Packed) -> Extracted:
    """Return the cells of all sheets, a line for each row."""
    shared = _shared_strings(packed.read("xl/sharedStrings.xml"))
    prose = _Prose({})
    sheets = [name for name in packed.names if name.startswith("xl/worksheets/sheet")]
    for name in sorted(sheets, key=lambda each: (len(each), each))[:_MOST_PARTS]:
        _sheet(packed.read(name), shared, prose.pieces)
    properties = _properties(packed.read("docProps/app.xml"))
    return _described(properties | _properties(packed.read("docProps/core.xml")), prose)


def _shared_strings(xml: bytes) -> list[str]:
    strings: list[list[str]] = []
    inside = [False]

    def start(element: Element) -> None:
        if element.name == "si":
            strings.append([])
        inside[0] = element.name == "t"

    def text(text: str) -> None:
        if inside[0] and strings:
            strings[-1].append(text)

    walk(xml, start, lambda _: inside.__setitem__(0, False), text)
    return ["".join(each) for each in strings]


def _sheet(xml: bytes, shared: list[str], pieces: list[str]) -> None:
    """Add the cells of a sheet to the pieces of a text."""
    kind, inside, value = [""], [False], [""]

    def start(element: Element) -> None:
        if element.name == "row":
            pieces.append("\n")
        elif element.name == "c":
            kind[0] = element.attributes.get("t", "")
        inside[0] = element.name in ("v", "t")

    def end(name: str) -> None:
        inside[0] = False
        if name == "c" and value[0]:
            number = int(value[0]) if value[0].isdecimal() and len(value[0]) < 9 else -1
            is_shared = kind[0] == "s" and 0 <= number < len(shared)
            pieces.extend((shared[number] if is_shared else value[0], "\t"))
            value[0] = ""

    def text(text: str) -> None:
        if inside[0]:
            value[0] += text

    walk(xml, start, end, text)


def _book(packed: Packed) -> Extracted:
    """Return the chapters of a book in the order of reading."""
    roots: list[str] = []
    walk(
        packed.read("META-INF/container.xml"),
        lambda element: (
            roots.append(element.attributes.get("full-path", ""))
            if element.name == "rootfile"
            else None
        ),
    )
    if not roots or roots[0] not in packed.names:
        raise broken("no list of chapters in it")
    package = packed.read(roots[0])
    items: dict[str, str] = {}
    spine: list[str] = []

    def start(element: Element) -> None:
        if element.name == "item":
            items[element.attributes.get("id", "")] = element.attributes.get("href", "")
        elif element.name == "itemref":
            spine.append(element.attributes.get("idref", ""))

    walk(package, start)
    prose, folder = _Prose({}), posixpath.dirname(roots[0])
    for chapter in spine[:_MOST_PARTS]:
        name = posixpath.normpath(posixpath.join(folder, unquote(items.get(chapter, ""))))
        prose.pieces.append(_chapter(packed.read(name)) + "\n\n")
    properties = _properties(package)
    return _described(properties, prose)._replace(created=properties.get("date", "").strip())


def _chapter(html: bytes) -> str:
    tree = LexborHTMLParser(html)
    tree.strip_tags(["script", "style", "title"], recursive=True)
    return tree.body.text(separator="\n", strip=True) if tree.body else ""


_KINDS: dict[str, Callable[[Packed], Extracted]] = {
    "docx": _word,
    "odt": _open_document,
    "ods": _open_document,
    "xlsx": _workbook,
    "epub": _book,
}
