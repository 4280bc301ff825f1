"""Check the words that a person wrote against the word lists of ``wordfreq``: whether anybody uses them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from heapq import nlargest

from tidings.read.words.background import listed_languages, listed_words

_ENGLISH = "en"
_ALIKE = 0.84
"""Ratio of common letters from which a word is proposed: "earthqauke" has 0.9 with "earthquake"."""
_LENGTHS = 2
"""Letters by which a proposed word may be longer or shorter."""
_PROPOSED = 2
"""Words proposed at most."""


def is_word(word: str, languages: Sequence[str] = ()) -> bool:
    """Return whether a word is in use: in English or one of some languages, or common in any other."""
    expected = dict.fromkeys((*languages, _ENGLISH))
    if any(word in _words(language, "large") for language in expected):
        return True
    return any(word in _words(language, "small") for language in listed_languages())


def similar_words(word: str) -> tuple[str, ...]:
    """Return common English words that are spelled nearly alike, the most similar and most common first."""
    matcher = SequenceMatcher(b=word, autojunk=False)
    ratios = {}
    for rank, known in enumerate(_common()):
        if known[:1] != word[:1] or abs(len(known) - len(word)) > _LENGTHS:
            continue
        matcher.set_seq1(known)
        if matcher.quick_ratio() >= _ALIKE and (ratio := matcher.ratio()) >= _ALIKE:
            ratios[known] = (ratio, -rank)
    return tuple(nlargest(_PROPOSED, ratios, key=ratios.__getitem__))


def _common() -> Iterator[str]:
    for entries in listed_words(_ENGLISH):
        yield from entries


@lru_cache(maxsize=64)
def _words(language: str, size: str) -> frozenset[str]:
    """Return the words of a list; the small one if there is no large one."""
    lists: Iterable[Iterable[str]] = listed_words(language, size) or listed_words(language)
    return frozenset(word for entries in lists for word in entries)
