"""A generated web of news sites with confusable events, ground truth and the failures of real servers.

The same seed and size give the same bytes in any process. The structure is kept in memory and pages are rendered on
request. Variants of a page (tracking and session parameters, the print view) are answered, but not listed in ``pages``.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from random import Random
from typing import NamedTuple
from urllib.parse import urlsplit

from isal import igzip

from tidings.lab.web.faults import non_page, robots_of
from tidings.lab.web.hubs import make_hubs
from tidings.lab.web.linking import FAULTS, SHARING, Anchor, Linker
from tidings.lab.web.plan import Article, Hub, Plan, make_plan
from tidings.lab.web.render import Renderer
from tidings.lab.web.sites import Site
from tidings.lab.web.targets import LabEvent, make_events
from tidings.urls import normalise


class Answer(NamedTuple):
    """The answer of a server; status 0 means it resets the connection."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes
    latency: float
    """Seconds until the answer begins."""


class GeneratedWeb:
    """A web of about ``pages`` pages; ``weight`` pads every page to that many kilobytes and about 100 links.

    With ``recurring`` its events have several editions in the same place, one of which is the target.
    """

    def __init__(
        self, seed: int, pages: int = 2000, *, weight: int = 0, recurring: bool = False
    ) -> None:
        self.seed = seed
        self._plan = make_plan(seed, pages, recurring=recurring)
        self._linker = Linker(seed, self._plan, wide=weight > 0, lean=recurring)
        self._renderer = Renderer(seed, self._plan, self._linker, weight)
        self._pages = dict(_pages(self._plan))
        self._sites = {site.host: site for site in self._plan.sites}
        self._former = {f"old.{site.host.partition('.')[2]}": site for site in self._plan.sites}
        self.pages: tuple[str, ...] = tuple(self._pages)
        self.hosts: tuple[str, ...] = (*self._sites, *self._former, *SHARING, *FAULTS)
        self.events: tuple[LabEvent, ...] = make_events(self._plan)

    def answer(self, url: str, now: datetime) -> Answer:
        """Return the answer to a request at a moment."""
        parts = urlsplit(url)
        host, site = parts.netloc, self._sites.get(parts.netloc)
        latency = self._latency(url, site)
        if parts.path == "/robots.txt":
            return self._robots(host, site, latency)
        page = self._page_of(url)
        if page is not None:
            printed = parts.path.startswith("/print/") or "print=1" in parts.query
            return self._html(page, now, latency, printed=printed)
        other = non_page(url, site, self._moved(url))
        headers = (*other.headers, ("Content-Length", str(len(other.body))))
        return Answer(other.status, headers, other.body, latency)

    def truth(self, url: str) -> str:
        """Return the kind of a URL: ``hub``, ``evergreen``, or that of its happening or non-page."""
        page = self._page_of(url)
        if page is None:
            return non_page(url, self._sites.get(urlsplit(url).netloc), self._moved(url)).kind
        if isinstance(page, Article):
            return self._plan.happening_of(page).kind
        return "hub" if page.articles or page.children else "evergreen"

    def published(self, url: str) -> datetime | None:
        """Return when an article was published, None for other pages."""
        page = self._page_of(url)
        return _moment(page) if isinstance(page, Article) else None

    def articles_of(self, host: str) -> list[tuple[datetime, str, str]]:
        """Return the articles of a site with time, URL and title, in order of time."""
        articles = (
            self._plan.articles[number] for number in self._plan.shown[self._sites[host].number]
        )
        return sorted((_moment(article), article.url, article.title) for article in articles)

    def lists_of(self, url: str) -> list[str]:
        """Return the front page and the tag pages of a site that may list an article, the front page first."""
        page = self._pages[url]
        assert isinstance(page, Article)
        site = self._plan.sites[page.site]
        tags = [
            each.url
            for each in make_hubs(self._plan, site)
            if each.kind == "tag" and page.number in each.articles
        ]
        return [site.root, *tags]

    def story(self, url: str) -> int | None:
        """Return the number of the article whose text a page has, the same for copies; None if it is no article."""
        page = self._page_of(url)
        return page.words if isinstance(page, Article) else None

    def links_of(self, url: str) -> tuple[Anchor, ...]:
        """Return all links of a listed page."""
        page = self._pages[url]
        menu = self._linker.menu(page.site)
        if isinstance(page, Hub):
            own = [Anchor(self._plan.articles[number].url, "") for number in page.articles]
            boxes = self._linker.hub_boxes(page)
        else:
            own = [*self._linker.in_text(page), self._linker.author(page)]
            boxes = self._linker.article_boxes(page)
        return (*menu.top, *menu.foot, *own, *(anchor for box in boxes for anchor in box.anchors))

    def _page_of(self, url: str) -> Article | Hub | None:
        """Return the page of a URL or of a variant of it."""
        page = self._pages.get(url)
        if page is not None:
            return page
        parts = urlsplit(normalise(url) or url)
        if parts.path.startswith("/print/"):
            return self._article_numbered(parts.netloc, parts.path)
        query = "&".join(part for part in parts.query.split("&") if part and part != "print=1")
        plain = f"http://{parts.netloc}{parts.path}" + (f"?{query}" if query else "")
        return self._pages.get(plain)

    def _article_numbered(self, host: str, path: str) -> Article | None:
        """Return the article of a path that ends in its number, such as ``/print/17``."""
        number = path.rpartition("/")[2]
        site = self._sites.get(host) or self._former.get(host)
        if site is None or not number.isdecimal() or int(number) >= len(self._plan.articles):
            return None
        article = self._plan.articles[int(number)]
        return article if article.site == site.number else None

    def _moved(self, url: str) -> str:
        """Return the redirect target of a moved URL: old host -> ``/node/`` -> ``/p/`` -> article, else empty."""
        parts = urlsplit(url)
        former = self._former.get(parts.netloc)
        if former is not None:
            return former.root + parts.path.lstrip("/")
        if parts.path.startswith(("/node/", "/p/")):
            article = self._article_numbered(parts.netloc, parts.path)
            if article is not None:
                short = f"http://{parts.netloc}/p/{article.number}"
                return short if parts.path.startswith("/node/") else article.url
        return ""

    def _html(self, page: Article | Hub, now: datetime, latency: float, *, printed: bool) -> Answer:
        site = self._plan.sites[page.site]
        today = now.astimezone(UTC).date()
        html = (
            self._renderer.article(page, today, printed=printed)
            if isinstance(page, Article)
            else self._renderer.hub(page, today)
        )
        body = html.encode(site.charset, "xmlcharrefreplace")
        headers = [("Content-Type", f"text/html; charset={site.charset}"), ("Server", "lab")]
        if isinstance(page, Article) and site.number % 5 == 0:
            modified = datetime(
                page.day.year, page.day.month, page.day.day, 12, tzinfo=UTC
            ) + timedelta(days=1)
            headers.append(("Last-Modified", f"{modified:%a, %d %b %Y %H:%M:%S} GMT"))
        if site.compressed:
            body = igzip.compress(body, compresslevel=1, mtime=0)
            headers.append(("Content-Encoding", "gzip"))
        return Answer(200, (*headers, ("Content-Length", str(len(body)))), body, latency)

    def _robots(self, host: str, site: Site | None, latency: float) -> Answer:
        status, text = robots_of(host, site)
        headers = (
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Length", str(len(text))),
        )
        return Answer(status, headers, text, latency)

    def _latency(self, url: str, site: Site | None) -> float:
        rng = Random(f"{self.seed}:latency:{url}")
        if site is not None and site.quirk == "slow":
            return rng.uniform(1.5, 4.0)
        return rng.uniform(0.02, 0.2)


def _moment(article: Article) -> datetime:
    """Return the time of an article on its day, between six and midnight."""
    minutes = 6 * 60 + article.number * 617 % (18 * 60)
    return datetime(article.day.year, article.day.month, article.day.day, tzinfo=UTC) + timedelta(
        minutes=minutes
    )


def _pages(plan: Plan) -> Iterator[tuple[str, Article | Hub]]:
    """Yield every listed URL with its page, site by site."""
    for site in plan.sites:
        for hub in make_hubs(plan, site):
            yield hub.url, hub
        for number in plan.by_site[site.number]:
            article = plan.articles[number]
            yield article.url, article
            if article.second_url:
                yield article.second_url, article
