"""Names of archived resources on the replay server: ``/TOKEN/COLLECTION/20160322081500im_/http://...``."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from enum import StrEnum
from typing import NamedTuple
from urllib.parse import quote

from tidings.archive.index.dialects import parse_timestamp
from tidings.archive.remote.replay import sendable
from tidings.urls import normalise

NOTHING = "data:,"
"""Stands for a resource that is not shown; a browser asks nobody for it."""

_PATH = re.compile(
    r"/(?P<token>[^/]+)/(?P<collection>[^/]+)/(?P<stamp>\d{4,14})(?P<kind>[a-z]{2}_)?/"
    r"(?P<scheme>https?):/{1,2}(?P<rest>[^/].*)",
    re.ASCII | re.DOTALL,
)
_INLINE = re.compile(
    r"data:(?:image/[\w.+-]+|(?:application|font)/(?:x-)?(?:font-)?(?:woff2?|ttf|otf|truetype|opentype|sfnt))"
    r"(?:;[\w=-]+)*,",
    re.IGNORECASE | re.ASCII,
)
"""Images and fonts that are part of a page."""
_BLANKS = re.compile(r"[\t\r\n]")


class ResourceKind(StrEnum):
    """How a resource is used; the server sends nothing that does not fit."""

    PAGE = ""
    FRAME = "if_"
    IMAGE = "im_"
    STYLE = "cs_"
    OTHER = "oe_"
    """An image, a font, a sound or a film."""


class Wanted(NamedTuple):
    """A request to the replay server."""

    token: str
    collection: str
    moment: datetime
    kind: ResourceKind
    url: str


class Names(NamedTuple):
    """Where the resources of one page are on the replay server."""

    room: str
    """``/TOKEN/COLLECTION``."""
    stamp: str
    page: ResourceKind = ResourceKind.PAGE
    """Whether links lead to pages, or to pages inside a frame."""

    def path(self, url: str, kind: ResourceKind = ResourceKind.PAGE) -> str:
        """Return the path of a web address in its normal form."""
        return f"{self.room}/{self.stamp}{kind}/{sendable(url)}"

    def linked(self, reference: str, base: str) -> str:
        """Return the path of a page that another links to, empty if it is no web page."""
        reference = _BLANKS.sub("", reference.strip())
        if reference.startswith("#"):
            return reference
        url = normalise(reference, base)
        _, mark, fragment = reference.partition("#")
        return f"{self.path(url, self.page)}{mark}{quote(fragment, safe='%')}" if url else ""

    def loaded(self, reference: str, base: str, kind: ResourceKind) -> str:
        """Return the path of a resource that a page is shown with, empty if it is none of the web."""
        reference = _BLANKS.sub("", reference.strip())
        if reference.startswith("#"):
            return reference
        if not reference:
            return ""
        if kind in (ResourceKind.IMAGE, ResourceKind.OTHER) and _INLINE.match(reference):
            return reference
        url = normalise(reference, base)
        return self.path(url, kind) if url else ""


def room(token: str, collection: str) -> str:
    """Return the beginning of all paths of a collection."""
    return f"/{quote(token, safe='')}/{quote(collection, safe='')}"


def stamp_of(moment: datetime) -> str:
    """Return a moment as archives name it."""
    return f"{moment.astimezone(UTC):%Y%m%d%H%M%S}"


def wanted(path: str, query: str) -> Wanted | None:
    """Return the request that a path and a query string mean, None if they mean nothing."""
    match = _PATH.fullmatch(path)
    if not match:
        return None
    url = normalise(f"{match['scheme']}://{match['rest']}" + (f"?{query}" if query else ""))
    try:
        kind = ResourceKind(match["kind"] or "")
        moment = parse_timestamp(match["stamp"])
    except ValueError:
        return None
    return Wanted(match["token"], match["collection"], moment, kind, url) if url else None
