"""A text as the words that terms are made of: no accents, no capitals, no stop words; words keep their endings."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from tidings.read.words.words import stop_words, words

_MARKS = re.compile("[\u0300-\u036f]+")
"""Accents that stand beside their letter; vowel signs of other scripts are letters and stay."""


def term_words(text: str, language: str) -> list[str]:
    """Return the words of a text that may belong to a term, in their order."""
    if not unicodedata.is_normalized("NFC", text):  # else an accent would cut its word in two
        text = unicodedata.normalize("NFC", text)
    small = stop_words(language)
    return [word if word.isascii() else _plain(word) for word in words(text) if word not in small]


@lru_cache(maxsize=50_000)
def _plain(word: str) -> str:
    """Return a word without its accents."""
    bare = _MARKS.sub("", unicodedata.normalize("NFKD", word))
    return unicodedata.normalize("NFC", bare)
