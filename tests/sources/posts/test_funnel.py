"""Links of posts pass the filters in order, and every filter counts."""

from __future__ import annotations

import random

import pytest

from tidings.model import Post, Withdrawn
from tidings.sources.posts import distinct
from tidings.sources.posts.distinct import Distinct
from tidings.sources.posts.funnel import Funnel, chosen
from tidings.sources.posts.known import is_noise, is_platform, is_short

DAY = 1709596800.0


def _post(
    *links: str, text: str = "flood in Harwick", language: str = "en", at: float = DAY
) -> Post:
    return Post("twitter", "1", "", text, at, language, "ann", links, popularity=3)


def test_every_filter_counts_what_it_leaves() -> None:
    funnel = Funnel(["flood"], ["en"])
    funnel.take(
        [
            _post("http://a.example/1?utm_source=x", "http://a.example/1"),
            _post("http://a.example/2", "https://twitter.com/x/status/1"),
            _post("http://bit.ly/1a2B", "http://b.example/cat.jpg"),
            _post("http://c.example/sport", text="football"),
            _post("http://d.example/flood", text="look"),
            _post("no address", text="flood"),
            _post("http://e.example/", language="de"),
            _post(at=DAY + 86_400),
            Withdrawn("bluesky", "x"),
        ]
    )
    stages = {stage.name: stage.left for stage in funnel.stages()}
    assert stages == {
        "posts": 8,
        "posts in the languages": 7,
        "posts with links": 6,
        "links": 9,
        "distinct links": 9,
        "distinct addresses, normalised": 7,
        "outside social services": 6,
        "not shortened": 5,
        "without noise": 4,
        "with a keyword": 3,
        "sources": 2,
        "sources with 2 links or more": 1,
        "sources with 10 links or more": 0,
    }
    assert [source.host for source in funnel.ranked()] == ["a.example", "d.example"]
    assert funnel.per_day() == [("2024-03-05", 7), ("2024-03-06", 1)]
    assert funnel.languages == {"en": 7, "de": 1}


@pytest.mark.parametrize(("where", "hosts"), [("any", 2), ("url", 1), ("post", 1)])
def test_a_keyword_counts_where_it_is_wanted(where: str, hosts: int) -> None:
    funnel = Funnel(["Flood"], only=where)
    funnel.take(
        [_post("http://a.example/flood", text="x"), _post("http://b.example/x", text="FLOODS")]
    )
    assert len(funnel.ranked()) == hosts


def test_unique_and_multiple_seeds() -> None:
    funnel = Funnel()
    for host, links in (("a", 4), ("b", 3), ("c", 1)):
        for number in range(links):
            posts = [_post(f"http://{host}.example/{number}")] * (number + 1)
            funnel.take(posts)
    ranked = funnel.ranked()
    assert [seed.url for seed in chosen(ranked, 3, 1)] == [
        "http://a.example/3",
        "http://b.example/2",
        "http://c.example/0",
    ]
    assert [seed.url for seed in chosen(ranked, 4, 2)] == [
        "http://a.example/3",
        "http://b.example/2",
        "http://a.example/2",
        "http://b.example/1",
    ]


def test_a_shared_link_remembers_its_first_post() -> None:
    funnel = Funnel()
    funnel.take([_post("http://a.example/1", at=DAY + 50), _post("http://a.example/1", at=DAY)])
    (seed,) = chosen(funnel.ranked(), 1, 1)
    assert (seed.posts, seed.first_at, seed.popularity) == (2, DAY, 6)


def test_distinct_ids_are_counted_as_a_set_counts_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(distinct, "_RECENT", 50)
    chance, ids, expected = random.Random(1), Distinct(), set()
    for _ in range(3_000):
        id_ = chance.randrange(-600, 600)
        assert ids.add(id_) is (id_ not in expected)
        expected.add(id_)
        assert len(ids) == len(expected)


@pytest.mark.parametrize(
    ("url", "short"),
    [("http://bit.ly/abc", True), ("http://www.bit.ly/abc", True), ("http://htz.li/1lI", True),
     ("http://on.rt.com/7r03cn", True), ("http://bbc.co.uk/news", False), ("http://a.example/1aB", False),
     ("http://ab.co/about", False)],
)  # fmt: skip
def test_shorteners_are_recognised(url: str, short: bool) -> None:
    assert is_short(url, url.split("/")[2]) is short


def test_platforms_and_noise_are_recognised() -> None:
    assert is_platform("m.facebook.com")
    assert not is_platform("news.example")
    assert is_noise("http://a.example/best-casino/?x")
    assert is_noise("http://a.example/x.JPG?size=1")
    assert not is_noise("http://a.example/essex-floods")


def test_expanded_links_take_the_place_of_short_ones() -> None:
    funnel = Funnel(["flood"])
    texts = ("flood", "flood again", "the cup", "flood")
    shorts = ("http://bit.ly/a1B", "http://bit.ly/a1B", "http://bit.ly/c2D", "http://ow.ly/e3F")
    funnel.take(
        Post("x", str(n), "", text, 100.0 - n, links=(link,))
        for n, (text, link) in enumerate(zip(texts, shorts, strict=True))
    )
    assert funnel.short == 3
    news, cup = "https://news.example/1?utm_source=x", "https://cup.example/"
    funnel.expand({shorts[0]: news, shorts[2]: cup, "http://bit.ly/zz9": "http://never.example/"})
    stages = dict(funnel.stages())
    assert stages["of them expanded from short links"] == 2
    assert stages["distinct addresses, normalised"] == 3
    assert stages["not shortened"] == 2
    assert stages["with a keyword"] == 1
    (source,) = funnel.ranked()
    (link,) = source.best.values()
    assert (link.url, link.posts, link.first_at) == ("https://news.example/1", 2, 99.0)
    funnel.expand({shorts[3]: news})
    assert (source.links, link.posts) == (1, 3)
