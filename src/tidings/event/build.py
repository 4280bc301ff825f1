"""The event model: what the event file says, completed by what its reference pages say."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, time, timedelta
from itertools import pairwise
from statistics import median_low

from tidings.errors import EventFileError
from tidings.model import Event, EventModel, Page, TimeSpan
from tidings.read.words.words import stems

DEFAULT_LANGUAGE = "en"
_TERMS = 20_000
"""Words and pairs of words kept for a language: all of some long articles, not all of a book."""


def build_model(event: Event, references: Sequence[Page], terms: int) -> EventModel:
    """Return the model pages are compared with; ``terms`` bounds the words taken from references.

    References that are examples of a kind of page tell neither places nor time: the next may be anywhere.
    Of two words with the same weight the event file's own come first, then the alphabet decides.
    """
    topic = _scaled(_keyword_stems(event.keywords, _language(references)))
    for word, weight in topic_of(references, terms).items():
        topic.setdefault(word, weight)
    if not topic:
        raise EventFileError(
            f"what.references: found no word that occurs twice in the references of {event.name!r}; "
            "allowed: longer references, or keywords"
        )
    ranked = dict(sorted(topic.items(), key=lambda item: -item[1]))
    telling = () if any(event.genre) else references
    places = _ranked(_scaled(event.places)) or places_of(telling)
    when = event.when or span_of(telling)
    who = _ranked(_scaled(event.who))
    keywords = dict(event.keywords)
    return EventModel(ranked, places, when, terms_of(references), keywords, who, event.genre)


def topic_of(pages: Iterable[Page], terms: int) -> dict[str, float]:
    """Return the strongest stems of some pages: logarithm of their summed frequency, largest = 1."""
    frequencies: Counter[str] = Counter()
    for page in pages:
        frequencies.update(stems(page_words(page), page.language or DEFAULT_LANGUAGE))
    weights = {word: math.log(count) for word, count in frequencies.items() if count > 1}
    return _scaled(dict(list(_ranked(weights).items())[:terms]))


def terms_of(pages: Sequence[Page]) -> dict[str, dict[str, int]]:
    """Count the stems of some pages and the pairs of stems that follow each other, by language, the main one first."""
    counts: dict[str, Counter[str]] = {_language(pages): Counter()} if pages else {}
    for page in pages:
        language = page.language or DEFAULT_LANGUAGE
        found = stems(page_words(page), language)
        counted = counts.setdefault(language, Counter())
        counted.update(found)
        counted.update(map(" ".join, pairwise(found)))
    return {language: dict(counted.most_common(_TERMS)) for language, counted in counts.items()}


def places_of(pages: Iterable[Page]) -> dict[str, float]:
    """Return the places named in some pages, weighted by frequency, largest = 1."""
    counts: Counter[str] = Counter()
    for page in pages:
        for mention in page.places:
            counts[mention.place.name] += mention.count
    return _scaled(_ranked(counts))


def span_of(pages: Iterable[Page]) -> TimeSpan | None:
    """Return the middle one of the days the pages were published, or None if none is dated."""
    days = [page.published.moment.astimezone(UTC).date() for page in pages if page.published]
    if not days:
        return None
    start = datetime.combine(median_low(days), time(tzinfo=UTC))
    return TimeSpan(start, start + timedelta(days=1, seconds=-1))


def page_words(page: Page) -> str:
    """Return all the words of a page: its title and its text."""
    return f"{page.title}\n{page.text}"


def _keyword_stems(keywords: Mapping[str, float], language: str) -> dict[str, float]:
    weights: dict[str, float] = {}
    for keyword, weight in keywords.items():
        for found in stems(keyword, language):
            weights[found] = max(weight, weights.get(found, 0.0))
    return _ranked(weights)


def _language(pages: Iterable[Page]) -> str:
    """Return the language most pages are written in; keywords are taken to be in it too."""
    counts = Counter(page.language for page in pages if page.language)
    return min(counts, key=lambda code: (-counts[code], code), default=DEFAULT_LANGUAGE)


def _ranked(weights: Mapping[str, float]) -> dict[str, float]:
    return dict(sorted(weights.items(), key=lambda item: (-item[1], item[0])))


def _scaled(weights: Mapping[str, float]) -> dict[str, float]:
    largest = max(weights.values(), default=1.0)
    return {word: weight / largest for word, weight in weights.items()}
