"""Reads documents that are not web pages: PDF, Word, OpenDocument, EPUB, RTF, spreadsheets.

Each is read in a process of its own (``isolated.py``), because a hostile one may end the process that reads it.
"""

from __future__ import annotations

from typing import NamedTuple

from tidings.errors import Unreadable
from tidings.model import Reason

TYPES = {
    "application/pdf": "pdf",
    "application/x-pdf": "pdf",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
    "application/vnd.oasis.opendocument.text": "odt",
    "application/vnd.oasis.opendocument.spreadsheet": "ods",
    "application/epub+zip": "epub",
    "application/rtf": "rtf",
    "text/rtf": "rtf",
}
"""The format of each media type."""
MOST_BYTES = 20_000_000
"""Of a document, and of what comes out of a packed one."""
MOST_TEXT = 1_000_000
"""Characters of text that are kept."""
MOST_PAGES = 50
"""Pages of a PDF that are read."""
MOST_LINKS = 2_000
RIGHT_TO_LEFT = "right-to-left text, whose words may be turned around"


class Extracted(NamedTuple):
    """What a document holds."""

    text: str = ""
    title: str = ""
    author: str = ""
    created: str = ""
    """A moment as ISO 8601, as precise as the document has it; empty if it has none."""
    modified: str = ""
    language: str = ""
    links: tuple[tuple[str, str], ...] = ()
    """URL and words of each link."""
    pages: int = 0
    generator: str = ""
    doubt: str = ""
    """Why its text may be wrong."""
    first_page: str = ""


def broken(detail: str) -> Unreadable:
    """Return the error of a document that cannot be read."""
    return Unreadable(Reason.DOCUMENT, detail)


def extract(kind: str, body: bytes) -> Extracted:
    """Return what a document of a format holds; raise Unreadable. It may end the process that calls it."""
    if len(body) > MOST_BYTES:
        raise Unreadable(Reason.TOO_LARGE, f"{MOST_BYTES / 1e6:g} MB")
    if kind == "pdf":
        from tidings.documents.pdf import read_pdf

        return read_pdf(body)
    if kind == "rtf":
        from tidings.documents.rtf import read_rtf

        return read_rtf(body)
    from tidings.documents.packed import read_packed

    return read_packed(kind, body)
