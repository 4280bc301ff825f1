"""A small site whose pages need style sheets, fonts, pictures in every form, scripts and frames, on two hosts."""

from __future__ import annotations

import zlib
from collections import Counter
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from struct import pack

from tests.end_to_end.site_server import serving, write_flood

PAGES = 4
NEWS, CDN = "http://news.example", "http://cdn.example"


def picture(name: str, width: int = 60, height: int = 40) -> bytes:
    """Return a picture in one colour, another one for each name."""
    colour = zlib.crc32(name.encode()).to_bytes(4, "big")[:3]
    rows = (b"\x00" + colour * width) * height
    head = pack("!IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(rows)), (b"IEND", b""))
    body = (
        pack("!I", len(data)) + kind + data + pack("!I", zlib.crc32(kind + data))
        for kind, data in chunks
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(body)


_SCRIPT = b"""
document.addEventListener('DOMContentLoaded', function () {
  document.getElementById('made').textContent = 'made by a script';
});
"""
_SHEETS = {
    "/main.css": "@import url('/base.css'); @font-face{font-family:Own;src:url(/own.woff2)}"
    "h1{font-family:Own,serif;background:url(/pic/heading.png)} .grid{background:url(/pic/grid.png)}",
    "/base.css": "body{margin:20px;background:#f4f0e8} p{color:#223}"
    ".set{width:60px;height:40px;background:image-set(url(/pic/set.png) 1x)}",
    "/late.css": ".late{border:3px solid #a33}",
}


def story(number: int) -> str:
    """Return one page about the flood."""
    following = "".join(
        f'<a href="/{other}.html">Flood, part {other}</a> ' for other in range(PAGES)
    )
    return f"""<!doctype html><html lang=en><head><meta charset=utf-8><title>Flood in Ipswich, part {number}</title>
<meta property="article:published_time" content="2026-03-0{number + 1}T08:00:00Z">
<link rel=stylesheet href="/main.css"><link rel=preload as=style href="/late.css">
<link rel=icon href="/pic/icon.png"><script src="{CDN}/app.js"></script>
<style>.inline{{height:40px;background:url("/pic/inline-{number}.png")}}</style></head><body>
<h1>Flood in Ipswich, part {number}</h1>
<p>The flood in Ipswich on {number + 1} March 2026 closed bridge number {number} and filled {number * 7 + 3} cellars.
People of Ipswich left their houses as the flood rose; the river Bremer stood {number + 12} metres high.</p>
<img src="{CDN}/pic/plain-{number}.png" width=60 height=40 alt="the river">
<img src="/pic/small-{number}.png" srcset="/pic/small-{number}.png 480w, /pic/large-{number}.png 960w"
 sizes="960px" width=60 height=40 alt="the bridge">
<picture><source srcset="/pic/source-{number}.png" type="image/png"><img src="/pic/fallback-{number}.png"
 width=60 height=40 alt=""></picture>
<noscript><img src="/pic/noscript-{number}.png" width=60 height=40 alt=""></noscript>
<div class=inline></div><div class=set></div><div class=grid style="height:20px"></div>
<div style="height:20px;background-image:url('/pic/attribute-{number}.png')"></div>
<video poster="/pic/poster-{number}.png" width=60 height=40></video>
<iframe src="/frame-{number}.html" width=200 height=80></iframe>
<p id=made></p><p>{following}</p></body></html>"""


def frame(number: int) -> str:
    """Return a frame of a page."""
    return (
        f"<!doctype html><link rel=stylesheet href='/base.css'><p>Map {number}</p>"
        f"<img src='/pic/map-{number}.png' width=60 height=40>"
    )


@dataclass
class NeedySite:
    """What the two hosts answer, and what they were asked."""

    asked: Counter[str] = field(default_factory=Counter)
    broken: set[str] = field(default_factory=set)
    """Paths that fail for now."""
    port: int = 0

    def answer(self, path: str) -> tuple[int, str, bytes]:
        """Return status, media type and body of a path."""
        if path in self.broken:
            return 500, "text/plain", b"broken"
        if path.startswith("/pic/"):
            return 200, "image/png", picture(path)
        if path in _SHEETS:
            return 200, "text/css", _SHEETS[path].encode()
        if path == "/app.js":
            return 200, "application/javascript", _SCRIPT
        if path == "/own.woff2":
            return 200, "font/woff2", b"wOF2 not really a font"
        name = path.strip("/").removesuffix(".html")
        if name.removeprefix("frame-").isdecimal():
            html = frame(int(name[6:])) if name.startswith("frame-") else story(int(name))
            return 200, "text/html; charset=utf-8", html.encode()
        return 404, "text/plain", b"not found"

    def wanted(self) -> set[str]:
        """Return the addresses of all that the pages need."""
        names = [
            "small",
            "large",
            "source",
            "fallback",
            "noscript",
            "attribute",
            "poster",
            "map",
            "inline",
        ]
        found = {f"{NEWS}/pic/{name}-{n}.png" for name in names for n in range(PAGES)}
        found |= {f"{CDN}/pic/plain-{n}.png" for n in range(PAGES)} | {f"{CDN}/app.js"}
        found |= {f"{NEWS}/frame-{n}.html" for n in range(PAGES)}
        found |= {f"{NEWS}/pic/{name}.png" for name in ("heading", "grid", "set", "icon")}
        return found | {f"{NEWS}{path}" for path in (*_SHEETS, "/own.woff2")}


def needy_site() -> AbstractContextManager[NeedySite]:
    """Serve the site on loopback until the block ends."""
    return serving(NeedySite())


def write_event(folder: Path, site: NeedySite, archive: str = "") -> Path:
    """Write an event file for the site."""
    return write_flood(folder, site.port, f"{NEWS}/0.html", more=f"[archive]\n{archive}")
