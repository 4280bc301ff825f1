"""How rare a word is in its language: inverse document frequencies from the word lists of ``wordfreq``.

Only the package's lists are read: importing it would cost 0.4 s and 16 MB in every worker.
"""

from __future__ import annotations

import gzip
import math
from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

import msgpack  # type: ignore[import-untyped]

from tidings.read.words.words import STEMMED, stem, words

RAREST = 1e6
"""One in this many running words: the rarest words of the lists, and any word not in them."""
LENGTH = 500
"""Words of a typical page."""
_LISTED_AS = {"no": "nb", "sr": "sh", "hr": "sh", "bs": "sh", "tl": "fil"}
_CLEARLY = 0.7
"""Powers of ten: how much more frequent each keyword must be in another language than in the usual one."""
_COMMON = 5.0
"""Powers of ten: words that are no rarer in the usual language are taken to be of it."""
_UNKNOWN = 7.5
"""Powers of ten: the rarity of a word that a list lacks."""
_YEARS = range(1950, 2050)


def idf(term: str, language: str) -> float:
    """Return the inverse document frequency of a stem, or of several joined by spaces: 0 to ``CEILING``."""
    one_in = background(language)
    return rarity(sum([one_in[part] for part in term.split(" ")]))


def rarity(one_in: float) -> float:
    """Return the inverse document frequency of a word that is one in ``one_in`` running words.

    If words occur at random, a page of ``LENGTH`` words has it with the probability 1 - exp(-LENGTH / one_in).
    """
    return -math.log(-math.expm1(-LENGTH / min(one_in, RAREST)))


CEILING = rarity(RAREST)
"""The inverse document frequency of an unknown word: 7.6."""


class OneIn(dict[str, float]):
    """For each stem of a language, one in how many running words it is; at most ``RAREST``."""

    def __init__(self, shares: Mapping[str, float]) -> None:
        super().__init__((stem, min(1.0 / share, RAREST)) for stem, share in shares.items())

    def __missing__(self, stem: str) -> float:
        if not stem.isdecimal() or len(stem) < 2:
            return RAREST
        # The lists count all numbers of the same length as one entry of zeros.
        return min(self.get("0" * len(stem), RAREST) / _share(stem), RAREST)


def _share(number: str) -> float:
    """Return the share of a number among all with as many digits; four digits are mostly recent years."""
    if len(number) == 4 and int(number) in _YEARS:
        return 0.01
    return float(10 ** -len(number))


@lru_cache(maxsize=16)
def background(language: str) -> OneIn:
    """Return how rare the stems of a language are; without a list, all words are equally rare."""
    shares: dict[str, float] = {}
    for centibels, entries in enumerate(listed_words(_LISTED_AS.get(language, language))):
        share = 10.0 ** (-centibels / 100)
        for word in words(" ".join(entries)):  # split as pages are: "don't" is "don" and "t"
            key = stem(word, language) or word
            shares[key] = shares.get(key, 0.0) + share
    return OneIn(shares)


def listed_words(language: str, size: str = "small") -> list[list[str]]:
    """Return the words of a list by frequency: words at index n have the frequency 10^(-n/100)."""
    if not _is_listed(language, size):
        return []
    path = _lists() / f"{size}_{language}.msgpack.gz"
    with gzip.open(path) as file:
        header, *entries = msgpack.unpack(file)
    if header != {"format": "cB", "version": 1}:
        raise ValueError(f"{path}: found {header}, not a word list of wordfreq 3")
    return list(entries)


def _is_listed(language: str, size: str = "small") -> bool:
    return language.isalpha() and (_lists() / f"{size}_{language}.msgpack.gz").exists()


def listed_languages() -> list[str]:
    """Return the languages that have a list."""
    return sorted(path.name[6:].partition(".")[0] for path in _lists().glob("small_*.msgpack.gz"))


@lru_cache(maxsize=1)
def _lists() -> Path:
    """Return the folder of the word lists."""
    package = find_spec("wordfreq")
    if package is None or package.origin is None:
        raise ModuleNotFoundError("wordfreq is not installed")
    return Path(package.origin).parent / "data"


def likely_language(keywords: Iterable[str], usual: str) -> str:
    """Return the language in which keywords are most frequent; the usual one unless another is clearly likelier.

    Only languages with stems are meant: in others it makes no difference.
    """
    given = {word for keyword in keywords for word in words(keyword) if not word.isdecimal()}
    return _likely(frozenset(given), usual) if given else usual


@lru_cache(maxsize=64)
def _likely(given: frozenset[str], usual: str) -> str:
    own = _summed_rarity(given, usual)
    if own <= _COMMON * len(given):
        return usual
    rarities = {
        language: _summed_rarity(given, listed)
        for language in sorted(STEMMED)
        if _is_listed(listed := _LISTED_AS.get(language, language))
    }
    best = min(rarities, key=lambda language: (rarities[language], language))
    return best if rarities[best] + _CLEARLY * len(given) <= own else usual


def _summed_rarity(given: frozenset[str], listed: str) -> float:
    """Return how rare some words are together, in powers of ten; words that a list lacks are rarer than all others."""
    rarities = {
        word: centibels / 100
        for centibels, entries in enumerate(listed_words(listed))
        for word in given.intersection(entries)
    }
    return sum(rarities.get(word, _UNKNOWN) for word in given)
