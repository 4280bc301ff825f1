"""Reads the words of a page in another language as words of the event's language.

A page shares names, numbers and dates with the references, whatever its language. Beside these, a hand-written table
has common words of reports, keywords may be given in several languages, and cognates begin alike.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Set

from tidings.read.words.translations import translations
from tidings.read.words.words import WordMemo, stems_of, words

_CACHED_WORDS = 50_000
"""Words cached per language."""
_COGNATE = 5
"""Letters: a word that begins with a keyword's stem of this length or more is a cognate, as evacu-ación."""


class ForeignWords:
    """Translates words, as far as the event uses what they mean."""

    def __init__(self, language: str, keywords: Iterable[str], used: Set[str]) -> None:
        """``used``: stems of keywords and references in the language of the event."""
        self._language, self._used = language, used
        self._stems = stems_of(language)
        self._keywords = list(dict.fromkeys(word for each in keywords for word in words(each)))
        self._cognates = {
            stem: word
            for word in self._keywords
            if len(stem := _plain(self._stems[word])) >= _COGNATE
        }
        self._longest = max(map(len, self._cognates), default=0)
        self._memos: dict[str, WordMemo[str]] = {}

    def read_in(self, language: str) -> WordMemo[str]:
        """Return for each word of a language a word of the event's language, the word itself if none is known."""
        if language not in self._memos:
            self._memos[language] = self._memo(language)
        return self._memos[language]

    def _memo(self, language: str) -> WordMemo[str]:
        foreign = stems_of(language)
        known = {foreign[word]: word for word in self._keywords if len(word) >= _COGNATE}
        for word, equivalents in translations(language, self._language).items():
            used = [each for each in equivalents if self._stems[each] in self._used]
            if used:
                known[foreign[word]] = used[0]
        known.pop("", None)

        def read(word: str) -> str:
            return known.get(foreign[word]) or self._cognate(word) or word

        return WordMemo(read, _CACHED_WORDS)

    def _cognate(self, word: str) -> str:
        plain = _plain(word)
        longest = min(len(plain), self._longest)
        beginnings = (plain[:length] for length in range(longest, _COGNATE - 1, -1))
        return next((self._cognates[one] for one in beginnings if one in self._cognates), "")


def _plain(word: str) -> str:
    """Return a word without accents."""
    if word.isascii():
        return word
    letters = unicodedata.normalize("NFKD", word)
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
