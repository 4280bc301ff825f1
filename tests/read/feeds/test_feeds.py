"""Feeds and sitemaps of all kinds become pages of links; hostile ones a reason."""

from __future__ import annotations

import gzip
import json
import time
from datetime import UTC, datetime

import pytest

from tidings.errors import Unreadable
from tidings.model import Capture, Channel, Link, Page, Reason
from tidings.read.feeds import MOST_CROSS_SITE
from tidings.read.reader import Reader

NOW = datetime(2024, 3, 6, 12, tzinfo=UTC)
URL = "https://news.example/feed"
RSS = b"""<?xml version="1.0"?><rss version="2.0"><channel><title>News</title><link>https://news.example/</link>
<item><title>Dam &amp; river</title><link>https://news.example/dam?a=1&b=2</link>
<description>&lt;p&gt;The dam broke&lt;/p&gt;</description><pubDate>Tue, 05 Mar 2024 10:00:00 GMT</pubDate></item>
<item><title>Sponsored: buy</title><link>/shop</link><pubDate>Tue, 05 Mar 2024 09:00:00 GMT</pubDate></item>
<item><title>Later</title><link>https://news.example/later</link><pubDate>Tue, 05 Mar 2030 09:00:00 GMT</pubDate></item>
</channel></rss>"""
ATOM = b"""<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://news.example/a/"><title>News</title>
<entry><title>One</title><link href="one"/><updated>2024-03-05T10:00:00Z</updated><summary>Said</summary></entry></feed>"""
RDF = b"""<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>R</title></channel>
<item><title>One</title><link>https://news.example/a/one</link><dc:date>2024-03-05T10:00:00Z</dc:date></item></rdf:RDF>"""
JSON_FEED = json.dumps(
    {
        "version": "https://jsonfeed.org/version/1.1",
        "title": "News",
        "items": [
            {"id": "1", "url": "https://news.example/a/one", "title": "One", "content_html": "<p>Said",
             "date_published": "2024-03-05T10:00:00Z"}
        ],
    }
).encode()  # fmt: skip
NEWS = b"""<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"
xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"><url><loc> https://news.example/a/one </loc>
<news:news><news:publication_date>2024-03-05T10:00:00Z</news:publication_date><news:title>One</news:title></news:news>
</url><url><loc>https://news.example/old</loc><lastmod>2020-01-01</lastmod></url></urlset>"""
INDEX = b"""<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<sitemap><loc>https://news.example/old.xml</loc><lastmod>2020-01-01</lastmod></sitemap>
<sitemap><loc>https://news.example/new.xml.gz</loc><lastmod>2024-03-05</lastmod></sitemap></sitemapindex>"""


def read(body: bytes, kind: str = "application/xml", url: str = URL) -> Page:
    return Reader().read(Capture(url, NOW, 200, (("Content-Type", kind),), body), 1)


def test_rss_has_titles_days_and_addresses_as_written() -> None:
    page = read(RSS, "application/rss+xml")
    assert (page.title, page.listing) == ("News", Channel.FEED)
    later, dam, shop = page.links
    assert dam == Link(
        "https://news.example/dam?a=1&b=2",
        URL,
        "Dam & river",
        "2024-03-05 The dam broke",
        1,
        Channel.FEED,
        found_at=datetime(2024, 3, 5, 10, tzinfo=UTC).timestamp(),
    )
    assert shop.barred is Reason.PAID
    assert (later.found_at, later.context) == (0.0, "")  # a time to come is not believed


@pytest.mark.parametrize(
    ("body", "kind", "channel"),
    [
        (ATOM, "application/atom+xml", Channel.FEED),
        (ATOM, "text/html; charset=utf-8", Channel.FEED),
        (RDF, "text/xml", Channel.FEED),
        (JSON_FEED, "application/feed+json", Channel.FEED),
        (JSON_FEED, "application/json", Channel.FEED),
        (NEWS, "application/xml", Channel.SITEMAP),
        (gzip.compress(NEWS), "application/x-gzip", Channel.SITEMAP),
        (gzip.compress(NEWS), "application/octet-stream", Channel.SITEMAP),
    ],
)
def test_every_kind_of_feed_is_recognised(body: bytes, kind: str, channel: Channel) -> None:
    page = read(body, kind)
    assert page.listing is channel
    first = page.links[0]
    assert (first.url, first.anchor, first.channel) == (
        "https://news.example/a/one",
        "One",
        channel,
    )
    assert first.found_at == datetime(2024, 3, 5, 10, tzinfo=UTC).timestamp()
    assert first.context.startswith("2024-03-05")


