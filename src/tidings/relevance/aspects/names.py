"""The names a page shares with the references: two words with capitals that stand together in both, and are rare.

Whoever gives the name of the victim, the witness or the street of an event in the first lines tells of that event, also
months later and from elsewhere. In writing without capitals there is nothing to see.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping

from tidings.model import Evidence, Page
from tidings.read.words.background import idf
from tidings.read.words.words import stem

_LEAD = 1_000
"""Characters that are looked at: further down stand the names of reporters, and those of other news."""
_RARE = 10.0
"""The idf of two words from which they tell an event: "Police Department" and "Michael Brown" have 5 and 6, a surname
that few people have is enough."""
_SHOWN = 3
_BETWEEN = re.compile(r"\s[|\u2013\u2014\u00bb:-]+\s")
"""What stands between a headline and the name of the paper."""
_CAPITALS = re.compile(r"\b([^\W\d_a-z]\w+) (?=([^\W\d_a-z]\w+))")


class SharedNames:
    """Looks for names of the references in the leads of pages."""

    def __init__(self, terms: Mapping[str, Mapping[str, int]], breadth: float = 1.0) -> None:
        self._names = {language: _telling(counts, language) for language, counts in terms.items()}
        self._main = next(iter(self._names), "")
        self._breadth = breadth

    def judge(self, page: Page) -> tuple[float, tuple[Evidence, ...]]:
        """Return the log-odds that the shared names add, and the names."""
        language = page.language if page.language in self._names else self._main
        names = self._names.get(language)
        if not names:
            return 0.0, ()
        found = {
            pair: f"{first} {last}"
            for first, last in _CAPITALS.findall(f"{_headline(page.title)}\n{page.text[:_LEAD]}")
            if (pair := f"{stem(first.lower(), language)} {stem(last.lower(), language)}") in names
            and first[0].isupper()
            and last[0].isupper()
        }
        if not found:
            return 0.0, ()
        total = sum([names[pair] for pair in found])
        shown = sorted(found, key=lambda pair: -names[pair])[:_SHOWN]
        evidence = [Evidence("topic", found[pair], names[pair] / total, "name") for pair in shown]
        return math.log1p(total) / self._breadth, tuple(evidence)


def _headline(title: str) -> str:
    """Return a title without the name of the paper, which all its news share."""
    parts = _BETWEEN.split(title)
    return "\n".join(parts[:-1] or parts)


def _telling(counts: Mapping[str, int], language: str) -> dict[str, float]:
    """Return the pairs of words that are rare enough, with how much rarer they are."""
    rarities = {
        term: sum([idf(word, language) for word in term.split(" ")])
        for term in counts
        if " " in term
    }
    return {pair: rarity - _RARE for pair, rarity in rarities.items() if rarity > _RARE}
