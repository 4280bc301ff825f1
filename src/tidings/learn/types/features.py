"""Turns a text into weighted words and word pairs, for training and classifying; knows no types."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Collection
from functools import lru_cache
from itertools import pairwise

from tidings.read.words.background import background
from tidings.read.words.stopwords import STOP_WORDS
from tidings.read.words.words import stem, stems_of, words

READ = 400
"""Words of a text that are read: a report says at its beginning what happened."""
_URL = re.compile(r"\bhttps?://\S+")
_HASHTAG = re.compile(r"#(\w+)")
_CAPITAL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|_|(?<=\D)(?=\d)|(?<=\d)(?=\D)")
_LONGEST_TAG = 40
"""Characters of a lower-case hashtag that is split at most."""

_COMPOUNDING = frozenset(("de", "nl"))
"""Languages that write compounds as one word, with a vocabulary of their own."""
_SHORTEST_COMPOUND, _SHORTEST_PART = 9, 4
"""Letters of a compound, and of a part of it that counts: Flut in Flutkatastrophe."""

Features = dict[str, float]
"""The amounts of stems, and of pairs of stems joined by a blank."""


def features(text: str, language: str = "", wanted: Collection[str] | None = None) -> Features:
    """Return the amounts of the stems and neighbouring pairs of a text, or of the ``wanted`` ones only.

    An amount is the damped count divided by the length of the text's vector, so a word counts less in a long text.
    It contains no rarity, which is part of a model's weights.
    """
    stems = _stems(text, language)
    if wanted is not None and language in _COMPOUNDING:
        stems = [name if name in wanted else _part(name, wanted) for name in stems]
    counts = Counter(stems)
    length = math.sqrt(sum([1.0 if n == 1 else (1 + math.log(n)) ** 2 for n in counts.values()]))
    counts.update(map(" ".join, pairwise(stems)))
    return {
        name: (1 + math.log(count)) / length
        for name, count in counts.items()
        if wanted is None or name in wanted
    }


def _part(compound: str, wanted: Collection[str]) -> str:
    """Return the wanted word that a compound begins or ends with, the longest first; else the compound."""
    if len(compound) < _SHORTEST_COMPOUND:
        return compound
    for length in range(len(compound) - 3, _SHORTEST_PART - 1, -1):
        for part in (compound[:length], compound[-length:]):
            if part in wanted:
                return part
    return compound


def term(phrase: str, language: str) -> str:
    """Return the name of the feature for a word or a pair of words."""
    return " ".join(_stems(phrase, language))


def _stems(text: str, language: str) -> list[str]:
    """Return the stems of a text, without numbers."""
    stems = stems_of(language if language in STOP_WORDS else "en")
    names = [stems[word] for word in words(plain(text))[:READ] if not word.isdigit()]
    return [name for name in names if name]


def plain(text: str) -> str:
    """Return a text without URLs, its hashtags followed by their words: posts often name their topic there."""
    if "://" in text:
        text = _URL.sub(" ", text)
    return _HASHTAG.sub(lambda tag: f"{tag[1]} {split(tag[1])}", text) if "#" in text else text


@lru_cache(maxsize=50_000)
def split(tag: str) -> str:
    """Return the words of a hashtag, nothing if it is a single word.

    It is split at capitals; if there are none, into the two most common words that it can consist of.
    """
    if not tag.islower() and not tag.isupper():
        parts = _CAPITAL.split(tag)
        return " ".join(parts) if len(parts) > 1 else ""
    tag = tag.lower()
    if len(tag) > _LONGEST_TAG:
        return ""
    cuts = [(_log_frequency(tag), "")]
    cuts += [
        (_log_frequency(tag[:cut]) + _log_frequency(tag[cut:]), f"{tag[:cut]} {tag[cut:]}")
        for cut in range(2, len(tag) - 1)
    ]
    return max(cuts)[1]


def _log_frequency(word: str) -> float:
    """Return the logarithm of a word's frequency in English, lower for longer words if it is unknown."""
    one_in, name = background("en"), stem(word) or word
    return -math.log(one_in[name]) - (0.0 if name in one_in else 2.0 * len(word))
