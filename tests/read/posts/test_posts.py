"""Posts of all services are read from their own JSON, and bad ones cost nothing."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as some

from tests.read.posts import samples
from tidings.model import Post, Withdrawn
from tidings.read.posts import read_posts
from tidings.read.posts.times import moment


def _one(data: object) -> Post:
    (post,) = read_posts(data)
    assert isinstance(post, Post)
    return post


def test_a_tweet_has_all_its_links_also_of_what_it_quotes() -> None:
    post = _one(samples.TWEET)
    assert post.links == (
        "http://bit.ly/1a2B",
        "https://twitter.com/a/status/1/photo/1",
        "https://news.example/flood?utm_source=x",
        "https://other.example/quoted",
    )
    assert post.text.startswith("Flood in Harwick, the whole story")
    assert post.posted_at == datetime(2015, 1, 9, 12, 29, 56, tzinfo=UTC).timestamp()
    assert (post.language, post.author, post.popularity, post.followers) == (
        "en",
        "24506246",
        191,
        1000,
    )
    assert post.url == "https://twitter.com/herald/status/553529101659566080"
    assert post.tags == ("harwick",)


def test_a_retweet_has_the_words_and_links_of_the_original() -> None:
    retweet = {"id_str": "3", "text": "RT cut", "user": {}, "retweeted_status": samples.TWEET}
    assert _one(retweet).text.startswith("RT Flood in Harwick, the whole")
    assert "https://other.example/quoted" in _one(retweet).links


def test_a_page_of_version_2_has_many_posts() -> None:
    first, second = read_posts(samples.PAGE_OF_TWEETS)
    assert first.text == "RT The whole text https://t.co/x"
    assert first.links == ("https://news.example/whole",)
    assert (first.popularity, first.followers) == (7, 5)
    assert first.url == "https://twitter.com/ann/status/10"
    assert second.links == ()


@pytest.mark.parametrize(
    ("data", "service", "links"),
    [
        (samples.FLAT_TWEET, "twitter", ("https://news.example/dam",)),
        (samples.JETSTREAM, "bluesky", ("https://a.example/1", "https://b.example/2")),
        (samples.BLUESKY_VIEW, "bluesky", ("https://a.example/1", "https://b.example/2")),
        (samples.MASTODON, "mastodon", ("https://news.example/water?a=1&b=2",)),
        (samples.REDDIT, "reddit", ("https://news.example/reddit", "https://own.example/text")),
        (samples.TELEGRAM, "telegram", ("https://news.example/tg",)),
        ({"body": "see http://a.example/x, now", "date": "2024-03-05"}, "file", ("http://a.example/x",)),
        ({"event": "flood", "post": samples.TWEET}, "twitter", samples and _one(samples.TWEET).links),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_every_service_is_recognised(data: object, service: str, links: tuple[str, ...]) -> None:
    post = _one(data)
    assert post.service == service
    assert post.links == links
    assert post.posted_at
    assert post.text


def test_a_post_of_bluesky_has_its_card_and_tags() -> None:
    post = _one(samples.JETSTREAM)
    assert post.card == "Flood In Harwick"
    assert post.tags == ("flood",)
    assert post.url == "https://bsky.app/profile/did:plc:abc/post/3kxyz"
    assert _one(samples.BLUESKY_VIEW).popularity == 7


def test_deleted_posts_and_accounts_are_withdrawn() -> None:
    commit = {"operation": "delete", "collection": "app.bsky.feed.post", "rkey": "3k"}
    deleted = {"did": "did:plc:a", "kind": "commit", "commit": commit}
    assert read_posts(deleted) == (
        Withdrawn("bluesky", "did:plc:a/3k", "https://bsky.app/profile/did:plc:a/post/3k"),
    )
    account = {
        "did": "did:plc:a",
        "kind": "account",
        "account": {"active": False, "status": "deleted"},
    }
    assert read_posts(account) == (
        Withdrawn("bluesky", "", "https://bsky.app/profile/did:plc:a/post/"),
    )
    alive = {"did": "did:plc:a", "kind": "account", "account": {"active": True}}
    assert read_posts(alive) == ()


def test_named_fields_come_before_the_usual_ones() -> None:
    row = {"when": "2024-03-05 10:00", "said": "Flood", "page": "http://a.example/x"}
    (post,) = read_posts(row, {"time": "when", "text": "said", "links": "page"})
    assert post.links == ("http://a.example/x",)
    assert post.posted_at == datetime(2024, 3, 5, 10, tzinfo=UTC).timestamp()


@pytest.mark.parametrize(
    "written",
    [1709632800, 1709632800000, 1709632800000000, "1709632800", "2024-03-05T10:00:00Z",
     "2024-03-05T11:00:00+01:00", "Tue Mar 05 10:00:00 +0000 2024"],
)  # fmt: skip
def test_times_are_read_in_all_spellings(written: object) -> None:
    assert moment(written) == 1709632800.0


@pytest.mark.parametrize(
    "written",
    ["", "soon", None, True, -1, 1e30, "Xxx Foo 99 10:00:00 +0000 2024", [], "9" * 400, 0],
)
def test_what_is_no_time_is_none(written: object) -> None:
    assert moment(written) is None


_ANYTHING = some.recursive(
    some.none() | some.booleans() | some.integers() | some.floats() | some.text(),
    lambda inner: some.lists(inner) | some.dictionaries(some.text(), inner),
    max_leaves=5,
)


@given(data=some.data(), name=some.sampled_from(["TWEET", "PAGE_OF_TWEETS", "FLAT_TWEET", "JETSTREAM",
                                                  "BLUESKY_VIEW", "MASTODON", "REDDIT", "TELEGRAM"]))  # fmt: skip
def test_any_field_may_be_of_any_type(data: some.DataObject, name: str) -> None:
    post = json.loads(json.dumps(getattr(samples, name)))
    for _ in range(data.draw(some.integers(1, 4))):
        holder = post
        while True:
            keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
            if not keys:
                break
            key = data.draw(some.sampled_from(keys))
            if isinstance(holder[key], dict | list) and holder[key] and data.draw(some.booleans()):
                holder = holder[key]
                continue
            holder[key] = data.draw(_ANYTHING)
            break
    for found in read_posts(post):
        assert isinstance(found, Post | Withdrawn)
        if isinstance(found, Post):
            assert all(isinstance(link, str) for link in found.links)
