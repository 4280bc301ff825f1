"""Suggests keywords, places, names and days for an event file from reference pages; a person edits them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date

from tidings.event.build import DEFAULT_LANGUAGE, page_words, places_of
from tidings.model import Page
from tidings.read.dates.calendar import moments_in
from tidings.read.dates.month_names import MONTHS
from tidings.read.names.who import who
from tidings.read.words.background import idf
from tidings.read.words.words import stems, words

_KEYWORDS = 15
"""A few more than the ten words that judge a page, so that a person can delete wrong ones."""

_CANDIDATES = 4 * _KEYWORDS
"""Stems to choose the keywords from; some are numbers, which are skipped."""
_SAYS_NOTHING = """people person man woman men women day days week month year years time times image images photo photos
    picture pictures video news report reports reported story article says said say told tell according official
    officials made make take taken took came come went going get got put see seen show shown find found call called
    use used work part place area also many much more most new last first city town country world home house
    monday tuesday wednesday thursday friday saturday sunday killed dead died injured"""
"""Words that most news use: they say that something happened, but not what."""
_LEAST_RARITY = 0.7
"""Rarity of a word that may be a keyword; "people" has 0.5, "river" 2.8."""
_PLACES = 8
_NAMES = 5
_MIN_MENTIONS = 3
"""Times a name must occur in all pages together; rarer names are only mentioned in passing."""
_MIN_WEIGHT = 0.01
"""Least weight of a place; less would be rounded to 0."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A first draft of what, where, when and who."""

    keywords: Mapping[str, float] = field(default_factory=dict)
    places: Mapping[str, float] = field(default_factory=dict)
    start: date | None = None
    end: date | None = None
    who: Mapping[str, float] = field(default_factory=dict)


def suggest(pages: Sequence[Page]) -> Suggestion:
    """Return the most frequent words, places and names of some pages, and their days."""
    days = _published(pages) or _mentioned(pages)
    places = sorted(
        places_of(pages).items(), key=lambda item: _place_rank(item[0], item[1], pages)
    )[:_PLACES]
    topic = _repeated(pages) or _once(pages)
    return Suggestion(
        keywords=_readable(_telling(topic, pages), pages),
        places={name: round(weight, 2) for name, weight in places if weight >= _MIN_WEIGHT},
        who=_named(pages),
        start=days[0] if days else None,
        end=days[-1] if days else None,
    )


def _place_rank(name: str, weight: float, pages: Sequence[Page]) -> tuple[float, int]:
    """Return a sort key: the most frequent place first, of equally frequent ones that named first."""
    first = min((at for page in pages if (at := page_words(page).find(name)) >= 0), default=0)
    return -weight, first


def _repeated(pages: Sequence[Page]) -> dict[str, float]:
    """Return the stems that the pages together use at least twice, the most frequent first, weighed by ln n."""
    counts: Counter[str] = Counter()
    for page in pages:
        counts.update(stems(page_words(page), page.language or DEFAULT_LANGUAGE))
    often = sorted((-count, stem) for stem, count in counts.items() if count > 1)
    return {stem: math.log(-count) for count, stem in often[:_CANDIDATES]}


def _once(pages: Sequence[Page]) -> dict[str, float]:
    """Return the stems of a single sentence, in which each word occurs once."""
    found = [stems(page_words(page), page.language or DEFAULT_LANGUAGE) for page in pages]
    return dict.fromkeys((stem for each in found for stem in each), 1.0)


def _telling(topic: Mapping[str, float], pages: Sequence[Page]) -> dict[str, float]:
    """Return the strongest stems that say something: no numbers, no places, no words that every text uses."""
    language = next((page.language for page in pages if page.language), DEFAULT_LANGUAGE)
    places = {part for name in places_of(pages) for part in stems(name, language)}
    small = {stem for word in _SAYS_NOTHING.split() for stem in stems(word, language)}
    months = {stem for name in MONTHS for stem in stems(name, language)}
    words = [
        stem
        for stem in topic
        if not stem.isnumeric() and stem not in places | small | months
        if idf(stem, language) >= _LEAST_RARITY
    ][:_KEYWORDS]
    largest = max((topic[stem] for stem in words), default=1.0)
    return {stem: topic[stem] / largest for stem in words}


def _named(pages: Sequence[Page]) -> dict[str, float]:
    """Return the people and organisations named often, and on at least two pages if there are two."""
    counts: Counter[str] = Counter()
    naming: Counter[str] = Counter()
    for page in pages:
        for name, count in who(page.text, page.places, page.language or DEFAULT_LANGUAGE):
            counts[name] += count
            naming[name] += 1
    least = min(2, len(pages))
    often = [name for name in counts if counts[name] >= _MIN_MENTIONS and naming[name] >= least]
    ranked = sorted(often, key=lambda name: (-counts[name], name))[:_NAMES]
    return {name: round(counts[name] / counts[ranked[0]], 2) for name in ranked}


def _published(pages: Iterable[Page]) -> list[date]:
    return sorted(page.published.moment.astimezone(UTC).date() for page in pages if page.published)


def _mentioned(pages: Iterable[Page]) -> list[date]:
    """Return the day mentioned most often, the earliest of several."""
    days = Counter(moment.date() for page in pages for _, moment in moments_in(page_words(page)))
    return [min(days, key=lambda day: (-days[day], day))] if days else []


def _readable(topic: Mapping[str, float], pages: Iterable[Page]) -> dict[str, float]:
    """Replace each stem by its most frequent word form."""
    forms: dict[str, Counter[str]] = {stem: Counter() for stem in topic}
    for page in pages:
        for word, count in Counter(words(page_words(page))).items():
            for stem in stems(word, page.language or DEFAULT_LANGUAGE):
                if stem in forms:
                    forms[stem][word] += count
    return {_commonest(forms[stem], stem): round(weight, 2) for stem, weight in topic.items()}


def _commonest(forms: Counter[str], stem: str) -> str:
    return min(forms, key=lambda form: (-forms[form], form), default=stem)
