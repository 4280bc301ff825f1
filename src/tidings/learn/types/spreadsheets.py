"""Reads the first sheet of an XLSX workbook: a ZIP file of XML, of which only the texts of cells matter."""

from __future__ import annotations

import re
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from xml.parsers import expat

from tidings.errors import TidingsError

_MOST_BYTES = 200_000_000
"""Bytes of an unpacked part: a small file must not fill the memory."""
_SHEET = re.compile(r"xl/worksheets/sheet(\d+)\.xml")
_COLUMN = re.compile(r"[A-Z]{1,3}")
_STRINGS = "xl/sharedStrings.xml"


def sheet_rows(path: Path) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield the number and the cells of each row below the header line, by the names of the columns."""
    try:
        with zipfile.ZipFile(path) as book:
            rows = _Sheet(_strings(book)).read(_part(book, _first_sheet(book)))
    except (OSError, ValueError, zipfile.BadZipFile, zlib.error, expat.ExpatError) as error:
        raise TidingsError(f"{path}: not an XLSX workbook: {error}") from error
    if not rows:
        return
    names = rows[0][1]
    for number, cells in rows[1:]:
        if any(cells.values()):
            yield number, {name: cells.get(column, "") for column, name in names.items() if name}


def _first_sheet(book: zipfile.ZipFile) -> str:
    sheets = [
        (int(found[1]), name) for name in book.namelist() if (found := _SHEET.fullmatch(name))
    ]
    if not sheets:
        raise ValueError("it has no sheet")
    return min(sheets)[1]


def _part(book: zipfile.ZipFile, name: str) -> bytes:
    with book.open(name) as file:
        content = file.read(_MOST_BYTES + 1)
    if len(content) > _MOST_BYTES:
        raise ValueError(f"{name} has more than {_MOST_BYTES // 1_000_000} MB")
    return content


def _strings(book: zipfile.ZipFile) -> list[str]:
    """Return the texts that cells share."""
    if _STRINGS not in book.namelist():
        return []
    strings: list[str] = []
    parser = _parser()
    inside = False

    def start(name: str, _attributes: dict[str, str]) -> None:
        nonlocal inside
        if name == "si":
            strings.append("")
        inside = name == "t"

    def end(_name: str) -> None:
        nonlocal inside
        inside = False

    def text(data: str) -> None:
        if inside and strings:
            strings[-1] += data

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler = text
    parser.Parse(_part(book, _STRINGS), True)
    return strings


def _parser() -> expat.XMLParserType:
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = _refuse
    return parser


def _refuse(*_declared: object) -> None:
    raise ValueError("it declares a document type")


class _Sheet:
    """Collects the cells of a sheet while its XML is parsed."""

    def __init__(self, strings: list[str]) -> None:
        self._strings = strings
        self._rows: list[tuple[int, dict[str, str]]] = []
        self._column = self._kind = self._text = ""
        self._reads = False

    def read(self, content: bytes) -> list[tuple[int, dict[str, str]]]:
        """Return the rows: number, and texts by the letters of their column."""
        parser = _parser()
        parser.StartElementHandler, parser.EndElementHandler = self._start, self._end
        parser.CharacterDataHandler = self._add
        parser.Parse(content, True)
        return self._rows

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "row":
            self._rows.append((int(attributes.get("r", len(self._rows) + 1)), {}))
        elif name == "c":
            place = _COLUMN.match(attributes.get("r", ""))
            self._column = place[0] if place else ""
            self._kind, self._text = attributes.get("t", ""), ""
        self._reads = name in ("v", "t")

    def _end(self, name: str) -> None:
        self._reads = False
        if name == "c" and self._rows and self._column:
            self._rows[-1][1][self._column] = self._value()

    def _add(self, data: str) -> None:
        if self._reads:
            self._text += data

    def _value(self) -> str:
        if self._kind != "s":
            return self._text
        number = int(self._text or -1)
        if not 0 <= number < len(self._strings):
            raise ValueError("a cell refers to a text that is not there")
        return self._strings[number]
