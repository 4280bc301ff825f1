"""What a page needs to be shown, whatever form it has on the page."""

from __future__ import annotations

import pytest

from tidings.model import Requisite, Use
from tidings.read.requisites.page import needed_by_page, needed_by_style, shown_by_page
from tidings.read.requisites.pictures import wanted, widest

URL = "http://a.example/news/story.html"


def found(html: str) -> dict[str, Use]:
    return {each.url: each.use for each in needed_by_page(html.encode(), URL)}


@pytest.mark.parametrize(
    ("html", "url", "use"),
    [
        ('<img src="a.png">', "http://a.example/news/a.png", Use.IMAGE),
        ('<img src="//cdn.example/a.png">', "http://cdn.example/a.png", Use.IMAGE),
        ('<img data-src="/late.jpg">', "http://a.example/late.jpg", Use.IMAGE),
        ('<img data-lazy-src="/late.jpg" src="data:,">', "http://a.example/late.jpg", Use.IMAGE),
        ('<img srcset="/s.jpg 480w, /l.jpg 960w">', "http://a.example/l.jpg", Use.IMAGE),
        ('<img data-srcset="/s.jpg 1x">', "http://a.example/s.jpg", Use.IMAGE),
        ('<picture><source srcset="/a.webp"></picture>', "http://a.example/a.webp", Use.IMAGE),
        ('<noscript><img src="/plain.png"></noscript>', "http://a.example/plain.png", Use.IMAGE),
        ('<video poster="/p.jpg" src="/film.mp4">', "http://a.example/p.jpg", Use.IMAGE),
        ('<input type="image" src="/go.gif">', "http://a.example/go.gif", Use.IMAGE),
        ('<body background="/b.gif">', "http://a.example/b.gif", Use.IMAGE),
        ('<div data-bg="/bg.jpg">', "http://a.example/bg.jpg", Use.IMAGE),
        ('<div data-bg="url(/bg.jpg)">', "http://a.example/bg.jpg", Use.IMAGE),
        ('<p style="background:url(/i.png)">', "http://a.example/i.png", Use.IMAGE),
        ("<style>@import '/in.css';</style>", "http://a.example/in.css", Use.STYLE),
        ("<style>p{background:URL('/i.png')}</style>", "http://a.example/i.png", Use.IMAGE),
        ('<link rel="stylesheet" href="/a.css?v=2">', "http://a.example/a.css?v=2", Use.STYLE),
        ('<link rel="alternate stylesheet" href="/a.css">', "http://a.example/a.css", Use.STYLE),
        ('<link rel="preload" as="style" href="/a.css">', "http://a.example/a.css", Use.STYLE),
        ('<link rel="preload" as="font" href="/f.woff2">', "http://a.example/f.woff2", Use.FONT),
        ('<link rel="shortcut icon" href="/f.ico">', "http://a.example/f.ico", Use.ICON),
        ('<script src="/a.js"></script>', "http://a.example/a.js", Use.SCRIPT),
        ('<iframe src="/map.html"></iframe>', "http://a.example/map.html", Use.FRAME),
        ('<object data="/chart.svg"></object>', "http://a.example/chart.svg", Use.OBJECT),
        ('<svg><image href="/in.png"/></svg>', "http://a.example/in.png", Use.IMAGE),
        ('<base href="/b/"><img src="a.png">', "http://a.example/b/a.png", Use.IMAGE),
    ],
)  # fmt: skip
def test_every_form_is_found(html: str, url: str, use: Use) -> None:
    assert found(html).get(url) is use


@pytest.mark.parametrize(
    "html",
    [
        '<a href="/other.html">', '<img src="data:image/png;base64,AAAA">', '<img src="#x">', '<img src="">',
        '<img src="story.html">', '<iframe src="about:blank">', '<script src="javascript:1"></script>',
        '<link rel="canonical" href="/c.html">', '<link rel="dns-prefetch" href="//cdn.example">',
        '<p style="color:red">', '<style>p{content:"url(/x.png)"}</style>', '<video src="/film.mp4"></video>',
        "<style>@namespace url(http://www.w3.org/1999/xhtml);</style>",
    ],
)  # fmt: skip
def test_nothing_else_is(html: str) -> None:
    assert found(html) == {}


def test_styles_come_first_and_scripts_last() -> None:
    html = (
        '<script src="/a.js"></script><img src="/a.png"><link rel=icon href="/i.ico">'
        '<link rel=stylesheet href="/a.css"><img src="/b.png"><img src="/a.png">'
    )
    assert [each.url.rpartition("/")[2] for each in needed_by_page(html.encode(), URL)] == [
        "a.css", "a.png", "b.png", "i.ico", "a.js",
    ]  # fmt: skip


def test_a_style_sheet_needs_its_imports_images_and_fonts() -> None:
    css = """
    @import url("base.css") screen; @font-face { src: url(f.eot); src: url(f.woff2) format("woff2") }
    p { background: image-set("a.png" 1x, "b.png" 2x) } q { background: url( 'c.gif' ) }
    """
    assert needed_by_style(css, "http://a.example/css/a.css") == [
        Requisite("http://a.example/css/base.css", Use.STYLE),
        Requisite("http://a.example/css/a.png", Use.IMAGE),
        Requisite("http://a.example/css/b.png", Use.IMAGE),
        Requisite("http://a.example/css/c.gif", Use.IMAGE),
        Requisite("http://a.example/css/f.woff2", Use.FONT),
    ]


def test_films_and_words_about_pictures_are_recorded() -> None:
    html = (
        '<video src="/film.mp4" poster="/p.jpg"></video><audio><source src="http://b.example/a.ogg"></audio>'
        '<img src="/a.png" alt="The bridge\n after the flood"><img src="/b.png" alt="">'
        '<img src="/c.png" alt="The bridge after the flood"><picture><source src="/never.mp4"></picture>'
    )
    shown = shown_by_page(html.encode(), URL)
    assert shown.facts() == {
        "media": "http://a.example/film.mp4 http://b.example/a.ogg",
        "pictures": "The bridge after the flood",
    }
    assert "http://a.example/film.mp4" not in {each.url for each in shown.requisites}
    assert shown_by_page(b"<p>nothing</p>", URL).facts() == {}


def test_few_of_many_sizes_are_wanted() -> None:
    sizes = ", ".join(f"/{width}.jpg {width}w" for width in range(100, 4000, 100))
    assert widest(sizes) == "/1600.jpg"
    assert wanted(sizes) == ["/800.jpg", "/1600.jpg"]
    assert wanted("/a.jpg, /b.jpg 2x") == ["/a.jpg", "/b.jpg"]


def test_ten_thousand_sizes_and_huge_inline_images_are_bounded() -> None:
    many = ",".join(f"/{number}.jpg {number}w" for number in range(1, 10_001))
    inline = "data:image/png;base64," + "A" * 5_000_000
    html = f'<img srcset="{many}"><img src="{inline}"><style>p{{background:url({inline})}}</style>'
    assert len(found(html)) <= 2


def test_a_picture_inside_a_page_may_have_any_size() -> None:
    inline = "data:image/png;base64," + "A" * 50_000_000
    assert found(f'<img src="/a.png"><img src="{inline}"><img src="/b.png">') == found(
        '<img src="/a.png">'
    )
