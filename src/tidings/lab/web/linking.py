"""Choose the links of an article or hub of the generated web; each rendering makes the same choice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import NamedTuple
from urllib.parse import quote

from tidings.lab.web.hubs import author_page, dossier, section_pages, tag_pages
from tidings.lab.web.phrases import LANGUAGES
from tidings.lab.web.plan import Article, Hub, Plan, is_hub_only, newest
from tidings.lab.web.sites import Site

SHARING = ("www.passalong.example", "www.chirrup.example")
"""Hosts behind share buttons; their robots.txt disallows everything."""
FAULTS = {
    "www.ailing-ledger.example": "500",
    "www.crowded-courant.example": "503",
    "www.severed-sentinel.example": "reset",
}
"""Failing host -> how it fails."""


class Anchor(NamedTuple):
    """A link of a page."""

    url: str
    text: str
    rel: str = ""


class Box(NamedTuple):
    """A group of links under a heading."""

    kind: str
    anchors: tuple[Anchor, ...]


class Menu(NamedTuple):
    """The links that every page of a site has."""

    top: tuple[Anchor, ...]
    foot: tuple[Anchor, ...]
    latest: tuple[int, ...]
    read: tuple[int, ...]
    tags: dict[str, str]


class Linker:
    """Choose links: about a hundred per page if ``wide``, short lists of recent news if ``lean``."""

    def __init__(self, seed: int, plan: Plan, *, wide: bool, lean: bool = False) -> None:
        self._seed = seed
        self._plan = plan
        self._wide = wide
        self._menu_sizes = (40, 24) if wide else (6, 4) if lean else (34, 24)
        self.menu = lru_cache(maxsize=1024)(self._make_menu)

    def article_boxes(self, article: Article) -> tuple[Box, ...]:
        """Return the link boxes of an article, the related ones first."""
        rng = Random(f"{self._seed}:links:{article.url}")
        menu = self.menu(article.site)
        return (
            Box("related", self._anchors(self._related(article, rng), article, rng)),
            Box("elsewhere", self._elsewhere(article, rng)),
            Box("neighbours", self._anchors(self._neighbours(article), article, rng)),
            Box("latest", self._anchors(menu.latest, article, rng)),
            Box("read", self._anchors(menu.read, article, rng)),
            Box("tags", self._tags(article, menu)),
            Box("share", _share(article.url)),
            Box("print", tuple(self._print(article))),
            Box("odd", tuple(self._odd(self._plan.sites[article.site], rng))),
        )

    def hub_boxes(self, hub: Hub) -> tuple[Box, ...]:
        """Return the link boxes of a hub besides its list."""
        rng = Random(f"{self._seed}:links:{hub.url}")
        menu = self.menu(hub.site)
        count = 40 if self._wide else 4 if hub.kind == "front" else 1
        others = self._plain([self._anything(rng) for _ in range(count)])
        return (
            Box("children", tuple(Anchor(url, text) for url, text in hub.children)),
            Box("elsewhere", others),
            Box("read", self._plain(menu.read)),
            Box("tags", tuple(Anchor(url, tag) for tag, url in menu.tags.items())[:12]),
        )

    def in_text(self, article: Article) -> list[Anchor]:
        """Return up to two links within the text: same topic on this site, or same happening anywhere."""
        rng = Random(f"{self._seed}:in-text:{article.url}")
        pool = self._plan.by_happening[article.happening]
        if rng.random() < 0.5:
            pool = self._plan.by_site_topic[article.site, self._plan.happening_of(article).topic]
        chosen = _sample(rng, pool, rng.randrange(3))
        return list(self._plain([number for number in chosen if number != article.number]))

    def author(self, article: Article) -> Anchor:
        """Return the link to an article's author."""
        site = self._plan.sites[article.site]
        name, url = author_page(site, article.number, len(self._plan.by_site[site.number]))
        return Anchor(url, name)

    def _related(self, article: Article, rng: Random) -> Iterator[int]:
        """Choose as editorial software does: by topic more often than by event, and often at random."""
        topic = self._plan.happening_of(article).topic
        same_topic = self._plan.by_site_topic[article.site, topic]
        same_event = [
            number
            for number in same_topic
            if self._plan.articles[number].happening == article.happening
        ]
        on_site = self._plan.shown[article.site]
        for _ in range(14 if self._wide else 6):
            roll = rng.random()
            pool = same_event if roll < 0.3 else same_topic if roll < 0.7 else on_site
            yield from _sample(rng, pool, 1)

    def _elsewhere(self, article: Article, rng: Random) -> tuple[Anchor, ...]:
        """Choose articles of other sites: same event, same topic, or anything."""
        plan = self._plan
        chosen: list[int] = []
        for _ in range(30 if self._wide else 5):
            roll = rng.random()
            if roll < 0.22:
                chosen += _sample(rng, plan.by_happening[article.happening], 1)
            elif roll < 0.55:
                chosen += _sample(rng, plan.by_topic[plan.happening_of(article).topic], 1)
            else:
                chosen.append(self._anything(rng))
        anchors = []
        for number in chosen:
            other = plan.articles[number]
            url = self._decorated(other, rng)
            anchors.append(Anchor(url, other.title, "nofollow" if rng.random() < 0.1 else ""))
        return tuple(anchors)

    def _anything(self, rng: Random) -> int:
        """Return any article that is linked from more than hubs."""
        number = rng.randrange(len(self._plan.articles) - 1)
        return number + 1 if is_hub_only(number) else number

    def _decorated(self, article: Article, rng: Random) -> str:
        """Return the URL of an article as other sites may link it: with tracking, moved or short."""
        site = self._plan.sites[article.site]
        roll = rng.random()
        if roll < 0.12:
            mark = "&" if "?" in article.url else "?"
            return f"{article.url}{mark}utm_source=partners&utm_medium=referral&utm_campaign=c{rng.randrange(99)}"
        if roll < 0.17:
            return f"{site.root}node/{article.number}"
        if roll < 0.2:
            return f"http://old.{site.host.partition('.')[2]}/node/{article.number}"
        return article.url

    def _neighbours(self, article: Article) -> tuple[int, ...]:
        numbers = self._plan.by_site[article.site]
        position = self._plan.position[article.number]
        beside = numbers[max(0, position - 1) : position] + numbers[position + 1 : position + 2]
        return tuple(number for number in beside if not is_hub_only(number))

    def _anchors(
        self, numbers: Sequence[int] | Iterator[int], article: Article, rng: Random
    ) -> tuple[Anchor, ...]:
        """Link articles of the same site; some sites add a session id, some links use the second URL."""
        sessions = self._plan.sites[article.site].quirk == "sessions"
        anchors = []
        for number in dict.fromkeys(numbers):
            other = self._plan.articles[number]
            url = other.second_url if other.second_url and rng.random() < 0.5 else other.url
            if sessions and rng.random() < 0.1:
                url += f"{'&' if '?' in url else '?'}sessionid={rng.getrandbits(64):016x}"
            anchors.append(Anchor(url, other.title))
        return tuple(anchor for anchor in anchors if anchor.url != article.url)

    def _plain(self, numbers: Sequence[int]) -> tuple[Anchor, ...]:
        return tuple(
            Anchor(self._plan.articles[number].url, self._plan.articles[number].title)
            for number in numbers
        )

    def _tags(self, article: Article, menu: Menu) -> tuple[Anchor, ...]:
        happening = self._plan.happening_of(article)
        language = LANGUAGES[self._plan.sites[article.site].language]
        tags = (
            dossier(happening, language),
            language.topics[happening.topic].tag,
            happening.place.name,
        )
        return tuple(Anchor(menu.tags[tag], tag) for tag in tags if tag in menu.tags)

    def _print(self, article: Article) -> Iterator[Anchor]:
        """Yield the print view: a disallowed path where robots.txt has rules, a parameter on a few other sites."""
        site = self._plan.sites[article.site]
        text = LANGUAGES[site.language].words["print"]
        if site.quirk == "rules":
            yield Anchor(f"{site.root}print/{article.number}", text)
        elif site.number % 6 == 4 and "?" not in article.url:
            yield Anchor(f"{article.url}?print=1", text)

    def _odd(self, site: Site, rng: Random) -> Iterator[Anchor]:
        """Yield other links of real pages: files, dead and removed pages, redirect loops, failing hosts."""
        number = rng.randrange(40)
        odd = {
            "pdf": (0.05, f"{site.root}files/report-{number}.pdf", "Report (PDF)"),
            "image": (0.1, f"{site.root}images/photo-{number}.jpg", "Full-size picture"),
            "missing": (0.06, f"{site.root}missing/story-{number}", "Background"),
            "gone": (0.04, f"{site.root}removed/story-{number}", "Earlier report"),
            "loop": (0.01, f"{site.root}loop/a", "Special edition"),
            "inward": (
                0.01,
                f"{site.root}go/{'status' if number % 2 else 'intranet'}",
                "Service status",
            ),
            "fault": (
                0.03,
                f"http://{list(FAULTS)[number % len(FAULTS)]}/story/{number}",
                "Our partner's view",
            ),
        }
        for chance, url, text in odd.values():
            if rng.random() < chance:
                yield Anchor(url, text)

    def _make_menu(self, number: int) -> Menu:
        plan, site = self._plan, self._plan.sites[number]
        words = LANGUAGES[site.language].words
        rng = Random(f"{self._seed}:menu:{number}")
        articles = plan.shown[number]
        evergreen = "weather" if number % 2 else "contact"
        foot = [Anchor(f"{site.root}{name}", words[name]) for name in ("about", evergreen)]
        foot += [
            Anchor(f"{site.root}archive/", words["archive"]),
            Anchor(f"{site.root}calendar?month=2024-06", words["calendar"]),
        ]
        if site.quirk == "rules":
            foot.append(Anchor(f"{site.root}private/account", "Login"))
        partner = plan.sites[(number * 7 + 3) % len(plan.sites)]
        foot += [
            Anchor(partner.root, partner.name),
            Anchor(plan.sites[(number + 1) % len(plan.sites)].root, "Our network"),
        ]
        top = (
            Anchor(site.root, words["home"]),
            *(Anchor(url, text) for url, text in section_pages(plan, site)),
        )
        latest, read = self._menu_sizes
        return Menu(
            top,
            tuple(foot),
            newest(articles, latest),
            tuple(_sample(rng, articles, read)),
            tag_pages(plan, site),
        )


def _sample(rng: Random, pool: Sequence[int], count: int) -> list[int]:
    return rng.sample(pool, min(count, len(pool)))


def _share(url: str) -> tuple[Anchor, ...]:
    target = quote(url, safe="")
    return (
        Anchor(
            f"http://{SHARING[0]}/share?url={target}&utm_source=button", "Pass along", "nofollow"
        ),
        Anchor(f"http://{SHARING[1]}/intent?link={target}", "Chirrup"),
    )
