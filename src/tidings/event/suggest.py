"""What reference pages suggest for an event file: keywords, places and days, to be edited by a person."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date

from tidings.event.build import DEFAULT_LANGUAGE, page_words, places_of, topic_of
from tidings.model import Page
from tidings.read.words import stems, words

_KEYWORDS = 15
"""A few more than the ten words that judge a page, so that a person can strike the wrong ones."""

_PLACES = 8


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A first draft of what, where and when."""

    keywords: Mapping[str, float] = field(default_factory=dict)
    places: Mapping[str, float] = field(default_factory=dict)
    start: date | None = None
    end: date | None = None


def suggest(pages: Sequence[Page]) -> Suggestion:
    """Return the strongest words and places of some pages, and the days they were published."""
    days = sorted(page.published.moment.astimezone(UTC).date() for page in pages if page.published)
    return Suggestion(
        keywords=_readable(topic_of(pages, _KEYWORDS), pages),
        places=dict(list(places_of(pages).items())[:_PLACES]),
        start=days[0] if days else None,
        end=days[-1] if days else None,
    )


def _readable(topic: Mapping[str, float], pages: Iterable[Page]) -> dict[str, float]:
    """Put in place of each stem the word that stood for it most often."""
    forms: dict[str, Counter[str]] = {stem: Counter() for stem in topic}
    for page in pages:
        for word, count in Counter(words(page_words(page))).items():
            for stem in stems(word, page.language or DEFAULT_LANGUAGE):
                if stem in forms:
                    forms[stem][word] += count
    return {_commonest(forms[stem], stem): round(weight, 2) for stem, weight in topic.items()}


def _commonest(forms: Counter[str], stem: str) -> str:
    return min(forms, key=lambda form: (-forms[form], form), default=stem)
