"""Main text: prose, not the furniture around it."""

# ruff: noqa: RUF001 - letters of other alphabets are meant

from __future__ import annotations

import pytest

from tests.growth import LINEAR, growth
from tests.read.shortcuts import parse
from tidings.read.html.text import main_text

PROSE = "The river rose by two metres on Tuesday, and people left their homes along the bank before night fell. "
MENU = (
    "<ul class=menu>"
    + "".join(f'<li><a href="/{i}">Section {i}</a></li>' for i in range(30))
    + "</ul>"
)


def text_of(html: str) -> str:
    document = parse(html.encode())
    return main_text(document.blocks, document.texts()).text


@pytest.mark.parametrize(
    "article",
    [
        f"<article><h1>Flood</h1><p>{PROSE}</p><p>{PROSE}</p></article>",
        f"<div id=x><div><p>{PROSE}</p></div><div><p>{PROSE}</p></div></div>",
        f"<div>{PROSE}<br><br>{PROSE}</div>",
        f"<table><tr><td>{PROSE}{PROSE}</td><td>short</td></tr></table>",
    ],
    ids=["article", "split", "breaks", "table"],
)
def test_prose_is_found_and_furniture_left_out(article):
    page = f"<header>Daily News</header>{MENU}{article}<aside>{PROSE.upper()}</aside><footer>Imprint and terms</footer>"
    text = text_of(page)
    assert text.count("people left their homes") == 2
    assert "Section 3" not in text
    assert "Imprint" not in text
    assert "RIVER" not in text


def test_comments_are_not_the_article():
    comments = "".join(
        f"<div class=comment><p>I think number {i}: {PROSE.lower()}</p></div>" for i in range(9)
    )
    text = text_of(
        f"<div class=content><p>{PROSE}</p><p>{PROSE}</p></div><div id=comments>{comments}</div>"
    )
    assert "I think" not in text
    assert PROSE.strip() in text


def test_misleading_names_do_not_hide_the_article():
    page = f'<div class="sidebar-right"><p>{PROSE}</p><p>{PROSE}</p><p>{PROSE}</p></div>'
    assert text_of(page).count("rose") == 3


def test_a_page_of_links_gives_its_words():
    assert "Section 7" in text_of("<body>" + MENU.replace("menu", "items"))


def test_prose_without_spaces_between_words():
    chinese = "周二河水上涨了两米，人们在夜幕降临之前离开了河岸边的家园，消防队员说没有人受伤。"
    text = text_of(f"{MENU}<div><p>{chinese}</p><p>{chinese}</p></div><p>版权所有</p>")
    assert text == f"{chinese}\n{chinese}"


@pytest.mark.parametrize(
    "html", ["", "<p>", "plain words", "<html></html>", "<frameset><frame src=a></frameset>"]
)
def test_odd_pages(html):
    assert text_of(html) in ("", "plain words")


def test_linear_in_the_number_of_blocks():
    def page(blocks):
        document = parse(("<div>" + f"<div><p>{PROSE}</p>" * blocks).encode())
        return document.blocks, document.texts()

    assert growth(page, lambda page: main_text(*page), 2_000) < LINEAR
