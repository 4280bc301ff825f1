"""Render a page of the generated web: text, links, dates and noise in its site's template."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date
from functools import lru_cache
from html import escape
from random import Random

from tidings.lab.web import markup
from tidings.lab.web.linking import Anchor, Box, Linker
from tidings.lab.web.noise import (
    advert,
    comments,
    cookie_banner,
    padding,
    script_noise,
    style_noise,
)
from tidings.lab.web.phrases import LANGUAGES
from tidings.lab.web.places import LOCALITIES
from tidings.lab.web.plan import Article, Hub, Plan
from tidings.lab.web.sites import Site
from tidings.lab.web.texts import person, written_date

_SIDE_BOXES = ("latest", "read")
"""Boxes of the side column; all others follow the article."""
_EVERGREEN = {
    "about": "{name} is published by an independent company. Our newsroom follows the news at home and abroad "
    "every day of the week. Corrections are marked as such. Letters to the editor are welcome.",
    "contact": "You reach the newsroom of {name} by telephone and by post. Please tell us your name and the "
    "article you write about. Advertising has a department of its own.",
    "weather": "The outlook for the coming days: changeable with sunny spells, a light wind and a little rain "
    "towards the evening.",
}


class Renderer:
    """Turn articles and hubs into HTML; ``weight`` is the minimum size of a page in kilobytes."""

    def __init__(self, seed: int, plan: Plan, linker: Linker, weight: int) -> None:
        self._seed = seed
        self._plan = plan
        self._linker = linker
        self._weight = weight
        self._furniture = lru_cache(maxsize=256)(self._make_furniture)

    def article(self, article: Article, today: date, *, printed: bool = False) -> str:
        """Return the page of an article; the print view has only its text."""
        rng = Random(f"{self._seed}:{article.url}")
        site = self._plan.sites[article.site]
        template = markup.ALL[site.template]
        main = self._story(article, site, template, rng)
        head = _dating_head(article, site, rng) + self._canonical(article, printed)
        if printed:
            return _document(site, article.title, head, main)
        boxes = self._linker.article_boxes(article)
        after = _boxes(template, site, [box for box in boxes if box.kind not in _SIDE_BOXES])
        after += comments(
            rng, LANGUAGES[site.language].words["comments"], rng.choice((0, 0, 2, 4, 9))
        )
        side = _boxes(template, site, [box for box in boxes if box.kind in _SIDE_BOXES])
        return self._page(site, article.title, head, (main, after, side), today, rng)

    def hub(self, hub: Hub, today: date) -> str:
        """Return the page of a hub: a list of articles, or an evergreen text."""
        rng = Random(f"{self._seed}:{hub.url}")
        site = self._plan.sites[hub.site]
        template = markup.ALL[site.template]
        text = _EVERGREEN.get(hub.kind, "").format(name=site.name)
        items = "".join(self._card(number, site, template) for number in hub.articles)
        main = template.listing.format(
            title=escape(hub.title), items=items + (f"<p>{text}</p>" if text else "")
        )
        boxes = self._linker.hub_boxes(hub)
        after = _boxes(template, site, [box for box in boxes if box.kind not in _SIDE_BOXES])
        side = _boxes(template, site, [box for box in boxes if box.kind in _SIDE_BOXES])
        return self._page(site, hub.title, "", (main, after, side), today, rng)

    def _story(self, article: Article, site: Site, template: markup.Template, rng: Random) -> str:
        happening = self._plan.happening_of(article)
        paragraphs = [
            escape(text, quote=False)
            for text in self._plan.writer.paragraphs(article.words, happening, site.language)
        ]
        if article.dated and site.dating == "dateline":
            day = written_date(article.day, site.language, site.date_form)
            paragraphs[0] = (
                f"{happening.place.name.upper()}, {day} ({site.name.split()[0]}) - {paragraphs[0]}"
            )
        for anchor in self._linker.in_text(article):
            more = LANGUAGES[site.language].words["more"]
            paragraphs[rng.randrange(len(paragraphs))] += (
                f' <a href="{escape(anchor.url)}">{more}: {escape(anchor.text)}</a>'
            )
        return template.article.format(
            title=escape(article.title),
            byline=self._byline(article, site),
            body="".join(template.paragraph.format(text=text) for text in paragraphs),
            number=article.number,
            crumbs=_link(self._section(article, site)),
            caption=escape(f"{happening.place.name}. Photo: {person(rng)}"),
        )

    def _section(self, article: Article, site: Site) -> Anchor:
        """Return the link to the section of an article, or to the front page if the section has no page."""
        menu = self._linker.menu(article.site)
        if not any(anchor.url.endswith(f"/{article.section}/") for anchor in menu.top):
            return Anchor(site.root, site.name)
        label = LANGUAGES[site.language].words[article.section]
        return Anchor(f"{site.root}{article.section}/", label)

    def _byline(self, article: Article, site: Site) -> str:
        words = LANGUAGES[site.language].words
        author = f"{words['by']} {_link(self._linker.author(article))}"
        if not article.dated or site.dating == "dateline":
            return author
        day = written_date(article.day, site.language, site.date_form)
        if site.dating in ("time", "json"):
            return f'{author} <time datetime="{_stamp(article)}">{day}</time>'
        return f'{author} <span class="date">{words["published"]} {day}</span>'

    def _canonical(self, article: Article, printed: bool) -> str:
        """Return the canonical link of a page with several URLs; every other site omits it."""
        if printed or (article.second_url and article.site % 2 == 0):
            return f'<link rel="canonical" href="{escape(article.url)}">'
        return ""

    def _card(self, number: int, site: Site, template: markup.Template) -> str:
        article = self._plan.articles[number]
        place = self._plan.happening_of(article).place
        shown = article.dated and site.dating != "dateline"
        day = (
            f"<small>{written_date(article.day, site.language, site.date_form)}</small>"
            if shown
            else ""
        )
        teaser = f"{place.name} / {place.region}" if number % 3 else ""
        return template.card.format(
            url=escape(article.url),
            text=escape(article.title),
            teaser=teaser,
            date=day,
            number=number,
        )

    def _page(
        self,
        site: Site,
        title: str,
        head: str,
        parts: tuple[str, str, str],
        today: date,
        rng: Random,
    ) -> str:
        """Wrap the parts (main, after it, side column) into a page of the site."""
        template = markup.ALL[site.template]
        words = LANGUAGES[site.language].words
        banner, menu, foot, script = self._furniture(site.number)
        main, after, side = parts
        body = template.page.format(
            banner=banner,
            root=site.root,
            name=site.name,
            today=f"{words['today']}: {written_date(today, site.language, 0)}",
            search=_forecast(rng),
            menu=menu,
            advert=advert(rng, words["advert"]),
            main=main,
            after=after,
            side=side,
            foot=foot.format(year=today.year),
        )
        style = f"<style>{template.style}</style>{script}"
        missing = self._weight * 1000 - len(body) - len(style) - len(head)
        return _document(
            site, title, head + style, body + (padding(rng, missing) if missing > 0 else "")
        )

    def _make_furniture(self, number: int) -> tuple[str, str, str, str]:
        """Return the banner, menu, footer and head noise of a site."""
        site = self._plan.sites[number]
        rng = Random(f"{self._seed}:furniture:{number}")
        template, words, menu = (
            markup.ALL[site.template],
            LANGUAGES[site.language].words,
            self._linker.menu(number),
        )
        items = "".join(
            template.menu_item.format(url=escape(anchor.url), text=escape(anchor.text))
            for anchor in menu.top
        )
        links = " | ".join(_link(anchor) for anchor in menu.foot)
        foot = f"<footer>{links}<p>&copy; 2009-{{year}} {site.name}. {words['rights']}</p></footer>"
        noise = f"<style>{style_noise(rng, rng.randint(4000, 14000))}</style>"
        noise += f"<script>{script_noise(rng, rng.randint(6000, 26000))}</script>"
        return (
            cookie_banner(words["cookies"], words["accept"]),
            template.menu.format(items=items),
            foot,
            noise,
        )


def _document(site: Site, title: str, head: str, body: str) -> str:
    return (
        f'<!DOCTYPE html>\n<html lang="{site.language}"><head><meta charset="{site.charset}">'
        f'<meta name="viewport" content="width=device-width"><title>{escape(title)} | {site.name}</title>'
        f'<meta property="og:title" content="{escape(title)}"><meta property="og:site_name" content="{site.name}">'
        f"{head}</head>\n<body>{body}</body></html>\n"
    )


def _stamp(article: Article) -> str:
    return (
        f"{article.day.isoformat()}T{6 + article.number % 16:02}:{article.number % 60:02}:00+00:00"
    )


def _dating_head(article: Article, site: Site, rng: Random) -> str:
    """Return the machine-readable date in the head, where the site has one."""
    if not article.dated or site.dating not in ("meta", "json"):
        return ""
    if site.dating == "meta":
        return f'<meta property="article:published_time" content="{_stamp(article)}">'
    data = {
        "@context": "https://schema.org",
        "@type": "NewsArticle",
        "headline": article.title,
        "datePublished": _stamp(article),
        "author": {"@type": "Person", "name": person(rng)},
    }
    return f'<script type="application/ld+json">{json.dumps(data).replace("<", "")}</script>'


def _forecast(rng: Random) -> str:
    """Return a search field and the weather of two random cities, which may mislead place recognition."""
    first, second = rng.sample(LOCALITIES, 2)
    return (
        '<form class="search" action="/search" role="search"><input name="q" placeholder="..."></form>'
        f'<span class="forecast">{first.name} {rng.randint(4, 31)}&deg;, '
        f"{second.name} {rng.randint(4, 31)}&deg;</span>"
    )


def _link(anchor: Anchor) -> str:
    rel = f' rel="{anchor.rel}"' if anchor.rel else ""
    return f'<a href="{escape(anchor.url)}"{rel}>{escape(anchor.text)}</a>'


def _boxes(template: markup.Template, site: Site, boxes: Sequence[Box]) -> str:
    words = LANGUAGES[site.language].words
    return "".join(_box(template, box, words.get(box.kind, "")) for box in boxes if box.anchors)


def _box(template: markup.Template, box: Box, heading: str) -> str:
    items = "".join(
        template.box_item.format(
            url=escape(anchor.url),
            text=escape(anchor.text),
            kind=box.kind,
            number=number,
            rel=f' rel="{anchor.rel}"' if anchor.rel else "",
        )
        for number, anchor in enumerate(box.anchors)
    )
    return template.box.format(kind=box.kind, heading=heading, items=items)
