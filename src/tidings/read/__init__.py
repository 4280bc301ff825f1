"""Reading: a capture becomes a page, with its text, dates, places, language and links; no I/O, no judgement."""

from __future__ import annotations

from collections.abc import Iterable

from tidings.model import Capture, Dating, Page
from tidings.read.body import html_of, is_plain
from tidings.read.dates import header_date, published
from tidings.read.html import Document, parse
from tidings.read.language import detect
from tidings.read.links import links_of
from tidings.read.places import Finder
from tidings.read.recognise import Recogniser
from tidings.read.text import MainText, main_text
from tidings.urls import host_of, normalise

DECODED_LIMIT = 30_000_000
_TITLE_LENGTH = 500


class Reader:
    """Reads captures; ``places`` are names that are recognised whatever the gazetteer knows.

    Other names of places are recognised by rules, or by the given recogniser.
    """

    def __init__(
        self,
        places: Iterable[str] = (),
        decoded_limit: int = DECODED_LIMIT,
        recogniser: Recogniser | None = None,
    ) -> None:
        self.places = tuple(places)
        self.decoded_limit = decoded_limit
        self._finder = Finder(self.places, recogniser)

    def read(self, capture: Capture, depth: int = 0) -> Page:
        """Return the page of a capture found ``depth`` links away from a seed; raise Unreadable if it is none."""
        html = html_of(capture, self.decoded_limit)
        if is_plain(capture):
            return self._read_plain(capture, html.decode())
        document = parse(html)
        texts = document.texts()
        main = main_text(document.blocks, texts)
        title = _title(document)
        return Page(
            url=capture.url,
            title=title,
            text=main.text,
            dates=published(
                document, texts, main, capture.url, capture.captured_at, _known_dates(capture)
            ),
            places=self._finder.find(f"{title}\n{main.text}"),
            language=detect(main.text, document.language),
            links=links_of(document, capture.url, depth, range(main.first, main.last)),
            canonical=_canonical(document, capture.url),
            captured_at=capture.captured_at,
        )

    def _read_plain(self, capture: Capture, text: str) -> Page:
        return Page(
            url=capture.url,
            text=text.strip(),
            dates=published(Document(), (), MainText("", 0, 0), capture.url, capture.captured_at),
            places=self._finder.find(text),
            language=detect(text),
            captured_at=capture.captured_at,
        )


def _known_dates(capture: Capture) -> tuple[Dating, ...]:
    """Return what is known about a page's dates before it is read."""
    changed = header_date(capture.header("Last-Modified"))
    return (changed,) if changed else ()


def _title(document: Document) -> str:
    return (document.title or document.meta("og:title"))[:_TITLE_LENGTH]


def _canonical(document: Document, url: str) -> str:
    """Return the address the page calls its own, if it is another one on the same host."""
    written = document.relation("canonical") or document.meta("og:url")
    address = written and normalise(written, url)
    if not address or address == url or host_of(address) != host_of(url):
        return ""
    return address
