"""The structure of the generated web: which site publishes which article under which URL."""

from __future__ import annotations

import math
import re
import unicodedata
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from itertools import accumulate
from random import Random
from typing import NamedTuple

from tidings.lab.web.happenings import DAILY_TOPICS, Happening, make_happenings
from tidings.lab.web.places import NewsCycle
from tidings.lab.web.sites import Site, article_url, make_sites
from tidings.lab.web.texts import Writer

_PAGES_PER_SITE = 60
_MIN_SITES = 20
_ARTICLE_SHARE = 0.81
"""Share of articles among the pages; the rest are hubs and evergreen pages."""
_UNDATED = 0.12
"""Share of the articles without a date."""
_WIRE_COPY = 0.09
"""Share of the articles that copy the text of another site's article, where there is a suitable one."""
_SECOND_URL = 0.02
"""Share of the articles that have a second URL."""
_ANNIVERSARY = 0.03
"""Share of the articles published a year after the happening."""
_HUB_ONLY = 20
"""One in this many articles is linked from hubs only."""
_BEFORE, _AFTER = 0.4, 0.35
"""Shares of the articles about a recurring event that appear before and after it."""
_LOCAL = 0.3
"""Share of the articles that appear in a local paper, where there is one."""


class Article(NamedTuple):
    """One article; its text is generated when the page is rendered."""

    number: int
    site: int
    happening: int
    day: date
    section: str
    title: str
    url: str
    words: int
    """Number of the article whose text it has: its own, or that of the article it copies."""
    dated: bool
    second_url: str
    """A second URL of the same page, or empty."""


class Hub(NamedTuple):
    """A page that lists others (front, section, tag, month, author), or an evergreen page."""

    site: int
    kind: str
    title: str
    url: str
    articles: tuple[int, ...] = ()
    children: tuple[tuple[str, str], ...] = ()
    """URLs and labels of further hubs."""


@dataclass(slots=True)
class Plan:
    """Which site publishes what; every list is in order of date."""

    sites: tuple[Site, ...]
    happenings: tuple[Happening, ...]
    writer: Writer
    articles: list[Article] = field(default_factory=list)
    by_site: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    position: list[int] = field(default_factory=list)
    """Article number -> its index in the list of its site."""
    shown: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    """Articles by site without those linked from hubs only; so are the lists below."""
    by_happening: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    by_topic: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    by_site_topic: dict[tuple[int, str], list[int]] = field(
        default_factory=lambda: defaultdict(list)
    )

    def happening_of(self, article: Article) -> Happening:
        """Return the happening that an article is about."""
        return self.happenings[article.happening]


