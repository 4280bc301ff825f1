"""The words that set a page apart: frequent on the page, rare in its language; it knows no event and no other page."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from heapq import nlargest

from tidings.model import Page
from tidings.read.words.background import idf
from tidings.read.words.words import stem, words

MOST = 12
"""Keywords of one page: what a person takes in at a glance."""
_READ = 3_000
"""Words of a text that are counted."""
_SHORTEST = 3
"""Letters of a keyword in alphabets with spaces."""
_WEIGHED_WORDS = 65_536


def keywords(page: Page) -> tuple[str, ...]:
    """Return the strongest keywords of a page, the strongest first."""
    language = page.language or "en"
    counts = Counter(words(page.text)[:_READ])
    weights = {
        word: n * weight for word, n in counts.items() if (weight := _weight(word, language))
    }
    return tuple(nlargest(MOST, weights, key=weights.__getitem__))


@lru_cache(maxsize=_WEIGHED_WORDS)
def _weight(word: str, language: str) -> float:
    """Return how rare a word is, 0 for numbers, stop words and scraps."""
    if word.isascii() and (len(word) < _SHORTEST or not word.isalpha()):
        return 0.0
    root = stem(word, language)
    return idf(root, language) if root else 0.0
