"""The pages of the crawl benchmark: a generated news web, as heavy and as densely linked as real news pages.

The same parameters give the same bytes. The proportions follow the means of 181 real news pages: 174 kB, of which 49 kB
scripts and 44 kB style, 780 elements, 142 links to 99 distinct URLs, 9 kB of visible text, 34 kB after gzip.
"""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property

from benchmarks import markup, words

EVENT_DAY = datetime(2016, 3, 22, 9, tzinfo=UTC)
_SECTIONS = len(words.SECTIONS)


@dataclass(frozen=True)
class NewsWeb:
    """``hosts`` news sites on loopback addresses, one port; page ``n`` lies on host ``n % hosts``."""

    hosts: int = 50
    pages_per_host: int = 80
    about_event: float = 0.3
    port: int = 8080
    seed: int = 22

    @property
    def size(self) -> int:
        """Return how many pages there are."""
        return self.hosts * self.pages_per_host

    def host(self, number: int) -> str:
        """Return the loopback address a page is served from."""
        return f"127.0.1.{number % self.hosts + 1}"

    def path(self, number: int) -> str:
        """Return the path of a page: a front page, a section page or an article."""
        index = number // self.hosts
        if index == 0:
            return "/"
        if index <= _SECTIONS:
            return f"/{words.SECTIONS[index - 1].lower()}/"
        slug = self.titles[number].lower().replace(":", "").replace(" ", "-")
        return f"/{self.dates[number]:%Y/%m/%d}/{slug}-{number}"

    def url(self, number: int) -> str:
        """Return the URL of a page."""
        return f"http://{self.host(number)}:{self.port}{self.path(number)}"

    def is_about(self, number: int) -> bool:
        """Return whether a page is about the event."""
        return number >= self.hosts * (1 + _SECTIONS) and self._about[number]

    def html(self, number: int) -> str:
        """Render one page."""
        return _Page(self, number).html()

    @cached_property
    def titles(self) -> list[str]:
        """Every headline."""
        return [
            words.title(self._random("title", number), self._about[number])
            for number in range(self.size)
        ]

    @cached_property
    def dates(self) -> list[datetime]:
        """Dates of publication: within two weeks after the event if a page is about it, else within three years."""
        moments = []
        for number in range(self.size):
            rng = self._random("date", number)
            days = rng.uniform(0, 14) if self._about[number] else rng.uniform(-900, 200)
            moments.append(EVENT_DAY + timedelta(days=days))
        return moments

    @cached_property
    def events(self) -> list[int]:
        """The pages about the event."""
        return [number for number in range(self.size) if self.is_about(number)]

    @cached_property
    def styles(self) -> list[str]:
        """The style sheet of each host."""
        return [markup.style_sheet(self._random("style", host)) for host in range(self.hosts)]

    @cached_property
    def scripts(self) -> list[str]:
        """The script of each host."""
        return [markup.script(self._random("script", host)) for host in range(self.hosts)]

    @cached_property
    def _about(self) -> list[bool]:
        rng = self._random("about", 0)
        return [rng.random() < self.about_event for _ in range(self.size)]

    def _random(self, what: str, number: int) -> random.Random:
        return random.Random(f"{self.seed} {what} {number}")


class _Page:
    """One page while it is rendered."""

    def __init__(self, web: NewsWeb, number: int) -> None:
        self._web = web
        self._number = number
        self._home = number % web.hosts
        self._about = web.is_about(number)
        self._title = web.titles[number]
        self._date = web.dates[number]
        self._random = random.Random(f"{web.seed} page {number}")

    def html(self) -> str:
        rng, web = self._random, self._web
        dated = rng.random()
        sections = self._home_pages(range(1 + _SECTIONS))
        state = markup.state(rng, web.titles[self._home :: web.hosts])
        return f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{self._title} | Paper {self._home}</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><meta property="og:title" content="{self._title}">
