"""Read a capture into a page: text, dates, places, language and links; no I/O, no judgement."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

from selectolax.lexbor import LexborNode

from tidings.documents import TYPES
from tidings.documents.isolated import isolation
from tidings.errors import Unreadable
from tidings.model import POST_TYPE, Capture, Dating, Displayed, Page, Reason
from tidings.ports import Opened
from tidings.read.about.declared import declarations
from tidings.read.body import inflate, utf8_of
from tidings.read.dates.published import clear_dates, header_date, published
from tidings.read.documents import document_page
from tidings.read.feeds import STARTS, page_of, recognise
from tidings.read.html.links import links_of
from tidings.read.html.parse import Document, by_lines, declared, tree_of, walk
from tidings.read.html.scripted import needs_scripts
from tidings.read.html.skim import Glance, skim
from tidings.read.html.text import ALMOST_NOTHING, MainText, main_text
from tidings.read.html.title import page_title
from tidings.read.places.find import Finder
from tidings.read.places.recognise import Recogniser
from tidings.read.posts.apis import is_data as is_data_of_post
from tidings.read.posts.page import read_post
from tidings.read.requisites.page import displayed_by
from tidings.read.types import LISTING_TYPES, READ_AS, media_type
from tidings.read.words.language import detect
from tidings.urls import host_of, normalise

DECODED_LIMIT = 30_000_000
_PDF = b"%PDF-"
_CERTAIN_DATE = 0.9
"""Confidence from which a date found at a glance is not searched for again."""


class Reader:
    """Reads captures; ``places`` are names that always count as places.

    Other place names are recognised by rules, or by the given recogniser.
    """

    def __init__(
        self,
        places: Iterable[str] = (),
        decoded_limit: int = DECODED_LIMIT,
        recogniser: Recogniser | None = None,
    ) -> None:
        self.places = tuple(places)
        self.decoded_limit = decoded_limit
        self.names_authors = False
        """Whether posts keep the names of their accounts."""
        self.displays = False
        """Whether a careful reading lists what a page needs to be shown."""
        self._finder = Finder(self.places, recogniser)

    def read(self, capture: Capture, depth: int = 0) -> Page:
        """Return the page of a capture, ``depth`` links from a seed; raise Unreadable if it is not a page."""
        return self.open(capture, depth).page()

    def open(self, capture: Capture, depth: int = 0) -> Opened:
        """Prepare a capture for a quick and a careful reading; raise Unreadable if it is not a page."""
        capture = capture.shown()
        kind = media_type(capture.header("Content-Type"))
        if capture.body.startswith(_PDF):  # whatever the server calls it
            kind = "application/pdf"
        is_data = kind == "application/json" and is_data_of_post(capture.url)
        if is_data or capture.header("Content-Type") == POST_TYPE:
            return Finished(read_post(capture, self._finder.find, named=self.names_authors))
        if kind in LISTING_TYPES and capture.body:
            listing = self._listing(capture, depth)
            if listing:
                return listing
        read_as = READ_AS.get(kind or _UNNAMED)
        if read_as is None:
            raise Unreadable(Reason.NOT_HTML, kind)
        return _OPEN[read_as](self, capture, depth)

    def _listing(self, capture: Capture, depth: int) -> Opened | None:
        """Return a feed or a sitemap, None if a capture is neither."""
        found = recognise(capture, self.decoded_limit)
        return Finished(page_of(found, capture, depth)) if found else None

    def _open_feed(self, capture: Capture, depth: int) -> Opened:
        raise Unreadable(Reason.NOT_HTML, media_type(capture.header("Content-Type")))

    def _open_html(self, capture: Capture, depth: int) -> Opened:
        html = utf8_of(capture, self.decoded_limit)
        if html.startswith(STARTS) and (listing := self._listing(capture, depth)):
            return listing
        return _OpenedHtml(self._finder, capture, html, depth, displays=self.displays)

    def _open_document(self, capture: Capture, depth: int) -> Opened:
        kind = media_type(capture.header("Content-Type"))
        body = inflate(capture.body, capture.header("Content-Encoding"), self.decoded_limit)
        if not body:
            raise Unreadable(Reason.EMPTY)
        is_pdf = body.startswith(_PDF)
        found = isolation().extract("pdf" if is_pdf else TYPES[kind], body)
        return Finished(document_page(found, capture, depth, self._finder.find))

    def _open_plain(self, capture: Capture, depth: int) -> Opened:
        text = utf8_of(capture, self.decoded_limit).decode()
        language = detect(text)
        page = Page(
            url=capture.url,
            text=text.strip(),
            dates=published(Document(), (), MainText("", 0, 0), capture.url, capture.captured_at),
            places=self._finder.find(text, language),
            language=language,
            captured_at=capture.captured_at,
        )
        return Finished(page)


_OPEN: dict[str, Callable[[Reader, Capture, int], Opened]] = {
    "html": Reader._open_html,
    "plain text": Reader._open_plain,
    "document": Reader._open_document,
    "feed": Reader._open_feed,
}
_UNNAMED = "text/html"
"""How to open a capture without a type; its first bytes decide whether it is a page."""


class Finished(NamedTuple):
    """A page that has been read already."""

    read: Page

    def glance(self) -> Page:
        """Return the page."""
        return self.read

    def page(self) -> Page:
        """Return the page."""
        return self.read


class _OpenedHtml:
    """An HTML page, parsed once for both readings."""

    def __init__(
        self, finder: Finder, capture: Capture, html: bytes, depth: int, *, displays: bool
    ) -> None:
        self._displays = displays
        self._finder = finder
        self._capture = capture
        self._depth = depth
        self._tree = tree_of(html)
        self._document = declared(self._tree)
        self._glance: Glance | None = None
        self._glanced: Page | None = None

    def glance(self) -> Page:
        """Return the prose in paragraphs and a clear date; whatever is missing is read carefully."""
        glance = self._glance = skim(self._tree)
        if glance is None:
            self._glanced = self._careful()
            return self._glanced
        capture = self._capture
        dates = clear_dates(
            self._document,
            lambda: by_lines(self._tree),
            capture.url,
            capture.captured_at,
            _header_dates(capture),
        )
        self._glanced = self._page(glance.text, dates or self._dates, glance.box)
        return self._glanced

    def page(self) -> Page:
        """Return the best text and date; keep what was already clear at a glance."""
        url, shows = self._capture.url, self._displays
        displayed = displayed_by(self._tree, url) if shows else Displayed()
        return replace(self._careful(), declared=declarations(self._document), displayed=displayed)

    def _careful(self) -> Page:
        if glanced := self._glanced:
            clear = self._glance is not None and self._glance.is_clear()
            dated = glanced.published and glanced.published.confidence >= _CERTAIN_DATE
            if clear and dated:
                return glanced
            text = glanced.text if clear else self._main.text
            return replace(glanced, text=text, dates=glanced.dates if dated else self._dates)
        main, blocks = self._main, self._document.blocks
        box = blocks[main.first].node if main.first < len(blocks) else None
        return self._page(main.text, self._dates, box)

    def _page(self, text: str, dates: tuple[Dating, ...], box: LexborNode | None) -> Page:
        document, url = self._document, self._capture.url
        title = page_title(document, url)
        language = detect(text, document.language)
        return Page(
            url=url,
            title=title,
            text=text,
            dates=dates,
            places=self._finder.find(f"{title}\n{text}", language),
            language=language,
            links=links_of(document, url, self._depth, box),
            canonical=_canonical(document, url),
            captured_at=self._capture.captured_at,
            feeds=tuple(document.feeds),
            needs_scripts=needs_scripts(self._tree, text),
        )

    @cached_property
    def _walked(self) -> tuple[list[str], MainText]:
        """Return the texts of the blocks and the main text; that for browsers without scripts if others show none."""
        texts, main = self._walk()
        if len(main.text) < ALMOST_NOTHING and self._tree.css_first("noscript"):
            plain_texts, plain = self._walk(without_scripts=True)
            if len(plain.text) > 2 * len(main.text):
                return plain_texts, plain
            texts, main = self._walk()
        return texts, main

    def _walk(self, *, without_scripts: bool = False) -> tuple[list[str], MainText]:
        walk(self._tree, self._document, without_scripts=without_scripts)
        texts = self._document.texts()
        return texts, main_text(self._document.blocks, texts)

    @property
    def _texts(self) -> list[str]:
        return self._walked[0]

    @property
    def _main(self) -> MainText:
        return self._walked[1]

    @cached_property
    def _dates(self) -> tuple[Dating, ...]:
        capture = self._capture
        return published(
            self._document,
            self._texts,
            self._main,
            capture.url,
            capture.captured_at,
            _header_dates(capture),
        )


def _header_dates(capture: Capture) -> tuple[Dating, ...]:
    """Return the date in the HTTP headers, if there is one."""
    changed = header_date(capture.header("Last-Modified"))
    return (changed,) if changed else ()


def _canonical(document: Document, url: str) -> str:
    """Return the canonical URL that a page declares, if it is another one on the same host."""
    written = document.relation("canonical") or document.meta("og:url")
    canonical = written and normalise(written, url)
    if not canonical or canonical == url or host_of(canonical) != host_of(url):
        return ""
    return canonical
