"""The publishers of the generated web: names, languages, habits and quirks."""

from __future__ import annotations

from datetime import date
from random import Random
from typing import NamedTuple

from tidings.lab.web.happenings import Happening
from tidings.lab.web.places import Locality

SECTIONS = ("world", "local", "politics", "sport", "culture", "business")
TEMPLATES = 5
_URL_FORMS = (0, 0, 1, 1, 2, 3, 3, 4)
"""Forms of ``article_url``; with these weights about three quarters of the sites have the date in the URL."""

_FIRST_WORDS = (
    "kestrel", "alderwick", "harbourne", "morrow", "ostenmoor", "brambleton", "calder", "dunmere", "elmstead",
    "fennick", "garrow", "hollin", "inverley", "jasperton", "kilmarden", "larkhill", "marlowe", "northwick",
    "oakhaven", "pellam", "quillon", "ravensby", "selwick", "tarnow", "ullsmere", "varrick", "westerby",
    "yarrowdale", "zennor", "ashcombe", "birchwater", "corvane", "drumlin", "eastmere", "foxley", "glenmoor",
    "hartsea", "ivydale", "juniper", "knollfield", "lindale", "mirefield", "nettleham", "orrin", "plover",
    "rookhope", "sandreach", "thornby",
)  # fmt: skip
_LAST_WORDS: dict[str, tuple[str, ...]] = {
    "en": (
        "herald", "times", "post", "courier", "gazette", "observer", "dispatch", "tribune", "echo", "bulletin", "mercury",
        "chronicle", "record", "monitor", "star", "journal", "examiner", "review", "argus", "standard", "mail", "wire",
    ),
    "de": ("kurier", "anzeiger", "zeitung", "rundschau", "tagblatt", "bote", "nachrichten", "merkur"),
    "fr": ("courrier", "gazette", "depeche", "matin", "libre", "progres", "tribune", "echo"),
    "es": ("diario", "voz", "prensa", "heraldo", "correo", "noticias", "mundo", "ideal"),
}  # fmt: skip


class Site(NamedTuple):
    """One publisher on one host."""

    number: int
    host: str
    name: str
    language: str
    home: Locality | None
    template: int
    url_form: int
    dating: str
    """Where articles show their date: ``meta``, ``json``, ``time``, ``text`` or ``dateline``."""
    date_form: int
    charset: str
    quirk: str
    """One of QUIRKS, or empty."""
    weight: float
    compressed: bool

    @property
    def root(self) -> str:
        """Return the URL of the front page."""
        return f"http://{self.host}/"


QUIRKS = {
    "rules": "robots.txt disallows /private/ and /print/",
    "crawl-delay": "robots.txt asks for two seconds between requests",
    "robots-missing": "robots.txt is not found",
    "robots-huge": "robots.txt is larger than 500 KiB",
    "robots-failing": "robots.txt answers 503, so nothing may be fetched",
    "closed": "robots.txt disallows everything",
    "slow": "answers after seconds",
    "sessions": "puts a session identifier into its links",
}

_FIRST_QUIRKS = (
    "", "rules", "crawl-delay", "", "robots-missing", "sessions", "robots-huge", "slow", "rules",
)  # fmt: skip
"""Quirks of the largest sites."""
_LAST_QUIRKS = ("robots-failing", "closed")
"""Quirks of the smallest sites, so that little of an event is unreachable."""


def make_sites(rng: Random, count: int, happenings: tuple[Happening, ...]) -> tuple[Site, ...]:
    """Return the sites, largest first."""
    homes = _homes(happenings)
    names = _names(rng, count)
    return tuple(
        _make_site(
            rng, number, count, name, homes[number // 2 % len(homes)] if number % 2 else None
        )
        for number, name in enumerate(names)
    )


def _make_site(rng: Random, number: int, count: int, name: str, home: Locality | None) -> Site:
    language = _language(number)
    title = f"{name} {rng.choice(_LAST_WORDS[language])}"
    return Site(
        number=number,
        host=f"{'news' if number % 4 == 1 else 'www'}.{title.replace(' ', '-')}.example",
        name=title.title(),
        language=language,
        home=home,
        template=rng.randrange(TEMPLATES),
        url_form=rng.choice(_URL_FORMS),
        dating=rng.choice(("meta", "meta", "json", "json", "time", "text", "dateline")),
        date_form=rng.randrange(10),
        charset="iso-8859-1" if language != "en" and number % 3 == 0 else "utf-8",
        quirk=_quirk(rng, number, count),
        weight=(number + 4) ** -0.6,
        compressed=number % 7 != 6,
    )


def _names(rng: Random, count: int) -> list[str]:
    """Return ``count`` different names; where the list ends, two words make one."""
    names = list(_FIRST_WORDS)
    rng.shuffle(names)
    pairs = [
        f"{first}{second}" for first in _FIRST_WORDS for second in _FIRST_WORDS if first != second
    ]
    return names[:count] + rng.sample(pairs, max(0, count - len(names)))


def _homes(happenings: tuple[Happening, ...]) -> list[Locality]:
    """Return the places that have a local paper: those with more than background news."""
    big = [happening.place for happening in happenings if happening.kind != "background"]
    return list(dict.fromkeys(big))


def _language(number: int) -> str:
    return {4: "es", 9: "de", 14: "fr"}.get(number % 24, "en")


def _quirk(rng: Random, number: int, count: int) -> str:
    if number < len(_FIRST_QUIRKS):
        return _FIRST_QUIRKS[number]
    if number >= count - len(_LAST_QUIRKS):
        return _LAST_QUIRKS[number - count]
    return rng.choice(("rules", "rules", "", "", "sessions"))


def article_url(site: Site, section: str, day: date | None, slug: str, number: int) -> str:
    """Return the URL of an article in the site's form; ``day`` is None for undated articles."""
    form = site.url_form
    if form == 2 or (day is None and form != 4):
        return f"{site.root}{section}/{slug}-{number + 10_000}.html"
    if day is None or form == 4:
        return f"{site.root}story/{number + 10_000}/{slug}"
    paths = {
        0: f"{day:%Y/%m/%d}/{slug}/",
        1: f"{section}/{day.year}/{_MONTHS[day.month - 1]}/{day.day}/{slug}",
        3: f"{section}/{slug}-{day:%Y%m%d}.html",
    }
    return site.root + paths[form]


_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