def make_plan(seed: int, pages: int, *, recurring: bool = False) -> Plan:
    """Return the structure of a web of about ``pages`` pages."""
    rng = Random(f"{seed}:plan")
    articles = round(pages * _ARTICLE_SHARE)
    happenings = make_happenings(seed, rng, pages, articles, recurring=recurring)
    sites = make_sites(rng, max(_MIN_SITES, pages // _PAGES_PER_SITE), happenings)
    plan = Plan(sites, happenings, Writer(seed, happenings))
    _write_articles(rng, plan)
    _index(plan)
    return plan


def _write_articles(rng: Random, plan: Plan) -> None:
    """Distribute the articles of every happening over local papers and other sites."""
    weights = list(accumulate(site.weight for site in plan.sites))
    local: dict[str, list[Site]] = defaultdict(list)
    for site in plan.sites:
        if site.home:
            local[site.home.name].append(site)
    taken: set[str] = set()
    for happening in plan.happenings:
        first = len(plan.articles)
        home = local[happening.place.name]
        for _ in range(happening.articles):
            near = home and rng.random() < _LOCAL
            site = rng.choice(home) if near else rng.choices(plan.sites, cum_weights=weights)[0]
            plan.articles.append(_make_article(rng, plan, happening, site, first))
            _keep_unique(plan.articles, taken)


def _make_article(rng: Random, plan: Plan, happening: Happening, site: Site, first: int) -> Article:
    number = len(plan.articles)
    original = _copied(rng, plan, site, first)
    text_number = number if original is None else original
    dated = rng.random() >= _UNDATED
    day = _published(rng, happening)
    title, short = plan.writer.headline(text_number, happening, site.language)
    section = _section(happening, site)
    url = article_url(site, section, day if dated else None, slug_of(short), number)
    second = (
        f"{site.root}index.php?article={number}"
        if rng.random() < _SECOND_URL and not is_hub_only(number)
        else ""
    )
    return Article(
        number,
        site.number,
        happening.number,
        day,
        section,
        title,
        url,
        text_number,
        dated,
        second,
    )


def _copied(rng: Random, plan: Plan, site: Site, first: int) -> int | None:
    """Return an earlier article about the same happening to print as wire copy, or None."""
    if len(plan.articles) == first or rng.random() >= _WIRE_COPY:
        return None
    original = plan.articles[plan.articles[rng.randrange(first, len(plan.articles))].words]
    same_language = plan.sites[original.site].language == site.language
    return original.number if same_language and original.site != site.number else None


def _published(rng: Random, happening: Happening) -> date:
    if rng.random() < _ANNIVERSARY:
        return happening.start + timedelta(365)
    if happening.cycle:
        return happening.start + timedelta(_day_in_cycle(rng, happening.cycle))
    mean_days = 2.0 if happening.kind == "background" else 9.0
    return happening.start + timedelta(min(90, int(rng.expovariate(1 / mean_days))))


def _day_in_cycle(rng: Random, cycle: NewsCycle) -> int:
    """Return the day of publication, counted from the start: before, during or after the event."""
    roll = rng.random()
    if cycle.lead and roll < _BEFORE:
        return -_distance(rng, cycle.lead)
    if roll < _BEFORE + _AFTER:
        return cycle.days - 1 + _distance(rng, cycle.cooldown)
    return rng.randrange(cycle.days)


def _distance(rng: Random, half_life: int) -> int:
    """Return a random number of days that decays with a half-life."""
    return 1 + min(4 * half_life, int(rng.expovariate(math.log(2) / half_life)))


def _section(happening: Happening, site: Site) -> str:
    if site.home is happening.place:
        return "local"
    if happening.topic not in DAILY_TOPICS:
        return "world"
    return {
        "football": "sport",
        "festival": "culture",
        "council": "politics",
        "court": "politics",
    }.get(happening.topic, "business")


def _keep_unique(articles: list[Article], taken: set[str]) -> None:
    """Append a number to the URL of the last article if another article has the same."""
    article = articles[-1]
    if article.url in taken:
        stem, dot, rest = article.url.rpartition(".html")
        number = f"-{article.number}"
        url = f"{stem}{number}{dot}{rest}" if dot else article.url.rstrip("/") + number
        article = articles[-1] = article._replace(url=url)
    taken.add(article.url)


def slug_of(title: str) -> str:
    """Return a title as it appears in a URL."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode()
    return "-".join(re.findall(r"[a-z0-9]+", plain.lower()))[:70].strip("-")


def _index(plan: Plan) -> None:
    plan.position = [0] * len(plan.articles)
    for article in sorted(plan.articles, key=lambda one: (one.day, one.number)):
        plan.position[article.number] = len(plan.by_site[article.site])
        plan.by_site[article.site].append(article.number)
        if is_hub_only(article.number):
            continue
        topic = plan.happening_of(article).topic
        plan.shown[article.site].append(article.number)
        plan.by_happening[article.happening].append(article.number)
        plan.by_topic[topic].append(article.number)
        plan.by_site_topic[article.site, topic].append(article.number)


def is_hub_only(number: int) -> bool:
    """Return whether an article is linked from hub pages only."""
    return number % _HUB_ONLY == 3


def newest(numbers: Sequence[int], count: int) -> tuple[int, ...]:
    """Return the last ``count`` of a list in order of date, newest first."""
    return tuple(reversed(numbers[-count:]))
