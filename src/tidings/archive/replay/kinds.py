"""Says what the bytes of a capture are, and whether they fit the use that a page makes of them."""

from __future__ import annotations

import re

from tidings.archive.replay.names import ResourceKind
from tidings.model import Capture
from tidings.read.types import media_type

_MAGIC = (
    (re.compile(rb"\x89PNG\r\n"), "image/png"),
    (re.compile(rb"\xff\xd8\xff"), "image/jpeg"),
    (re.compile(rb"GIF8[79]a"), "image/gif"),
    (re.compile(rb"RIFF....WEBP", re.DOTALL), "image/webp"),
    (re.compile(rb"....ftypavi[fs]", re.DOTALL), "image/avif"),
    (re.compile(rb"\x00\x00\x01\x00"), "image/x-icon"),
    (re.compile(rb"BM.{8}\x00\x00", re.DOTALL), "image/bmp"),
    (re.compile(rb"wOFF"), "font/woff"),
    (re.compile(rb"wOF2"), "font/woff2"),
    (re.compile(rb"OTTO"), "font/otf"),
    (re.compile(rb"\x00\x01\x00\x00\x00|true\x00"), "font/ttf"),
    (re.compile(rb"....ftyp", re.DOTALL), "video/mp4"),
    (re.compile(rb"\x1aE\xdf\xa3"), "video/webm"),
    (re.compile(rb"OggS"), "audio/ogg"),
    (re.compile(rb"ID3|\xff[\xf2-\xfb]"), "audio/mpeg"),
    (re.compile(rb"RIFF....WAVE", re.DOTALL), "audio/wav"),
    (re.compile(rb"%PDF-"), "application/pdf"),
)
_DRAWING = re.compile(
    rb"\s*(?:<\?xml[^>]*>\s*|<!--(?:[^-]|-(?!->))*+-->\s*|<!DOCTYPE[^>]*>\s*)*+<svg\b",
    re.IGNORECASE,
)
SVG = "image/svg+xml"
_PAGES = frozenset({"text/html", "application/xhtml+xml", ""})
_SHEETS = frozenset(
    {"text/css", "text/plain", "application/x-pointplus", "application/octet-stream", ""}
)
_LOADED = {
    ResourceKind.IMAGE: ("image/",),
    ResourceKind.OTHER: ("image/", "font/", "audio/", "video/"),
}


def kind_of(capture: Capture, body: bytes) -> str:
    """Return the media type by the first bytes, else the one that the server named."""
    for magic, kind in _MAGIC:
        if magic.match(body):
            return kind
    named = media_type(capture.header("Content-Type"))
    if _DRAWING.match(body, 0, 4_096) and named not in ("text/html", "text/plain"):
        return SVG
    # a name alone makes no image: the bytes of all that browsers show were recognised above
    return (
        "application/octet-stream"
        if named.startswith(("image/", "font/", "audio/", "video/"))
        else named
    )


def is_page(kind: str) -> bool:
    """Return whether a media type is that of a page."""
    return kind in _PAGES


def fits(kind: str, use: ResourceKind) -> bool:
    """Return whether a media type may be sent for a resource that a page loads."""
    return kind in _SHEETS if use is ResourceKind.STYLE else kind.startswith(_LOADED.get(use, ()))
