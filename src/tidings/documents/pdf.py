"""Reads PDF files by PDFium, which is fast, and calls ``abort`` on a bomb: only in a process of its own."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pypdfium2  # type: ignore[import-untyped]
import pypdfium2.raw as pdfium  # type: ignore[import-untyped]

from tidings.documents import (
    MOST_LINKS,
    MOST_PAGES,
    MOST_TEXT,
    RIGHT_TO_LEFT,
    Extracted,
    broken,
)
from tidings.errors import Unreadable
from tidings.model import Reason

_MOMENT = re.compile(
    r"D?:?(?P<day>\d{4}(?:\d{2}(?:\d{2})?)?)(?P<time>\d{2}\d{2}(?:\d{2})?)?(?P<zone>[Zz+-].*)?"
)
_ZONE = re.compile(r"([+-])(\d{2})'?(\d{2})?")
_XMP = re.compile(
    rb"<(?P<name>xmp:CreateDate|xmp:ModifyDate|dc:title|dc:creator|dc:date|dc:language)\b[^>]*>"
    rb"(?P<value>.{0,2000}?)</(?P=name)>|(?P<attribute>xmp:CreateDate|xmp:ModifyDate)=\"(?P<moment>[^\"]{4,40})\"",
    re.DOTALL,
)
_TAG = re.compile(r"<[^>]*>")
_BROKEN_WORD = re.compile("(?<=\\w)(?:\x02|\ufffe|\u00ad)(?:\r?\n)?")
"""A word divided at the end of a line, as PDFium marks it."""
_LINE_END = re.compile(r"[ \t]*\r?\n")
_FROM_RIGHT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]")
_LONGEST_URL = 2_083
_PASSWORD = 4


_SAMPLE = (
    b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
    b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj\n"
    b"4 0 obj<</Length 27>>stream\nBT /F 9 Tf (sample) Tj ET   \nendstream endobj\n"
    b"5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"
)


def warm_up() -> None:
    """Read a small file of our own, for which PDFium looks through the fonts of the system: once for all copies."""
    read_pdf(_SAMPLE)


def read_pdf(body: bytes) -> Extracted:
    """Return the text, the properties and the links of a PDF; raise Unreadable."""
    try:
        document = pypdfium2.PdfDocument(body)
    except pypdfium2.PdfiumError as error:
        if getattr(error, "err_code", None) == _PASSWORD:
            raise Unreadable(Reason.PASSWORD) from None
        raise broken(f"not a usable PDF ({error})"[:200]) from None
    count = len(document)
    texts: list[str] = []
    links: list[tuple[str, str]] = []
    for number in range(min(count, MOST_PAGES)):
        try:
            page = document[number]
            textpage = page.get_textpage()
        except pypdfium2.PdfiumError:  # the other pages may be whole
            continue
        texts.append(_plain(textpage.get_text_range()))
        if len(links) < MOST_LINKS:
            links += _links(document, page, textpage)
        if sum(map(len, texts)) > MOST_TEXT:
            break
    text = "\n\n".join(filter(None, texts))[:MOST_TEXT]
    if not text.strip():
        raise Unreadable(Reason.EMPTY, f"no text on {count} pages")
    return _described(document, body, text, texts)._replace(
        links=tuple(dict.fromkeys(links))[:MOST_LINKS], pages=count
    )


def _described(
    document: pypdfium2.PdfDocument, body: bytes, text: str, texts: list[str]
) -> Extracted:
    info = {name: value.replace("\x00", "").strip() for name, value in _info(document).items()}
    xmp = _xmp(body)
    from_right = len(_FROM_RIGHT.findall(text[:20_000]))
    return Extracted(
        text,
        title=info.get("Title") or xmp.get("dc:title", ""),
        author=info.get("Author") or xmp.get("dc:creator", ""),
        created=_moment(info.get("CreationDate", "")) or xmp.get("xmp:CreateDate", ""),
        modified=_moment(info.get("ModDate", "")) or xmp.get("xmp:ModifyDate", ""),
        language=xmp.get("dc:language", ""),
        generator=info.get("Creator") or info.get("Producer", ""),
        doubt=RIGHT_TO_LEFT if from_right * 5 > min(len(text), 20_000) else "",
        first_page=texts[0] if texts else "",
    )


def _info(document: pypdfium2.PdfDocument) -> dict[str, str]:
    try:
        found: dict[str, str] = document.get_metadata_dict()
    except (pypdfium2.PdfiumError, UnicodeDecodeError):
        return {}
    return found


def _plain(text: str) -> str:
    """Return text with words put together that a line end divides."""
    return _LINE_END.sub("\n", _BROKEN_WORD.sub("", text)).replace("\x00", "").strip()


def _moment(written: str) -> str:
    """Return a moment of a PDF, ``D:20260301081500+01'00'``, as ISO 8601 in UTC, empty if it is none."""
    match = _MOMENT.match(written.strip())
    if not match:
        return ""
    day, time = match["day"], match["time"] or ""
    try:
        if len(day) < 8:
            return datetime.strptime(day, "%Y%m" if len(day) == 6 else "%Y").strftime(  # noqa: DTZ007
                "%Y-%m" if len(day) == 6 else "%Y"
            )
        moment = datetime.strptime(day + time.ljust(6, "0"), "%Y%m%d%H%M%S").replace(tzinfo=UTC)
        zone = _ZONE.match(match["zone"] or "")
        if zone:
            offset = timedelta(hours=int(zone[2]), minutes=int(zone[3] or 0))
            moment -= offset if zone[1] == "+" else -offset
    except (ValueError, OverflowError):
        return ""
    return moment.isoformat()


def _xmp(body: bytes) -> dict[str, str]:
    """Return what uncompressed metadata in XML says; few files compress it."""
    start = body.rfind(b"<x:xmpmeta")
    found: dict[str, str] = {}
    if start < 0:
        return found
    for match in _XMP.finditer(body[start : start + 100_000]):
        name = (match["name"] or match["attribute"]).decode()
        value = (match["value"] or match["moment"]).decode("utf-8", "replace")
        found.setdefault(name, " ".join(_TAG.sub(" ", value).split())[:500])
    return found


def _links(document: Any, page: Any, textpage: Any) -> Iterator[tuple[str, str]]:
    """Yield the web links of a page: those of annotations, then those written in its text."""
    position, link = ctypes.c_int(0), pdfium.FPDF_LINK()
    for _ in range(MOST_LINKS):
        if not pdfium.FPDFLink_Enumerate(page.raw, position, link):
            break
        action = pdfium.FPDFLink_GetAction(link)
        if action and pdfium.FPDFAction_GetType(action) == pdfium.PDFACTION_URI:
            buffer = ctypes.create_string_buffer(_LONGEST_URL)
            size = pdfium.FPDFAction_GetURIPath(document.raw, action, buffer, _LONGEST_URL)
            if 1 < size <= _LONGEST_URL:
                yield buffer.raw[: size - 1].decode("utf-8", "replace"), _words(textpage, link)
    found = pdfium.FPDFLink_LoadWebLinks(textpage.raw)
    for index in range(min(pdfium.FPDFLink_CountWebLinks(found), MOST_LINKS)):
        letters = (ctypes.c_ushort * _LONGEST_URL)()
        size = pdfium.FPDFLink_GetURL(found, index, letters, _LONGEST_URL)
        if size > 1:
            yield bytes(letters)[: 2 * (size - 1)].decode("utf-16-le", "replace"), ""
    pdfium.FPDFLink_CloseWebLinks(found)


def _words(textpage: Any, link: Any) -> str:
    """Return the words under the box of a link."""
    box = pdfium.FS_RECTF()
    if not pdfium.FPDFLink_GetAnnotRect(link, box):
        return ""
    words = textpage.get_text_bounded(box.left, box.bottom, box.right, box.top)
    return " ".join(str(words).split())[:300]
