"""The structure of the generated web: which site carries which article under which address, and its hub pages."""

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
from tidings.lab.web.sites import Site, address, make_sites
from tidings.lab.web.texts import Writer

_PAGES_PER_SITE = 60
_LEAST_SITES = 20
_ARTICLE_SHARE = 0.81
"""The rest are hubs and evergreen pages."""
_UNDATED = 0.12
_WIRE_COPY = 0.09
_SECOND_ADDRESS = 0.02
_ANNIVERSARY = 0.03
_QUIET = 20
"""One of so many articles is linked from hubs alone."""
_BEFORE, _AFTER = 0.4, 0.35
"""How much of the talk about a recurring event comes before and after it."""
_LOCAL = 0.3
"""How often the local paper writes about what happened in its place."""


class Article(NamedTuple):
    """One article; its words are rendered when asked for."""

    number: int
    site: int
    happening: int
    day: date
    section: str
    title: str
    url: str
    words: int
    """The number whose words it carries: its own, or that of the article it copies."""
    dated: bool
    second_url: str
    """Where the same page also answers, or nothing."""


class Hub(NamedTuple):
    """A page that leads to others: front, section, tag, month, author; or an evergreen page."""

    site: int
    kind: str
    title: str
    url: str
    articles: tuple[int, ...] = ()
    children: tuple[tuple[str, str], ...] = ()
    """Addresses and labels of further hubs."""


@dataclass(slots=True)
class Plan:
    """Who publishes what; every list is in order of date."""

    sites: tuple[Site, ...]
    happenings: tuple[Happening, ...]
    writer: Writer
    articles: list[Article] = field(default_factory=list)
    by_site: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    position: list[int] = field(default_factory=list)
    """Where an article stands in the list of its site."""
    shown: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    """By site, as all lists below, only what pages link to beside their hubs."""
    by_happening: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    by_topic: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    by_site_topic: dict[tuple[int, str], list[int]] = field(
        default_factory=lambda: defaultdict(list)
    )

    def happening_of(self, article: Article) -> Happening:
        """Return what an article is about."""
        return self.happenings[article.happening]


def make_plan(seed: int, pages: int, *, recurring: bool = False) -> Plan:
    """Return the structure of a web of about that many pages."""
    rng = Random(f"{seed}:plan")
    articles = round(pages * _ARTICLE_SHARE)
    happenings = make_happenings(seed, rng, pages, articles, recurring=recurring)
    sites = make_sites(rng, max(_LEAST_SITES, pages // _PAGES_PER_SITE), happenings)
    plan = Plan(sites, happenings, Writer(seed, happenings))
    _write_articles(rng, plan)
    _index(plan)
    return plan


def _write_articles(rng: Random, plan: Plan) -> None:
    """Give every happening its articles on local, national and foreign sites."""
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
    words = _copied(rng, plan, site, first)
    dated = rng.random() >= _UNDATED
    day = _published(rng, happening)
    title, short = plan.writer.headline(
        number if words is None else words, happening, site.language
    )
    section = _section(happening, site)
    url = address(site, section, day if dated else None, slug_of(short), number)
    second = (
        f"{site.root}index.php?article={number}"
        if rng.random() < _SECOND_ADDRESS and not is_quiet(number)
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
        number if words is None else words,
        dated,
        second,
    )


def _copied(rng: Random, plan: Plan, site: Site, first: int) -> int | None:
    """Return an earlier article about the same happening whose words another site may print as wire copy."""
    if len(plan.articles) == first or rng.random() >= _WIRE_COPY:
        return None
    original = plan.articles[plan.articles[rng.randrange(first, len(plan.articles))].words]
    same_language = plan.sites[original.site].language == site.language
    return original.number if same_language and original.site != site.number else None


def _published(rng: Random, happening: Happening) -> date:
    if rng.random() < _ANNIVERSARY:
        return happening.start + timedelta(365)
    if happening.talk:
        return happening.start + timedelta(_talked(rng, happening.talk))
    spread = 2.0 if happening.kind == "background" else 9.0
    return happening.start + timedelta(min(90, int(rng.expovariate(1 / spread))))


def _talked(rng: Random, talk: NewsCycle) -> int:
    """Return on which day after the start an article appears: before, during or after the event."""
    when = rng.random()
    if talk.lead and when < _BEFORE:
        return -_fading(rng, talk.lead)
    if when < _BEFORE + _AFTER:
        return talk.days - 1 + _fading(rng, talk.cooldown)
    return rng.randrange(talk.days)


def _fading(rng: Random, half: int) -> int:
    """Return a number of days of which half are less than ``half``."""
    return 1 + min(4 * half, int(rng.expovariate(math.log(2) / half)))


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
    """Number the address of the last article if another one has it."""
    article = articles[-1]
    if article.url in taken:
        stem, dot, rest = article.url.rpartition(".html")
        number = f"-{article.number}"
        url = f"{stem}{number}{dot}{rest}" if dot else article.url.rstrip("/") + number
        article = articles[-1] = article._replace(url=url)
    taken.add(article.url)


def slug_of(title: str) -> str:
    """Return a title as it stands in an address."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode()
    return "-".join(re.findall(r"[a-z0-9]+", plain.lower()))[:70].strip("-")


def _index(plan: Plan) -> None:
    plan.position = [0] * len(plan.articles)
    for article in sorted(plan.articles, key=lambda one: (one.day, one.number)):
        plan.position[article.number] = len(plan.by_site[article.site])
        plan.by_site[article.site].append(article.number)
        if is_quiet(article.number):
            continue
        topic = plan.happening_of(article).topic
        plan.shown[article.site].append(article.number)
        plan.by_happening[article.happening].append(article.number)
        plan.by_topic[topic].append(article.number)
        plan.by_site_topic[article.site, topic].append(article.number)


def is_quiet(number: int) -> bool:
    """Say whether an article is found on hub pages only: in lists of a section, a tag, a month."""
    return number % _QUIET == 3


def newest(numbers: Sequence[int], count: int) -> tuple[int, ...]:
    """Return the last of a list in order of date, the newest first."""
    return tuple(reversed(numbers[-count:]))
