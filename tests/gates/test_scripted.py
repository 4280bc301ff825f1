"""Which pages are shown in a browser when one is used "when needed": a labelled set of generated and real pages."""

from __future__ import annotations

import itertools
import warnings
from collections.abc import Iterator
from datetime import UTC, datetime

from tests.corpora import corpus
from tidings.model import Capture
from tidings.read.reader import Reader

with warnings.catch_warnings():  # fastwarc warns about its own legacy classes when imported
    warnings.simplefilter("ignore", DeprecationWarning)
    from fastwarc.warc import ArchiveIterator, WarcRecordType

LEAST_FOUND, MOST_MISTAKEN = 0.95, 0.02
"""Share of the pages that scripts make, and of the others, for which the browser is chosen."""

READER = Reader()
HEADS = (
    '<meta charset=utf-8><title>News</title><link rel=stylesheet href="/a.css">',
    '<meta charset=utf-8><title>Flood in Ipswich</title><meta name=description content="A river rose.">'
    '<meta property="og:title" content="Flood in Ipswich">',
    "<title>App</title><style>.spinner{animation:turn 1s infinite}</style><script>window.dataLayer=[]</script>",
)
BUNDLE = '<script src="/static/js/main.3f2a1b.js"></script>'
MODULE = '<script type=module crossorigin src="/assets/index-4e1.js"></script>'
INLINE = f"<script>{'var data=[1,2,3];render(data);' * 200}</script>"
SPINNER = '<div class="spinner"><span>Loading...</span></div>'
ROOTS = (
    '<div id="root"></div>', '<div id="app"></div>', '<div id="__next"></div>', '<div id="__nuxt"></div>',
    '<app-root></app-root>', f'<div id="root">{SPINNER}</div>', '<div id="___gatsby"></div>',
    '<body-content></body-content>', SPINNER, '<main class="shell"></main>',
)  # fmt: skip
NOSCRIPTS = (
    "",
    "<noscript>You need to enable JavaScript to run this app.</noscript>",
    "<noscript><img height=1 width=1 src='https://t.example/p.gif'></noscript>",
)

SENTENCE = (
    "The river rose by two metres during the night and the old bridge was closed to all traffic. "
)
MENU = "".join(f'<li><a href="/{n}">Section number {n}</a></li>' for n in range(40))
OTHERS = {
    "article": f"<article><h1>Flood</h1>{''.join(f'<p>{SENTENCE}</p>' for _ in range(8))}</article>{BUNDLE}",
    "rendered by the server": f'<div id="root"><h1>Flood</h1><p>{SENTENCE * 6}</p></div>{BUNDLE}{INLINE}',
    "rendered, with data": f'<div id="__next"><p>{SENTENCE * 6}</p></div><script id="__NEXT_DATA__"'
    f' type="application/json">{{"text":"{SENTENCE * 6}"}}</script>{BUNDLE}',
    "short news": f"<h1>Flood</h1><p>{SENTENCE * 2}</p><p>More tomorrow.</p>{BUNDLE}",
    "list": f"<ul>{MENU}</ul>{BUNDLE}",
    "picture": f'<h1>A picture</h1><img src="/a.jpg" alt="The bridge"><p>The bridge.</p>{BUNDLE}',
    "log-in": f"<form><label>Name <input></label><label>Password <input type=password></label></form>{BUNDLE}",
    "not found": "<h1>Not found</h1><p>The page was not found.</p>",
    "for browsers without scripts": f'<div id="main"></div><noscript><p>{SENTENCE * 8}</p></noscript>{BUNDLE}',
    "frames": '<frameset cols="20%,80%"><frame src=a.html><frame src=b.html></frameset>',
    "refresh": '<meta http-equiv="refresh" content="0; url=/b.html"><script src=/a.js></script>',
    "parked": "<h1>ipswich.example</h1><p>This domain is for sale.</p>",
    "empty": "<p></p>",
    "counted": f"<h1>Closed</h1><p>{SENTENCE * 3}</p><script>{'_gaq.push([1]);' * 60}</script>",
}  # fmt: skip


def made_by_scripts() -> Iterator[str]:
    for head, root, noscript, script in itertools.product(
        HEADS, ROOTS, NOSCRIPTS, (BUNDLE, MODULE, INLINE)
    ):
        menu = (
            "<header><a href='/'>News</a> <a href='/about'>About</a></header>"
            if root[:9] == "<div id=r"
            else ""
        )
        yield f"<!doctype html><html lang=en><head>{head}</head><body>{menu}{noscript}{root}{script}</body></html>"


def others() -> Iterator[str]:
    for head, body in itertools.product(HEADS, OTHERS.values()):
        yield f"<!doctype html><html lang=en><head>{head}</head><body>{body}</body></html>"


def needs_browser(body: bytes, kind: str = "text/html; charset=utf-8") -> bool:
    headers = (("Content-Type", kind),)
    capture = Capture("http://news.example/a", datetime(2026, 3, 1, tzinfo=UTC), 200, headers, body)
    return READER.open(capture).glance().needs_scripts


def test_generated_pages_are_told_apart() -> None:
    scripted = [needs_browser(html.encode()) for html in made_by_scripts()]
    assert sum(scripted) / len(scripted) >= LEAST_FOUND
    plain = [needs_browser(html.encode()) for html in others()]
    assert sum(plain) / len(plain) <= MOST_MISTAKEN


def test_real_pages_with_text_are_read_as_they_are() -> None:
    mistaken = total = 0
    for name in ("text/aeb.warc.gz", "text/modern-dev.warc.gz"):
        with corpus(name).open("rb") as file:
            for record in ArchiveIterator(file, WarcRecordType.response):
                kind = record.http_headers.get("Content-Type") or "text/html"
                mistaken += needs_browser(record.reader.read(), kind)
                total += 1
    assert total > 900
    assert mistaken / total <= MOST_MISTAKEN
