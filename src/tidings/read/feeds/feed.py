"""RSS, RDF, Atom and JSON Feed; feedparser reads the first three from bytes and never fetches anything."""

from __future__ import annotations

import re
from calendar import timegm
from typing import Any

import feedparser  # type: ignore[import-untyped]
import orjson

from tidings.errors import Unreadable
from tidings.model import Reason
from tidings.read.feeds.entries import Item, Items, newest
from tidings.read.posts.fields import table, tables, text
from tidings.read.posts.times import moment

MOST_BYTES = 8_000_000
"""Bytes of a feed: parsing takes a second for each two million."""
_MARKUP = re.compile(r"<[^>]{0,2000}>")
_PAID = re.compile(
    r"\b(?:sponsored|advertorial|advertisement|paid (?:post|content)|promoted)\b", re.IGNORECASE
)


def parse(body: bytes, url: str) -> Items:
    """Read RSS, RDF or Atom; raise Unreadable without entries or a title."""
    if len(body) > MOST_BYTES:
        raise Unreadable(Reason.TOO_LARGE, f"{MOST_BYTES / 1e6:g} MB")
    parsed = feedparser.parse(body, response_headers={"content-location": url}, sanitize_html=False)
    entries = [_entry(each) for each in parsed.entries]
    if not (entries or parsed.feed.get("title")):
        why = parsed.get("bozo_exception", "no entry")
        raise Unreadable(Reason.READING_FAILED, f"{type(why).__name__}: {why}"[:200])
    return newest(_plain(parsed.feed.get("title", "")), [each for each in entries if each.url])


def _entry(entry: Any) -> Item:
    stamp = entry.get("published_parsed") or entry.get("updated_parsed")
    title, summary = _plain(entry.get("title", "")), _plain(entry.get("summary", ""))
    tags = " ".join(str(tag.get("term") or "") for tag in entry.get("tags") or ())
    return Item(
        entry.get("feedburner_origlink") or entry.get("link") or "",
        title,
        summary,
        _seconds(stamp),
        bool(_PAID.search(f"{title} {tags}")),
    )


def _seconds(stamp: Any) -> float:
    try:
        return float(timegm(stamp)) if stamp else 0.0
    except (ValueError, OverflowError, TypeError):
        return 0.0


def _plain(markup: object) -> str:
    return " ".join(_MARKUP.sub(" ", markup[:5_000]).split()) if isinstance(markup, str) else ""


def parse_json(body: bytes, url: str) -> Items:
    """Read a JSON Feed; raise Unreadable if it is none."""
    try:
        data = orjson.loads(body)
    except orjson.JSONDecodeError as error:
        raise Unreadable(Reason.READING_FAILED, str(error)[:200]) from None
    if not isinstance(data, dict):
        raise Unreadable(Reason.READING_FAILED, "not a JSON Feed")
    entries = [
        Item(
            text(item, "url", "external_url", "id"),
            _plain(text(item, "title")),
            _plain(text(item, "summary", "content_text", "content_html")),
            moment(item.get("date_published")) or moment(item.get("date_modified")) or 0.0,
            bool(_PAID.search(" ".join(map(str, item.get("tags") or ()))))
            or bool(table(item, "_sponsor")),
        )
        for item in tables(data, "items")
    ]
    return newest(_plain(text(data, "title")), entries)
