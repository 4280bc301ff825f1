"""Markup of the 1990s, from before browsers followed a standard."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tidings.model import Capture, Page
from tidings.read.reader import Reader

URL = "http://old.example/dir/page.html"
READER = Reader()


def read(html: str) -> Page:
    headers = (("Content-Type", "text/html; charset=utf-8"),)
    capture = Capture(URL, datetime(1997, 1, 1, tzinfo=UTC), 200, headers, html.encode())
    return READER.open(capture).page()


def links(html: str) -> list[str]:
    return [link.url.removeprefix("http://old.example/dir/") for link in read(html).links]


@pytest.mark.parametrize(
    "html",
    [
        "<p>One <a href=a.html>a</a></p><!-- new > <p>Two <a href=b.html>b</a></p>",
        "<!-- closed --><p><a href=a.html>a</a></p><!-- new ><p><a href=b.html>b</a></p>",
        "<p><a href=a.html>a</a></p><!-- one ><!-- two ><p><a href=b.html>b</a></p>",
        "<p><a href=a.html>a</a></p></body><!-- new ><p><a href=b.html>b</a></p>",
    ],
    ids=["alone", "after another", "twice", "after the body"],
)
def test_a_comment_that_never_ends_hides_nothing(html: str) -> None:
    assert links(html) == ["a.html", "b.html"]


@pytest.mark.parametrize(
    "html",
    [
        "<p><a href=a.html>a</a><!-- <a href=b.html>b</a> --></p>",
        "<p><a href=a.html>a</a></p><!-- <a href=b.html>b</a> -->",
        "<p><a href=a.html>a</a></p></body></html><!-- <a href=b.html>b</a> -->",
    ],
)
def test_closed_comments_hide_their_content(html: str) -> None:
    assert links(html) == ["a.html"]


FRAMES = """<html><head><title>Home</title></head>
<FRAMESET COLS="20%,80%"><FRAME SRC="menu.html" NAME=menu><frameset rows="*,*"><frame src=top.html><frame src=text.html></frameset>
<NOFRAMES><BODY BGCOLOR=white><P>The department of hydrology. See the <A HREF="list.html">list of gauges</A>.</BODY></NOFRAMES>
</FRAMESET></html>"""


def test_frames_are_links_and_their_text_alternative_is_read() -> None:
    page = read(FRAMES)
    assert links(FRAMES) == ["menu.html", "top.html", "text.html", "list.html"]
    assert page.title == "Home"
    assert "department of hydrology" in page.text


def test_noframes_is_hidden_on_a_page_without_frames() -> None:
    html = "<p><a href=a.html>a</a></p><noframes><a href=b.html>b</a></noframes>"
    assert links(html) == ["a.html"]


def test_frames_and_a_comment_that_never_ends() -> None:
    html = (
        "<!-- old ><frameset><frame src=a.html></frameset><noframes><a href=b.html>b</a></noframes>"
    )
    assert links(html) == ["a.html", "b.html"]


@pytest.mark.parametrize("html", ["", "<!--", "<frameset>", "<!-- > <frameset", "<frame src=a>"])
def test_scraps_do_no_harm(html: str) -> None:
    assert len(read(f"<title>x</title>{html}").links) <= 1