def test_an_index_lists_sitemaps_the_newest_first() -> None:
    page = read(INDEX)
    assert [(link.url[21:], link.channel) for link in page.links] == [
        ("new.xml.gz", Channel.LISTING),
        ("old.xml", Channel.LISTING),
    ]


def test_links_to_other_sites_are_capped() -> None:
    items = "".join(
        f"<item><title>t</title><link>https://x{n}.example/</link></item>" for n in range(50)
    )
    own = "<item><title>t</title><link>https://www.news.example/own</link></item>"
    page = read(f"<rss><channel><title>L</title>{items}{own}</channel></rss>".encode(), "text/xml")
    free = [link for link in page.links if not link.barred]
    assert len(free) == MOST_CROSS_SITE + 1
    assert {link.barred for link in page.links} == {None, Reason.CROSS_SITE}


BOMB = b'<?xml version="1.0"?><!DOCTYPE r [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>'


@pytest.mark.parametrize(
    ("body", "kind", "reason"),
    [
        (BOMB + b"<rss><channel><title>&b;</title></channel></rss>", "text/xml", Reason.ENTITIES),
        (BOMB + b"<urlset><url><loc>&b;</loc></url></urlset>", "text/xml", Reason.ENTITIES),
        (
            b"<rss version='2.0'><channel></channel></rss>",
            "application/rss+xml",
            Reason.READING_FAILED,
        ),
        (b"<urlset><url><loc>", "text/xml", Reason.READING_FAILED),
        (
            b'{"version": "https://jsonfeed.org/version/1", ',
            "application/json",
            Reason.READING_FAILED,
        ),
        (b'{"a": 1}', "application/json", Reason.NOT_HTML),
        (b"\x1f\x8bbroken", "application/gzip", Reason.COMPRESSION),
        (b"<rss>" + b"x" * 9_000_000, "text/xml", Reason.TOO_LARGE),
        (gzip.compress(b"<urlset>" + b" " * 60_000_000), "application/gzip", Reason.TOO_LARGE),
        (b"hello", "application/rss+xml", Reason.NOT_HTML),
    ],
)
def test_what_cannot_be_read_has_a_reason(body: bytes, kind: str, reason: Reason) -> None:
    with pytest.raises(Unreadable) as error:
        read(body, kind)
    assert error.value.reason is reason


def test_external_entities_are_never_fetched() -> None:
    body = b'<!DOCTYPE r [<!ENTITY a SYSTEM "file:///etc/passwd">]><rss><channel><title>&a;</title></channel></rss>'
    with pytest.raises(Unreadable, match="entities"):
        read(body, "text/xml")


def test_a_cut_feed_gives_what_came_before() -> None:
    assert len(read(RSS[:330], "application/rss+xml").links) == 1
    assert read(NEWS[:420], "text/xml").links[0].url == "https://news.example/a/one"


def test_a_sitemap_of_fifty_thousand_is_read_in_linear_time() -> None:
    def body(count: int) -> bytes:
        urls = "".join(f"<url><loc>https://news.example/{n}</loc></url>" for n in range(count))
        return f"<urlset>{urls}</urlset>".encode()

    begun = time.process_time()
    assert len(read(body(60_000), "text/xml").links) == 1_000
    assert time.process_time() - begun < 20


def test_pages_declare_their_feeds() -> None:
    html = b"""<html><head><link rel="alternate" type="application/rss+xml" href="/feed">
    <link rel="alternate" hreflang="de" href="/de"></head><body><p>Text of a page</p></body></html>"""
    assert read(html, "text/html").feeds == ("/feed",)
