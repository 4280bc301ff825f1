"""What people share after an event: posts with links to articles, to lists of them, and to something else."""

from __future__ import annotations

import json
from datetime import timedelta
from random import Random

from tidings.lab.bench.tasks import Task
from tidings.lab.live.growing import LabPost, make_posts, other_news, post_json
from tidings.lab.web.web import GeneratedWeb
from tidings.model import Post
from tidings.read.posts import read_posts

_HOURS = 24 * 60.0
"""Length of the collection of posts: two months."""
_LISTS, _FRONT = 0.11, 0.3
"""Share of the links to front pages, topics and live pages, and of front pages among them.

Counted in PHEME: 45 of 404 shared links that are neither short nor inside a social service.
"""
_NO_KEYWORD = 0.78
"""Share of the distinct links without a keyword: 58,511 of 74,698 in the Brussels collection of Farag (2016)."""


def shared(web: GeneratedWeb, task: Task) -> list[LabPost]:
    """Return the posts about an event; some link to a list on the site of an article instead of the article."""
    assert task.event.when
    chance = Random(f"{web.seed}:lists:{task.id}")
    posts = [
        post._replace(link=_list(web, post.link, chance)) if chance.random() < _LISTS else post
        for post in make_posts(web, task, task.event.when.start, _HOURS)
    ]
    return [*posts, *_noise(web, task, posts, chance)]


def _noise(web: GeneratedWeb, task: Task, posts: list[LabPost], chance: Random) -> list[LabPost]:
    """Return posts that a wide query brings as well: they say nothing of the event, nor do their links."""
    assert task.event.when
    begin = task.event.when.start
    others = other_news(web, task, begin, begin + timedelta(hours=_HOURS))
    links = len({post.link for post in posts})
    count = min(round(links * _NO_KEYWORD / (1 - _NO_KEYWORD)), len(others))
    return [
        LabPost(begin, "look at this", f"http://chirrup.example/noise/{number}", link, 0)
        for number, link in enumerate(chance.sample(others, count))
    ]


def _list(web: GeneratedWeb, article: str, chance: Random) -> str:
    front, *tags = web.lists_of(article)
    return front if not tags or chance.random() < _FRONT else chance.choice(tags)


def read(posts: list[LabPost]) -> list[Post]:
    """Return posts as the reader of files of posts finds them."""
    found = [post for each in posts for post in read_posts(json.loads(post_json(each)))]
    return [post for post in found if isinstance(post, Post)]
