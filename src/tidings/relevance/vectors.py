"""Cosines between weighted names and counted names; it does not know what the names stand for."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from heapq import nsmallest
from typing import NamedTuple

from tidings.read.words import stems

_REMEMBERED = 200_000
"""Words in one memo before it starts anew: about 25 MB, more distinct words than a news site has."""


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

    def count(self, words: Sequence[str], language: str) -> Counter[str]:
        """Count the topic's stems among the words of a text in that language."""
        memo = self._memos.get(language)
        if memo is None or len(memo.met) > _REMEMBERED:
            memo = self._memos[language] = _Memo(self._wanted, language)
        memo.meet(set(words))
        stem_of = memo.stem_of
        return Counter([stem_of[word] for word in words if word in stem_of])


class _Memo:
    """Which words of a language have a wanted stem; each word is stemmed once, many at a time."""

    def __init__(self, wanted: frozenset[str], language: str) -> None:
        self._wanted = wanted
        self._languages = dict.fromkeys((language, "en"))
        self.stem_of = {word: word for word in wanted if word.isdigit()}
        self.met: set[str] = set()

    def meet(self, words: set[str]) -> None:
        """Learn the words not met before; numbers are their own stems, and most links have a new one."""
        new = words - self.met
        if new:
            self.met |= new
            self._learn([word for word in new if not word.isdigit()])

    def _learn(self, words: list[str]) -> None:
        """Stem all at once, and look closer only where something is wanted, which is rare."""
        found = self._wanted_in(words) if words else ""
        if found and len(words) == 1:
            self.stem_of[words[0]] = found
        elif found:
            middle = len(words) // 2
            self._learn(words[:middle])
            self._learn(words[middle:])

    def _wanted_in(self, words: list[str]) -> str:
        text = " ".join(words)
        found = (stem for language in self._languages for stem in stems(text, language))
        return next((stem for stem in found if stem in self._wanted), "")
