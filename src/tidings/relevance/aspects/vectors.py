"""Cosines between weighted names and counted names; it does not know what the names stand for."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence, Set
from heapq import nsmallest
from typing import NamedTuple

from tidings.read.words.words import LONGEST, Stemmable, stems_of

_REMEMBERED = 50_000
"""Words of one language remembered before it starts anew: about 6 MB, the words of some thousand pages."""


class Share(NamedTuple):
    """What one name contributes to a cosine."""

    name: str
    amount: float
    times: int


class Vector:
    """A fixed vector that others are compared with."""

    def __init__(self, weights: Mapping[str, float]) -> None:
        self.weights = dict(weights)
        self._length = math.hypot(*self.weights.values())

    def cosine(self, counts: Mapping[str, int]) -> float:
        """Return the cosine with some counts, from 0 to 1."""
        weights = self.weights
        product = sum([weights[name] * count for name, count in counts.items() if name in weights])
        if not product:
            return 0.0
        return min(1.0, product / (self._length * math.hypot(*counts.values())))

    def shares(self, counts: Mapping[str, int], most: int) -> list[Share]:
        """Return the names that contribute most to the cosine, the strongest first."""
        lengths = self._length * math.hypot(*counts.values())
        shares = [
            Share(name, self.weights[name] * count / lengths, count)
            for name, count in counts.items()
            if name in self.weights
        ]
        return nsmallest(most, shares, key=lambda share: (-share.amount, share.name))


class Vocabulary:
    """The stems of a topic, recognised in running words; remembers every word it has met."""

    def __init__(self, wanted: Iterable[str]) -> None:
        self._wanted = frozenset(wanted)
        self._memos: dict[str, _Memo] = {}

    def count(self, words: Sequence[str], language: str) -> dict[str, int]:
        """Count the topic's stems among the words of a text in that language."""
        memo = self._memos.get(language)
        if memo is None or len(memo.met) > _REMEMBERED:
            memo = self._memos[language] = _Memo(self._wanted, language)
        if new := set(words) - memo.met:
            memo.meet(new)
        stems = memo.stems
        counts: dict[str, int] = {}
        for found in [stems[word] for word in words if word in stems]:
            counts[found] = counts.get(found, 0) + 1
        return counts


class _Memo:
    """The words of a language that were met, each stemmed once at most, and those with a wanted stem."""

    def __init__(self, wanted: frozenset[str], language: str) -> None:
        self.met: set[str] = set()
        self.stems = {word: word for word in wanted if word.isdigit()}
        self._wanted = wanted
        self._languages = [stems_of(each) for each in dict.fromkeys((language, "en"))]
        self._stemmable = Stemmable(wanted, language)

    def meet(self, words: Set[str]) -> None:
        """Learn new words; numbers, of which most addresses have new ones, are their own stems and not remembered."""
        new = [word for word in words if not word.isdigit()]
        for word in self._stemmable.among(new):
            for stems in self._languages:
                if (found := stems[word]) in self._wanted:
                    self.stems[word] = found
                    break
        self.met.update([word for word in new if len(word) <= LONGEST])
