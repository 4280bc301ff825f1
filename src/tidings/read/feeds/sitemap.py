"""Sitemaps, news sitemaps and indexes of sitemaps, read by expat without entities."""

from __future__ import annotations

from xml.parsers import expat

from tidings.errors import Unreadable
from tidings.model import Reason
from tidings.read.feeds.entries import Item, Items, newest
from tidings.read.posts.times import moment

_MOST_ENTRIES = 50_000
"""Items of one sitemap; the limit of its protocol."""
_LONGEST = 5_000
"""Characters of one text."""
_WANTED = {
    "loc": "loc",
    "lastmod": "lastmod",
    "publication_date": "news",
    "title": "title",
    "keywords": "keywords",
}
_LISTED = ("url", "sitemap")
_BLOCK = 1 << 16


class _Enough(Exception):
    """Stops the parser."""


class _Sitemap:
    """Collects the entries while expat reads."""

    def __init__(self) -> None:
        self.entries: list[Item] = []
        self._fields: dict[str, str] = {}
        self._open = ""
        self._depth = 0

    def start(self, name: str, _: object) -> None:
        self._depth += 1
        local = name.rpartition(":")[2]
        if local in _LISTED and self._depth == 2:
            self._fields = {}
        self._open = _WANTED.get(local, "") if "image:" not in name and "video:" not in name else ""

    def data(self, text: str) -> None:
        if self._open and len(self._fields.get(self._open, "")) < _LONGEST:
            self._fields[self._open] = self._fields.get(self._open, "") + text

    def end(self, name: str) -> None:
        self._depth -= 1
        self._open = ""
        local = name.rpartition(":")[2]
        if local in _LISTED and self._depth == 1 and self._fields.get("loc", "").strip():
            self._take(is_listing=local == "sitemap")

    def _take(self, *, is_listing: bool) -> None:
        fields = {name: " ".join(text.split()) for name, text in self._fields.items()}
        at = moment(fields.get("news", "")) or moment(fields.get("lastmod", "")) or 0.0
        title, words = fields.get("title", ""), fields.get("keywords", "")
        self.entries.append(Item(fields["loc"], title, words, at, is_listing=is_listing))
        if len(self.entries) >= _MOST_ENTRIES:
            raise _Enough

    def refuse(self, *_: object) -> None:
        raise Unreadable(Reason.ENTITIES)


def parse(body: bytes, url: str) -> Items:
    """Read a sitemap or an index of sitemaps; what comes before a mistake counts."""
    reader, parser = _Sitemap(), expat.ParserCreate()
    parser.StartElementHandler, parser.EndElementHandler = reader.start, reader.end
    parser.CharacterDataHandler = reader.data
    parser.EntityDeclHandler = reader.refuse
    parser.buffer_text = True
    try:
        for start in range(0, len(body), _BLOCK):
            parser.Parse(body[start : start + _BLOCK], start + _BLOCK >= len(body))
    except _Enough:
        pass
    except expat.ExpatError as error:
        if not reader.entries:
            raise Unreadable(Reason.READING_FAILED, f"sitemap: {error}"[:200]) from None
    return newest("", reader.entries)
