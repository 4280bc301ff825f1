"""Recognises the genre of a page: by the terms of genres, by its declared types, its source and its shape."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from tidings.learn.genres.vocabularies import VOCABULARIES
from tidings.model import Guess, Page
from tidings.read.words.terms import term_words

NEWS, SITUATION, LIVE, NOTICE, BLOG, COURSE, JOB, SALE, HUB = VOCABULARIES
GENRES = tuple(VOCABULARIES)
"""The genres that have a vocabulary, by name."""

_LEAD_WORDS = 300
"""Words of the text that are looked at; genres show early."""
_LEAST = 1.6
"""Log-odds below which a page has no genre."""
_TERM = 0.45
"""Log-odds of a term that only one genre has; others share it."""
_MOST_FROM_TERMS = 3.0
_MARKS = {
    "newsarticle": (NEWS, 2.5), "reportagenewsarticle": (NEWS, 3.0), "article": (NEWS, 0.7),
    "liveblogposting": (LIVE, 6.0), "blogposting": (BLOG, 2.5), "jobposting": (JOB, 6.0), "product": (SALE, 3.0),
    "offer": (SALE, 1.0), "og:product": (SALE, 2.0), "course": (COURSE, 3.0), "collectionpage": (HUB, 2.0), "itemlist": (HUB, 1.0),
    "searchresultspage": (HUB, 3.0), "report": (SITUATION, 1.0), "specialannouncement": (NOTICE, 3.0),
}  # fmt: skip
"""Types of schema.org and Open Graph in lower case, and what they add to a genre."""
_OF_SOURCE = {
    "news": (NEWS, 1.8),
    "blog": (BLOG, 2.0),
    "government": (NOTICE, 1.2),
    "ngo": (SITUATION, 0.8),
}
"""What the kind of source adds to a genre."""
_TITLES = (
    (SITUATION, 5.0, r"situation (?:report|update)|sitrep|flash update|humanitarian (?:bulletin|snapshot|update)|informe de situaci[oó]n|rapport de situation|lagebericht"),
    (LIVE, 3.5, r"\blive (?:blog|updates?|coverage)|liveblog|liveticker|live-ticker|as it happened|en direct\b|en directo|minuto a minuto|in diretta|ao vivo|newsblog"),
    (NOTICE, 2.5, r"press release|public notice|\badvisory\b|notice of|comunicado|communiqu[eé]|pressemitteilung|bekanntmachung|aviso|media release|decreto"),
    (COURSE, 3.0, r"\bsyllabus\b|\bcourse\b|\bcs ?\d{3}\b|lecture notes|vorlesung|curso de"),
    (JOB, 2.5, r"\bvacanc(?:y|ies)\b|job (?:offer|description|opening)|stellenangebot|oferta de (?:empleo|trabajo)|offre d'emploi|\bcareers?\b"),
    (HUB, 1.5, r"\barchives?\b|\bcategory\b|\btag\b|\bsite ?map\b|all (?:articles|stories)|latest news|search results|\bpage \d+\b"),
)  # fmt: skip
_TITLE_PATTERNS = tuple((genre, amount, re.compile(pattern)) for genre, amount, pattern in _TITLES)
"""Patterns of titles in lower case, which are found in half the time of patterns that ignore case."""
_SHORT_TEXT, _MANY_LINKS = 700, 25
"""Characters of text, and links, of a page that is mostly links."""


def genre_of(page: Page, source: Guess | None = None) -> Guess | None:
    """Return the genre of a page with a confidence from 0 to 1, None if it has none of those that are known."""
    odds: defaultdict[str, float] = defaultdict(float)
    for genre, amount in _evidence(page, source):
        odds[genre] += amount
    best = max(GENRES, key=lambda genre: odds[genre])
    if odds[best] < _LEAST:
        return None
    whole = math.exp(_LEAST) + sum(math.exp(min(odds[genre], 20.0)) for genre in GENRES)
    return Guess(best, round(math.exp(min(odds[best], 20.0)) / whole, 2))


def genre_of_title(title: str) -> str:
    """Return the genre that a title names, empty if it names none."""
    lower = title.lower()
    named = (genre for genre, _, pattern in _TITLE_PATTERNS if pattern.search(lower))
    return next(named, "")


def _evidence(page: Page, source: Guess | None) -> Iterator[tuple[str, float]]:
    """Yield what each observation adds to the log-odds of a genre."""
    yield from {_MARKS[kind] for kind in page.declared.kinds if kind in _MARKS}
    if source and source.name in _OF_SOURCE:
        yield _OF_SOURCE[source.name]
    title = page.title.lower()
    for genre, amount, pattern in _TITLE_PATTERNS:
        if pattern.search(title):
            yield genre, amount
    yield from _by_terms(page)
    if len(page.text) < _SHORT_TEXT and len(page.links) > _MANY_LINKS:
        yield HUB, 2.5
    if page.url.endswith("/") and page.url.count("/") == 3:
        yield HUB, 1.5


def _by_terms(page: Page) -> Iterator[tuple[str, float]]:
    """Yield what the terms of the vocabularies add, which are English."""
    if page.language not in ("", "en"):
        return
    words = term_words(f"{page.title}\n{page.text[: 8 * _LEAD_WORDS]}", "en")[:_LEAD_WORDS]
    terms = _terms()
    hits: defaultdict[str, float] = defaultdict(float)
    for term in sorted(
        terms.present(words), key=terms.order.__getitem__
    ):  # sums are always the same
        genres = terms.genres[term]
        for genre in genres:
            hits[genre] += _TERM / len(genres)
    for genre, amount in hits.items():
        yield genre, min(amount, _MOST_FROM_TERMS)


_Term = str | tuple[str, str]
"""A word or a pair of words."""


class _Terms(NamedTuple):
    """The terms of all vocabularies, prepared for looking them up in a page."""

    genres: Mapping[_Term, Sequence[str]]
    """The genres that a term belongs to."""
    order: Mapping[_Term, int]
    first_words: frozenset[str]
    """The words with which the terms of two words begin."""

    def present(self, words: Sequence[str]) -> set[_Term]:
        """Return the terms that are among the words of a text."""
        known, firsts = self.genres, self.first_words
        found: set[_Term] = {word for word in words if word in known}
        found.update([pair for pair in pairwise(words) if pair[0] in firsts and pair in known])
        return found


@lru_cache(maxsize=1)
def _terms() -> _Terms:
    genres: dict[_Term, list[str]] = {}
    for genre, terms in VOCABULARIES.items():
        for term in terms:
            words = term_words(term, "en")
            if 1 <= len(words) <= 2:
                key = words[0] if len(words) == 1 else (words[0], words[1])
                genres.setdefault(key, []).append(genre)
    order = {term: number for number, term in enumerate(genres)}
    return _Terms(genres, order, frozenset(term[0] for term in genres if isinstance(term, tuple)))
