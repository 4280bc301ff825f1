"""Gives the terms of an event their written form: stems are no words that a person reads."""

from __future__ import annotations

import re
from functools import cached_property
from itertools import chain

_LONGEST_ACRONYM = 5
"""Letters: a longer word in capitals is written in small letters."""
_RUNS = re.compile(r"([.!?:\n]\W*)?(\w+)")
"""Words, each with the end of the sentence before it if it is the first of its own."""
_SIZES = ("small", "large")
"""Lists of words in which a word is looked for, one after the other."""
_SHARED = 3
"""Letters at the beginning that a word has in common with its stem."""


class WrittenWords:
    """The words of a page by their stems.

    A word is written as the page has it, even if the page is in another language than the event (``source``). If
    the page lacks it, it is written as the event file does, or else as the most frequent word of that stem. Names
    keep their capitals.
    """

    def __init__(
        self,
        text: str = "",
        language: str = "",
        keywords: str = "",
        names: str = "",
        source: str = "",
    ) -> None:
        self._language = language or "en"
        self._source = source or self._language
        self._own: dict[str, str] = {}
        for each in dict.fromkeys((self._source, self._language)):  # stems may be those of either
            self._own |= _forms(text, each) | _forms(names, each, opened="")
        self._given = _forms(keywords, self._source)

    def form(self, term: str) -> str:
        """Return a term as it is written."""
        return " ".join(map(self._form, term.split(" ")))

    def _form(self, stem: str) -> str:
        found = self._own.get(stem) or self._translated.get(stem) or self._given.get(stem)
        return found or _commonest(stem, self._source) or stem

    @cached_property
    def _translated(self) -> dict[str, str]:
        """The words of the page by the stems of what they mean in the language of the event."""
        from tidings.read.words.translations import translations
        from tidings.read.words.words import stem

        found: dict[str, str] = {}
        for word, meanings in translations(self._language, self._source).items():
            if form := self._own.get(stem(word, self._language)):
                for meaning in meanings:
                    found.setdefault(stem(meaning, self._source), form)
        return found


def _forms(text: str, language: str, opened: str = "\n") -> dict[str, str]:
    """Return words by their stems; those that never stand in small letters within a sentence keep their capitals."""
    from tidings.read.words.words import stem, words  # loads the readers of pages

    opening: dict[str, str] = {}
    names: dict[str, str] = {}
    small: dict[str, str] = {}
    for begins, run in _RUNS.findall(opened + text):
        for word in words(run):
            is_shouted = run.isupper() and len(run) > _LONGEST_ACRONYM
            is_name = run != word and run.lower() == word and not (begins or is_shouted)
            kind = names if is_name else opening if run != word else small
            kind.setdefault(stem(word, language), run if is_name else word)
    return opening | names | small


def _commonest(stem: str, language: str) -> str:
    """Return the most frequent word of a language with a stem, empty if none is known."""
    from tidings.read.words.background import listed_words
    from tidings.read.words.words import stem as stem_of

    beginning = stem[:_SHARED]
    lists = (words for size in _SIZES for words in listed_words(language, size))
    for word in chain.from_iterable(lists):
        if word.startswith(beginning) and stem_of(word, language) == stem:
            return word
    return ""
