"""The words that set a page apart: frequent on the page, rare in its language; it knows no event and no other page."""

from __future__ import annotations

from collections import Counter
from functools import cache
from heapq import nlargest
from operator import mul

from tidings.read.words.background import idf
from tidings.read.words.words import WordMemo, stem, words

MAX_KEYWORDS = 12
"""Keywords of one page: what a person takes in at a glance."""
_LEAD_WORDS = 300
"""Words at the start of a text that are counted: the news is there, and counting all takes several times as long."""
_MIN_LETTERS = 3
"""Letters of a keyword in the Latin alphabet."""
_CACHED_WORDS = 100_000


def keywords(text: str, language: str) -> tuple[str, ...]:
    """Return the strongest keywords of a text, the strongest first."""
    counts = Counter(words(text)[:_LEAD_WORDS])
    rarities = map(_rarities(language or "en").__getitem__, counts)
    strongest = nlargest(
        MAX_KEYWORDS, zip(map(mul, counts.values(), rarities), counts, strict=True)
    )
    return tuple(word for strength, word in strongest if strength)


@cache
def _rarities(language: str) -> WordMemo[float]:
    def rarity(word: str) -> float:
        """Return how rare a word is, 0 for numbers, stop words and scraps."""
        if word.isascii() and (len(word) < _MIN_LETTERS or not word.isalpha()):
            return 0.0
        root = stem(word, language)
        return idf(root, language) if root else 0.0

    return WordMemo(rarity, _CACHED_WORDS)
