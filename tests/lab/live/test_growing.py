"""A web that grows: what is not yet published does not exist, feeds list what is new, and people post it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tidings.lab.live.growing import FEED, GrowingTaskWeb, make_posts
from tidings.lab.live.integrated import MIXES, LiveResult, summed
from tidings.lab.live.report import pictures, table
from tidings.model import Capture
from tidings.read.reader import Reader
from tidings.urls import origin_of


@pytest.fixture(scope="module")
def web() -> GrowingTaskWeb:
    return GrowingTaskWeb(1, 400)


def test_articles_appear_at_their_hour_in_pages_and_feeds(web: GrowingTaskWeb) -> None:
    task = next(iter(web.tasks.values()))
    url = next(each for each in sorted(task.relevant) if web.generated.published(each))
    at = web.generated.published(url)
    assert at
    minute = timedelta(minutes=1)
    assert web.servers.answer(url, at - minute).status == 404
    assert web.servers.answer(url, at + minute).status in (200, 301)
    feed = origin_of(url) + FEED

    def listed(now: object) -> set[str]:
        answer = web.servers.answer(feed, now)  # type: ignore[arg-type]
        return {
            link.url
            for link in Reader().read(Capture(feed, now, 200, answer.headers, answer.body)).links
        }  # type: ignore[arg-type]

    assert url not in listed(at - minute)
    if any(each[1] == url for each in web.generated.articles_of(url.split("/")[2])):
        assert url in listed(at + minute)


def test_posts_link_to_what_exists_and_some_go_astray(web: GrowingTaskWeb) -> None:
    task = next(iter(web.tasks.values()))
    assert task.event.when
    begin = task.event.when.start
    posts = make_posts(web.generated, task, begin, 96)
    assert posts == make_posts(web.generated, task, begin, 96)
    assert posts == sorted(posts)
    for post in posts:
        published = web.generated.published(post.link)
        assert published
        assert published <= post.at
    assert any(post.link in task.relevant for post in posts)


def test_the_report_has_every_mix() -> None:
    path = ((6.0, 1.0, 2.0, 0.5), (12.0, 3.0, 2.0, 0.5))
    results = [LiveResult(mix, "a", 1, 10, 3, 5.0, 4.0, 0.5, path) for mix in MIXES]
    means = summed(results)
    assert [line.split(",")[0].strip("| ") for line in table(means)[2:]] == list(MIXES)
    assert set(pictures(means)) == {"found", "freshness", "relevance"}
