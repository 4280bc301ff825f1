"""Answers of the generated web that are not pages: robots.txt, redirects, dead links, files, traps, failing hosts."""

from __future__ import annotations

import zlib
from struct import pack
from typing import NamedTuple
from urllib.parse import parse_qs, urlsplit

from tidings.lab.web.linking import FAULTS, SHARING
from tidings.lab.web.sites import Site

_RETRY_AFTER = 2
"""Seconds."""
_OPEN = b"User-agent: *\nDisallow:\n"
_RULES = (
    b"User-agent: *\nDisallow: /private/\nDisallow: /print/\nDisallow: /search\n\n"
    b"User-agent: greedybot\nDisallow: /\n"
)
_CLOSED = b"User-agent: *\nDisallow: /\n"
_HUGE = 600 * 1024
"""Bytes of a robots.txt beyond the limit that crawlers must read."""
_PIXELS = (
    bytes.fromhex("ffd8ffe000104a46494600010100000100010000ffdb004300")
    + bytes(range(64)) * 40
    + b"\xff\xd9"
)
_DOCUMENT = (
    b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
    b"2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"
)


_PICTURES = ("media", "pics", "img")
"""Where the pages of the generated web have their pictures."""


class NonPage(NamedTuple):
    """An answer that is not a page, and its kind."""

    kind: str
    status: int
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = b""


def robots_of(host: str, site: Site | None) -> tuple[int, bytes]:
    """Return the status and text of a host's robots.txt."""
    if host in SHARING:
        return 200, _CLOSED
    quirk = site.quirk if site else ""
    if quirk == "robots-huge":
        filler = b"".join(
            b"Disallow: /internal/section-%06d/\n" % number for number in range(_HUGE // 35)
        )
        return 200, b"User-agent: *\nDisallow: /private/\n" + filler
    return {
        "rules": (200, _RULES),
        "crawl-delay": (200, b"User-agent: *\nCrawl-delay: 2\nDisallow: /private/\n"),
        "robots-missing": (404, b"Not found\n"),
        "robots-failing": (503, b"Busy\n"),
        "closed": (200, _CLOSED),
    }.get(quirk, (200, _OPEN))


def non_page(url: str, site: Site | None, moved: str) -> NonPage:
    """Return the answer of a URL that is not a page; ``moved`` is the target of a moved one."""
    parts = urlsplit(url)
    if moved:
        return _redirect(moved, 302 if parts.path.startswith("/p/") else 301)
    if parts.netloc in FAULTS:
        return _failing(FAULTS[parts.netloc])
    if parts.netloc in SHARING:
        return _html("trap", 200, f"<title>Share</title><p>{len(url)}</p>")
    if site is None:
        return _html("missing", 404, "<h1>Unknown host</h1>")
    return _by_path(parts.path, parts.query, site)


def _by_path(path: str, query: str, site: Site) -> NonPage:
    top = path.split("/")[1]
    if top == "calendar":
        return _html("trap", 200, _calendar(query, site))
    if top == "files":
        return NonPage("file", 200, (("Content-Type", "application/pdf"),), _DOCUMENT)
    if top in _PICTURES:
        return NonPage("file", 200, (("Content-Type", "image/png"),), _picture(path))
    if top == "images":
        return NonPage("file", 200, (("Content-Type", "image/jpeg"),), _PIXELS)
    if top == "private":
        return _html("private", 200, "<title>Login</title><h1>Members only</h1>")
    if top == "removed":
        return _html("gone", 410, "<h1>This story has been removed</h1>")
    redirects = {
        "/loop/a": f"{site.root}loop/b",
        "/loop/b": f"{site.root}loop/a",
        "/go/intranet": "http://127.0.0.1:9/",
        "/go/status": "http://169.254.169.254/latest/",
    }
    if path in redirects:
        return _redirect(redirects[path], 302)
    return _html("missing", 404, "<h1>Page not found</h1>")


def _failing(how: str) -> NonPage:
    if how == "reset":
        return NonPage("fault", 0)
    if how == "503":
        return NonPage(
            "fault",
            503,
            (("Content-Type", "text/plain"), ("Retry-After", str(_RETRY_AFTER))),
            b"Busy\n",
        )
    return NonPage("fault", 500, (("Content-Type", "text/plain"),), b"Internal error\n")


def _redirect(target: str, status: int) -> NonPage:
    return NonPage(
        "redirect", status, (("Content-Type", "text/html"), ("Location", target)), b"<h1>Moved</h1>"
    )


def _html(kind: str, status: int, text: str) -> NonPage:
    return NonPage(
        kind,
        status,
        (("Content-Type", "text/html; charset=utf-8"),),
        f"<!DOCTYPE html><html>{text}</html>".encode(),
    )


def _calendar(query: str, site: Site) -> str:
    """Return one month of an endless calendar."""
    year, month = _month(parse_qs(query).get("month", [""])[0])
    next_month = f"{year + month // 12}-{month % 12 + 1:02}"
    previous = f"{year - (month == 1)}-{(month - 2) % 12 + 1:02}"
    days = "".join(
        f'<td><a href="{site.root}calendar?month={year}-{month:02}&amp;day={day}">{day}</a></td>'
        for day in range(1, 29)
    )
    arrows = "".join(
        f'<a href="{site.root}calendar?month={other}">{other}</a> '
        for other in (previous, next_month)
    )
    head = f"<title>{site.name}: events {year}-{month:02}</title><h1>Events calendar {year}-{month:02}</h1>"
    return f"{head}{arrows}<table><tr>{days}</tr></table>"


def _month(text: str) -> tuple[int, int]:
    year, _, month = text.partition("-")
    if (
        year.isdecimal()
        and month.isdecimal()
        and 1 <= int(month) <= 12
        and 1 <= int(year) <= 99_999
    ):
        return int(year), int(month)
    return 2024, 6


def _picture(path: str) -> bytes:
    """Return a small picture in one colour, another one for each path."""
    colour = zlib.crc32(path.encode()).to_bytes(4, "big")[:3]
    rows = (b"\x00" + colour * 32) * 18
    head = pack("!IIBBBBB", 32, 18, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(rows)), (b"IEND", b""))
    body = (
        pack("!I", len(data)) + name + data + pack("!I", zlib.crc32(name + data))
        for name, data in chunks
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(body)
