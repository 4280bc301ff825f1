"""Sets of pages with known relevant ones, on which measures are compared without crawling.

The shared corpora lie beside the repository and are only read; sets whose data is missing are left out.
"""

from __future__ import annotations

import gzip
import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import unquote

from tidings.errors import Unreadable
from tidings.lab.bench.task_webs import GeneratedTaskWeb
from tidings.lab.recorded.recorded import cache_folder, load_web
from tidings.lab.web.web import GeneratedWeb
from tidings.model import Dating, Event, Page, TimeSpan
from tidings.read.places.find import Finder
from tidings.read.words.language import detect

DATA = Path(__file__).parents[2] / "shared" / "data"
INCIDENTS_EVERY = 32
ARTICLE_CHARACTERS = 300
CITIES = 5
CATEGORY_SIZES = range(12, 90)
CATEGORIES_EVERY = 7
OTHER_ARTICLES = 700
POSTS_PER_EVENT = 120
WEB_PAGES = 1000
KEYWORDS = ("shooting", "shot", "gunman", "gunfire", "gunshot wound", "shots fired")
_STOP = {"and", "the", "of", "other", "general", "world", "us", "uk"}


@dataclass(frozen=True, slots=True)
class Topic:
    """An event, its references, and pages of which some are relevant."""

    event: Event
    references: Sequence[Page]
    pages: Sequence[Page]
    truth: Sequence[bool]


def _with_places(event: Event, pages: Iterable[Page]) -> list[Page]:
    """Return the pages with their places found as a reader for this event would find them."""
    names = [name.lower() for name in event.places]
    if not names:
        return list(pages)
    finder = Finder(event.places)
    own = {place.geonames for place in finder.places().values()} - {0}
    return [
        replace(page, places=finder.find(f"{page.title}\n{page.text}"))
        if any(at.place.geonames in own for at in page.places)
        or any(name in f"{page.title}\n{page.text}".lower() for name in names)
        else page
        for page in pages
    ]


def topic(
    event: Event, references: Sequence[Page], pages: Sequence[Page], truth: Sequence[bool]
) -> Topic:
    """Return a topic without its references among the pages."""
    given = {page.url for page in references}
    chosen = [at for at, page in enumerate(pages) if page.url not in given]
    found = _with_places(event, [pages[at] for at in chosen])
    own = _with_places(event, references)
    return Topic(event, own, found, [truth[at] for at in chosen])


def _lines(name: str) -> Iterator[dict[str, Any]]:
    yield from map(json.loads, gzip.decompress((DATA / name).read_bytes()).splitlines())


def _day(text: str) -> TimeSpan:
    start = datetime.combine(date.fromisoformat(text), time(0), UTC)
    return TimeSpan(start, start + timedelta(days=1, seconds=-1))


@cache
def _articles() -> list[tuple[dict[str, Any], Page]]:
    finder = Finder()
    found = []
    for row in _lines("events/gva-dev.jsonl.gz"):
        if len(row["text"]) >= ARTICLE_CHARACTERS:
            moment = datetime.combine(date.fromisoformat(row["dct"]), time(12), UTC)
            places = finder.find(f"{row['title']}\n{row['text']}")
            dated = (Dating(moment, "meta", 1.0),)
            found.append(
                (row, Page(row["url"], row["title"] or "", row["text"], dated, places, "en"))
            )
    return found


def _incidents() -> list[list[int]]:
    groups: dict[str, list[int]] = defaultdict(list)
    for number, (row, _) in enumerate(_articles()):
        if row["city"]:
            groups[row["incident"]].append(number)
    return [numbers for numbers in groups.values() if len(numbers) > 1][1::INCIDENTS_EVERY]


