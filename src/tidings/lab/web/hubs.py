"""The hub pages of a site (front, sections, tags, months, authors) and its evergreen pages."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from tidings.lab.web.happenings import Happening
from tidings.lab.web.phrases import LANGUAGES, Language
from tidings.lab.web.plan import Hub, Plan, newest, slug_of
from tidings.lab.web.sites import SECTIONS, Site

_LISTED = 30
"""Articles on one page of a list."""
_TAGGED = 6
"""Fewest articles for a tag page; a month page needs more than this."""
_SECTION = 3
"""Fewest articles for a section page."""
_DOSSIERS = 2
"""Every second site has a tag for each happening."""
_ARTICLES_PER_AUTHOR = 50


def make_hubs(plan: Plan, site: Site) -> Iterator[Hub]:
    """Yield all hub and evergreen pages of a site."""
    words = LANGUAGES[site.language].words
    articles = plan.by_site[site.number]
    yield Hub(site.number, "front", site.name, site.root, newest(articles, _LISTED))
    for section in SECTIONS:
        chosen = [number for number in articles if plan.articles[number].section == section]
        if len(chosen) >= _SECTION:
            yield Hub(
                site.number,
                "section",
                words[section],
                f"{site.root}{section}/",
                newest(chosen, _LISTED),
            )
    yield from _tags(plan, site)
    yield from _archive(plan, site)
    yield from _authors(plan, site)
    yield from _evergreens(site)


def section_pages(plan: Plan, site: Site) -> list[tuple[str, str]]:
    """Return the URLs and labels of a site's section pages."""
    words = LANGUAGES[site.language].words
    sections = [plan.articles[number].section for number in plan.by_site[site.number]]
    return [
        (f"{site.root}{section}/", words[section])
        for section in SECTIONS
        if sections.count(section) >= _SECTION
    ]


def tag_pages(plan: Plan, site: Site) -> dict[str, str]:
    """Return tag -> URL for the tags of a site that have a page; topics and places are tags."""
    return {
        tag: f"{site.root}tag/{slug_of(tag)}/"
        for tag, numbers in _tagged(plan, site).items()
        if len(numbers) >= _TAGGED
    }


def author_page(site: Site, number: int, articles: int) -> tuple[str, str]:
    """Return the name and URL of an article's author, or of the newsroom on small sites."""
    authors = articles // _ARTICLES_PER_AUTHOR
    if not authors:
        return f"{site.name} newsroom", f"{site.root}about"
    index = number % authors
    return f"{_AUTHORS[(site.number + index) % len(_AUTHORS)]}", f"{site.root}author/{index + 1}/"


_AUTHORS = (
    "Maren Holt", "Idris Vale", "Sofia Quint", "Pieter Dorn", "Leila Marsh", "Aldo Reyes",
    "Hanne Brook", "Tariq Lowe", "Edda Finch", "Milo Garner", "Ruth Osei",
)  # fmt: skip


def _tagged(plan: Plan, site: Site) -> dict[str, list[int]]:
    tagged: dict[str, list[int]] = defaultdict(list)
    topics = LANGUAGES[site.language].topics
    for number in plan.by_site[site.number]:
        happening = plan.happening_of(plan.articles[number])
        tagged[topics[happening.topic].tag].append(number)
        tagged[happening.place.name].append(number)
        if site.number % _DOSSIERS == 0:
            tagged[dossier(happening, LANGUAGES[site.language])].append(number)
    return tagged


def dossier(happening: Happening, language: Language) -> str:
    """Return the tag that some sites give to all articles about one happening."""
    return f"{happening.place.name} {language.topics[happening.topic].tag} {happening.start.year}"


def _tags(plan: Plan, site: Site) -> Iterator[Hub]:
    tagged = _tagged(plan, site)
    for tag, url in tag_pages(plan, site).items():
        yield from _paginated(site, "tag", tag, url, tagged[tag][::-1])


def _archive(plan: Plan, site: Site) -> Iterator[Hub]:
    """Yield a page for each busy month, and one that lists these pages and the articles of quiet months."""
    months: dict[tuple[int, int], list[int]] = defaultdict(list)
    for number in plan.by_site[site.number]:
        day = plan.articles[number].day
        months[day.year, day.month].append(number)
    busy = {month: numbers for month, numbers in months.items() if len(numbers) > _TAGGED}
    quiet = [number for month, numbers in months.items() if month not in busy for number in numbers]
    names = LANGUAGES[site.language].months
    children = []
    for (year, month), numbers in busy.items():
        url, title = f"{site.root}archive/{year}/{month:02}/", f"{names[month - 1]} {year}"
        children.append((url, title))
        yield from _paginated(site, "month", title, url, numbers)
    title = LANGUAGES[site.language].words["archive"]
    yield from _paginated(site, "archive", title, f"{site.root}archive/", quiet, tuple(children))


def _authors(plan: Plan, site: Site) -> Iterator[Hub]:
    articles = plan.by_site[site.number]
    written: dict[tuple[str, str], list[int]] = defaultdict(list)
    for number in articles:
        written[author_page(site, number, len(articles))].append(number)
    for (name, url), numbers in written.items():
        if "/author/" in url:
            yield Hub(site.number, "author", name, url, newest(numbers, _LISTED))


def _evergreens(site: Site) -> Iterator[Hub]:
    words = LANGUAGES[site.language].words
    yield Hub(site.number, "about", words["about"], f"{site.root}about")
    if site.number % 2:
        yield Hub(site.number, "weather", words["weather"], f"{site.root}weather")
    else:
        yield Hub(site.number, "contact", words["contact"], f"{site.root}contact")


def _paginated(
    site: Site,
    kind: str,
    title: str,
    url: str,
    numbers: Sequence[int],
    children: tuple[tuple[str, str], ...] = (),
) -> Iterator[Hub]:
    """Yield one list as pages that each link to the next."""
    next_label = LANGUAGES[site.language].words["next"]
    starts = range(0, max(1, len(numbers)), _LISTED)
    for page, start in enumerate(starts, 1):
        more = ((f"{url}?page={page + 1}", next_label),) if page < len(starts) else ()
        here = url if page == 1 else f"{url}?page={page}"
        yield Hub(
            site.number,
            kind,
            title,
            here,
            tuple(numbers[start : start + _LISTED]),
            (children if page == 1 else ()) + more,
        )
