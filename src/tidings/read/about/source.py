"""Recognises the kind of source of a page by its host and by what the page says about itself."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice

from tidings.model import Declared, Guess
from tidings.read.about.hosts import ENDINGS, SITES, WORDS
from tidings.read.about.sections import SECTIONS
from tidings.urls import host_of, site_of

KINDS = ("news", "government", "ngo", "social", "blog", "academic", "other")
"""The kinds of sources; ``ngo`` includes the United Nations."""

_KNOWN, _ENDING, _COMPOUND, _WORD, _PART = 8.0, 6.0, 3.5, 3.0, 2.2
"""Log-odds of a known site, an ending, a word with a country, a word of its own, and a part of a word."""
_CALL_SIGN = 2.5
"""Log-odds of the name of an American station."""
_PRIOR = {"other": 1.0}
"""Log-odds without any evidence."""
_SHORT_WORD = 4
"""Letters from which a word is also looked for at the beginning or end of a longer one."""
_STRONG_PARTS = frozenset(
    ("news", "times", "zeitung", "noticias", "diario", "police", "sheriff", "univ")
)
_SHORT_PARTS = ("abc", "cbs", "nbc", "fox", "myfox", "bee", "sun", "tv")
"""Names of broadcasters and newspapers that are shorter."""
_CALL = re.compile(r"[kw][a-z]{2,3}(?:tv|am|fm|news|radio|\d{1,2})*")
_NETWORK = re.compile(
    r"(?:my)?(?:abc|cbs|nbc|fox|cw|news|newschannel|channel|local|action|eyewitness|tv)\d{1,4}[a-z]*"
    r"|\d{1,4}(?:news|abc|cbs|nbc|tv)[a-z]*"
)
_PIECES = re.compile(r"[a-z]+")
_MARKS = {
    "newsarticle": ("news", 2.5),
    "reportagenewsarticle": ("news", 3.0),
    "analysisnewsarticle": ("news", 3.0),
    "opinionnewsarticle": ("news", 3.0),
    "newsmediaorganization": ("news", 3.0),
    "liveblogposting": ("news", 2.0),
    "newspaper": ("news", 2.0),
    "radiostation": ("news", 2.0),
    "televisionstation": ("news", 2.0),
    "broadcastservice": ("news", 1.5),
    "governmentorganization": ("government", 3.0),
    "governmentservice": ("government", 2.0),
    "policestation": ("government", 2.5),
    "ngo": ("ngo", 3.0),
    "scholarlyarticle": ("academic", 3.0),
    "collegeoruniversity": ("academic", 3.0),
    "educationalorganization": ("academic", 2.0),
    "blog": ("blog", 2.0),
    "blogposting": ("blog", 1.5),
    "discussionforumposting": ("social", 3.0),
    "socialmediaposting": ("social", 2.5),
    "qapage": ("social", 2.0),
    "profilepage": ("social", 1.0),
    "product": ("other", 2.0),
    "offer": ("other", 1.5),
    "jobposting": ("other", 1.0),
    "localbusiness": ("other", 2.0),
    "citation_title": ("academic", 3.0),
}
"""Types of schema.org in lower case, and what they add to the log-odds of a kind."""
_SOFTWARE = {
    "blogger": ("blog", 4.0),
    "discourse": ("social", 4.0),
    "phpbb": ("social", 4.0),
    "vbulletin": ("social", 4.0),
    "xenforo": ("social", 4.0),
    "mastodon": ("social", 4.0),
    "ghost": ("blog", 1.0),
    "wordpress": ("blog", 0.5),
}
"""Names in the declared software of a page."""
_SECTIONS_OF_NEWS = 4
"""Sections of newspapers in the links of a page from which they count."""
_MENU = 150
"""Links of a page among which its menu is."""
_SECTION_LENGTH = 30
"""Characters of a longer link than the name of a section."""
_SECTIONED = 3.0
"""Log-odds that the sections of a newspaper add."""


def source_kind(url: str, declared: Declared | None = None, anchors: Iterable[str] = ()) -> Guess:
    """Return the kind of source of a page, with a confidence from 0 to 1.

    ``declared`` is what the page says about itself, and ``anchors`` are the texts of its links.
    """
    odds = defaultdict(float, of_host(host_of(url)))
    for kind, amount in _of_page(declared or Declared(), anchors):
        odds[kind] += amount
    weights = {kind: math.exp(min(odds[kind] + _PRIOR.get(kind, 0.0), 12.0)) for kind in KINDS}
    best = max(KINDS, key=weights.__getitem__)
    return Guess(best, round(weights[best] / sum(weights.values()), 2))


@lru_cache(maxsize=8192)
def of_host(host: str) -> tuple[tuple[str, float], ...]:
    """Return what the name of a host adds to the log-odds of the kinds of sources."""
    name = re.sub(r":\d+$", "", host).lower()
    labels = name.split(".")
    known = next((SITES[end] for end in _ends(labels) if end in SITES), None)
    if known or "blogspot" in labels:
        return ((known or "blog", _KNOWN),)
    odds: defaultdict[str, float] = defaultdict(float)
    if kind := _by_ending(labels):
        odds[kind] += _ENDING if kind in ("government", "academic") else _COMPOUND
    suffix = len(site_of(name).split(".")) - 1
    for kind, amount in _by_words(labels[: len(labels) - suffix]):
        odds[kind] += amount if odds[kind] < _ENDING else 0.0
    return tuple(odds.items())


def _ends(labels: list[str]) -> Iterator[str]:
    """Yield a host and all domains it belongs to, the longest first."""
    for start in range(len(labels) - 1):
        yield ".".join(labels[start:])


def _by_ending(labels: list[str]) -> str:
    """Return the kind of source that the end of a host stands for, empty if it stands for none."""
    if labels[-1] == "us" and "state" in labels[:-1]:
        return "government"
    without_country = labels[:-1] if len(labels[-1]) == 2 else labels
    for candidates in (labels, without_country):
        for end in (".".join(candidates[-2:]), candidates[-1]):
            if end in ENDINGS and len(candidates) > end.count(".") + 1:
                return ENDINGS[end]
    return "government" if "gov" in labels[1:] or "gob" in labels[1:] else ""


def _by_words(labels: list[str]) -> Iterator[tuple[str, float]]:
    """Yield the words in the labels of a host, at most one for each kind and label."""
    for label in labels:
        if label in ("www", "m", "mobile", "en", "de", "fr", "es"):
            continue
        strongest: dict[str, float] = {}
        for kind, amount in _in_label(label):
            strongest[kind] = max(strongest.get(kind, 0.0), amount)
        yield from strongest.items()


def _in_label(label: str) -> Iterator[tuple[str, float]]:
    if _NETWORK.fullmatch(label):
        yield "news", _WORD
    if _CALL.fullmatch(label):
        yield "news", _CALL_SIGN
    pieces = _PIECES.findall(label)
    for piece in (*pieces, "".join(pieces)):
        if piece in _KIND_OF_WORD:
            yield _KIND_OF_WORD[piece], _WORD
    if "news" in label or label.startswith(_SHORT_PARTS[:5]) or label.endswith(_SHORT_PARTS[5:]):
        yield "news", _PART
    for word, kind in _LONG_WORDS:
        if label != word and (label.startswith(word) or label.endswith(word)):
            yield kind, _WORD if word in _STRONG_PARTS or len(word) > 6 else _PART


_KIND_OF_WORD = {word: kind for kind, words in WORDS.items() for word in words.split()}
_LONG_WORDS = tuple(
    (word, kind) for word, kind in _KIND_OF_WORD.items() if len(word) >= _SHORT_WORD
)


def _of_page(declared: Declared, anchors: Iterable[str]) -> Iterator[tuple[str, float]]:
    """Yield what a page itself adds to the log-odds."""
    strongest: dict[str, float] = {}
    for mark in declared.kinds:
        if mark in _MARKS:
            kind, amount = _MARKS[mark]
            strongest[kind] = max(strongest.get(kind, 0.0), amount)
    yield from strongest.items()
    software = declared.generator.lower()
    yield from (added for name, added in _SOFTWARE.items() if name in software)
    yield from ((kind, amount / 2) for kind, amount in _of_name(declared.site))
    short = (anchor for anchor in islice(anchors, _MENU) if len(anchor) < _SECTION_LENGTH)
    sections = {anchor.strip().lower() for anchor in short} & SECTIONS
    if len(sections) >= _SECTIONS_OF_NEWS:
        yield "news", _SECTIONED


@lru_cache(maxsize=2048)
def _of_name(site: str) -> tuple[tuple[str, float], ...]:
    """Return what the words in the name of a site add to the log-odds."""
    return tuple(_by_words(_PIECES.findall(site.lower())))
