"""Text for the generated webs of other kinds than news: sentences around the words of a subject."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random

from tidings.lab.web.texts import person
from tidings.read.words.background import listed_words

_COMMON, _RARE = 430, 590
"""Centibels: the words of subjects are one in 20,000 to one in 800,000 running words."""
_SHORTEST = 5
"""Letters of such a word."""
_SENTENCES = (
    "The {0} of the {1} was first described by {person} and has been studied ever since.",
    "It is often confused with the {0}, which has a different {1} and a longer {2}.",
    "Most people know it from the {0} that is kept in a small {1}.",
    "In recent years the number of {0} has grown, while the {1} is less common than before.",
    "Those who work with {0} say that a good {1} needs patience, a {2} and some luck.",
    "The question of the {0} was discussed at length, and the answer depends on the {1}.",
    "According to {person}, there is no {0} without a {1}.",
    "A typical {0} is about as large as a {1} and can be found near every {2}.",
    "Between the {0} and the {1} there are many forms that nobody has counted.",
    "The report recommends more {0}, better {1} and an office for {2}.",
    "What looks like a {0} is in truth a {1}, as {person} has shown.",
    "Some hold that the {0} came first and that the {1} followed from it.",
    "There are several ways to measure the {0}, and each of them has its friends.",
    "At the end of the day the {0} was put back into the {1}.",
)


@lru_cache(maxsize=1)
def _pool() -> tuple[str, ...]:
    """Return the words that subjects are made of, in a fixed order."""
    found = (word for entries in listed_words("en")[_COMMON:_RARE] for word in entries)
    return tuple(
        sorted(
            {word for word in found if word.isascii() and word.isalpha() and len(word) >= _SHORTEST}
        )
    )


def subjects(rng: Random, count: int, size: int) -> list[tuple[str, ...]]:
    """Return the words of ``count`` subjects, ``size`` for each, none in common."""
    drawn = rng.sample(_pool(), count * size)
    return [tuple(drawn[first : first + size]) for first in range(0, count * size, size)]


def sentence(rng: Random, words: Sequence[str]) -> str:
    """Return a sentence about a subject."""
    return rng.choice(_SENTENCES).format(*rng.choices(words, k=3), person=person(rng))


def paragraphs(rng: Random, words: Sequence[str], count: int, length: int = 4) -> list[str]:
    """Return ``count`` paragraphs about a subject."""
    return [" ".join(sentence(rng, words) for _ in range(length)) for _ in range(count)]
