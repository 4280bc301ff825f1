"""The media types of what can be read; light, because what fetches pages asks it too."""

from __future__ import annotations

from tidings.documents import TYPES

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
READ_AS = {
    "text/html": "html",
    "application/xhtml+xml": "html",
    "application/xml": "html",
    "text/xml": "html",
    "text/plain": "plain text",
    "text/csv": "plain text",
    **dict.fromkeys(TYPES, "document"),
    **dict.fromkeys(FEED_TYPES, "feed"),
}
"""How a capture of each media type is read; XML is read only if it turns out to be HTML."""


def media_type(content_type: str) -> str:
    """Return the media type that a Content-Type header names, empty if it names none."""
    kind = content_type.partition(";")[0].strip().lower()
    return kind if "/" in kind and kind.isascii() and kind.isprintable() else ""


def readable(mime: str) -> bool:
    """Return whether a capture of this media type may be a page; one without a type may be.

    ``mime`` may be a whole Content-Type header.
    """
    kind = media_type(mime)
    return not kind or kind in READ_AS
