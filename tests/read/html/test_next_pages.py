"""Links that lead on within a list, or where a page sends its readers, take no step of depth."""

from __future__ import annotations

import pytest


def depths(page) -> dict[str, int]:
    return {link.url.removeprefix("https://news.example"): link.depth for link in page.links}


def test_the_next_page_of_a_list_takes_no_step(read):
    page = read(
        "<p><a href=/report>Flood reaches the old town</a></p>"
        "<a href='/tag/flood?page=2'>Next</a> <a href=/tag/flood/page/3>3</a>"
        "<a href='/tag/flood?page=9999'>Next</a> <a href=/2016/04>Next</a>"
    )
    assert depths(page) == {
        "/report": 1,
        "/tag/flood?page=2": 0,
        "/tag/flood/page/3": 0,
        "/tag/flood?page=9999": 1,
        "/2016/04": 1,
    }


@pytest.mark.parametrize("content", ["0; url=/new", "5;URL='/new'", "0, url=/new"])
def test_a_page_that_sends_its_readers_on_is_followed(read, content):
    page = read(f'<meta http-equiv=refresh content="{content}"><p>Moved</p>')
    assert depths(page) == {"/new": 0}


def test_a_page_that_renews_itself_leads_nowhere(read):
    assert depths(read('<meta http-equiv=refresh content="300"><p>Live</p>')) == {}
