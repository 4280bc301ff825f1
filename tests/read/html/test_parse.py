"""Parsing: blocks, metadata and hostile pages."""

from __future__ import annotations

import pytest

from tests.growth import LINEAR, growth
from tests.read.shortcuts import parse
from tidings.read.html.parse import MAX_BLOCKS, MAX_MARKS
from tidings.read.html.taming import MAX_DEPTH, MAX_TAGS, tamed


def texts(html: str) -> list[str]:
    return [text for text in parse(html.encode()).texts() if text]


def test_blocks_hold_their_own_text_only():
    assert texts("<div>one<p>two</p>three</div>") == ["one three", "two"]


def test_inline_markup_neither_splits_nor_joins_words():
    assert texts("<p>S<b>t</b>ark <i>a</i> <i>b</i>\n<em>c</em></p>") == ["Stark a b c"]


def test_line_breaks_separate_words():
    assert texts("<p>one<br>two</p>") == ["one two"]


def test_scripts_forms_and_hidden_parts_are_not_text():
    page = """<style>p{}</style><script>var a='x'</script><select><option>Afghanistan</select>
    <p hidden>secret</p><div style="display: none"><p>also secret</p></div><noscript>off</noscript><p>seen</p>"""
    assert texts(page) == ["seen"]


def test_metadata():
    document = parse(
        b"""<html lang="en-GB"><head><title> A
        title </title><meta name="Description" content="d"><meta property="og:title" content="t">
        <base href="/root/"><base href="/other/"><link rel="NEXT" href="2.html">
        <script type="application/ld+json">{"a":1}</script></head><body><time datetime="2016">x</time>"""
    )
    assert document.title == "A title"
    assert document.language == "en-GB"
    assert document.base == "/root/"
    assert document.meta("description") == "d"
    assert document.meta("missing") == ""
    assert document.relation("next") == "2.html"
    assert document.scripts == ['{"a":1}']
    assert [stamp.text for stamp in document.stamps] == ["x"]


@pytest.mark.parametrize(
    "page",
    [
        lambda n: b"<div>" * (2 * n) + b"deep",
        lambda n: b"<div>" * n + b"deep" + b"</div>" * n,
        lambda n: b"".join(b"<b id=%d>x<p>" % i for i in range(n)) + b"deep",
        lambda n: b"<table><tr><td>" * n + b"deep",
        lambda n: b"<a href=x>t<div>" * n + b"deep",
        lambda n: b"<p " + b" ".join(b"a%d=1" % i for i in range(2 * n)) + b">deep",
        lambda n: b"<p>" + b"x" * (40 * n) + b" deep",
        lambda n: b"<" * (8 * n) + b"p>deep",
        lambda n: b"<!--" * (2 * n) + b"--><p>deep",
        lambda n: b"&amp;" * (8 * n) + b" deep",
    ],
    ids=[
        "nested",
        "closed",
        "formatting",
        "tables",
        "anchors",
        "attributes",
        "line",
        "brackets",
        "comments",
        "entities",
    ],
)
def test_hostile_markup_is_read_in_linear_time(page):
    def read_page(html):
        assert any(text.endswith("deep") for text in parse(html).texts())

    assert growth(page, read_page, 5_000) < LINEAR


def test_ordinary_pages_pass_untouched():
    page = b"<ul>" + b"<li><p>item<br>\n" * 900 + b"</ul>"
    assert tamed(page) is page


def test_flattening_keeps_all_text_and_the_outer_structure():
    page = b"<div>" * 2000 + b"inner" + b"</div>" * 2000 + b"<p>after</p>" * 25_000
    flat = tamed(page)
    assert flat.count(b"<div>") == flat.count(b"</div>") == MAX_DEPTH
    assert b"inner" in flat
    assert flat.endswith(b"<p>after</p>" * 25_000)


@pytest.mark.parametrize("tag", ["<p>", "<p>a", "<td>", "<br>", "<i>a</i>", "<!-->"])
def test_a_page_of_nothing_but_tags_is_read_in_linear_time(tag):
    def read_page(html):
        assert len(parse(html).blocks) <= MAX_BLOCKS

    assert growth(lambda size: (tag * (size // len(tag))).encode(), read_page, 60_000) < LINEAR


def test_text_in_too_many_blocks_is_still_read():
    document = parse(b"<p>a</p>" * (MAX_BLOCKS + 10) + b"<p>the end</p><p>of it</p>")
    assert len(document.blocks) == MAX_BLOCKS
    assert any(text.endswith("a the end of it") for text in document.texts())


def test_a_dump_is_cut():
    html = b"<i>a</i>" * MAX_TAGS
    assert parse(html).texts()[1] == "a" * (MAX_TAGS // 2)


def test_names_of_any_length_are_cut():
    page = f"<p class='{'x' * 10_000}' id=y>a</p><span class='{'x' * 10_000} date'>b</span>"
    document = parse(page.encode())
    assert max(len(block.marks) for block in document.blocks) == MAX_MARKS
    assert not document.stamps