def incidents(*, described: bool, referred: bool) -> list[Topic]:
    """Return incidents of a registry: one article, or keywords; with or without town and day."""
    found = []
    for numbers in _incidents():
        first, page = _articles()[numbers[0]]
        town = re.sub(r" ?\((county)\)", " County", first["city"]).replace(
            "County County", "County"
        )
        event = Event(
            town,
            {} if referred else dict.fromkeys(KEYWORDS, 1.0),
            (page.url,) if referred else (),
            dict.fromkeys((town, first["state"]), 1.0) if described else {},
            _day(first["incident_date"]) if described else None,
        )
        members = set(numbers)
        truth = [at in members for at in range(len(_articles()))]
        pages = [article for _, article in _articles()]
        found.append(topic(event, [page] if referred else [], pages, truth))
    return found


def cities() -> list[Topic]:
    """Return a year of incidents in each of some cities, described by keywords, the city and the year."""
    rows = [row for row, _ in _articles()]
    pages = [page for _, page in _articles()]
    counted = Counter((row["city"], row["state"]) for row in rows if row["city"])
    found = []
    for (city, state), _ in counted.most_common(CITIES):
        start = datetime(2016, 1, 1, tzinfo=UTC)
        year = TimeSpan(start, datetime(2016, 12, 31, 23, 59, 59, tzinfo=UTC))
        places = dict.fromkeys((city, state), 1.0)
        event = Event(city, dict.fromkeys(KEYWORDS, 1.0), (), places, year)
        truth = [row["city"] == city and row["incident_date"][:4] == "2016" for row in rows]
        if any(truth):
            found.append(topic(event, [], pages, truth))
    return found


@cache
def _encyclopedia() -> tuple[dict[str, Page], dict[str, list[str]]]:
    """Return the articles by URL, and the URLs of each category."""
    web = load_web(DATA / "webs/encyclopedia-dev.warc.gz", cache_folder())
    pages = {url: read[-1].page for url, read in web.readings.items() if read[-1].page}
    categories = {}
    for url, page in pages.items():
        if match := re.search(r"/index/subject\.([^/]*)\.([^./]+)\.htm$", url):
            members = [
                link.url
                for link in page.links
                if "/index/" not in link.url and link.url in pages and "/wp/" in link.url
            ]
            categories[unquote(match[2]).replace("_", " ")] = list(dict.fromkeys(members))
    articles = {url: page for url, page in pages.items() if "/wp/" in url and "/index" not in url}
    return articles, categories


def categories(*, referred: bool) -> list[Topic]:
    """Return categories of an encyclopedia: two of their articles, or the words of their names."""
    articles, by_name = _encyclopedia()
    names = sorted(name for name, urls in by_name.items() if len(urls) in CATEGORY_SIZES)
    found = []
    for name in names[1::CATEGORIES_EVERY]:
        members = sorted(by_name[name])
        Random(name).shuffle(members)
        others = sorted(set(articles) - set(members))
        chosen = members + Random(1).sample(others, OTHER_ARTICLES)
        references = [articles[url] for url in members[:2]] if referred else []
        words = [word for word in re.findall(r"[a-z]{3,}", name.lower()) if word not in _STOP]
        event = Event(
            name,
            {} if referred else dict.fromkeys(words, 1.0),
            tuple(page.url for page in references),
        )
        pages = [articles[url] for url in chosen]
        found.append(topic(event, references, pages, [url in set(members) for url in chosen]))
    return found


@cache
def _posts() -> list[tuple[str, bool, Page]]:
    finder, taken = Finder(), defaultdict[str, int](int)
    rows = list(_lines("crisis/crisislex-t26.jsonl.gz"))
    Random(1).shuffle(rows)
    found = []
    for row in rows:
        if taken[row["event"]] < POSTS_PER_EVENT:
            taken[row["event"]] += 1
            text = re.sub(r"https?://\S+", "", row["text"])
            url = f"https://posts.example/{row['id']}"
            page = Page(url, "", text, (), finder.find(text), detect(text))
            found.append((row["event"], row["informativeness"].startswith("Related"), page))
    return found


