"""How rare a word is in its language: inverse document frequencies from the word lists of ``wordfreq``.

Only the package's lists are read: importing it would cost 0.4 s and 16 MB in every worker.
"""

from __future__ import annotations

import gzip
import math
from collections.abc import Mapping
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

import msgpack  # type: ignore[import-untyped]

from tidings.read.words.words import stem, words

RAREST = 1e6
"""One in this many running words: the rarest words of the lists, and any word not in them."""
LENGTH = 500
"""Words of a typical page."""
_LISTED_AS = {"no": "nb", "sr": "sh", "hr": "sh", "bs": "sh", "tl": "fil"}
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
    path = _lists() / f"{size}_{language}.msgpack.gz"
    if not language.isalpha() or not path.exists():
        return []
    with gzip.open(path) as file:
        header, *entries = msgpack.unpack(file)
    if header != {"format": "cB", "version": 1}:
        raise ValueError(f"{path}: found {header}, not a word list of wordfreq 3")
    return list(entries)


def listed_languages() -> list[str]:
    """Return the languages that have a list."""
    return sorted(path.name[6:].partition(".")[0] for path in _lists().glob("small_*.msgpack.gz"))


def _lists() -> Path:
    """Return the folder of the word lists."""
    package = find_spec("wordfreq")
    if package is None or package.origin is None:
        raise ModuleNotFoundError("wordfreq is not installed")
    return Path(package.origin).parent / "data"
