"""Documents become pages: text, title, author, dates with their source, links and the number of pages."""

from __future__ import annotations

import faulthandler
import io
import os
import signal
import time
from collections.abc import Callable
from datetime import UTC, datetime

import orjson
import pytest

from tests.documents import made
from tidings.documents import TYPES, Extracted, serving
from tidings.documents.exif import photograph
from tidings.documents.isolated import isolation
from tidings.errors import Unreadable
from tidings.model import Capture, Page, Reason
from tidings.read.documents import document_dates
from tidings.read.reader import Reader
from tidings.read.types import readable

DAY = datetime(2026, 4, 1, tzinfo=UTC)
MIMES = {kind: mime for mime, kind in reversed(TYPES.items())}


def capture(body: bytes, mime: str, url: str = "http://a.example/report") -> Capture:
    return Capture(url, DAY, 200, (("Content-Type", mime),), body)


def read(body: bytes, kind: str) -> Page:
    return Reader().read(capture(body, MIMES[kind]), depth=2)


def refusal(body: bytes, kind: str) -> Unreadable:
    with pytest.raises(Unreadable) as caught:
        isolation().extract(kind, body)
    return caught.value


@pytest.mark.parametrize("kind", ["pdf", "docx", "odt", "epub", "rtf"])
def test_a_document_is_read_like_a_page(kind: str) -> None:
    page = read(getattr(made, kind)(), kind)
    assert made.WORDS in page.text.replace("\n", " ")
    assert page.title == "Situation report 3"
    assert page.declared.author == "Ann Smith"
    assert page.language == "en"
    assert any(mention.place.name == "Ipswich" for mention in page.places)
    assert page.published
    assert page.published.moment.date().isoformat() == "2026-03-01"
    assert page.published.evidence == "document"
    if kind != "epub":
        (link,) = page.links
        assert (link.url, link.depth, link.parent) == ("http://a.example/more", 3, page.url)


def test_pages_are_counted_and_words_of_links_found() -> None:
    assert read(made.pdf(pages=7), "pdf").declared.pages == 7
    word = read(made.docx(), "docx")
    assert word.declared.pages == 4
    assert word.declared.generator == "Word"
    assert word.links[0].anchor == "More on the flood"
    assert "PAGE" not in word.text
    assert read(made.pdf(), "pdf").links[0].anchor.startswith("The flood in Ipswich")


def test_the_cells_of_a_sheet_are_its_text() -> None:
    page = read(made.xlsx(), "xlsx")
    assert page.text == "District\tHouses\t\nIpswich\t120"


def test_escaped_letters_of_rich_text_are_read() -> None:
    text = read(made.rtf(), "rtf").text
    assert "Café €5 More" in text
    assert "Times" not in text
    assert "Writer" not in text


def test_a_pdf_is_recognised_whatever_the_server_calls_it() -> None:
    for mime in ("text/html", "", "application/pdf"):
        assert made.WORDS in Reader().read(capture(made.pdf(), mime)).text
    assert readable("application/pdf")
    assert not readable("application/zip")


def test_dates_name_their_source_and_the_printed_one_wins() -> None:
    found = Extracted(
        "x", created="2026-03-20T10:00:00Z", first_page="Ipswich, 2 March 2026\nFlood"
    )
    assert [(d.moment.day, d.evidence) for d in document_dates(found, capture(b"", ""))] == [
        (2, "first page"),
        (20, "document"),
    ]
    agreed = found._replace(created="2026-03-02T10:00:00Z")
    (first, _) = document_dates(agreed, capture(b"", ""))
    assert first.confidence > document_dates(found, capture(b"", ""))[0].confidence
    later = found._replace(created="2030-01-01", first_page="")
    assert document_dates(later, capture(b"", "")) == ()
    in_url = capture(b"", "", "http://a.example/2026/03/05/report.pdf")
    assert document_dates(found, in_url)[0].evidence == "url"


def test_text_from_right_to_left_is_doubted() -> None:
    arabic = read(made.pdf_in_letters("فيضان في المدينة اليوم " * 3), "pdf")
    assert "ف" in arabic.text
    assert "right-to-left" in arabic.declared.doubt
    russian = read(made.pdf_in_letters("наводнение в городе " * 3), "pdf")
    assert "наводнение" in russian.text
    assert russian.declared.doubt == ""
    assert read(made.pdf(), "pdf").declared.doubt == ""


@pytest.mark.parametrize(
    ("body", "kind", "reason"),
    [
        (b"%PDF-1.7 cut", "pdf", Reason.DOCUMENT),
        (made.pdf()[:300], "pdf", Reason.DOCUMENT),
        (b"%PDF-1.7\n" + bytes(range(256)) * 100, "pdf", Reason.DOCUMENT),
        (made.pdf(lines=("",)), "pdf", Reason.EMPTY),
        (made.pdf_with_password(), "pdf", Reason.PASSWORD),
        (b"PK\x03\x04 cut", "docx", Reason.DOCUMENT),
        (made.docx()[:200], "docx", Reason.DOCUMENT),
        (made.packed({"other.xml": "<a/>"}), "docx", Reason.DOCUMENT),
        (made.packed({"word/document.xml": "<a><b></a>"}), "docx", Reason.DOCUMENT),
        (made.packed({"word/document.xml": "<a/>"}), "docx", Reason.EMPTY),
        (made.odt('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'), "odt", Reason.ENTITIES),
        (b"{\\rtf1" + b"{" * 5_000, "rtf", Reason.DOCUMENT),
        (b"hello", "rtf", Reason.DOCUMENT),
        (b"x" * 20_000_001, "pdf", Reason.TOO_LARGE),
    ],
)
def test_a_broken_document_has_a_reason(body: bytes, kind: str, reason: Reason) -> None:
    error = refusal(body, kind)
    assert error.reason is reason
    assert isolation().extract("pdf", made.pdf()).title == "Situation report 3"  # it goes on


