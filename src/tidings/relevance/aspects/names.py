"""Names that a page shares with the references: rare pairs of capitalised words that stand together in both.

A page that names an event's victim, witness or street in its first lines is about that event, even months later or
from elsewhere. Scripts without capitals give no such evidence.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping

from tidings.model import Evidence, Page
from tidings.read.words.background import idf
from tidings.read.words.words import stem
from tidings.relevance.weights import AUTO, AutoWeights

_EVIDENCE = 3
"""Names listed as evidence."""
_SEPARATOR = re.compile(r"\s[|\u2013\u2014\u00bb:-]+\s")
"""Between a headline and the name of the newspaper."""
_CAPITALS = re.compile(r"\b([^\W\d_a-z]\w+) (?=([^\W\d_a-z]\w+))")


class SharedNames:
    """Looks for names of the references in the leads of pages."""

    def __init__(
        self,
        vocabulary: Mapping[str, Mapping[str, int]],
        breadth: float = 1.0,
        weights: AutoWeights = AUTO,
    ) -> None:
        self._names = {
            language: _rare_pairs(counts, language, weights.name_rarity)
            for language, counts in vocabulary.items()
        }
        self._main = next(iter(self._names), "")
        self._breadth = breadth
        self._lead = weights.name_lead

    def judge(self, page: Page) -> tuple[float, tuple[Evidence, ...]]:
        """Return the log-odds added by shared names, and the names."""
        language = page.language if page.language in self._names else self._main
        names = self._names.get(language)
        if not names:
            return 0.0, ()
        lead = f"{_headline(page.title)}\n{page.text[: self._lead]}"
        shared = {
            pair: f"{first} {last}"
            for first, last in _CAPITALS.findall(lead)
            if (pair := f"{stem(first.lower(), language)} {stem(last.lower(), language)}") in names
            and first[0].isupper()
            and last[0].isupper()
        }
        if not shared:
            return 0.0, ()
        total = sum([names[pair] for pair in shared])
        rarest = sorted(shared, key=lambda pair: -names[pair])[:_EVIDENCE]
        evidence = [Evidence("topic", shared[pair], names[pair] / total, "name") for pair in rarest]
        return math.log1p(total) / self._breadth, tuple(evidence)


def _headline(title: str) -> str:
    """Return a title without the name of the newspaper, which is common to all its articles."""
    parts = _SEPARATOR.split(title)
    return "\n".join(parts[:-1] or parts)


def _rare_pairs(counts: Mapping[str, int], language: str, threshold: float) -> dict[str, float]:
    """Return the pairs of words above a threshold of rarity, each with its excess over it."""
    rarities = {
        term: sum([idf(word, language) for word in term.split(" ")])
        for term in counts
        if " " in term
    }
    return {pair: rarity - threshold for pair, rarity in rarities.items() if rarity > threshold}
