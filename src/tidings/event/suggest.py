"""Suggests keywords, places, names and days for an event file from reference pages; a person edits them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date

from tidings.event.build import DEFAULT_LANGUAGE, page_words, places_of, topic_of
from tidings.model import Page
from tidings.read.dates.calendar import moments_in
from tidings.read.names.who import who
from tidings.read.words.words import stems, words

_KEYWORDS = 15
"""A few more than the ten words that judge a page, so that a person can delete wrong ones."""

_CANDIDATES = 4 * _KEYWORDS
"""Stems to choose the keywords from; some are numbers, which are skipped."""
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
    places = list(places_of(pages).items())[:_PLACES]
    return Suggestion(
        keywords=_readable(_without_numbers(topic_of(pages, _CANDIDATES)), pages),
        places={name: round(weight, 2) for name, weight in places if weight >= _MIN_WEIGHT},
        who=_named(pages),
        start=days[0] if days else None,
        end=days[-1] if days else None,
    )


def _without_numbers(topic: Mapping[str, float]) -> dict[str, float]:
    """Return the strongest stems without numbers, which say nothing about an event."""
    words = [stem for stem in topic if not stem.isnumeric()][:_KEYWORDS]
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
