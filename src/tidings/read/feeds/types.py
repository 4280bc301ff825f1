"""The media types of feeds."""

from __future__ import annotations

FEED_TYPES = frozenset(
    {
        "application/rss+xml", "application/atom+xml", "application/rdf+xml", "application/feed+json",
        "application/x-rss+xml", "text/rss+xml", "text/atom+xml", "application/rss", "application/atom",
    }
)  # fmt: skip
LISTING_TYPES = FEED_TYPES | {
    "application/json", "application/xml", "text/xml",
    "application/gzip", "application/x-gzip", "application/octet-stream",
}  # fmt: skip
"""Media types of bodies that may be feeds or sitemaps."""
