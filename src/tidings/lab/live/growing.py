"""A generated web that grows: articles appear at their hour, sites have feeds, and people post links to what is new."""

from __future__ import annotations

import asyncio
import json
import math
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import datetime, timedelta
from email.utils import format_datetime
from html import escape
from random import Random
from typing import NamedTuple

from tidings.lab.bench.task_webs import GeneratedTaskWeb
from tidings.lab.bench.tasks import Task
from tidings.lab.web.web import Answer, GeneratedWeb
from tidings.model import POST_TYPE, Capture, Page
from tidings.ports import Clock
from tidings.read.reader import Reader

FEED = "/feed.xml"
_ENTRIES, _RECENT = 20, timedelta(days=3)
"""Entries of a feed, and how old they are at most."""
_MISSING = Answer(404, (("Content-Type", "text/html"),), b"<p>Not found", 0.05)
_SHARED = 1 / 3
"""Share of the articles about an event that people post links to; an assumption, the paper has no figure."""
_POSTS = 4
"""Posts about such an article on the average; an assumption."""
_DELAY_HOURS = 22 / math.log(2)
"""Hours between an article and a post about it, on the average.

The median is then 22 hours, as pages behind posts were 20 and 24 hours old in Gossen, Demidova and Risse (2015).
"""
_STRAY = 0.25
"""Share of the posts that use the words of the event and link to something else; an assumption."""


class GrowingWeb:
    """The servers of a generated web at a moment: what is not yet published does not exist."""

    def __init__(self, web: GeneratedWeb) -> None:
        self._web = web
        self.hosts = web.hosts

    def answer(self, url: str, now: datetime) -> Answer:
        """Return the answer to a request at a moment."""
        host, _, path = url.partition("//")[2].partition("/")
        if f"/{path}" == FEED and host in self._web.hosts:
            return self._feed(host, now)
        published = self._web.published(url)
        if published and published > now:
            return _MISSING
        return self._web.answer(url, now)

    def _feed(self, host: str, now: datetime) -> Answer:
        try:
            all_ = self._web.articles_of(host)
            past = [each for each in all_ if now - _RECENT <= each[0] <= now][-_ENTRIES:]
        except KeyError:
            return _MISSING
        items = "".join(
            f"<item><title>{escape(title)}</title><link>{escape(url)}</link>"
            f"<pubDate>{format_datetime(at)}</pubDate></item>"
            for at, url, title in reversed(past)
        )
        body = f"<rss version='2.0'><channel><title>{host}</title>{items}</channel></rss>".encode()
        return Answer(200, (("Content-Type", "application/rss+xml"),), body, 0.05)


class GrowingTaskWeb(GeneratedTaskWeb):
    """A growing web as the lab reads it: pages link only to what exists."""

    def __init__(self, seed: int, pages: int) -> None:
        super().__init__(seed, pages)
        self.servers = GrowingWeb(self.generated)

    def read(self, capture: Capture, depth: int = 0) -> Page:
        """Return the page of a capture as it was at its time."""
        kind = capture.header("Content-Type")
        if kind == POST_TYPE or "rss" in kind:
            return Reader().read(capture, depth)
        page = super().read(capture, depth)
        at = capture.captured_at
        links = tuple(link for link in page.links if self._exists(link.url, at))
        return replace(page, links=links, captured_at=at)

    def _exists(self, url: str, at: datetime) -> bool:
        published = self.generated.published(url)
        return published is None or published <= at


class LabPost(NamedTuple):
    """A post about an event: when it appears, and what it says and links to."""

    at: datetime
    text: str
    url: str
    link: str
    likes: int


def make_posts(web: GeneratedWeb, task: Task, begin: datetime, hours: float) -> list[LabPost]:
    """Return the posts about an event in the hours after its begin, in order of time."""
    chance = Random(f"{web.seed}:posts:{task.id}")
    end = begin + timedelta(hours=hours)
    words = " ".join([*list(task.event.keywords)[:3], next(iter(task.event.places), "")])
    others = other_news(web, task, begin, end)
    posts: list[LabPost] = []
    for url in sorted(task.relevant):
        published = web.published(url)
        if published is None or chance.random() > _SHARED:
            continue
        for _ in range(1 + int(chance.expovariate(1 / _POSTS))):
            at = published + timedelta(hours=chance.expovariate(1 / _DELAY_HOURS))
            stray = chance.random() < _STRAY
            link = chance.choice(others) if stray and others else url
            exists = web.published(link)
            if begin <= at <= end and exists and exists <= at:
                likes = int(10 ** (chance.random() * 4))
                name = f"http://chirrup.example/{task.id}/{len(posts)}"
                posts.append(
                    LabPost(at, f"{words}: look at this #{words.split()[0]}", name, link, likes)
                )
    return sorted(posts)


def other_news(web: GeneratedWeb, task: Task, begin: datetime, end: datetime) -> list[str]:
    """Return other news of these days, which strays link to."""
    found = []
    for url in web.pages:
        at = web.published(url)
        if at and begin - timedelta(days=20) <= at <= end and url not in task.relevant:
            found.append(url)
    return sorted(found)


class LabPosts:
    """A source of posts at their times."""

    def __init__(self, posts: list[LabPost], clock: Clock) -> None:
        self._posts = posts
        self._clock = clock

    async def __aiter__(self) -> AsyncIterator[Capture]:
        """Yield each post when it appears."""
        for post in self._posts:
            rest = (post.at - self._clock.now()).total_seconds()
            await asyncio.sleep(max(math.ceil(rest), 0))
            headers = (("Content-Type", POST_TYPE),)
            yield Capture(post.url, self._clock.now(), 200, headers, post_json(post))


def post_json(post: LabPost) -> bytes:
    """Return a post as its service would send it."""
    data = {
        "id_str": post.url.rpartition("/")[2],
        "text": post.text,
        "created_at": f"{post.at:%a %b %d %H:%M:%S +0000 %Y}",
        "user": {"screen_name": "someone"},
        "favorite_count": post.likes,
        "entities": {"urls": [{"expanded_url": post.link}]},
    }
    return json.dumps(data).encode()