def posts(*, referred: bool) -> list[Topic]:
    """Return crises in posts: three posts about each, or the words of its name."""
    found = []
    for name in sorted({event for event, _, _ in _posts()}):
        related = [page for event, is_related, page in _posts() if event == name and is_related]
        references = related[:3] if referred else []
        words = [word for word in name.split("_")[1:] if len(word) > 2]
        keywords = {} if referred else dict.fromkeys([word.lower() for word in words], 1.0)
        urls = tuple(page.url for page in references)
        event = Event(name, keywords, urls)
        truth = [event_ == name and is_related for event_, is_related, _ in _posts()]
        found.append(topic(event, references, [page for _, _, page in _posts()], truth))
    return found


@cache
def _dated_posts() -> list[tuple[str, Page]]:
    finder, found = Finder(), []
    for row in _lines("posts/pheme.jsonl.gz"):
        post = row["post"]
        text = re.sub(r"https?://\S+", "", post["text"])
        moment = datetime.strptime(post["created_at"], "%a %b %d %H:%M:%S %z %Y")
        url = f"https://posts.example/{post['id_str']}"
        dated = (Dating(moment.astimezone(UTC), "meta", 1.0),)
        found.append((row["event"], Page(url, "", text, dated, finder.find(text), detect(text))))
    return found


def rumours() -> list[Topic]:
    """Return events in dated posts, described by three posts each."""
    found = []
    for name in sorted({event for event, _ in _dated_posts()}):
        own = [page for event, page in _dated_posts() if event == name]
        event = Event(name, {}, tuple(page.url for page in own[:3]))
        truth = [one == name for one, _ in _dated_posts()]
        found.append(topic(event, own[:3], [page for _, page in _dated_posts()], truth))
    return found


@cache
def _generated(seed: int, recurring: bool) -> tuple[GeneratedTaskWeb, list[Page]]:
    web = GeneratedTaskWeb(seed, WEB_PAGES, recurring=recurring)
    pages = []
    for url in sorted(GeneratedWeb(seed, WEB_PAGES, recurring=recurring).pages):
        try:
            pages.append(web.reference(url))
        except Unreadable:
            continue
    return web, pages


def generated(*, referred: bool, recurring: bool = False, described: bool = True) -> list[Topic]:
    """Return the events of generated webs as their files describe them, with or without references."""
    found = []
    for seed in (21, 22):
        web, pages = _generated(seed, recurring)
        for task in web.tasks.values():
            references = [web.reference(url) for url in task.event.references] if referred else []
            event = task.event if referred else replace(task.event, references=())
            if not described:
                event = replace(event, keywords={}, places={}, when=None)
            truth = [page.url in task.relevant for page in pages]
            found.append(topic(event, references, pages, truth))
    return found


SETS: Mapping[str, tuple[str, Callable[[], list[Topic]]]] = {
    "incidents": ("events/gva-dev.jsonl.gz", lambda: incidents(described=True, referred=True)),
    "incidents, article alone": (
        "events/gva-dev.jsonl.gz",
        lambda: incidents(described=False, referred=True),
    ),
    "incidents, keywords": (
        "events/gva-dev.jsonl.gz",
        lambda: incidents(described=True, referred=False),
    ),
    "a year in a city": ("events/gva-dev.jsonl.gz", cities),
    "encyclopedia": ("webs/encyclopedia-dev.warc.gz", lambda: categories(referred=True)),
    "encyclopedia, keywords": ("webs/encyclopedia-dev.warc.gz", lambda: categories(referred=False)),
    "posts": ("crisis/crisislex-t26.jsonl.gz", lambda: posts(referred=True)),
    "posts, keywords": ("crisis/crisislex-t26.jsonl.gz", lambda: posts(referred=False)),
    "dated posts": ("posts/pheme.jsonl.gz", rumours),
    "generated, references alone": ("", lambda: generated(referred=True, described=False)),
    "generated": ("", lambda: generated(referred=True)),
    "generated, keywords": ("", lambda: generated(referred=False)),
    "recurring": ("", lambda: generated(referred=True, recurring=True)),
    "recurring, keywords": ("", lambda: generated(referred=False, recurring=True)),
}
"""Name -> the corpus it needs, and how it is made."""
