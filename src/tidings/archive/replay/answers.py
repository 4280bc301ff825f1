"""The answers of the replay server: allowed headers alone, and quiet pages for what cannot be shown."""

from __future__ import annotations

from email.utils import format_datetime
from html import escape
from typing import NamedTuple

from tidings.archive.replay.names import ResourceKind
from tidings.model import Capture

HTML = "text/html; charset=utf-8"
_PLACEHOLDER = (
    b'<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" viewBox="0 0 16 16">'
    b'<rect width="16" height="16" fill="#8884"/></svg>'
)
_STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;color:#445;background:#f6f6f4;margin:0;display:grid;place-items:center;"
    "min-height:100vh}main{max-width:36rem;padding:2rem;overflow-wrap:anywhere}p{margin:.5rem 0}"
    "img{max-width:100%}@media(prefers-color-scheme:dark){body{color:#bbc;background:#1b1c20}}"
)


class ReplayAnswer(NamedTuple):
    """One answer of the replay server, without the headers that all have."""

    status: int
    kind: str
    """The Content-Type."""
    body: bytes
    headers: tuple[tuple[str, str], ...] = ()


class Rules(NamedTuple):
    """What a browser is allowed while it shows an archived page."""

    origin: str
    """Of the replay server, as the browser names it."""
    ancestors: str
    """Origins that may show an archived page in a frame."""


def headers(answer: ReplayAnswer, rules: Rules, use: ResourceKind) -> list[tuple[bytes, bytes]]:
    """Return all headers of an answer; no header of an archived answer is among them."""
    fixed = {
        "Content-Type": answer.kind,
        "Content-Length": str(len(answer.body)),
        "Content-Security-Policy": policy(rules, use),
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
        "X-DNS-Prefetch-Control": "off",
        "X-Robots-Tag": "noindex, nofollow",
        "Cache-Control": "private, max-age=300" if answer.status == 200 else "no-store",
    }
    if use is ResourceKind.OTHER:  # fonts are asked for from the nameless origin of a sandbox
        fixed["Access-Control-Allow-Origin"] = "*"
    pairs = (*fixed.items(), *answer.headers)
    return [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in pairs]


def policy(rules: Rules, use: ResourceKind) -> str:
    """Return the Content-Security-Policy: no script, no form, nothing from another origin."""
    origin = rules.origin
    allowed = [
        "sandbox",
        "default-src 'none'",
        f"img-src {origin} data:",
        f"style-src {origin} 'unsafe-inline'",
        f"font-src {origin} data:",
        f"media-src {origin}",
        f"frame-src {origin}",
        "script-src 'none'",
        "connect-src 'none'",
        "form-action 'none'",
        "base-uri 'none'",
    ]
    if (
        use is ResourceKind.PAGE
    ):  # a frame inside a page has the nameless origin of the page's sandbox above it
        allowed.append("frame-ancestors " + (rules.ancestors or "'none'"))
    return "; ".join(allowed)


def absent(use: ResourceKind, url: str, why: str, status: int = 404) -> ReplayAnswer:
    """Return what stands for something that is not in the archive, or cannot be shown."""
    if use is ResourceKind.STYLE:
        return ReplayAnswer(status, "text/css; charset=utf-8", b"")
    if use in (ResourceKind.IMAGE, ResourceKind.OTHER):
        return ReplayAnswer(status, "image/svg+xml", _PLACEHOLDER)
    return note(why, url, status)


def note(why: str, url: str, status: int = 404, more: str = "") -> ReplayAnswer:
    """Return a short page of our own; ``more`` is HTML."""
    text = (
        f'<!doctype html><meta charset="utf-8"><title>{escape(why)}</title><style>{_STYLE}</style>'
        f"<main><p><strong>{escape(why)}</strong></p><p><bdi>{escape(url)}</bdi></p>{more}</main>"
    )
    return ReplayAnswer(status, HTML, text.encode("utf-8", "replace"))


def picture(path: str, url: str) -> ReplayAnswer:
    """Return a page that shows one image, which then cannot be more than an image."""
    return note("Image", url, 200, f'<p><img src="{escape(path)}" alt=""></p>')


def moved(path: str) -> ReplayAnswer:
    """Return a redirect inside the archive."""
    return ReplayAnswer(302, HTML, b"", (("Location", path),))


def memento(capture: Capture) -> tuple[tuple[str, str], ...]:
    """Return the header that names the moment of a capture."""
    return (
        (
            "Memento-Datetime",
            format_datetime(capture.captured_at.replace(microsecond=0), usegmt=True),
        ),
    )
