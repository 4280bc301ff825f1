"""Builds the event model from the event file and its reference pages."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from itertools import pairwise
from statistics import median_low

from tidings.errors import EventFileError
from tidings.model import Event, EventModel, Page, TimeSpan
from tidings.read.words.words import stems
from tidings.urls import host_of

DEFAULT_LANGUAGE = "en"
_TERMS = 20_000
"""Words and word pairs kept per language: enough for several long articles, not for a book."""
_TEMPLATE_WORDS = 12
"""Words of a paragraph that counts as template if it is shared; a shorter line may name the subject of both."""
_LEAST_LEFT = 15
"""Words that must be left of every reference, else they are copies of each other and share more than a template."""


def build_model(event: Event, references: Sequence[Page], terms: int) -> EventModel:
    """Return the model to compare pages with; at most ``terms`` words come from the references.

    References of a genre event give neither places nor dates: other pages of the genre may have any.
    Ties between words of equal weight go to the event file's own words, then to the alphabet.
    """
    written = own_texts(references)
    topic = _scaled(_keyword_stems(event.keywords, _language(references)))
    for word, weight in topic_of(written, terms).items():
        topic.setdefault(word, weight)
    if not topic:
        raise EventFileError(
            f"what.references: found no word in the references of {event.name!r}; "
            "allowed: references with text, or keywords"
        )
    ranked = dict(sorted(topic.items(), key=lambda item: -item[1]))
    about_event = () if any(event.genre) else references
    places = _ranked(_scaled(event.places)) or places_of(about_event)
    when = event.when or span_of(about_event)
    who = _ranked(_scaled(event.who))
    keywords = dict(event.keywords)
    derived = [
        name for name, given in (("places", event.places), ("when", event.when)) if not given
    ]
    return EventModel(
        ranked, places, when, terms_of(written), keywords, who, event.genre, tuple(derived)
    )


def own_texts(references: Sequence[Page]) -> Sequence[Page]:
    """Return references without the paragraphs that another one of the same host has too: they are its template."""
    met = Counter((host_of(page.url), line) for page in references for line in set(_lines(page)))
    own = []
    for page in references:
        host = host_of(page.url)
        lines = [line for line in _lines(page) if met[host, line] == 1 or _is_short(line)]
        own.append(replace(page, text="\n".join(lines)))
    return own if all(len(page.text.split()) >= _LEAST_LEFT for page in own) else references


def _is_short(line: str) -> bool:
    return len(line.split()) < _TEMPLATE_WORDS


def _lines(page: Page) -> list[str]:
    return [line for part in page.text.splitlines() if (line := part.strip())]


def topic_of(pages: Iterable[Page], terms: int) -> dict[str, float]:
    """Return the most frequent stems of some pages, weighted by the logarithm of their count; largest weight = 1."""
    frequencies: Counter[str] = Counter()
    for page in pages:
        frequencies.update(stems(page_words(page), page.language or DEFAULT_LANGUAGE))
    weights = {word: math.log(count) for word, count in frequencies.items() if count > 1}
    if not weights:  # a short text repeats nothing, so all its words are equally strong
        weights = dict.fromkeys(frequencies, 1.0)
    return _scaled(dict(list(_ranked(weights).items())[:terms]))


def terms_of(pages: Sequence[Page]) -> dict[str, dict[str, int]]:
    """Count stems and pairs of adjacent stems by language, the main language first."""
    counts: dict[str, Counter[str]] = {_language(pages): Counter()} if pages else {}
    for page in pages:
        language = page.language or DEFAULT_LANGUAGE
        words = stems(page_words(page), language)
        counted = counts.setdefault(language, Counter())
        counted.update(words)
        counted.update(map(" ".join, pairwise(words)))
    return {language: dict(counted.most_common(_TERMS)) for language, counted in counts.items()}


def places_of(pages: Iterable[Page]) -> dict[str, float]:
    """Return the places named in some pages, weighted by frequency; largest weight = 1."""
    counts: Counter[str] = Counter()
    for page in pages:
        for mention in page.places:
            counts[mention.place.name] += mention.count
    return _scaled(_ranked(counts))


def span_of(pages: Iterable[Page]) -> TimeSpan | None:
    """Return the median publication day of the pages, or None if none has a date."""
    days = [page.published.moment.astimezone(UTC).date() for page in pages if page.published]
    if not days:
        return None
    start = datetime.combine(median_low(days), time(tzinfo=UTC))
    return TimeSpan(start, start + timedelta(days=1, seconds=-1))


def page_words(page: Page) -> str:
    """Return the title and the text of a page."""
    return f"{page.title}\n{page.text}"


def _keyword_stems(keywords: Mapping[str, float], language: str) -> dict[str, float]:
    weights: dict[str, float] = {}
    for keyword, weight in keywords.items():
        for stem in stems(keyword, language):
            weights[stem] = max(weight, weights.get(stem, 0.0))
    return _ranked(weights)


def _language(pages: Iterable[Page]) -> str:
    """Return the language of most pages; keywords are assumed to be in it, too."""
    counts = Counter(page.language for page in pages if page.language)
    return min(counts, key=lambda code: (-counts[code], code), default=DEFAULT_LANGUAGE)


def _ranked(weights: Mapping[str, float]) -> dict[str, float]:
    return dict(sorted(weights.items(), key=lambda item: (-item[1], item[0])))


def _scaled(weights: Mapping[str, float]) -> dict[str, float]:
    largest = max(weights.values(), default=1.0)
    return {word: weight / largest for word, weight in weights.items()}
