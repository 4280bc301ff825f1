"""Proposes what, where, when and who from a description and from pages about an event; a person corrects it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta

from tidings.event.suggest import Suggestion, suggest
from tidings.event.template import Timing, render
from tidings.learn.types.presets import Preset
from tidings.model import Link, Page, Place
from tidings.read.words.keywords import keywords
from tidings.read.words.sentences import sentences
from tidings.read.words.words import stem, words
from tidings.sources.posts.known import is_noise, is_platform
from tidings.urls import host_of, is_address, normalise, site_of

_MOST_SEEDS = 30
"""Seeds that are proposed: a person looks through them."""
_FEW_KEYWORDS = 5
"""Keywords below which more are proposed."""
_LONGEST_NAME = 80
"""Characters."""
_ADDRESS = re.compile(r"https?://[^\s\"'<>\\,]+", re.IGNORECASE)
_SITE_NAME = re.compile(r"\s+[|\u2013\u2014-]\s+[^|\u2013\u2014-]{2,40}$")
"""The name of the site at the end of a title."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A first draft of an event file, with what a person needs to correct it."""

    name: str
    suggestion: Suggestion
    places: Mapping[str, Place] = field(default_factory=dict)
    """The proposed places that are known, with their coordinates."""
    languages: tuple[str, ...] = ()
    seeds: tuple[str, ...] = ()
    lead: int = 0
    cooldown: int = 30
    event_file: str = ""


def propose(
    pages: Sequence[Page],
    text: str = "",
    *,
    seeds: Sequence[str] = (),
    languages: Sequence[str] = (),
    preset: Preset,
    contact: str = "",
) -> Proposal:
    """Return a proposal; ``text`` is the description among the pages, whose addresses become seeds."""
    suggestion = _with_length(_with_keywords(suggest(pages), pages), preset)
    name = _name(pages, text)
    given = [*seeds, *_ADDRESS.findall(text), *(page.url for page in pages if is_address(page.url))]
    chosen = tuple(_seeds(given, pages, suggestion))
    references = [page.url for page in pages if is_address(page.url)]
    timing = Timing(preset.type, preset.lead, preset.cooldown)
    rendered = render(
        name, suggestion, seeds=chosen, references=references, contact=contact, timing=timing
    )
    return Proposal(
        name,
        suggestion,
        _located(pages, suggestion.places),
        tuple(languages) or _languages(pages),
        chosen,
        preset.lead,
        preset.cooldown,
        rendered,
    )


def _with_keywords(suggestion: Suggestion, pages: Sequence[Page]) -> Suggestion:
    """Add the most typical words where few words occur twice, as in a short description."""
    own = dict(suggestion.keywords)
    if len(own) >= _FEW_KEYWORDS or not pages:
        return suggestion
    counts = Counter(word for page in pages for word in keywords(page.text, page.language))
    language = pages[0].language or "en"
    known = {stem(word, language) for word in (*_place_words(pages), *own)}
    telling = [word for word, _ in counts.most_common() if stem(word, language) not in known]
    typical = telling[: 2 * _FEW_KEYWORDS - len(own)]
    added = {word: round(0.8 - n / (2 * len(typical)), 2) for n, word in enumerate(typical)}
    return replace(suggestion, keywords={**own, **added})


def _place_words(pages: Iterable[Page]) -> set[str]:
    return {word for page in pages for each in page.places for word in words(each.place.name)}


def _with_length(suggestion: Suggestion, preset: Preset) -> Suggestion:
    """Give an event of which one day is known the usual length of its type, but no days to come."""
    start = suggestion.start
    if start is None or suggestion.end != start or preset.length == 1:
        return suggestion
    end = start + timedelta(days=preset.length - 1)
    return replace(suggestion, end=max(start, min(end, date.today())))  # noqa: DTZ011 - a day of the user


def _name(pages: Sequence[Page], text: str) -> str:
    """Return the first sentence of the description, else the title of the first page."""
    first = next(iter(sentences(_ADDRESS.sub("", text).strip())), None)
    titles = (page.title for page in pages if page.title)
    name = first.text if first else _SITE_NAME.sub("", next(titles, "New event"))
    name = " ".join(name.split()).rstrip(".")
    if len(name) <= _LONGEST_NAME:
        return name or "New event"
    return name[:_LONGEST_NAME].rpartition(" ")[0] or name[:_LONGEST_NAME]


def _located(pages: Iterable[Page], names: Iterable[str]) -> dict[str, Place]:
    places = {each.place.name: each.place for page in pages for each in page.places}
    return {name: places[name] for name in names if name in places}


def _languages(pages: Iterable[Page]) -> tuple[str, ...]:
    counts = Counter(page.language for page in pages if page.language)
    return tuple(language for language, _ in counts.most_common())


def _seeds(given: Iterable[str], pages: Sequence[Page], suggestion: Suggestion) -> Iterator[str]:
    """Yield the given addresses, then links of the pages with words of the event, one of each site first."""
    own = list(dict.fromkeys(filter(None, map(normalise, given))))
    yield from own[:_MOST_SEEDS]
    linked = [link for link in _telling(pages, suggestion) if link.url not in own]
    sites: set[str] = set()
    first: list[str] = []
    others: list[str] = []
    for link in linked:
        site = site_of(host_of(link.url))
        (others if site in sites else first).append(link.url)
        sites.add(site)
    yield from dict.fromkeys([*first, *others][: max(0, _MOST_SEEDS - len(own))])


def _telling(pages: Iterable[Page], suggestion: Suggestion) -> list[Link]:
    """Return the links in the texts of pages that have words of the event, those with most first."""
    wanted = {word for term in (*suggestion.keywords, *suggestion.places) for word in words(term)}
    rated: dict[str, tuple[int, Link]] = {}
    for page in pages:
        stems = {stem(word, page.language or "en") or word for word in wanted}
        for link in page.links:
            host = host_of(link.url)
            if not link.in_body or link.barred or is_platform(host) or is_noise(link.url):
                continue
            said = {stem(word, page.language or "en") or word for word in words(link.anchor)}
            if common := len(said & stems):
                rated.setdefault(link.url, (common, link))
    return [link for _, link in sorted(rated.values(), key=lambda pair: (-pair[0], pair[1].url))]
