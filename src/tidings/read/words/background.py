"""How rare a word is in its language: inverse document frequencies from the word lists of the ``wordfreq`` package.

Only the lists are used: importing the package itself would cost 0.4 s and 16 MB in every worker.
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
"""The lists end with what is one in a million words; rarer and unknown words count as this rare."""
LENGTH = 500
"""Words of a typical page."""
_LISTED_AS = {"no": "nb", "sr": "sh", "hr": "sh", "bs": "sh", "tl": "fil"}
_YEARS = range(1950, 2050)


def idf(term: str, language: str) -> float:
    """Return how much a stem, or several with a space between them, tells: 0 if every page has it, at most ``CEILING``."""
    one_in = background(language)
    return rarity(sum([one_in[part] for part in term.split(" ")]))


def rarity(words_for_one: float) -> float:
    """Return the inverse document frequency of what is one in so many running words.

    If words fall at random, a page of ``LENGTH`` words has it with the probability 1 - exp(-LENGTH / words_for_one).
    """
    return -math.log(-math.expm1(-LENGTH / min(words_for_one, RAREST)))


CEILING = rarity(RAREST)
"""The inverse document frequency of a word that is in no list: 7.6."""


class OneIn(dict[str, float]):
    """One in how many running words of a language is each stem, ``RAREST`` at most."""

    def __init__(self, shares: Mapping[str, float]) -> None:
        super().__init__((found, min(1.0 / share, RAREST)) for found, share in shares.items())

    def __missing__(self, found: str) -> float:
        if not found.isdecimal() or len(found) < 2:
            return RAREST
        return min(self.get("0" * len(found), RAREST) / _share(found), RAREST)


def _share(number: str) -> float:
    """Return what part of the numbers with as many digits is this one; four digits are mostly years near ours."""
    if len(number) == 4 and int(number) in _YEARS:
        return 0.01
    return float(10 ** -len(number))


@lru_cache(maxsize=16)
def background(language: str) -> OneIn:
    """Return how rare the stems of a language are; in one without a list every word is equally rare."""
    shares: dict[str, float] = {}
    for centibels, entries in enumerate(_entries(_LISTED_AS.get(language, language))):
        share = 10.0 ** (-centibels / 100)
        for word in words(" ".join(entries)):  # split as pages are: "don't" is "don" and "t"
            found = stem(word, language) or word
            shares[found] = shares.get(found, 0.0) + share
    return OneIn(shares)


def _entries(language: str) -> list[list[str]]:
    """Return the words of a list; those in place n have the frequency 10^(-n/100)."""
    package = find_spec("wordfreq")
    if package is None or package.origin is None:
        raise ModuleNotFoundError("wordfreq is not installed")
    path = Path(package.origin).parent / "data" / f"small_{language}.msgpack.gz"
    if not language.isalpha() or not path.exists():
        return []
    with gzip.open(path) as file:
        header, *entries = msgpack.unpack(file)
    if header != {"format": "cB", "version": 1}:
        raise ValueError(f"{path}: found {header}, not a word list of wordfreq 3")
    return list(entries)
