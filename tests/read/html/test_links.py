"""Links: which, in what order, with which words."""

from __future__ import annotations

import pytest

from tests.growth import LINEAR, growth
from tidings.model import Reason
from tidings.read.html.links import MAX_ANCHORS


def urls(page):
    return [link.url for link in page.links]


def test_links_in_page_order_resolved_and_normalised(read):
    page = read(
        '<a href="b.html">B</a><a href="//other.example/x?utm_source=t">X</a><a href="/a#top">A</a>'
        '<map><area href="m"></map>'
    )
    assert urls(page) == [
        "https://news.example/b.html",
        "https://other.example/x",
        "https://news.example/a",
        "https://news.example/m",
    ]


def test_base_is_respected(read):
    assert urls(read('<base href="/root/"><a href="b">B</a>')) == ["https://news.example/root/b"]


def test_only_the_web_and_not_the_page_itself(read):
    page = read(
        '<a href="mailto:a@b.c">m</a><a href="javascript:void(0)">j</a><a href="tel:1">t</a><a href="#x">x</a>'
        '<a href="data:text/html,x">d</a><a href="/story">self</a><a href="">e</a><a href=" ">s</a><a name="n">n</a>'
        '<a href="http://[bad">b</a><iframe src="/frame"></iframe>'
    )
    assert page.links == ()


def test_links_in_the_text_differ_from_navigation(read):
    prose = "The river rose over its banks on Monday and the town was cut off for two days, people said. "
    page = read(
        f'<nav><ul><li><a href="/home">Home</a><li><a href="/news">News</a></ul></nav>'
        f'<article><p>{prose * 3}<a href="/more">More here</a></p><p>{prose * 3}</p></article>'
        f'<footer><a href="/imprint">Imprint</a></footer>'
    )
    where = {link.url.rpartition("/")[2]: link.in_body for link in page.links}
    assert where == {"home": False, "news": False, "more": True, "imprint": False}


def test_links_in_hidden_menus_are_found(read):
    page = read('<div style="display:none"><a href="/a">Alpha</a></div>')
    assert urls(page) == ["https://news.example/a"]


def test_frames_are_links(read):
    assert urls(read('<frameset><frame src="/left.html"></frameset>')) == [
        "https://news.example/left.html"
    ]


def test_link_fields(read):
    page = read('<p>Police said <a href="/x">  three\n people </a> were hurt in Brussels.</p>')
    (link,) = page.links
    assert link.anchor == "three people"
    assert link.context == "Police said were hurt in Brussels."
    assert link.parent == "https://news.example/story"
    assert link.depth == 1
    assert link.barred is None


def test_navigation_has_no_context(read):
    page = read('<ul><li><a href="/a">Home</a></li><li><a href="/b">World</a></li></ul>')
    assert [link.context for link in page.links] == ["", ""]


def test_the_longest_anchor_wins_at_the_place_of_the_first(read):
    page = read(
        '<a href="/a"><img src="i.png"></a><a href="/b">B</a><a href="/a">Read the whole story</a>'
        '<a href="https://news.example/a#c">comments</a>'
    )
    assert urls(page) == ["https://news.example/a", "https://news.example/b"]
    assert page.links[0].anchor == "Read the whole story"


def test_anchor_text_falls_back_to_the_description(read):
    page = read('<a href="/a" title="All about it"><img></a>')
    assert page.links[0].anchor == "All about it"


def test_cards_with_blocks_inside_a_link(read):
    page = read('<a href="/a"><h3>Blast in city</h3><p>Two dead</p></a>')
    assert page.links[0].anchor == "Blast in city Two dead"


def test_nofollow(read):
    page = read('<a rel="external nofollow" href="/a">a</a><a href="/b">b</a>')
    assert [link.barred for link in page.links] == [Reason.NOFOLLOW, None]
    page = read('<meta name="robots" content="noindex, NOFOLLOW"><a href="/b">b</a>')
    assert [link.barred for link in page.links] == [Reason.NOFOLLOW]


@pytest.mark.parametrize(
    ("directives", "barred"),
    [
        ("none", Reason.NOFOLLOW),
        ("noarchive, NONE", Reason.NOFOLLOW),
        ("noindex", None),
        ("max-image-preview:none", None),
        ("max-image-preview: none, follow", None),
    ],
)
def test_none_means_nofollow_too(read, directives, barred):
    page = read(f'<meta name="robots" content="{directives}"><a href="/b">b</a>')
    assert [link.barred for link in page.links] == [barred]


def test_next_page(read):
    assert urls(read('<link rel="next" href="?page=2"><p>x')) == [
        "https://news.example/story?page=2"
    ]


def test_urls_that_are_too_long_are_recorded(read):
    page = read(f'<a href="/x\x01{"y" * 20_000}">long</a><a href="mailto:{"z" * 3000}">m</a>')
    (link,) = page.links
    assert link.barred is Reason.URL_TOO_LONG
    assert link.url.startswith("https://news")
    assert link.url.endswith("yyy")
    assert len(link.url) < 1100


def test_control_characters_in_links(read):
    (link,) = read('<a href="/a\tb\nc\x00d">x</a>').links
    assert not any(ord(c) < 32 for c in link.url)


def test_long_words_are_cut(read):
    page = read(f'<p>{"b " * 400}<a href="/x">{"a " * 400}</a>{"c " * 400}</p>')
    assert len(page.links[0].anchor) <= 200
    assert len(page.links[0].context) <= 200


@pytest.mark.parametrize(
    "template", ['<p><a href="/{0}">link {0}</a></p>', '<a href="/{0}">link {0}</a> ']
)
def test_a_page_of_links_is_read_in_linear_time_and_cut(read, template):
    def page(links):
        return links, "".join(template.format(i) for i in range(links))

    def read_links(page):
        assert len(read(page[1]).links) == min(page[0], MAX_ANCHORS)

    assert growth(page, read_links, MAX_ANCHORS // 4 + 100) < LINEAR
