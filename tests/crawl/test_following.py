"""Which links of a page are followed: those of the text first, marked ones if wanted, next pages of good lists."""

from __future__ import annotations

import pytest

from tidings.crawl.following import allowed, at_most, with_next_pages
from tidings.model import Candidate, Link, Reason


def link(name: str, **known: object) -> Link:
    return Link(f"https://a.example/{name}", depth=1)._replace(**known)


def test_links_of_the_main_text_count_first() -> None:
    links = tuple(link(str(n), in_body=n >= 3) for n in range(5))
    followed, rest = at_most(links, 3)
    assert [one.url[-1] for one in followed] == ["0", "3", "4"]
    assert [one.url[-1] for one in rest] == ["1", "2"]
    assert at_most(links, 5) == (links, ())


def test_nofollow_is_a_setting() -> None:
    links = (link("a", barred=Reason.NOFOLLOW), link("b", barred=Reason.URL_TOO_LONG))
    assert allowed(links, "obey") == links
    assert [one.barred for one in allowed(links, "follow")] == [None, Reason.URL_TOO_LONG]


def test_the_next_page_of_a_good_list_is_worth_following() -> None:
    stories = [Candidate(n, 0.8, link(str(n))) for n in range(4)]
    following = Candidate(9, 0.05, link("page/2", depth=0))
    *_, last = with_next_pages([*stories, following])
    assert last.score == pytest.approx(0.56)
    poor = [one._replace(score=0.01) for one in stories]
    assert with_next_pages([*poor, following])[-1] == following
    assert with_next_pages(stories) == stories
