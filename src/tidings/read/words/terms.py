"""Split a text into the words of terms: lower case, without accents and stop words, not stemmed."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from tidings.read.words.words import stop_words, words

_MARKS = re.compile("[\u0300-\u036f]+")
"""Combining accents; vowel signs of other scripts are letters and stay."""


def term_words(text: str, language: str) -> list[str]:
    """Return the words of a text that may be part of a term, in order."""
    stop = stop_words(language)
    if text.isascii():
        return [word for word in words(text) if word not in stop]
    if not unicodedata.is_normalized("NFC", text):  # a combining accent would split its word
        text = unicodedata.normalize("NFC", text)
    return [word if word.isascii() else plain(word) for word in words(text) if word not in stop]


@lru_cache(maxsize=50_000)
def plain(word: str) -> str:
    """Return a word without accents."""
    bare = _MARKS.sub("", unicodedata.normalize("NFKD", word))
    return unicodedata.normalize("NFC", bare)
