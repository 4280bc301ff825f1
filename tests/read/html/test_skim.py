"""The main text at a glance, and which pages need a careful reading."""

from __future__ import annotations

import gc
from dataclasses import replace

import pytest

from tests.growth import LINEAR, growth
from tidings.read.html.parse import tree_of
from tidings.read.html.skim import skim
from tidings.read.reader import Reader

PROSE = "The river rose by two metres on Tuesday, and people left their homes along the bank before night fell. "
MENU = "".join(f'<li><a href="/{i}">Section {i}</a></li>' for i in range(30))


def text_of(html: str) -> str | None:
    glance = skim(tree_of(html.encode()))
    return glance and glance.text


def test_paragraphs_headings_and_lists_of_the_box_with_most_prose():
    text = text_of(
        f"<ul>{MENU}</ul><div><h2>What happened</h2><p>{PROSE * 2}</p><ul><li>Two bridges closed</li>"
        f"<li><p>One school closed</p></li></ul><p>{PROSE * 3}</p></div><p>{PROSE}</p><footer><p>{PROSE}</p></footer>"
    )
    assert text is not None
    assert text.split("\n") == [
        "What happened",
        (PROSE * 2).strip(),
        "Two bridges closed",
        "One school closed",
        (PROSE * 3).strip(),
    ]


@pytest.mark.parametrize(
    "furniture",
    [
        f"<div class='comments'><p>{'AH ' * 400}</p></div>",
        f"<div hidden><p>{'AH ' * 400}</p></div>",
        f"<div style='display:none'><p>{'AH ' * 400}</p></div>",
        f"<p>{'<a href=/x>AH AH AH AH</a> ' * 60}</p>",
        f"<p>And <script>var a = '{'AH ' * 400}'</script> so on.</p>",
        f"<noscript><p>{'AH ' * 400}</p></noscript>",
        f"<ul><li><a href='/x'>{'AH ' * 30}</a></li></ul>",
    ],
    ids=["named", "hidden", "undisplayed", "links", "script", "noscript", "teaser"],
)
def test_elements_that_are_not_prose_are_left_out(furniture):
    text = text_of(f"<main><p>{PROSE * 3}</p>{furniture}<p>{PROSE * 3}</p></main>")
    assert text is not None
    assert text.count("people left") == 6
    assert "AH" not in text


@pytest.mark.parametrize(
    "page",
    ["", f"<ul>{MENU}</ul>", f"<p>{PROSE}</p>", f"<div>{PROSE * 6}<br><br>{PROSE * 6}</div>"],
    ids=["empty", "menu", "short", "breaks"],
)
def test_too_little_in_paragraphs_is_no_text(page):
    assert text_of(page) is None


