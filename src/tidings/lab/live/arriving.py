"""A small generated web whose pages arrive day by day; front pages and sections show what is new."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from datetime import datetime, timedelta
from hashlib import sha1
from math import exp
from random import Random
from typing import NamedTuple

from tidings.lab.bench.clock import EPOCH
from tidings.lab.web.web import Answer

DAYS = 14
_BEFORE = 3
"""Days of articles before the first crawl."""
_SITES, _COVERING = 40, 10
"""Sites, and how many of them write about the event."""
_SECTIONS = ("world", "sport", "culture", "money")
_FRONT, _SECTION = 15, 20
"""Articles that a front page and a section show."""
_HALF_LIFE = 5.0
"""Days in which the interest in the event halves."""
_WORDS = [
    "market",
    "river",
    "garden",
    "council",
    "school",
    "winter",
    "player",
    "music",
    "bridge",
    "harbour",
    "minister",
    "summer",
    "village",
    "forest",
    "window",
    "engine",
    "paper",
    "castle",
    "island",
    "doctor",
    "travel",
    "theatre",
    "painter",
    "number",
    "coffee",
    "letter",
    "circle",
    "station",
    "mountain",
    "history",
    "signal",
    "market",
    "tunnel",
    "valley",
    "member",
    "corner",
    "butter",
    "silver",
    "copper",
    "meadow",
    "planet",
    "ribbon",
    "saddle",
    "timber",
    "velvet",
]
_HTML = (("Content-Type", "text/html; charset=utf-8"),)
_MISSING = Answer(404, _HTML, b"<p>Not found", 0.05)


class ArrivingArticle(NamedTuple):
    """An article, when it appears, and whether it is about the event."""

    published: datetime
    url: str
    title: str
    section: str
    relevant: bool
    text: str


class ArrivingWeb:
    """The servers of a web in which pages appear at their hour; what is not yet published does not exist."""

    def __init__(self, seed: int, *, tagged: bool = True) -> None:
        """``tagged``: servers say whether a page has changed."""
        self._chance = Random(f"{seed}:arriving")
        self.hosts = tuple(f"site{number}.example" for number in range(_SITES))
        self._articles = {
            host: sorted(self._written(host, number)) for number, host in enumerate(self.hosts)
        }
        self._by_url = {
            article.url: article for each in self._articles.values() for article in each
        }
        self._tagged = tagged
        self.seeds = tuple(f"http://{host}/" for host in self.hosts)
        self.relevant = {url: each.published for url, each in self._by_url.items() if each.relevant}

    def _written(self, host: str, number: int) -> Iterator[ArrivingArticle]:
        chance = self._chance
        covers = number < _COVERING
        per_day = chance.choice((2.0, 4.0, 8.0, 16.0))
        eager = chance.uniform(0.15, 0.5) if covers else 0.0
        day = -float(_BEFORE)
        while (day := day + chance.expovariate(per_day)) < DAYS:
            interest = eager * exp(-0.693 * max(day, 0.0) / _HALF_LIFE) if day > -1 else 0.0
            relevant = chance.random() < interest
            section = "world" if relevant else chance.choice(_SECTIONS)
            words = " ".join(chance.choice(_WORDS) for _ in range(60))
            title = " ".join(chance.choice(_WORDS) for _ in range(5))
            if relevant:
                title, words = (
                    f"Flood in Ombra: {title}",
                    f"The flood in Ombra. {words} flood. {words[::-1]}",
                )
            url = f"http://{host}/{section}/{title.lower().replace(': ', '-').replace(' ', '-')}"
            yield ArrivingArticle(EPOCH + timedelta(days=day), url, title, section, relevant, words)

    def answer(self, url: str, now: datetime) -> Answer:
        """Return the answer to a request at a moment."""
        answer = self._answer(url, now)
        if answer.status == 200 and self._tagged:
            etag = f'"{sha1(answer.body, usedforsecurity=False).hexdigest()}"'
            answer = answer._replace(headers=(*answer.headers, ("ETag", etag)))
        return answer

    def _answer(self, url: str, now: datetime) -> Answer:
        host, _, path = url.partition("//")[2].partition("/")
        if article := self._by_url.get(url):
            return self._page(article, now) if article.published <= now else _MISSING
        if host not in self._articles or path not in ("", *_SECTIONS, "ombra"):
            return _MISSING
        past = self._past(host, now)
        if path == "ombra":
            chosen = [each for each in past if each.relevant]
        else:
            chosen = [each for each in past if path in ("", each.section)]
        if path == "ombra" and not chosen:
            return _MISSING
        shown = chosen[: -(_SECTION if path else _FRONT) - 1 : -1]
        return _list(host, path, shown, dossier=any(each.relevant for each in shown))

    def _past(self, host: str, now: datetime) -> list[ArrivingArticle]:
        articles = self._articles[host]
        return articles[: bisect_right(articles, now, key=lambda each: each.published)]

    def _page(self, article: ArrivingArticle, now: datetime) -> Answer:
        host = article.url.split("/")[2]
        related = [each for each in self._past(host, now) if each.section == article.section][-6:]
        links = "".join(
            f'<li><a href="{each.url}">{each.title}</a></li>'
            for each in related
            if each is not article
        )
        day = f"{article.published:%Y-%m-%dT%H:%M:%SZ}"
        body = (
            f"<html><head><title>{article.title}</title>"
            f'<meta property="article:published_time" content="{day}"></head><body><article><h1>{article.title}</h1>'
            f"<p>{article.text}</p></article><ul>{links}</ul><a href='http://{host}/'>Home</a></body></html>"
        )
        return Answer(200, _HTML, body.encode(), 0.05)


def _list(host: str, path: str, shown: list[ArrivingArticle], *, dossier: bool) -> Answer:
    items = "".join(f'<li><a href="{each.url}">{each.title}</a></li>' for each in shown)
    menu = "".join(f'<a href="http://{host}/{name}">{name}</a> ' for name in _SECTIONS)
    if dossier:
        menu += f'<a href="http://{host}/ombra">All about the flood in Ombra</a>'
    words = "Read here what our reporters write about the town and the world every day. " * 8
    body = (
        f"<html><head><title>{host} {path}</title></head><body><nav>{menu}</nav><p>{words}</p><ul>{items}</ul>"
        "</body></html>"
    )
    return Answer(200, _HTML, body.encode(), 0.05)
