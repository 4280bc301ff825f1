"""Chooses the sentences that say most about an event between them, each from another source.

The choice rests on two well-known ideas. A word matters if many sources use it and the language seldom does (the
centroid of a set of texts). A sentence is worth less the more it is like one chosen before (maximal marginal
relevance). Both are multiplied with the odds that the page is about the event, so that there are no weights to tune.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from tidings.read.words.background import idf
from tidings.read.words.sentences import Sentence, sentences
from tidings.read.words.words import stems_of, words

LENGTHS = range(6, 51)
"""Words of a sentence that can stand alone; pairs of characters in scripts without spaces."""
_MOST_SENTENCES = 60
"""Sentences of a page that are considered, from its beginning: news comes first."""
_SUREST = 0.99
"""Probability above which a page is not believed more."""
_END = re.compile(r"[.!?…。！？．｡؟۔।॥։።༎།][\"'”’»›)\]」』]*$")  # noqa: RUF001 - signs of other scripts
_UNSIGNED = ("th", "lo", "km", "my")
"""Languages that have no sign for the end of a sentence, or seldom write it."""

Weights = Mapping[str, float]


class QuotedPage(NamedTuple):
    """A page that may be quoted."""

    key: int
    site: str
    story: int
    """The same for copies of one text, 0 for none."""
    language: str
    relevance: float
    """The probability that it is about the event."""
    text: str

    @property
    def odds(self) -> float:
        """Return how many times more likely it is about the event than not."""
        return self.relevance / (1.0 - min(self.relevance, _SUREST))


class Quotable(NamedTuple):
    """A sentence of a page, and the stems in it with their rarity."""

    source: QuotedPage
    sentence: Sentence
    stems: Weights
    length: float
    """Of the vector of its stems."""


def choose(sources: Iterable[QuotedPage], event: Iterable[str], count: int) -> list[Quotable]:
    """Return sentences of independent sources in the order of their choice; ``event`` are words of the event."""
    pages = [page for page in map(_read, sources) if page.quotable]
    weights = _centroid(pages, event)
    left = [page.rated(weights) for page in pages]
    chosen: list[Quotable] = []
    while left and len(chosen) < count:
        sites = {each.source.site for each in chosen}
        # a site speaks a second time only when all others have spoken
        fresh = [page for page in left if page.source.site not in sites] or left
        rated = (
            (page, *each) for page in fresh for each in zip(page.quotable, page.worth, strict=True)
        )
        page, best, _ = max(rated, key=lambda each: each[2] * _newness(each[1], chosen))
        chosen.append(best)
        left = [each for each in left if not each.repeats(page)]
    return chosen


class _Read(NamedTuple):
    """A page in sentences."""

    source: QuotedPage
    quotable: tuple[Quotable, ...]
    known: frozenset[str]
    """All its sentences, however they are spaced."""
    worth: tuple[float, ...] = ()
    """Of each sentence, whatever else is chosen."""

    def rated(self, weights: Weights) -> _Read:
        """Return the page with the worth of its sentences: the odds of the page, times likeness to what all say."""
        odds = self.source.odds
        return self._replace(worth=tuple(odds * _likeness(each, weights) for each in self.quotable))

    def repeats(self, other: _Read) -> bool:
        """Return whether two pages are the same, copies of one text, or have most sentences in common."""
        if self.source.key == other.source.key or (
            self.source.story and self.source.story == other.source.story
        ):
            return True
        return 2 * len(self.known & other.known) > min(len(self.known), len(other.known))


def _read(source: QuotedPage) -> _Read:
    quotable, known = [], set()
    language = source.language or "en"
    stem_of = stems_of(language)
    for number, sentence in enumerate(sentences(source.text, source.language)):
        said = words(sentence.text)
        if len(said) not in LENGTHS:
            continue
        known.add(" ".join(said))
        if number < _MOST_SENTENCES and (language in _UNSIGNED or _END.search(sentence.text)):
            stems = {stem: idf(stem, language) for stem in map(stem_of.__getitem__, said) if stem}
            quotable.append(Quotable(source, sentence, stems, math.hypot(*stems.values())))
    return _Read(source, tuple(quotable), frozenset(known))


def _centroid(pages: Sequence[_Read], event: Iterable[str]) -> Weights:
    """Return the weight of each stem: the share of the sites that use it, times its rarity.

    A site speaks with the relevance of its best page that has the word. All sites speak of the event's own words.
    """
    voices: dict[str, dict[str, float]] = defaultdict(dict)
    sites: dict[str, float] = {}
    rarities: dict[str, float] = {}
    for page in pages:
        site, relevance = page.source.site, page.source.relevance
        sites[site] = max(sites.get(site, 0.0), relevance)
        for each in page.quotable:
            rarities.update(each.stems)
            for stem in each.stems:
                voices[stem][site] = max(voices[stem].get(site, 0.0), relevance)
    everyone = sum(sites.values()) or 1.0
    named = [word for each in event for word in words(each)]
    own = {stem_of[word] for stem_of in _stemmers(pages) for word in named}
    return {
        stem: rarities[stem] * (1.0 if stem in own else sum(heard.values()) / everyone)
        for stem, heard in voices.items()
    }


def _stemmers(pages: Sequence[_Read]) -> Iterator[Mapping[str, str]]:
    for language in sorted({page.source.language or "en" for page in pages}):
        yield stems_of(language)


def _likeness(each: Quotable, weights: Weights) -> float:
    """Return how much a sentence says of what all say; the length of the centroid is the same for all."""
    product = sum(weights[stem] * rarity for stem, rarity in each.stems.items())
    return product / each.length if product else 0.0


def _newness(each: Quotable, chosen: Iterable[Quotable]) -> float:
    """Return how unlike a sentence is to the most similar one chosen, from 0 to 1."""
    return 1.0 - max((_cosine(each, other) for other in chosen), default=0.0)


def _cosine(one: Quotable, other: Quotable) -> float:
    lengths = one.length * other.length
    product = sum(rarity * other.stems.get(stem, 0.0) for stem, rarity in one.stems.items())
    return min(1.0, product / lengths) if lengths else 0.0
