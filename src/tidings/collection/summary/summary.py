"""Summarises a collection by quoting it; every sentence stands in its page as it is given here."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from tidings.collection.folder import EVENT_FILE
from tidings.collection.reading import CollectionReader
from tidings.collection.summary.choosing import Quotable, QuotedPage, choose
from tidings.errors import TidingsError
from tidings.event.file import load
from tidings.model import Event, Place, Reported, TimeSpan
from tidings.store.entries import Entry
from tidings.urls import host_of, site_of

SENTENCES = 10
"""Sentences of a summary, as many as fit on one screen."""
_MOST_PAGES = 300
"""Pages that are read for a summary, those with the highest scores; copies do not count."""
_MOST_NUMBERS = 12
"""Numbers of each kind, such as of the dead."""
_MOST_NAMES = 8
"""Places, people and organisations of each kind."""
_YEAR = re.compile(r"(?<![\d.,])(?:19|20)\d\d(?![\d]|[.,]\d)")


class Quotation(NamedTuple):
    """A sentence of a page, word for word."""

    text: str
    start: int
    """Where it begins in the text of the page."""
    entry: Entry
    when: datetime | None
    """When the page was published, else when it was captured."""
    is_published: bool
    """Whether ``when`` is the date of publication."""


class NamedBy(NamedTuple):
    """A name, and how many sites and pages of those read name it."""

    name: str
    sites: int
    pages: int
    place: Place | None = None


class NumberBy(NamedTuple):
    """A number that a page reports, and when."""

    number: Reported
    entry: Entry
    when: datetime | None


@dataclass(frozen=True, slots=True)
class CollectionSummary:
    """What a collection says about its event."""

    quotations: tuple[Quotation, ...] = ()
    """In order of time."""
    places: tuple[NamedBy, ...] = ()
    people: tuple[NamedBy, ...] = ()
    organisations: tuple[NamedBy, ...] = ()
    numbers: tuple[NumberBy, ...] = ()
    """By what they count, then in order of time."""
    pages: int = 0
    """Pages that were read for it."""


def summarise(reader: CollectionReader, count: int = SENTENCES) -> CollectionSummary:
    """Return the summary of a collection: sentences of its kept pages, and the names they have most."""
    answer = reader.search("", sort="score", limit=_MOST_PAGES)
    entries = {hit.entry.number: hit.entry for hit in answer.hits}
    event = _event(reader)
    chosen = choose(map(_source, entries.values()), _words(event), count)
    quotations = [_quotation(each, entries[each.source.key]) for each in chosen]
    pages = list(entries.values())
    return CollectionSummary(
        tuple(
            sorted(quotations, key=lambda each: (each.when is None, each.when, each.entry.number))
        ),
        _places(pages),
        _names(pages, lambda entry: [one.name for one in entry.content.people]),
        _names(pages, lambda entry: [one.name for one in entry.content.organisations]),
        _numbers(pages, event.when if event else None),
        len(pages),
    )


def _source(entry: Entry) -> QuotedPage:
    site = site_of(host_of(entry.url))
    relevance = entry.score.value if entry.score else 0.0
    return QuotedPage(
        entry.number, site, entry.story, entry.language, relevance, entry.content.text
    )


def _quotation(quotable: Quotable, entry: Entry) -> Quotation:
    sentence = quotable.sentence
    when = entry.published or entry.captured_at
    return Quotation(sentence.text, sentence.start, entry, when, entry.published is not None)


def _event(reader: CollectionReader) -> Event | None:
    """Return the event of a collection, None if its file cannot be read."""
    try:
        return load(reader.folder / EVENT_FILE).event
    except TidingsError:
        return None


def _words(event: Event | None) -> list[str]:
    """Return the words and names of an event file."""
    return [event.name, *event.keywords, *event.places, *event.who] if event else []


def _places(entries: Sequence[Entry]) -> tuple[NamedBy, ...]:
    known = {each.place.name: each.place for entry in entries for each in entry.content.places}
    named = _names(entries, lambda entry: [each.place.name for each in entry.content.places])
    return tuple(each._replace(place=known[each.name]) for each in named)


def _numbers(entries: Iterable[Entry], when: TimeSpan | None) -> tuple[NumberBy, ...]:
    """Return what each site reports first of each kind: of the most relevant pages, which come first.

    A number whose sentence speaks of years before the event alone belongs to another event.
    """
    chosen: dict[tuple[str, str], NumberBy] = {}
    kinds: Counter[str] = Counter()
    for entry in entries:
        for number in entry.numbers:
            key = number.what, site_of(host_of(entry.url))
            if when and _is_older(number, when):
                continue
            if key not in chosen and kinds[number.what] < _MOST_NUMBERS:
                chosen[key] = NumberBy(number, entry, entry.published or entry.captured_at)
                kinds[number.what] += 1
    return tuple(
        sorted(chosen.values(), key=lambda each: (each.number.what, each.when is None, each.when))
    )


def _is_older(number: Reported, when: TimeSpan) -> bool:
    begin = when.begin - when.lead
    years = {int(year) for year in _YEAR.findall(number.sentence)} - {number.value, number.most}
    return bool(years) and max(years) < begin.year


def _names(entries: Iterable[Entry], of: Callable[[Entry], Iterable[str]]) -> tuple[NamedBy, ...]:
    """Return the names that most sites have, then most pages."""
    sites: dict[str, set[str]] = defaultdict(set)
    pages: dict[str, int] = defaultdict(int)
    for entry in entries:
        for name in set(of(entry)):
            sites[name].add(site_of(host_of(entry.url)))
            pages[name] += 1
    counted = [NamedBy(name, len(sites[name]), number) for name, number in pages.items()]
    counted.sort(key=lambda each: (-each.sites, -each.pages, each.name))
    return tuple(counted[:_MOST_NAMES])
