"""Cosines between weighted names and counted names; does not know what the names stand for."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence, Set
from heapq import nsmallest
from typing import Generic, NamedTuple, TypeVar

from tidings.model import Evidence
from tidings.read.words.words import LONGEST, Stemmable, stems_of

EVIDENCE = 8
"""Names listed as evidence for a score: as many as a person takes in at a glance."""
_CACHED_WORDS = 50_000
"""Words cached per language: about 6 MB, the words of some thousand pages."""

Name = TypeVar("Name", bound=Hashable)


class Match(NamedTuple, Generic[Name]):
    """The comparison of two vectors."""

    products: dict[Name, float]
    """By each name that both have."""
    lengths: float
    """The product of both lengths."""

    def cosine(self) -> float:
        """Return the cosine, from 0 to 1."""
        product = sum(self.products.values())
        return min(1.0, product / self.lengths) if product else 0.0

    def shares(self) -> dict[Name, float]:
        """Return the contribution of each name to the cosine."""
        if not self.lengths:
            return {}
        return {name: product / self.lengths for name, product in self.products.items()}


class Vector(Generic[Name]):
    """A fixed vector that others are compared with."""

    def __init__(self, weights: Mapping[Name, float]) -> None:
        self.weights = dict(weights)
        self.length = math.hypot(*self.weights.values())

    def compare(self, amounts: Mapping[Name, float]) -> Match[Name]:
        """Return the comparison with another vector."""
        return Match(self.products(amounts), self.length * math.hypot(*amounts.values()))

    def products(self, amounts: Mapping[Name, float]) -> dict[Name, float]:
        """Return the products of weights and amounts, by the names that both have."""
        weights = self.weights
        return {name: weights[name] * amounts[name] for name in amounts if name in weights}


def evidence(
    aspect: str,
    shares: Mapping[Name, float],
    counts: Mapping[Name, int],
    written: Callable[[Name], str] = str,
) -> tuple[Evidence, ...]:
    """Return the names with the largest shares; where shares are equal, by name."""
    strongest = nsmallest(EVIDENCE, [(-share, name) for name, share in shares.items()])
    return tuple(
        [Evidence(aspect, written(name), -share, f"{counts[name]}x") for share, name in strongest]
    )


class Vocabulary:
    """Recognises the stems of a topic in running words and caches every word it has seen."""

    def __init__(self, wanted: Iterable[str]) -> None:
        self._wanted = frozenset(wanted)
        self._memos: dict[str, _Memo] = {}

    def count(self, words: Sequence[str], language: str) -> dict[str, int]:
        """Count the topic's stems among the words of a text in a language."""
        memo = self._memos.get(language)
        if memo is None or len(memo.met) > _CACHED_WORDS:
            memo = self._memos[language] = _Memo(self._wanted, language)
        if new := set(words) - memo.met:
            memo.meet(new)
        stems = memo.stems
        counts: dict[str, int] = {}
        for stem in [stems[word] for word in words if word in stems]:
            counts[stem] = counts.get(stem, 0) + 1
        return counts


class _Memo:
    """The words seen in a language, each stemmed at most once, and those with a wanted stem.

    Not a ``WordMemo``: few words are wanted, so new words are sifted all at once before any is stemmed.
    """

    def __init__(self, wanted: frozenset[str], language: str) -> None:
        self.met: set[str] = set()
        self.stems = {word: word for word in wanted if word.isdigit()}
        self._wanted = wanted
        self._languages = [stems_of(each) for each in dict.fromkeys((language, "en"))]
        self._stemmable = Stemmable(wanted, language)

    def meet(self, words: Set[str]) -> None:
        """Learn new words. Numbers are their own stems and not cached, because most URLs have new ones."""
        new = [word for word in words if not word.isdigit()]
        for word in self._stemmable.among(new):
            for stems in self._languages:
                if (stem := stems[word]) in self._wanted:
                    self.stems[word] = stem
                    break
        self.met.update([word for word in new if len(word) <= LONGEST])
