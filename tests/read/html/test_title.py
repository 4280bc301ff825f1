"""Titles are those of the page, without the name of the site; hidden text is read where nothing else is shown."""

from __future__ import annotations

import pytest

PROSE = "<p>" + "The river rose by two metres and people left their homes at night. " * 4 + "</p>"
HEADLINE = "Flood reaches the old town"


@pytest.mark.parametrize(
    "head",
    [
        f"<title>{HEADLINE} | The Courier</title>",
        f"<title>The Courier - {HEADLINE}</title>",
        f"<title>{HEADLINE} — The Courier</title>",
        f"<title>{HEADLINE}</title>",
        f"<meta property=og:title content='{HEADLINE} | The Courier'>",
        f"<title>News » Region » {HEADLINE} » courier.example</title>",
    ],
)
def test_a_title_is_without_the_name_of_the_site(read, head):
    assert read(f"{head}{PROSE}", url="https://courier.example/x").title == HEADLINE


def test_the_headline_of_the_page_is_its_title(read):
    head = f"<title>{HEADLINE} - Live - 12 homes lost, hundreds of people rescued - The Courier</title>"
    assert read(f"{head}<h1>The Courier</h1><h1>{HEADLINE}</h1>{PROSE}").title == HEADLINE


def test_a_headline_may_say_it_otherwise(read):
    head = "<title>Old town flood: what we know | Courier</title>"
    page = read(f"{head}<h1>What we know about the flood in the old town</h1>{PROSE}")
    assert page.title == "What we know about the flood in the old town"


def test_the_only_name_stays(read):
    page = read(f"<title>Courier</title><h1>Courier</h1>{PROSE}", url="https://courier.example/")
    assert page.title == "Courier"
    assert read(f"<h1>{HEADLINE}</h1>{PROSE}").title == HEADLINE


def test_what_stands_in_noscript_is_read_if_nothing_else_is_shown(read):
    forum = (
        f"<div id=app></div><noscript><h1>{HEADLINE}</h1>{PROSE}<a href=/next>next</a></noscript>"
    )
    page = read(forum)
    assert "The river rose" in page.text
    assert [link.url for link in page.links] == ["https://news.example/next"]
    shown = read(f"{PROSE.replace('river', 'lake')}<noscript>{PROSE}</noscript>")
    assert "The lake rose" in shown.text
    assert "The river rose" not in shown.text
