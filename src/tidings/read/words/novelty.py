"""How much of a text is news to a reader of another one; it compares sentences and knows no store.

An edited copy has other words here and there, but every sentence is still recognised. The next report of a series has
new sentences, or the old ones with other numbers. Sentences that other pages of the same site have too, as menus and
forum rules, say nothing of the page and are left out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import pairwise

from tidings.read.words.sentences import sentences
from tidings.read.words.words import words

LONGEST = 200_000
"""Characters compared; a longer text is a book or a log."""
_KNOWN = 0.5
"""Share of its pairs of words from which a sentence is recognised."""
_NEW = 0.25
"""Share of new words from which a text is more than a copy. Of 97 pairs of news articles with one fingerprint, copies
have at most 0.09, reports of a series 0.63 or more; updates of one article lie between. Copies with 5 % edited words
and up to 50 words of another site's furniture, which is not known, have 0.22 (99 of 100)."""
_FEWEST = 8
"""New words below which only a counter, a date or a greeting is new, not even a headline."""


def is_copy(text: str, known: str, furniture: Collection[str] = ()) -> bool:
    """Return whether a text says little that another text does not say, without the furniture of its site."""
    new, total = new_words(text, known, furniture)
    return new < max(_FEWEST, _NEW * total)


def is_template(one: str, other: str) -> bool:
    """Return whether two texts of one site say different things among the same sentences.

    Of 22 pairs of articles from one site with one fingerprint, copies have new words on one side at most.
    """
    return min(new_words(one, other)[0], new_words(other, one)[0]) >= _FEWEST


def new_words(text: str, known: str, furniture: Collection[str] = ()) -> tuple[int, int]:
    """Return how many words stand in sentences that another text does not have, and how many words count."""
    there = words(known[:LONGEST])
    tokens, pairs = set(there), set(pairwise(there))
    new = total = 0
    for sentence in sentences(text[:LONGEST]):
        if sentence.text not in furniture:
            said = words(sentence.text)
            total += len(said)
            new += 0 if _is_known(said, tokens, pairs) else len(said)
    return new, total


def furniture_of(texts: Iterable[str]) -> frozenset[str]:
    """Return the sentences of other pages of a site."""
    return frozenset(sentence.text for text in texts for sentence in sentences(text[:LONGEST]))


def _is_known(said: list[str], tokens: set[str], pairs: set[tuple[str, str]]) -> bool:
    """Return whether half of a sentence is in another text, and every number of it."""
    if any(word not in tokens for word in said if word[0].isdigit()):
        return False
    found = [pair in pairs for pair in pairwise(said)]
    return sum(found) >= _KNOWN * len(found) if found else set(said) <= tokens