@pytest.mark.parametrize(
    "page",
    [
        lambda n: "<div>" * 500 + f"<p>{PROSE}</p>" * (n // 10),
        lambda n: "<ul><li>" * 250 + "<li>x" * n + f"<p>{PROSE * 5}",
        lambda n: "<p>" + "<a href=x>y</a>" * n + PROSE * 5,
        lambda n: "<p>x" * n + PROSE * 5,
        lambda n: f"<p>{PROSE * 5}" + "<script></script>" * n,
        lambda n: f"<p>{PROSE * 100}</p>" * 2 + "<div>" * 500 + "<p>x" * n,
    ],
    ids=["deep", "lists", "links", "paragraphs", "scripts", "shallow and deep"],
)
def test_many_elements_are_skimmed_in_linear_time(page):
    assert growth(lambda n: tree_of(page(n).encode()), skim, 2_000) < LINEAR


def test_quick_and_careful_reading_agree_on_a_plain_article(capture_of):
    page = f"""<html lang=en><title>Flood</title><meta property="article:published_time" content="2016-03-22">
    <ul>{MENU}</ul><article><h1>Flood</h1><p>{PROSE * 3}<a href="/more">More</a></p><p>{PROSE * 3}</p></article>"""
    reading = Reader().open(capture_of(page))
    quick, careful = reading.glance(), reading.page()
    assert replace(quick, dates=()) == replace(careful, dates=())
    assert quick.published.moment == careful.published.moment
    assert (
        quick.published.confidence > careful.published.confidence
    )  # the text does not show the day
    assert [link.url[-5:] for link in reading.glance().links if link.in_body] == ["/more"]


def test_an_aside_is_the_text_if_there_is_no_other():
    page = f"<div class='with-sidebar'><p>{PROSE * 3}</p><div class='comments'><p>{PROSE * 9}</p></div>"
    assert text_of(page) == (PROSE * 3).strip()
    assert text_of(f"<div class='comments'><p>{PROSE * 9}</p></div>") is None


def test_pages_are_freed_after_reading(capture_of):
    nested = f"<div><ul><li><p>{PROSE * 3}</p><p>{PROSE}</p></li></ul><blockquote><p>{PROSE}</p></blockquote></div>"
    capture = capture_of(f"<title>Flood</title>{nested}<a href='/b'>B</a>")
    reader = Reader()
    reader.open(capture).glance()  # what is loaded once
    gc.collect()
    gc.disable()  # as nearly is in workers: a tree that waits to be found takes memory, and time to get new
    try:
        opened = reader.open(capture)
        opened.glance()
        opened.page()
        del opened
        assert gc.collect() == 0
    finally:
        gc.enable()


@pytest.mark.parametrize("around", ["blockquote", "li"])
def test_a_paragraph_in_another_block_is_read_once(around):
    quoted = f"<{around}><p>They were quoted: {PROSE}</p></{around}>"
    text = text_of(f"<div><p>{PROSE * 2}</p>{quoted}<p>{PROSE * 2}</p></div>")
    assert text is not None
    assert text.count("They were quoted") == 1


CLEAR = f"<div><h1>Flood</h1><p>{PROSE * 4}</p><p>{PROSE * 4}</p></div>"


@pytest.mark.parametrize(
    ("page", "clear"),
    [
        (f"<ul>{MENU}</ul>{CLEAR}", True),
        (f"<div><p>{PROSE * 3}</p></div>", False),
        (f"{CLEAR}<footer><p>{PROSE * 4}</p></footer>", False),
        (CLEAR.replace("</h1>", f"</h1><div>{PROSE * 2}</div>"), False),
    ],
    ids=["clear", "short", "prose elsewhere", "other text"],
)
def test_a_glance_is_clear_if_there_is_nothing_else_to_find(page, clear):
    glance = skim(tree_of(page.encode()))
    assert glance is not None
    assert glance.is_clear() == clear


def test_a_careful_reading_finds_what_a_glance_misses(capture_of):
    page = CLEAR.replace("</h1>", f"</h1><div>{PROSE * 2}</div>")
    reading = Reader().open(capture_of(page))
    assert reading.glance().text.count("people left") == 8
    assert reading.page().text.count("people left") == 10


@pytest.mark.parametrize(
    ("markup", "day"),
    [
        ('<meta name="date" content="2016-03-20">', 20),
        ('<time datetime="2016-03-21">yesterday</time>', 21),
        ('<div class="post-date">Posted on March 22, 2016</div>', 22),
        ("<p>By a reporter, published 23 March 2016</p>", 23),
        ("", 0),
    ],
    ids=["declared", "marked", "named", "written", "undated"],
)
def test_dates_at_a_glance(capture_of, markup, day):
    page = f"<html lang=en><title>Flood</title><h1>Flood</h1>{markup}<article><p>{PROSE * 3}</p><p>{PROSE * 3}</p>"
    published = Reader().open(capture_of(page)).glance().published
    assert (published.moment.day if published else 0) == day


def test_a_clock_in_the_margin_does_not_date_a_page(capture_of):
    page = (
        f'<html lang=en><title>Flood</title><span class="date">1 April 2016</span><ul>{MENU}</ul><h1>Flood</h1>'
        f"<p>Published 24 March 2016</p><article><p>{PROSE * 3}</p><p>{PROSE * 3}</p>"
    )
    published = Reader().open(capture_of(page)).glance().published
    assert published is not None
    assert published.moment.day == 24