@pytest.mark.parametrize(("kind", "size", "files"), [("docx", 30_000_000, 1), ("odt", 0, 5_001)])
def test_a_document_that_unpacks_to_too_much_is_given_up(kind: str, size: int, files: int) -> None:
    names = ["word/document.xml"] if files == 1 else map(str, range(files))
    error = refusal(made.packed(dict.fromkeys(names, b" " * size)), kind)
    assert error.reason is Reason.TOO_LARGE
    assert isolation().extract("pdf", made.pdf()).title == "Situation report 3"  # it goes on


def test_a_bomb_costs_only_its_own_process() -> None:
    error = refusal(made.pdf_bomb(), "pdf")
    assert error.reason in (
        Reason.READING_CRASHED,
        Reason.READING_TOO_SLOW,
        Reason.EMPTY,
        Reason.DOCUMENT,
    )
    assert isolation().extract("pdf", made.pdf()).title == "Situation report 3"


@pytest.mark.parametrize(
    ("work", "reason"),
    [
        (lambda *_: (faulthandler.disable(), os.abort()), Reason.READING_CRASHED),
        (
            lambda *_: (faulthandler.disable(), os.kill(os.getpid(), signal.SIGBUS)),
            Reason.READING_CRASHED,
        ),
        (lambda *_: bytearray(3 << 30), Reason.READING_CRASHED),
        (lambda *_: sum(0 for _ in iter(int, 1)), Reason.READING_TOO_SLOW),
        (lambda *_: time.sleep(1000), Reason.READING_TOO_SLOW),
        (lambda *_: 1 // 0, Reason.READING_FAILED),
    ],
    ids=["aborts", "crashes", "eats memory", "works for ever", "waits for ever", "fails"],
)
def test_whatever_a_reader_does_leaves_a_reason(
    monkeypatch: pytest.MonkeyPatch, work: Callable[..., object], reason: Reason
) -> None:
    monkeypatch.setattr(serving, "extract", work)
    monkeypatch.setattr(serving, "CPU_SECONDS", 1)
    monkeypatch.setattr(serving, "SECONDS", 20.0 if "sleep" not in work.__code__.co_names else 1.0)
    answer = orjson.loads(serving._answered("pdf", b"", io.BytesIO()))
    assert answer["reason"] == reason.value
    assert answer["detail"]


def test_bombs_of_objects_and_streams_end_with_a_reason() -> None:
    assert refusal(made.pdf_of_objects(), "pdf").reason is Reason.EMPTY
    ended = refusal(made.pdf_of_streams(), "pdf").reason
    assert ended in (Reason.READING_CRASHED, Reason.READING_TOO_SLOW)
    assert isolation().extract("pdf", made.pdf()).title == "Situation report 3"


def test_tables_in_circles_and_long_chains_are_read() -> None:
    for body in (made.pdf_with_tables_in_a_circle(), made.pdf_with_many_tables()):
        assert isolation().extract("pdf", body).title == "Situation report 3"


def test_a_document_deep_inside_itself_ends() -> None:
    nested = made.odt("<a>" * 100_000 + "</a>" * 100_000)
    assert refusal(nested, "odt").reason
    circle = made.assembled(
        [b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 2 >>"]
    )
    assert refusal(circle, "pdf").reason


def test_when_and_where_a_photograph_was_taken() -> None:
    assert photograph(jpeg()).taken == "2026-03-01T08:15:00"
    assert photograph(jpeg()).place == pytest.approx((-27.614, 152.76), abs=0.01)
    assert photograph(jpeg()).facts()["photograph-place"].startswith("-27.61")
    for cut in range(0, len(jpeg()), 3):
        photograph(jpeg()[:cut])
    assert photograph(b"\x89PNG").facts() == {}


def jpeg() -> bytes:
    """Return the head of a photograph taken in Ipswich."""
    import struct

    def entry(tag: int, kind: int, count: int, value: int) -> bytes:
        return struct.pack("<HHII", tag, kind, count, value)

    taken = b"2026:03:01 08:15:00\x00"
    first = struct.pack("<H", 2) + entry(0x8769, 4, 1, 38) + entry(0x8825, 4, 1, 76) + bytes(4)
    details = struct.pack("<H", 1) + entry(0x9003, 2, len(taken), 56) + bytes(4)
    south, east = int.from_bytes(b"S\x00", "little"), int.from_bytes(b"E\x00", "little")
    where = struct.pack("<H", 4) + entry(1, 2, 2, south) + entry(2, 5, 3, 130)
    where += entry(3, 2, 2, east) + entry(4, 5, 3, 154) + bytes(4)
    degrees = struct.pack("<12I", 27, 1, 36, 1, 50, 1, 152, 1, 45, 1, 36, 1)
    block = b"II*\x00\x08\x00\x00\x00" + first + details + taken + where + degrees
    return b"\xff\xd8\xff\xe1" + struct.pack(">H", len(block) + 8) + b"Exif\x00\x00" + block