<link rel="canonical" href="{web.path(self._number)}">{self._dated_head(dated)}
<style>{web.styles[self._home]}</style><script>{web.scripts[self._home]}</script></head>
<body class="page theme-{self._home}"><div class="page-wrapper" id="wrapper">
<header class="site-header" role="banner">{self._menu("site-nav", sections)}</header>
<div class="layout layout--two-columns"><main class="layout__main" id="main">
<article class="article article--standard" data-id="{rng.getrandbits(64):x}"><h1 class="article__title">{self._title}</h1>
<div class="article__meta"><span class="byline">By {words.name(rng)} {words.name(rng, 3)}</span>{self._dated_line(dated)}</div>
{self._share()}<div class="article__body">{self._text()}</div></article>
{self._teasers("related-stories", "Related", self._nearby(20))}</main>
<aside class="layout__side sidebar">{self._teasers("most-read", "Most read", self._most_read())}
{self._list("latest", "Latest", self._latest(20))}{self._list("partners", "From our partners", self._elsewhere(30))}</aside></div>
<footer class="site-footer">{self._menu("footer-nav", sections)}<p class="copyright">All rights reserved.</p></footer></div>
<script type="application/json" id="__STATE__">{state}</script></body></html>"""

    def _dated_head(self, dated: float) -> str:
        """Return a machine-readable date, which most pages have, in the forms of real pages."""
        moment = self._date.isoformat()
        if dated < 0.45:
            data = {
                "@context": "https://schema.org",
                "@type": "NewsArticle",
                "headline": self._title,
                "datePublished": moment,
                "dateModified": (self._date + timedelta(hours=3)).isoformat(),
                "author": [{"@type": "Person", "name": "Newsroom"}],
            }
            return f'<script type="application/ld+json">{json.dumps(data)}</script>'
        if dated < 0.75:
            return f'<meta property="article:published_time" content="{moment}">'
        return ""

    def _dated_line(self, dated: float) -> str:
        if dated < 0.9:
            return (
                f'<time datetime="{self._date:%Y-%m-%dT%H:%MZ}">{self._date:%d %B %Y, %H:%M}</time>'
            )
        return f"<span>Published on {self._date:%B %d, %Y}</span>"

    def _text(self) -> str:
        """Write about 5 kB of prose with a few links in it."""
        paragraphs = [f"<p>On {self._date:%d %B %Y}, {self._sentences(2)}</p>"]
        for number in self._within(6):
            link = f'<a href="{self._web.url(number)}">{self._web.titles[number]}</a>'
            paragraphs.append(f'<p class="article__paragraph">{self._sentences(3)} {link}.</p>')
            paragraphs.append(f'<p class="article__paragraph">{self._sentences(3)}</p>')
        return "\n".join(paragraphs)

    def _sentences(self, count: int) -> str:
        return " ".join(words.sentence(self._random, self._about) for _ in range(count))

    # The pages it links to

    def _home_pages(self, indexes: range) -> list[int]:
        return [self._home + index * self._web.hosts for index in indexes]

    def _within(self, count: int) -> list[int]:
        """Choose the pages linked in the text, on any host; about the event if this page is."""
        return self._random.sample(
            self._web.events if self._about else range(self._web.size), count
        )

    def _nearby(self, count: int) -> list[int]:
        """Choose pages on the same host, half of them about the event if this one is."""
        home = self._latest(count)
        if self._about:
            home[: count // 2] = self._random.sample(self._web.events, count // 2)
        return home

    def _most_read(self) -> list[int]:
        """Return the most read pages, the same for every page of a host."""
        first = 1 + _SECTIONS
        return self._home_pages(range(first, first + 15))

    def _latest(self, count: int) -> list[int]:
        indexes = self._random.sample(range(1 + _SECTIONS, self._web.pages_per_host), count)
        return [self._home + index * self._web.hosts for index in indexes]

    def _elsewhere(self, count: int) -> list[int]:
        return self._random.sample(range(self._web.size), count)

    # The markup of links

    def _menu(self, name: str, numbers: list[int]) -> str:
        items = "".join(
            f'<li class="{name}__item {name}__item--level-1" id="{name}-{number}"><a class="{name}__link" '
            f'data-track="{name}|{number}" href="{self._web.path(number)}"><span>{label}</span></a></li>'
            for label, number in zip(("Home", *words.SECTIONS), numbers, strict=True)
        )
        return (
            f'<nav class="{name}" aria-label="{name}"><ul class="{name}__list">{items}</ul></nav>'
        )

    def _teasers(self, name: str, heading: str, numbers: list[int]) -> str:
        """Boxes with a picture and a headline, both linked, as most sites have them."""
        items = "".join(self._teaser(name, number) for number in numbers)
        return f'<section class="{name} box"><h2 class="box__title">{heading}</h2>{items}</section>'

    def _teaser(self, name: str, number: int) -> str:
        web, rng = self._web, self._random
        picture = f"/media/{rng.getrandbits(48):x}"
        return (
            f'<div class="teaser {name}__teaser teaser--small" data-component="teaser" data-id="{rng.getrandbits(64):x}">'
            f'<a class="teaser__media" href="{web.url(number)}" tabindex="-1" aria-hidden="true"><picture>'
            f'<source srcset="{picture}-320.webp 320w, {picture}-640.webp 640w, {picture}-960.webp 960w" type="image/webp">'
            f'<img class="teaser__image lazyload" loading="lazy" alt="" width="320" height="180" src="{picture}.jpg" '
            f'data-sizes="(max-width: 600px) 100vw, 320px"></picture></a><div class="teaser__content">'
            f'<h3 class="teaser__title"><a class="teaser__link" data-track="{name}|{number}" href="{web.url(number)}">'
            f'<span class="teaser__text">{web.titles[number]}</span></a></h3>'
            f'<p class="teaser__meta"><span class="teaser__section">{rng.choice(words.SECTIONS)}</span>'
            f'<svg class="icon" viewBox="0 0 24 24" width="12" height="12"><path d="M12 2a{number} 10 0 1 0 {number % 97} 10z"></path></svg>'
            f"<span>{rng.randrange(300)}</span></p></div></div>"
        )

    def _list(self, name: str, heading: str, numbers: list[int]) -> str:
        web = self._web
        items = "".join(
            f'<li class="{name}__item list-item" data-position="{position}"><a class="{name}__link list-link" '
            f'href="{web.url(number)}" data-track="{name}|{number}">{web.titles[number]}</a></li>'
            for position, number in enumerate(numbers)
        )
        return f'<section class="{name} box"><h2 class="box__title">{heading}</h2><ol>{items}</ol></section>'

    def _share(self) -> str:
        """Return links out of the news web, each on this page only."""
        url = self._web.url(self._number)
        items = "".join(
            f'<li class="share__item"><a class="share__link share__link--{name}" rel="noopener" target="_blank" '
            f'href="https://{name}.example/share?u={url}"><span class="icon-{name}"></span>{name}</a></li>'
            for name in ("alpha", "beta", "gamma", "delta", "mail", "print", "reader", "later")
        )
        return f'<ul class="share social-bar">{items}</ul>'
