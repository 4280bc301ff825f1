"""Read feeds and sitemaps into pages: their entries become links with a title, a summary and a time."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import NamedTuple

from isal import isal_zlib
from isal.igzip_lib import IsalError

from tidings.errors import Unreadable
from tidings.model import Capture, Channel, Link, Page, Reason
from tidings.read.body import inflate
from tidings.read.feeds.entries import Item, Items
from tidings.read.types import FEED_TYPES, media_type
from tidings.urls import host_of, normalise, site_of

MOST_BYTES = 50_000_000
"""Bytes of a sitemap after unpacking; the limit of its protocol."""
MOST_CROSS_SITE = 20
"""Links of one feed to other sites: a feed that lists more is a list of links or sells them."""
_TITLE, _SUMMARY = 300, 500
"""Characters kept of an entry."""
_HEAD = 2_000
_ROOT = re.compile(rb"<(?:\w+:)?(rss|feed|RDF|urlset|sitemapindex)[\s>]")
_ENTITY = re.compile(rb"<!ENTITY", re.IGNORECASE)
_GZIP = b"\x1f\x8b"
_FUTURE = 3_600.0
"""Seconds that an entry may be ahead of our clock before its time is not believed."""
STARTS = (b"<?xml", b"<rss", b"<feed", b"<urls", b"<site")
"""How listings begin that are served as HTML."""
_JSON = ("application/feed+json", "application/json")

_BROKEN: type[Exception] = IsalError  # type: ignore[assignment]  # its stub says instance
Parser = Callable[[bytes, str], Items]


class Found(NamedTuple):
    """A body that lists links, and its parser."""

    channel: Channel
    body: bytes
    parse: Parser


def recognise(capture: Capture, limit: int) -> Found | None:
    """Return the listing in a capture, None if it is something else; raise Unreadable if it must not be parsed."""
    kind = media_type(capture.header("Content-Type"))
    body = inflate(capture.body, capture.header("Content-Encoding"), limit)
    if body.startswith(_GZIP):
        body = _unpacked(body)
    head = body[:_HEAD].lstrip()
    if head.startswith(b"{") and (kind in _JSON or kind in FEED_TYPES):
        return _json(body)
    root = _ROOT.search(head)
    if root is None:
        return None
    if _ENTITY.search(body, 0, body.find(root[0]) + 1):
        raise Unreadable(Reason.ENTITIES)
    if root[1] in (b"urlset", b"sitemapindex"):
        from tidings.read.feeds.sitemap import parse as parse_sitemap  # few pages are sitemaps

        return Found(Channel.SITEMAP, body, parse_sitemap)
    from tidings.read.feeds.feed import parse as parse_feed  # its library takes time to load

    return Found(Channel.FEED, body, parse_feed)


def _json(body: bytes) -> Found | None:
    if b"jsonfeed.org/version" not in body:
        return None
    from tidings.read.feeds.feed import parse_json

    return Found(Channel.FEED, body, parse_json)


def _unpacked(body: bytes) -> bytes:
    """Return a packed sitemap, up to the limit."""
    decoder = isal_zlib.decompressobj(31)
    try:
        plain = decoder.decompress(body, MOST_BYTES + 1)
    except _BROKEN as error:
        raise Unreadable(Reason.COMPRESSION, str(error)) from None
    if not plain:
        raise Unreadable(Reason.COMPRESSION, "gzip")
    if len(plain) > MOST_BYTES:
        raise Unreadable(Reason.TOO_LARGE, f"{MOST_BYTES / 1e6:g} MB")
    return plain


def page_of(found: Found, capture: Capture, depth: int) -> Page:
    """Return a listing as a page; raise Unreadable if it is broken."""
    listed = found.parse(found.body, capture.url)
    return Page(
        url=capture.url,
        title=listed.title[:_TITLE],
        links=tuple(_links(listed, found.channel, capture, depth)),
        captured_at=capture.captured_at,
        listing=found.channel,
    )


def _links(listed: Items, channel: Channel, capture: Capture, depth: int) -> Iterator[Link]:
    """Yield each entry once; links to other sites only up to a limit, paid ones barred."""
    own, seen, foreign = site_of(host_of(capture.url)), set(), 0
    latest = capture.captured_at.timestamp() + _FUTURE
    for entry in listed.entries:
        url = normalise(entry.url, capture.url)
        if not url or url in seen or url == capture.url:
            continue
        seen.add(url)
        foreign += site_of(host_of(url)) != own
        barred = Reason.PAID if entry.paid else None
        if foreign > MOST_CROSS_SITE and site_of(host_of(url)) != own:
            barred = Reason.CROSS_SITE
        yield Link(
            url,
            capture.url,
            entry.title[:_TITLE],
            _context(entry, latest),
            depth,
            Channel.LISTING if entry.is_listing else channel,
            barred=barred,
            found_at=entry.at if 0 < entry.at <= latest else 0.0,
        )


def _context(entry: Item, latest: float) -> str:
    """Return the day and the summary of an entry: the day is evidence for the scorer of links."""
    day = f"{datetime.fromtimestamp(entry.at, UTC):%Y-%m-%d}" if 0 < entry.at <= latest else ""
    return " ".join(filter(None, (day, " ".join(entry.summary.split())[:_SUMMARY])))
